"""Views of simulations and studies."""
