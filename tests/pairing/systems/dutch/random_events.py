"""Random events of the Dutch system from a seed: every round legal, but not always the one the rules would choose, so
that positions of all kinds come about.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
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
    VirtualPoints,
)
from tests.pairing.systems.dutch.completion import Completion, members
from tests.pairing.systems.dutch.literal import as_pairing
from tests.pairing.systems.dutch.people import People
from tests.pairing.systems.dutch.position import Pairing, Position, pairing
from tests.pairing.systems.dutch.snapshots import SLUG, position_of, tpns

Answer = Callable[[Snapshot], Pairing | None]
FEWEST = 5
_SCORINGS = (
    Scoring(300, 100, 0, 300),
    Scoring(bye=50),
    Scoring(300, 200, 100, 300, half_bye=200),
    Scoring(half_bye=0),
)


@dataclass(frozen=True, slots=True)
class _Manner:
    """How an event goes: the share of accidents (forfeits, byes, people who come and go) and of draws, how far pairings
    are from the scores (hundredths), and whether colours fall as they like.
    """

    trouble: float
    draws: float
    noise: int
    any_colours: bool


def _manner(rng: Random) -> _Manner:
    """Some events are played by the book, others with every accident there is. Where most games are drawn, groups are
    large; where colours fall as they like, many want the same one.
    """
    return _Manner(
        trouble=rng.choice((0.0, 0.05, 0.05, 0.15, 0.3)),
        draws=rng.choice((0.3, 0.3, 0.6, 0.9)),
        noise=rng.choice((0, 40, 120, 400)),
        any_colours=rng.random() < 0.3,
    )


def random_rounds(seed: int, most: int = 12, answer: Answer | None = None) -> Iterator[Snapshot]:
    """The rounds of an event of at most `most` players, each as it stands before it is paired; small fields are as
    frequent as large ones. `answer` gives the pairings that are played, instead of random ones.
    """
    rng = Random(f"dutch {seed}")
    planned = rng.randint(2, 9)
    players = round(FEWEST * (most / FEWEST) ** rng.random())
    manner = _manner(rng)
    snapshot = _opening(rng, players, planned, manner.trouble)
    for number in range(1, planned + 1):
        snapshot = replace(snapshot, bye_requests=_requests(rng, snapshot, number, manner.trouble))
        position = position_of(snapshot)
        if sum(player.here for player in position.players) < 2:
            return
        yield snapshot
        round_ = answer(snapshot) if answer else random_legal(rng, position, manner.noise)
        if round_ is None:
            return
        if manner.any_colours and not answer:
            round_ = _any_colours(rng, position, round_)
        snapshot = _played(rng, snapshot, round_, manner)


def _opening(rng: Random, players: int, planned: int, trouble: float) -> Snapshot:
    ids = rng.sample(range(1, 3 * players), players)
    ranked = rng.random() < 0.5
    entrants = [
        Entrant(
            id,
            f"P{id}",
            rating=None if rng.random() < 0.1 else rng.randint(1000, 1400),
            ranking=place if ranked else None,
            joined_round=rng.randint(2, 6) if rng.random() < trouble else 1,
            left_after_round=rng.randint(1, planned) if rng.random() < trouble / 2 else None,
        )
        for place, id in enumerate(ids, start=1)
    ]
    usual = rng.random() < 0.8
    scoring = Scoring() if usual else rng.choice(_SCORINGS)
    baku = rng.random() < 0.15 and scoring.win == 2 * scoring.draw and scoring.loss == 0
    number = rng.choice((0, 0, 0, 1, players // 3))
    given = _virtual_points(Random(f"given {ids}"), ids, planned)
    return Snapshot(
        entrants=tuple(rng.sample(entrants, players)),
        system=SLUG,
        options={
            "initial_colour": rng.choice(("white", "black")),
            "acceleration": "baku" if baku else "given" if given else "none",
            "rounds": planned,
        },
        rounds_planned=planned,
        scoring=scoring,
        draw_seed=str(rng.getrandbits(30)),
        forbidden_pairs=tuple(sorted({_two(rng, ids) for _ in range(number)})),
        adjustments=(Adjustment(ids[0], rng.choice((-100, 50)), rng.choice((None, 2))),)
        if rng.random() < 0.05
        else (),
        virtual_points=() if baku else given,
    )


def _virtual_points(rng: Random, ids: list[int], planned: int) -> tuple[VirtualPoints, ...]:
    """In some events points for single players, in rounds as they come."""
    if rng.random() < 0.9:
        return ()
    chosen = [id for id in ids if rng.random() < 0.4]
    return tuple(VirtualPoints((id,), (*rng.choices((0, 50, 100), k=planned - 1), 50)) for id in chosen)


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


def _any_colours(rng: Random, position: Position, answer: Pairing) -> Pairing:
    """Half of the pairs the other way round, where no player gets a difference beyond 2 or a third equal colour."""
    colours = {person.tpn: person.colours for person in People(position).all}

    def may_have(tpn: int, colour: str) -> bool:
        after = colours[tpn] + colour
        return abs(after.count("w") - after.count("b")) <= 2 and after[-3:] != 3 * colour

    def turned(white: int, black: int) -> tuple[int, int]:
        turn = rng.random() < 0.5 and may_have(black, "w") and may_have(white, "b")
        return (black, white) if turn else (white, black)

    return pairing((turned(*pair) for pair in sorted(answer.pairs)), *[answer.bye] * (answer.bye is not None))


def _played(rng: Random, snapshot: Snapshot, answer: Pairing, manner: _Manner) -> Snapshot:
    number = len(snapshot.rounds) + 1
    id_of = {tpn: id for id, tpn in tpns(snapshot).items()}
    matches = tuple(
        Match(table, (id_of[white], id_of[black]), _result(rng, white < black, manner))
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
        if entrant.left_after_round is None and rng.random() < manner.trouble / 5
        else entrant
        for entrant in snapshot.entrants
    )
    return replace(snapshot, rounds=(*snapshot.rounds, round_), entrants=entrants, bye_requests=())


def _result(rng: Random, first_is_stronger: bool, manner: _Manner) -> str:
    if rng.random() < manner.trouble:
        return rng.choice(("+--", "--+", "+--", "--+", "---", "0-0"))
    if rng.random() < manner.draws:
        return "1/2-1/2"
    return "1-0" if first_is_stronger == (rng.random() < 0.75) else "0-1"
