"""The public pages of an event of four at a table: winds, scores, places, totals, groups of a final phase."""

import re

import pytest
from django.test import Client

from tests.factories import enter_all_scores, make_table_event, pair, play_tables, publish, table
from tests.public.four import PAGES_OF_FOUR, SYSTEMS, by_number, championship, hand_made, riichi, seated
from tests.public.pages import read
from tests.sweep import sweep_too
from tournaments.models import Seat, Tournament
from tournaments.players.services import attendance
from tournaments.results.services import scores
from tournaments.rounds.services import rounds
from tournaments.templatetags.pairwright import score
from tournaments.web import unchanged

pytestmark = pytest.mark.django_db


def page_of(client: Client, event: Tournament, page: str = "") -> str:
    return read(client, f"/e/{event.slug}/{page}")


@pytest.mark.parametrize("system", [SYSTEMS[0], *sweep_too(*SYSTEMS[1:])])
@pytest.mark.parametrize("field", [9, *sweep_too(8)])
def test_every_page_of_a_running_event_answers(client: Client, system: str, field: int) -> None:
    riichi(system=system, field=field)
    answers = {page: client.get(f"/e/riichi/{page}").status_code for page in PAGES_OF_FOUR}
    assert set(answers.values()) == {200}, answers


@pytest.mark.parametrize("field", [0, *sweep_too(1, 3)])
def test_an_event_without_rounds_says_so_on_every_page(client: Client, field: int) -> None:
    make_table_event(field=field, slug="small")
    pages = [page for page in PAGES_OF_FOUR if not re.search("rounds/|after|3", page)]
    answers = {page: client.get(f"/e/small/{page}").status_code for page in pages}
    assert set(answers.values()) == {200}, answers


def test_a_table_shows_winds_scores_places_penalties_and_sticks(client: Client) -> None:
    event = make_table_event(field=4, slug="riichi")
    match = table(publish(event))
    names = [player.name for player in seated(event, 1)]
    before = page_of(client, event, "pairings/")
    for sign, wind, name in zip("東南西北", ("East", "South", "West", "North"), names, strict=True):
        assert f"{sign} {wind} {name}" in before
    # One stick is left: 17,500 instead of 18,500, and its thousand goes to the first.
    scores.enter_scores(
        tournament=event, actor=event.owner, match=match, raw=(42_300, 31_200, 28_000, 17_500),
        penalties=(0, -2000, 0, 0),
    )  # fmt: skip
    after = page_of(client, event, "pairings/")
    assert "1 riichi stick left" in after
    assert f"東 East {names[0]} +28.3 42,300 · 1st" in after
    assert f"南 South {names[1]} penalty −20.0 −13.8 31,200 · 2nd" in after
    assert f"北 North {names[3]} −27.5 17,500 · 4th" in after


def test_pairings_by_name_and_the_card_tell_table_wind_and_company_and_then_the_score(client: Client) -> None:
    event = make_table_event(field=8, slug="riichi")
    round_ = publish(event)
    east, south, west, north = seated(event, 1)
    text = page_of(client, event, "pairings/?by=name")
    assert f"{west.name} With: {east.name} , {south.name} , {north.name} Table 1 西 West" in text
    card = page_of(client, event, f"players/{south.number}/card/")
    assert f"Table 1 南 South 東 East {east.name} 西 West {west.name} 北 North {north.name}" in card
    enter_all_scores(round_)
    assert "+6.2 2nd 31,200" in page_of(client, event, f"players/{south.number}/card/")


# What the pages of the event made by hand say.
WORKED = {
    "standings/": (
        "Place Player Pts 1-2-3-4 Best Raw 1 Cy +8.0 1-0-1-0 +15.0 63,000",
        "2 Pts Ann +2.3 1-0-0-1 +27.3 62,300",
        "3 Pts Dee −11.5 1-0-0-1 +15.0 53,500 4 Pts Bo penalty −20.0 −18.8 0-1-1-0 +6.2 61,200",
    ),
    "standings/2/": (
        "Points: −18.8",
        "1 +6.2 2 −25.0 Sum −18.8",
        "Raw points: 61,200",
        "1 31,200 2 30,000 Sum 61,200",
        "Highest +6.2",
    ),
    "players/2/": (
        "Round 2 · Table 1 西 West Dee , Cy , Ann −25.0 30,000 · 3rd penalty −20.0 Total −18.8 · place 4",
        "Round 1 · Table 1 南 South Ann , Cy , Dee +6.2 31,200 · 2nd Total +6.2 · place 2",
    ),
    "cross/": ("1 Cy −7.0 3rd 西 +15.0 1st 南 +8.0", "2 Ann +27.3 1st 東 −25.0 4th 北 +2.3"),
}


def test_totals_placements_penalties_and_the_chain_are_shown_and_explained(client: Client) -> None:
    event = hand_made()
    for page, said in WORKED.items():
        text = page_of(client, event, page)
        for words in said:
            assert words in text, page
    danish = client.get(f"/e/{event.slug}/standings/", headers={"accept-language": "da"}).content.decode()
    assert "<b>+8,0</b>" in danish
    assert "63.000" in danish


def sums(event: Tournament, number: int, rounds_: range) -> int:
    rows = Seat.objects.filter(round__tournament=event, round__number__in=rounds_, player__number=number)
    return sum(points or 0 for points in rows.values_list("points", flat=True))


def test_the_top_eight_stand_apart_with_half_their_points_and_the_final_table_before_them(
    client: Client,
) -> None:
    event = championship(6)
    page = client.get("/e/final/standings/").content.decode()
    names = re.findall(r'data-player="(\d+)"', page)
    assert len(names) == 16
    lines = [f'data-player="{names[at]}"' for at in (0, 7, 8)]
    places = [page.index(text) for text in ("Top 8", lines[0], lines[1], "Everybody else", lines[2])]
    assert places == sorted(places)
    number = int(names[0])
    qualified = sums(event, number, range(1, 7))
    assert _numbers_of(page, number)[:2] == [score(qualified), score(qualified // 2)], (
        "the whole total of then"
    )
    text = page_of(client, event, f"players/{number}/")
    assert f"Total {score(qualified)} → carried over {score(qualified // 2)} · place 1" in text
    round_ = publish(event)
    first = seated(event, 7)[0]
    carried = sums(event, first.number, range(1, 7)) // 2
    assert f"{first.name} {first.rating} {score(carried)}" in page_of(client, event, "rounds/7/")
    enter_all_scores(round_, by_number)
    rounds.complete(tournament=event, actor=event.owner, round_=round_)
    play_tables(event, by_number)
    see_the_final(client, event)


def see_the_final(client: Client, event: Tournament) -> None:
    """Its table takes the first four places, and what was carried is shown."""
    unchanged.forget()
    page = client.get("/e/final/standings/").content.decode()
    order = [int(number) for number in re.findall(r'data-player="(\d+)"', page)]
    assert {player.number for player in seated(event, 8)} == set(order[:4])
    assert {player.number for player in seated(event, 8, 2)} == set(order[4:8])
    headings = [page.index(text) for text in ("Final table", "Table 2 of the final", "Everybody else")]
    assert headings == sorted(headings)
    winner = order[0]
    qualified = sums(event, winner, range(1, 7))
    total = qualified // 2 + sums(event, winner, range(7, 9))
    assert _numbers_of(page, winner)[:2] == [score(total), score(qualified // 2)]
    earlier = client.get("/e/final/standings/?after=6").content.decode()
    assert _numbers_of(earlier, winner)[:2] == [score(qualified), score(qualified // 2)]
    assert "Final table" in page_of(client, event, "screen/?show=standings")


def _numbers_of(page: str, player: int) -> list[str]:
    """The points in a player's line of the standings: the total, and what was carried."""
    line = re.search(rf'<tr data-player="{player}">(.*?)</tr>', page, re.DOTALL)
    assert line is not None
    return re.findall(r"[+−]?\d+\.\d+", re.sub("<[^>]*>", " ", line[1]))


def test_house_players_fill_seats_and_are_nobody_to_look_up(client: Client) -> None:
    event = make_table_event(field=6, slug="riichi")
    play_tables(event)
    house = event.players.filter(house=True)
    assert house.count() == 2
    assert "House player" in page_of(client, event, "rounds/1/")
    for page in ("players/", "find/", "rounds/1/?by=name", "standings/", "cross/", "screen/?show=names"):
        content = client.get(f"/e/riichi/{page}").content.decode()
        assert all(f'data-player="{someone.number}"' not in content for someone in house), page
    for someone in house:
        for page in (f"players/{someone.number}/", f"players/{someone.number}/card/"):
            assert client.get(f"/e/riichi/{page}").status_code == 404


def test_a_game_missed_after_leaving_is_told(client: Client) -> None:
    event = make_table_event(field=8, slug="riichi")
    play_tables(event)
    attendance.withdraw(tournament=event, actor=event.owner, player=event.players.get(number=2))
    play_tables(event)
    assert "Round 2 Missed after withdrawing −30.0" in page_of(client, event, "players/2/")
    assert "Player 2 withdrawn penalty −30.0" in page_of(client, event, "standings/")
    assert "Rounds to come" not in page_of(client, event, "players/2/")


@pytest.mark.parametrize("system", ["mahjong_final", *sweep_too("mahjong_schedule")])
def test_a_draft_changes_nothing_on_any_page(client: Client, system: str) -> None:
    event = make_table_event(field=8, slug="riichi", system=system, rounds_planned=4)
    play_tables(event)
    play_tables(event)
    client.force_login(event.owner)
    own = f"me/{event.players.get(number=3).key}/"
    before = {page: page_of(client, event, page) for page in (*PAGES_OF_FOUR, own)}
    pair(event)
    assert {page: page_of(client, event, page) for page in before} == before
