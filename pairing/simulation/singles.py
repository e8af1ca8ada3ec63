"""Tournaments one by one: what was measured of each, for those who want to look at more than means."""

from collections.abc import Iterator

from pairing.simulation.reference.measures import measured
from pairing.simulation.run import run_chunk
from pairing.simulation.setup.configuration import Configuration
from pairing.simulation.summary import SCALES

MOST_ROWS = 100_000
HEADS = ("players", "tournament", "tiebreaks")


def heads(configuration: Configuration) -> tuple[str, ...]:
    """The columns of `rows`."""
    return (*HEADS, *measured(configuration))


def rows(configuration: Configuration, seed: int, count: int) -> Iterator[tuple[int | float | str, ...]]:
    """A row for each order of each of the tournaments 0 to `count` - 1: the size of the field, the number of the
    tournament, the chain, and its measures. The first order is that by points and strength alone.
    """
    chains = [" ".join(link.label for link in chain) for chain in configuration.orders]
    scales = [SCALES.get(name, 1) for name in measured(configuration)]
    for index in range(count):
        found = run_chunk(configuration, seed, index, 1)
        for chain, values in zip(chains, found.sums, strict=True):
            exact = (v / scale if v % scale else v // scale for v, scale in zip(values, scales, strict=True))
            yield (len(configuration.strengths), index, chain, *exact)
