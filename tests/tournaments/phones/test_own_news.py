"""What is news for the own page of one player, and that other people's results are none."""

import time
from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import enter_all, make_event, pair, play_round, publish, table
from tournaments.events.services import events
from tournaments.hall.services import calls, messages
from tournaments.models import Match, Player, Round, Tournament
from tournaments.phones.selectors.own_news import mark_of
from tournaments.phones.services import reports
from tournaments.players.services import attendance, requests
from tournaments.results.services import penalties, results
from tournaments.rounds.services import clocks, rounds
from tournaments.web import unchanged

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    event = make_event(field=8, slug="spring", round_minutes=50)
    play_round(event)
    enter_result(event, table(publish(event), 4))  # with the first one the round is being played
    return event


def now(event: Tournament) -> Tournament:
    return Tournament.objects.get(pk=event.pk)


def marks(event: Tournament) -> dict[int, str]:
    return {number: mark_of(now(event), number) for number in range(1, 9)}


def current(event: Tournament) -> Round:
    round_: Round = event.rounds.get(number=2)
    return round_


def one_table(event: Tournament) -> tuple[Match, Player]:
    match = table(current(event), 2)
    return match, match.seats.get(position=0).player


def enter_result(event: Tournament, match: Match) -> None:
    results.enter_result(tournament=event, actor=event.owner, match=match, result="1-0")


def a_result(event: Tournament) -> None:
    enter_result(event, one_table(event)[0])


def a_report(event: Tournament) -> None:
    match, first = one_table(event)
    reports.report_result(tournament=event, player=first, match=match, outcome="win")


def a_call(event: Tournament) -> None:
    _match, first = one_table(event)
    calls.call_judge(tournament=event, round_number=2, table=2, player=first)


def extra_time(event: Tournament) -> None:
    match, _first = one_table(event)
    clocks.extend_table(tournament=event, actor=event.owner, match=match, minutes=5, why="late")


def an_answer(event: Tournament) -> None:
    _match, first = one_table(event)
    requests.ask(tournament=event, player=first, kind="withdraw")


def a_bye(event: Tournament) -> None:
    _match, first = one_table(event)
    attendance.request_bye(tournament=event, actor=event.owner, player=first, round_number=3)


def a_penalty(event: Tournament) -> None:
    _match, first = one_table(event)
    penalties.give(
        tournament=event, actor=event.owner, player=first, kind="warning", infraction="A phone rang."
    )


def a_message(event: Tournament) -> None:
    messages.set_message(tournament=event, actor=event.owner, message="Lunch is ready.")


def the_clock(event: Tournament) -> None:
    clocks.start(tournament=event, actor=event.owner, round_=current(event))


def a_setting(event: Tournament) -> None:
    events.update_event(tournament=event, actor=event.owner, players_report=False)


def the_next_round(event: Tournament) -> None:
    enter_all(current(event))
    rounds.complete(tournament=event, actor=event.owner, round_=current(event))
    publish(event)


@pytest.mark.parametrize("deed", [a_result, a_report, a_call, extra_time])
def test_what_happens_at_a_table_is_news_for_those_who_sit_there(
    event: Tournament, deed: Callable[[Tournament], None]
) -> None:
    before = marks(event)
    deed(event)
    after = marks(event)
    there = set(one_table(event)[0].seats.values_list("player__number", flat=True))
    assert {number for number in after if after[number] != before[number]} == there


@pytest.mark.parametrize("deed", [an_answer, a_bye, a_penalty])
def test_what_is_between_a_player_and_the_desk_is_news_for_that_player(
    event: Tournament, deed: Callable[[Tournament], None]
) -> None:
    before = marks(event)
    deed(event)
    after = marks(event)
    assert [number for number in after if after[number] != before[number]] == [one_table(event)[1].number]


@pytest.mark.parametrize("deed", [a_message, the_clock, a_setting, the_next_round])
def test_what_concerns_all_is_news_for_all(event: Tournament, deed: Callable[[Tournament], None]) -> None:
    before = marks(event)
    deed(event)
    after = marks(event)
    assert all(after[number] != before[number] for number in after)


def test_a_draft_is_no_news(event: Tournament) -> None:
    enter_all(current(event))
    rounds.complete(tournament=event, actor=event.owner, round_=current(event))
    before = marks(event)
    pair(event)
    assert marks(event) == before


def test_the_own_page_is_made_anew_for_news_and_for_the_rest_within_two_minutes(
    client: Client, event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = table(current(event), 1).seats.get(position=0).player
    page = f"/e/spring/me/{other.key}/"
    tag = client.get(page)["ETag"]

    def status(language: str = "en") -> int:
        unchanged.forget()
        return client.get(page, headers={"if-none-match": tag, "accept-language": language}).status_code

    a_result(event)
    assert status() == 304
    assert status("da") == 200  # the page is another one in another language
    clock = time.time
    monkeypatch.setattr(time, "time", lambda: clock() + 120)
    assert status() == 200  # the version is not the one that was shown
    monkeypatch.setattr(time, "time", clock)
    a_message(event)
    assert status() == 200


def test_whoever_asks_for_nothing_costs_no_question_about_it(
    client: Client, event: Tournament, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    other = table(current(event), 1).seats.get(position=0).player
    page = f"/e/spring/me/{other.key}/"
    client.get(page)  # what is the same for all is kept
    with django_assert_max_num_queries(4):  # the event, the player, the tables and the byes so far
        assert client.get(page).status_code == 200


def test_the_marks_of_a_hall_are_read_at_once(
    event: Tournament, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    found = now(event)
    with django_assert_max_num_queries(30):
        assert len({mark_of(found, number) for number in range(1, 9)}) == 8
