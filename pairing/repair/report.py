"""What the command `repair` answers: repairs of the last round of a document, as JSON."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from pairing.formats.document import NameOf, plan_to_json
from pairing.model.errors import PairingError
from pairing.model.reasons import phrase
from pairing.model.schema import DocumentError
from pairing.model.types import HUNDRED, ByeKind, ByeRequest, Round, RoundStatus, Snapshot
from pairing.repair import wording
from pairing.repair.structure import FIXED
from pairing.repair.types import Repair

SCHEMA = "pairwright-repairs-1"


def round_to_repair(snapshot: Snapshot, gone: Collection[int] = ()) -> tuple[Snapshot, Round]:
    """The event without its last round, and that round. Byes in it that the pairing has not given count as asked for;
    players who are `gone` have left before it (in the document they still sit in it).

    Errors: PairingError, unless the last round is one that has been paired, and for players there are not.
    """
    if not snapshot.rounds or snapshot.rounds[-1].status is RoundStatus.COMPLETED:
        raise DocumentError(
            "rounds", phrase("to be repaired, the last round must be paired and not completed")
        )
    last = snapshot.rounds[-1]
    asked = {r.player for r in snapshot.bye_requests if r.round == last.number}
    own = (ByeKind.FULL, ByeKind.ZERO) if snapshot.system in FIXED else (ByeKind.FULL,)
    more = tuple(
        ByeRequest(b.player, last.number, b.kind)
        for b in last.byes
        if b.kind not in own and b.player not in asked
    )
    if strangers := sorted(set(gone).difference(e.id for e in snapshot.entrants)):
        raise PairingError(wording.NO_SUCH_PLAYER, where="--gone", player=strangers[0])
    entrants = tuple(
        replace(e, left_after_round=last.number - 1) if e.id in gone else e for e in snapshot.entrants
    )
    asked_for = (*snapshot.bye_requests, *more)
    return replace(snapshot, rounds=snapshot.rounds[:-1], bye_requests=asked_for, entrants=entrants), last


def repairs_to_json(number: int, repairs: Sequence[Repair], name_of: NameOf | None = None) -> dict[str, Any]:
    """The answer, the best repair first; points as points, players in sentences as `name_of` shows them."""
    return {"round": number, "repairs": [_to_json(repair, name_of) for repair in repairs]}


def _to_json(repair: Repair, name_of: NameOf | None) -> dict[str, Any]:
    return {
        "plan": plan_to_json(repair.plan, name_of),
        "broken": list(repair.broken),
        "new": list(repair.new),
        "byes_changed": list(repair.byes_changed),
        "distance": repair.distance / HUNDRED,
        "bye_above": repair.bye_above / HUNDRED,
        "round_distance": repair.round_distance / HUNDRED,
        "objective": list(repair.objective),
    }
