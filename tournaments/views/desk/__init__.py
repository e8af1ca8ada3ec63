"""The organiser's desk. A view checks the right, calls one service or selector, and says what happened."""
