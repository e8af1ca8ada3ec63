"""Random events that can really happen: every round of them was paired by the engine and then played."""

from tests.generator.play import Step, play
from tests.generator.recipe import Recipe, in_a_hall, random_options, random_recipe

__all__ = [
    "Recipe",
    "Step",
    "in_a_hall",
    "play",
    "random_options",
    "random_recipe",
]
