"""What tells players of one name apart, and lists from A to Z."""
