"""The desk of the registration: entries, and how players sign up."""
