"""Events as the organiser sees them: stored, changed and shown. The rules live in `pairing`."""
