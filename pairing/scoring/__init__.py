"""What a table's raw result is worth: `mahjong` for four seats. Matches of two score by `pairing.types.Scoring`."""
