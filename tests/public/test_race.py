"""What a player needs, as everybody reads it; who is certain and who is out is worked out by hand."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from tests.factories import enter_all, make_event, make_table_event, play_rounds, play_tables, publish
from tests.public.pages import hand_made, text_of
from tournaments.models import Tournament
from tournaments.selectors import race
from tournaments.services import events, phases, results

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
        "Place 3 or better certain",
        "A win: certain. Nobody else can still reach 3 points.",
        "A draw: certain. Nobody else can still reach 2.5 points.",
        "A loss: out of reach.",
    ),
    "players/3/race/": ("First place out of reach 1.5 points are the most that is possible, and",),
    "race/": (
        "1 round is left before it is decided, after round 3. 2 tables are still being played.",
        "Win: certain Draw: certain Loss: out of reach",
        "Odds: the rest of the event was played 1000 times by chance",
        "everybody is taken for equally strong",
    ),
}


def test_everybody_reads_what_the_own_result_means_until_it_is_there(client: Client) -> None:
    event = last_round()
    key = event.players.get(number=1).key
    for address in ("players/1/", f"me/{key}/"):  # they fetch it, and have a link without scripts
        page = client.get(f"/e/{event.slug}/{address}").content.decode()
        assert f'hx-get="/e/{event.slug}/players/1/race/"' in page
        assert f'href="/e/{event.slug}/race/"' in page
    assert cache.get(f"race:{event.pk}:{event.version}") is None  # nothing was worked out for these pages
    for address, said in SAID.items():
        text = text_of(client, f"/e/{event.slug}/{address}")
        for words in said:
            assert words in text, address
    match = next(
        m for m in event.rounds.get(number=3).matches.all() if m.seats.filter(player__number=1).exists()
    )
    wins = "1-0" if match.seats.get(position=0).player.number == 1 else "0-1"
    results.enter_result(tournament=event, actor=event.owner, match=match, result=wins)
    text = text_of(client, f"/e/{event.slug}/players/1/race/")
    assert "First place certain Nobody else can still reach 3 points." in text


def test_it_is_worked_out_once_for_a_version(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    event = last_round()
    asked = []
    monkeypatch.setattr(race, "core_race", lambda *given: asked.append(given))
    for address in ("race/", "players/1/race/", "players/2/race/"):
        assert client.get(f"/e/{event.slug}/{address}").status_code == 200
    assert len(asked) == 1


def test_a_cut_is_called_by_its_phase(client: Client) -> None:
    swiss = {"system": {"name": "random_swiss", "options": {}}, "rounds": 3, "cut": None}
    bracket = {"system": {"name": "bracket", "options": {}}, "rounds": None, "cut": {"rank": 2}}
    event = make_event(field=6, slug="two", visibility="public")
    event = phases.set_phases(tournament=event, actor=event.owner, phases=[swiss, bracket])
    play_rounds(event, 2)
    words = text_of(client, "/e/two/race/")
    assert "Phase 2: The first 2 of the standings go on." in words
    assert "The cut, as it stands" in words
    play_rounds(event, 2)
    # The final is over: nobody has anything left to need.
    words = text_of(client, "/e/two/race/")
    assert "First place" in words and "certain" in words and "out of reach" in words


def test_in_a_bracket_everybody_reads_how_many_wins_are_enough(client: Client) -> None:
    event = make_event(field=4, slug="cup", visibility="public", system="bracket", rounds_planned=2)
    publish(event)
    words = text_of(client, "/e/cup/race/")
    assert "Place 2 or better" in words and "2 wins in a row are enough." in words
    assert "follows from the bracket" in words and "Odds are made of 8 ways" in words
    enter_all(event.rounds.get())
    need = text_of(client, "/e/cup/players/1/race/")
    assert "1 win is enough." in need
    loser = text_of(client, "/e/cup/players/4/race/")
    assert "Place 3 at best." in loser and "out of reach" in loser


def test_where_nothing_can_be_said_the_reason_is_and_nothing_is_offered(client: Client) -> None:
    four = make_table_event(slug="hall", visibility="public")
    play_tables(four)
    assert "At tables of four" in text_of(client, "/e/hall/race/")
    assert 'hx-get="/e/hall/players/1/race/' not in client.get("/e/hall/players/1/").content.decode()
    other = make_event(field=4, slug="other", visibility="public", tiebreaks=["wins", "points"])
    play_rounds(other, 1)
    assert "Something else than points comes first" in text_of(client, "/e/other/race/")
    event = make_event(field=4, slug="early", visibility="public")
    assert "Nothing has been played yet" in text_of(client, "/e/early/race/")
    assert client.get("/e/early/players/1/race/").status_code == 404
    play_rounds(event, 1)
    event.refresh_from_db()
    events.finish_event(tournament=event, actor=event.owner)
    assert "The event is over" in text_of(client, "/e/early/race/")
