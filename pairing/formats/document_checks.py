"""What a schema cannot say about an event document: whether its parts fit each other.

Each check raises DocumentError for the first thing that is wrong, naming the place in the document.
"""

from __future__ import annotations

from collections.abc import Iterable

from pairing.engine import find_system
from pairing.engine.phases import side_by_side, with_entries
from pairing.formats.document_phases import check_phases
from pairing.model.errors import NOT_KNOWN, PairingError
from pairing.model.hall import misplaced
from pairing.model.options import parse
from pairing.model.reasons import gettext_noop, phrase
from pairing.model.schema import DocumentError, path_text
from pairing.model.scoring.mahjong import check_raw
from pairing.model.types import FOUR, Entrant, Match, Round, RoundStatus, Snapshot, TableKind
from pairing.queue.moments import check_moments
from pairing.systems.base import System
from pairing.tiebreaks.chain import check_fits


def check_snapshot(snapshot: Snapshot, open_from: int | None = None) -> None:
    """Raise DocumentError unless everything in the snapshot fits together. `open_from`: from this round on any
    round may be open, not just the last one.
    """
    _check_texts(snapshot)
    entrants = _check_players(snapshot)
    system = _check_system(snapshot)
    check_phases(snapshot)
    entrants = {e.id: e for e in with_entries(snapshot).entrants}
    _check_chain(snapshot, system.seats)
    if system.seats != FOUR:
        _check_scoring(snapshot)
    _check_house_players(snapshot, system.seats)
    _check_adjustments(snapshot, system.seats, entrants)
    _check_virtual_points(snapshot, entrants)
    _check_pairs(snapshot, entrants)
    _check_schedule(snapshot, system, entrants)
    _check_tables(snapshot)
    last = len(snapshot.rounds) - 1
    for index, round_ in enumerate(snapshot.rounds):
        where = f"rounds[{index}]"
        if round_.number != index + 1:
            detail = phrase(
                "{number} is not possible here; rounds are numbered 1, 2, 3 … in order", number=round_.number
            )
            raise DocumentError(f"{where}.number", detail)
        from_here = open_from is not None and round_.number >= open_from
        may_be_open = index == last or from_here or side_by_side(snapshot, round_.number)
        if not may_be_open and round_.status is not RoundStatus.COMPLETED:
            raise DocumentError(f"{where}.status", phrase("only the last round may be other than completed"))
        _check_round(round_, where, entrants, system.seats)
        if system.seats == FOUR:
            _check_raw(snapshot, round_, where)
    if snapshot.finished and (not snapshot.rounds or snapshot.rounds[-1].status is not RoundStatus.COMPLETED):
        raise DocumentError("finished", phrase("an event is finished when all its rounds are completed"))
    problem = check_moments(snapshot, snapshot.moments) if snapshot.moments else None
    if problem is not None:
        raise DocumentError(f"moments[{problem[0]}]", problem[1])


def _check_tables(snapshot: Snapshot) -> None:
    """The tables of the hall, and that fixed tables are among them."""
    hall = snapshot.tables
    at = misplaced(hall.ranges)
    if at is not None:
        detail = phrase(
            "the ranges must be ascending, each after the one before, its first number not after its last"
        )
        raise DocumentError(f"tables.ranges[{at}]", detail)
    if hall.ranges and next(hall.there(), None) is None:
        raise DocumentError("tables.skip", phrase("at least one table must be left"))
    if not hall.ranges and hall.skip:
        raise DocumentError("tables.skip", phrase("not allowed without ranges"))
    for index, e in enumerate(snapshot.entrants):
        if e.fixed_table is not None and not hall.has(e.fixed_table):
            detail = phrase("table {number} is not one of the hall's", number=e.fixed_table)
            raise DocumentError(f"players[{index}].fixed_table", detail)


_TEXTS_OF_PLAYER = (
    "name", "club", "title", "federation", "sort_name", "national_id", "sex", "second_rating_kind",
)  # fmt: skip


def _check_texts(snapshot: Snapshot) -> None:
    _check_text("name", snapshot.name)
    _check_text("draw_seed", snapshot.draw_seed)
    _check_text("series", snapshot.series)
    for index, round_ in enumerate(snapshot.rounds):
        _check_text(f"rounds[{index}].seed", round_.seed)
    for index, e in enumerate(snapshot.entrants):
        for field in _TEXTS_OF_PLAYER:
            text = getattr(e, field)
            if text and not text.isascii():
                _check_text(f"players[{index}].{field}", text)
            elif text and "\x00" in text:
                raise DocumentError(f"players[{index}].{field}", phrase("a NUL character is not allowed"))


def _check_text(where: str, text: str) -> None:
    if "\x00" in text:
        raise DocumentError(where, phrase("a NUL character is not allowed"))
    try:
        text.encode()
    except UnicodeEncodeError:
        raise DocumentError(where, phrase("half of a surrogate pair is not a character")) from None


def _check_players(snapshot: Snapshot) -> dict[int, Entrant]:
    entrants: dict[int, Entrant] = {}
    for index, e in enumerate(snapshot.entrants):
        if e.id in entrants:
            detail = phrase("{number} appears twice; ids must be unique", number=e.id)
            raise DocumentError(f"players[{index}].id", detail)
        if e.left_after_round is not None and e.left_after_round < e.joined_round - 1:
            detail = phrase(
                "{left} lies before the player joined in round {joined}",
                left=e.left_after_round,
                joined=e.joined_round,
            )
            raise DocumentError(f"players[{index}].left_after_round", detail)
        entrants[e.id] = e
    return entrants


def check_system_name(slug: str) -> System:
    """The system of this name. Errors: DocumentError, listing the known ones."""
    try:
        return find_system(slug)
    except PairingError as error:
        raise DocumentError("system.name", phrase(NOT_KNOWN, **error.params)) from None


def _check_system(snapshot: Snapshot) -> System:
    system = check_system_name(snapshot.system)
    try:
        parse(system.options, snapshot.options)
    except PairingError as error:
        raise DocumentError("system.options", error.said) from None
    return system


def _check_chain(snapshot: Snapshot, seats: TableKind) -> None:
    for spec in snapshot.tiebreaks:
        try:
            check_fits(spec, seats)
        except PairingError as error:
            detail = phrase("{name}: {detail}", **error.params)
            raise DocumentError("tiebreaks", detail) from None


def _check_house_players(snapshot: Snapshot, seats: TableKind) -> None:
    """Who fills a seat at a table of four, and the numbers the persons have drawn."""
    drawn: set[int] = set()
    for index, e in enumerate(snapshot.entrants):
        if e.house and not seats.rules.has_house_players:
            detail = phrase("house players are for tables of four; this system seats two")
            raise DocumentError(f"players[{index}].house", detail)
        if e.draw_number is None:
            continue
        if e.house:
            detail = phrase(
                "{number} is not possible here; a house player draws no number", number=e.draw_number
            )
            raise DocumentError(f"players[{index}].draw_number", detail)
        if e.draw_number in drawn:
            detail = phrase(
                "{number} appears twice; each player draws a different number", number=e.draw_number
            )
            raise DocumentError(f"players[{index}].draw_number", detail)
        drawn.add(e.draw_number)


def _check_schedule(snapshot: Snapshot, system: System, known: dict[int, Entrant]) -> None:
    if snapshot.schedule and not (system.plans_ahead or (system.outlook and system.seats == FOUR)):
        detail = phrase("not allowed; this system pairs round by round and does not plan ahead")
        raise DocumentError("schedule", detail)
    for index, tables in enumerate(snapshot.schedule):
        seated: set[int] = set()
        for number, table in enumerate(tables):
            where = f"schedule[{index}][{number}]"
            _check_known(where, table, known)
            for player in table:
                if player in seated:
                    text = phrase("player {number} has a seat twice in this round", number=player)
                    raise DocumentError(where, text)
                seated.add(player)


def _check_raw(snapshot: Snapshot, round_: Round, where: str) -> None:
    for index, match in enumerate(round_.matches):
        if match.scores is None:
            continue
        try:
            check_raw(snapshot.mahjong, match.scores)
        except PairingError as error:
            raise DocumentError(path_text([where, "matches", index, "scores"]), error.said) from None


def _check_scoring(snapshot: Snapshot) -> None:
    if snapshot.scoring.win <= snapshot.scoring.loss:
        raise DocumentError("scoring.win", phrase("a win must be worth more than a loss"))


def _check_adjustments(snapshot: Snapshot, seats: TableKind, known: dict[int, Entrant]) -> None:
    if snapshot.adjustments and not seats.rules.has_adjustments:
        detail = phrase("not allowed; at tables of four penalties belong to a match")
        raise DocumentError("adjustments", detail)
    for index, given in enumerate(snapshot.adjustments):
        _check_known(f"adjustments[{index}].player", (given.player,), known)


def _check_virtual_points(snapshot: Snapshot, known: dict[int, Entrant]) -> None:
    seen: set[int] = set()
    for index, row in enumerate(snapshot.virtual_points):
        where = f"virtual_points[{index}].players"
        _check_known(where, row.players, known)
        if len({*row.players, *seen}) < len(row.players) + len(seen):
            raise DocumentError(where, phrase("each player may be there once"))
        seen.update(row.players)


def _check_pairs(snapshot: Snapshot, known: dict[int, Entrant]) -> None:
    pairs = [(f"forbidden_pairs[{i}]", pair) for i, pair in enumerate(snapshot.forbidden_pairs)]
    pairs += [(f"earlier_meetings[{i}].players", m.players) for i, m in enumerate(snapshot.earlier_meetings)]
    for where, pair in pairs:
        if pair[0] == pair[1]:
            detail = phrase("{number} twice; two different players are needed", number=pair[0])
            raise DocumentError(where, detail)
        _check_known(where, pair, known)
    asked = set()
    for index, request in enumerate(snapshot.bye_requests):
        _check_known(f"bye_requests[{index}].player", (request.player,), known)
        if known[request.player].house:
            detail = phrase("{number} is a house player, who requests no byes", number=request.player)
            raise DocumentError(f"bye_requests[{index}].player", detail)
        if (request.player, request.round) in asked:
            detail = phrase(
                "{number} requests two byes in round {round}", number=request.player, round=request.round
            )
            raise DocumentError(f"bye_requests[{index}]", detail)
        asked.add((request.player, request.round))


def _check_known(where: str, players: Iterable[int], known: dict[int, Entrant]) -> None:
    for player in players:
        if player not in known:
            raise DocumentError(where, phrase("there is no player {number}", number=player))


def _check_round(round_: Round, where: str, entrants: dict[int, Entrant], seats: TableKind) -> None:
    seated: set[int] = set()
    tables: set[int] = set()
    completed = round_.status is RoundStatus.COMPLETED
    for index, match in enumerate(round_.matches):
        problem = _problem_of_match(match, seats, completed, tables)
        if problem:
            raise DocumentError(path_text([where, "matches", index, problem[0]]), problem[1])
        tables.add(match.table)
        for player in match.seats:
            problem_text = _problem_of_seat(player, round_.number, seated, entrants)
            if problem_text:
                raise DocumentError(path_text([where, "matches", index, "seats"]), problem_text)
            seated.add(player)
    for index, bye in enumerate(round_.byes):
        place = path_text([where, "byes", index, "player"])
        if bye.player not in entrants:
            raise DocumentError(place, phrase("there is no player {number}", number=bye.player))
        if bye.player in seated:
            text = phrase("player {number} has a seat or a bye twice in this round", number=bye.player)
            raise DocumentError(place, text)
        seated.add(bye.player)


def _problem_of_match(
    match: Match, seats: TableKind, completed: bool, tables: set[int]
) -> tuple[str, str] | None:
    if len(match.seats) != seats:
        given = len(match.seats)
        return "seats", phrase(
            "{given} players; this system seats {seats} at a table", given=given, seats=seats
        )
    if match.table in tables:
        return "table", phrase("{table} appears twice in this round", table=match.table)
    if completed and match.is_open:
        return seats.rules.result, phrase("missing; the round is completed")
    return None


def _problem_of_seat(player: int, number: int, seated: set[int], entrants: dict[int, Entrant]) -> str | None:
    entrant = entrants.get(player)
    if entrant is None:
        return phrase("there is no player {number}", number=player)
    if player in seated:
        return phrase("player {number} has a seat twice in this round", number=player)
    if not entrant.house and not entrant.takes_part_in(number):
        first, last = entrant.joined_round, entrant.left_after_round
        text = gettext_noop("player {player} takes part from round {first}, not in round {number}")
        if last is not None:
            text = gettext_noop(
                "player {player} takes part from round {first} to round {last}, not in round {number}"
            )
        return phrase(text, player=player, first=first, last=last, number=number)
    return None
