"""How anything in an event is changed: one frame around every change, recorded as a delta that works both ways."""
