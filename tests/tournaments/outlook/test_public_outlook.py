"""What a player needs, as everybody reads it; who is certain and who is out is worked out by hand."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.factories import enter_all, make_event, make_table_event, play_rounds, play_tables, publish
from tests.outlook import worked_out
from tests.public.pages import hand_made, text_of, words
from tournaments.events.services import events, phases
from tournaments.hall.services import screens
from tournaments.models import Job, JobState, Tournament
from tournaments.outlook import jobs as outlooks
from tournaments.outlook.jobs import outlook_answer
from tournaments.results.services import results

pytestmark = pytest.mark.django_db


def last_round() -> Tournament:
    """Ann 2, Dee 1.5, Cy 0.5, Bo 0; the third and last round, Ann-Dee and Cy-Bo, is being played."""
    event = hand_made()
    publish(event)
    return event


# A win gives Ann 3 points, a draw keeps her half a point ahead; Dee's win would take her to 2.5. Cy can have 1.5 at
# most, Ann has 2.
SAID = {
    "players/1/race/": (
        "First place",
        "Place 3 or better clinched",
        "A win: clinched. No one else can still reach 3.",
        "A draw: clinched. No one else can still reach 2½.",
        "A loss: no longer possible.",
    ),
    "players/3/race/": ("First place no longer possible The highest possible score is 1½;",),
    "race/": (
        "1 round is left before this is decided, after round 3. 2 tables are still being played.",
        "Win: clinched Draw: clinched Loss: no longer possible",
        "simulations of the remaining rounds",
        "Where a range is wider than 10 percentage points, it is too early to say.",
        "all players counted as equally strong",
    ),
}


def test_everybody_reads_what_the_own_result_means_until_it_is_there(client: Client) -> None:
    event = last_round()
    key = event.players.get(number=1).key
    for address in ("players/1/", f"me/{key}/"):  # they fetch it, and have a link without scripts
        page = client.get(f"/e/{event.slug}/{address}").content.decode()
        assert f'hx-get="/e/{event.slug}/players/1/race/#{event.public_version}"' in page
        assert f'href="/e/{event.slug}/race/"' in page
    assert not Job.objects.exists()  # nothing is worked out for these pages
    worked_out(event)
    for address, said in SAID.items():
        text = text_of(client, f"/e/{event.slug}/{address}")
        for sentence in said:
            assert sentence in text, address
    match = next(
        m for m in event.rounds.get(number=3).matches.all() if m.seats.filter(player__number=1).exists()
    )
    wins = "1-0" if match.seats.get(position=0).player.number == 1 else "0-1"
    results.enter_result(tournament=event, actor=event.owner, match=match, result=wins)
    worked_out(event)
    text = text_of(client, f"/e/{event.slug}/players/1/race/")
    assert "First place clinched No one else can still reach 3." in text


def test_no_page_works_it_out_and_many_pages_ask_for_it_once_for_a_version(
    client: Client, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    event, asked = last_round(), []
    monkeypatch.setattr(outlooks, "outlook_of", lambda *given: asked.append(given))

    def look(address: str) -> None:
        with django_capture_on_commit_callbacks() as after_the_page:
            assert client.get(f"/e/{event.slug}/{address}").status_code == 200
        for ask in after_the_page:
            ask()

    addresses = ("race/", "players/1/race/", "players/2/race/") * 3
    for _version in range(2):
        before = len(asked)
        for address in addresses:
            look(address)
            cache.delete(f"outlook:asked:{event.pk}:{event.public_version}")  # as another process would ask
        assert (len(asked), Job.objects.filter(state=JobState.QUEUED).count()) == (before, 1)
        worked_out(event)
        for address in addresses:
            look(address)
        assert (len(asked), Job.objects.exclude(state=JobState.DONE).count()) == (before + 1, 0)
        match = event.rounds.get(number=3).matches.filter(result=None).first()
        results.enter_result(tournament=event, actor=event.owner, match=match, result="1-0")
        Job.objects.update(finished_at=timezone.now() - timedelta(minutes=1))  # the machine has rested


def test_what_changes_nothing_in_it_is_not_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    event, asked = last_round(), []
    monkeypatch.setattr(outlooks, "outlook_of", lambda *given: asked.append(given))
    worked_out(event)
    screens.create_screen(tournament=event, actor=event.owner, name="Door")
    events.update_event(tournament=event, actor=event.owner, venue="Hall")
    worked_out(event)
    assert len(asked) == 1 and outlook_answer(event).is_current


def test_the_last_answer_is_shown_with_its_round_until_the_next_is_there(client: Client) -> None:
    event = last_round()
    address = f"/e/{event.slug}/players/1/race/"
    first = client.get(address)
    assert "This is being calculated." in words(first) and 'hx-trigger="every 2s"' in first.content.decode()
    worked_out(event)
    fresh = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert "A win: clinched." in words(fresh) and "every 2s" not in fresh.content.decode()
    matches = event.rounds.get(number=3).matches
    own = matches.get(seats__player__number=1)
    for match in (matches.exclude(pk=own.pk).get(), own):
        results.enter_result(tournament=event, actor=event.owner, match=match, result="1-0")
        stale = client.get(address)
        assert "As of round 3, before the latest results. It is being calculated again." in words(stale)
        assert ("A win: clinched." in words(stale)) is (
            match != own
        )  # what is in is not asked about any more
    assert client.get(address, headers={"If-None-Match": stale["ETag"]}).status_code == 304
    worked_out(event)
    assert "As of round" not in words(client.get(address, headers={"If-None-Match": stale["ETag"]}))


def test_a_cut_is_called_by_its_phase(client: Client) -> None:
    swiss = {"system": {"name": "random_swiss", "options": {}}, "rounds": 3, "cut": None}
    bracket = {"system": {"name": "bracket", "options": {}}, "rounds": None, "cut": {"rank": 2}}
    event = make_event(field=6, slug="two", visibility="public")
    event = phases.set_phases(tournament=event, actor=event.owner, phases=[swiss, bracket])
    play_rounds(event, 2)
    worked_out(event)
    said = text_of(client, "/e/two/race/")
    assert "Phase 2: The first 2 of the standings advance." in said
    assert "The cut right now" in said
    play_rounds(event, 2)
    worked_out(event)
    # The final is over: nobody has anything left to need.
    said = text_of(client, "/e/two/race/")
    assert "First place" in said and "clinched" in said and "no longer possible" in said


def test_in_a_bracket_everybody_reads_how_many_wins_are_enough(client: Client) -> None:
    event = make_event(field=4, slug="cup", visibility="public", system="bracket", rounds_planned=2)
    publish(event)
    worked_out(event)
    said = text_of(client, "/e/cup/race/")
    assert "Place 2 or better" in said and "2 wins in a row are enough." in said
    assert "follow from the bracket" in said and "Odds from 8 simulations" in said
    enter_all(event.rounds.get())
    worked_out(event)
    need = text_of(client, "/e/cup/players/1/race/")
    assert "1 win is enough." in need
    loser = text_of(client, "/e/cup/players/4/race/")
    assert "Place 3 at best." in loser and "no longer possible" in loser


def test_where_nothing_can_be_said_the_reason_is_and_nothing_is_offered(client: Client) -> None:
    four = make_table_event(slug="hall", visibility="public")
    play_tables(four)
    assert "at tables of four" in text_of(client, "/e/hall/race/")
    assert 'hx-get="/e/hall/players/1/race/' not in client.get("/e/hall/players/1/").content.decode()
    other = make_event(field=4, slug="other", visibility="public", tiebreaks=["wins", "points"])
    play_rounds(other, 1)
    assert "this event does not rank on points first" in text_of(client, "/e/other/race/")
    event = make_event(field=4, slug="early", visibility="public")
    assert "Nothing has been played yet" in text_of(client, "/e/early/race/")
    assert client.get("/e/early/players/1/race/").status_code == 404
    play_rounds(event, 1)
    event.refresh_from_db()
    events.finish_event(tournament=event, actor=event.owner)
    assert "The event is finished" in text_of(client, "/e/early/race/")
