"""A line of the log as a sentence: who and what it is about, and what was before and is now."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournaments.labels import NOTHING, label_of, value_text, worded
from tournaments.models import (
    Action,
    ByeKind,
    EntryState,
    LogEntry,
    PenaltyKind,
    RequestKind,
    Result,
    Role,
    RoundState,
)
from tournaments.moments import moment_of
from tournaments.standings.selectors.columns import chain_in_short

# Facts that the sentence says in another place, or that are for programs.
_UNSAID = {
    "id", "number", "version", "snapshot", "impact", "slug", "by", "table", "tables", "house", "ahead_of",
    "overrides", "figures", "rounds_kept", "searched", "schedule", "invitation", "plan", "engine",
}  # fmt: skip
_LONG = 80
# How the subject of a restoring, and of the undo of one, names the restore point: in UTC.
_MOMENT = re.compile(r"\b\d{4}-\d\d-\d\d \d\d:\d\d\b")
MINUS = "\N{MINUS SIGN}"
_CHOICES: dict[str, Mapping[str, object]] = {
    "entry": dict(EntryState.choices),
    "role": dict(Role.choices),
    "bye": dict(ByeKind.choices),
    "kind": {**dict(ByeKind.choices), **dict(RequestKind.choices), **dict(PenaltyKind.choices)},
    "result": dict(Result.choices),
    "state": dict(RoundState.choices),
}


# What a step is called where one of its facts says more than its action does.
_TITLES: dict[tuple[Action, str], object] = {
    (Action.PLAYER_CHANGED, "adjustment"): gettext_lazy("Bonus or penalty in points"),
    (Action.CHECKED_IN, "settled"): gettext_lazy("Absences settled"),
    (Action.RESULT_CORRECTED, "bye"): gettext_lazy("Bye corrected"),
}


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line, what it is called, its sentence, and whether what it did has been taken back."""

    entry: LogEntry
    title: str
    sentence: str
    is_undone: bool


def lines_of(entries: Iterable[LogEntry], undone: set[int]) -> list[LogLine]:
    return [LogLine(entry, title(entry), sentence(entry), entry.pk in undone) for entry in entries]


def title(line: LogEntry) -> str:
    """What a step is called: in the log, and by the buttons that undo and redo it."""
    if getattr(line, "is_redo", False):
        return _("Step redone")
    return title_of(Action(line.action), facts_of(line))


def title_of(action: Action, facts: Collection[str]) -> str:
    """The same from the action and the names of the facts of a line."""
    found = (said for (of, fact), said in _TITLES.items() if of == action and fact in facts)
    return str(next(found, action.label))


def facts_of(line: LogEntry) -> frozenset[str]:
    """The names of the facts that a line holds."""
    return frozenset({*_facts(line.before), *_facts(line.after)})


def sentence(line: LogEntry) -> str:
    """What the line says, in the reader's language."""
    return _TOLD.get(Action(line.action), _plainly)(line)


def subject_of(action: str, subject: str) -> str:
    """What a line is about; the moment of a restore point as the reader writes it."""
    if action not in (Action.STATE_RESTORED, Action.STEP_UNDONE):
        return subject
    return _MOMENT.sub(lambda found: moment_of(datetime.fromisoformat(found[0]).replace(tzinfo=UTC)), subject)


def _plainly(line: LogEntry) -> str:
    """Subject and what is different: "Ann: rating 1500 → 1600"."""
    return _joined(line.subject, "; ".join(details(line)) or _label(line))


def _label(line: LogEntry) -> str:
    label = str(line.get_action_display())
    return label[:1].lower() + label[1:] if line.subject else label


def _joined(*parts: str) -> str:
    return ": ".join(part for part in parts if part)


def details(line: LogEntry) -> list[str]:
    """What was before and is now, piece by piece."""
    before, after = _facts(line.before), _facts(line.after)
    if found := list(_tables(before, after)):
        return found
    return list(_differences(before, after))


def _facts(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _tables(before: Mapping[str, object], after: Mapping[str, object]) -> Iterator[str]:
    """Results, table by table."""
    olds = {facts["table"]: facts for facts in _listed(before)}
    news = {facts["table"]: facts for facts in _listed(after)}
    for table in sorted(olds.keys() | news.keys()):
        old, new = _result(olds.get(table)), _result(news.get(table))
        place = _("table %(table)s") % {"table": table}
        yield f"{place} {old} → {new}" if table in olds and table in news else f"{place} {new or old}"


def _listed(facts: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    listed = facts.get("results") or ([facts] if facts.get("table") else [])
    return [table for table in listed if isinstance(table, dict) and ("result" in table or "scores" in table)]


def _result(facts: Mapping[str, Any] | None) -> str:
    if facts is None:
        return ""
    if facts.get("result"):
        return str(Result(facts["result"]).label)
    scores, penalties = facts.get("scores"), facts.get("penalties") or []
    if not scores:
        return NOTHING
    given = [*penalties, *[0] * (len(scores) - len(penalties))]
    return " · ".join(
        f"{_number(raw)} ({_number(Decimal(penalty) / 100, 1)})" if penalty else _number(raw)
        for raw, penalty in zip(scores, given, strict=True)
    )


def _number(value: int | Decimal, decimals: int | None = None) -> str:
    """As pages show it: thousands apart, a real minus sign."""
    shown = number_format(Decimal(value).copy_abs(), decimals, force_grouping=True)
    return f"{MINUS}{shown}" if value < 0 else shown


def _differences(before: Mapping[str, object], after: Mapping[str, object]) -> Iterator[str]:
    for key in dict.fromkeys([*before, *after]):
        old, new = before.get(key), after.get(key)
        if key in _UNSAID or old == new:
            continue
        label = label_of(key)
        if _is_of_parts(old) or _is_of_parts(new) or max(len(_text(key, v)) for v in (old, new)) > _LONG:
            yield _("%(field)s changed") % {"field": label}
        elif key in before and key in after:
            yield f"{label} {_text(key, old)} → {_text(key, new)}"
        elif new not in (None, "", [], {}) or old not in (None, "", [], {}):
            yield f"{label} {_text(key, new if key in after else old)}"


def _is_of_parts(value: object) -> bool:
    """Whether a value is made of named parts, such as options: their names are for programs."""
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(v, dict) for v in value))


def _text(key: str, value: object) -> str:
    if (text := worded(key, value)) is not None:
        return text
    if key == "tiebreaks" and isinstance(value, list):
        return chain_in_short(value) or NOTHING
    if isinstance(value, str) and value in _CHOICES.get(key, {}):
        return str(_CHOICES[key][value])
    if key == "until" and isinstance(value, str):
        return moment_of(datetime.fromisoformat(value))
    if isinstance(value, list) and all(isinstance(each, int | str) for each in value):
        return ", ".join(map(str, value)) or NOTHING
    return value_text(value)


def _round_moved(line: LogEntry) -> str:
    states = [_facts(side).get("state", "") for side in (line.before, line.after)]
    old, new = (_text("state", state) for state in states)
    number = _("Round %(number)s") % {"number": line.round_number}
    return f"{number}: {old} → {new}"


def _paired(line: LogEntry) -> str:
    after = _facts(line.after)
    tables, byes = after.get("matches", 0), after.get("byes", 0)
    parts = [
        ngettext("%(count)s table", "%(count)s tables", tables) % {"count": tables},
        ngettext("%(count)s bye", "%(count)s byes", byes) % {"count": byes},
    ]
    return _("Round %(number)s is paired: %(what)s") % {"number": line.round_number, "what": ", ".join(parts)}


def _rebuilt(line: LogEntry) -> str:
    """A repair, or a change by hand: what it was about, and the tables that are others now."""
    listed = [table for side in (line.before, line.after) for table in _facts(side).get("tables") or []]
    tables = sorted({facts["table"] for facts in listed if isinstance(facts, dict) and "table" in facts})
    text = _joined(str(line.get_action_display()), line.subject)
    if not tables:
        return text
    return _("%(what)s (tables %(tables)s)") % {"what": text, "tables": ", ".join(map(str, tables))}


def _playing(line: LogEntry) -> str:
    text = _("Tables %(tables)s are playing")
    if not _facts(line.after).get("playing", True):
        text = _("Tables %(tables)s are no longer marked as playing")
    return text % {"tables": line.subject}


def _said(text: object) -> Callable[[LogEntry], str]:
    def told(line: LogEntry) -> str:
        facts = {**_facts(line.before), **_facts(line.after)}
        given = {
            "subject": subject_of(line.action, line.subject),
            "number": line.round_number or 0,
            "player": facts.get("number", NOTHING),
            "table": facts.get("table", NOTHING),
            "kind": _text("kind", facts.get("kind")),
            "added": len(facts.get("added", [])),
            "updated": len(facts.get("updated", [])),
        }
        return str(text) % given

    return told


def _checked_in(line: LogEntry) -> str:
    """Who is here; or what became of all who were not when a round was paired."""
    settled = _facts(_facts(line.after).get("settled"))
    if not settled:
        return _("Checked in: %(subject)s") % {"subject": line.subject}
    called = {"here": _("checked in"), "left": _("withdrawn"), **dict(RequestKind.choices)}
    what = "; ".join(f"{called[key]}: {', '.join(settled[key])}" for key in called if key in settled)
    return _("Before round %(number)s: %(what)s") % {"number": line.round_number, "what": what}


def _penalty(line: LogEntry) -> str:
    """A penalty that a judge gave or cancelled: whom, which, where, what for."""
    facts = {**_facts(line.before), **_facts(line.after)}
    text = _("%(name)s: %(kind)s, table %(table)s (%(what)s)")
    if not facts.get("at_table"):
        text = _("%(name)s: %(kind)s (%(what)s)")
    what = facts.get("infraction", "")
    return text % {
        "name": line.subject.removesuffix(f": {what}"),
        "kind": _text("kind", facts.get("kind")),
        "table": facts.get("at_table"),
        "what": what,
    }


def _penalty_at_table(line: LogEntry) -> str:
    """A penalty in points at a table of four: the player's own, before and now."""
    before, after = _facts(line.before), _facts(line.after)
    given = [facts.get("penalties") or [0] * 4 for facts in (before, after)]
    changed = next(((old, new) for old, new in zip(*given, strict=False) if old != new), (0, 0))
    old, new = (_number(Decimal(value) / 100, 1) for value in changed)
    text = _("%(name)s, table %(table)s: penalty %(old)s → %(new)s")
    return text % {"name": line.subject, "table": after.get("table", NOTHING), "old": old, "new": new}


def _added(line: LogEntry) -> str:
    rest = _facts(line.after)
    given = {
        "name": line.subject,
        "number": rest.get("number", NOTHING),
        "round": rest.get("joined_round", 1),
    }
    return _("%(name)s is registered as number %(number)s, from round %(round)s on") % given


def _undone(line: LogEntry) -> str:
    text = _("Redone: %(what)s") if getattr(line, "is_redo", False) else _("Undone: %(what)s")
    return text % {"what": subject_of(line.action, line.subject)}


_TOLD: dict[Action, Callable[[LogEntry], str]] = {
    Action.EVENT_CREATED: _said(gettext_lazy("The event %(subject)s is created")),
    Action.EVENT_IMPORTED: _said(gettext_lazy("The event %(subject)s is imported")),
    Action.EVENT_FINISHED: _said(gettext_lazy("The event is finished")),
    Action.EVENT_REOPENED: _said(gettext_lazy("The event is reopened")),
    Action.EVENT_CHANGED: lambda line: "; ".join(details(line)) or str(line.get_action_display()),
    Action.PHASES_CHANGED: lambda line: "; ".join(details(line)) or str(line.get_action_display()),
    Action.PLAYER_ADDED: _added,
    Action.PLAYER_FORGOTTEN: _said(gettext_lazy("Player %(player)s is forgotten")),
    Action.PLAYER_REMOVED: _said(gettext_lazy("%(subject)s (number %(player)s) is removed from the list")),
    Action.PLAYERS_IMPORTED: _said(gettext_lazy("Players from a list: %(added)s added, %(updated)s changed")),
    Action.PLAYER_RETURNED: _said(gettext_lazy("%(subject)s returns")),
    Action.CHECKED_IN: _checked_in,
    Action.CHECKED_OUT: _said(gettext_lazy("Check-in undone: %(subject)s")),
    Action.BYE_REQUESTED: _said(gettext_lazy("%(subject)s sits out round %(number)s: %(kind)s")),
    Action.BYE_CANCELLED: _said(gettext_lazy("%(subject)s plays round %(number)s after all")),
    Action.PAIR_FORBIDDEN: _said(gettext_lazy("%(subject)s are kept apart")),
    Action.PAIR_ALLOWED: _said(gettext_lazy("%(subject)s are no longer kept apart")),
    Action.ROUND_PAIRED: _paired,
    Action.PAIRING_FAILED: lambda line: line.subject,
    Action.ROUND_DISCARDED: _said(gettext_lazy("The draft of round %(number)s is discarded")),
    Action.ROUND_PUBLISHED: _round_moved,
    Action.ROUND_TAKEN_BACK: _round_moved,
    Action.ROUND_STARTED: _round_moved,
    Action.ROUND_COMPLETED: _round_moved,
    Action.ROUND_REOPENED: _round_moved,
    **dict.fromkeys(
        (
            Action.ROUND_REPAIRED,
            Action.PLAYERS_SWAPPED,
            Action.PAIRED_BY_HAND,
            Action.TABLE_MOVED,
            Action.GROUP_REPAIRED,
        ),
        _rebuilt,
    ),
    Action.TABLES_PLAYING: _playing,
    Action.PENALTY_GIVEN: _penalty,
    Action.PENALTY_REVOKED: _penalty,
    Action.PENALTY_SET: _penalty_at_table,
    Action.STEP_UNDONE: _undone,
    Action.STATE_RESTORED: _said(gettext_lazy("The event is restored to %(subject)s")),
    Action.SNAPSHOT_KEPT: _said(gettext_lazy("Restore point created: %(subject)s")),
    Action.FILE_TAKEN: _said(gettext_lazy("The report %(subject)s is taken")),
    Action.TAKEN_OVER: _said(gettext_lazy("The event is taken over, and no longer follows %(subject)s")),
    Action.JUDGE_CALLED: _said(gettext_lazy("Table %(table)s calls a judge (%(subject)s)")),
}
