"""The bracket at the desk: what is drawn, what is entered there without a script, and what is refused."""

import random
import re
from typing import Any

import pytest
from django.test import Client

from tests.factories import make_event, pair, play_round, publish, refused, table
from tests.public.pages import words
from tests.tournaments.queue.test_advancing import bracket as by_match, enter, play_out, seats
from tests.tournaments.steps import fresh
from tournaments.brackets.desk.board import Board
from tournaments.brackets.selectors.brackets import bracket_of
from tournaments.brackets.selectors.grid import grid_of
from tournaments.brackets.selectors.short_names import either, short_name
from tournaments.corrections.services import by_hand
from tournaments.models import Match, Tournament
from tournaments.phones.services import reports
from tournaments.rounds.services import playing

pytestmark = pytest.mark.django_db


def cup(field: int = 8, **options: Any) -> Tournament:
    chosen = {"after_round": 0, "reseed_layers": False, **options}
    return make_event(field=field, slug="cup", system="bracket", options=chosen, rounds_planned=6)


def at(client: Client, game: int | str = "") -> Any:
    return client.get(f"/desk/cup/bracket/?game={game}")


def send(client: Client, page: Any, result: str) -> Any:
    """The form for results of the panel, as a browser without scripts sends it."""
    form = page.content.decode().split("bk-panel")[1]
    fields = dict(re.findall(r'name="(table|match|seen|game)" value="([^"]*)"', form))
    action = re.search(r'action="([^"]*/result/)"', form)
    assert action is not None
    return client.post(action[1], {**fields, "result": result}, follow=True)


def test_the_picture_says_who_plays_where_and_who_may_come(client: Client) -> None:
    event = cup(4, best_of="3 5")
    round_ = publish(event)
    client.force_login(event.owner)
    playing.mark_playing(tournament=event, actor=None, round_=round_, tables=[2])
    page = words(at(client))
    assert "Semifinals 0 / of 2 best of 3" in page and "Final 0 / of 1 best of 5" in page
    assert "1 or 4" in page and "2 or 3" in page  # the family names of Player 1 and so on
    assert "Table 2 0 min" in page


@pytest.mark.parametrize("advance", ["round", "match"])
def test_a_result_is_entered_where_the_match_is_drawn(client: Client, advance: str) -> None:
    event = cup(4, advance=advance)
    publish(event)
    client.force_login(event.owner)
    page = send(client, at(client, 2), "0-1")
    assert Match.objects.get(round__number=1, table=2).result == "0-1"
    assert page.redirect_chain[-1][0] == "/desk/cup/bracket/?game=2#game-2"
    assert 'data-game="2" ' in re.sub(r"\s+", " ", page.content.decode())


def test_a_page_that_is_out_of_date_overwrites_nothing(client: Client) -> None:
    event = cup(4, advance="match")
    publish(event)
    client.force_login(event.owner)
    old = at(client, 1)
    enter(event, 1, 1, "0-1")
    assert "someone else entered 0-1 just now" in words(send(client, old, "1-0"))
    assert Match.objects.get(round__number=1, table=1).result == "0-1"


def test_the_games_have_to_fit_the_length_and_the_page_says_so(client: Client) -> None:
    event = cup(4, best_of="3")
    publish(event)
    client.force_login(event.owner)
    assert "best of 3: the winner has won 2 games" in words(send(client, at(client, 1), "1-0 3-0"))
    assert "2 0" in words(send(client, at(client, 1), "1-0 2-0"))


def test_what_phones_report_is_accepted_in_the_picture(client: Client) -> None:
    event = cup(4)
    round_ = publish(event)
    client.force_login(event.owner)
    match = table(round_)
    first = match.seats.get(position=0).player
    reports.report_result(tournament=event, player=first, match=match, outcome="win")
    page = at(client, 1).content.decode()
    assert "reported" in page and "Accept 1–0" in " ".join(page.split())
    do = re.search(r'value="(accept:\d+)"', page)
    assert do is not None
    answer = client.post("/desk/cup/rounds/1/claim/", {"do": do[1], "game": "1"}, follow=True)
    assert answer.redirect_chain[-1][0] == "/desk/cup/bracket/?game=1#game-1"
    assert Match.objects.get(pk=match.pk).result == "1-0"


def test_a_correction_asks_first_and_comes_back_to_the_picture(client: Client) -> None:
    event = cup(4)
    play_round(event)
    client.force_login(event.owner)
    assert "To correct the result" in words(at(client, 1))
    asked = client.get("/desk/cup/rounds/1/tables/1/?result=0-1&game=1")
    assert "What this correction changes" in words(asked)
    fields = dict(re.findall(r'name="(match|before|result|game)"\s+value="([^"]*)"', asked.content.decode()))
    answer = client.post("/desk/cup/rounds/1/tables/1/", {**fields, "note": "slip"}, follow=True)
    assert answer.redirect_chain[-1][0] == "/desk/cup/bracket/?game=1#game-1"
    assert Match.objects.get(round__number=1, table=1).result == "0-1"


def test_two_seeds_change_places_before_the_bracket_begins_and_not_after(client: Client) -> None:
    event = cup(8)
    round_ = publish(event)
    client.force_login(event.owner)
    assert "Change the seeds" in words(at(client, 1))
    asked = client.get("/desk/cup/rounds/1/by-hand/?kind=swap&first=8&second=7&game=1").content.decode()
    key = re.search(r'name="key"\s+value="([^"]*)"', asked)
    assert key is not None
    sent = {"kind": "swap", "first": 8, "second": 7, "key": key[1], "game": 1, "note": "wish"}
    answer = client.post("/desk/cup/rounds/1/by-hand/", sent, follow=True)
    assert answer.redirect_chain[-1][0] == "/desk/cup/bracket/?game=1#game-1"
    games = bracket_of(fresh(event))
    assert games is not None
    met = {frozenset(side.player for side in game.sides) for game in games.view.games if game.stage == 0}
    assert {frozenset((1, 7)), frozenset((2, 8))} <= met
    client.post("/desk/cup/rounds/1/result/", {"table": 1, "match": table(round_).pk, "result": "1-0"})
    page = words(at(client, 2))
    assert "The bracket has begun: its seeds stay." in page and "Change the seeds" not in page


def test_seeds_change_also_where_a_later_match_is_known_until_one_has_begun(client: Client) -> None:
    """Of eleven five wait: 4 meets 5 in the second round whatever happens in the first."""
    event = by_match(11)
    client.force_login(event.owner)
    assert (2, 4) in {(row.round.number, row.table) for row in Match.objects.select_related("round")}
    move = by_hand.Move("swap", first=6, second=7)
    given: dict[str, Any] = {"tournament": event, "actor": event.owner, "move": move, "note": "wish"}
    by_hand.apply(**given, round_=event.rounds.get(number=1))
    assert {frozenset((7, 11)), frozenset((6, 10))} <= set(map(frozenset, seats(event).values()))
    assert "Change the seeds" in words(client.get(f"/desk/{event.slug}/bracket/?game=1"))
    playing.mark_playing(tournament=event, actor=None, round_=event.rounds.get(number=2), tables=[4])
    with refused("later_round"):
        by_hand.apply(**given, round_=event.rounds.get(number=1))
    assert "its seeds stay" in words(client.get(f"/desk/{event.slug}/bracket/?game=1"))
    enter(event, 2, 4)
    play_out(fresh(event), random.Random(1))
    drawn = bracket_of(fresh(event))
    assert drawn is not None and drawn.champion and not drawn.problem


def test_a_draft_says_that_results_come_later(client: Client) -> None:
    event = cup(4)
    pair(event)
    client.force_login(event.owner)
    assert "enter results once it is published" in words(at(client, 1))


def test_a_table_or_a_name_leads_to_the_match(client: Client) -> None:
    event = cup(8)
    publish(event)
    client.force_login(event.owner)
    for where, game in (("3", 3), ("player 8", 1)):
        answer = client.get("/desk/cup/bracket/", {"where": where})
        assert answer["Location"] == f"/desk/cup/bracket/?game={game}#game-{game}"
    lost = client.get("/desk/cup/bracket/", {"where": "Nobody & co"}, follow=True)
    assert "No table or player “Nobody & co” here." in words(lost)


def test_news_is_sent_once(client: Client) -> None:
    event = cup(4)
    publish(event)
    client.force_login(event.owner)
    since = re.search(r'data-since="([^"]*)"', at(client).content.decode())
    assert since is not None
    ask: Any = {"headers": {"HX-Request": "true"}}
    assert client.get(f"/desk/cup/bracket/?since={since[1]}", **ask).status_code in (204, 200)
    assert client.get("/desk/cup/bracket/?since=1-0000", **ask).status_code == 200


def test_now_leads_to_the_picture_and_other_events_have_none(client: Client) -> None:
    event = cup(4)
    publish(event)
    client.force_login(event.owner)
    page = client.get("/desk/cup/").content.decode()
    assert re.search(
        r'href="/desk/cup/bracket/"\s+id="next-step"|next-step[^>]*href="/desk/cup/bracket/"', page
    )
    make_event(owner=event.owner, slug="swiss", field=4)
    assert client.get("/desk/swiss/bracket/").status_code == 404
    make_event(owner=event.owner, slug="none", system="bracket", field=1)
    assert "at least 2 players" in words(client.get("/desk/none/bracket/"))


def board_of(event: Tournament) -> Board:
    drawn = bracket_of(event)
    assert drawn is not None
    return Board(event, drawn)


# Every match has its column and rows, and no cell lies on another: what a table wants of its rowspans.
@pytest.mark.parametrize("system", ["bracket", "double_elimination"])
@pytest.mark.parametrize("field", [2, 3, 5, 8, 13, 16, 21, 40, 70])
def test_the_cells_of_the_table_fit_together(field: int, system: str) -> None:
    event = make_event(field=field, system=system, options={"after_round": 0}, rounds_planned=12)
    board = board_of(event)
    shown: set[int] = set()
    for part in range(1, len(board.parts) + 1):
        taken: dict[tuple[int, int], int] = {}
        lines = grid_of(board.rows_of(part))
        first = min(row.game.stage for row in board.rows_of(part))
        for top, line in enumerate(lines):
            column = 0
            for place in line:
                while (top, column) in taken:
                    column += 1
                if place.games:
                    assert column == place.games[0].game.stage - first
                    shown |= {row.game.number for row in place.games}
                for cell in ((top + y, column + x) for y in range(place.rows) for x in range(place.columns)):
                    assert cell not in taken
                    taken[cell] = 1
        assert max((y for y, _x in taken), default=0) < len(lines)
    assert shown == {row.game.number for row in board.bracket.rows}


def test_64_come_in_two_parts_and_finished_rounds_of_many_are_folded() -> None:
    board = board_of(cup(64))
    assert [part.name for part in board.shown_parts(1)] == ["Player 1", "Player 2"]
    first = [
        next(box.number for box in board.boxes.values() if seed in box.names) for seed in ("r 1 –", "r 2 –")
    ]
    assert [board.part_of(number) for number in first] == [1, 2]
    double = by_match(8, "double_elimination")
    for number in range(1, 5):
        enter(double, 1, number)
    board = board_of(fresh(double))
    rows = board.rows_of(1)
    stages = len({row.game.stage for row in rows})
    assert stages == 7 and board.folded(rows, 0) == 1 and board.folded(rows, 1) == 0


@pytest.mark.parametrize(
    ("name", "room", "short"),
    [
        ("Mikkel Holm", 20, "Mikkel Holm"),
        ("Agnieszka Wójcik-Brzezińska", 20, "A. Wójcik-Brzezińska"),
        ("Agnieszka Wójcik-Brzezińska", 16, "Agnieszka W.-B."),
        ("Agnieszka Wójcik-Brzezińska", 8, "A. W.-B."),
        ("佐藤 さくら", 12, "佐藤 さくら"),
        ("佐藤 さくら", 5, "佐藤"),
        ("Madonna", 3, "Madonna"),
        ("", 3, ""),
    ],
)
def test_names_are_shortened_by_words(name: str, room: float, short: str) -> None:
    assert short_name(name, room) == short


def test_the_two_of_whom_one_comes_are_family_names_or_initials() -> None:
    text = "%(one)s or %(other)s"
    assert either(["Ida Lund", "Emma Friis"], 15, text) == "Lund or Friis"
    assert either(["Tobias Christensen", "高橋 健太"], 30, text) == "Christensen or 高橋"
    assert either(["Tobias Christensen", "Zofia Frandsen"], 12, text) == "T. C. or Z. F."
