"""Events of four at a table that read like score sheets.

    mahjong(["A 42300 B 31200 C 28000 D 18500", "E F G H"])

One round with two tables in the order East, South, West, North; the second is still open. `B 31200-20` is a penalty of
20 points; `E has a bye`, `E is absent`. Players get the ids 1, 2, 3, ... in the order of `players="A B C"`, or else in
the order in which they are first mentioned; those whose name begins with "House" are house players.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from pairing.engine import pair
from pairing.engine.standings import rank
from pairing.formats.document import checked
from pairing.model.types import (
    FOUR,
    Bye,
    ByeKind,
    ByeRequest,
    Entrant,
    Match,
    Round,
    RoundPlan,
    RoundStatus,
    Snapshot,
)
from pairing.tiebreaks import parse_chain

CHAIN = ("firsts", "seconds", "thirds", "best_game", "raw_points", "draw_number")
_SEAT = re.compile(r"(?P<name>[^\W\d]\w*)(?: (?P<raw>-?\d+)(?P<penalty>-\d+)?)?(?: |$)")
_BYES = {"has a bye": ByeKind.FULL, "is absent": ByeKind.ABSENT}


def mahjong(
    *rounds: Sequence[str],
    players: str = "",
    about: Mapping[str, Mapping[str, Any]] | None = None,
    forbidden: Sequence[str] = (),
    absent: Sequence[str] = (),
    **fields: Any,
) -> Snapshot:
    """The snapshot after `rounds`; `absent` are names that ask for a bye in the round to come."""
    names: dict[str, int] = {}
    for name in [*players.split(), *(name for lines in rounds for line in lines for name in _names(line))]:
        names.setdefault(name, len(names) + 1)
    about = about or {}
    snapshot = Snapshot(
        entrants=tuple(
            Entrant(id=id, name=name, **{"house": name.startswith("House"), **about.get(name, {})})
            for name, id in names.items()
        ),
        rounds=tuple(_round(number, lines, names) for number, lines in enumerate(rounds, start=1)),
        forbidden_pairs=tuple((names[a], names[b]) for a, b in map(str.split, forbidden)),
        bye_requests=tuple(ByeRequest(names[name], len(rounds) + 1, ByeKind.ABSENT) for name in absent),
        seats=FOUR,
        **{"system": "mahjong_swiss", "draw_seed": "sheets", "tiebreaks": parse_chain(CHAIN), **fields},
    )
    return checked(snapshot)


def _names(line: str) -> list[str]:
    if any(line.endswith(words) for words in _BYES):
        return [line.split()[0]]
    return [found["name"] for found in _SEAT.finditer(line)]


def _round(number: int, lines: Sequence[str], names: Mapping[str, int]) -> Round:
    matches: list[Match] = []
    byes: list[Bye] = []
    for line in lines:
        kind = next((kind for words, kind in _BYES.items() if line.endswith(words)), None)
        if kind is not None:
            byes.append(Bye(names[line.split()[0]], kind))
            continue
        seats = list(_SEAT.finditer(line))
        raw = [seat["raw"] for seat in seats]
        penalties = tuple(100 * int(seat["penalty"] or 0) for seat in seats)
        matches.append(
            Match(
                table=len(matches) + 1,
                seats=tuple(names[seat["name"]] for seat in seats),
                scores=None if None in raw else tuple(int(value or 0) for value in raw),
                penalties=penalties if any(penalties) else None,
            )
        )
    is_open = any(match.is_open for match in matches)
    return Round(
        number, RoundStatus.IN_PROGRESS if is_open else RoundStatus.COMPLETED, tuple(matches), tuple(byes)
    )


def name_of(snapshot: Snapshot, player: int) -> str:
    """The name; a house player who is no entrant yet is called `House`."""
    return next((e.name for e in snapshot.entrants if e.id == player), "House")


def tables_of(plan: RoundPlan, snapshot: Snapshot) -> list[str]:
    """The tables in the order of their numbers, each with its names in alphabetical order: `["A B C D"]`."""
    return [" ".join(sorted(name_of(snapshot, player) for player in match.seats)) for match in plan.matches]


def winds_of(plan: RoundPlan, snapshot: Snapshot) -> list[str]:
    """The tables in the order of their numbers, each in the order of the winds."""
    return [" ".join(name_of(snapshot, player) for player in match.seats) for match in plan.matches]


def why(plan: RoundPlan, snapshot: Snapshot, table: int) -> list[str]:
    """What the players of a table read, with names."""
    match = next(match for match in plan.matches if match.table == table)
    return [reason.text(name_of=lambda id: name_of(snapshot, id)) for reason in match.why]


def notes(plan: RoundPlan, snapshot: Snapshot) -> list[str]:
    """What the director reads, with names."""
    return [reason.text(name_of=lambda id: name_of(snapshot, id)) for reason in plan.notes]


def places(snapshot: Snapshot, after_round: int | None = None) -> list[str]:
    """The standings as `1 A 30.3`: rank, name, points."""
    return [
        f"{line.rank} {name_of(snapshot, line.player)} {line.points / 100:g}"
        for line in rank(snapshot, after_round)
    ]


def groups(snapshot: Snapshot, after_round: int | None = None) -> dict[int, str]:
    """The names of each group of the standings, in their order: `{0: "A B", 2: "C"}`."""
    found: dict[int, list[str]] = {}
    for line in rank(snapshot, after_round):
        found.setdefault(line.group, []).append(name_of(snapshot, line.player))
    return {group: " ".join(names) for group, names in found.items()}


def some_scores(rng: Random, start: int = 30_000) -> tuple[int, ...]:
    """Raw points of a table; now and then with ties and with sticks left over."""
    shifts = [rng.choice((0, rng.randrange(-250, 250))) * 100 for _ in range(3)]
    left_over = rng.choice((0, 0, 0, 1000))
    return tuple([start + shift for shift in shifts] + [start - sum(shifts) - left_over])


def played(snapshot: Snapshot, plan: RoundPlan, rng: Random) -> Snapshot:
    """The plan as a completed round with some scores; its house players become entrants."""
    matches = tuple(
        Match(m.table, m.seats, scores=some_scores(rng, snapshot.mahjong.start)) for m in plan.matches
    )
    byes = tuple(Bye(bye.player, bye.kind) for bye in plan.byes)
    return replace(
        snapshot,
        entrants=snapshot.entrants + tuple(Entrant(id, f"House {id}", house=True) for id in plan.house),
        rounds=(*snapshot.rounds, Round(plan.number, matches=matches, byes=byes)),
        bye_requests=(),
    )


def play_on(snapshot: Snapshot, rounds: int, seed: int = 1) -> Snapshot:
    """So many more rounds, paired by the engine and played with random scores."""
    rng = Random(seed)
    for _ in range(rounds):
        snapshot = played(snapshot, pair(snapshot), rng)
    return snapshot


def ids(snapshot: Snapshot, names: str) -> list[int]:
    """The ids of names."""
    return [next(e.id for e in snapshot.entrants if e.name == name) for name in names.split()]


def everybody(plan: RoundPlan) -> Iterable[int]:
    """Everybody with a seat."""
    return (player for match in plan.matches for player in match.seats)


# EMA scoring. A table of 45,000/32,000/25,000/18,000 is +30/+7/-10/-27, one of 44,000/31,500/25,500/19,000
# +29/+6.5/-9.5/-26, one of 43,000/31,000/26,000/20,000 +28/+6/-9/-25, and the example of the rules
# 42,300/31,200/28,000/18,500 +27.3/+6.2/-7/-26.5. One qualifying round; A1 won table 1, B1 was second, and so on.
QUALIFYING = [
    "A1 45000 B1 32000 C1 25000 D1 18000",
    "A2 44000 B2 31500 C2 25500 D2 19000",
    "A3 43000 B3 31000 C3 26000 D3 20000",
    "A4 42300 B4 31200 C4 28000 D4 18500",
]
# Halved, best first: A1 15, A2 14.5, A3 14, A4 13.65, B1 3.5, B2 3.25, B4 3.1, B3 3; C4 -3.5, C3 -4.5, C2 -4.75, C1 -5,
# D3 -12.5, D2 -13, D4 -13.25, D1 -13.5.
SEMIS = [
    "B3 42300 B2 31200 A3 28000 A1 18500",
    "A2 45000 A4 32000 B1 25000 B4 18000",
    "C4 45000 C3 32000 C2 25000 C1 18000",
    "D1 44000 D4 31500 D2 25500 D3 19000",
]
FINALS = [
    "B2 45000 A4 32000 B3 25000 A2 18000",
    "A3 45000 B1 32000 A1 25000 B4 18000",
    "D4 45000 C3 32000 D1 25000 C4 18000",
    "C2 45000 D2 32000 C1 25000 D3 18000",
]


def final(*rounds: list[str], options: dict[str, Any] | None = None, **fields: Any) -> Snapshot:
    given = {"qualifying_rounds": 1, **(options or {})}
    return mahjong(*rounds, system="mahjong_final", options=given, **fields)


# Eight people, four rounds.
FOUR_ROUNDS = (
    ((1, 2, 3, 4), (5, 6, 7, 8)),
    ((5, 1, 6, 2), (3, 7, 4, 8)),
    ((8, 5, 2, 3), (6, 4, 1, 7)),
    ((7, 8, 1, 2), (4, 3, 5, 6)),
)
EIGHT = "A B C D E F G H"


def planned(*, players: str = EIGHT, **fields: Any) -> Snapshot:
    """An event of eight with a stored schedule."""
    return mahjong(players=players, **{"system": "mahjong_schedule", "schedule": FOUR_ROUNDS, **fields})


def people(count: int) -> str:
    """Names for so many players."""
    return " ".join(f"P{i}" for i in range(1, count + 1))


def from_start(count: int, **fields: Any) -> Snapshot:
    """An event of so many players and five rounds whose schedule is computed."""
    return mahjong(players=people(count), **{"system": "mahjong_schedule", "rounds_planned": 5, **fields})


def with_entrant(snapshot: Snapshot, name: str, **about: Any) -> Snapshot:
    """The same event with one more entrant."""
    new = Entrant(max(e.id for e in snapshot.entrants) + 1, name, **about)
    return replace(snapshot, entrants=(*snapshot.entrants, new))


def changed(snapshot: Snapshot, name: str, **about: Any) -> Snapshot:
    """The same event with other facts of one player."""
    entrants = tuple(replace(e, **about) if e.name == name else e for e in snapshot.entrants)
    return replace(snapshot, entrants=entrants)
