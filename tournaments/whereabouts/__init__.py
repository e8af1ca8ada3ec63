"""Where everybody is now, as the public may know it, for pages, endpoints and streams alike."""
