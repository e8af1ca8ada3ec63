"""Players sign up: entries, the waiting list, and what is owed."""
