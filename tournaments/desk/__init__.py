"""What all pages of the desk share: permission, head and rail; and the pages that show several nouns."""
