"""Pages that everybody may see, and the pages of players."""
