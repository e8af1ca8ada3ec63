"""The state of an event as plain data with keys that people know: numbers of players, rounds and tables.

It holds what a step can change and an undo has to bring back. What it leaves out, and why, is said in
docs/decisions/0012-history.md. Everything is read as plain tuples, never as model instances.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from typing import Literal, get_args

from django.db.models import Q, QuerySet

from tournaments.models import (
    Bye,
    ByeRequest,
    Entry,
    ForbiddenPair,
    Match,
    Moment,
    Player,
    Registration,
    Round,
    RoundInput,
    Seat,
    Tournament,
)
from tournaments.steps.delta import INPUTS, Rows, State
from tournaments.steps.person import PERSON

EVENT = "event"
# No step of the event changes these, or none that is taken back: whose it is, its owner's archive, its bin, its series
# and what that says, the codes on its tables, what the names come to.
NOT_STATE = {
    "id", "owner", "version", "public_version", "people_version", "created_at", "hidden", "archived", "deleted_at",
    "left_series", "series", "series_meetings", "table_key", "has_hidden_names",
}  # fmt: skip
SETTINGS = tuple(field.name for field in Tournament._meta.concrete_fields if field.name not in NOT_STATE)
# The primary key is part of a player: the order of the list follows it, and penalties hang on it.
PLAYER = (
    "id", "name", "rating", "club", "fixed_table", "ranking", "mu", "sigma", "joined_round",
    "left_after_round", "checked_in", "checked_in_at", "note", "house", "draw_number", "key",
    "sort_name", "name_form", "lots", "starting_rank", *PERSON,
)  # fmt: skip
ROUND = (
    "state", "seed", "system", "options", "rule_version", "notes", "relaxed", "assumed", "created_at",
    "published_at", "completed_at",
)  # fmt: skip
MATCH = (
    "result", "games", "why", "playing_since", "extra_seconds", "extra_why", "verified_at", "verified_by_id",
    "entered_at", "entered_by_id", "agreed_for", "postponed", "postponed_why",
)  # fmt: skip
# As they stand in the database: whoever reads a log or a snapshot can open nothing.
SEALED = ("key", "draw_seed")
SEAT = ("raw", "penalty", "points", "place", "outcome")
BYE = ("kind", "points", "why")
MOMENT = ("at", "facts", "decision")
REGISTRATION = (
    "opens_at", "closes_at", "capacity", "waiting_most", "approval", "offer_hours", "fee", "currency", "fee_note",
    "confirm_email", "consent", "consent_version", "fields", "questions",
)  # fmt: skip
ENTRY = (
    "line", "state", "expires_at", "passed", "first_place", "name", "club", "federation", "title", "rating",
    "birth_year", "email", "answers", "byes", "consent_version", "money", "amount", "receipt", "paid_at",
    "to_correct", "message", "doubt", "arrived_at", "confirmed_at", "player_id", "key",
)  # fmt: skip
# So many keys at most in one statement: SQLite has a limit.
_MOST_KEYS = 5_000
Section = Literal[
    "settings", "players", "requests", "forbidden", "rounds", "matches", "byes", "moments", "registration", "entries"
]  # fmt: skip
SECTIONS: tuple[Section, ...] = get_args(Section)


def plain(value: object) -> object:
    """A column's value as JSON holds it."""
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.UTC).isoformat()
    return value.isoformat() if isinstance(value, datetime.date | datetime.time) else value


def round_numbers(tournament: Tournament) -> set[int]:
    rows = Round.objects.filter(tournament=tournament).order_by()
    return set(rows.values_list("number", flat=True))


def read(tournament: Tournament, section: str, rounds: Collection[int] = ()) -> Rows:
    """One section as it is now; of `matches` only those of `rounds`."""
    if section == "matches":
        return _matches(tournament, rounds)
    return _READ[section](tournament)


def whole(tournament: Tournament) -> State:
    """The whole state as it is now."""
    rounds = round_numbers(tournament)
    return {section: read(tournament, section, rounds) for section in SECTIONS}


def inputs(tournament: Tournament, keys: Collection[int] | None = None) -> Rows:
    """The documents rounds were paired from, by number; of the rounds with these primary keys, or all."""
    rows = RoundInput.objects.filter(round__tournament=tournament)
    if keys is not None:
        rows = rows.filter(round__in=keys)
    return {str(number): document for number, document in rows.values_list("round__number", "document")}


def with_inputs(tournament: Tournament) -> State:
    """The whole state and the documents its rounds were paired from, as a snapshot keeps it."""
    return {**whole(tournament), INPUTS: inputs(tournament)}


def _rows(
    found: Iterable[tuple[object, ...]], fields: tuple[str, ...], key: Callable[..., str] = str
) -> Rows:
    """Rows of columns: the first one is the key."""
    return {key(row[0]): dict(zip(fields, map(plain, row[1:]), strict=True)) for row in found}


def _settings(tournament: Tournament) -> Rows:
    found = Tournament.objects.filter(pk=tournament.pk).order_by().values_list("pk", *SETTINGS)
    return _rows(found, SETTINGS, lambda _pk: EVENT)


def _players(tournament: Tournament) -> Rows:
    found = Player.objects.filter(tournament=tournament).order_by("pk").values_list("number", *PLAYER)
    at = PLAYER.index("checked_in_at")
    rows = {str(number): dict(zip(PLAYER, values, strict=True)) for number, *values in found}
    for row in rows.values():
        row[PLAYER[at]] = plain(row[PLAYER[at]])
    return rows


def _requests(tournament: Tournament) -> Rows:
    found = ByeRequest.objects.filter(tournament=tournament).order_by("round_number", "player__number")
    columns = found.values_list("player__number", "round_number", "kind")
    return {f"{round_number}/{number}": {"kind": kind} for number, round_number, kind in columns}


def _forbidden(tournament: Tournament) -> Rows:
    found = ForbiddenPair.objects.filter(tournament=tournament).order_by()
    pairs = sorted(sorted(pair) for pair in found.values_list("a__number", "b__number"))
    return {f"{a}-{b}": {} for a, b in pairs}


def _rounds(tournament: Tournament) -> Rows:
    found = Round.objects.filter(tournament=tournament).order_by("number")
    return _rows(found.values_list("number", *ROUND), ROUND)


def _matches(tournament: Tournament, rounds: Collection[int]) -> Rows:
    if not rounds:
        return {}
    heads = Round.objects.filter(tournament=tournament, number__in=rounds).order_by()
    keys = list(heads.values_list("pk", flat=True))
    return _tables(Match.objects.filter(round__in=keys), Seat.objects.filter(round__in=keys))


def matches(tournament: Tournament, keys: Collection[int], newer_than: int | None = None) -> Rows:
    """Matches of the event by primary key, and all made after the match `newer_than`."""
    if len(keys) > _MOST_KEYS:
        rows: Rows = {}
        ordered = sorted(keys)
        for start in range(0, len(ordered), _MOST_KEYS):
            rows |= matches(tournament, ordered[start : start + _MOST_KEYS], newer_than)
        return rows
    wanted = Q(pk__in=keys) if newer_than is None else Q(pk__in=keys) | Q(pk__gt=newer_than)
    found = Match.objects.filter(wanted, round__tournament=tournament)
    return _tables(found, Seat.objects.filter(match__in=found.order_by().values("pk")))


def _tables(matches: QuerySet[Match], seats: QuerySet[Seat]) -> Rows:
    """`players` are numbers in the order of the seats, `scores` what stands at each of these."""
    at: dict[int, list[tuple[object, ...]]] = defaultdict(list)
    for match, *values in seats.order_by("match", "position").values_list(
        "match_id", "player__number", *SEAT
    ):
        at[match].append(tuple(values))
    rows: Rows = {}
    columns = ("pk", "round__number", "table", *MATCH)
    for pk, number, table, *values in matches.order_by("round__number", "table").values_list(*columns):
        row = dict(zip(MATCH, map(plain, values), strict=True))
        row["players"] = [seat[0] for seat in at[pk]]
        row["scores"] = [list(seat[1:]) for seat in at[pk]]
        rows[f"{number}/{table}"] = row
    return rows


def _entries(tournament: Tournament) -> Rows:
    return _entry_rows(Entry.objects.filter(tournament=tournament))


def entries(tournament: Tournament, keys: Collection[int], newer_than: int | None = None) -> Rows:
    """Entries of the event by primary key, and all made after the entry `newer_than`."""
    wanted = Q(pk__in=keys) if newer_than is None else Q(pk__in=keys) | Q(pk__gt=newer_than)
    return _entry_rows(Entry.objects.filter(wanted, tournament=tournament))


def _entry_rows(entries: QuerySet[Entry]) -> Rows:
    found = entries.order_by("number")
    return _rows(found.values_list("number", *ENTRY), ENTRY)


def _registration(tournament: Tournament) -> Rows:
    found = Registration.objects.filter(tournament=tournament).order_by().values_list("pk", *REGISTRATION)
    return _rows(found, REGISTRATION, lambda _pk: EVENT)


def _byes(tournament: Tournament) -> Rows:
    found = Bye.objects.filter(round__tournament=tournament).order_by("round__number", "player__number")
    columns = found.values_list("round__number", "player__number", *BYE)
    return {f"{row[0]}/{row[1]}": dict(zip(BYE, row[2:], strict=True)) for row in columns}


def _moments(tournament: Tournament) -> Rows:
    found = Moment.objects.filter(tournament=tournament).order_by("number")
    return _rows(found.values_list("number", *MOMENT), MOMENT)


_READ: dict[str, Callable[[Tournament], Rows]] = {
    "settings": _settings,
    "players": _players,
    "requests": _requests,
    "forbidden": _forbidden,
    "rounds": _rounds,
    "byes": _byes,
    "moments": _moments,
    "registration": _registration,
    "entries": _entries,
}
