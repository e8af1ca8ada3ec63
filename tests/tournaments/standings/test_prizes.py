"""Prizes: who wins them, how they are set, the page and the paper."""

from typing import Any

import pytest

from tests.api.conftest import Api
from tests.desk.pages import Desk, text
from tests.factories import make_event, make_table_event, refused
from tests.tournaments.steps import fresh, played
from tournaments.events.services import events
from tournaments.events.services.prizes import set_prizes
from tournaments.files.services.copies import copy_event
from tournaments.history.undo import undo_last_step
from tournaments.models import Tournament
from tournaments.standings.selectors.prizes import amount, prizes
from tournaments.standings.selectors.standings import standings

pytestmark = pytest.mark.django_db


def won(event: Tournament, *wanted: dict[str, Any]) -> list[list[str]]:
    set_prizes(tournament=event, actor=None, prizes=wanted)
    return [[line.name for line in prize.winners] for prize in prizes(event)]


def order(event: Tournament) -> list[str]:
    return [line.name for line in standings(event).lines]


def test_places_go_to_the_best_and_nobody_wins_two_exclusive_prizes() -> None:
    event = played(rounds=2, field=4)
    first, second, third, fourth = order(event)
    assert len({line.rank for line in standings(event).lines}) == 4
    found = won(event, {"name": "First"}, {"name": "Two more", "places": 2}, {"name": "Rest", "places": 9})
    assert found == [[first], [second, third], [fourth]]
    besides = {"name": "Best game", "exclusive": False}
    assert won(event, {"name": "First"}, besides, {"name": "Second"}) == [[first], [first], [second]]


def test_a_prize_of_a_category_says_who_was_passed_over_and_when_the_order_costs_money() -> None:
    event = played(rounds=2, field=4)
    first, second, third, _fourth = order(event)
    event.players.filter(name__in=(first, second, third)).update(club="Odense")
    events.update_event(tournament=event, actor=None, venue="Hall")
    wanted = [{"name": "Cup", "money": "book"}, {"name": "Next", "money": "1 200,50 kr."}]
    assert won(event, *wanted, {"name": "Best of Odense", "club": "Odense", "money": "€ 1,300"})[2] == [third]
    prize = prizes(event)[2]
    assert [(one.line.name, one.prize, one.pays_less) for one in prize.passed] == [
        (first, "Cup", True),
        (second, "Next", True),
    ]
    assert "This one pays more" in text(Desk(event.owner, event).get("prizes"))
    assert [amount(money) for money in ("", "book", "800", "1 200,50 kr.", "3.000 kr.", "2 x 50")] == [
        0, 0, 800, 1200, 3000, 2,
    ]  # fmt: skip


def test_a_category_is_a_rating_a_club_or_a_word_in_the_note() -> None:
    event = played(rounds=2, field=4)
    names = order(event)
    best = {row.name: row for row in event.players.all()}
    event.players.filter(name=names[2]).update(club="Ågård", note="junior, vegetarian")
    event.players.filter(name=names[3]).update(rating=None)
    events.update_event(tournament=event, actor=None, venue="Hall")
    below = best[names[0]].rating
    rated = [name for name in names[:3] if best[name].rating < below]
    assert won(event, {"name": "Below", "places": 4, "rating_below": below}) == [rated]
    band = {"rating_from": best[names[1]].rating, "rating_below": best[names[1]].rating + 1}
    assert won(event, {"name": "Band", "places": 4, **band}) == [[names[1]]]
    assert won(event, {"name": "Club", "club": "agard"}) == [[names[2]]]
    assert won(event, {"name": "Juniors", "note": "JUNIOR"}) == [[names[2]]]
    assert won(event, {"name": "Seniors", "note": "senior"}) == [[]]


def test_who_is_tied_for_the_last_place_shares_it() -> None:
    event = played(rounds=1, field=4, tiebreaks=[])
    assert won(event, {"name": "First"}, {"name": "Second"}) == [order(event)[:2], order(event)[2:]]


def test_before_a_round_is_completed_nobody_wins() -> None:
    assert won(make_event(field=3), {"name": "First"}) == [[]]


def test_tables_of_four_have_prizes_too() -> None:
    event = played(1, make_table_event)
    assert won(event, {"name": "First"})[0][0] == order(event)[0]


def test_prizes_are_a_step_also_of_a_finished_event_and_go_into_copies() -> None:
    event = played(rounds=1, field=2)
    events.finish_event(tournament=event, actor=event.owner)
    set_prizes(tournament=event, actor=event.owner, prizes=[{"name": "First"}])
    copy = copy_event(tournament=event, owner=event.owner, name="Again")
    assert copy.prizes == fresh(event).prizes != []
    undo_last_step(tournament=event, actor=event.owner)
    assert fresh(event).prizes == []
    with refused("missing", field="name"):
        set_prizes(tournament=event, actor=None, prizes=[{"name": " "}])
    with refused("too_many_prizes"):
        set_prizes(tournament=event, actor=None, prizes=[{"name": "One"}] * 51)


def test_the_desk_adds_lists_prints_and_removes_prizes() -> None:
    event = played(rounds=1, field=4)
    desk = Desk(event.owner, event)
    assert "No prizes yet." in text(desk.get("prizes"))
    said = desk.press("prizes", data={"name": "Gold", "places": "1", "rating_below": "", "exclusive": "on"})
    assert "The prize is added." in said and "right now" in said
    assert order(event)[0] in said and order(event)[0] in text(desk.get("print_prizes"))
    refusal = desk.post("prizes", data={"name": "", "places": "0"})
    assert refusal.status_code == 200 and len(fresh(event).prizes) == 1
    old = {"version": fresh(event).version - 1}
    assert "The prize is removed." not in desk.press("remove_prize", 1, data=old)
    assert "The prize is removed." in desk.press("remove_prize", 1, data={"version": fresh(event).version})
    assert fresh(event).prizes == []


def test_the_desk_changes_a_prize_in_its_place() -> None:
    event = played(rounds=1, field=4)
    set_prizes(tournament=event, actor=None, prizes=[{"name": "Gold"}, {"name": "Silver", "club": "Odense"}])
    desk = Desk(event.owner, event)
    assert 'value="Odense"' in desk.get("prize", 2).content.decode()
    sent = {"name": "Bronze", "places": "2", "exclusive": "on"}
    refusal = desk.post("prize", 2, data={**sent, "version": fresh(event).version - 1})
    assert "Someone else changed the event" in text(refusal)
    assert "The prize is changed." in desk.press("prize", 2, data={**sent, "version": fresh(event).version})
    assert [(one["name"], one["places"]) for one in fresh(event).prizes] == [("Gold", 1), ("Bronze", 2)]
    assert desk.get("prize", 3).status_code == 404


def test_the_desk_moves_a_prize_and_shows_its_money() -> None:
    event = played(rounds=1, field=4)
    listed = [{"name": "Gold", "money": "3 000 kr."}, {"name": "Silver"}, {"name": "Bronze"}]
    set_prizes(tournament=event, actor=None, prizes=listed)
    desk = Desk(event.owner, event)
    assert "3 000 kr." in desk.press("move_prize", 3, data={"to": "1", "version": fresh(event).version})
    assert [one["name"] for one in fresh(event).prizes] == ["Bronze", "Gold", "Silver"]
    assert "Someone else" in desk.press("move_prize", 1, data={"to": "2", "version": 1})
    for place, to in ((1, "4"), (4, "1"), (1, "0"), (1, "x")):
        assert desk.post("move_prize", place, data={"to": to}).status_code == 404
    assert [one["name"] for one in fresh(event).prizes] == ["Bronze", "Gold", "Silver"]


def test_prizes_stored_before_they_had_money_are_read() -> None:
    event = played(rounds=1, field=2)
    old = {"name": "First", "places": 1, "rating_below": None, "club": "", "note": "", "exclusive": True}
    Tournament.objects.filter(pk=event.pk).update(prizes=[old])
    assert [(one.money, one.rating_from) for one in prizes(fresh(event))] == [("", None)]


def test_the_public_pages_show_the_winners_once_the_event_says_so_also_after_its_end() -> None:
    event = played(rounds=1, field=4, visibility="public")
    set_prizes(tournament=event, actor=None, prizes=[{"name": "Best of all", "note": ""}])
    events.finish_event(tournament=event, actor=event.owner)
    desk = Desk(event.owner, event)
    pages = [f"/e/{event.slug}/standings/", f"/e/{event.slug}/"]
    assert not any("Best of all" in text(desk.client.get(page)) for page in pages)
    desk.press("show_prizes", data={"shown": "1"})
    assert all(f"Best of all {order(event)[0]}" in text(desk.client.get(page)) for page in pages)
    assert "Best of all" not in text(desk.client.get(f"{pages[0]}?after=1"))
    undo_last_step(tournament=fresh(event), actor=event.owner)
    assert not any("Best of all" in text(desk.client.get(page)) for page in pages)


def test_a_program_sets_and_reads_them() -> None:
    event = played(rounds=1, field=4)
    api = Api(event.owner)
    (prize,) = api.put(f"events/{event.slug}/prizes/", {"prizes": [{"name": "First"}]})
    assert prize["winners"][0]["name"] == order(event)[0]
    assert api.get(f"events/{event.slug}/prizes/") == [prize]
