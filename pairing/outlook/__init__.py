"""What do I need? What is clinched, what is no longer possible, and the odds of the rest, during an event."""

from pairing.outlook.event_outlook import outlook_of

__all__ = ["outlook_of"]
