"""The snapshots of an event as they are listed, and what is different now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import F, Q, QuerySet

from tournaments.history.replay import deltas, steps_between, stored_state, with_later_columns
from tournaments.models import EventSnapshot, Tournament
from tournaments.steps import state
from tournaments.steps.delta import INPUTS, Delta, Rows, State, difference, fold_all, unpack_text

# What restoring leaves as it is: addresses, who may see the event, and seeds that may have been shown.
STAYS = ("slug", "visibility", "secret_seeds")


def snapshots(tournament: Tournament) -> QuerySet[EventSnapshot]:
    """Newest first, without what they hold."""
    rows = EventSnapshot.objects.filter(tournament=tournament).select_related("created_by").defer("state")
    return rows.order_by("-id")


def snapshot(tournament: Tournament, key: int) -> EventSnapshot:
    """One of them, whole. Errors: EventSnapshot.DoesNotExist."""
    return EventSnapshot.objects.select_related("created_by").get(tournament=tournament, pk=key)


def nearest_whole(tournament: Tournament, upto: int | None = None) -> EventSnapshot | None:
    """The latest kept state that was stored whole, not after the line `upto`; an event that changed has one."""
    rows = EventSnapshot.objects.filter(tournament=tournament, state__isnull=False)
    if upto is not None:
        rows = rows.filter(Q(log_entry=None) | Q(log_entry__lte=upto))
    return rows.order_by(F("log_entry").desc(nulls_last=True), "-id").first()


def state_of(kept: EventSnapshot) -> State:
    """The state at the moment that was kept, with the documents its rounds were paired from."""
    if kept.state is not None:
        return stored_state(kept)
    base = nearest_whole(kept.tournament, kept.log_entry_id or 0)
    assert base is not None
    between = steps_between(kept.tournament, base.log_entry_id, kept.log_entry_id or 0)
    found = with_later_columns(fold_all(stored_state(base), (delta for _line, delta in deltas(between))))
    return {**found, INPUTS: _inputs_at(kept, found["rounds"])}


def _inputs_at(kept: EventSnapshot, rounds: Rows) -> Rows:
    """What its `rounds` were paired from: as it is now, unless a later step took the round away or gave it another
    document. That step holds the one there was, if there was one.
    """
    found: Rows = {}
    open_ = set(rounds)
    for _line, delta in deltas(steps_between(kept.tournament, kept.log_entry_id)):
        replaced = delta.get(INPUTS, {})
        for number in open_ & (replaced.keys() | _taken_away(delta)):
            open_.discard(number)
            if number in replaced and replaced[number][0] is not None:
                found[number] = unpack_text(replaced[number][0])
    now = state.inputs(kept.tournament) if open_ else {}
    return found | {number: document for number, document in now.items() if number in open_}


def _taken_away(delta: Delta) -> set[str]:
    return {
        number for number, change in delta.get("rounds", {}).items() if isinstance(change, list) and change[0]
    }


def way_back(tournament: Tournament, kept: EventSnapshot) -> Delta:
    """What restoring a snapshot would change, from now to then; {} if nothing.

    Documents of rounds that are not there now come along, as they are.
    """
    now, then = state.whole(tournament), state_of(kept)
    inputs: dict[str, Any] = then.pop(INPUTS, {})
    _leave(tournament, now, then)
    delta = difference(now, then)
    made = {number: document for number, document in inputs.items() if _is_new(delta, number)}
    if made:
        delta[INPUTS] = {number: [None, document] for number, document in made.items()}
    return delta


def _is_new(delta: Mapping[str, Any], number: str) -> bool:
    """Whether a round was not there, or was another one that was paired at another time."""
    change = delta.get("rounds", {}).get(number)
    if isinstance(change, list):
        return change[1] is not None
    return bool(change) and "created_at" in change


def _leave(tournament: Tournament, now: State, then: State) -> None:
    """Put into the old state what restoring is not to touch."""
    settings, old = now["settings"][state.EVENT], then["settings"][state.EVENT]
    old |= {field: settings[field] for field in STAYS}
    if tournament.series_id is not None:
        old["season"] = settings["season"]  # the series' business
    if settings["secret_seeds"]:
        old["draw_seed"] = settings["draw_seed"]
    for number, player in then["players"].items():
        there = now["players"].get(number)
        if there is not None and there["id"] == player["id"]:
            player["key"] = there["key"]
