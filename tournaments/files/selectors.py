"""Everything an installation knows of one event, as plain values: what a hand-over pack holds.

Rows are read column by column as the models declare them, so a column that is added tomorrow goes along. Keys and seeds
are open in it, accounts are user names, and primary keys are those of this installation: only what hangs together by
them counts (`files.services.take_over`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from django.db import models

from accounts.models import User
from tournaments.models import (
    Bye,
    ByeRequest,
    Entry,
    EventSnapshot,
    ForbiddenPair,
    Invitation,
    Job,
    JudgeCall,
    LogEntry,
    Match,
    Moment,
    Penalty,
    Player,
    PlayerRequest,
    Registration,
    Round,
    RoundClock,
    RoundInput,
    ScoreClaim,
    Screen,
    Seat,
    SentAnswer,
    Simulation,
    Staff,
    Tournament,
)
from tournaments.seals import Purpose, key_of
from tournaments.steps.delta import Row, State, unpack
from tournaments.steps.state import plain

# Where the rows of an event are, in an order in which each comes after those it points to (but for snapshots).
ROWS: dict[type[models.Model], str] = {
    Player: "tournament",
    ByeRequest: "tournament",
    ForbiddenPair: "tournament",
    Round: "tournament",
    RoundInput: "round__tournament",
    RoundClock: "round__tournament",
    Match: "round__tournament",
    Seat: "round__tournament",
    Bye: "round__tournament",
    Moment: "tournament",
    Registration: "tournament",
    Entry: "tournament",
    ScoreClaim: "match__round__tournament",
    SentAnswer: "player__tournament",
    JudgeCall: "tournament",
    Penalty: "tournament",
    PlayerRequest: "tournament",
    Screen: "tournament",
    Staff: "tournament",
    Invitation: "tournament",
    EventSnapshot: "tournament",
    LogEntry: "tournament",
}
# Work that goes on here, and studies, which belong to whoever made them.
STAYS = {Job, Simulation}
# Of the event itself: who owns it and which series it is in is for the other installation to say.
NOT_OF_EVENT = {"id", "owner_id", "series_id", "left_series_id", "deleted_at", "hidden", "archived"}
# What a log line says in facts, and the rows whose primary keys these name.
FACTS = {(LogEntry, "before"), (LogEntry, "after")}
NAMED_IN_LOG: dict[str, type[models.Model]] = {
    "snapshot": EventSnapshot,
    "penalty": Penalty,
    "invitation": Invitation,
}

# The columns that hold rows of the state.
STATE, DELTA = (EventSnapshot, "state"), (LogEntry, "delta")

Ways = Mapping[tuple[str, str], Callable[[Any], Any]]


def contents(tournament: Tournament) -> dict[str, Any]:
    """The event by column, its rows by model, and the rows that kept states consist of, each once.

    Of its series only the name: the other seasons stay where they are.
    """
    reader = _Reader()
    rows = {model.__name__: [reader.row(one) for one in _of(model, tournament)] for model in ROWS}
    event = {name: value for name, value in reader.row(tournament).items() if name not in NOT_OF_EVENT}
    series = tournament.series.name if tournament.series else ""
    return {
        "owner": reader.named(tournament.owner_id),
        "series": series,
        "event": event,
        "rows": rows,
        "states": reader.states,
    }


def translated_row(section: str, row: Row, ways: Ways) -> Row:
    """A row of the state with the columns translated for which there is a way."""
    return {
        field: ways[section, field](value) if (section, field) in ways else value
        for field, value in row.items()
    }


def translated_delta(delta: Mapping[str, Any], ways: Ways) -> dict[str, Any]:
    """What a step changed, both ways, translated like rows."""

    def changed(section: str, change: Any) -> Any:
        if isinstance(change, list):
            return [row and translated_row(section, row, ways) for row in change]
        old, new = ({field: pair[at] for field, pair in change.items()} for at in (0, 1))
        old, new = (translated_row(section, row, ways) for row in (old, new))
        return {field: [old[field], new[field]] for field in change}

    sections = {section for section, _field in ways}
    return {
        section: {key: changed(section, change) for key, change in rows.items()}
        if section in sections
        else rows
        for section, rows in delta.items()
    }


class _Reader:
    """`states`: the rows of kept states by section, each once: one state differs from the next in few of them."""

    def __init__(self) -> None:
        self.states: dict[str, list[object]] = {}
        self.named = cache(_username)
        self._places: dict[tuple[str, str], int] = {}
        self._ways: Ways = {
            ("players", "key"): lambda sealed: key_of(sealed, Purpose.PLAYER),
            ("entries", "key"): lambda sealed: key_of(sealed, Purpose.ENTRY),
            ("settings", "draw_seed"): lambda sealed: key_of(sealed, Purpose.SEED),
            ("matches", "entered_by_id"): self.named,
            ("matches", "verified_by_id"): self.named,
        }

    def row(self, instance: models.Model) -> Row:
        return {
            field.attname: self._value(instance, field)
            for field in instance._meta.concrete_fields
            if _goes_along(field)
        }

    def _value(self, one: models.Model, field: Any) -> Any:
        value = getattr(one, field.attname)
        if field.related_model is User:
            return self.named(value)
        if (type(one), field.name) == STATE:
            return value and self._by_place(unpack(bytes(value)))
        if (type(one), field.name) == DELTA:
            return value and translated_delta(value, self._ways)
        return plain(value)

    def _by_place(self, state: State) -> dict[str, dict[str, int]]:
        return {
            section: {key: self._place(section, row) for key, row in rows.items()}
            for section, rows in state.items()
        }

    def _place(self, section: str, row: Row) -> int:
        text = json.dumps(row)
        if (section, text) not in self._places:
            rows = self.states.setdefault(section, [])
            self._places[section, text] = len(rows)
            rows.append(translated_row(section, row, self._ways))
        return self._places[section, text]


def _goes_along(field: Any) -> bool:
    target = field.related_model
    return target is None or target is User or target in ROWS


def _of(model: type[models.Model], tournament: Tournament) -> models.QuerySet[Any]:
    return model._base_manager.filter(**{ROWS[model]: tournament}).order_by("pk")


def _username(pk: int | None) -> str | None:
    """The user name of an account; None if it is gone."""
    return User.objects.filter(pk=pk).values_list("username", flat=True).first() if pk else None
