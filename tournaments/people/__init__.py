"""Who works on an event: staff and invitations. Roles are given by `events.services`, as the owner is."""
