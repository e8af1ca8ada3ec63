"""Events that read like a cross-table.

    event("A beats B", "C draws D")                                  one round
    event(["A beats B", "C draws D"], ["A beats C", "B plays D"])    two rounds; B-D is still open

Players are named by words without spaces and get the ids 1, 2, 3, ... in the order of `players="A B C D"`,
or else in the order in which they are first mentioned. Whoever is not mentioned in a round has neither match
nor bye in it.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pairing.model.types import (
    Bye,
    ByeKind,
    ByeRequest,
    Entrant,
    Match,
    Round,
    RoundPlan,
    RoundStatus,
    Scoring,
    Snapshot,
)

_MATCHES = {
    r"(\w+) beats (\w+)": "1-0",
    r"(\w+) loses to (\w+)": "0-1",
    r"(\w+) draws (\w+)": "1/2-1/2",
    r"(\w+) and (\w+) both lose": "0-0",
    r"(\w+) beats (\w+) by forfeit": "+--",
    r"(\w+) forfeits to (\w+)": "--+",
    r"(\w+) and (\w+) both forfeit": "---",
    r"(\w+) plays (\w+)": None,
}
_BYES = {
    r"(\w+) has a bye": ByeKind.FULL,
    r"(\w+) has a half bye": ByeKind.HALF,
    r"(\w+) has a zero bye": ByeKind.ZERO,
    r"(\w+) is absent": ByeKind.ABSENT,
}


def event(
    *rounds: str | Sequence[str],
    players: str = "",
    about: Mapping[str, Mapping[str, Any]] | None = None,
    forbidden: Sequence[str] = (),
    requests: Mapping[str, ByeKind] | None = None,
    scoring: Scoring | None = None,
    **fields: Any,
) -> Snapshot:
    """The snapshot after `rounds`.

    `about={"A": {"rating": 1500}}` are further fields of entrants, `forbidden=["A B"]` pairs that may not
    meet, `requests={"A": ByeKind.HALF}` byes asked for in the round to come, `fields` further fields of the
    Snapshot.
    """
    one = [line for line in rounds if isinstance(line, str)]
    statements = [one] if one else [line for line in rounds if not isinstance(line, str)]
    names = _names(players, [line for lines in statements for line in lines])
    played = tuple(_round(number, lines, names) for number, lines in enumerate(statements, start=1))
    about = about or {}
    return Snapshot(
        entrants=tuple(Entrant(id=id, name=name, **about.get(name, {})) for name, id in names.items()),
        rounds=played,
        scoring=scoring or Scoring(),
        forbidden_pairs=tuple((names[a], names[b]) for a, b in (pair.split() for pair in forbidden)),
        bye_requests=tuple(
            ByeRequest(names[name], len(played) + 1, kind) for name, kind in (requests or {}).items()
        ),
        **{"system": "random_swiss", "draw_seed": "cross-table", **fields},
    )


def _names(players: str, lines: Sequence[str]) -> dict[str, int]:
    names: dict[str, int] = {}
    for name in [*players.split(), *(name for line in lines for name in _read(line)[0])]:
        names.setdefault(name, len(names) + 1)
    return names


def _read(line: str) -> tuple[tuple[str, ...], str | ByeKind | None]:
    for patterns in (_MATCHES, _BYES):
        for pattern, value in patterns.items():
            if found := re.fullmatch(pattern, line.strip()):
                return found.groups(), value
    raise ValueError(f"cannot read {line!r}")


def _round(number: int, lines: Sequence[str], names: Mapping[str, int]) -> Round:
    matches: list[Match] = []
    byes: list[Bye] = []
    for line in lines:
        who, value = _read(line)
        ids = tuple(names[name] for name in who)
        if isinstance(value, ByeKind):
            byes.append(Bye(ids[0], value))
        else:
            matches.append(Match(len(matches) + 1, ids, value))
    missing = any(match.is_open for match in matches)
    status = RoundStatus.IN_PROGRESS if missing else RoundStatus.COMPLETED
    return Round(number, status, tuple(matches), tuple(byes))


def pairs_of(plan: RoundPlan, snapshot: Snapshot) -> set[frozenset[str]]:
    """Who meets whom, by name: {{"A", "B"}, {"C", "D"}}."""
    names = {entrant.id: entrant.name for entrant in snapshot.entrants}
    return {frozenset(names[player] for player in match.seats) for match in plan.matches}


def tables_of(plan: RoundPlan, snapshot: Snapshot) -> list[str]:
    """The tables in order, first mover first: ["A-B", "D-C"]."""
    names = {entrant.id: entrant.name for entrant in snapshot.entrants}
    return ["-".join(names[player] for player in match.seats) for match in plan.matches]


def byes_of(plan: RoundPlan, snapshot: Snapshot) -> dict[str, str]:
    """Byes by name: {"E": "full"}."""
    names = {entrant.id: entrant.name for entrant in snapshot.entrants}
    return {names[bye.player]: str(bye.kind) for bye in plan.byes}
