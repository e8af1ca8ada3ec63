"""A stage of a bracket: who meets whom in one round, who goes on and who waits."""

from dataclasses import dataclass

from pairing.systems.bracket.avoid import Swap


@dataclass(frozen=True, slots=True)
class Duel:
    """A game of the chart to be played. `upper` is the better seed of the two the chart brings together; who is met
    may have changed places with another lower seed.
    """

    game: int
    upper: int
    lower: int


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the bracket with something to play, in round `number` of the event.

    `duels` in the order of play; `walkovers`: who goes on because nobody came to meet them; `waiting`: who is in the
    bracket and has no game in this stage, `fresh` those of them who have not entered it yet.
    """

    number: int
    duels: tuple[Duel, ...]
    walkovers: tuple[int, ...]
    waiting: tuple[int, ...]
    fresh: frozenset[int]
    swaps: tuple[Swap, ...]
    rematches: frozenset[tuple[int, int]]


def nothing_known(number: int) -> Stage:
    """The stage of a round in which no game has its players yet."""
    return Stage(number, (), (), (), frozenset(), (), frozenset())
