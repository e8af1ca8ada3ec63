"""Pages of the desk: schedules."""
