"""What the pages say about one player, and how a player is found."""

from __future__ import annotations

import html
import json
import re

import pytest
from django.conf import settings
from django.test import Client

from tests.factories import (
    add_player,
    make_event,
    play_round,
    play_rounds,
    publish,
)
from tests.public.pages import PAGES, read, text_of
from tournaments.models import Player, Tournament
from tournaments.selectors import names
from tournaments.services import attendance

pytestmark = pytest.mark.django_db


def card(client: Client, number: int) -> str:
    return read(client, f"/e/spring/players/{number}/card/")


def test_the_card_tells_the_opponent_and_who_moves_first_a_bye_and_to_wait(client: Client) -> None:
    event = make_event(field=3, slug="spring")
    round_ = publish(event)
    first, second = (seat.player for seat in round_.matches.get().seats.order_by("position"))
    mine = card(client, first.number)
    for words in (f"You: {first.name}", "Table 1", f"against {second.name}", "You move first."):
        assert words in mine
    theirs = card(client, second.number)
    assert f"against {first.name}" in theirs
    assert "You move second." in theirs
    resting = card(client, round_.byes.get().player.number)
    assert "Bye" in resting
    assert "it counts 1." in resting
    late = add_player(event, "Late Comer")
    assert "Plays from round 2 on." in card(client, late.number)
    Player.objects.create(tournament=event, number=50, name="Forgotten")  # a row no service would make
    Tournament.objects.filter(pk=event.pk).update(version=event.version + 10)
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
    assert card(client, loser.number).endswith("Eliminated: no more games.")


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


def shown_names(client: Client, query: str) -> list[str]:
    page = client.get("/e/spring/find/", {"q": query}).content.decode()
    rows = re.findall(r'<li data-key="[^"]*" data-player="\d+"( hidden)?><a[^>]*><bdi>(.*?)</bdi>', page)
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
    assert "Nobody by that name" in text_of(client, "/e/spring/find/?q=zzz")


def test_scripts_fold_letters_by_the_tables_of_the_server() -> None:
    text = (settings.BASE_DIR / "static" / "js" / "fold.js").read_text()
    tables = dict(re.findall(r"^const (\w+) = (\{.*\});$", text, re.MULTILINE))
    read = {name: json.loads(table) for name, table in tables.items()}
    assert read == {"PLAIN": names.PLAIN, "WRITTEN_OUT": names.WRITTEN_OUT}


def test_names_are_text_not_markup(client: Client) -> None:
    event = make_event(field=3, slug="spring")
    add_player(event, "<script>alert(1)</script>")
    play_round(event)
    for page in PAGES:
        answer = client.get(f"/e/spring/{page}")
        assert b"<script>alert" not in answer.content, page
