"""Series of events: their seasons, persons and ranking."""
