"""The slow way, through the engine of real events: any pairing system for matches of two.

Results and dropouts come from the tournament's stream of random numbers, lots from a seed made of the same two numbers.
Where a round has no legal pairing, what the system's options can waive (rematches, second byes) is waived for it; if
that does not help, or too few are left, the tournament ends there.
"""

from dataclasses import replace

from pairing.engine import find_system, pair
from pairing.model.errors import PairingError
from pairing.model.options import describe
from pairing.model.types import Bye, Entrant, Match, Round, RoundPlan, Snapshot
from pairing.simulation.reference.tournament import RESULTS, result
from pairing.simulation.setup.chance import ONE, Chance, share
from pairing.simulation.setup.configuration import Configuration

WAIVERS = ("allow_rematches", "allow_second_bye")


def play_through_engine(configuration: Configuration, seed: int, index: int) -> Snapshot:
    """Tournament `index` after its last round; player i, the strongest first, has the id i + 1."""
    chance, strengths = Chance(seed, index), configuration.strengths
    event = Snapshot(
        entrants=tuple(Entrant(i + 1, rating=strength) for i, strength in enumerate(strengths)),
        system=configuration.system,
        options=configuration.options,
        rounds_planned=configuration.rounds,
        scoring=configuration.scoring,
        draw_seed=f"{seed}|{index}",
    )
    limit = round(configuration.dropout * ONE)
    for number in range(1, configuration.rounds + 1):
        plan = planned(event)
        if plan is None:
            break
        event = replace(event, rounds=(*event.rounds, _decided(configuration, plan, chance)))
        if limit and number < configuration.rounds:
            event = replace(event, entrants=tuple(_stays(e, number, limit, chance) for e in event.entrants))
    return event


def planned(event: Snapshot) -> RoundPlan | None:
    """The next round, if need be with what can be waived; None where the event is at its end."""
    known = {spec.name for spec in describe(find_system(event.system).options)}
    waived = {name: True for name in WAIVERS if name in known}
    for overrides in ({}, waived) if waived else ({},):
        try:
            return pair(event, overrides=overrides)
        except PairingError:
            continue
    return None


def _decided(configuration: Configuration, plan: RoundPlan, chance: Chance) -> Round:
    matches = []
    for match in plan.matches:
        one, other = match.seats
        halves = result(configuration, one - 1, other - 1, chance.number())
        matches.append(Match(match.table, match.seats, RESULTS[halves]))
    byes = tuple(Bye(bye.player, bye.kind) for bye in plan.byes)
    return Round(plan.number, matches=tuple(matches), byes=byes)


def _stays(entrant: Entrant, number: int, limit: int, chance: Chance) -> Entrant:
    if entrant.left_after_round is None and share(chance.number()) < limit:
        return replace(entrant, left_after_round=number)
    return entrant
