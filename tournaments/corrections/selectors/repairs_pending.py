"""What has changed in an event since a round was paired, so that somebody may want to repair it.

The round keeps the document it was paired from; here that is compared with the event as it is. What a repair has
answered already is named in a note of the round, so that undoing the repair asks again.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext

from pairing.model.reasons import because, gettext_noop, sentence
from tournaments import models, snapshots
from tournaments.corrections.selectors.repairs import last_round
from tournaments.models import (
    Action,
    Bye,
    ByeKind,
    LogEntry,
    Match,
    Player,
    RoundInput,
    RoundState,
    Seat,
    Tournament,
)
from tournaments.steps.version_cache import by_version

# What happens in a round itself: none of it is a reason to repair that round.
_PLAYING = (
    Action.ROUND_PUBLISHED,
    Action.ROUND_TAKEN_BACK,
    Action.ROUND_STARTED,
    Action.ROUND_COMPLETED,
    Action.RESULT_ENTERED,
    Action.RESULT_CLEARED,
    Action.RESULT_CORRECTED,
    Action.RESULTS_ENTERED,
    Action.RESULT_REPORTED,
    Action.RESULT_VERIFIED,
    Action.TABLES_PLAYING,
)
REPAIRED = sentence("round_repaired", gettext_noop("repaired after pairing; tables paired again: {count}"))


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened since. `key` names it; `join`, `out` are players it would bring in or take out."""

    key: str
    text: str
    params: Mapping[str, object] = field(default_factory=dict)
    join: int | None = None
    out: int | None = None

    @property
    def sentence(self) -> str:
        """In the reader's language."""
        return gettext(self.text) % self.params


@dataclass(frozen=True, slots=True)
class Pending:
    """A round that was paired before something changed."""

    number: int
    state: str
    events: tuple[Event, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(event.key for event in self.events)


def answered(keys: tuple[str, ...], count: int) -> dict[str, object]:
    """The note of a repair that has answered these events and paired `count` tables anew."""
    return because(REPAIRED, count=count, seen=tuple(sorted(keys))).to_json()


def seen_in(notes: list[Mapping[str, Any]]) -> frozenset[str]:
    """What the repairs of a round have answered."""
    return frozenset(key for note in notes if note.get("code") == REPAIRED for key in note.get("seen", ()))


def pending(tournament: Tournament) -> Pending | None:
    """The round that was paired before something changed, with what that is; None where nothing has."""

    def read() -> Pending | None:
        row = last_round(tournament)
        events = events_since(row) if row is not None else ()
        return Pending(row.number, row.state, events) if row is not None and events else None

    return by_version(tournament, "repairs", read)


def events_since(row: models.Round, *, all_of_them: bool = False) -> tuple[Event, ...]:
    """What changed since the round was paired that no repair has answered yet (or `all_of_them`)."""
    paired_from = None if _is_as_paired(row) else RoundInput.objects.filter(round=row).first()
    if paired_from is None:
        return ()
    done = frozenset[str]() if all_of_them else seen_in(row.notes)
    found = (event for part in _PARTS for event in part(row, paired_from.document))
    return tuple(event for event in found if event.key not in done)


def _is_as_paired(row: models.Round) -> bool:
    """Whether the log has nothing after the pairing but what happens in a round that is played.

    So for most of a round's time the document need not be read: a tenth of a second at 1,000 players.
    """
    played = Q(round_number=row.number, action__in=_PLAYING)
    taken_back = Q(undoes__round_number=row.number, undoes__action__in=_PLAYING)
    others = LogEntry.objects.filter(tournament=row.tournament_id).exclude(played | taken_back)
    last = others.order_by("-pk").values_list("action", "round_number").first()
    return last == (Action.ROUND_PAIRED, row.number)


def _results(row: models.Round, document: Mapping[str, Any]) -> Iterator[Event]:
    """Tables of rounds that count, whose result is another one by now."""
    assumed = (row.assumed or {}).get("round")
    known = {
        (round_["number"], match["table"]): _stated(match)
        for round_ in document.get("rounds", ())
        if round_["status"] == "completed" and round_["number"] != assumed
        for match in round_["matches"]
    }
    if not known:
        return
    for key, now in _stored(row).items():
        if key in known and known[key] != now:
            number, table = key
            yield Event(
                f"result:{number}:{table}:{now}",
                gettext_noop(
                    "Round %(number)s was paired before table %(table)s of round %(past)s was corrected."
                ),
                {"number": row.number, "table": table, "past": number},
            )


def _stated(match: Mapping[str, Any]) -> str:
    """The result of a table in a document, as one text."""
    if "scores" in match and match["scores"] is not None:
        given = [round(100 * p) for p in match.get("penalties") or [0] * len(match["scores"])]
        return ",".join(map(str, [*match["scores"], *given]))
    return str(match.get("result") or "")


def _stored(row: models.Round) -> dict[tuple[int, int], str]:
    """The results of completed rounds as they are, written the same way."""
    earlier = {
        "round__tournament": row.tournament_id,
        "round__number__lt": row.number,
        "round__state": RoundState.COMPLETED,
    }
    if snapshots.seats_at_table(row.tournament) == 2:
        rows = Match.objects.filter(**earlier).values_list("round__number", "table", "result").order_by()
        return {(number, table): result or "" for number, table, result in rows}
    tables: dict[tuple[int, int], list[tuple[int | None, int]]] = {}
    seats = Seat.objects.filter(**earlier).order_by("round_id", "match__table", "position")
    for number, table, raw, penalty in seats.values_list("round__number", "match__table", "raw", "penalty"):
        tables.setdefault((number, table), []).append((raw, penalty))
    return {
        key: ",".join(map(str, [*(raw for raw, _p in four), *(penalty for _r, penalty in four)]))
        for key, four in tables.items()
    }


def _byes(row: models.Round, document: Mapping[str, Any]) -> Iterator[Event]:
    """Byes of completed rounds that are another kind by now."""
    known = {
        (round_["number"], bye["player"]): bye["kind"]
        for round_ in document.get("rounds", ())
        if round_["status"] == "completed"
        for bye in round_.get("byes", ())
    }
    rows = Bye.objects.filter(round__tournament=row.tournament_id, round__number__lt=row.number)
    for number, player, name, kind in rows.values_list(
        "round__number", "player__number", "player__name", "kind"
    ):
        if known.get((number, player), kind) != kind:
            yield Event(
                f"bye:{number}:{player}:{kind}",
                gettext_noop(
                    "Round %(number)s was paired before the bye of %(name)s in round %(past)s was changed."
                ),
                {"number": row.number, "name": name, "past": number},
            )


def _forbidden(row: models.Round, document: Mapping[str, Any]) -> Iterator[Event]:
    """Pairs kept apart since."""
    known = {frozenset(pair) for pair in document.get("forbidden_pairs", ())}
    rows = models.ForbiddenPair.objects.filter(tournament=row.tournament_id)
    for a, b, first, second in rows.values_list("a__number", "b__number", "a__name", "b__name"):
        if frozenset((a, b)) not in known:
            yield Event(
                f"apart:{min(a, b)}-{max(a, b)}",
                gettext_noop("Round %(number)s was paired before %(first)s and %(second)s were kept apart."),
                {"number": row.number, "first": first, "second": second},
            )


def _people(row: models.Round, document: Mapping[str, Any]) -> Iterator[Event]:
    """Who came, came back, checked in or was taken off the check-in since."""
    known = {player["id"]: player for player in document["players"]}
    away = {r["player"] for r in document.get("bye_requests", ()) if r["round"] == row.number}
    byes = Bye.objects.filter(round=row, kind=ByeKind.ABSENT)
    absent = set(byes.values_list("player__number", flat=True))
    open_seats = Seat.objects.filter(round=row, match__result=None, raw=None)
    seated = set(open_seats.values_list("player__number", flat=True))
    checks = row.tournament.require_check_in
    people = Player.objects.filter(tournament=row.tournament_id, house=False, left_after_round=None)
    for number, name, joined, is_here in people.values_list("number", "name", "joined_round", "checked_in"):
        told = {"number": row.number, "name": name}
        if number in absent and (is_here or not checks):
            late = number not in known or joined > row.number
            text = _why_back(known.get(number, {}), late=late, checked=checks and number in away)
            if text:
                yield Event(f"join:{number}", text, told, join=number)
        elif checks and not is_here and number in seated and number not in away:
            text = gettext_noop("Round %(number)s was paired before the check-in of %(name)s was undone.")
            yield Event(f"out:{number}", text, told, out=number)


def _why_back(before: Mapping[str, object], *, late: bool, checked: bool) -> str:
    """Why somebody who is absent from the round could be in it; "" for who was absent anyway."""
    if late:
        return gettext_noop("Round %(number)s was paired before %(name)s joined.")
    if before.get("left_after_round") is not None:
        return gettext_noop("Round %(number)s was paired before %(name)s returned.")
    if checked:
        return gettext_noop("Round %(number)s was paired before %(name)s had checked in.")
    return ""


_PARTS: tuple[Callable[[models.Round, Mapping[str, object]], Iterator[Event]], ...] = (
    _results,
    _byes,
    _forbidden,
    _people,
)
