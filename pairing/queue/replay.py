"""The calls of an event made again from what was known then, and held against those that were made (B13)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from pairing.model.moments import MatchId
from pairing.model.reasons import Reason, because
from pairing.model.types import Snapshot
from pairing.queue.chains import is_match_by_match
from pairing.queue.choice import choose, worth
from pairing.queue.moments import state_at
from pairing.queue.reasons import FEWER, MARKS_LEFT, NOT_READY, OTHER_TABLES, SPOILED, why_before
from pairing.queue.state import MatchState, QueueState

Calls: TypeAlias = Mapping[MatchId, int]
# The objectives of A3 in their order; the keys of matches have sentences of their own.
WORSE = (MARKS_LEFT, FEWER, None, SPOILED, OTHER_TABLES)


@dataclass(frozen=True, slots=True)
class CallCheck:
    """A decision (`number`), or calls of the desk (None), at the moment `at`. `planned` are the calls of the
    rule, `played` those that were made; `why`: the first objective in which these are worse. `late`: how many
    seconds earlier the rule would have called, where the queue called by itself. `is_unsure`: a result or a
    match was corrected later, so it is not known any more who was to meet then.
    """

    number: int | None
    at: int
    planned: Calls
    played: Calls
    why: tuple[Reason, ...] = ()
    late: int = 0
    is_unsure: bool = False

    @property
    def same(self) -> bool:
        """Whether the calls are those of the rule, as far as that can be told; those of the desk need not be."""
        return self.number is None or self.is_unsure or self.planned == self.played


def recheck_calls(snapshot: Snapshot) -> tuple[CallCheck, ...]:
    """Every decision and every call of the desk, in order. Errors: PairingError, for a moment that cannot be."""
    moments = snapshot.moments
    places = [at for at, moment in enumerate(moments) if moment.verb in ("decision", "desk_call")]
    return tuple(
        _check(snapshot, at, last) for last, at in zip([0, *(p + 1 for p in places)], places, strict=False)
    )


def _check(snapshot: Snapshot, k: int, last: int) -> CallCheck:
    moments, moment = snapshot.moments, snapshot.moments[k]
    state = state_at(snapshot, moments, k, now=moment.at)
    planned = {call.match: call.table for call in choose(state)}
    played = dict(moment.calls)
    is_own, is_unsure = moment.verb == "desk_call", _is_unsure(snapshot, k, state)
    return CallCheck(
        None if is_own else moment.value,
        moment.at,
        planned,
        played,
        () if is_own or planned == played else (_why_worse(state, planned, played),),
        0 if is_own or is_unsure or not state.options.call else moment.at - _due(snapshot, k, last),
        is_unsure,
    )


def _is_unsure(snapshot: Snapshot, k: int, state: QueueState) -> bool:
    """Whether a later correction hides who was to meet whom: of a result that was known then and led to matches, or of
    a match that had not been played.
    """
    for later in snapshot.moments[k + 1 :]:
        if later.verb in ("correct", "reopened") and is_match_by_match(snapshot, later.match[0]):
            if state.match[later.match].state is MatchState.PLAYED:
                return True
        elif later.values.get("because") == "correction":
            match = state.match.get(later.match)
            if match is not None and match.state is not MatchState.PLAYED and None not in match.seats:
                return True
    return False


def _due(snapshot: Snapshot, k: int, last: int) -> int:
    """When the rule would have called first after the moment before place `last`."""
    moments = snapshot.moments
    for at in range(max(last, 1), k + 1):
        now = moments[at - 1].at
        if now < moments[at].at and choose(state_at(snapshot, moments, at, now=now)):
            return now
    return moments[k].at


def _why_worse(state: QueueState, planned: Calls, played: Calls) -> Reason:
    """The first objective in which the calls that were made are worse, or the first of them that was not
    possible.
    """
    match_of = {match.id: match for match in state.matches}
    for id, number in played.items():
        match = match_of.get(id)
        is_ready = match is not None and state.waiting(match) is None
        if match is None or not is_ready or number not in [t.number for t in state.free_tables(match)]:
            return because(NOT_READY, round=id[0], number=id[1], table=number)
    right, made = worth(state, planned), worth(state, played)
    at = next(at for at in range(len(WORSE)) if right[at] != made[at])
    if (code := WORSE[at]) is not None:
        return because(code)
    first, other = next((a[-1], b[-1]) for a, b in zip(right[at], made[at], strict=True) if a != b)
    return why_before(state, match_of[first], match_of[other])


def checks_to_json(
    checks: tuple[CallCheck, ...], name_of: Callable[[int], str] | None = None
) -> dict[str, Any]:
    """What `recheck` answers of the calls: those of a decision with their differences, and those of the desk."""
    return {
        "same": all(check.same for check in checks),
        "calls": [_check_to_json(check, name_of) for check in checks],
    }


def _check_to_json(check: CallCheck, name_of: Callable[[int], str] | None) -> dict[str, Any]:
    number = {"desk": True} if check.number is None else {"decision": check.number}
    data: dict[str, Any] = {**number, "at": check.at, "same": check.same}
    if check.planned != check.played:
        for name, calls, others in (
            ("only_planned", check.planned, check.played),
            ("only_played", check.played, check.planned),
        ):
            data[name] = [
                {"match": list(id), "table": table} for id, table in sorted(calls.items() - others.items())
            ]
    if check.why:
        data |= {"why": [r.text(name_of=name_of) for r in check.why], "reasons": [r.code for r in check.why]}
    if check.late:
        data["late"] = check.late
    if check.is_unsure and check.planned != check.played:
        data["unsure"] = True
    return data
