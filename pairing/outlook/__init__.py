"""What do I need? Who is through, who is out, and how likely the rest is, while an event is being played."""

from pairing.outlook.outlook import race

__all__ = ["race"]
