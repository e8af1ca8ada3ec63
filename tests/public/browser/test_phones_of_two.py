"""Two phones and the desk at the end of a game: reported, seen at once, disputed, decided; and what it looks like."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.desk.browser.conftest import sign_in
from tests.factories import make_event, make_table_event, make_user, publish, table
from tests.public.browser.phones import LONG_NAME, catch_up
from tournaments.models import Match, Player, Seat, Tournament
from tournaments.selectors.table_codes import path_of
from tournaments.services import calls, reports, requests

pytestmark = pytest.mark.django_db(transaction=True)
NewPhone = Callable[..., Page]
# Where to keep pictures of the pages, if anywhere: to look at them.
PICTURES = os.environ.get("PICTURES")


class Hall:
    """Table 1 of round 1 in an event of six."""

    def __init__(self, **settings: Any) -> None:
        self.event: Tournament = make_event(
            **{"field": 6, "slug": "spring", "name": "Spring Open", **settings}
        )
        self.match = table(publish(self.event))
        seats = Seat.objects.filter(match=self.match).order_by("position").select_related("player")
        self.first, self.second = (seat.player for seat in seats)

    def own(self, player: Player) -> str:
        return f"/e/spring/me/{player.key}/"

    @property
    def result(self) -> str | None:
        return Match.objects.get(pk=self.match.pk).result


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


def is_fine(page: Page, name: str) -> None:
    """Nothing wider than the screen, nothing that axe finds, nothing to press that is too small for a finger."""
    picture(page, name)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), name
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    small = page.evaluate(
        """() => [...document.querySelectorAll('main button, main summary, main select')]
        .filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 43).map((e) => e.outerHTML)"""
    )
    assert small == [], name


def test_two_phones_report_and_both_see_it_happen(new_phone: NewPhone) -> None:
    hall = Hall()
    ann, ben = new_phone(bypass_csp=True), new_phone(bypass_csp=True)
    ben.goto(hall.own(hall.second))
    expect(ben.get_by_test_id("report-none")).to_be_visible()
    is_fine(ben, "own-none-360")
    ann.goto(hall.own(hall.first))
    ann.get_by_role("button", name="I won").click()
    expect(ann.get_by_test_id("report-mine")).to_contain_text("You say: You won")
    is_fine(ann, "own-mine-360")
    catch_up(ben, lambda: ben.get_by_test_id("report-theirs").count() == 1)
    is_fine(ben, "own-theirs-360")
    assert hall.result is None
    ben.get_by_role("button", name="Yes, that is right").click()
    expect(ben.get_by_test_id("report-counted")).to_contain_text("You lost")
    catch_up(ann, lambda: ann.get_by_test_id("report-counted").count() == 1)
    assert hall.result == "1-0"
    is_fine(ann, "own-counted-360")


def test_at_the_table_one_says_who_one_is_and_a_dispute_reaches_the_desk(
    new_phone: NewPhone, live_server: Any
) -> None:
    hall = Hall()
    desk, ann, ben = (
        new_phone(viewport={"width": 1280, "height": 800}, bypass_csp=True),
        new_phone(bypass_csp=True),
        new_phone(bypass_csp=True),
    )
    sign_in(desk, hall.event.owner, live_server.url)
    desk.goto("/desk/spring/rounds/1/")
    code = path_of(hall.event, 1)
    for phone, player, says in ((ann, hall.first, "I won"), (ben, hall.second, "Draw")):
        phone.goto(code)
        expect(phone.get_by_test_id("who")).to_be_visible()
        if phone is ann:
            is_fine(phone, "table-who-360")
        phone.get_by_role("button", name=player.name).click()
        if phone is ben:
            expect(phone.get_by_test_id("report-theirs")).to_be_visible()
            phone.get_by_role("button", name="No, that is wrong").click()
            expect(phone.get_by_test_id("report-disputed")).to_be_visible()
        phone.get_by_role("button", name=says, exact=True).click()
    expect(ben.get_by_test_id("report-disputed")).to_contain_text("You say: A draw")
    is_fine(ben, "table-disputed-360")
    told = f"{hall.first.name}: 1–0; {hall.second.name}: ½–½ – disputed at the table"
    catch_up(desk, lambda: told in desk.get_by_test_id("claim-1").inner_text())
    expect(desk.get_by_test_id("claim-list")).to_have_text("1")
    catch_up(desk, lambda: desk.get_by_test_id("phones-count").count() == 1)
    is_fine(desk, "desk-entry-1280")
    desk.get_by_role("button", name="Accept ½–½").click()
    expect(desk.get_by_test_id("claim-1")).to_be_hidden()
    expect(desk.get_by_test_id("entry-1")).to_have_attribute("data-result", "1/2-1/2")
    assert hall.result == "1/2-1/2"
    catch_up(ann, lambda: ann.get_by_test_id("report-counted").count() == 1)


def test_without_scripts_everything_is_a_form(new_phone: NewPhone) -> None:
    hall = Hall()
    ann = new_phone(java_script_enabled=False)
    ann.goto(path_of(hall.event, 1))
    ann.get_by_role("button", name=hall.first.name).click()
    ann.get_by_role("button", name="I lost").click()
    assert "Waiting for" in ann.inner_text("main")
    ann.locator("summary", has_text="Call a judge").click()
    ann.get_by_label("What is it about?").fill("clock")
    ann.get_by_role("button", name="Call a judge to table 1").click()
    assert "Judge called at" in ann.inner_text("main")
    ann.goto(hall.own(hall.second))
    ann.get_by_role("button", name="Yes, that is right").click()
    assert hall.result == "0-1"
    ann.locator("summary", has_text="Go home or sit out").click()
    ann.get_by_role("button", name="Go home").click()
    assert "Your request waits for the desk" in ann.inner_text("main")


def test_what_one_is_typing_survives_the_news(new_phone: NewPhone) -> None:
    hall = Hall()
    ann = new_phone(bypass_csp=True)
    ann.goto(hall.own(hall.first))
    ann.locator("summary", has_text="Go home or sit out").click()
    box = ann.get_by_label("A word to the desk")
    box.fill("my train leaves")
    given = {"tournament": hall.event, "player": hall.second, "match": hall.match}
    reports.report_result(**given, outcome="draw")
    for _ in range(5):
        ann.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        ann.wait_for_timeout(200)
    expect(box).to_have_value("my train leaves")
    ann.get_by_role("button", name="Sit out the next round").click()
    expect(ann.get_by_test_id("request-waiting")).to_contain_text("my train leaves")
    expect(ann.get_by_test_id("report-theirs")).to_be_visible()
    is_fine(ann, "own-request-360")


def test_a_judge_is_called_taken_and_done_before_everybodys_eyes(
    new_phone: NewPhone, live_server: Any
) -> None:
    hall = Hall()
    ann, judge = new_phone(bypass_csp=True), new_phone(bypass_csp=True)
    sign_in(judge, hall.event.owner, live_server.url)
    judge.goto("/desk/spring/calls/")
    ann.goto(hall.own(hall.first))
    ann.locator("summary", has_text="Call a judge").click()
    ann.get_by_role("button", name="Call a judge to table 1").click()
    expect(ann.get_by_test_id("call-open")).to_be_visible()
    catch_up(judge, lambda: judge.get_by_test_id("call-1").count() == 1)
    is_fine(judge, "desk-calls-360")
    judge.get_by_role("button", name="I am on the way").click()
    catch_up(ann, lambda: ann.get_by_test_id("call-taken").count() == 1)
    is_fine(ann, "own-call-360")
    judge.get_by_role("button", name="Done").click()
    catch_up(ann, lambda: ann.get_by_test_id("call-done").count() == 1)


@pytest.mark.parametrize("width", [360, 1280])
def test_the_pages_of_the_desk_fit_and_axe_finds_nothing(
    new_phone: NewPhone, live_server: Any, width: int
) -> None:
    hall = Hall()
    Player.objects.filter(pk=hall.first.pk).update(name=LONG_NAME)
    given = {"tournament": hall.event, "match": hall.match}
    for player in (hall.first, hall.second):
        reports.report_result(**given, player=player, outcome="win")
    requests.ask(tournament=hall.event, player=hall.first, kind="skip", note="w" * 200)
    requests.ask(tournament=hall.event, player=hall.second, kind="withdraw")
    call = calls.call_judge(
        tournament=hall.event, round_number=1, table=1, player=hall.first, note="clock stopped"
    )
    calls.take(tournament=hall.event, actor=make_user("judge"), call=call)
    calls.call_judge(tournament=hall.event, round_number=1, table=2)
    page = new_phone(viewport={"width": width, "height": 800}, bypass_csp=True)
    sign_in(page, hall.event.owner, live_server.url)
    for name, path in (
        ("reports", "phones/"), ("requests", "requests/"), ("calls", "calls/"), ("overview", ""),
        ("table-codes", "settings/codes/"), ("player-code", f"players/{hall.second.number}/code/"),
    ):  # fmt: skip
        page.goto(f"/desk/spring/{path}")
        is_fine(page, f"desk-{name}-{width}")


@pytest.mark.parametrize("width", [360, 1280])
def test_the_pages_of_players_fit_and_axe_finds_nothing(new_phone: NewPhone, width: int) -> None:
    before = make_event(field=4, slug="before", require_check_in=True)
    page = new_phone(viewport={"width": width, "height": 740}, bypass_csp=True)
    page.goto(f"/e/before/me/{before.players.get(number=1).key}/")
    is_fine(page, f"own-check-in-{width}")
    page.get_by_role("button", name="I am here").click()
    expect(page.get_by_test_id("check-in-here")).to_be_visible()
    is_fine(page, f"own-here-{width}")
    page.goto("/e/before/check-in/")
    is_fine(page, f"door-{width}")
    riichi = make_table_event(field=8, slug="riichi")
    publish(riichi)
    page.goto(path_of(riichi, 1))
    page.get_by_test_id("who").get_by_role("button").first.click()
    is_fine(page, f"table-four-{width}")
    hall = Hall()
    Player.objects.filter(pk=hall.second.pk).update(name=LONG_NAME)
    page.goto(hall.own(hall.first))
    for summary in page.locator("details.call > summary, details.ask > summary").all():
        summary.click()
    is_fine(page, f"own-open-{width}")
