"""Random events for the Monrad tests: rounds that were really played, in any shape a rule allows."""

from __future__ import annotations

from random import Random

from pairing.types import Bye, ByeKind, ByeRequest, Entrant, Match, Round, Snapshot

RESULTS = ("1-0", "0-1")
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
    results = rng.choice((RESULTS, RESULTS, ("1-0", "0-1", "1/2-1/2"), ODD_RESULTS))
    met = {frozenset(pair) for pair in forbidden}
    had_bye: set[int] = set()
    points = dict.fromkeys(ids, 0)
    played: list[Round] = []
    for number in range(1, rounds + 1):
        here = [e.id for e in entrants if e.takes_part_in(number)]
        pairs = _legal_round(rng, here, points, met, had_bye)
        if pairs is None:
            break
        played.append(_play(rng, number, pairs, results, points))
        met.update(frozenset(pair) for pair in pairs)
        had_bye.update(a for a, b in pairs if b == 0)
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


def _legal_round(
    rng: Random, ids: list[int], points: dict[int, int], met: set[frozenset[int]], had_bye: set[int]
) -> list[tuple[int, int]] | None:
    """Some legal pairing that keeps roughly to the scores; the bye is the pair (player, 0)."""
    for _ in range(30):
        order = sorted(ids, key=lambda p: points[p] + rng.choice((0, 40, 150)) * rng.random(), reverse=True)
        pairs = []
        if len(order) % 2:
            free = [p for p in order if p not in had_bye]
            if not free:
                return None
            order.remove(free[-1])
            pairs.append((free[-1], 0))
        while order:
            first = order.pop(0)
            second = next((p for p in order if frozenset((first, p)) not in met), None)
            if second is None:
                break
            order.remove(second)
            pairs.append((first, second))
        else:
            return pairs
    return None


def _play(
    rng: Random, number: int, pairs: list[tuple[int, int]], results: tuple[str, ...], points: dict[int, int]
) -> Round:
    worth = {"1": 100, "1/2": 50, "0": 0, "+": 100, "-": 0}
    matches, byes = [], []
    for a, b in pairs:
        if b == 0:
            byes.append(Bye(a))
            points[a] += 100
            continue
        result = rng.choice(results)
        first, second = {"+--": ("+", "-"), "--+": ("-", "+"), "---": ("-", "-")}.get(result) or result.split(
            "-"
        )
        points[a] += worth[first]
        points[b] += worth[second]
        matches.append(Match(len(matches) + 1, (a, b), result))
    return Round(number, matches=tuple(matches), byes=tuple(byes))
