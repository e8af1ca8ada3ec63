"""Pages: `public` for players and spectators, `desk` for organisers. Views call selectors and services, no more."""
