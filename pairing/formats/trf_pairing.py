"""What a FIDE report says about the pairing itself: pairing numbers, the first colour, acceleration, who stays away.

Lines: `XXC white1` (JaVaFo) and `152 W` (TRF26) for the colour of number 1 in round 1, `XXA` and `250` for accelerated
points, `192 FIDE_DUTCH_BAKU` and the like where no line gives these, `XXC rank` for players ranked in the order of
their lines.

Sources: FIDE Handbook, TRF26; C.04.3, 5.1 (first colour); C.04.7, 1 (acceleration); the JaVaFo Advanced User Manual
for the XX lines.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from pairing.formats.trf_lines import wrong
from pairing.formats.trf_points import Accelerations, four_columns
from pairing.model.errors import PairingError
from pairing.model.field import Field
from pairing.model.lots import Lots
from pairing.model.options import parse
from pairing.model.types import ByeKind, ByeRequest, Entrant, Match, Round, Snapshot
from pairing.systems import SYSTEMS
from pairing.systems.dutch.acceleration import Acceleration
from pairing.systems.dutch.lineup import acceleration_of, planned_rounds
from pairing.systems.dutch.options import DutchOptions
from pairing.systems.dutch.plan import initial_colour

COLOURS = ("white", "black")
_WORDS = {"XXC": {"white1": "white", "black1": "black"}, "152": {"w": "white", "b": "black"}}


def first_colour(code: str, rest: str, line: int) -> str | None:
    """The colour that a line XXC or 152 says, None where it says none (`XXC rank`). Errors: DocumentError."""
    found = [_WORDS[code][word] for word in rest.lower().split() if word in _WORDS[code]]
    if len(set(found)) > 1 or (code == "152" and not found):
        raise wrong(line, f"{code}: {rest[:20]!r} is not one colour: {', '.join(_WORDS[code])}")
    return found[0] if found else None


def with_numbers(entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """The entrants in the order of their start numbers, ranked by them where ratings would give another order, and
    nothing else ranks them.
    """
    if any(entrant.ranking for entrant in entrants):
        return tuple(entrants)
    if list(Field(Snapshot(tuple(entrants))).start_place) == [entrant.id for entrant in entrants]:
        return tuple(entrants)
    return tuple(replace(entrant, ranking=entrant.id) for entrant in entrants)


def with_settings(
    snapshot: Snapshot, colour: str | None, accelerations: Accelerations, *, is_baku: bool = False
) -> Snapshot:
    """The snapshot of a report with the options of its system: the first colour, given or had, and acceleration, which
    is that of Baku where its type says so (`is_baku`) and no line gives points. A whole schedule has its options.
    """
    if snapshot.options:
        return snapshot
    colour = colour or colour_had(snapshot)
    options = {"initial_colour": colour} if colour else {}
    snapshot = replace(snapshot, options=options)
    rounds = accelerations.rounds(snapshot.rounds_planned)
    if not rounds:
        return replace(snapshot, options={**options, "acceleration": "baku"}) if is_baku else snapshot
    there = (ByeKind.FULL, ByeKind.HALF)
    for entered in (
        snapshot,
        *(_with_late_entries(snapshot, kinds) for kinds in ((*there, ByeKind.ZERO), there)),
    ):
        if _is_baku(entered, accelerations, max(rounds, len(snapshot.rounds) + 1)):
            return replace(entered, options={**options, "acceleration": "baku"})
    given = accelerations.by_player((entrant.id for entrant in snapshot.entrants), rounds)
    return replace(snapshot, options={**options, "acceleration": "given"}, virtual_points=given)


def _is_baku(snapshot: Snapshot, accelerations: Accelerations, rounds: int) -> bool:
    """Whether the points are those of the Baku acceleration, in each of so many rounds."""
    field = Field(snapshot)
    acceleration = _acceleration(field, DutchOptions(acceleration="baku"))
    return acceleration is not None and all(
        accelerations.of_round(number, field.entrants) == acceleration.of_round(number)
        for number in range(1, rounds + 1)
    )


def _acceleration(field: Field, options: DutchOptions) -> Acceleration | None:
    """What accelerates the rounds of the event; None where its rounds or points do not fit."""
    try:
        return acceleration_of(field, options)
    except PairingError:
        return None


def on_boards(snapshot: Snapshot) -> Snapshot:
    """The snapshot of a report with every match at its table of the hall, which a report does not say: in the order of
    C.04.2, 3.6 (points of the higher ranked with those of an acceleration, then of the other, then start number).
    """
    field = Field(snapshot)
    acceleration = _acceleration(field, _fide_options(snapshot) or DutchOptions()) or Acceleration()
    rounds = []
    for round_ in snapshot.rounds:
        points, more = Field(snapshot, round_.number).points, acceleration.of_round(round_.number)
        rank = {id: (-points[id] - more.get(id, 0), place) for id, place in field.start_place.items()}
        seated = zip(
            sorted(round_.matches, key=partial(_board, rank)), snapshot.tables.numbers(), strict=False
        )
        rounds.append(replace(round_, matches=tuple(replace(match, table=table) for match, table in seated)))
    return replace(snapshot, rounds=tuple(rounds))


def _board(rank: Mapping[int, tuple[int, int]], match: Match) -> tuple[int, int, int]:
    higher, lower = sorted(rank[id] for id in match.seats)
    return higher[0], lower[0], higher[1]


def _rounds(snapshot: Snapshot) -> int | None:
    """The number of rounds by which the event is paired."""
    options = _fide_options(snapshot)
    return planned_rounds(Field(snapshot), options) if options else snapshot.rounds_planned


def _fide_options(snapshot: Snapshot) -> DutchOptions | None:
    """What a report tells of the options of a system of FIDE; None for any other system."""
    system = SYSTEMS.get(snapshot.system)
    if system is None:
        return None
    options: Any = parse(system.options, snapshot.options)
    return options if isinstance(options, DutchOptions) else getattr(options, "dutch", None)


def _with_late_entries(snapshot: Snapshot, there_with: Collection[ByeKind]) -> Snapshot:
    """With everybody entered in the first round with a match or a bye of such a kind, or later still: the first group
    does not count those who came late. (A report does not tell them from those who were absent at first; some programs
    give them zero-point byes, others a blank.)
    """
    first: dict[int, int] = {}
    for round_ in snapshot.rounds:
        there = [id for match in round_.matches for id in match.seats]
        there += [bye.player for bye in round_.byes if bye.kind in there_with]
        for id in there:
            first.setdefault(id, round_.number)
    coming = len(snapshot.rounds) + 1
    away = {request.player for request in snapshot.bye_requests if request.round == coming}
    return replace(
        snapshot,
        entrants=with_numbers(
            [
                replace(entrant, joined_round=first.get(entrant.id, coming + (entrant.id in away)))
                for entrant in snapshot.entrants
            ]
        ),
    )


def colour_had(snapshot: Snapshot) -> str | None:
    """The first colour as it follows from the first round with colours: that of the first player in the order of the
    start numbers, reversed for each player before it who took part without a colour.
    """
    place = Field(snapshot).start_place
    for round_ in snapshot.rounds:
        colours, without = _colours(round_)
        if colours:
            first = min(colours, key=lambda id: place[id])
            before = sum(place[id] < place[first] for id in without)
            return COLOURS[(colours[first] + before) % 2]
    return None


def _colours(round_: Round) -> tuple[dict[int, int], list[int]]:
    """The colour of everybody who had one in the round, 0 for White; and who was paired without: forfeits, the bye."""
    colours: dict[int, int] = {}
    without = [bye.player for bye in round_.byes if bye.kind is ByeKind.FULL]
    for match in round_.matches:
        if match.result in ("+--", "--+", "---"):
            without += match.seats
        else:
            colours.update({id: seat for seat, id in enumerate(match.seats)})
    return colours, without


def settings_lines(snapshot: Snapshot) -> list[str]:
    """The lines about rounds, the first colour and acceleration, of an event whose players have their start numbers."""
    rounds = _rounds(snapshot)
    lines = [f"XXR {rounds}"] if rounds else []
    options = _fide_options(snapshot)
    if options is None:
        return lines
    if snapshot.rounds or snapshot.draw_seed or options.initial_colour != "lot":
        lines.append(f"XXC {COLOURS[initial_colour(options, Lots(snapshot.draw_seed))]}1")
    acceleration = _acceleration(Field(snapshot), options) or Acceleration()
    given = {id: row.points for row in acceleration.rows for id in row.players}
    for id, points in sorted(given.items()):
        lines.append(f"XXA {id:4d} {' '.join(four_columns(worth, id) for worth in points)}")
    return lines


def away_next(snapshot: Snapshot) -> list[ByeRequest]:
    """Those who have left, or are not there yet, as zero-point byes in the round to come; none when all is over."""
    coming = len(snapshot.rounds) + 1
    rounds = _rounds(snapshot)
    if snapshot.finished or (rounds is not None and coming > rounds):
        return []
    return [
        ByeRequest(entrant.id, coming, ByeKind.ZERO)
        for entrant in snapshot.entrants
        if not entrant.takes_part_in(coming)
    ]
