"""The demo: its people, its events, its league."""
