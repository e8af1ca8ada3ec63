"""The way of one player through the bracket: on the own page and on that for everybody."""

import pytest
from django.test import Client

from tests.factories import enter_all, make_event, publish
from tests.public.pages import read
from tests.tournaments.brackets.test_public_bracket import better_wins
from tests.tournaments.queue.test_advancing import bracket as by_match, enter
from tests.tournaments.steps import fresh
from tournaments.brackets.selectors.brackets import bracket_of
from tournaments.brackets.selectors.own_way import OwnWay, own_way
from tournaments.models import Tournament
from tournaments.queue.services import queue

pytestmark = pytest.mark.django_db


def way(event: Tournament, number: int) -> OwnWay:
    mine = own_way(fresh(event), number)
    assert mine is not None
    return mine


def test_what_comes_after_a_win_and_a_loss_is_said_by_names() -> None:
    event = by_match(4)
    mine = way(event, 1)
    assert (mine.stage, mine.against, mine.played) == ("Semifinals", "Player 4", ())
    assert mine.win is not None and mine.loss is not None
    assert (mine.win.stage, mine.win.against) == ("Final", "winner of Player 2 – Player 3")
    assert (mine.loss.stage, mine.loss.place) == ("", "")
    enter(event, 1, 1)
    mine = way(event, 1)
    assert (mine.stage, mine.against, mine.table) == ("Final", "winner of Player 2 – Player 3", None)
    assert [(met.stage, met.other.number, met.score, met.is_won) for met in mine.played] == [
        ("Semifinals", 4, "1–0", True)
    ]
    assert mine.win is not None and mine.win.place == "winner of the bracket"
    out = way(event, 4)
    assert (out.stage, out.is_champion, [met.is_won for met in out.played]) == ("", False, [False])


def test_who_loses_once_of_two_times_goes_to_the_losers_bracket() -> None:
    event = by_match(4, "double_elimination")
    mine = way(event, 1)
    assert mine.loss is not None and mine.loss.is_losers
    assert mine.loss.against == "loser of Player 2 – Player 3"


def test_a_second_final_follows_only_if_the_winner_of_the_first_has_lost_before() -> None:
    event = by_match(4, "double_elimination")
    for number, at in ((1, 1), (1, 2), (2, 1), (2, 2), (3, 1)):
        enter(event, number, at)
    finalists = [number for number in (1, 2, 3, 4) if way(event, number).stage == "Final"]
    assert len(finalists) == 2
    ways = {number: way(event, number) for number in finalists}
    undefeated = next(n for n, mine in ways.items() if all(met.is_won for met in mine.played))
    other = next(n for n in finalists if n != undefeated)
    stages = {n: (mine.win and mine.win.stage, mine.loss and mine.loss.stage) for n, mine in ways.items()}
    assert stages == {undefeated: ("", "Second final"), other: ("Second final", "")}


def test_there_is_none_before_the_bracket_in_another_event_and_for_who_is_not_in_it() -> None:
    options = {"after_round": 0, "size": 2, "reseed_layers": False}
    event = make_event(field=4, system="bracket", options=options, rounds_planned=4)
    assert own_way(event, 1) is None
    publish(event)
    assert own_way(fresh(event), 1) is not None and own_way(fresh(event), 4) is None
    assert own_way(make_event(field=4, slug="swiss"), 1) is None


def test_the_own_page_and_that_for_everybody_show_it(client: Client) -> None:
    options = {"after_round": 0, "reseed_layers": False, "best_of": "3"}
    event = make_event(
        field=4, slug="cup", system="bracket", options=options, rounds_planned=4, visibility="public"
    )
    round_ = publish(event)
    own = f"/e/cup/me/{event.players.get(number=1).key}/"
    page = read(client, own)
    assert "Semifinals : Player 4 · Table 1 · best of 3" in page
    assert "If you win Final: winner of Player 2 – Player 3 If you lose eliminated" in page
    assert "After a win Final: winner of Player 2 – Player 3" in read(client, "/e/cup/players/1/")
    enter_all(round_, better_wins)
    assert "lost Semifinals: Player 1 0–1" in read(client, f"/e/cup/me/{event.players.get(number=4).key}/")


def test_the_bracket_on_a_phone_has_a_tab_for_each_round_and_says_who_may_come(client: Client) -> None:
    options = {"after_round": 0, "reseed_layers": False}
    event = make_event(
        field=4, slug="cup", system="bracket", options=options, rounds_planned=4, visibility="public"
    )
    publish(event)
    page = read(client, "/e/cup/bracket/")
    assert "Semifinals 0/2 Final 0/1" in page
    assert "winner of Player 1 – Player 4" in page and "winner of Player 2 – Player 3" in page


def test_with_a_queue_a_match_has_no_table_but_the_one_it_is_called_to(client: Client) -> None:
    event = by_match(4)
    queue.open_queue(tournament=event, actor=None, tables=[7])
    queue.call_next(tournament=event, actor=None)
    event = fresh(event)
    bracket = bracket_of(event)
    assert bracket is not None and {row.caption for row in bracket.rows if row.is_running} == {
        "Match 1",
        "Match 2",
    }
    page = client.get(f"/e/{event.slug}/players/1/").content.decode()
    section = page.partition('data-testid="own-way"')[2].partition("</section>")[0]
    assert "Player 4" in section and "Table" not in section
    player = event.players.get(number=1)
    assert 'data-news="Table 7, now"' in client.get(f"/e/{event.slug}/me/{player.key}/").content.decode()
