"""The forms of a player and of the settings: what touches the past is shown first and needs a reason, the rest not.

Expected values come from making the change and reading the event anew.
"""

import re
from typing import Any

import pytest

from tests.answers import Answer
from tests.desk.pages import Desk, fields, text
from tests.factories import add_player, make_event, pair, play_round, play_rounds, publish
from tests.tournaments.corrections.test_impact import lines, seen, told
from tests.tournaments.steps import all_refused, at_desk, fresh, played, published
from tournaments.corrections.selectors.impact import Consequences, consequences
from tournaments.corrections.services import edits
from tournaments.corrections.services.player_and_settings_edits import player_edit
from tournaments.events.services import events
from tournaments.models import Action, LogEntry, Player, Seat, Tournament
from tournaments.players.services import players
from tournaments.rounds.services import rounds

ASKS = "This changes earlier rounds"


def rated(field: int = 8, **settings: Any) -> Tournament:
    """Seeded by rating, which also breaks ties."""
    return make_event(field=field, options={"order": "rating"}, tiebreaks=["rating"], **settings)


def typed(number: int, **other: str) -> dict[str, str]:
    """The form of a player as the page shows it, and what is typed into it."""
    return {"name": f"Player {number}", "rating": str(2010 - 10 * number), **other}


def hidden(page: Answer) -> dict[str, str]:
    """What the page of consequences sends again."""
    found = re.findall(r'<input\s+type="hidden"\s+name="(\w+)"\s+value="([^"]*)"\s*>', page.content.decode())
    return {name: value for name, value in found if name != "csrfmiddlewaretoken"}


def of_player(event: Tournament, number: int, **given: Any) -> Consequences:
    return consequences(event, player_edit(event, event.players.get(number=number), given))


def last_line(event: Tournament) -> LogEntry:
    return LogEntry.objects.filter(tournament=event).latest("id")


# --- what touches the past, and what does not ---


@pytest.fixture
def event() -> Tournament:
    return rated()


def test_more_rounds_of_a_swiss_and_names_clubs_and_notes_are_saved_at_once(
    desk: Desk, event: Tournament
) -> None:
    play_round(event)
    given = typed(
        3, name="Ann", club="North", title="Dr", federation="DEN", note="late train", fixed_table="4"
    )
    assert "Ann is saved." in desk.press("player", 3, data=given)
    assert "impact" not in last_line(event).after
    assert "saved" in desk.press("settings", data={**fields(desk.get("settings")), "rounds_planned": "7"})
    assert fresh(event).rounds_planned == 7


def test_what_pairings_go_by_is_shown_first_with_what_becomes_of_the_draft(
    event: Tournament, desk: Desk
) -> None:
    """The lowest seed becomes the highest and meets somebody else. The highest gets higher still: nothing changes."""
    pair(event)
    assert "The draft would change." in text(desk.post("player", 8, data=typed(8, rating="2500")))
    assert "The draft would stay the same." in text(desk.post("player", 1, data=typed(1, rating="2500")))
    before = LogEntry.objects.count()
    changes = ({"rating": "2500"}, {"rating": ""}, {"ranking": "1"})
    for given in changes:
        assert ASKS in text(desk.post("player", 3, data=typed(3, **given)))
    assert LogEntry.objects.count() == before
    for given in changes:
        assert "is saved" in desk.press(
            "player", 3, data=typed(3, **given, confirm="1", reason="list was old")
        )


def test_who_comes_later_is_in_no_round_yet(desk: Desk, event: Tournament) -> None:
    play_round(event)
    late = add_player(event, "Late", rating=1500)
    assert "Late is saved." in desk.press("player", late.number, data={"name": "Late", "rating": "2500"})
    pair(event)
    assert ASKS in text(desk.post("player", late.number, data={"name": "Late", "rating": "1800"}))


def test_a_name_draws_the_lots_of_a_league() -> None:
    event, _ = published(field=6, system="tiered", season=3)
    desk = Desk(event.owner, event)
    assert ASKS in text(desk.post("player", 2, data=typed(2, name="Ann")))
    assert "Player 2 is saved." in desk.press("player", 2, data=typed(2, club="North"))


def test_a_fixed_table_counts_until_somebody_sits_there(desk: Desk, event: Tournament) -> None:
    """Everybody else moves up or down: tables 1 to 3 of the first four become 2 to 4."""
    round_ = publish(event)
    who = Seat.objects.get(round=round_, match__table=4, position=0).player
    (later,) = of_player(event, who.number, fixed_table=1).later
    assert later.is_same and later.changes
    assert sorted((table.before, table.after) for table in later.moved) == [(1, 2), (2, 3), (3, 4), (4, 1)]
    given = typed(who.number, fixed_table="1")
    assert "4 tables would be renumbered" in text(desk.post("player", who.number, data=given))
    rounds.start(tournament=event, actor=None, round_=round_)
    assert "is saved" in desk.press("player", who.number, data=given)


# --- what is foreseen is what happens ---


@pytest.mark.parametrize("given", [{"rating": 2500}, {"ranking": 1}, {"rating": None, "name": "Ann"}])
def test_another_seed_changes_what_was_foreseen(given: dict[str, Any]) -> None:
    event = rated(field=9)
    play_rounds(event, 2)
    before = lines(event)
    found = of_player(event, 8, **given)
    player = event.players.get(number=8)
    edits.change_player(tournament=event, actor=None, player=player, reason="list was old", **given)
    after = lines(event)
    assert {n: row[:4] for n, row in told(found).items()} == {
        n: row[:4] for n, row in seen(before, after).items()
    }
    line = last_line(event)
    assert (line.action, line.note) == (Action.PLAYER_CHANGED, "list was old")
    assert line.after["impact"] == found.numbers()
    assert {key: line.after[key] for key in given} == given
    assert [later.number for later in found.later] == [1, 2]


# --- the way through the pages ---


def test_nothing_typed_is_lost_on_the_way_back_and_nothing_stored_without_a_reason(
    desk: Desk, event: Tournament
) -> None:
    play_round(event)
    add_player(event, "Ann")
    sent = typed(
        3, name="ann", allow_duplicate="on", rating="1000", club="a <b> & “c”", note="x", title="", ranking=""
    )
    page = desk.post("player", 3, data=sent)
    again = {name: value for name, value in fields_of(page).items() if name != "version"}
    assert again == sent
    form = desk.post("player", 3, data={**sent, "back": "1"}).context["form"]
    assert {name: form[name].value() or "" for name in sent} == {**sent, "allow_duplicate": True}
    assert not form.errors and event.players.get(number=3).rating == 1980
    sent = typed(3, rating="1000", note="keep me")
    page = desk.post("player", 3, data={**sent, "confirm": "1", "reason": " "})
    assert "A later round was paired on this. Give a reason" in text(page) and fields_of(page) == sent
    assert event.players.get(number=3).rating == 1980
    sent = typed(3, rating="1000", confirm="1", reason="x" * 501)
    assert "at most 500" in text(desk.post("player", 3, data=sent))
    assert "Someone else changed the event just now." in text(
        desk.post("player", 3, data={**sent, "reason": "x", "version": "9" * 40})
    )
    assert event.players.get(number=3).rating == 1980


def fields_of(page: Answer) -> dict[str, str]:
    return dict(page.context["sent"])


def test_the_chain_and_everything_else_come_back_too() -> None:
    event, desk = at_desk(played(1, field=4, tiebreaks=["solkoff", "wins"]))
    given = {**fields(desk.get("settings")), "row": ["1", "0"], "venue": "New hall", "scoring_win": "2"}
    page = desk.post("settings", data=given)
    assert ASKS in text(page) and page.context["sent"].count(("row", "1")) == 1
    form = desk.post("settings", data={**given, "back": "1"}).context["form"]
    assert [row.tiebreak.code for row in form.chain.rows] == ["wins", "solkoff"]
    assert (form["venue"].value(), form["scoring_win"].value()) == ("New hall", "2")
    event.refresh_from_db()
    assert (event.tiebreaks, event.venue) == (["solkoff", "wins"], "")


def test_what_was_foreseen_on_another_event_is_refused(desk: Desk, event: Tournament) -> None:
    play_round(event)
    page = desk.post("player", 3, data=typed(3, rating="1000"))
    events.update_event(tournament=event, actor=None, venue="Elsewhere")
    sure = {**hidden(page), "confirm": "1", "reason": "list was old"}
    again = desk.post("player", 3, data=sure)
    assert "Someone else changed the event" in text(again)
    assert 'value="list was old"' in again.content.decode()
    assert event.players.get(number=3).rating == 1980
    desk.press("player", 3, data={**hidden(again), "confirm": "1", "reason": "list was old"})
    assert event.players.get(number=3).rating == 1000


def test_a_refusal_and_the_end_of_the_event_come_before_the_reason(desk: Desk, event: Tournament) -> None:
    play_rounds(event, 2)
    assert "already registered" in text(desk.post("player", 3, data=typed(3, name="Player 4", rating="1")))
    given = {**fields(desk.get("settings")), "rounds_planned": "1", "scoring_win": "3"}
    assert "2 rounds are already paired" in text(desk.post("settings", data=given))
    events.finish_event(tournament=event, actor=None)
    page = text(desk.post("player", 3, data=typed(3, rating="1000")))
    assert "The event is finished" in page and ASKS not in page


def test_a_house_player_or_a_stranger_is_no_edit_of_the_past() -> None:
    event, other = rated(), rated()
    play_round(event)
    all_refused(
        not_of_event=lambda: player_edit(event, other.players.get(number=1), {"rating": 1}),
        unknown_field=lambda: player_edit(event, event.players.get(number=1), {"colour": 1}),
        bad_number=lambda: player_edit(event, event.players.get(number=1), {"rating": 10**9}),
    )
    house = Player.objects.create(tournament=event, number=99, name="House", house=True)
    assert not player_edit(event, house, {"rating": 1}).touches
    players.edit_player(tournament=event, actor=None, player=house, rating=1)
