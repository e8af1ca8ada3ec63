"""What a page of the desk costs: the same few queries for few players and for many, whatever is waiting."""

from collections.abc import Callable, Sequence
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import FOUR_SCORES, make_event, make_table_event, publish
from tests.forgetting import forget_all
from tests.tournaments.steps import at_desk, given, played, take_back
from tournaments.desk import stored
from tournaments.hall.services import calls
from tournaments.models import Tournament
from tournaments.names import namesakes
from tournaments.phones.services import reports
from tournaments.players.services import attendance, players, requests
from tournaments.results.selectors.texts import text_of
from tournaments.results.services import penalties
from tournaments.rounds.selectors import rounds as sheets

pytestmark = pytest.mark.django_db


def busy_of_two(field: int) -> Tournament:
    """Steps were taken back; in round 2 every table has two reports and calls a judge, and half of all ask to go."""
    event = played(1, make_event, field=field)
    leavers = event.players.filter(number__gt=field // 2)
    for player in leavers:
        attendance.withdraw(**given(event), player=player)
    take_back(event, len(leavers))
    for match in publish(event).matches.order_by("table"):
        first, second = (seat.player for seat in match.seats.order_by("position"))
        for player in (first, second):
            reports.report_result(tournament=event, match=match, player=player, outcome="win")
        calls.call_judge(tournament=event, round_number=2, table=match.table)
        requests.ask(tournament=event, player=second, kind="withdraw")
        penalties.give(**given(event), player=first, kind="caution", infraction="Late")
    return event


def busy_of_four(field: int) -> Tournament:
    """Round 2 is played, and scores from a phone wait at every table."""
    event = played(1, make_table_event, field=field)
    for match in publish(event).matches.all():
        east = match.seats.get(position=0).player
        reports.report_scores(tournament=event, match=match, player=east, raw=FOUR_SCORES)
    return event


OF_TWO = (
    ("event",), ("round", 1), ("round", 2), ("players",), ("check_in",), ("reports",), ("requests",), ("calls",),
    ("penalties",), ("log",),
)  # fmt: skip
OF_FOUR = (
    ("event",), ("round", 1), ("round", 2), ("players",), ("table", 2, 1), ("print_slips", 2), ("reports",),
    ("schedule",), ("print_cards",), ("print_plan_tables",), ("print_plan_names",),
)  # fmt: skip


@pytest.mark.parametrize(("make", "pages"), [(busy_of_two, OF_TWO), (busy_of_four, OF_FOUR)])
def test_a_page_asks_the_same_few_questions_of_8_and_of_16_players(
    make: Callable[[int], Tournament], pages: Sequence[tuple[Any, ...]]
) -> None:
    asked: dict[tuple[Any, ...], list[int]] = {page: [] for page in pages}
    for field in (8, 16):
        _event, desk = at_desk(make(field))
        for page in pages:
            forget_all()
            with CaptureQueriesContext(connection) as queries:
                assert desk.get(*page).status_code == 200
            asked[page].append(len(queries))
    assert {page: found for page, found in asked.items() if found[0] != found[1]} == {}


def test_one_result_reads_one_table_and_names_are_worked_out_only_after_a_change_of_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seats, people = Mock(side_effect=sheets._seat), Mock(side_effect=namesakes._apart)
    monkeypatch.setattr(sheets, "_seat", seats)
    monkeypatch.setattr(namesakes, "_apart", people)
    event, desk = at_desk(make_event(field=12))
    first, second = (seat.player for seat in publish(event).matches.get(table=1).seats.order_by("position"))
    address = f"/api/v1/events/{event.slug}/rounds/1/matches/1/result/"

    def enter(result: str) -> str:
        assert desk.client.put(address, {"result": result}, "application/json").status_code == 200
        return event.log_entries.latest("pk").subject

    assert (enter("1-0"), people.call_count) == (f"{first.name} – {second.name}", 0)
    players.edit_player(**given(event), player=second, name=first.name.upper(), allow_duplicate=True)
    alike = f"{first.name} ({first.rating}) – {first.name.upper()} ({second.rating})"
    assert enter("0-1") == alike
    people.reset_mock()
    seats.reset_mock()
    assert (enter("1-0"), people.call_count, seats.call_count) == (alike, 0, 2)
    take_back(event, 3)
    assert enter("0-1") == f"{first.name} – {second.name}"


def test_a_result_at_the_desk_is_answered_with_its_table_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    event, desk = at_desk(make_event(field=12))
    publish(event)
    read = Mock(side_effect=text_of)
    monkeypatch.setattr(stored, "text_of", read)
    entry = {"table": 1, "result": "1-0"}
    answer = desk.client.post(desk.url("result", 1), entry, headers={"accept": "application/json"})
    assert (answer.json(), read.call_count) == ({"table": 1, "current": "1-0"}, 1)
