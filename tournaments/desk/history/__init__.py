"""Pages of the log and restore points."""
