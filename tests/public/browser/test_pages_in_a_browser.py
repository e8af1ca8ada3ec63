"""The public pages as phones and hall screens run them: scripts, updates, keys, and what axe finds."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.factories import add_player, enter_all, make_event, pair, play_round, play_rounds, publish, table
from tests.public.browser.phones import ASK, LONG_NAME, PHONE, catch_up
from tests.public.pages import READ, running_event
from tournaments.models import Tournament
from tournaments.selectors.players import find_players
from tournaments.services import results, rounds

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Søren Ågård", "Łukasz Żak", "羽生 善治", "محمد بن سلمان", "דוד בן-גוריון", "Pat O'Brien", LONG_NAME)


def event_with_names() -> Tournament:
    event = make_event(name="Spring Open", slug="spring", field=3)
    for name in NAMES:
        add_player(event, name)
    return event


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_is_wider_than_a_phone(
    browser: Browser, live_server: Any, scheme: Any
) -> None:
    event = event_with_names()
    play_rounds(event, 2)
    results.enter_result(tournament=event, actor=event.owner, match=table(publish(event)), result="1-0")
    make_event(slug="empty", name="Empty")
    context = browser.new_context(
        viewport=PHONE, base_url=live_server.url, color_scheme=scheme, bypass_csp=True
    )
    context.add_init_script("localStorage.setItem('pairwright:spring', '4')")
    page = context.new_page()
    found = []
    whole = [name for name in READ if not name.endswith("card/")]  # the card is a part of the event page
    pages = ["/", *(f"/e/spring/{name}" for name in whole), "/e/empty/", "/e/empty/screen/", "/e/nowhere/"]
    for address in pages:
        page.goto(address)
        found += [(address, v["id"], v["nodes"][0]["html"]) for v in Axe().run(page).response["violations"]]
        if page.evaluate("document.documentElement.scrollWidth") > PHONE["width"]:
            found.append((address, "wider than the phone", ""))
    context.close()
    assert found == []


def test_finding_a_name_narrows_as_the_server_would_and_is_remembered(phone: Page) -> None:
    event = event_with_names()
    publish(event)
    phone.goto("/e/spring/find/")
    for query in ("sor", "AGARD", "zak luk", "善", "محمد", "o'b", "5", "wolfe feath", "nobody"):
        phone.fill("#q", query)
        shown = phone.locator("[data-people] > li:not([hidden]) bdi").all_text_contents()
        expected = {hit.name for hit in find_players(event, query)}
        assert set(shown) == expected, query
    expect(phone.locator("#found")).to_contain_text("Nobody by that name")
    phone.fill("#q", "soren")
    phone.press("#q", "Enter")
    expect(phone.locator("h1")).to_contain_text("Søren Ågård")
    phone.goto("/e/spring/")
    expect(phone.locator("#you")).to_contain_text("You: Søren Ågård")
    expect(phone.locator("#you")).to_contain_text("Table")
    phone.click("[data-forget]")
    expect(phone.locator("#you")).to_be_hidden()
    phone.reload()
    expect(phone.locator("#you")).to_be_hidden()


def test_a_published_round_arrives_by_itself_and_typed_text_stays(phone: Page) -> None:
    event = event_with_names()
    phone.goto("/e/spring/find/")
    phone.keyboard.type("pat")
    hit = phone.locator("[data-people] > li:not([hidden])")
    assert "Table" not in hit.inner_text()
    publish(event)
    catch_up(phone, lambda: "Table" in hit.inner_text())
    assert phone.input_value("#q") == "pat"
    assert phone.evaluate("document.activeElement.id") == "q"
    expect(hit).to_have_count(1)


def test_a_draft_never_arrives(phone: Page) -> None:
    event = event_with_names()
    phone.goto("/e/spring/pairings/")
    pair(event)
    phone.wait_for_timeout(1100)
    with phone.expect_response(lambda answer: answer.url.endswith("/pairings/")):
        phone.evaluate(ASK)
    phone.wait_for_timeout(300)
    expect(phone.locator("main")).to_contain_text("Round 1 has not been published yet")


def test_an_unchanged_page_is_left_alone(phone: Page) -> None:
    running_event()
    phone.goto("/e/spring/players/1/", wait_until="networkidle")  # what the player needs comes after the page
    phone.click("summary >> nth=0")
    phone.evaluate(
        """() => { window.changes = 0; new MutationObserver((list) => {
             window.changes += list.filter((m) => m.attributeName !== 'class').length;
           }).observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true}); }"""
    )
    with phone.expect_response(lambda answer: answer.status == 304):
        phone.evaluate(ASK)
    phone.wait_for_timeout(300)
    assert phone.evaluate("window.changes") == 0


def test_an_opened_explanation_stays_open_when_the_page_changes(phone: Page) -> None:
    event = running_event()
    phone.goto("/e/spring/players/1/")
    phone.click(".history summary >> nth=-1")
    enter_all(event.rounds.get(number=3))
    catch_up(phone, lambda: "no result yet" not in phone.inner_text(".history"))
    expect(phone.locator(".history details").last).to_have_attribute("open", "")


def test_a_hidden_page_asks_nothing_and_asks_at_once_when_seen_again(phone: Page) -> None:
    running_event()
    phone.clock.install()
    phone.goto("/e/spring/")
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url) if "/e/" in request.url else None)
    phone.clock.run_for(7000)
    assert len(asked) == 1
    asked.clear()
    phone.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
    phone.evaluate(ASK)
    phone.clock.run_for(60_000)
    assert asked == []
    phone.evaluate("Object.defineProperty(document, 'hidden', {value: false, configurable: true})")
    with phone.expect_response(lambda answer: answer.url.endswith("/e/spring/")):
        phone.evaluate(ASK)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160)])
@pytest.mark.parametrize("show", ["names", "tables", "standings"])
def test_the_hall_screen_shows_everybody_in_pages_that_fit(
    browser: Browser, live_server: Any, size: tuple[int, int], show: str
) -> None:
    event = make_event(field=90, slug="spring")
    play_round(event)
    publish(event)
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, base_url=live_server.url, locale="en"
    )
    page = context.new_page()
    page.goto(f"/e/spring/screen/?show={show}")
    inside = """() => { const box = document.querySelector('[data-board]').getBoundingClientRect();
        return [...document.querySelectorAll('.board__rows > li')].map((row, i) => [i, row.getBoundingClientRect()])
          .filter(([, r]) => r.left >= box.left - 1 && r.right <= box.right + 1 && r.top >= box.top - 1
            && r.bottom <= box.bottom + 1).map(([i]) => i); }"""
    pages = int((page.inner_text("[data-page]") or "1 / 1").split("/")[1])
    seen: list[int] = []
    for _ in range(pages):
        seen += page.evaluate(inside)
        page.keyboard.press("ArrowRight")
    assert sorted(seen) == list(range(page.locator(".board__rows > li").count()))
    assert page.evaluate("document.documentElement.scrollHeight") <= size[1]
    context.close()


def test_the_hall_screen_turns_by_itself_and_stops_on_the_space_bar(
    browser: Browser, live_server: Any
) -> None:
    event = make_event(field=90, slug="spring")
    publish(event)
    context = browser.new_context(
        viewport={"width": 1280, "height": 720}, base_url=live_server.url, locale="en"
    )
    page = context.new_page()
    page.clock.install()
    page.goto("/e/spring/screen/")
    number = page.locator("[data-page]")
    expect(number).to_have_text("1 / 2")
    page.clock.run_for(10_500)
    expect(number).to_have_text("2 / 2")
    page.keyboard.press(" ")
    page.clock.run_for(30_000)
    expect(number).to_have_text("2 / 2")
    page.keyboard.press("ArrowLeft")
    expect(number).to_have_text("1 / 2")
    page.keyboard.press(" ")
    page.clock.run_for(10_500)
    expect(number).to_have_text("2 / 2")
    context.close()


def test_the_hall_screen_goes_from_pairings_to_standings_by_itself(phone: Page) -> None:
    event = make_event(field=8, slug="spring")
    round_ = publish(event)
    phone.goto("/e/spring/screen/")
    expect(phone.locator(".screen__head")).to_contain_text("Find your table")
    enter_all(round_)
    rounds.complete(tournament=event, actor=event.owner, round_=round_)
    catch_up(phone, lambda: "Standings after round 1" in phone.inner_text(".screen__head"))


def test_without_scripts_a_name_is_found_and_leads_to_the_table(browser: Browser, live_server: Any) -> None:
    event = event_with_names()
    publish(event)
    context = browser.new_context(viewport=PHONE, base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto("/e/spring/find/")
    page.fill("#q", "soren")
    page.click(".find button")
    expect(page.locator("[data-people] > li:visible")).to_have_count(1)
    page.click("[data-people] > li:visible a")
    expect(page.locator("h1")).to_contain_text("Søren Ågård")
    expect(page.locator(".place")).to_contain_text("Table")
    context.close()
