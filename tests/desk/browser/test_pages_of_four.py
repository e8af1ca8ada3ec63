"""Every page of the desk for tables of four, on a phone and on a screen: accessible, nothing sideways, no error."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.look import DESK, PHONE, WIDE, faults
from tests.desk.four import RAW, match_at, play, riichi, seats
from tests.factories import pair, publish
from tournaments.models import Tournament
from tournaments.services import attendance, claims

LOOKS = {"light": (PHONE, WIDE), "dark": (DESK,)}


def being_played() -> Tournament:
    """Round 1 completed, 2 being played; somebody has left, and scores from a phone wait."""
    event = riichi(11, system="mahjong_schedule", slug="four", rounds_planned=3)
    play(event, publish(event))
    attendance.withdraw(tournament=event, actor=event.owner, player=event.players.get(number=3))
    publish(event)
    somebody = next(seat.player for seat in seats(event, 1, 2) if not seat.player.house)
    claims.claim_scores(tournament=event, player=somebody, match=match_at(event, 1, 2), raw=RAW)
    return event


def before() -> Tournament:
    return riichi(8, slug="before", system="mahjong_schedule")


def drafted() -> Tournament:
    event = riichi(11, slug="draft")
    play(event, publish(event))
    pair(event)
    return event


def at_its_end() -> Tournament:
    options = {"qualifying": "swiss", "qualifying_rounds": 1, "final_rounds": 2, "cut": "8"}
    event = riichi(12, slug="final", system="mahjong_final", rounds_planned=3, options=options)
    for _round in range(3):
        play(event, publish(event))
    return event


EVENTS = {"four": being_played, "before": before, "draft": drafted, "final": at_its_end}


@pytest.fixture
def event(transactional_db: None, request: pytest.FixtureRequest) -> Tournament:
    """The event that the path of the test begins with; else one before its start."""
    path = (
        request.node.callspec.params.get("path", "before") if hasattr(request.node, "callspec") else "before"
    )
    return EVENTS[path.partition("/")[0]]()


@pytest.mark.parametrize(
    "path",
    [
        "four/",
        "four/settings/",
        "four/players/",
        "four/players/3/",
        "four/players/12/",
        "four/rounds/1/",
        "four/rounds/2/",
        "four/rounds/1/tables/1/",
        "four/rounds/1/tables/1/?raw_0=31.2&raw_1=42.3&raw_2=28000&raw_3=185&sticks=0&penalty_0=20",
        "four/rounds/1/tables/1/?raw_0=31.2&raw_1=42.3&raw_2=28x&raw_3=185&sticks=0",
        "four/log/",
        "before/players/numbers/",
        "draft/rounds/2/",
        "final/standings/",
        "four/print/2/tables/",
        "four/print/2/names/",
        "four/print/2/slips/",
        "final/print/standings/",
    ],
)
def test_the_page_is_accessible_and_fits(desk: Page, event: Tournament, live_server: Any, path: str) -> None:
    for scheme, looks in LOOKS.items():
        desk.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        response = desk.goto(f"{live_server.url}/desk/{path}")
        assert response is not None and response.ok
        desk.evaluate("for (const part of document.querySelectorAll('main details')) part.open = true")
        assert faults(desk, looks) == []


def test_a_new_event_of_four_is_set_up_with_the_keyboard(
    desk: Page, event: Tournament, live_server: Any
) -> None:
    """Choosing the system brings its options, scoring and tie-breaks at once; what was typed before stays."""
    desk.goto(f"{live_server.url}/desk/new/")
    desk.get_by_label("Name *").fill("Keyboard riichi")
    desk.locator("#id_system").focus()
    desk.locator("#id_system").select_option("mahjong_schedule")
    expect(desk.get_by_label("Uma, first")).to_have_value("15")
    expect(desk.locator("#id_system")).to_be_focused()
    expect(desk.get_by_test_id("chain-row").first).to_contain_text("First places")
    preset = desk.get_by_role("button", name="25,000 with return 30,000 and oka, uma 30/10")
    preset.focus()
    desk.keyboard.press("Enter")
    expect(desk.get_by_label("Uma, first")).to_have_value("30")
    expect(preset).to_be_focused()
    expect(preset).to_have_attribute("aria-pressed", "true")
    desk.get_by_test_id("save-event").press("Enter")
    expect(desk.get_by_role("heading", level=1)).to_have_text("Players")
    made = Tournament.objects.get(name="Keyboard riichi")
    assert (made.scoring["uma_first"], made.scoring["oka"], made.system) == (3000, 2000, "mahjong_schedule")


def test_numbers_are_typed_name_by_name(desk: Page, event: Tournament, live_server: Any) -> None:
    """Find, Enter, number, Enter: the cursor is back in the search box for the next one."""
    desk.goto(f"{live_server.url}/desk/before/players/numbers/")
    for name, number in (("player 3", "7"), ("player 5", "2")):
        expect(desk.get_by_role("searchbox")).to_be_focused()
        desk.keyboard.type(name)
        desk.keyboard.press("Enter")
        desk.keyboard.type(number)
        with desk.expect_navigation():
            desk.keyboard.press("Enter")
    drawn = dict(event.players.exclude(draw_number=None).values_list("number", "draw_number"))
    assert drawn == {3: 7, 5: 2}
