"""From a position in the middle of an event to its end, through the engine and by the rules of the event.

What is known stays: results given, tables paired, byes asked for, forbidden pairs, who has left and who comes later.
Open tables are decided by chance, in the order of rounds and tables, and then round after round is paired and decided
as `engine_path` does it. Whoever leaves by chance has no seat in a round that was paired before.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter

from pairing.engine import phases
from pairing.engine.round_seeds import drawn_with
from pairing.engine.standings import rank
from pairing.model.lots import LEAGUE
from pairing.model.types import Bye, Entrant, Match, Phase, Round, RoundStatus, Snapshot
from pairing.simulation.reference.engine_path import planned
from pairing.simulation.reference.measures import ADDED, Measures, Order, changes, measure
from pairing.simulation.reference.tournament import RESULTS
from pairing.simulation.setup.chance import ONE, Chance, share
from pairing.simulation.setup.configuration import Chain, Configuration
from pairing.simulation.setup.starting import first_to_play
from pairing.simulation.setup.strengths import limits


def play_onward(configuration: Configuration, seed: int, index: int) -> Snapshot:
    """Ending `index`: the whole event after its last round."""
    lots, chance = f"{seed}|{index}", Chance(seed, index)
    event = _begun(configuration, lots)
    limit = round(configuration.dropout * ONE)
    for number in range(first_to_play(event), configuration.rounds + 1):
        if number > len(event.rounds):
            plan = planned(replace(event, draw_seed=_seed(event, number, lots)))
            if plan is None:
                break
            matches = tuple(Match(m.table, m.seats) for m in plan.matches)
            byes = tuple(Bye(bye.player, bye.kind) for bye in plan.byes)
            paired = Round(number, RoundStatus.IN_PROGRESS, matches, byes)
            event = replace(event, rounds=(*event.rounds, paired))
        event = _decided(configuration, event, number, chance)
        if limit and len(event.rounds) == number < configuration.rounds:
            stays = tuple(_stays(e, number, limit, chance) for e in event.entrants)
            event = replace(event, entrants=stays)
    return event


def _begun(configuration: Configuration, lots: str) -> Snapshot:
    """The position under the rules that are tried: those of the event, or another system for the rounds to come, in
    which whoever has been cut is out.
    """
    event, rounds = configuration.start, configuration.rounds
    assert event is not None
    if configuration.goes_on_as_it_is:
        event = replace(
            event, rounds_planned=None if event.phases else rounds, phases=_to_the_end(event.phases, rounds)
        )
    else:
        event = replace(
            phases.of_round(event, len(event.rounds), rank) if event.rounds else event,
            phases=(),
            system=configuration.system,
            options=configuration.options,
            rounds_planned=rounds,
            schedule=(),
        )
    if configuration.system == LEAGUE and not any(e.name for e in event.entrants):
        named = tuple(replace(e, name=f"{lots}|{e.id}") for e in event.entrants)  # a league draws by names
        event = replace(event, entrants=named)
    return replace(event, draw_seed=lots)


def _to_the_end(announced: Sequence[Phase], rounds: int) -> tuple[Phase, ...]:
    """Phases up to the one in which the event then ends."""
    if not announced:
        return ()
    kept = [phase for phase, start in zip(announced, phases.starts(announced), strict=True) if start < rounds]
    return (*kept[:-1], replace(kept[-1], rounds=rounds - phases.starts(announced)[len(kept) - 1]))


def _seed(event: Snapshot, number: int, lots: str) -> str:
    """The seed of a round to be paired: where a system draws once, the one it has drawn with."""
    drawn = drawn_with(event, number)
    known = event.rounds[drawn - 1].seed if drawn <= len(event.rounds) else ""
    return known or lots


def _decided(configuration: Configuration, event: Snapshot, number: int, chance: Chance) -> Snapshot:
    """With a result at every table of a round."""
    c, strength = configuration, configuration.strength_of
    round_ = event.rounds[number - 1]
    matches = []
    for match in round_.matches:
        if match.is_open:
            one, other = (strength[player] for player in match.seats)
            drawn, won = limits(c.outcome, c.draw_model, c.draw, one, other)
            lot = share(chance.number())
            match = Match(match.table, match.seats, RESULTS[1 if lot < drawn else 2 if lot < won else 0])
        matches.append(match)
    decided = replace(round_, status=RoundStatus.COMPLETED, matches=tuple(matches))
    return replace(event, rounds=(*event.rounds[: number - 1], decided, *event.rounds[number:]))


def _stays(entrant: Entrant, number: int, limit: int, chance: Chance) -> Entrant:
    leaves = entrant.left_after_round is None and entrant.joined_round <= number
    if leaves and share(chance.number()) < limit:
        return replace(entrant, left_after_round=number)
    return entrant


def measures(configuration: Configuration, event: Snapshot) -> Measures:
    """All that is measured of one ending, in the order of ONWARD_MEASURES."""
    c, last = configuration, len(event.rounds)
    assert c.start is not None
    ended = [standings(c, event, chain) for chain in c.orders]
    found, added = measure(c, event, ended), -len(ADDED)
    now = [standings(c, event, chain, first_to_play(c.start) - 1) for chain in c.orders]
    before = [standings(c, event, chain, max(last - 1, 0)) for chain in c.orders]
    rows = tuple(
        (*row[:added], *changes(c.cut, at_start, end), *changes(c.cut, at_last, end), *row[added:])
        for row, at_start, at_last, end in zip(found.orders, now, before, ended, strict=True)
    )
    return Measures(rows, found.event)


def standings(
    configuration: Configuration, event: Snapshot, chain: Chain, after_round: int | None = None
) -> Order:
    """As `reference.standings`, of the contenders: those who had left before stand in no order, though results
    against them count. The level are put in the order of their strength.
    """
    number = configuration.number_of
    ranked = rank(replace(event, tiebreaks=chain), after_round)
    lines = [line for line in ranked if line.player in number]
    groups = [
        sorted(number[line.player] for line in level) for _, level in groupby(lines, key=attrgetter("rank"))
    ]
    return [player for group in groups for player in group], [len(group) for group in groups]
