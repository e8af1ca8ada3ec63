"""Endpoints of simulations and studies."""
