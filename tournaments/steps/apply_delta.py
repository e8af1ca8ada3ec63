"""Writing a delta into the tables: the one way back for every step, and to every snapshot.

Rows keep their primary keys where they stay the same thing: a player by number, a round by number, a table by who sits
at it, else by its number. So codes that are printed stay good, and reports and penalties stay where they belong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Field
from django.utils.dateparse import parse_datetime

from accounts.models import User
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
    Tournament,
)
from tournaments.seals import Sealed
from tournaments.steps import listeners, state
from tournaments.steps.apply_tables import write_tables
from tournaments.steps.changes import touching
from tournaments.steps.delta import (
    INPUTS,
    Delta,
    Row,
    Rows,
    State,
    conflicts,
    difference,
    fold,
    unpack_text,
)
from tournaments.steps.refusals import common as refuse

# What something else than a step may have changed since, and then stays as it is: a season (by the series), a seed
# that has been shown, a player's key that was renewed, who entered a result (the account may be gone).
_SOFT = {
    ("settings", "season"),
    ("settings", "draw_seed"),
    ("players", "key"),
    ("entries", "key"),
    ("matches", "entered_by_id"),
    ("matches", "verified_by_id"),
}


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be written: the sections that change, as they are and as they are to be."""

    tournament: Tournament
    now: State
    wanted: State

    def gone(self, section: str) -> list[str]:
        return [key for key in self.now.get(section, {}) if key not in self.wanted[section]]

    def new(self, section: str) -> Rows:
        now = self.now.get(section, {})
        return {key: row for key, row in self.wanted.get(section, {}).items() if key not in now}

    def other(self, section: str) -> dict[str, Row]:
        """The fields that change, of rows that stay."""
        now = self.now.get(section, {})
        found: dict[str, Row] = {}
        for key, row in self.wanted.get(section, {}).items():
            old = now.get(key)
            if old is not None and old != row:
                found[key] = {field: value for field, value in row.items() if old[field] != value}
        return found


def write(tournament: Tournament, delta: Delta) -> None:
    """Make the changes of `delta`, inside a running change.

    Errors: `state_differs` (params: what) when something it changes is not as it was after the step, `slug_taken`.
    """
    delta = _softened(_sections(tournament, delta), delta)
    steps = _steps(tournament, delta)
    _touch(tournament, steps)
    for step in steps:
        _write(tournament, step)


def _touch(tournament: Tournament, steps: list[Delta]) -> None:
    """Say what these steps are going to write."""
    rounds = {key.partition("/")[0] for step in steps for key in step.get("matches", {})}
    gone = [n for step in steps for n, change in step.get("rounds", {}).items() if isinstance(change, list)]
    gone += [number for step in steps for number in step.get(INPUTS, {})]
    ours = Round.objects.filter(tournament=tournament).order_by()
    tables = Match.objects.filter(round__in=ours.filter(number__in=rounds)).order_by()
    touching(
        tournament.pk,
        *[section for section in state.SECTIONS if any(section in step for step in steps)],
        matches=tables.values_list("pk", flat=True),
        entries=Entry.objects.filter(
            tournament=tournament, number__in={number for step in steps for number in step.get("entries", {})}
        ).values_list("pk", flat=True),
        inputs=ours.filter(number__in=gone).values_list("pk", flat=True),
    )


def _steps(tournament: Tournament, delta: Delta) -> list[Delta]:
    """The delta; or two, where a number is to belong to another player.

    That player leaves first, with every table, bye and wish, before the one who had the number comes back: rows that
    look alike by their numbers are not the same then.
    """
    numbers = {
        int(number)
        for number, change in delta.get("players", {}).items()
        if isinstance(change, dict) and "id" in change
    }
    if not numbers:
        return [delta]
    now = state.whole(tournament)
    wanted = fold(now, delta)
    between = _without_players(wanted, numbers)
    inputs = {INPUTS: delta[INPUTS]} if INPUTS in delta else {}
    return [difference(now, between) | inputs, difference(between, wanted)]


def _without_players(whole: State, numbers: set[int]) -> State:
    """The state without everything that names one of these players."""

    def kept(rows: Rows, sign: str) -> Rows:
        return {key: row for key, row in rows.items() if not numbers & set(map(int, key.split(sign)[-2:]))}

    def of_round(rows: Rows) -> Rows:
        return {key: row for key, row in rows.items() if int(key.split("/")[1]) not in numbers}

    matches = {key: row for key, row in whole["matches"].items() if not numbers & set(row["players"])}
    return {
        **whole,
        "players": kept(whole["players"], "/"),
        "forbidden": kept(whole["forbidden"], "-"),
        "requests": of_round(whole["requests"]),
        "byes": of_round(whole["byes"]),
        "matches": matches,
    }


def _sections(tournament: Tournament, delta: Delta) -> State:
    """The sections a delta changes, as they are now."""
    rounds = rounds_in(delta)
    return {
        section: state.read(tournament, section, rounds) for section in delta if section in state.SECTIONS
    }


def _write(tournament: Tournament, delta: Delta) -> None:
    now = _sections(tournament, delta)
    change = Change(tournament, now, fold(now, delta))
    _take_away(change)
    _settings(change)
    _players(change)
    _wishes(change)
    _rounds(change)
    _add_inputs(tournament, delta.get(INPUTS, {}))
    if "matches" in delta:
        users = _users_in(change.wanted["matches"])
        write_tables(tournament, change.now["matches"], change.wanted["matches"], users)
    _byes(change)
    _moments(change)
    _registration(change)
    _entries(change)


def rounds_in(delta: Mapping[str, Any]) -> set[int]:
    """The numbers of the rounds a delta changes, or tables of which."""
    tables = {int(key.split("/")[0]) for key in delta.get("matches", {})}
    return tables | {int(number) for number in delta.get("rounds", {})}


def _softened(now: State, delta: Delta) -> Delta:
    """The delta without what may stay as it is. Errors: `state_differs`."""
    soft: set[tuple[str, str, str]] = set()
    for section, key, field in conflicts(now, delta):
        if (section, field) not in _SOFT:
            raise refuse.state_differs(what=" ".join(filter(None, (section, key, field))))
        soft.add((section, key, field))
    if not soft:
        return delta
    return {section: _without(section, rows, soft) for section, rows in delta.items()}


def _without(section: str, rows: Mapping[str, object], soft: set[tuple[str, str, str]]) -> dict[str, object]:
    kept: dict[str, object] = {}
    for key, change in rows.items():
        if isinstance(change, dict):
            change = {field: pair for field, pair in change.items() if (section, key, field) not in soft}
        kept[key] = change
    return kept


def _take_away(change: Change) -> None:
    """Rounds first, then whatever hangs on players, then players, who are held by the tables they sit at."""
    event = change.tournament
    if gone := change.gone("rounds"):
        Round.objects.filter(tournament=event, number__in=gone).delete()
    by_round: dict[str, list[str]] = {}
    for key in change.gone("byes"):
        number, player = key.split("/")
        by_round.setdefault(number, []).append(player)
    for number, players in by_round.items():
        Bye.objects.filter(round__tournament=event, round__number=number, player__number__in=players).delete()
    for key in change.gone("requests"):
        number, player = key.split("/")
        ByeRequest.objects.filter(tournament=event, round_number=number, player__number=player).delete()
    for key in change.gone("forbidden"):
        pair = key.split("-")
        ForbiddenPair.objects.filter(tournament=event, a__number__in=pair, b__number__in=pair).delete()


def _settings(change: Change) -> None:
    values = change.other("settings").get(state.EVENT, {})
    if not values:
        return
    event = change.tournament
    for field, value in values.items():
        setattr(event, field, _value(field, _column(field).to_python(value)))
    try:
        with transaction.atomic():
            event.save(update_fields=list(values))
    except IntegrityError as error:
        raise refuse.slug_taken(slug=values.get("slug", "")) from error


def _column(field: str) -> Field[object, object]:
    found = Tournament._meta.get_field(field)
    assert isinstance(found, Field)
    return found


def _players(change: Change) -> None:
    event = change.tournament
    if gone := change.gone("players"):
        # Seats of players who go stand only in matches that go, or get somebody else, in the same step.
        _leave_tables(change)
        Player.objects.filter(tournament=event, number__in=gone).delete()
    others = change.other("players")
    if others:
        rows = list(Player.objects.filter(tournament=event, number__in=list(others)))
        if any("draw_number" in values for values in others.values()):
            # Two may have exchanged theirs.
            Player.objects.filter(pk__in=[row.pk for row in rows]).update(draw_number=None)
        fields = {field for values in others.values() for field in values}
        for row in rows:
            for field, value in others[str(row.number)].items():
                setattr(row, field, _value(field, value))
            if "name" in others[str(row.number)]:
                listeners.tell_renamed(row)
        Player.objects.bulk_update(rows, sorted(fields), batch_size=100)
    made = [
        Player(tournament=event, number=int(number), **{f: _value(f, v) for f, v in row.items()})
        for number, row in change.new("players").items()
    ]
    Player.objects.bulk_create(made, batch_size=500)


def _leave_tables(change: Change) -> None:
    """Empty the matches that go or change their players before these players go."""
    if "matches" not in change.now:
        return
    now, wanted = change.now["matches"], change.wanted["matches"]
    staying = {key: row for key, row in now.items() if wanted.get(key, {}).get("players") == row["players"]}
    write_tables(change.tournament, now, staying, set())
    now.clear()
    now.update(staying)


def _wishes(change: Change) -> None:
    keys = _keys(change.tournament) if change.new("requests") or change.new("forbidden") else {}
    event = change.tournament
    for key, row in change.new("requests").items():
        number, player = key.split("/")
        ByeRequest.objects.create(
            tournament=event, player_id=keys[int(player)], round_number=int(number), kind=row["kind"]
        )
    for key, row in change.other("requests").items():
        number, player = key.split("/")
        ByeRequest.objects.filter(tournament=event, round_number=number, player__number=player).update(**row)
    pairs = [sorted(keys[int(number)] for number in key.split("-")) for key in change.new("forbidden")]
    ForbiddenPair.objects.bulk_create(
        [ForbiddenPair(tournament=event, a_id=a, b_id=b) for a, b in pairs], batch_size=500
    )


def _rounds(change: Change) -> None:
    event = change.tournament
    for number, row in change.new("rounds").items():
        values = {field: _value(field, value) for field, value in row.items()}
        created = values.pop("created_at")
        made = Round.objects.create(tournament=event, number=int(number), **values)
        Round.objects.filter(pk=made.pk).update(created_at=created)
    for number, row in change.other("rounds").items():
        values = {field: _value(field, value) for field, value in row.items()}
        Round.objects.filter(tournament=event, number=number).update(**values)


def _add_inputs(tournament: Tournament, inputs: Mapping[str, Any]) -> None:
    """What a round that is there again was paired from. A delta has it packed, a snapshot as it is."""
    for number, (_old, new) in inputs.items():
        if new is None:
            continue
        document = unpack_text(new) if isinstance(new, str) else new
        round_ = Round.objects.get(tournament=tournament, number=number)
        RoundInput.objects.update_or_create(round=round_, defaults={"document": document})


def _byes(change: Change) -> None:
    event = change.tournament
    new, other = change.new("byes"), change.other("byes")
    if not new and not other:
        return
    rounds = dict(Round.objects.filter(tournament=event).values_list("number", "pk"))
    keys = _keys(event)
    Bye.objects.bulk_create(
        [
            Bye(round_id=rounds[int(number)], player_id=keys[int(player)], **row)
            for key, row in new.items()
            for number, player in [key.split("/")]
        ],
        batch_size=500,
    )
    for key, row in other.items():
        number, player = key.split("/")
        Bye.objects.filter(round=rounds[int(number)], player=keys[int(player)]).update(**row)


def _moments(change: Change) -> None:
    event = change.tournament
    if gone := change.gone("moments"):
        Moment.objects.filter(tournament=event, number__in=gone).delete()
    Moment.objects.bulk_create(
        Moment(tournament=event, number=int(number), **row) for number, row in change.new("moments").items()
    )
    for number, values in change.other("moments").items():
        Moment.objects.filter(tournament=event, number=number).update(**values)


def _registration(change: Change) -> None:
    event = change.tournament
    if change.gone("registration"):
        Registration.objects.filter(tournament=event).delete()
    changed = change.new("registration") | change.other("registration")
    for row in changed.values():
        values = {field: _value(field, value) for field, value in row.items()}
        Registration.objects.update_or_create(tournament=event, defaults=values)


def _entries(change: Change) -> None:
    event = change.tournament
    if gone := change.gone("entries"):
        Entry.objects.filter(tournament=event, number__in=gone).delete()
    others = change.other("entries")
    receipts = [number for number, values in others.items() if "receipt" in values]
    Entry.objects.filter(tournament=event, number__in=receipts).update(receipt=None)
    for number, values in others.items():
        row = {field: _value(field, value) for field, value in values.items()}
        Entry.objects.filter(tournament=event, number=number).update(**row)
    Entry.objects.bulk_create(
        [
            Entry(tournament=event, number=int(number), **{f: _value(f, v) for f, v in row.items()})
            for number, row in change.new("entries").items()
        ],
        batch_size=100,
    )


def _keys(tournament: Tournament) -> dict[int, int]:
    return dict(Player.objects.filter(tournament=tournament).values_list("number", "pk"))


def _users_in(matches: Rows) -> set[int]:
    """Those named at tables whose account is still there."""
    named = {row[field] for row in matches.values() for field in ("entered_by_id", "verified_by_id")}
    return set(User.objects.filter(pk__in=named - {None}).values_list("pk", flat=True))


def _value(field: str, value: Any) -> object:
    if field in state.SEALED:
        return Sealed(value)
    is_stamp = field.endswith("_at") and isinstance(value, str)
    return parse_datetime(value) if is_stamp else value
