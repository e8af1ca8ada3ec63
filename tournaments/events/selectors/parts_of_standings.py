"""Events whose standings have parts: who is still in, who was out when, where the next cut is as things stand now."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import pairwise

from django.utils.translation import gettext

from pairing.engine import phases as core
from pairing.engine.standings import rank
from pairing.model.errors import Impossible, PairingError
from pairing.model.field import Field
from pairing.model.options import parse
from pairing.model.types import Snapshot
from pairing.systems import SYSTEMS
from tournaments import snapshots
from tournaments.events.selectors.phases import PhaseFacts, entry_in_words, phases as phases_of
from tournaments.models import RoundState, Tournament
from tournaments.snapshots import is_of_four
from tournaments.standings.selectors.standings import StandingsTable


@dataclass(frozen=True, slots=True)
class Marks:
    """`group_names` of the groups of a table, {} where everybody can still pass everybody.

    The next cut: `cut_words` says who goes on, `cut_after` is the number of the last one of the list who does. Where
    those who go on do not stand together, `goes_on` are their numbers instead.
    """

    group_names: dict[int, str] = field(default_factory=dict)
    cut_words: str = ""
    cut_after: int | None = None
    goes_on: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class CutOfPlayer:
    """What a cut says of one player: the place among those it is made of, and after which round; `is_final` once the
    round before the cut is completed.
    """

    phase: PhaseFacts
    place: int
    after_round: int
    is_in: bool
    is_final: bool


def marks(tournament: Tournament, table: StandingsTable) -> Marks:
    """How the standings of an event of matches of two are divided."""
    has_groups = any(line.group for line in table.lines)
    if is_of_four(tournament) or not (tournament.phases or has_groups):
        return Marks()
    snapshot = snapshots.load(tournament)
    names = _group_names(snapshot, table)
    if not snapshot.phases or not table.after_round:
        return Marks(names)
    return replace(_next_cut(snapshot, table), group_names=names)


def cuts_of(tournament: Tournament, number: int) -> list[CutOfPlayer]:
    """What the cuts of an event say of one player: those made, and the next one as it stands."""
    found = []
    phases = phases_of(tournament)
    completed = tournament.rounds.filter(state=RoundState.COMPLETED).count() if phases else 0
    for before, phase in pairwise(phases):
        mine = next((line for line in phase.lines if line.number == number), None)
        if phase.cut_by and mine and completed >= before.first:
            after = min(completed, phase.first - 1)
            found.append(CutOfPlayer(phase, mine.place, after, mine.is_in, after == phase.first - 1))
    return found


def cut_before(tournament: Tournament, number: int) -> PhaseFacts | None:
    """The phase that begins with round `number` after a cut, as the staff sees it; None if there is no such cut."""
    found = (phase for phase in phases_of(tournament, drafts=True) if phase.first == number and phase.lines)
    return next((phase for phase in found if phase.cut_by), None)


def eliminated(snapshot: Snapshot, number: int) -> frozenset[int]:
    """Players who are still there but whom the system no longer pairs in round `number`, or who were cut before it."""
    seen = core.of_round(snapshot, number, rank)
    system = SYSTEMS.get(seen.system)
    if system is None or system.seats != 2:
        return frozenset()
    options, before = parse(system.options, seen.options), Field(seen, number)
    there = frozenset(Field(core.with_entries(snapshot), number).present)
    try:
        return there - frozenset(system.playing(before, options))
    except Impossible:
        # A bracket that is decided: nobody plays any more, and only who has won it is not out.
        group = system.ladder(before, options).group if system.ladder else {}
        return there - {player for player, at in group.items() if at == 0}
    except PairingError:
        return there - frozenset(before.present)


def _group_names(snapshot: Snapshot, table: StandingsTable) -> dict[int, str]:
    groups: dict[int, list[int]] = {}
    for line in table.lines:
        groups.setdefault(line.group, []).append(line.number)
    if len(groups) < 2:
        return {}
    past = replace(snapshot, rounds=snapshot.rounds[: table.after_round])
    out = eliminated(past, table.after_round + 1)
    gone = {e.id for e in snapshot.entrants if not e.takes_part_in(table.after_round + 1)}
    is_over = {line.number for line in table.lines if line.group} <= out | gone
    cut = _cut_after(snapshot, table.after_round)
    last = _last_rounds(past)
    names, above = {}, 0
    coming = _coming(snapshot, table.after_round)
    for group, numbers in sorted(groups.items()):
        if coming.issuperset(numbers):
            names[group] = gettext("Enter later")
        else:
            names[group] = _name(numbers, above, out | gone, cut, last, is_over=is_over)
        above += len(numbers)
    return names


def _coming(snapshot: Snapshot, after_round: int) -> set[int]:
    """Who enters with a later phase than that of the standings."""
    if not snapshot.phases:
        return set()
    now = core.index_of(snapshot.phases, max(after_round, 1))
    return {number for number, at in core.enters(snapshot.phases).items() if at > now}


def _name(
    numbers: list[int], above: int, out: set[int] | frozenset[int], cut: dict[int, int], last: dict[int, int],
    *, is_over: bool,
) -> str:  # fmt: skip
    if not above:
        return gettext("Winner") if is_over and len(numbers) == 1 else gettext("Still in")
    if any(number not in out for number in numbers):
        return gettext("Still playing for place %(place)s") % {"place": above + 1}
    when = max(cut.get(number, 0) for number in numbers) or max(last.get(number, 0) for number in numbers)
    if not when:
        return gettext("Eliminated")
    return gettext("Eliminated after round %(number)s") % {"number": when}


def _last_rounds(snapshot: Snapshot) -> dict[int, int]:
    """The last round everybody sat at a table in."""
    return {p: r.number for r in snapshot.rounds for m in r.matches for p in m.seats}


def _cut_after(snapshot: Snapshot, after_round: int) -> dict[int, int]:
    """Who is out by a cut, and the round it was made after."""
    if not snapshot.phases:
        return {}
    at = core.index_of(snapshot.phases, max(after_round, 1))
    begins = core.starts(snapshot.phases)
    return {number: begins[of] for number, of in core.Phases(snapshot, rank).cut_before(at).items()}


def _next_cut(snapshot: Snapshot, table: StandingsTable) -> Marks:
    """Where the cut after the phase of these standings is; as it stands where that phase is not over."""
    at = core.index_of(snapshot.phases, table.after_round) + 1
    if at == len(snapshot.phases) or snapshot.phases[at].cut is None:
        return Marks()
    is_final = core.starts(snapshot.phases)[at] == table.after_round and table.is_complete
    seen = snapshot if is_final else replace(snapshot, rounds=snapshot.rounds[: table.after_round])
    try:
        entry = core.entry(seen, at, rank)
    except PairingError:
        return Marks()
    words = entry_in_words(snapshot.phases[at])
    text = gettext("Cut: %(words)s") if is_final else gettext("Cut right now: %(words)s")
    inside = frozenset(entry.qualified)
    together = _together((line.player for line in entry.lines), inside)
    after = entry.qualified[-1] if entry.qualified and together else None
    return Marks(
        cut_words=text % {"words": words}, cut_after=after, goes_on=inside if not together else frozenset()
    )


def _together(order: Iterable[int], inside: frozenset[int]) -> bool:
    """Whether those who are in come before all who are not."""
    return {number for number, _place in zip(order, inside, strict=False)} == inside
