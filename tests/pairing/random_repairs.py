"""Random rounds with something that has to be repaired, for the tests of repairs."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from pairing.engine import pair
from pairing.errors import PairingError
from pairing.repair import as_round
from pairing.types import ByeKind, ByeRequest, Entrant, Match, Round, Snapshot
from tests.pairing.random_fields import random_event

Case = tuple[Snapshot, Round, frozenset[int]]
FLIP = {"1-0": "0-1", "0-1": "1-0", "1/2-1/2": "1-0", "0-0": "1-0", "+--": "--+", "--+": "+--", "---": "0-1"}


def paired(rng: Random, event: Snapshot, by_hand: float) -> Round | None:
    """The next round: mostly as the engine has it, sometimes put together by chance (as if by hand)."""
    try:
        plan = pair(event, overrides={"allow_rematches": True, "allow_second_bye": True})
    except PairingError:
        return None
    round_ = as_round(plan)
    if rng.random() < by_hand:
        players = [p for m in round_.matches for p in m.seats]
        rng.shuffle(players)
        pairs = zip(players[::2], players[1::2], strict=True)
        round_ = replace(round_, matches=tuple(Match(t, both) for t, both in enumerate(pairs, start=1)))
    return round_


def random_case(
    rng: Random, most: int, *, changes: int = 2, by_hand: float = 0.3, **options: object
) -> Case | None:
    """An event after something has changed, its last round as it stood before, and tables being played."""
    event = random_event(rng, rng.randint(2, most), rng.randint(0, 6), **options)
    round_ = paired(rng, event, by_hand)
    if round_ is None:
        return None
    for _ in range(rng.randint(1, changes)):
        event = changed(rng, event, round_)
    frozen = frozenset(m.table for m in round_.matches if rng.random() < rng.choice((0, 0, 0.3)))
    return event, round_, frozen


def changed(rng: Random, event: Snapshot, round_: Round) -> Snapshot:
    """The event after one change."""
    number = round_.number
    seated = [p for m in round_.matches for p in m.seats] or [event.entrants[0].id]
    what = rng.choice(("result", "result", "late", "gone", "gone", "both", "forbidden", "bye"))
    if what == "result" and event.rounds and event.rounds[-1].matches:
        last = event.rounds[-1]
        wrong = rng.choice(last.matches)
        right = replace(wrong, result=FLIP[wrong.result or "1-0"])
        matches = tuple(right if m is wrong else m for m in last.matches)
        return replace(event, rounds=(*event.rounds[:-1], replace(last, matches=matches)))
    if what == "late":
        new = Entrant(max(e.id for e in event.entrants) + 1, joined_round=number)
        return replace(event, entrants=(*event.entrants, new))
    if what == "bye":
        asked = ByeRequest(rng.choice(seated), number, ByeKind.HALF)
        return replace(event, bye_requests=(*event.bye_requests, asked))
    if what == "forbidden" and round_.matches:
        a, b = rng.choice(round_.matches).seats
        return replace(event, forbidden_pairs=(*event.forbidden_pairs, (a, b)))
    gone = (
        set(rng.choice(round_.matches).seats) if what == "both" and round_.matches else {rng.choice(seated)}
    )
    return replace(
        event,
        entrants=tuple(
            replace(e, left_after_round=number - 1) if e.id in gone else e for e in event.entrants
        ),
    )
