"""The event as it is now: read once for a request, and never what it was before a write."""

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_event
from tournaments.desk.base import DeskRequest, for_staff, page
from tournaments.events.selectors.now import EventNow
from tournaments.models import RoundState, Status, Tournament
from tournaments.players.services.attendance import set_checked_in
from tournaments.rounds.services import rounds
from tournaments.steps.changes import changing


def pair(now: EventNow) -> None:
    rounds.pair_next_round(tournament=now.event, actor=None, now=now)


def test_what_is_asked_again_is_not_read_again(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    now = EventNow(make_event(field=4))
    with django_assert_num_queries(1):
        assert (now.rounds, now.next_number, now.draft, now.played, now.at_work) == ([], 1, None, [], None)
    assert now.to_pair is now.to_pair


def test_after_a_write_it_is_read_anew() -> None:
    now = EventNow(make_event(field=4, require_check_in=True))
    assert len(now.to_pair.bye_requests) == 4
    set_checked_in(tournament=now.event, actor=None, players=None, present=True)
    assert now.to_pair.bye_requests == ()
    assert now.next_number == 1
    pair(now)
    assert now.draft is not None and (now.draft.number, now.next_number) == (1, 2)
    rounds.publish(tournament=now.event, actor=None, round_=now.draft)
    assert (now.draft, [row.state for row in now.played]) == (None, [RoundState.PUBLISHED])


def test_a_write_of_somebody_else_is_seen_once_the_event_is_renewed() -> None:
    now = EventNow(make_event(field=4))
    assert now.rounds == []
    pair(EventNow(Tournament.objects.get()))
    now.renew()
    assert len(now.rounds) == 1


def test_what_is_read_while_a_change_goes_on_ends_with_it() -> None:
    now = EventNow(make_event(field=4))
    with changing(now.event, touches=("rounds",)):
        assert now.rounds == []
        now.event.rounds.create(number=1, seed="1")
    assert len(now.rounds) == 1
    with pytest.raises(ZeroDivisionError), changing(now.event, touches=("rounds",)):
        now.event.rounds.create(number=2, seed="2")
        now.renew()
        assert len(now.rounds) == 2
        1 / 0  # noqa: B018
    assert len(now.rounds) == 1


def test_a_page_shows_what_its_own_request_has_written(rf: RequestFactory) -> None:
    @for_staff
    def view(request: DeskRequest, tournament: Tournament) -> HttpResponse:
        assert request.now.rounds == [] and request.now.event.status == Status.SETUP
        pair(request.now)
        return page(request, tournament, "rounds/desk/job.html", "overview")

    event = make_event(field=4, slug="written")
    request = rf.get("/")
    request.user, request.session = event.owner, {}  # type: ignore[assignment]
    shown = view(request, slug="written").content.decode()
    assert 'href="/desk/written/rounds/1/" data-testid="round-now"' in shown
