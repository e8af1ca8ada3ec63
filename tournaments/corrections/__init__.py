"""Corrections of what is paired or played already: repairs, changes by hand, edits and their impact."""
