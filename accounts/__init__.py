"""People who sign in: the user model, API tokens and the pages around them. Knows nothing of events."""
