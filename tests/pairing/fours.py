"""Events of four at a table that read like a cross table, and the smallest system that seats them.

    fours(["A 42300, B 31200, C 28000, D 18500"])                  one table, East to North, raw points
    fours(["A 42300, B 31200 -20, C 28000, D 18500", "E has a bye"], ["A, B, C, E"])
                                                                   a penalty, a bye, and a table still open

Ids are 1, 2, 3, ... in the order of `players="A B C"` or of being mentioned; names that begin with H are house players.
The system is called `four`; the fixture of that name registers it.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest

from pairing.model.field import Field
from pairing.model.lots import Lots
from pairing.model.reasons import SAME_SCORE, because
from pairing.model.types import (
    Bye,
    Entrant,
    Match,
    PlannedMatch,
    Round,
    RoundPlan,
    RoundStatus,
    Snapshot,
    TableKind,
)
from pairing.systems import SYSTEMS
from pairing.systems.base import System, everybody_present
from pairing.tiebreaks import parse_chain

WHY = (because(SAME_SCORE, score=0),)


@dataclass(frozen=True, slots=True)
class NoOptions:
    """The system has none."""


def in_list_order(field: Field, options: Any, lots: Lots) -> RoundPlan:
    """Tables in list order; house players, known ones first, fill the last one."""
    seats = list(field.present)
    missing = -len(seats) % 4
    known = [id for id, e in field.entrants.items() if e.house][:missing]
    first_new = max(field.entrants) + 1
    new = tuple(range(first_new, first_new + missing - len(known)))
    seats += [*known, *new]
    tables = [tuple(seats[at : at + 4]) for at in range(0, len(seats), 4)]
    matches = tuple(PlannedMatch(number, table, WHY) for number, table in enumerate(tables, start=1))
    return RoundPlan(field.number, matches, house=new)


FOUR = System(
    slug="four",
    name="Four",
    summary="",
    seats=TableKind.FOUR,
    options=NoOptions,
    pair=in_list_order,
    playing=everybody_present,
    plans_ahead=True,
)


@contextmanager
def registered(system: System = FOUR) -> Iterator[System]:
    """The system is in the list for as long as this lasts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(SYSTEMS, system.slug, system)
        yield system


def fours(
    *rounds: Sequence[str],
    players: str = "",
    about: Mapping[str, Mapping[str, Any]] | None = None,
    chain: Sequence[Any] = (),
    **fields: Any,
) -> Snapshot:
    """The snapshot after `rounds`; `about={"A": {"draw_number": 3}}` are further fields of entrants."""
    mentioned = [
        line.split()[0].rstrip(",") for lines in rounds for part in lines for line in part.split(", ")
    ]
    names = {
        name: number for number, name in enumerate(dict.fromkeys([*players.split(), *mentioned]), start=1)
    }
    about = about or {}
    return Snapshot(
        entrants=tuple(
            Entrant(id, name, house=name.startswith("H"), **about.get(name, {})) for name, id in names.items()
        ),
        rounds=tuple(_round(number, lines, names) for number, lines in enumerate(rounds, start=1)),
        seats=TableKind.FOUR,
        **{"system": "four", "tiebreaks": parse_chain(chain), **fields},
    )


def _round(number: int, lines: Sequence[str], names: Mapping[str, int]) -> Round:
    byes = tuple(Bye(names[line.split()[0]]) for line in lines if line.endswith(" has a bye"))
    tables = [line for line in lines if not line.endswith(" has a bye")]
    matches = tuple(_match(table, line, names) for table, line in enumerate(tables, start=1))
    is_open = any(match.is_open for match in matches)
    return Round(number, RoundStatus.IN_PROGRESS if is_open else RoundStatus.COMPLETED, matches, byes)


def _match(table: int, line: str, names: Mapping[str, int]) -> Match:
    seats, raw, penalties = [], [], []
    for words in (part.split() for part in line.split(", ")):
        seats.append(names[words[0]])
        raw += [int(words[1])] if len(words) > 1 else []
        penalties.append(int(Decimal(words[2]) * 100) if len(words) > 2 else 0)
    return Match(
        table,
        tuple(seats),
        scores=tuple(raw) or None,
        penalties=tuple(penalties) if any(penalties) else None,
    )
