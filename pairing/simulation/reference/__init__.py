"""The definitions in plain Python: a tournament, its measures, and the ways through the engine of real events."""
