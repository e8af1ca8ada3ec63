"""Repairs, changes by hand and edits of the past as a person makes them at the desk."""

from typing import Any

import pytest

from tests.desk.pages import Desk, text
from tests.factories import add_player, make_event, make_user, pair, play_rounds, publish
from tests.tournaments.ahead import shogi
from tests.tournaments.seated import byes, rows, tables
from tournaments.corrections.selectors.edits import AdjustmentEdit
from tournaments.models import LogEntry, Match, Player, Role, Round, Staff, Tournament
from tournaments.results.services import results

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    """Nine players, round 1 played, round 2 published."""
    tournament = make_event(field=9, rounds_planned=4)
    publish(tournament, after=1)
    return tournament


@pytest.fixture
def desk(event: Tournament) -> Desk:
    return Desk(event.owner, event)


def second(event: Tournament) -> Round:
    return Round.objects.get(tournament=event, number=2)


def correct_first(event: Tournament) -> None:
    match = Match.objects.get(round__tournament=event, round__number=1, table=2)
    results.correct_result(tournament=event, actor=event.owner, match=match, result="0-1")


def hidden(page: Any, way: int = 0) -> dict[str, str]:
    """What the form of one of the proposed repairs sends."""
    form = page.context["form"]
    data = {field.html_name: field.value() for field in form if field.value()}
    return {**data, "key": page.context["ways"][way]["key"]}


def test_the_desk_says_what_changed_and_a_repair_is_chosen_from_several_and_made() -> None:
    """Eight players: the two of table 2 have changed their scores, so two tables would be better exchanged."""
    event = make_event(field=8, rounds_planned=4)
    publish(event, after=1)
    desk = Desk(event.owner, event)
    said = "Round 2 was paired before table 2 of round 1 was corrected."
    assert said not in text(desk.get("event"))
    correct_first(event)
    for page in (desk.get("event"), desk.get("round", 2), desk.get("repair", 2)):
        assert said in text(page)
    assert desk.url("repair", 2) in desk.get("event").content.decode()
    ways, shown = page.context["ways"], page.content.decode()
    assert 2 <= len(ways) <= 3
    assert shown.index("way-again") < shown.index("way-1") < shown.index('id="change"')
    assert "Keep the round" in text(page)
    at = next(i for i, way in enumerate(ways) if not way["repair"].keeps_everything)
    plan = {m.table: m.seats for m in ways[at]["repair"].plan.matches}
    answer = desk.press("repair", 2, data={**hidden(page, at), "note": "wrong slip"})
    assert "Round 2 is repaired." in answer
    assert tables(second(event)) == plan
    assert LogEntry.objects.filter(tournament=event).latest("id").note == "wrong slip"


def test_an_old_page_is_refused_with_what_is_proposed_now(event: Tournament, desk: Desk) -> None:
    old = hidden(desk.get("repair", 2, query="?out=1"))
    correct_first(event)
    before = rows(second(event))
    page = desk.post("repair", 2, data=old)
    assert page.status_code == 200
    assert "The event has changed since this was proposed." in text(page)
    assert page.context["ways"] and page.context["ways"][0]["key"] != old["key"]
    assert rows(second(event)) == before
    desk.press("repair", 2, data=hidden(page))
    assert Player.objects.get(tournament=event, number=1).left_after_round == 1


def test_two_who_did_not_come_are_chosen_at_their_tables(event: Tournament, desk: Desk) -> None:
    seats = tables(second(event))
    page = desk.get("table", 2, 3)
    assert f"{desk.url('repair', 2)}?absent={seats[3][0]}" in page.content.decode()
    page = desk.get("repair", 2, query=f"?absent={seats[3][0]}&absent_too={seats[4][1]}")
    desk.press("repair", 2, data=hidden(page))
    assert {n for n, kind in byes(second(event)).items() if kind == "absent"} == {seats[3][0], seats[4][1]}


def test_an_arbiter_repairs_but_adds_nobody(event: Tournament) -> None:
    judge = make_user()
    Staff.objects.create(tournament=event, user=judge, role=Role.ARBITER)
    desk = Desk(judge, event)
    key = hidden(Desk(event.owner, event).get("repair", 2, query="?name=Zoe"))
    assert desk.post("repair", 2, data=key).status_code == 403
    correct_first(event)
    assert "way-again" not in desk.get("repair", 2).content.decode()
    desk.press("repair", 2, data=hidden(desk.get("repair", 2, query="?out=1")))
    assert Player.objects.get(tournament=event, number=1).left_after_round == 1


def test_tables_are_ticked_as_playing(event: Tournament, desk: Desk) -> None:
    def marked() -> set[int]:
        found = Match.objects.filter(round=second(event), playing_since__isnull=False)
        return set(found.values_list("table", flat=True))

    desk.press("playing", 2, data={"table": ["1", "3"]})
    assert marked() == {1, 3}
    desk.press("playing", 2, data={"table": ["3", "4"]})
    assert marked() == {3, 4}
    desk.press("playing", 2, data={"all": "1"})
    assert marked() == {1, 2, 3, 4}


def test_pages_lead_to_repairs_of_rounds_that_can_be_repaired(event: Tournament, desk: Desk) -> None:
    page = desk.get("repair", 1)
    assert "Round 2 is already paired, so round 1 stays the same." in text(page)
    assert "ways" not in page.context
    late = add_player(event, "Zoe")
    assert f"{desk.url('repair', 2)}?join={late.number}" in desk.get("player", late.number).content.decode()
    seated = tables(second(event))[1][0]
    assert f"{desk.url('repair', 2)}?out={seated}" in desk.get("player", seated).content.decode()


def test_a_draft_made_ahead_is_discarded_on_the_way_to_a_repair() -> None:
    """Modified Swiss pairs round 3 while round 2 is played; whoever does not come to round 2 changes both."""
    event = shogi(field=9)
    publish(event, after=1)
    pair(event)
    desk, (gone, _) = Desk(event.owner, event), tables(second(event))[1]
    page = desk.get("repair", 2, query=f"?absent={gone}")
    assert "Round 3 is drafted already. Discard its draft, repair round 2, then pair it again." in text(page)
    assert page.context["draft_ahead"].number == 3
    there = desk.post("discard", 3, data={"repair": "1", "absent": str(gone)})
    assert there["Location"] == f"{desk.url('repair', 2)}?absent={gone}"
    shown = desk.get("repair", 2, query=f"?absent={gone}")
    desk.press("repair", 2, data=hidden(shown))
    assert gone in byes(second(event))
    assert pair(event).number == 3


def test_a_swap_names_the_rules_it_breaks_and_needs_a_reason(event: Tournament, desk: Desk) -> None:
    round_ = second(event)
    first = tables(Round.objects.get(tournament=event, number=1))
    seats = tables(round_)
    opponent = {a: b for pair_ in first.values() for a, b in (pair_, pair_[::-1])}
    # Somebody meets the opponent of round 1 once more, in place of the one there is.
    table, player, other = next(
        (number, pair_[0], pair_[1])
        for number, pair_ in seats.items()
        if pair_[0] in opponent and opponent[pair_[0]] not in pair_
    )
    met = opponent[player]
    page = desk.get("by_hand", 2, query=f"?kind=swap&first={other}&second={met}")
    words = text(page)
    assert "have already met in this event" in words and "Do it anyway" in words
    data = {
        "kind": "swap",
        "first": str(other),
        "second": str(met),
        "key": page.context["found"].key,
    }
    assert "This breaks a rule. Give a reason" in text(desk.post("by_hand", 2, data=data))
    assert tables(round_) == seats
    desk.press("by_hand", 2, data={**data, "note": "wish of both"})
    assert set(tables(round_)[table]) == {player, met}
    line = LogEntry.objects.filter(tournament=event).latest("id")
    assert (line.action, line.note) == ("players_swapped", "wish of both")
    assert "rematch" in [rule["rule"] for rule in line.after["broken_rules"]]
    assert table in line.after["engine"]["different"]


def test_the_past_is_changed_with_a_look_at_what_it_changes() -> None:
    event = make_event(field=7, rounds_planned=4)
    play_rounds(event, 2)
    pair(event)
    desk = Desk(event.owner, event)
    (resting,) = byes(Round.objects.get(tournament=event, number=1))
    chosen = {"round": "1", "player": str(resting), "bye": "half"}
    page = desk.get("impact_of", "bye", query="?" + "&".join(f"{k}={v}" for k, v in chosen.items()))
    assert page.context["found"].needs_reason and "Why *" in text(page)
    data = {**chosen, "version": str(event.version)}
    event.refresh_from_db()
    data["version"] = str(event.version)
    assert "A later round was paired on this. Give a reason" in text(desk.post("impact_of", "bye", data=data))
    desk.press("impact_of", "bye", data={**data, "note": "requested one"})
    assert byes(Round.objects.get(tournament=event, number=1)) == {resting: "half"}
    line = LogEntry.objects.filter(tournament=event).latest("id")
    assert line.note == "requested one" and line.after["impact"]["ranks"] > 0


def test_every_kind_of_edit_has_a_form(event: Tournament, desk: Desk) -> None:
    page = desk.get("impact")
    kinds = [kind for kind, _label, _hint in page.context["kinds"]]
    assert kinds == ["result", "bye", "adjustment", "leaving", "rating", "removal", "tiebreaks", "scoring"]
    for kind in kinds:
        assert desk.get("impact_of", kind).status_code == 200
    assert desk.get("impact_of", "scores").status_code == 404
    page = desk.get("impact_of", "adjustment", query="?player=3&points=−0,5&round=")
    assert page.context["form"].edit() == AdjustmentEdit(3, -50)
    page = desk.get("impact_of", "adjustment", query="?player=3&points=lots&round=")
    assert "points from -99.99 to 99.99" in text(page)
    page = desk.get("impact_of", "adjustment", query="?player=3")  # the link of the player's page
    assert not page.context["form"].errors and page.context["form"]["player"].value() == "3"
    page = desk.get("impact_of", "tiebreaks", query="?tiebreaks=list_order,BH:cut=1")
    assert page.context["found"].columns_after == ("list_order", "BH:cut=1")
