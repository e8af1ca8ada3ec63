"""A change of the state in words: what an undo does, and how a snapshot differs from now."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _, ngettext

from tournaments.labels import NOTHING, value_text, worded
from tournaments.models import (
    ByeKind,
    EntryState,
    LogEntry,
    Match,
    Penalty,
    Player,
    RequestKind,
    Result,
    Round,
    RoundState,
    Tournament,
)
from tournaments.names.namesakes import names_in
from tournaments.steps import state
from tournaments.steps.delta import Delta, reverse

# Shown as that they change, not how: long, or secret.
_UNSAID = {
    "adjustments", "virtual_points", "options", "scoring", "tiebreaks", "phases", "schedule", "earlier_meetings",
    "tables", "draw_seed", "key", "id", "description", "seed", "notes", "relaxed", "assumed", "rule_version", "why",
    "schedule_searched", "mu", "sigma", "round_starts", "prizes",
}  # fmt: skip
_STAMPS = {"created_at", "published_at", "completed_at", "entered_at", "entered_by_id", "checked_in_at"}
_MODELS = {"settings": Tournament, "players": Player, "rounds": Round, "matches": Match}


@dataclass(frozen=True, slots=True)
class Lost:
    """A result that a change takes away or replaces."""

    round: int
    table: int
    names: str
    now: str
    then: str


@dataclass(frozen=True, slots=True)
class People:
    """Names by number, and who sits where (round and table)."""

    names: Mapping[int, str]
    seats: Mapping[str, list[int]]

    def at(self, key: str) -> str:
        return _names(self.seats.get(key, []), self.names)


def people_of(tournament: Tournament, delta: Delta) -> People:
    """Whom a change is about: players of the event, players who come or go by it, and who sits at its tables."""
    names = dict(names_in(tournament))
    for number, change in delta.get("players", {}).items():
        if isinstance(change, list):
            names.setdefault(int(number), (change[0] or change[1])["name"])
    rounds = {int(key.split("/")[0]) for key in delta.get("matches", {})}
    rows = state.read(tournament, "matches", rounds)
    return People(names, {key: row["players"] for key, row in rows.items()})


def sentences(delta: Delta, people: People) -> list[str]:
    """What the change does, one sentence each, the large things first."""
    names = people.names
    found = [*_rounds(delta), *_matches(delta, people), *_byes(delta, names), *_players(delta, names)]
    return [*found, *_wishes(delta, names), *_entries(delta), *_settings(delta)]


def lost_results(delta: Delta, people: People | None = None) -> list[Lost]:
    """Results that stand before the change and not, or otherwise, after it."""
    lost: list[Lost] = []
    for key, change in delta.get("matches", {}).items():
        old, new = _sides(change)
        before, after = _result(old), _result(new)
        if before != NOTHING and before != after:
            number, table = map(int, key.split("/"))
            who = people.at(key) if people else ""
            lost.append(Lost(number, table, who, before, after))
    return sorted(lost, key=lambda one: (one.round, one.table))


def _sides(change: Any) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """What is known of a row before and after."""
    if isinstance(change, list):
        return change[0] or {}, change[1] or {}
    return {f: pair[0] for f, pair in change.items()}, {f: pair[1] for f, pair in change.items()}


def _result(row: Mapping[str, Any]) -> str:
    if row.get("result"):
        return str(Result(row["result"]).label)
    raw = [scores[0] for scores in row.get("scores", [])]
    return " · ".join(map(str, raw)) if raw and None not in raw else NOTHING


def _names(numbers: Iterable[int], names: Mapping[int, str]) -> str:
    return " – ".join(names.get(number, str(number)) for number in numbers)


def _rounds(delta: Delta) -> Iterator[str]:
    tables: dict[str, int] = defaultdict(int)
    for key, change in delta.get("matches", {}).items():
        tables[key.split("/")[0]] += isinstance(change, list)
    for number, change in delta.get("rounds", {}).items():
        count = tables[number]
        given = {"number": number, "count": count}
        if isinstance(change, dict):
            yield from _round_changes(number, change)
        elif change[1] is None:
            yield (
                ngettext(
                    "Round %(number)s is removed, with %(count)s table.",
                    "Round %(number)s is removed, with %(count)s tables.",
                    count,
                )
                % given
            )
        else:
            yield (
                ngettext(
                    "Round %(number)s is restored, with %(count)s table.",
                    "Round %(number)s is restored, with %(count)s tables.",
                    count,
                )
                % given
            )


def _round_changes(number: str, change: Mapping[str, Any]) -> Iterator[str]:
    if "state" in change:
        old, new = (RoundState(state).label for state in change["state"])
        yield _("Round %(number)s: %(old)s → %(new)s") % {"number": number, "old": old, "new": new}
    elif change.keys() - _STAMPS:
        yield _("Round %(number)s: the data it was paired on changes.") % {"number": number}


def _matches(delta: Delta, people: People) -> Iterator[str]:
    whole = {number for number, change in delta.get("rounds", {}).items() if isinstance(change, list)}
    changes = delta.get("matches", {})
    for key in sorted(changes, key=lambda key: tuple(map(int, key.split("/")))):
        number, table = key.split("/")
        if number in whole:
            continue
        place = _("Round %(number)s, table %(table)s") % {"number": number, "table": table}
        who = people.at(key)
        place = f"{place} ({who})" if who and isinstance(changes[key], dict) else place
        yield from (f"{place}: {text}" for text in _match(changes[key], people.names))


def _match(change: Any, names: Mapping[int, str]) -> Iterator[str]:
    old, new = _sides(change)
    before, after = _result(old), _result(new)
    if isinstance(change, list) or "players" in change:
        was, will = (_names(row.get("players", []), names) or NOTHING for row in (old, new))
        yield f"{was} → {will}"
    if before != after:
        yield f"{before} → {after}"
    elif isinstance(change, dict) and "scores" in change and "result" not in change:
        yield _("penalties or points change")
    if "verified_at" in change:
        yield _("second entry cancelled") if old["verified_at"] else _("second entry")
    if "playing_since" in change:
        yield _("marked as playing") if new["playing_since"] else _("no longer marked as playing")
    if "extra_seconds" in change:
        minutes = {"old": old["extra_seconds"] // 60, "new": new["extra_seconds"] // 60}
        yield _("extra time %(old)s → %(new)s min") % minutes
    if "games" in change and before == after:
        yield _("games %(old)s → %(new)s") % {"old": old["games"] or NOTHING, "new": new["games"] or NOTHING}


def _byes(delta: Delta, names: Mapping[int, str]) -> Iterator[str]:
    whole = {number for number, change in delta.get("rounds", {}).items() if isinstance(change, list)}
    for key, change in delta.get("byes", {}).items():
        number, player = key.split("/")
        old, new = _sides(change)
        if number in whole or old.get("kind") == new.get("kind"):
            continue
        yield _("%(name)s, round %(number)s: %(old)s → %(new)s") % {
            "name": names.get(int(player), player),
            "number": number,
            "old": ByeKind(old["kind"]).label if old else NOTHING,
            "new": ByeKind(new["kind"]).label if new else NOTHING,
        }


def _players(delta: Delta, names: Mapping[int, str]) -> Iterator[str]:
    for number, change in delta.get("players", {}).items():
        name = names.get(int(number), number)
        if isinstance(change, dict):
            texts = list(_fields("players", change))
            if texts:
                yield f"{name}: {'; '.join(texts)}"
        elif change[1] is None:
            yield _("%(name)s is removed from the list of players.") % {"name": name}
        else:
            yield _("%(name)s is back on the list of players.") % {"name": name}


def _fields(section: str, change: Mapping[str, Any]) -> Iterator[str]:
    for field, (old, new) in change.items():
        if field in _STAMPS or field == "id":
            continue
        label = label_of(section, field)
        if field in _UNSAID:
            yield _("%(field)s changes") % {"field": label}
        else:
            yield f"{label} {field_text(section, field, old)} → {field_text(section, field, new)}"


def field_text(section: str, field: str, value: object) -> str:
    """A field's value as people read it."""
    choices = dict(getattr(_MODELS[section]._meta.get_field(field), "flatchoices", ()))
    return str(choices[value]) if value in choices else worded(field, value) or value_text(value)


def label_of(section: str, field: str) -> str:
    """What people call a field."""
    model = _MODELS[section]
    return str(getattr(model._meta.get_field(field.removesuffix("_id")), "verbose_name", field))


def _wishes(delta: Delta, names: Mapping[int, str]) -> Iterator[str]:
    for key, change in delta.get("requests", {}).items():
        number, player = key.split("/")
        old, new = _sides(change)
        yield _("%(name)s, request for round %(number)s: %(old)s → %(new)s") % {
            "name": names.get(int(player), player),
            "number": number,
            "old": RequestKind(old["kind"]).label if old else NOTHING,
            "new": RequestKind(new["kind"]).label if new else NOTHING,
        }
    for key, change in delta.get("forbidden", {}).items():
        both = {"pair": _names(map(int, key.split("-")), names)}
        if change[1] is None:
            yield _("%(pair)s are no longer kept apart.") % both
        else:
            yield _("%(pair)s are kept apart.") % both


def _entries(delta: Delta) -> Iterator[str]:
    for number, change in delta.get("entries", {}).items():
        old, new = _sides(change)
        states = [EntryState(row["state"]).label if "state" in row else NOTHING for row in (old, new)]
        if states[0] != states[1]:
            yield _("Entry %(number)s: %(old)s → %(new)s") % {
                "number": number,
                "old": states[0],
                "new": states[1],
            }
        else:
            yield _("Entry %(number)s changes") % {"number": number}
    if "registration" in delta:
        yield _("The registration changes")


def _settings(delta: Delta) -> Iterator[str]:
    for change in delta.get("settings", {}).values():
        if isinstance(change, dict):
            yield from (f"{text[:1].upper()}{text[1:]}" for text in _fields("settings", change))


def effects(tournament: Tournament, step: LogEntry) -> list[str]:
    """What taking a step back does, in words; of an undo: what doing the step again does."""
    delta = LogEntry.objects.filter(pk=step.pk).values_list("delta", flat=True).first() or {}
    back = reverse(delta)
    found = sentences(back, people_of(tournament, back))
    return [*found, *with_players(tournament, back)]


def with_players(tournament: Tournament, delta: Delta) -> list[str]:
    """What goes out of sight with players whom a change takes off the list."""
    going = [
        n for n, change in delta.get("players", {}).items() if isinstance(change, list) and not change[1]
    ]
    rows = Penalty.objects.filter(tournament=tournament, player__number__in=going).order_by("player__number")
    counted = Counter(rows.values_list("player__name", flat=True))
    return [
        ngettext(
            "%(count)s penalty of %(name)s is removed too, and returns if you undo this.",
            "%(count)s penalties of %(name)s are removed too, and return if you undo this.",
            count,
        )
        % {"name": name, "count": count}
        for name, count in counted.items()
    ]
