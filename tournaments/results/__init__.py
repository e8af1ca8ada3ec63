"""Results of tables of two and of four, penalties, and the second entry."""
