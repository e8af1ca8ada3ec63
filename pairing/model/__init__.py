"""The values of the rules: players, rounds, matches and byes, options, lots, errors, and their sentences."""
