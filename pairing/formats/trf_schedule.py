"""A round robin in a FIDE report, record 092; its schedule may be there as a whole, with open matches in any round."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pairing.model.options import parse
from pairing.model.schema import DocumentError
from pairing.model.types import Round, RoundStatus, Snapshot
from pairing.systems.dutch import DUTCH
from pairing.systems.round_robin import ROUND_ROBIN, RoundRobinOptions, rounds_of


def type_of(snapshot: Snapshot) -> str:
    """The type of the tournament, in the words of FIDE."""
    if snapshot.system != ROUND_ROBIN.slug:
        return "Individual: Swiss-System"
    is_double = parse(RoundRobinOptions, snapshot.options).double
    return f"Individual: {'Double ' if is_double else ''}Round-Robin"


def system_of(kind: str, rounds: Sequence[Round]) -> tuple[str, Mapping[str, Any]]:
    """The system of a report of this type, and its options: that of FIDE's Swiss, or an unfinished round robin all
    rounds of which are there. Errors: DocumentError for a round of another event that is open before the last one.
    """
    still_open = [round_.number for round_ in rounds if round_.status is not RoundStatus.COMPLETED]
    options = _whole(kind, rounds)
    if still_open and options is not None:
        return ROUND_ROBIN.slug, options
    if still_open and still_open[0] < len(rounds):
        raise DocumentError(f"round {still_open[0]}", "a result is missing; only the last round may be open")
    return DUTCH.slug, {}


def _whole(kind: str, rounds: Sequence[Round]) -> Mapping[str, Any] | None:
    """The options of a round robin that has all rounds of its table; None for anything else."""
    if not re.search("round[- ]?robin", kind, re.IGNORECASE):
        return None
    is_double = "double" in kind.lower()
    options = {"schedule": "whole", "order": "registration", "ahead": None, "double": is_double}
    players = {player for round_ in rounds for match in round_.matches for player in match.seats}
    return options if len(rounds) == rounds_of(len(players), parse(RoundRobinOptions, options)) else None
