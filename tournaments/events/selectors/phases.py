"""The phases of an event: what each is, where it stands, who got into it or would get in now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from django.utils.translation import get_language, gettext, ngettext

from pairing import engine
from pairing.engine import phases as core
from pairing.engine.endings import ended
from pairing.engine.lengths import longest, needed
from pairing.engine.standings import rank
from pairing.formats.document_phases import load_phases
from pairing.model.errors import PairingError
from pairing.model.field import Field
from pairing.model.options import parse
from pairing.model.reasons import say_points
from pairing.model.types import Cut, CutBy, Hundredths, Phase, RoundStatus, Snapshot, Standing
from pairing.systems import SYSTEMS
from pairing.systems.base import System
from tournaments import snapshots
from tournaments.models import Bye, ByeKind, RoundState, Seat, Status, Tournament
from tournaments.standings.selectors.columns import column
from tournaments.steps.version_cache import by_version


class PhaseState(StrEnum):
    OVER = "over"
    RUNNING = "running"
    TO_COME = "to_come"


@dataclass(frozen=True, slots=True)
class CutLine:
    """Somebody before a cut: the place among those it was made of, and whether they are in. Points are hundredths."""

    place: int
    number: int
    name: str
    points: Hundredths
    losses: int
    is_in: bool


@dataclass(frozen=True, slots=True)
class SeededLine:
    """A player who enters with a phase, whatever the cut; not `is_in` after leaving before it."""

    number: int
    name: str
    is_in: bool


@dataclass(frozen=True, slots=True)
class PhaseFacts:
    """A phase of an event. `last` and `rounds` are None while its number of rounds is open.

    `cut` says in words who gets in, "" for everybody. `lines` are those who could get in, in the order of the standings
    before it: as it was once the phase has `begun`, else as things stand now; () before anything is played, and for
    the first phase. `tie` says what decided between two with equal points on both sides of a cut, "" where nothing did.
    `least_rounds` are paired already. `seeded` enter with the phase; `places_left` of a cut by rank nobody takes.
    `anew`: rounds of before do not count in it.
    """

    number: int
    system: str
    system_name: str
    options: Mapping[str, object]
    first: int
    last: int | None
    rounds: int | None
    least_rounds: int
    state: PhaseState
    begun: bool
    cut_by: str
    cut_value: int | None
    cut: str
    lines: tuple[CutLine, ...] = ()
    tie: str = ""
    seeded: tuple[SeededLine, ...] = ()
    anew: bool = False

    @property
    def places_left(self) -> int:
        if self.cut_by != CutBy.RANK or not self.lines:
            return 0
        return (self.cut_value or 0) - len(self.qualified) - sum(line.is_in for line in self.seeded)

    @property
    def qualified(self) -> tuple[CutLine, ...]:
        return tuple(line for line in self.lines if line.is_in)

    @property
    def out(self) -> tuple[CutLine, ...]:
        return tuple(line for line in self.lines if not line.is_in)


def phases_of(tournament: Tournament) -> list[Phase]:
    """The phases of an event; of one of a single system that one, with the rounds planned."""
    if tournament.phases:
        return list(load_phases(tournament.phases))
    options = {k: v for k, v in tournament.options.items() if k != core.AFTER_ROUND or v}
    return [Phase(tournament.system, options, tournament.rounds_planned)]


def entries(tournament: Tournament) -> dict[int, tuple[int, int]]:
    """The phase that seeded players enter with and its first round, by number."""
    stored = load_phases(tournament.phases)
    begins = core.starts(stored)
    return {number: (at + 1, begins[at] + 1) for number, at in core.enters(stored).items()}


def system_of(tournament: Tournament, number: int) -> System:
    """The system that pairs round `number`. Errors: PairingError, for one that is not known."""
    return engine.find_system(rules_of(tournament, number)[0])


def rules_of(tournament: Tournament, number: int) -> tuple[str, dict[str, object]]:
    """The name of the system that pairs round `number`, and its options."""
    if not tournament.phases:
        return tournament.system, dict(tournament.options)
    return core.rules_of_round(load_phases(tournament.phases), number)


def is_side_by_side(tournament: Tournament, number: int = 1) -> bool:
    """Whether the rounds of the system that pairs round `number` are open side by side; of an event with phases, of the
    phase of the latest published round where that is later.
    """
    system, options = _open_rules(tournament, number)
    return system.side_by_side(options)


def is_whole(tournament: Tournament) -> bool:
    """Whether every match is there from the start (`System.whole`), in the phase of the latest published round."""
    system, options = _open_rules(tournament, 1)
    return system.whole(options)


def rounds_ahead(tournament: Tournament) -> int | None:
    """How many rounds after the first unfinished one may be played, where rounds are open side by side; None: any."""
    system, options = _open_rules(tournament, 1)
    return system.ahead(options) if system.side_by_side(options) else None


def _open_rules(tournament: Tournament, number: int) -> tuple[System, Any]:
    """The system of round `number`, or of the latest published one where that is later, with its options; how many are
    published is asked only where a phase has its rounds open side by side.
    """
    if any(_opens(phase) for phase in load_phases(tournament.phases)):
        published = tournament.rounds.exclude(state=RoundState.DRAFT).count()
        number = max(number, published)
    slug, options = rules_of(tournament, number)
    system = engine.find_system(slug)
    return system, parse(system.options, options)


def _opens(phase: Phase) -> bool:
    system = engine.find_system(phase.system)
    return system.side_by_side(parse(system.options, phase.options))


def phase_to_shorten(tournament: Tournament, paired: int) -> int | None:
    """The phase (from 0) of the last of the rounds `paired`, if it has some left and another phase comes after it."""
    phases = load_phases(tournament.phases)
    if not paired or len(phases) < 2:
        return None
    at = core.index_of(phases, paired)
    is_over = at + 1 < len(phases) and core.starts(phases)[at + 1] <= paired
    return None if at + 1 == len(phases) or is_over else at


def is_open_ended(tournament: Tournament) -> bool:
    """Whether the last phase goes on as long as its system can, so that `rounds_planned` is only an estimate."""
    return bool(tournament.phases) and tournament.phases[-1]["rounds"] is None


def rounds_lacking(tournament: Tournament) -> int:
    """The rounds that a bracket, a round robin or an elimination can take, if fewer are planned; else 0."""
    if tournament.phases:
        return 0
    players = tournament.players.filter(house=False).exclude(left_after_round=0).count()
    rounds = needed(tournament.system, tournament.options, players)
    return rounds if rounds > tournament.rounds_planned else 0


def rounds_in_all(tournament: Tournament, phases: Sequence[Phase]) -> int:
    """How many rounds these phases have; an open last one as many as its system can take.

    Who will be in it is not known before it begins; a cut by points or losses is taken to keep everybody till then.
    """
    before = sum(phase.rounds or 0 for phase in phases)
    last = phases[-1]
    if last.rounds is not None:
        return max(before, tournament.rounds.count())
    count = _in_round(tournament, before + 1)
    if not count:
        limits = [p.cut.value for p in phases if p.cut is not None and p.cut.by is CutBy.RANK]
        people = tournament.players.filter(house=False, left_after_round=None).count()
        count = min([people, *limits])
    return max(before + longest(last.system, last.options, count), tournament.rounds.count())


def _in_round(tournament: Tournament, number: int) -> int:
    """How many have a seat or a bye in a round; 0 where it is not paired."""
    where = {"round__tournament": tournament, "round__number": number}
    byes = Bye.objects.filter(**where).exclude(kind=ByeKind.ABSENT)
    return Seat.objects.filter(**where).count() + byes.count()


def phases(tournament: Tournament, *, drafts: bool = False) -> tuple[PhaseFacts, ...]:
    """All phases with their facts, kept by event version; () for an event of one system. `drafts`: for the staff."""
    if not tournament.phases:
        return ()

    def read() -> tuple[PhaseFacts, ...]:
        found = _as_given(tournament, facts(snapshots.load(tournament, drafts=drafts)))
        return tuple(_ended(each) for each in found) if tournament.status == Status.FINISHED else found

    return by_version(tournament, f"phases-{drafts}-{get_language()}", read)


def _as_given(tournament: Tournament, found: tuple[PhaseFacts, ...]) -> tuple[PhaseFacts, ...]:
    """With the options as they are stored: what a series adds to them cannot be given back as a phase."""
    stored = load_phases(tournament.phases)
    return tuple(replace(facts, options=phase.options) for facts, phase in zip(found, stored, strict=True))


def _ended(phase: PhaseFacts) -> PhaseFacts:
    return replace(phase, state=PhaseState.OVER) if phase.begun else phase


def facts(snapshot: Snapshot) -> tuple[PhaseFacts, ...]:
    """The phases of a snapshot."""
    begins = core.starts(snapshot.phases)
    return tuple(_facts(snapshot, at, begins[at]) for at in range(len(snapshot.phases)))


def _facts(snapshot: Snapshot, at: int, start: int) -> PhaseFacts:
    phase, paired = snapshot.phases[at], len(snapshot.rounds)
    system = SYSTEMS.get(phase.system)
    last = None if phase.rounds is None else start + phase.rounds
    lines, tie = _entry(snapshot, at) if at and paired else ((), "")
    seeded = (e for number in phase.seeded for e in snapshot.entrants if e.id == number)
    by, value = (phase.cut.by.value, phase.cut.value) if phase.cut else ("", None)
    return PhaseFacts(
        number=at + 1,
        system=phase.system,
        system_name=gettext(system.name) if system else phase.system,
        options=phase.options,
        first=start + 1,
        last=last,
        rounds=phase.rounds,
        least_rounds=max(0, min(paired, last if last is not None else paired) - start),
        state=_state(snapshot, start, last),
        begun=paired > start,
        cut_by=by,
        cut_value=value,
        cut=entry_in_words(phase),
        lines=lines,
        tie=tie,
        seeded=tuple(SeededLine(e.id, e.name, not core.has_left(e, start)) for e in seeded),
        anew=phase.anew,
    )


def entry_in_words(phase: Phase) -> str:
    """Who gets into a phase, in sentences; "" for everybody who is there already."""
    cut, count = phase.cut, len(phase.seeded)
    if cut is not None and cut.by is CutBy.RANK:
        cut = replace(cut, value=cut.value - count) if cut.value > count else None
    seeded = ngettext("%(count)s player is seeded.", "%(count)s players are seeded.", count) % {
        "count": count
    }
    return " ".join(filter(None, (cut_in_words(cut), seeded if count else "")))


def cut_in_words(cut: Cut | None) -> str:
    """Who gets in, as a sentence; "" for everybody."""
    if cut is None:
        return ""
    if cut.by is CutBy.RANK:
        return ngettext(
            "The first of the standings advances.", "The first %(count)s of the standings advance.", cut.value
        ) % {"count": cut.value}
    if cut.by is CutBy.POINTS:
        return gettext("All players with at least %(points)s points advance.") % {
            "points": say_points(cut.value)
        }
    if not cut.value:
        return gettext("All players without a loss advance.")
    return ngettext(
        "All players with at most %(count)s loss advance.",
        "All players with at most %(count)s losses advance.",
        cut.value,
    ) % {"count": cut.value}


def _state(snapshot: Snapshot, start: int, last: int | None) -> PhaseState:
    rounds = snapshot.rounds
    if len(rounds) <= start:
        return PhaseState.TO_COME
    own = rounds[start:last]
    if any(r.status is not RoundStatus.COMPLETED for r in own):
        return PhaseState.RUNNING
    if last is None:
        return PhaseState.OVER if _is_decided(snapshot) else PhaseState.RUNNING
    return PhaseState.OVER if len(rounds) >= last or _is_decided(snapshot) else PhaseState.RUNNING


def _is_decided(snapshot: Snapshot) -> bool:
    try:
        return ended(snapshot) is not None
    except PairingError:
        return False


def _entry(snapshot: Snapshot, at: int) -> tuple[tuple[CutLine, ...], str]:
    known, start = core.Phases(snapshot, rank), core.starts(snapshot.phases)[at]
    entry, names = known.entry(at), {e.id: e.name for e in snapshot.entrants}
    losses = Field(known.counting(start), start + 1).losses
    qualified = set(entry.qualified)
    lines = tuple(
        CutLine(
            place, line.player, names[line.player], line.points, losses[line.player], line.player in qualified
        )
        for place, line in enumerate(entry.lines, 1)
    )
    cut = snapshot.phases[at].cut
    by_rank = cut is not None and cut.by is CutBy.RANK
    return lines, _tie(entry.lines, qualified) if by_rank else ""


def _tie(lines: Sequence[Standing], qualified: set[int]) -> str:
    """What decided between the last who is in and the first who is not, where their points are equal."""
    inside = [line for line in lines if line.player in qualified]
    outside = [line for line in lines if line.player not in qualified]
    if not inside or not outside or inside[-1].points != outside[0].points:
        return ""
    for one, other in zip(inside[-1].tiebreaks, outside[0].tiebreaks, strict=True):
        if one.value != other.value:
            return gettext("Equal points at the cut: %(tiebreak)s decides.") % {
                "tiebreak": column(one.spec).name
            }
    return gettext("Tied on everything at the cut: the order of registration decides.")
