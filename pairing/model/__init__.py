"""What the rules speak of: players, rounds, matches and byes, options, lots, errors and the words for them."""
