"""What has happened in an event: its log in words, undo and redo, kept states, the log checked and replayed."""
