"""The schedule as everybody sees it: not before round 1 is published, then all rounds, one's own, and pictures."""

import re

import pytest
from django.test import Client

from tests.factories import add_player, make_event, make_table_event, pair, play_tables, publish
from tests.public.four import SCHEDULE as PAGES
from tests.public.pages import read, text_of
from tournaments.events.services import events
from tournaments.models import Tournament
from tournaments.players.services import attendance
from tournaments.steps.changes import changing
from tournaments.web import unchanged

pytestmark = pytest.mark.django_db


def riichi(field: int = 8, **facts: object) -> Tournament:
    return make_table_event(field=field, name="Riichi Open", slug="riichi", visibility="public", **facts)


def by_hand(event: Tournament, schedule: list[list[list[int]]]) -> None:
    with changing(event, touches=("settings",)):
        event.schedule, event.schedule_searched = schedule, True
        event.save()


def test_nothing_is_told_before_the_first_round_is_published(client: Client) -> None:
    event = riichi()
    pair(event)
    for page in PAGES[:4]:
        words = text_of(client, f"/e/riichi/{page}")
        assert "Round 1 has not been published yet." in words
        assert "Player 3" not in words
    assert client.get("/e/riichi/schedule/3/").status_code == 404


# By hand: 1-2, 3-4, 5-8 and 6-7 meet twice; 28 pairs, 24 meetings, so 20 pairs meet at all and 8 never do.
# 1 and 2 are at table 1 twice running, 6 and 7 at table 2.
BY_HAND = [[[1, 2, 3, 4], [5, 6, 7, 8]], [[8, 1, 5, 2], [3, 7, 4, 6]]]
SAID = {
    "": ("2 rounds for 8 players, planned at once",),
    "2/": (
        "Round 1 Table 1 南 South Player 1 , Player 3 , Player 4",
        "Round 2 Table 1 北 North Player 8 , Player 1 , Player 5",
        "5 opponents Player 1 rounds 1, 2 Player 3 round 1",
    ),
    "pictures/": (
        "No two players meet more than 2 times; 4 pairs meet that often.",
        "never 8 pairs once 16 pairs 2 times 4 pairs",
        "All players have the same number of different opponents: 5.",
        "4 players stay at a table for two rounds in a row; no one for three.",
        "8 players never have one of the winds; no one has one twice.",
        "1 Player 1 5 2 1 1 0 0 2 Player 2",
    ),
}


def test_with_the_first_round_all_rounds_appear_by_table_and_wind_of_one_player_and_in_pictures(
    client: Client,
) -> None:
    event = riichi(rounds_planned=2)
    by_hand(event, BY_HAND)
    publish(event)
    for page, said in SAID.items():
        shown = text_of(client, f"/e/riichi/schedule/{page}")
        for words in said:
            assert words in shown, page
    matrix = client.get("/e/riichi/schedule/pictures/").content.decode().partition("plan-matrix")[2]
    assert re.findall(r'<use href="#(meet-\d)" transform="matrix\(0 1 1 0 0 0\)"', matrix) == [
        "meet-1",
        "meet-2",
    ]
    second = text_of(client, "/e/riichi/schedule/").partition("Round 2 ")[2]
    assert "Table 1 東 Player 8 南 Player 1 西 Player 5 北 Player 2 Table 2" in second


def test_a_draft_is_not_shown_before_it_is_published(client: Client) -> None:
    event = riichi()
    play_tables(event)
    before = text_of(client, "/e/riichi/schedule/")
    who = event.players.get(number=1)
    attendance.request_bye(tournament=event, actor=event.owner, player=who, round_number=2)
    pair(event)
    assert read(client, "/e/riichi/schedule/") == before
    assert "house player" not in before


def test_whoever_leaves_is_out_of_the_rounds_to_come_at_once(client: Client) -> None:
    event = riichi()
    play_tables(event)
    attendance.withdraw(tournament=event, actor=event.owner, player=event.players.get(number=1))
    words = read(client, "/e/riichi/schedule/")
    assert words.count("Player 1 ") == 1
    assert words.count("house player") == 3


def test_event_and_player_lead_to_the_schedule_once_it_is_public_and_private_ones_are_for_the_staff(
    client: Client,
) -> None:
    event = riichi()
    assert "Whole schedule" not in text_of(client, "/e/riichi/")
    who = add_player(event, "Away")
    attendance.withdraw(tournament=event, actor=event.owner, player=who)
    publish(event)
    assert "Whole schedule" in read(client, "/e/riichi/")
    page = client.get("/e/riichi/players/3/").content.decode()
    assert 'href="/e/riichi/schedule/3/"' in page
    assert "Round 1 no game" in text_of(client, f"/e/riichi/schedule/{who.number}/")
    for page in PAGES:
        tag = client.get(f"/e/riichi/{page}")["ETag"]
        assert client.get(f"/e/riichi/{page}", headers={"if-none-match": tag}).status_code == 304
    events.update_event(tournament=event, actor=event.owner, visibility="private")
    unchanged.forget()
    assert client.get("/e/riichi/schedule/").status_code == 404
    client.force_login(event.owner)
    assert client.get("/e/riichi/schedule/").status_code == 200


def test_there_is_no_page_for_house_players_strangers_and_other_events(client: Client) -> None:
    publish(riichi(field=7))
    assert client.get("/e/riichi/schedule/8/").status_code == 404
    assert client.get("/e/riichi/schedule/99/").status_code == 404
    publish(make_event(field=8, slug="swiss", visibility="public"))
    for page in PAGES:
        assert client.get(f"/e/swiss/{page}").status_code == 404
    assert "Schedule" not in text_of(client, "/e/swiss/")
    assert "Schedule" in text_of(client, "/e/riichi/")


def test_the_qualifying_rounds_of_a_final_are_its_schedule(client: Client) -> None:
    event = make_event(field=16, system="mahjong_final", rounds_planned=6, slug="final", visibility="public")
    for _round in range(5):
        play_tables(event)
    assert "4 rounds for 16 players, planned at once" in text_of(client, "/e/final/schedule/")
