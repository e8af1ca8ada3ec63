"""What the public may see of an event, for pages, endpoints and streams alike."""
