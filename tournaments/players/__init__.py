"""Players of an event: registered, imported, present or absent; their lots, numbers and codes."""
