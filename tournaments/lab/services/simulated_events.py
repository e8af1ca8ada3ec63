"""Simulations of an event: what its players, rules and results so far say need not be sent."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pairing.engine.standings import rank
from pairing.model.errors import PairingError
from pairing.model.types import Snapshot
from pairing.simulation.setup import starting
from pairing.simulation.setup.configuration import MOST_PLAYERS, MOST_ROUNDS, POINTS, field_to_data, usual_cut
from pairing.simulation.setup.strengths import Arithmetic, Listed, Normal
from pairing.tiebreaks import dump_chain
from tournaments import snapshots
from tournaments.events.selectors.phases import phases_of, rounds_in_all
from tournaments.lab.refusals import refuse
from tournaments.lab.selectors.simulations import ratings_of
from tournaments.models import Tournament
from tournaments.steps.refusals import CoreError

NOW, BEGINNING = "now", "beginning"
USUAL_CHAIN = ["solkoff"]
MEAN, DEVIATION = 1500, 200


def document_of(
    tournament: Tournament,
    *,
    begin: str = NOW,
    configurations: Sequence[object] | None = None,
    seed: int | None = None,
    runs: int | None = None,
) -> dict[str, Any]:
    """The document of a simulation of this event. What a configuration leaves out is as in the event; without any, it
    is the event as planned.

    Errors: `needs_two_seats`; those of the core for an event that cannot go on.
    """
    if not snapshots.seats_at_table(tournament).rules.is_simulated:
        raise refuse.needs_two_seats()
    start = position_of(tournament) if begin == NOW or tournament.phases else None
    if start is not None and begin != NOW:
        start = begun_anew(start)
    given = [{}] if configurations is None else configurations
    return document_from(tournament, start, given, seed=seed, runs=runs)


def document_from(
    tournament: Tournament | None,
    start: Snapshot | None,
    configurations: Sequence[object],
    *,
    seed: int | None,
    runs: int | None,
) -> dict[str, Any]:
    """The document in which all configurations go on from `start`, or (None) play a field of their own. What one leaves
    out is as in the event, if there is one.
    """
    usual: dict[str, object] = {}
    if tournament is not None:
        usual = _anew(tournament) if start is None else _from_now(tournament, start)
    made = [{**usual, **each} if isinstance(each, Mapping) else each for each in configurations]
    document: dict[str, object] = {"configurations": made, "seed": seed, "runs": runs}
    return document if start is None else {**document, "start": starting.to_data(start)}


def position_of(tournament: Tournament) -> Snapshot:
    """Where the event stands by its published rounds. Errors: those of the core."""
    try:
        return starting.position(snapshots.load(tournament))
    except PairingError as error:
        raise CoreError(error, field="start") from error


def begun_anew(start: Snapshot) -> Snapshot:
    """The same event before its first round: everybody who is still in, from the first round on, without wishes."""
    kept = tuple(replace(e, joined_round=1) for e in start.entrants if e.left_after_round is None)
    ids = {e.id for e in kept}
    pairs = tuple(pair for pair in start.forbidden_pairs if ids.issuperset(pair))
    met = tuple(m for m in start.earlier_meetings if ids.issuperset(m.players))
    return replace(
        start,
        entrants=kept,
        rounds=(),
        bye_requests=(),
        schedule=(),
        forbidden_pairs=pairs,
        earlier_meetings=met,
    )


def rounds_from(tournament: Tournament, start: Snapshot) -> int:
    """The rounds the event is to have in all: those planned, but at least one more than are over."""
    planned = (
        rounds_in_all(tournament, phases_of(tournament)) if tournament.phases else tournament.rounds_planned
    )
    least = max(starting.first_to_play(start), len(start.rounds))
    return min(max(planned or 0, least), MOST_ROUNDS)


def strengths_by_standing(start: Snapshot, model: Normal | Arithmetic) -> Listed:
    """The strengths of a model for everybody, in list order: whoever stands better now is taken for the stronger."""
    places = {line.player: place for place, line in enumerate(rank(start))}
    strengths = model.strengths()
    return Listed(tuple(strengths[places[e.id]] for e in start.entrants))


def _from_now(tournament: Tournament, start: Snapshot) -> dict[str, Any]:
    usual: dict[str, object] = {
        "rounds": rounds_from(tournament, start),
        "chains": [chain_of(tournament) or USUAL_CHAIN],
    }
    if starting.ratings(start) is None and 1 < len(start.entrants) <= MOST_PLAYERS:
        values = strengths_by_standing(start, Normal(len(start.entrants), MEAN, DEVIATION))
        usual["field"] = field_to_data(values)
    return usual


def _anew(tournament: Tournament) -> dict[str, Any]:
    ratings = ratings_of(tournament)
    count = len(ratings) or tournament.players.filter(house=False, left_after_round=None).count()
    model = Listed(tuple(ratings)) if ratings else Normal(count, MEAN, DEVIATION)
    points = tournament.scoring
    return {
        "field": field_to_data(model),
        "outcome": "elo",
        "rounds": tournament.rounds_planned or 1,
        "system": {"name": tournament.system, "options": dict(tournament.options)},
        "chains": [chain_of(tournament) or USUAL_CHAIN],
        "cut": usual_cut(count),
        "scoring": {name: points[name] for name in POINTS if name in points},
    }


def chain_of(tournament: Tournament) -> list[Any]:
    if tournament.series_id is not None:  # there ratings are replayed, which the stored chain does not say
        return dump_chain(snapshots.load(tournament).tiebreaks)
    return list(tournament.tiebreaks)
