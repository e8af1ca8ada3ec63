"""How a place came about, as everybody reads it: what separates it from the one above, and every value line by line."""

import pytest
from django.test import Client

from pairing.tiebreaks.base import COMBINE
from tests.desk.pages import Desk, text
from tests.factories import make_event, play_round, play_rounds
from tests.public.four import championship
from tests.public.pages import event_of, hand_made, text_of
from tournaments.events.services import events
from tournaments.models import Tournament
from tournaments.players.services import attendance
from tournaments.templatetags.pairwright import combined
from tournaments.web import unchanged

pytestmark = pytest.mark.django_db

# Points: Ann 2, Cy 1, Dee 1, Bo 0. Solkoff: Cy met Dee and Ann = 3; Dee met Cy and Bo = 1.
SWISS: list[list[dict[str, object]]] = [
    [{"table": 1, "seats": [1, 2], "result": "1-0"}, {"table": 2, "seats": [3, 4], "result": "1-0"}],
    [{"table": 1, "seats": [1, 3], "result": "1-0"}, {"table": 2, "seats": [4, 2], "result": "1-0"}],
]


def swiss(*tiebreaks: str) -> Tournament:
    return event_of("random_swiss", list(tiebreaks), SWISS)


def test_every_row_of_the_standings_says_what_decided_the_place(client: Client) -> None:
    event = swiss("solkoff")
    text = text_of(client, f"/e/{event.slug}/standings/")
    assert "Pts Solk 1 Ann 2 1 2 Pts Cy 1 3 3 Solk Dee 1 1 4 Pts Bo 0 3" in text
    assert "what separates it from the place above" in text
    event = swiss()
    assert "1 Ann 2 2 Pts Cy 1 2 shared Dee 1 4 Pts Bo 0" in text_of(client, f"/e/{event.slug}/standings/")


def test_the_desk_shows_the_same_and_leads_there(client: Client) -> None:
    event = swiss("solkoff")
    client.force_login(event.owner)
    page = client.get(f"/desk/{event.slug}/standings/").content.decode()
    assert '<small class="by">Solk</small>' in page
    assert f'href="/e/{event.slug}/standings/4/"' in page


def test_a_place_is_compared_with_the_one_above_line_by_line(client: Client) -> None:
    event = swiss("solkoff", "wins")
    text = text_of(client, f"/e/{event.slug}/standings/4/")
    assert "How this place came about Cy is ahead. Solkoff: 3 to 1." in text
    assert "Tie-break Dee Cy Place 3 2 Points tied 1 1 Solkoff decides 1 3 Wins not needed 1 1" in text
    # Of Dee, then of Cy: who was met in which round, and what counts.
    assert (
        "Solkoff: 1 The sum of the points of all opponents. Round Opponent Counts 1 Cy 1 2 Bo 0 Sum 1" in text
    )
    assert "Cy : 3 Round Opponent Counts 1 Dee 1 2 Ann 2 Sum 3" in text
    assert "Points: 1" in text


def test_the_first_place_is_compared_with_the_one_below(client: Client) -> None:
    event = swiss("solkoff")
    assert "Ann is ahead. Points: 2 to 1." in text_of(client, f"/e/{event.slug}/standings/1/")
    alone = make_event(field=1, slug="alone")
    text = text_of(client, f"/e/{alone.slug}/standings/1/")
    assert "Compare" not in text and "Solkoff: 0" in text


def test_anybody_else_can_be_named_by_name_or_number(client: Client) -> None:
    event = swiss("solkoff")
    page = f"/e/{event.slug}/standings/4/"
    for asked in ("Ann", "ann", "1", " AN "):
        assert "Ann is ahead. Points: 2 to 1." in text_of(client, f"{page}?with={asked}"), asked
    # Nobody, the player of the page, and a number that is not there: the one above, and a word about it.
    for asked in ("Zoe", "Dee", "4", "99", "9" * 50):
        text = text_of(client, f"{page}?with={asked}")
        assert "Cy is ahead. Solkoff: 3 to 1." in text and "No other player found." in text, asked
    assert "No other player found." not in text_of(client, page)
    assert "No other player found." not in text_of(client, f"{page}?with={'x' * 121}"), (
        "too long to be a name"
    )


def test_an_earlier_round_is_explained_as_it_was_and_links_stay_in_it(client: Client) -> None:
    event = swiss("solkoff")
    address = f"/e/{event.slug}/standings/4/?after=1"
    assert "Bo is ahead." not in text_of(client, address)
    page = client.get(address).content.decode()
    assert f'href="/e/{event.slug}/standings/3/?after=1"' in page
    assert '<input type="hidden" name="after" value="1">' in page
    assert client.get(f"/e/{event.slug}/standings/4/?after=3").status_code == 404


def test_a_shared_place_says_so(client: Client) -> None:
    event = swiss()
    text = text_of(client, f"/e/{event.slug}/standings/4/")
    assert "Place shared with Cy: tied on every tie-break." in text
    assert "This event has no tie-breaks" in text


def test_a_bracket_and_who_has_left_a_final_come_before_points(client: Client) -> None:
    event = championship(7)
    left = event.players.get(number=1)
    attendance.withdraw(tournament=event, actor=event.owner, player=left)
    text = text_of(client, f"/e/{event.slug}/standings/1/")
    assert "is ahead, whatever the points: players who withdraw during the final phase come last." in text
    lines = text_of(client, f"/e/{event.slug}/standings/")
    assert "Top 8" in lines
    bracket = make_event(system="bracket", options={"after_round": 0}, rounds_planned=3, slug="cup", field=4)
    play_round(bracket)
    last = text_of(client, "/e/cup/standings/").split("Eliminated after round 1")[1]
    out = next(player for player in bracket.players.all() if player.name in last.split("Cross table")[0])
    still_in = next(p for p in bracket.players.all() if p.name not in last.split("Cross table")[0])
    text = text_of(client, f"/e/cup/standings/{out.number}/?with={still_in.number}")
    assert f"{still_in.name} is ahead, whatever the points: “Still in” comes first." in text


def test_every_way_to_combine_terms_has_words_on_the_page(client: Client) -> None:
    assert all(combined(way) for way in COMBINE)
    play_rounds(make_event(field=6, slug="spring", tiebreaks=["TPR"]), 2)
    assert "Mean, rounded, plus the last line" in text_of(client, "/e/spring/standings/3/")


def test_a_players_page_leads_there(client: Client) -> None:
    event = hand_made()
    page = client.get(f"/e/{event.slug}/players/2/").content.decode()
    assert f'href="/e/{event.slug}/standings/2/"' in page
    own = client.get(f"/e/{event.slug}/me/{event.players.get(number=2).key}/").content.decode()
    assert f'href="/e/{event.slug}/standings/2/"' in own
    unchanged.forget()
    events.update_event(tournament=event, actor=event.owner, visibility="private")
    for address in ("standings/2/", "standings/2/?with=1"):
        assert client.get(f"/e/{event.slug}/{address}").status_code == 404


def test_what_somebody_typed_is_not_searched_again_with_every_change(client: Client) -> None:
    event = swiss("solkoff")
    for page, is_live in (("standings/4/", True), ("standings/4/?with=Ann", False), ("find/?q=Ann", False)):
        assert (b"data-live" in client.get(f"/e/{event.slug}/{page}").content) == is_live, page


def test_what_a_tie_break_assumes_of_an_unfinished_event_stands_above_the_standings_of_the_desk_too() -> None:
    event = make_event(field=4, slug="fore", tiebreaks=["FB"], rounds_planned=3)
    play_round(event)
    notes = [text(Desk(event.owner, event).get("standings")), text(Client().get("/e/fore/standings/"))]
    assert all(
        "before the event is finished: the matches of round 1 count as drawn" in note for note in notes
    )
