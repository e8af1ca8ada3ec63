"""What an event keeps of persons, and how it is forgotten."""
