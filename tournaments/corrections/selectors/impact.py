"""What an edit of the past would change, and for whom: standings, tie-breaks, cuts, byes, later pairings.

Everything is worked out on two snapshots, the event as it is and as it would be; nothing is written.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from pairing.engine import pair
from pairing.engine.recheck import allowed, before
from pairing.model.errors import TEXTS, PairingError
from pairing.model.reasons import Phrase, shown_params
from pairing.model.types import ByeKind, Hundredths, Round, RoundPlan, Snapshot
from tournaments import snapshots
from tournaments.corrections.selectors.edits import Edit
from tournaments.corrections.selectors.impact_cuts import CutChange, cut_changes
from tournaments.models import Round as RoundRow, RoundState, Tournament
from tournaments.names.namesakes import names_of_entrants
from tournaments.reading import consistent_read
from tournaments.snapshots import up_to
from tournaments.standings.selectors.standings import Line, StandingsTable, compute, paired_on

Seats = tuple[int, ...]
# Numbers of tables may be looked at again until somebody sits there.
NOBODY_PLAYS = (RoundState.DRAFT.value, RoundState.PUBLISHED.value)


@dataclass(frozen=True, slots=True)
class TiebreakChange:
    """One tie-break of a player, as text; "" where there is no value."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class PlayerChange:
    """A player whose line of the standings would change. Points are hundredths; a rank of None: not on the list."""

    number: int
    name: str
    rank_before: int | None
    rank_after: int | None
    points_before: Hundredths | None
    points_after: Hundredths | None
    tiebreaks: tuple[TiebreakChange, ...] = ()

    @property
    def moves(self) -> bool:
        return (self.rank_before, self.points_before) != (self.rank_after, self.points_after)


@dataclass(frozen=True, slots=True)
class MovedTable:
    """Players who would meet all the same, at another table: its number without the edit and with it."""

    players: Seats
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class LaterRound:
    """A round that was paired on what is edited, and how the engine would pair it on the edited event.

    `same` tables would be as they are; `now` are the tables there would be instead of `stands`, as player numbers in
    the order of the seats; `bye_now` instead of `bye_stands` would have the bye of the pairing. `differs_anyway` tables
    are not as the engine pairs them even without the edit. `error` says why the round could not be paired at all.
    `moved` are tables that would only have another number, as long as nobody plays there. `changes`: with the edit the
    engine would do something else than without it.
    """

    number: int
    state: str
    same: int
    now: tuple[Seats, ...] = ()
    stands: tuple[Seats, ...] = ()
    bye_now: tuple[int, ...] = ()
    bye_stands: tuple[int, ...] = ()
    differs_anyway: int = 0
    error: str = ""
    moved: tuple[MovedTable, ...] = ()
    changes: bool = False

    @property
    def is_same(self) -> bool:
        return not (self.now or self.stands or self.bye_now or self.bye_stands or self.error)

    @property
    def is_draft(self) -> bool:
        return self.state == RoundState.DRAFT

    @property
    def can_be_repaired(self) -> bool:
        return not self.is_same and self.state != RoundState.COMPLETED


@dataclass(frozen=True, slots=True)
class Consequences:
    """All that an edit would change. `names` are those of all players it mentions, by number.

    `columns` are the tie-breaks of the chain before and after, where the chain itself is edited.
    """

    kind: str
    players: tuple[PlayerChange, ...]
    cuts: tuple[CutChange, ...]
    later: tuple[LaterRound, ...]
    names: Mapping[int, str]
    columns_before: tuple[str, ...] = ()
    columns_after: tuple[str, ...] = ()

    @property
    def movers(self) -> tuple[PlayerChange, ...]:
        """Who would have another rank or other points."""
        return tuple(player for player in self.players if player.moves)

    @property
    def with_tiebreaks(self) -> tuple[PlayerChange, ...]:
        """Who would have another value of a tie-break."""
        return tuple(player for player in self.players if player.tiebreaks)

    @property
    def changes_anything(self) -> bool:
        """Whether standings, a cut or what the engine would pair are others with the edit."""
        return bool(self.players) or any(c.moves for c in self.cuts) or any(r.changes for r in self.later)

    @property
    def needs_reason(self) -> bool:
        """Whether a round has been paired on what is edited, so that somebody will ask why."""
        return bool(self.later)

    def numbers(self) -> dict[str, object]:
        """What the log keeps of it."""
        return {
            "ranks": sum(player.moves for player in self.players),
            "tiebreaks": sum(len(player.tiebreaks) for player in self.players),
            "into": [number for cut in self.cuts for number in cut.into],
            "out": [number for cut in self.cuts for number in cut.out],
            "rounds": [
                {"number": r.number, "same": r.same, "different": len(r.now), "byes": len(r.bye_now)}
                for r in self.later
            ],
        }


@consistent_read()
def consequences(tournament: Tournament, edit: Edit) -> Consequences:
    """What `edit` would change, as the event stands now."""
    now = snapshots.load(tournament, drafts=True)
    then = edit.on(now)
    states = dict(RoundRow.objects.filter(tournament=tournament).values_list("number", "state"))
    published = sum(state != RoundState.DRAFT for state in states.values())
    tables = [compute(tournament, up_to(seen, published), published) for seen in (now, then)]
    later = tuple(
        _later_round(now, then, number, states[number]) for number in paired_on(tournament, edit.since)
    )
    return Consequences(
        kind=edit.kind,
        players=player_changes(*tables),
        cuts=cut_changes(now, then),
        later=later,
        names=names_of_entrants(now.entrants),
        columns_before=tables[0].columns,
        columns_after=tables[1].columns,
    )


def player_changes(now: StandingsTable, then: StandingsTable) -> tuple[PlayerChange, ...]:
    """Everybody whose line differs, in the order of the standings as they would be; then who is off the list."""
    old = {line.number: line for line in now.lines}
    new = {line.number: line for line in then.lines}
    order = [*new, *(number for number in old if number not in new)]
    pairs = ((old.get(number), new.get(number)) for number in order)
    return tuple(change for one, other in pairs if (change := _change(one, other)) is not None)


def _change(one: Line | None, other: Line | None) -> PlayerChange | None:
    line = other or one
    if line is None:
        return None
    tiebreaks = _tiebreaks(one, other) if one and other else ()
    found = PlayerChange(
        line.number,
        line.name,
        one.rank if one else None,
        other.rank if other else None,
        one.points if one else None,
        other.points if other else None,
        tiebreaks,
    )
    return found if found.moves or tiebreaks else None


def _tiebreaks(one: Line, other: Line) -> tuple[TiebreakChange, ...]:
    """Tie-breaks of both lines with another value."""
    known = {cell.label: cell for cell in one.tiebreaks}
    return tuple(
        TiebreakChange(cell.label, known[cell.label].shown, cell.shown)
        for cell in other.tiebreaks
        if cell.label in known and known[cell.label].value != cell.value
    )


def _later_round(now: Snapshot, then: Snapshot, number: int, state: str) -> LaterRound:
    """How round `number` compares with the engine, with the edit and without it."""
    round_ = then.rounds[number - 1]
    was = _paired_if_possible(now, number)
    try:
        plan = _paired(then, round_)
    except PairingError as error:
        return LaterRound(number, state, 0, error=_said(error, then), changes=was is not None)
    same, planned, played = _compared(plan, round_)
    byes_now, byes_then = _byes(plan), _byes(round_)
    return LaterRound(
        number,
        state,
        same,
        now=planned,
        stands=played,
        bye_now=tuple(sorted(byes_now - byes_then)),
        bye_stands=tuple(sorted(byes_then - byes_now)),
        differs_anyway=len(_compared(was, now.rounds[number - 1])[2]) if was else len(round_.matches),
        moved=_moved(was, plan) if was and state in NOBODY_PLAYS else (),
        changes=was is None or _shape(was) != _shape(plan),
    )


def _paired_if_possible(snapshot: Snapshot, number: int) -> RoundPlan | None:
    try:
        return _paired(snapshot, snapshot.rounds[number - 1])
    except PairingError:
        return None


def _shape(plan: RoundPlan) -> tuple[set[tuple[int, Seats]], set[int]]:
    """Who sits where, and who has the bye of the pairing."""
    return {(match.table, match.seats) for match in plan.matches}, _byes(plan)


def _moved(was: RoundPlan, plan: RoundPlan) -> tuple[MovedTable, ...]:
    """Tables of both plans with another number."""
    old = {frozenset(match.seats): match.table for match in was.matches}
    pairs = ((match, old.get(frozenset(match.seats), match.table)) for match in plan.matches)
    return tuple(
        MovedTable(match.seats, table, match.table) for match, table in pairs if table != match.table
    )


def _paired(snapshot: Snapshot, round_: Round) -> RoundPlan:
    known = before(snapshot, round_)
    return pair(known, overrides=allowed(known, round_))


def _compared(plan: RoundPlan, round_: Round) -> tuple[int, tuple[Seats, ...], tuple[Seats, ...]]:
    """How many tables have the same players, the others of the plan, and the others of the round."""
    planned = {frozenset(m.seats): m.seats for m in plan.matches}
    played = {frozenset(m.seats): m.seats for m in round_.matches}
    return (
        len(planned.keys() & played.keys()),
        tuple(seats for players, seats in planned.items() if players not in played),
        tuple(seats for players, seats in played.items() if players not in planned),
    )


def _byes(of: RoundPlan | Round) -> set[int]:
    """Who has the bye of the pairing."""
    return {bye.player for bye in of.byes if bye.kind is ByeKind.FULL}


def _said(error: PairingError, snapshot: Snapshot) -> str:
    """A refusal of the core in the reader's language, with names."""
    names = names_of_entrants(snapshot.entrants)
    shown = shown_params(tuple(error.params.items()), lambda number: names.get(number, str(number)))
    texts = {k: v.text(gettext) if isinstance(v, Phrase) else v for k, v in shown.items()}
    return gettext(TEXTS[error.code]).format(**texts)
