"""Kernels that draw the pairs of one pool or group; `small_field` serves up to 64 players with one word a set."""
