"""The schedule at the desk, by its addresses: planned, searched, stopped, kept, printed."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.desk.pages import Desk, text
from tests.factories import add_player, make_event, make_table_event, pair, play_tables, publish
from tournaments.events.services import events
from tournaments.jobs import lease, running
from tournaments.models import Job, JobState, Tournament
from tournaments.players.services import attendance

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches wait until a test lets somebody work on them."""
    monkeypatch.setattr(running, "send", lambda job_id: None)


def desk_of(event: Tournament) -> Desk:
    return Desk(event.owner, event)


@pytest.fixture
def event() -> Tournament:
    return make_table_event()


@pytest.fixture
def desk(event: Tournament) -> Desk:
    return desk_of(event)


def search(desk: Desk) -> Job:
    desk.press("search_schedule", data={"seconds": "30"})
    return Job.objects.latest("id")


def stored(event: Tournament) -> Any:
    return Tournament.objects.get(pk=event.pk).schedule


def test_planning_stores_a_plan_and_throwing_it_away_asks_for_one_not_in_use(
    event: Tournament, desk: Desk
) -> None:
    page = text(desk.get("schedule"))
    assert "No schedule is stored yet." in page
    assert "Who meets whom" in page
    assert stored(event) == []
    assert "All rounds are planned." in desk.press("plan_schedule")
    assert len(stored(event)) == 4
    assert "The schedule is stored." in text(desk.get("schedule"))
    assert "The schedule is discarded." in desk.press("clear_schedule")
    assert stored(event) == []
    desk.press("plan_schedule")
    pair(event)
    assert "A round is paired from this schedule." in desk.press("clear_schedule")
    assert stored(event)


def test_every_figure_stands_with_its_meaning_and_why_nothing_is_better() -> None:
    # Rules, "What is attainable": 24 players and 8 rounds reach (2, 0, 23).
    event = make_table_event(field=24, rounds_planned=8, options={"rounds_per_day": 4})
    page = text(desk_of(event).get("schedule"))
    assert "2 Meetings of two players, at most best possible The most times any two players meet" in page
    assert "Nothing can be better: 24 meetings with 23 others: at least one is met 2 times." in page
    assert "0 Difference in opponents best possible" in page
    assert "23 Different opponents, at most best possible" in page
    assert "No schedule can be better than this one" in page


def test_a_search_shows_how_far_it_is_and_can_be_stopped_and_kept(event: Tournament, desk: Desk) -> None:
    desk.press("plan_schedule")
    Tournament.objects.update(schedule=[stored(event)[0]] * 4)
    job = search(desk)
    assert "Waiting to start" in text(desk.get("schedule"))
    Job.objects.filter(pk=job.pk).update(
        state=JobState.RUNNING,
        lease_until=timezone.now() + timedelta(seconds=20),
        progress=12,
        total=30,
        result={"figures": {"max_meetings": 2}, "schedule": None, "spent": 12, "runs": 0},
    )
    page = text(desk.get("schedule"))
    assert "12 of 30 seconds" in page
    assert "Meetings of two players, at most 4 2" in page
    assert "stopping" in desk.press("stop_schedule", job.pk)
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1), result=None)
    lease.run(job.pk)
    page = text(desk.get("schedule"))
    assert "The search was stopped. The best schedule found so far is used." in page
    assert "No better schedule was found" in page


def test_two_plans_are_held_against_each_other_and_one_is_kept() -> None:
    event = make_table_event(field=24, rounds_planned=8, options={"rounds_per_day": 4})
    desk = desk_of(event)
    desk.press("plan_schedule")
    Tournament.objects.update(schedule=[stored(event)[0]] * 8)
    job = search(desk)
    assert lease.run(job.pk)
    page = text(desk.get("schedule"))
    assert "The new schedule is better" in page
    assert "Meetings of two players, at most 8 2 better" in page
    assert "All rounds are new." in page
    assert "The old schedule stays." in desk.press("drop_schedule", job.pk)
    job = search(desk)
    lease.run(job.pk)
    assert "The new schedule is stored." in desk.press("keep_schedule", job.pk)
    assert "No schedule can be better" in text(desk.get("schedule"))


def test_a_proposal_that_does_not_fit_any_more_can_only_be_dropped(event: Tournament, desk: Desk) -> None:
    desk.press("plan_schedule")
    job = search(desk)
    desk.press("stop_schedule", job.pk)
    assert lease.run(job.pk)
    add_player(event, "Late")
    response = desk.get("schedule")
    assert "have changed since this schedule was made" in text(response)
    assert 'data-testid="keep"' not in response.content.decode()
    assert "have changed since this schedule was made" in desk.press("keep_schedule", job.pk)
    desk.press("drop_schedule", job.pk)
    version = Tournament.objects.get(pk=event.pk).version
    assert "already chosen" not in desk.press("keep_schedule", job.pk)  # a second press says nothing wrong
    assert Tournament.objects.get(pk=event.pk).version == version


def test_the_rest_is_planned_again_after_people_left_and_came_and_rounds_were_added() -> None:
    event = make_table_event(field=8, rounds_planned=3)
    play_tables(event)
    events.update_event(tournament=event, actor=event.owner, rounds_planned=5)
    attendance.withdraw(tournament=event, actor=event.owner, player=event.players.get(number=2))
    add_player(event, "Late Lee")
    desk = desk_of(event)
    page = text(desk.get("schedule"))
    assert "1 player of the schedule has withdrawn: Player 2" in page
    assert "1 player is not in the schedule: Late Lee" in page
    assert "The event has 2 rounds more than the schedule." in page
    played = stored(event)[0]
    page = desk.press("plan_schedule")
    assert "A schedule for the players now in the event" in page
    assert "Round 1 stays as paired; the rest is new." in page
    desk.press("keep_schedule", Job.objects.latest("id").pk)
    page = text(desk.get("schedule"))
    assert "of the schedule has withdrawn" not in page and "more than the schedule" not in page
    assert (len(stored(event)), stored(event)[0]) == (5, played)


def test_a_time_that_cannot_be_is_refused_at_its_field() -> None:
    desk = desk_of(make_table_event())
    for seconds in ("", "29", "1000000", "soon", "-5"):
        response = desk.post("search_schedule", data={"seconds": seconds})
        assert response.status_code == 200
        assert response.context["form"].errors["seconds"], seconds
    assert not Job.objects.exists()


def test_where_there_is_nothing_to_plan_there_is_nothing_to_press() -> None:
    response = desk_of(make_table_event(field=3)).get("schedule")
    assert "at least four players" in text(response)
    assert 'data-testid="plan"' not in response.content.decode()
    desk = desk_of(make_event(field=8))
    assert desk.get("schedule").status_code == 404
    assert desk.post("plan_schedule").status_code == 404
    assert desk.get("print_cards").status_code == 404
    assert "Schedule" not in text(desk.get("event"))
    assert "Schedule" in text(desk_of(make_table_event()).get("event"))


def test_a_job_of_another_event_is_not_found() -> None:
    one, other = make_table_event(slug="one"), make_table_event(slug="other")
    desk_of(one).press("plan_schedule")
    job = Job.objects.latest("id")
    for name in ("stop_schedule", "keep_schedule", "drop_schedule"):
        assert desk_of(other).post(name, job.pk).status_code == 404
    assert desk_of(one).post("keep_schedule", 10**9).status_code == 404


def test_every_player_has_a_card_with_all_rounds_and_a_code() -> None:
    event = make_table_event(field=7)
    publish(event)
    page = desk_of(event).get("print_cards").content.decode()
    assert page.count('class="plan-card"') == 7
    assert page.count('class="qr"') == 7
    # Three people sit with the house player in each of the four rounds.
    assert page.count("house player") == 4 * 3
    for player in event.players.all():
        assert player.key not in page
    cards = re.findall(r'<article class="plan-card">.*?</article>', page, re.DOTALL)
    assert all(card.count("<tr") == 1 + 4 for card in cards)


def test_all_rounds_are_printed_by_table_and_by_name() -> None:
    event = make_table_event(field=8)
    desk_of(event).press("plan_schedule")
    page = text(desk_of(event).get("print_plan_tables"))
    assert page.count("as planned") == 4
    names = " ".join(f"Player {number}" for number in stored(event)[0][0])
    assert page.count("Riichi evening · Printed ") == 4
    assert f"as planned Table 東 East 南 South 西 West 北 North 1 {names}" in page
    page = text(desk_of(event).get("print_plan_names"))
    assert len(re.findall(r"Player \d (?:\d [東南西北] ?){4}", page)) == 8


def test_a_page_that_watches_a_search_gets_the_search_alone(desk: Desk) -> None:
    search(desk)
    whole, part = desk.get("schedule"), desk.get("schedule", **{"HX-Request": "true"})
    assert ("Who meets whom" in text(whole), "Who meets whom" in text(part)) == (True, False)
    assert "Waiting to start" in text(part)
