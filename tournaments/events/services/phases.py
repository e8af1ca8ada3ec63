"""The phases of an event: which systems it is played by, one after the other, and who gets into each."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction

from accounts.models import User
from pairing.engine.phases import AFTER_ROUND, enters, in_round, starts
from pairing.formats.document import EVENT, FORMAT
from pairing.formats.document_phases import check_phases, dump_phases, load_phases
from pairing.model.schema import validate
from pairing.model.types import Entrant, Phase, Snapshot
from pairing.tiebreaks import parse_chain
from tournaments import snapshots
from tournaments.events.refusals import refuse
from tournaments.events.selectors.now import EventNow
from tournaments.events.selectors.phases import phase_to_shorten, phases_of, rounds_in_all
from tournaments.events.services import events
from tournaments.events.services.ahead import refuse_another_end
from tournaments.events.services.cleaners import store
from tournaments.events.services.rules import clean_options, default_tiebreaks
from tournaments.events.services.timetable import MAX_ROUNDS
from tournaments.models import Action, RoundState, Tournament
from tournaments.names.namesakes import name_of
from tournaments.snapshots import seats_at_table
from tournaments.steps import log
from tournaments.steps.changes import Unchanged, changing
from tournaments.steps.refusals import ServiceError, core_errors_by_place


def set_phases(
    *,
    tournament: Tournament,
    actor: User | None,
    phases: Sequence[Mapping[str, object]],
    seen_version: int | None = None,
) -> Tournament:
    """Give an event these phases, as an event document has them; one alone, or none, is an event of one system.

    A phase whose first round is paired stays as it is, with its cut; only its number of rounds may change, as long as
    the next has not begun. Before the first round is paired, the usual chain of tie-breaks of one first system becomes
    that of another; a chain of one's own stays. Errors: those of the core, with their place such as
    `phases[1].cut.rank`; `phases_for_two`, `phase_begun` (params: number), `seeded_has_played` (params: name, number),
    `too_few_rounds`, `last_round_paired`, `too_many_rounds`, `event_changed`.
    """
    with changing(tournament, touches=("settings",), seen_version=seen_version):
        _refuse_tables_of_four(tournament)
        old = phases_of(tournament)
        new = clean_phases(phases, players=numbers_of(tournament)) if phases else old[:1]
        _refuse_begun(tournament, old, new)
        _refuse_played(tournament, new)
        values = _values(tournament, new)
        before = {key: getattr(tournament, key) for key in values}
        if values == before:
            raise Unchanged
        if values["tiebreaks"] == before["tiebreaks"]:
            del values["tiebreaks"], before["tiebreaks"]
        refuse_another_end(tournament, new)
        store(tournament, values)
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.PHASES_CHANGED,
            before=before,
            after=values,
        )
    return tournament


def _refuse_tables_of_four(tournament: Tournament) -> None:
    if not seats_at_table(tournament).rules.has_phases:
        raise refuse.phases_for_two()


def create_event(*, owner: User, phases: Sequence[Mapping[str, object]], **fields: Any) -> Tournament:
    """Make an event that has phases from the beginning. `fields` as for `events.create_event`, but for what the phases
    say. Errors: those of `events.create_event` and `set_phases`; nothing is made then.
    """
    first = clean_phases(phases)[0]
    with transaction.atomic():
        event = events.create_event(
            owner=owner,
            system=first.system,
            options=first.options,
            rounds_planned=first.rounds or 1,
            **fields,
        )
        return set_phases(tournament=event, actor=owner, phases=phases)


def begin_next_phase(*, tournament: Tournament, actor: User | None) -> Tournament:
    """Go on with the next phase although this one has rounds left: it ends with the last round that is paired.

    Errors: `no_next_phase`, `round_open`, and those of `set_phases`.
    """
    rounds = EventNow(tournament).rounds
    at = phase_to_shorten(tournament, len(rounds))
    if at is None:
        raise refuse.no_next_phase()
    if rounds[-1].state != RoundState.COMPLETED:
        raise refuse.round_open(number=rounds[-1].number)
    shorter = [dict(phase) for phase in tournament.phases]
    shorter[at]["rounds"] = len(rounds) - starts(phases_of(tournament))[at]
    return set_phases(tournament=tournament, actor=actor, phases=shorter)


def numbers_of(tournament: Tournament) -> list[int]:
    """The numbers of those who can be seeded."""
    return list(tournament.players.filter(house=False).values_list("number", flat=True))


def clean_phases(
    phases: Sequence[Mapping[str, object]], *, players: Iterable[int] = (), for_one_round_too: bool = False
) -> list[Phase]:
    """The phases with all options of their systems. Errors: those of the core and of options, and `too_many_rounds`.

    `players` are those of the event; `for_one_round_too`: options of a single round are left out, else refused.
    """
    with core_errors_by_place("phases"):
        validate({"format": FORMAT, "players": [], "phases": phases}, EVENT)
        loaded = load_phases(phases)
        check_phases(Snapshot(entrants=tuple(map(Entrant, players)), phases=loaded))
    _refuse_too_many_rounds(loaded)
    return [
        replace(phase, options=_clean_options(at, phase, for_one_round_too))
        for at, phase in enumerate(loaded)
    ]


def _clean_options(at: int, phase: Phase, for_one_round_too: bool) -> dict[str, Any]:
    try:
        options = clean_options(phase.system, phase.options, for_one_round_too=for_one_round_too)
    except ServiceError as error:
        error.field = f"phases[{at}].system.{error.field}"
        raise
    return {name: value for name, value in options.items() if name != AFTER_ROUND}


def _refuse_too_many_rounds(phases: Sequence[Phase]) -> None:
    if sum(phase.rounds or 1 for phase in phases) > MAX_ROUNDS:
        raise refuse.too_many_rounds(field="phases", limit=MAX_ROUNDS)


def _values(tournament: Tournament, phases: Sequence[Phase]) -> dict[str, Any]:
    """What is stored of an event with these phases. The system of one alone has all its options again."""
    first = phases[0]
    several = len(phases) > 1
    return {
        "phases": dump_phases(phases) if several else [],
        "system": first.system,
        "options": dict(first.options) if several else clean_options(first.system, first.options),
        "rounds_planned": rounds_in_all(tournament, phases),
        "tiebreaks": _chain(tournament, first.system),
    }


def _chain(tournament: Tournament, system: str) -> list[Any]:
    """The tie-breaks of the event when it begins with this system."""
    stored: list[Any] = tournament.tiebreaks
    if system == tournament.system or tournament.rounds.exists():
        return stored
    is_usual = parse_chain(stored) == parse_chain(default_tiebreaks(tournament.system))
    return default_tiebreaks(system) if is_usual else stored


def _refuse_begun(tournament: Tournament, old: Sequence[Phase], new: Sequence[Phase]) -> None:
    """Errors: `phase_begun`, `too_few_rounds`."""
    paired = tournament.rounds.count()
    begun = sum(start < paired for start in starts(old))
    for at in range(begun):
        playing = at == begun - 1
        if at >= len(new) or not _is_same(old[at], new[at], rounds_too=not playing):
            raise refuse.phase_begun(field=f"phases[{at}]", number=at + 1)
        least = paired - starts(old)[at]
        if playing and (new[at].rounds or least) < least:
            raise refuse.too_few_rounds(field=f"phases[{at}].rounds", count=least)


def _refuse_played(tournament: Tournament, phases: Sequence[Phase]) -> None:
    """Whoever has a seat or a bye before a phase cannot enter with it. Errors: `seeded_has_played`."""
    begins, seeded = starts(phases), enters(phases)
    for round_ in snapshots.load(tournament, drafts=True).rounds if seeded else ():
        for number in in_round(round_).intersection(seeded):
            at = seeded[number]
            if round_.number <= begins[at]:
                name = name_of(tournament, tournament.players.get(number=number))
                raise refuse.seeded_has_played(field=f"phases[{at}].seeded", name=name, number=round_.number)


def _is_same(one: Phase, other: Phase, *, rounds_too: bool) -> bool:
    # What was stored before a system got another option has it as it usually is.
    options = {**other.options, **one.options}
    rounds = one.rounds if rounds_too else other.rounds
    return replace(one, options=options, rounds=rounds) == other
