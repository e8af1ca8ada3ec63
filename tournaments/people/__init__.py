"""Who works on an event: staff and invitations."""
