"""An event that has begun, and simulations of it."""

from typing import Any

from tests.factories import publish
from tests.tournaments.steps import played
from tournaments.lab.services import simulations
from tournaments.lab.services.simulated_events import document_of
from tournaments.models import Simulation, Tournament
from tournaments.players.services import attendance, players


def begun(*, open_round: bool = True, **settings: Any) -> Tournament:
    """Ten players, two rounds played and the third one published, all but one result missing; 5 has left, 2 and 9 may
    not meet, and 3 wants no match in round 4.
    """
    chosen = {"field": 10, "system": "monrad", "rounds_planned": 5, "tiebreaks": ["solkoff"], **settings}
    event = played(2, **chosen)
    by_number = {player.number: player for player in event.players.all()}
    given: dict[str, Any] = {"tournament": event, "actor": event.owner}
    attendance.withdraw(**given, player=by_number[5])
    players.forbid_pair(**given, first=by_number[2], second=by_number[9])
    if open_round:
        publish(event)
        attendance.request_bye(**given, player=by_number[3], round_number=4)
    event.refresh_from_db()
    return event


def asked(event: Tournament, **given: Any) -> Simulation:
    document = document_of(event, **{"runs": 6, "seed": 3, **given})
    return simulations.request(actor=event.owner, document=document, tournament=event)
