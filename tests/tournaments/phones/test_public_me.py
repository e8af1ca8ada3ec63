"""A player's own page, whose address gets nowhere else; what other pages say of one, and how a player is found."""

import html
import re

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import (
    add_player,
    make_event,
    make_table_event,
    make_user,
    play_round,
    play_rounds,
    play_tables,
    publish,
    table,
)
from tests.public.four import PAGES_OF_FOUR, riichi, seated
from tests.public.pages import PAGES, read, running_event, text_of
from tournaments.events.services import events
from tournaments.models import Player, Tournament
from tournaments.phones.public.my_page import COOKIE
from tournaments.phones.services import reports
from tournaments.players.services import attendance
from tournaments.standings.selectors import standings
from tournaments.steps import names
from tournaments.web import unchanged

pytestmark = pytest.mark.django_db


def address(player: Player, page: str = "") -> str:
    return f"/e/{player.tournament.slug}/me/{player.key}/{page}"


def own_page(client: Client, player: Player) -> str:
    return read(client, address(player))


def test_the_own_page_tells_table_wind_opponents_and_the_rounds_to_come(client: Client) -> None:
    event = make_table_event(field=8, slug="riichi", rounds_planned=3)
    publish(event)
    east, south, west, north = seated(event, 1)
    text = own_page(client, west)
    assert f"Table 1 西 West 東 East {east.name} 南 South {south.name} 北 North {north.name}" in text
    assert "Enter the result" in text
    assert re.search(r"Rounds to come Round 2 Table \d . (East|South|West|North)", text)
    assert "Round 3 Table" in text
    assert "Place" not in text and "Standings" in text  # no round has ended


def test_the_own_page_tells_results_and_place(client: Client) -> None:
    event = make_table_event(field=4, slug="riichi")
    play_tables(event)
    winner = seated(event, 1)[0]
    text = own_page(client, winner)
    assert f"1 {winner.name} +27.3" in text and "1st-2nd-3rd-4th 1-0-0-0" in text
    assert "+27.3 42,300 · 1st Total +27.3 · place 1" in text


def test_in_an_event_of_two_at_a_table_it_tells_the_opponent_and_the_history(client: Client) -> None:
    event = make_event(field=4, slug="spring")
    play_round(event)
    first, second = publish(event).matches.get(table=1).seats.order_by("position")
    text = own_page(client, first.player)
    assert f"Table 1 You play {second.player.name}" in text
    assert "Round by round" in text
    assert "Enter the result" not in text


def test_the_own_page_begins_with_what_is_to_be_done(client: Client) -> None:
    event = make_event(field=12, slug="spring", rounds_planned=7)
    play_round(event)
    me, other = (seat.player for seat in publish(event).matches.get(table=1).seats.order_by("position"))
    text = own_page(client, me)
    order = (
        "Round 2 of 7", "Table 1", f"You play {other.name}", "How did it end?", "I won Draw I lost", "Call a judge",
        "Why this opponent?", "Your place Standings after round 1", "What do I need?", "Withdraw or sit out",
        "Round by round",
    )  # fmt: skip
    places = [text.index(words) for words in order]
    assert places == sorted(places)
    lines = [line.number for line in standings.standings(event).lines]
    here = lines.index(me.number)
    shown = re.search(r'data-testid="near".*?</ol>', client.get(address(me)).content.decode(), re.DOTALL)
    assert shown
    numbers = [int(number) for number in re.findall(r'<li data-player="(\d+)"', shown.group())]
    assert numbers == lines[max(here - 2, 0) : here + 3]


def test_before_the_first_round_it_says_to_wait(client: Client) -> None:
    event = make_table_event(field=4, slug="riichi")
    assert "Round 1 has not been published yet." in own_page(client, event.players.get(number=1))


def test_a_key_that_is_not_quite_right_finds_nothing_nor_does_any_in_a_private_event(client: Client) -> None:
    event = riichi()
    player = event.players.get(number=1)
    other = make_table_event(field=4, slug="other").players.get(number=1)
    key = player.key
    for page in ("", "result/"):
        for wrong in (key[:-1], key + "x", key.swapcase(), key[:6], "x" * 16, other.key):
            assert client.get(f"/e/riichi/me/{wrong}/{page}").status_code == 404, wrong
            assert client.post(f"/e/riichi/me/{wrong}/{page}").status_code == 404, wrong
        assert client.get(f"/e/riichi/me/{key}/{page}").status_code == 200
    # Nobody can tell the key of somebody else from one that never was.
    foreign, never = (client.get(f"/e/riichi/me/{wrong}/").content for wrong in (other.key, "x" * 16))
    assert foreign.replace(other.key.encode(), b"x" * 16) == never
    events.update_event(tournament=event, actor=event.owner, visibility="private")
    assert client.get(address(player)).status_code == 404
    client.force_login(event.owner)
    assert client.get(address(player)).status_code == 200


def test_house_players_have_no_page(client: Client) -> None:
    event = make_table_event(field=7, slug="riichi")
    publish(event)
    house = event.players.get(house=True)
    assert client.get(f"/e/riichi/me/{house.key}/").status_code == 404


def test_nobody_keeps_it_and_no_other_site_hears_of_its_address(client: Client) -> None:
    player = riichi().players.get(number=1)
    for page in ("", "result/"):
        answer = client.get(address(player, page))
        assert answer["Cache-Control"] == "private, no-store"
        assert answer["Referrer-Policy"] == "no-referrer"
        assert answer["X-Robots-Tag"].startswith("noindex")
        assert set(answer.cookies) <= {COOKIE}
        text = answer.content.decode()
        assert '<meta name="robots" content="noindex">' in text
        for tag in re.findall(r"<(?:link|meta)[^>]*>", text):
            assert player.key not in tag


def test_an_unchanged_page_costs_nothing_and_a_change_is_seen(client: Client) -> None:
    event = make_table_event(field=4, slug="riichi")
    match = table(publish(event))
    first, second, *_ = seated(event, 1)
    tag = client.get(address(second))["ETag"]
    client.get(address(second), headers={"if-none-match": tag})
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address(second), headers={"if-none-match": tag}).status_code == 304
    assert len(queries) == 0
    reports.report_scores(tournament=event, player=first, match=match, raw=(42300, 31200, 28000, 18500))
    unchanged.forget()
    answer = client.get(address(second), headers={"if-none-match": tag})
    assert answer.status_code == 200
    assert f"{first.name} entered the result. Is that right?" in answer.content.decode()


def keys_of(event: Tournament) -> list[str]:
    return [player.key for player in event.players.all()]


@pytest.mark.parametrize("four", [True, False])
def test_no_key_is_on_any_public_page(client: Client, four: bool) -> None:
    event = riichi() if four else running_event()
    extra = ("schedule/", "schedule/names/", "schedule/pictures/", "schedule/3/") if four else ()
    keys = [key.encode() for key in keys_of(event)]
    for user in (None, make_user(), event.owner):
        if user is not None:
            client.force_login(user)
        for page in (*(PAGES_OF_FOUR if four else PAGES), *extra):
            content = client.get(f"/e/{event.slug}/{page}").content
            assert not any(key in content for key in keys), page


def test_no_key_is_in_any_answer_of_the_api_or_in_a_document(client: Client) -> None:
    event = riichi()
    keys = [key.encode() for key in keys_of(event)]
    paths = [
        "", "players/", "players/3/", "players/3/coming/", "players/3/history/", "rounds/", "rounds/3/", "standings/",
        "standings/3/", "schedule/", "claims/", "document/",
    ]  # fmt: skip
    for user in (None, make_user()):
        if user is not None:
            client.force_login(user)
        for path in paths:
            answer = client.get(f"/api/v1/events/riichi/{path}")
            assert not any(key in answer.content for key in keys), path


# --- what other pages say about one player, and how a player is found ---


def card(client: Client, number: int) -> str:
    return read(client, f"/e/spring/players/{number}/card/")


def test_the_card_tells_the_opponent_and_who_moves_first_a_bye_and_to_wait(client: Client) -> None:
    event = make_event(field=3, slug="spring")
    round_ = publish(event)
    first, second = (seat.player for seat in round_.matches.get().seats.order_by("position"))
    mine = card(client, first.number)
    for words in (f"You: {first.name}", "Table 1", f"You play {second.name}", "You move first."):
        assert words in mine
    theirs = card(client, second.number)
    assert f"You play {first.name}" in theirs
    assert "You move second." in theirs
    resting = card(client, round_.byes.get().player.number)
    assert "Bye" in resting
    assert "Points: 1." in resting
    late = add_player(event, "Late Comer")
    assert "Plays from round 2 on." in card(client, late.number)
    Player.objects.create(tournament=event, number=50, name="Forgotten")  # a row no service would make
    newer = {name: getattr(event, name) + 10 for name in ("version", "public_version")}
    Tournament.objects.filter(pk=event.pk).update(**newer)
    assert "Not paired in round 1." in card(client, 50)


def test_the_card_tells_a_withdrawal(client: Client) -> None:
    event = make_event(field=4, slug="spring")
    play_round(event)
    attendance.withdraw(tournament=event, actor=event.owner, player=event.players.get(number=2))
    assert "Withdrawn: this is the last round." in card(client, 2)
    publish(event)
    assert "Withdrawn after round 1" in card(client, 2)


def test_the_card_tells_an_elimination(client: Client) -> None:
    event = make_event(field=4, slug="spring", options={"elimination": 1})
    round_ = play_round(event)
    loser = round_.matches.get(table=1).seats.get(position=1).player
    assert "Eliminated" in card(client, loser.number)
    publish(event)
    assert card(client, loser.number).endswith("Eliminated: no more rounds.")


def test_a_players_page_tells_rounds_results_floats_and_reasons(client: Client) -> None:
    event = make_event(field=6, slug="spring")
    play_rounds(event, 2)
    text = text_of(client, "/e/spring/players/1/")
    assert "Round 1" in text and "Round 2" in text
    assert text.count("Why this opponent?") == 2
    # 6 players, all first seats won: three on 1 point, so somebody of them floats in round 2.
    pages = [text_of(client, f"/e/spring/players/{number}/") for number in range(1, 7)]
    assert sum("floated down" in page for page in pages) == 1
    assert sum("floated up" in page for page in pages) == 1


def test_in_an_accelerated_event_floats_go_by_the_scores_of_the_pairing(client: Client) -> None:
    """Baku (C.04.7): of eight, 1 to 4 have a point more. Those of them who lost round 1 meet in round 2 who won it
    among 5 to 8: 0 points and 1 are the same score there.
    """
    event = make_event(
        field=8, slug="spring", system="dutch", options={"acceleration": "baku"}, rounds_planned=7
    )
    publish(event, after=1)
    tables = event.rounds.get(number=2).matches.all()
    uneven = [m for m in tables if len({seat.player.number < 5 for seat in m.seats.all()}) == 2]
    assert len(uneven) == 2
    pages = [text_of(client, f"/e/spring/players/{number}/") for number in range(1, 9)]
    assert not any("floated" in page for page in pages)


def shown_names(client: Client, query: str) -> list[str]:
    page = client.get("/e/spring/find/", {"q": query}).content.decode()
    rows = re.findall(
        r'<li\s+data-key="[^"]*"\s+data-player="\d+"(\s+hidden)?\s*>\s*<a[^>]*>\s*<bdi\s*>(.*?)</bdi>', page
    )
    return [html.unescape(name) for hidden, name in rows if not hidden]


FOUND = {
    "soren": "Søren Ågård", "AGARD": "Søren Ågård", "agard s": "Søren Ågård", "łuk": "Łukasz Żak", "zak": "Łukasz Żak",
    "aagaard": "Søren Ågård", "soeren": "Søren Ågård", "strasse": "Ib Straße", "pat o’": "Pat O'Brien",
    "善治": "羽生 善治", "محمد": "محمد بن سلمان", "o'b": "Pat O'Brien", "11": "Player 11",
}  # fmt: skip


def test_a_name_is_found_without_accents_case_and_order_of_words_and_so_is_a_number(client: Client) -> None:
    event = make_event(field=12, slug="spring")
    for name in ("Søren Ågård", "Łukasz Żak", "羽生 善治", "محمد بن سلمان", "Pat O'Brien", "Ib Straße"):
        add_player(event, name)
    assert {query: shown_names(client, query) for query in FOUND} == {
        query: [names.guessed_sort_name(name)] for query, name in FOUND.items()
    }
    assert shown_names(client, "zzz") == []
    assert "No player found." in text_of(client, "/e/spring/find/?q=zzz")


def test_scripts_fold_letters_by_the_tables_of_the_server() -> None:
    text = (settings.BASE_DIR / "static" / "js" / "fold.js").read_text()
    tables = dict(re.findall(r"^const (\w+) = \{(.*?)\};$", text, re.MULTILINE | re.DOTALL))
    entry = re.compile(r'"?(\w|’)"?: "([^"]+)"')
    read = {name: dict(entry.findall(table)) for name, table in tables.items()}
    assert read == {"PLAIN": names.PLAIN, "WRITTEN_OUT": names.WRITTEN_OUT}


def test_names_are_text_not_markup(client: Client) -> None:
    event = make_event(field=3, slug="spring")
    add_player(event, "<script>alert(1)</script>")
    play_round(event)
    for page in PAGES:
        answer = client.get(f"/e/spring/{page}")
        assert b"<script>alert" not in answer.content, page
