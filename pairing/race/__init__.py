"""What do I need? Who is through, who is out, and how likely the rest is, while an event is being played."""

from pairing.race.race import race

__all__ = ["race"]
