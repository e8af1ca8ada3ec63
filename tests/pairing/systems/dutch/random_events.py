"""Random events of the Dutch system from a seed: every round legal, but not always the one the rules would choose, so
that positions of all kinds come about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from pairing.model.types import (
    Adjustment,
    Bye,
    ByeKind,
    ByeRequest,
    Entrant,
    Match,
    Round,
    Scoring,
    Snapshot,
)
from tests.pairing.systems.dutch.completion import Completion, members
from tests.pairing.systems.dutch.literal import as_pairing
from tests.pairing.systems.dutch.people import People
from tests.pairing.systems.dutch.position import Pairing, Position
from tests.pairing.systems.dutch.snapshots import SLUG, position_of, tpns

Answer = Callable[[Snapshot], Pairing | None]
FEWEST = 5
_SCORINGS = (
    Scoring(300, 100, 0, 300),
    Scoring(bye=50),
    Scoring(300, 200, 100, 300, half_bye=200),
    Scoring(half_bye=0),
)


def random_rounds(seed: int, most: int = 12, answer: Answer | None = None) -> Iterator[Snapshot]:
    """The rounds of an event of at most `most` players, each as it stands before it is paired; small fields are as
    frequent as large ones. `answer` gives the pairings that are played, instead of random ones.
    """
    rng = Random(f"dutch {seed}")
    planned = rng.randint(2, 9)
    players = round(FEWEST * (most / FEWEST) ** rng.random())
    # Some events are played by the book, others with every accident there is.
    trouble = rng.choice((0.0, 0.05, 0.05, 0.15, 0.3))
    snapshot = _opening(rng, players, planned, trouble)
    for number in range(1, planned + 1):
        snapshot = replace(snapshot, bye_requests=_requests(rng, snapshot, number, trouble))
        position = position_of(snapshot)
        if sum(player.here for player in position.players) < 2:
            return
        yield snapshot
        noise = rng.choice((0, 0, 40, 120))
        round_ = answer(snapshot) if answer else random_legal(rng, position, noise)
        if round_ is None:
            return
        snapshot = _played(rng, snapshot, round_, trouble)


def _opening(rng: Random, players: int, planned: int, trouble: float) -> Snapshot:
    ids = rng.sample(range(1, 3 * players), players)
    ranked = rng.random() < 0.5
    entrants = [
        Entrant(
            id,
            f"P{id}",
            rating=None if rng.random() < 0.1 else rng.randint(1000, 1400),
            ranking=place if ranked else None,
            joined_round=rng.randint(2, 4) if rng.random() < trouble else 1,
            left_after_round=rng.randint(1, planned) if rng.random() < trouble / 2 else None,
        )
        for place, id in enumerate(ids, start=1)
    ]
    usual = rng.random() < 0.8
    scoring = Scoring() if usual else rng.choice(_SCORINGS)
    baku = rng.random() < 0.15 and scoring.win == 2 * scoring.draw and scoring.loss == 0
    number = rng.choice((0, 0, 0, 1, players // 3))
    return Snapshot(
        entrants=tuple(rng.sample(entrants, players)),
        system=SLUG,
        options={
            "initial_colour": rng.choice(("white", "black")),
            "acceleration": "baku" if baku else "none",
            "rounds": planned,
        },
        rounds_planned=planned,
        scoring=scoring,
        draw_seed=str(rng.getrandbits(30)),
        forbidden_pairs=tuple(sorted({_two(rng, ids) for _ in range(number)})),
        adjustments=(Adjustment(ids[0], rng.choice((-100, 50)), rng.choice((None, 2))),)
        if rng.random() < 0.05
        else (),
    )


def _two(rng: Random, ids: list[int]) -> tuple[int, int]:
    a, b = sorted(rng.sample(ids, 2))
    return a, b


def _requests(rng: Random, snapshot: Snapshot, number: int, trouble: float) -> tuple[ByeRequest, ...]:
    kinds = (ByeKind.HALF, ByeKind.HALF, ByeKind.ZERO)
    return tuple(
        ByeRequest(entrant.id, number, rng.choice(kinds))
        for entrant in snapshot.entrants
        if entrant.takes_part_in(number) and rng.random() < trouble / 2
    )


def random_legal(rng: Random, position: Position, noise: int = 60) -> Pairing | None:
    """A legal pairing near to the scores, the nearer the smaller the `noise` (hundredths); None: there is none."""
    people = People(position)
    completion = Completion(people)
    left = completion.everybody
    if not completion.can_be_completed(left):
        return None
    strength = {p.place: p.score + noise * rng.random() - p.place / 100 for p in people.all}
    pairs = []
    while left.bit_count() > 1:
        first, *others = sorted(members(left), key=lambda place: -strength[place])
        partner = next(
            (
                other
                for other in others
                if completion.partners[first] >> other & 1
                and completion.can_be_completed(left & ~(1 << first | 1 << other))
            ),
            None,
        )
        if partner is None:  # the bye is for this one
            if left.bit_count() % 2 == 0:
                raise AssertionError("a field that could be completed")
            strength[first] = min(strength.values()) - 1
            continue
        pairs.append((first, partner))
        left &= ~(1 << first | 1 << partner)
    return as_pairing(people, pairs, left)


def _played(rng: Random, snapshot: Snapshot, answer: Pairing, trouble: float) -> Snapshot:
    number = len(snapshot.rounds) + 1
    id_of = {tpn: id for id, tpn in tpns(snapshot).items()}
    matches = tuple(
        Match(table, (id_of[white], id_of[black]), _result(rng, white < black, trouble))
        for table, (white, black) in enumerate(sorted(answer.pairs), start=1)
    )
    byes = [Bye(request.player, request.kind) for request in snapshot.bye_requests]
    if answer.bye is not None:
        byes.append(Bye(id_of[answer.bye]))
    there = {id for match in matches for id in match.seats} | {bye.player for bye in byes}
    byes += [Bye(e.id, ByeKind.ABSENT) for e in snapshot.entrants if e.id not in there and rng.random() < 0.5]
    round_ = Round(number, matches=matches, byes=tuple(byes))
    entrants = tuple(
        replace(entrant, left_after_round=number)
        if entrant.left_after_round is None and rng.random() < trouble / 5
        else entrant
        for entrant in snapshot.entrants
    )
    return replace(snapshot, rounds=(*snapshot.rounds, round_), entrants=entrants, bye_requests=())


def _result(rng: Random, first_is_stronger: bool, trouble: float) -> str:
    if rng.random() < trouble:
        return rng.choice(("+--", "--+", "+--", "--+", "---", "0-0"))
    if rng.random() < 0.3:
        return "1/2-1/2"
    return "1-0" if first_is_stronger == (rng.random() < 0.75) else "0-1"
