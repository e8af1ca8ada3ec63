"""Schedules for four at a table: planned, kept, shown."""
