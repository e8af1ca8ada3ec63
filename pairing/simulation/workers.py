"""Many tournaments on several workers of one machine. The outcome does not depend on how many there are."""

from collections.abc import Callable, Iterable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor

from pairing.simulation.run import run_chunk
from pairing.simulation.setup.configuration import Configuration, is_fast
from pairing.simulation.tally import Tally

FAST, SLOW = 5_000, 20  # tournaments in a chunk


def run(
    configuration: Configuration,
    seed: int,
    count: int,
    workers: int = 1,
    tell: Callable[[int], None] = lambda done: None,
) -> Tally:
    """Tournaments 0 to `count` - 1; `tell` hears how many are done after each chunk."""
    fast = is_fast(configuration)
    size = FAST if fast else SLOW
    starts = range(0, count, size)
    sizes = [min(size, count - start) for start in starts]
    if workers == 1 or len(starts) == 1:
        parts = map(run_chunk, *_arguments(configuration, seed, starts, sizes))
        return _together(parts, sizes, tell)
    # Kernels let other threads run; what is plain Python needs processes.
    pool: Executor = ThreadPoolExecutor(workers) if fast else ProcessPoolExecutor(workers)
    with pool:
        return _together(pool.map(run_chunk, *_arguments(configuration, seed, starts, sizes)), sizes, tell)


def _arguments(
    configuration: Configuration, seed: int, starts: range, sizes: list[int]
) -> tuple[list[Configuration], list[int], range, list[int]]:
    return [configuration] * len(starts), [seed] * len(starts), starts, sizes


def _together(parts: Iterable[Tally], sizes: list[int], tell: Callable[[int], None]) -> Tally:
    found: Tally | None = None
    done = 0
    for part, size in zip(parts, sizes, strict=True):
        found = part if found is None else found.merge(part)
        done += size
        tell(done)
    assert found is not None
    return found
