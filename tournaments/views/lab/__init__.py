"""The lab: what pairing rules and tie-breaks are worth, measured."""
