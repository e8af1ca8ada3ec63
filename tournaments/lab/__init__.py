"""Simulations and studies."""
