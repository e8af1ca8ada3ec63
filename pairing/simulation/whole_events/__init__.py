"""Kernels that play and measure whole tournaments, and the tables of numbers they work on."""
