"""Kernels that play rounds: by random draw in a field of any size or a small one, or by score groups."""
