"""A round as it is beside a round as it would be: only the tables and byes that differ, in the order of the tables."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from pairing.model.field import Field
from pairing.model.reasons import Reason
from pairing.model.types import ByeKind as CoreBye, RoundPlan
from tournaments.corrections.selectors.repairs import Situation
from tournaments.models import ByeKind


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody at a table, with the points before the round (hundredths)."""

    number: int
    name: str
    points: int


@dataclass(frozen=True, slots=True)
class DiffRow:
    """A table before and after; () where there is none. `what` is `new`, `gone`, `changed`, `moved` or `turned`.

    `moved_from` is where players who stay together sat before; `why` are the reasons of the new table.
    """

    table: int
    old: tuple[Seat, ...]
    new: tuple[Seat, ...]
    what: str
    moved_from: int | None = None
    why: tuple[dict[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class DiffBye:
    """A player with another bye than before; "" for none."""

    player: Seat
    old: str
    new: str

    @property
    def old_label(self) -> str:
        return _label(self.old)

    @property
    def new_label(self) -> str:
        return _label(self.new)


@dataclass(frozen=True, slots=True)
class Diff:
    """What differs; `kept` tables stay as they are."""

    rows: tuple[DiffRow, ...]
    byes: tuple[DiffBye, ...]
    kept: int


def _label(kind: str) -> str:
    return str(ByeKind(kind).label) if kind else gettext("no bye")


def diff_of(seen: Situation, plan: RoundPlan) -> Diff:
    """The round of `seen` beside a plan of it."""
    field = Field(seen.snapshot)
    names = {e.id: e.name for e in seen.snapshot.entrants}

    def seat(number: int) -> Seat:
        return Seat(number, names.get(number) or gettext("House player"), field.points.get(number, 0))

    def seats(numbers: Iterable[int]) -> tuple[Seat, ...]:
        return tuple(seat(number) for number in numbers)

    old = {m.table: m.seats for m in seen.before.matches}
    new = {m.table: m for m in plan.matches}
    sat = {frozenset(players): table for table, players in old.items()}
    rows = []
    for table in sorted(old.keys() | new.keys()):
        before, match = old.get(table, ()), new.get(table)
        after = match.seats if match else ()
        if before == after:
            continue
        origin = sat.get(frozenset(after)) if after else None
        what = _what(before, after, origin, table)
        why: tuple[Reason, ...] = match.why if match else ()
        rows.append(
            DiffRow(
                table,
                seats(before),
                seats(after),
                what,
                origin if origin != table else None,
                tuple(reason.to_json() for reason in why),
            )
        )
    return Diff(tuple(rows), _byes(seen, plan, seat), len(new.keys() | old.keys()) - len(rows))


def _what(before: tuple[int, ...], after: tuple[int, ...], origin: int | None, table: int) -> str:
    if not after:
        return "gone"
    if origin == table:
        return "turned"
    if origin is not None:
        return "moved"
    return "changed" if before else "new"


def _byes(seen: Situation, plan: RoundPlan, seat: Any) -> tuple[DiffBye, ...]:
    """Whoever comes in a later round is absent from this one as before: nothing to tell."""
    later = {e.id for e in seen.snapshot.entrants if e.joined_round > seen.round.number}
    old = {b.player: b.kind.value for b in seen.before.byes if b.player not in later}
    new = {b.player: CoreBye(b.kind).value for b in plan.byes if b.player not in later}
    return tuple(
        DiffBye(seat(player), old.get(player, ""), new.get(player, ""))
        for player in sorted(old.keys() | new.keys())
        if old.get(player) != new.get(player)
    )
