"""What do I need? What is clinched, what is no longer possible, and the odds of the rest, during an event."""

from pairing.outlook.outlook import race

__all__ = ["race"]
