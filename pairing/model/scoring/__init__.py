"""What a table's raw result is worth: `mahjong` for four seats. Two seats: `pairing.model.types.Scoring`."""
