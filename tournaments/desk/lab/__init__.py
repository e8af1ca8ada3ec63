"""Pages of simulations and studies."""
