"""People who sign in: the user model, API tokens and their pages. This package does not know events."""
