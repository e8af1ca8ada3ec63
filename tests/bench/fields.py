"""Events to measure with: Swiss rounds really played, paired by a plain greedy rule (not by the engine)."""

from dataclasses import replace
from random import Random

from pairing.engine import pair
from pairing.model.types import Bye, Entrant, Match, Round, Snapshot


def played_event(
    players: int,
    rounds: int,
    *,
    seed: int = 1,
    draws: float = 0.0,
    club: float = 0.0,
    clubs: int = 0,
    flat: bool = False,
    **options: object,
) -> Snapshot:
    """An event of `players` players after `rounds` rounds.

    `club`: that part of the field may not meet each other. `clubs`: the field is so many clubs of equal size, and
    nobody may meet his own. `flat`: everybody draws always, so that all stay in one score group.
    """
    rng = Random(seed)
    ids = list(range(1, players + 1))
    strength = {p: rng.gauss(0, 1) for p in ids}
    groups = [ids[i::clubs] for i in range(clubs)] if clubs else [ids[: round(club * players)]]
    forbidden = [(a, b) for members in groups for i, a in enumerate(members) for b in members[:i]]
    rng.shuffle(ids)
    met: dict[int, set[int]] = {p: set() for p in ids}
    for a, b in forbidden:
        met[a].add(b)
        met[b].add(a)
    points = dict.fromkeys(ids, 0)
    had_bye: set[int] = set()
    done = []
    for number in range(1, rounds + 1):
        order = sorted(ids, key=lambda p: (-points[p], rng.random()))
        pairs, bye = greedy(order, met, had_bye)
        matches: list[Match] = []
        for a, b in pairs:
            met[a].add(b)
            met[b].add(a)
            x = rng.random()
            if flat or x < draws:
                result = "1/2-1/2"
                points[a] += 50
                points[b] += 50
            else:
                wins = rng.gauss(strength[a] - strength[b], 1) > 0
                result = "1-0" if wins else "0-1"
                points[a if wins else b] += 100
            matches.append(Match(len(matches) + 1, (a, b), result))
        if bye:
            had_bye.add(bye)
            points[bye] += 100
        done.append(Round(number, matches=tuple(matches), byes=(Bye(bye),) if bye else ()))
    return Snapshot(
        entrants=tuple(Entrant(id=p) for p in sorted(ids)), rounds=tuple(done), options=options,
        draw_seed="bench", forbidden_pairs=tuple(forbidden),
    )  # fmt: skip


def greedy(
    order: list[int], met: dict[int, set[int]], had_bye: set[int]
) -> tuple[list[tuple[int, int]], int | None]:
    """Everybody the next one in order he has not met; who is left over at the end of the list stays out."""
    rest = list(order)
    bye = None
    if len(rest) % 2:
        bye = next((p for p in reversed(rest) if p not in had_bye), None)
        if bye is not None:
            rest.remove(bye)
    following: dict[int, int | None] = {}
    for p, q in zip(rest, [*rest[1:], None], strict=False):
        following[p] = q
    pairs = []
    head: int | None = rest[0] if rest else None
    while head is not None:
        before, q = head, following[head]
        while q is not None and q in met[head]:
            before, q = q, following[q]
        if q is not None:
            pairs.append((head, q))
            following[before] = following[q]
        head = following[head]
    return pairs, bye


def after_next(event: Snapshot, *results: str) -> Snapshot:
    """The event with its next round as the engine pairs it, each result one of these by chance."""
    plan = pair(event)
    rng = Random(plan.number)
    matches = tuple(Match(m.table, m.seats, rng.choice(results)) for m in plan.matches)
    byes = tuple(Bye(b.player, b.kind) for b in plan.byes)
    return replace(event, rounds=(*event.rounds, Round(plan.number, matches=matches, byes=byes)))
