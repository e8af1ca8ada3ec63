"""Random events for the Monrad tests: rounds that were really played, in any shape a rule allows."""

from random import Random

from pairing.model.types import RESULTS, Bye, ByeKind, ByeRequest, Entrant, Match, Round, Scoring, Snapshot
from tests.bench.fields import greedy

DECIDED = ("1-0", "0-1")
ODD_RESULTS = ("1-0", "0-1", "1/2-1/2", "0-0", "+--", "--+", "---")


def random_event(rng: Random, players: int, rounds: int, **options: object) -> Snapshot:
    """An event of about `players` players, at most `rounds` rounds played, with everything that may happen."""
    entrants = [
        Entrant(
            id=i,
            rating=rng.choice((None, rng.randint(800, 2400))),
            joined_round=rng.choice((1, 1, 1, 1, 1, rng.randint(1, 4))),
            left_after_round=rng.choice((None,) * 9 + (rng.randint(1, rounds + 1),)),
        )
        for i in rng.sample(range(1, 3 * players), players)
    ]
    ids = [e.id for e in entrants]
    forbidden = _forbidden(rng, ids)
    results = rng.choice((DECIDED, DECIDED, ("1-0", "0-1", "1/2-1/2"), ODD_RESULTS))
    met: dict[int, set[int]] = {p: set() for p in ids}
    for a, b in forbidden:
        met[a].add(b)
        met[b].add(a)
    had_bye: set[int] = set()
    points = dict.fromkeys(ids, 0)
    played: list[Round] = []
    for number in range(1, rounds + 1):
        here = [e.id for e in entrants if e.takes_part_in(number)]
        # Roughly by score, so that events of all shapes come about.
        order = sorted(here, key=lambda p: points[p] + rng.choice((0, 40, 150)) * rng.random(), reverse=True)
        pairs, bye = greedy(order, met, had_bye)
        played.append(_play(rng, number, pairs, bye, results, points))
        for a, b in pairs:
            met[a].add(b)
            met[b].add(a)
        if bye:
            had_bye.add(bye)
    asked = tuple(
        ByeRequest(p, len(played) + 1, ByeKind.HALF) for p in rng.sample(ids, rng.choice((0, 0, 0, 1)))
    )
    return Snapshot(
        entrants=tuple(entrants), rounds=tuple(played), options=options, draw_seed=str(rng.random()),
        forbidden_pairs=tuple(forbidden), bye_requests=asked,
    )  # fmt: skip


def _forbidden(rng: Random, ids: list[int]) -> list[tuple[int, int]]:
    how = rng.choice(("none", "none", "few", "club"))
    if how == "few":
        return [tuple(rng.sample(ids, 2)) for _ in range(rng.randint(1, max(1, len(ids) // 2)))]  # type: ignore[misc]
    if how == "club":
        club = rng.sample(ids, rng.randint(2, max(2, len(ids) // 2)))
        return [(a, b) for i, a in enumerate(club) for b in club[:i]]
    return []


def _play(
    rng: Random,
    number: int,
    pairs: list[tuple[int, int]],
    bye: int | None,
    results: tuple[str, ...],
    points: dict[int, int],
) -> Round:
    matches = [Match(table, pair, rng.choice(results)) for table, pair in enumerate(pairs, 1)]
    for match in matches:
        for player, outcome in zip(match.seats, RESULTS[match.result or ""], strict=True):
            points[player] += Scoring().for_outcome(outcome)
    if bye:
        points[bye] += 100
    return Round(number, matches=tuple(matches), byes=(Bye(bye),) if bye else ())
