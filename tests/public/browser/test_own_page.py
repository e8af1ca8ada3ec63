"""A player's own page on a small phone: what has to be in sight without scrolling."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pairing.outlook import odds
from tests.browser.scenes import own_page
from tests.browser.windows import OpenWindow
from tests.factories import enter_all, make_event, publish, table
from tests.outlook import worked_out
from tests.public.browser.phones import catch_up
from tournaments.models import Player, Tournament
from tournaments.rounds.services import clocks, rounds

FOLD = {"width": 360, "height": 640}
# The words of each line of an element.
LINES = """element => { const lines = new Map(), range = document.createRange(), text = element.firstChild;
  for (let i = 0; i < text.length; i += 1) {
    range.setStart(text, i); range.setEnd(text, i + 1);
    const top = Math.round(range.getBoundingClientRect().top);
    lines.set(top, (lines.get(top) ?? "") + text.data[i]);
  }
  return [...lines.values()].map(line => line.trim()).filter(Boolean); }"""
LONGEST = "Maximiliana Featherstonehaugh-Cholmondeley von Hohenzollern"


def playing(**facts: Any) -> tuple[Tournament, Player]:
    """Somebody in round 2 of 7 at table 1 with a clock, against a name that fills a phone."""
    event = make_event(
        field=12, slug="spring", name="Harbour Open", rounds_planned=7, round_minutes=50, **facts
    )
    round_ = publish(event, after=1)
    clocks.start(tournament=event, actor=event.owner, round_=round_)
    first, second = (seat.player for seat in table(round_).seats.order_by("position"))
    Player.objects.filter(pk=second.pk).update(name=LONGEST, club="London Lions", rating=1938)
    return event, first


def bottom(page: Page, selector: str) -> float:
    """Where the lowest of these ends, in pixels from the top of a page nobody has scrolled."""
    found = page.locator(selector)
    assert found.count()
    return max(box["y"] + box["height"] for box in (part.bounding_box() for part in found.all()) if box)


def wide(page: Page) -> int:
    width: int = page.evaluate("document.documentElement.scrollWidth")
    return width


def test_table_report_and_judge_are_in_sight_at_360_by_640_with_the_longest_name(window: OpenWindow) -> None:
    _event, player = playing()
    phone = window(size=FOLD)
    phone.goto(own_page(player))
    expect(phone.locator(".answers--report button")).to_have_text(["I won", "Draw", "I lost"])
    for part in (".place__table b", ".place__other", ".answers--report button", ".call summary"):
        assert bottom(phone, part) <= FOLD["height"], part
    tops = {
        box["y"] for part in phone.locator(".answers--report button").all() if (box := part.bounding_box())
    }
    assert len(tops) == 1  # three equals in one row
    expect(phone.locator("#head")).to_contain_text("Harbour Open Round 2 of 7")
    expect(phone.locator("#head [data-clock-time]")).to_have_text(re.compile(r"^(50:00|49:\d\d)$"))


def test_no_page_is_wider_than_its_window_and_names_wrap_by_words(
    window: OpenWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, player = playing()
    monkeypatch.setattr(odds, "MOST", 500)  # enough that some odds are told
    worked_out(event)
    phone = window(size=FOLD)
    for width, text in ((320, 100), (360, 200)):
        phone.set_viewport_size({"width": width, "height": 640})
        for page in ("/e/spring/", f"/e/spring/players/{player.number}/", own_page(player)):
            phone.goto(page)
            phone.evaluate(f"document.documentElement.style.fontSize = '{text}%'")
            assert wide(phone) <= width, page
        name = phone.locator(".place__other bdi")
        ends = {line.split()[-1] for line in name.evaluate(LINES)}
        assert ends <= {"Maximiliana", "Featherstonehaugh-", "Cholmondeley", "von", "Hohenzollern"}
        expect(phone.locator("#need .odds").first).to_be_visible()
        assert wide(phone) <= width


def test_the_head_follows_the_event_by_itself(phone: Page) -> None:
    event, player = playing()
    phone.goto(own_page(player))
    round_ = event.rounds.get(number=2)
    clocks.pause(tournament=event, actor=event.owner, round_=round_)
    catch_up(phone, lambda: "paused" in phone.inner_text("#head"))
    enter_all(round_)
    rounds.complete(tournament=event, actor=event.owner, round_=round_)
    publish(event)
    catch_up(phone, lambda: "Round 3 of 7" in phone.inner_text("#head"))
