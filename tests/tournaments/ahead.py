"""Events that are paired a round ahead, and what tests do with them."""

from typing import Any

import pytest

from tests.factories import make_event, table
from tournaments.models import Match, Round, Tournament
from tournaments.results.services import results
from tournaments.rounds.services import rounds
from tournaments.steps.refusals import ServiceError

MS = {"order": "V", "method": "B", "floater": "U", "opponent": "E", "mode": "MS"}
MIXTURE = ("1-0", "0-1", "1/2-1/2", "0-1", "1-0")


def shogi(field: int = 8, rounds_planned: int = 5, **more: Any) -> Tournament:
    options = {**MS, **more.pop("options", {})}
    return make_event(field=field, system="wcsc", options=options, rounds_planned=rounds_planned, **more)


def mixed(match: Match) -> str:
    return MIXTURE[(match.table + match.round.number) % len(MIXTURE)]


def complete(event: Tournament, round_: Round) -> Round:
    return rounds.complete(tournament=event, actor=event.owner, round_=round_)


def enter(event: Tournament, round_: Round, number: int, result: str) -> None:
    results.enter_result(tournament=event, actor=event.owner, match=table(round_, number), result=result)


def pairs_of(round_: Round) -> list[tuple[int, ...]]:
    return [
        tuple(match.seats.order_by("position").values_list("player__number", flat=True))
        for match in round_.matches.order_by("table")
    ]


def refusal(action: Any, **given: Any) -> ServiceError:
    with pytest.raises(ServiceError) as refused:
        action(**given)
    return refused.value
