"""recheck(): pair every past round again from what was known before it, and report what differs.

This is what lets anybody check an event from its public document: the same players, results and draw seed
(or seed of the round, where it has one) must give the same rounds. What the engine cannot know is taken from the
round itself: who had asked for a bye or was absent, whether the organiser had allowed a rematch or a second bye, and
an earlier edition of the rules where those gave its pairs (`System.editions`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pairing.engine import find_system, of_next_round, pair
from pairing.model.errors import PairingError
from pairing.model.field import Field
from pairing.model.options import describe, parse
from pairing.model.reasons import Reason, because, gettext_noop, sentence
from pairing.model.types import ByeKind, ByeRequest, Round, RoundPlan, RoundStatus, Snapshot

OTHERWISE = sentence(
    "paired_otherwise",
    gettext_noop(
        "Another program paired this round. Automatic pairing would pair {count} of its {tables} tables otherwise."
    ),
)
Seats = tuple[int, ...]
Players = frozenset[int]
Place = tuple[int, Seats]


@dataclass(frozen=True, slots=True)
class RoundCheck:
    """One round: what the engine gives (`planned`) against what stands in the document (`played`).

    `turned` are matches with the same players in other seats, `moved` those at another table. `error` is
    set when the engine refuses to pair the round at all. `edition`: the earlier edition of the rules that gives these
    pairs where the event's own does not. `why`: what the rules have against the pairs that were played, where the
    system can tell.
    """

    number: int
    only_planned: tuple[Seats, ...] = ()
    only_played: tuple[Seats, ...] = ()
    turned: tuple[Seats, ...] = ()
    moved: tuple[Seats, ...] = ()
    byes_planned: tuple[int, ...] = ()
    byes_played: tuple[int, ...] = ()
    error: str = ""
    why: tuple[Reason, ...] = ()
    edition: str = ""

    @property
    def same(self) -> bool:
        """Whether the round is exactly what the engine gives."""
        return self == RoundCheck(self.number, edition=self.edition)

    @property
    def others(self) -> bool:
        """Whether others met or had a bye than those the engine gives."""
        return bool(self.error or self.only_planned or self.byes_planned)


def recheck(snapshot: Snapshot, *, tables: bool = True) -> tuple[RoundCheck, ...]:
    """Every round of the snapshot paired again, in order; `tables`: whether it says at which table a match was.

    Errors: PairingError for an unknown system or option.
    """
    find_system(snapshot.system)
    checks = (_check_round(snapshot, round_) for round_ in snapshot.rounds)
    return tuple(checks if tables else (replace(check, moved=()) for check in checks))


def before(snapshot: Snapshot, round_: Round) -> Snapshot:
    """The snapshot as it was when `round_` was paired, with the byes and absences of that round as wishes."""
    past = tuple(replace(r, status=RoundStatus.COMPLETED) for r in snapshot.rounds[: round_.number - 1])
    asked = [ByeRequest(b.player, round_.number, b.kind) for b in round_.byes if b.kind is not ByeKind.FULL]
    there = {p for m in round_.matches for p in m.seats} | {b.player for b in round_.byes}
    asked += [
        ByeRequest(e.id, round_.number, ByeKind.ABSENT)
        for e in snapshot.entrants
        if e.id not in there and e.takes_part_in(round_.number) and not e.house
    ]
    seed = round_.seed or snapshot.draw_seed
    return replace(snapshot, rounds=past, bye_requests=tuple(asked), draw_seed=seed)


def _check_round(snapshot: Snapshot, round_: Round) -> RoundCheck:
    known = before(snapshot, round_)
    overrides = allowed(known, round_)
    check = _paired_again(known, round_, overrides)
    if not check.others:
        return check
    for edition in find_system(of_next_round(known).system).editions:
        earlier = _paired_again(known, round_, {**overrides, "rules": edition})
        if not earlier.others:
            return replace(earlier, edition=edition)
    return check if check.error else replace(check, why=why_not(known, overrides, round_))


def _paired_again(known: Snapshot, round_: Round, overrides: Mapping[str, Any]) -> RoundCheck:
    try:
        return _compare(pair(known, overrides=overrides), round_)
    except PairingError as error:
        return RoundCheck(round_.number, error=str(error))


def why_not(known: Snapshot, overrides: Mapping[str, Any], round_: Round) -> tuple[Reason, ...]:
    """What the rules have against the pairs of this round, by what is `known` before it; () where the system cannot
    tell. Errors: those of `pair`.
    """
    event = of_next_round(known)
    system = find_system(event.system)
    if system.why_not is None:
        return ()
    return system.why_not(Field(event), parse(system.options, {**event.options, **overrides}), round_)


def allowed(known: Snapshot, round_: Round) -> Mapping[str, Any]:
    """What the organiser must have allowed for this round to be possible at all."""
    coming = of_next_round(known)
    system = find_system(coming.system)
    declared = {spec.name for spec in describe(system.options)}
    field = Field(coming)
    met = system.met(field)
    rematch = any(b in met[a] for m in round_.matches for a in m.seats for b in m.seats if a != b)
    had_bye = system.had_bye(field, parse(system.options, coming.options))
    second_bye = any(b.player in had_bye for b in round_.byes if b.kind is ByeKind.FULL)
    wanted = {"allow_rematches": rematch, "allow_second_bye": second_bye}
    return {name: True for name, needed in wanted.items() if needed and name in declared}


def _compare(plan: RoundPlan, round_: Round) -> RoundCheck:
    planned = {frozenset(m.seats): (m.table, m.seats) for m in plan.matches}
    played = {frozenset(m.seats): (m.table, m.seats) for m in round_.matches}
    both = [players for players in played if players in planned]
    moved = _moved(planned, played)
    byes = [{b.player for b in of.byes if b.kind is ByeKind.FULL} for of in (plan, round_)]
    return RoundCheck(
        number=round_.number,
        only_planned=tuple(seats for players, (_, seats) in planned.items() if players not in played),
        only_played=tuple(seats for players, (_, seats) in played.items() if players not in planned),
        turned=tuple(played[p][1] for p in both if played[p][1] != planned[p][1]),
        moved=tuple(played[p][1] for p in both if p in moved),
        byes_planned=tuple(sorted(byes[0] - byes[1])),
        byes_played=tuple(sorted(byes[1] - byes[0])),
    )


def _moved(planned: Mapping[Players, Place], played: Mapping[Players, Place]) -> set[Players]:
    """Who played at another table. A round that was numbered by other tables of the hall is compared by their order."""
    where, there = ({p: table for p, (table, _seats) in rows.items()} for rows in (planned, played))
    moved = {p for p, table in there.items() if where.get(p, table) != table}
    if set(where.values()) == set(there.values()):
        return moved
    first, second = (sorted(rows, key=lambda p: rows[p]) for rows in (where, there))
    in_order = {p for at, p in enumerate(second) if p in where and first.index(p) != at}
    return min(moved, in_order, key=len)


def otherwise(snapshot: Snapshot) -> dict[int, tuple[Reason, ...]]:
    """What is to be said of each round in which others met than the engine gives, by number: how many tables, and what
    the rules have against them. Errors: those of `recheck`.
    """
    played = {round_.number: round_ for round_ in snapshot.rounds}
    return {
        check.number: (
            because(OTHERWISE, count=len(check.only_played), tables=len(played[check.number].matches)),
            *check.why,
        )
        for check in recheck(snapshot, tables=False)
        if check.others
    }


def recheck_to_json(
    checks: tuple[RoundCheck, ...], name_of: Callable[[int], str] | None = None
) -> dict[str, Any]:
    """What the command `recheck` answers: every round, with its differences where there are any; players in sentences
    as `name_of` shows them (default: ids).
    """
    return {
        "same": all(check.same for check in checks),
        "rounds": [_check_to_json(check, name_of) for check in checks],
    }


def _check_to_json(check: RoundCheck, name_of: Callable[[int], str] | None) -> dict[str, Any]:
    data: dict[str, Any] = {"round": check.number, "same": check.same}
    for name in ("only_planned", "only_played", "turned", "moved"):
        if matches := getattr(check, name):
            data[name] = [list(seats) for seats in matches]
    if check.edition:
        data["edition"] = check.edition
    for name in ("byes_planned", "byes_played"):
        if players := getattr(check, name):
            data[name] = list(players)
    if check.why:
        data |= {"why": [r.text(name_of=name_of) for r in check.why], "reasons": [r.code for r in check.why]}
        data["rules"] = [str(value) for r in check.why for name, value in r.params if name == "rule"]
    return data | ({"error": check.error} if check.error else {})
