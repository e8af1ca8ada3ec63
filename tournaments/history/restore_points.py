"""Restore points: moments of an event to go back to, kept before and after a round is paired, before a repair, and by
hand; how they are listed, and what is different now (`restore` goes back).
"""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet

from accounts.models import User
from tournaments.history.refusals import refuse
from tournaments.history.replay import deltas, steps_between, stored_state, with_later_columns
from tournaments.models import Action, EventSnapshot, LogEntry, SnapshotReason, Tournament
from tournaments.steps import log, state
from tournaments.steps.changes import changing, is_between_lines, keep_base
from tournaments.steps.delta import INPUTS, Delta, Rows, State, difference, fold_all, pack, unpack_text
from tournaments.steps.fields import clean_line

NOTE_LENGTH = 200
# So many that were kept by themselves stay; the first state, and what somebody kept, stay for good.
MOST_AUTOMATIC = 60
# A step costs some microseconds to fold; 1,000 of a large event some milliseconds.
WHOLE_EVERY = 1_000
_FOR_GOOD = (SnapshotReason.START, SnapshotReason.BY_HAND)
# What restoring leaves as it is: addresses, who may see the event, seeds that may have been shown, what players are
# told at the moment, and which program is followed.
STAYS = ("slug", "visibility", "secret_seeds", "message", "follows")


def keep(
    tournament: Tournament,
    reason: SnapshotReason,
    *,
    actor: User | None = None,
    round_number: int | None = None,
    note: str = "",
) -> EventSnapshot:
    """Keep the state as it is now; inside a change: before its first row is written, or after its last. Old automatic
    ones go.

    What is stored is the place in the log. The whole state comes with it where a change is half done, and after every
    `WHOLE_EVERY` steps, so that no way from one that is stored gets long.
    """
    with transaction.atomic(savepoint=False):  # inside a change it stands or falls with that
        keep_base(tournament)
        last = (
            LogEntry.objects.filter(tournament=tournament)
            .order_by("-id")
            .values_list("pk", flat=True)
            .first()
        )
        kept = EventSnapshot.objects.create(
            tournament=tournament,
            reason=reason,
            round_number=round_number,
            note=note[:NOTE_LENGTH],
            version=tournament.version,
            log_entry_id=last,
            created_by=actor if isinstance(actor, User) else None,
            state=pack(state.with_inputs(tournament)) if _needs_whole(tournament) else None,
        )
        _prune(tournament)
    return kept


def keep_by_hand(*, tournament: Tournament, actor: User | None, note: str) -> EventSnapshot:
    """Somebody wants to be able to come back to this moment. Errors: `missing` (say what for), `too_long`."""
    text = clean_line(note, field="note", length=NOTE_LENGTH)
    if not text:
        raise refuse.missing(field="note")
    with changing(tournament, touches=(), finished_too=True, followed_too=True):
        kept = keep(tournament, SnapshotReason.BY_HAND, actor=actor, note=text)
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.SNAPSHOT_KEPT,
            subject=text,
            after={"snapshot": kept.pk},
        )
    return kept


def _needs_whole(tournament: Tournament) -> bool:
    if is_between_lines(tournament):
        return True
    # Its place only: the state itself is the whole event.
    base = _whole(tournament).values_list("log_entry_id").first()
    return base is None or steps_between(tournament, base[0]).count() > WHOLE_EVERY


def _prune(tournament: Tournament) -> None:
    automatic = EventSnapshot.objects.filter(tournament=tournament).exclude(reason__in=_FOR_GOOD)
    old = list(automatic.order_by("-id").values_list("pk", flat=True)[MOST_AUTOMATIC:])
    if old:
        EventSnapshot.objects.filter(pk__in=old).delete()


def listed(tournament: Tournament) -> QuerySet[EventSnapshot]:
    """Newest first, without what they hold."""
    rows = EventSnapshot.objects.filter(tournament=tournament).select_related("created_by").defer("state")
    return rows.order_by("-id")


def by_key(tournament: Tournament, key: int) -> EventSnapshot:
    """One of them, whole. Errors: EventSnapshot.DoesNotExist."""
    return EventSnapshot.objects.select_related("created_by").get(tournament=tournament, pk=key)


def nearest_whole(tournament: Tournament, upto: int | None = None) -> EventSnapshot | None:
    """The latest kept state that was stored whole, not after the line `upto`; an event that changed has one."""
    rows = _whole(tournament)
    if upto is not None:
        rows = rows.filter(Q(log_entry=None) | Q(log_entry__lte=upto))
    return rows.first()


def _whole(tournament: Tournament) -> QuerySet[EventSnapshot]:
    """Those that were stored whole, latest first."""
    rows = EventSnapshot.objects.filter(tournament=tournament, state__isnull=False)
    return rows.order_by(F("log_entry").desc(nulls_last=True), "-id")


def state_of(snapshot: EventSnapshot) -> State:
    """The state at the moment that was kept, with the documents its rounds were paired from."""
    if snapshot.state is not None:
        return stored_state(snapshot)
    base = nearest_whole(snapshot.tournament, snapshot.log_entry_id or 0)
    assert base is not None
    between = steps_between(snapshot.tournament, base.log_entry_id, snapshot.log_entry_id or 0)
    found = with_later_columns(fold_all(stored_state(base), (delta for _line, delta in deltas(between))))
    return {**found, INPUTS: _inputs_at(snapshot, found["rounds"])}


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


def way_back(tournament: Tournament, snapshot: EventSnapshot) -> Delta:
    """What restoring a snapshot would change, from now to then; {} if nothing.

    Documents of rounds that are not there now come along, as they are.
    """
    now, then = state.whole(tournament), state_of(snapshot)
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
