"""The page of the standings."""
