"""The public pages as phones run them: scripts, and news that come by themselves."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.scenes import NAMES
from tests.browser.windows import ASK, PHONE, OpenWindow
from tests.factories import add_player, enter_all, make_event, pair, publish, table
from tests.outlook import worked_out
from tests.public.browser.phones import catch_up
from tests.public.pages import running_event
from tournaments.jobs import running
from tournaments.models import Tournament
from tournaments.players.selectors.players import find_players
from tournaments.results.services import results
from tournaments.rounds.services import rounds
from tournaments.steps.names import guessed_sort_name

# How far what is in sight has moved while the page was loaded, as Chromium counts it (Cumulative Layout Shift).
SHIFTED = """() => new Promise(told => new PerformanceObserver(list =>
  told(list.getEntries().reduce((sum, entry) => sum + (entry.hadRecentInput ? 0 : entry.value), 0))
).observe({type: "layout-shift", buffered: true}) || setTimeout(() => told(0), 300))"""


def event_with_names() -> Tournament:
    event = make_event(name="Spring Open", slug="spring", field=3)
    for name in NAMES:
        add_player(event, name)
    return event


def test_finding_a_name_narrows_as_the_server_would_and_is_remembered(phone: Page) -> None:
    event = event_with_names()
    publish(event)
    phone.goto("/e/spring/find/")
    for query in ("sor", "AGARD", "zak luk", "善", "محمد", "o'b", "5", "wolfe feath", "nobody"):
        phone.fill("#q", query)
        shown = phone.locator("[data-people] > li:not([hidden]) bdi").all_text_contents()
        expected = {guessed_sort_name(hit.name) for hit in find_players(event, query)}
        assert set(shown) == expected, query
    expect(phone.locator("#found")).to_contain_text("No player found.")
    phone.fill("#q", "soren")
    phone.press("#q", "Enter")
    expect(phone.locator("h1")).to_contain_text("Søren Ågård")
    phone.goto("/e/spring/")
    expect(phone.locator("#you")).to_contain_text("You: Søren Ågård")
    expect(phone.locator("#you")).to_contain_text("Table")
    assert phone.evaluate(SHIFTED) < 0.1  # the card has its place before it comes
    # News that are none leave the reader on the link of the card where they stood.
    phone.locator("#you a").first.focus()
    with phone.expect_response(lambda answer: answer.status == 304):
        phone.evaluate(ASK)
    phone.wait_for_timeout(300)
    assert phone.evaluate("document.activeElement.closest('#you')?.id") == "you"
    phone.click("[data-forget]")
    expect(phone.locator("#you")).to_be_hidden()
    phone.reload()
    expect(phone.locator("#you")).to_be_hidden()


def test_a_published_round_arrives_by_itself_a_draft_never_and_typed_text_stays(phone: Page) -> None:
    event = event_with_names()
    phone.goto("/e/spring/find/")
    phone.keyboard.type("pat")
    hit = phone.locator("[data-people] > li:not([hidden])")
    assert "Table" not in hit.inner_text()
    draft = pair(event)
    with phone.expect_response(lambda answer: answer.url.endswith("/find/")):
        phone.evaluate(ASK)
    phone.wait_for_timeout(200)
    assert "Table" not in hit.inner_text()
    rounds.publish(tournament=event, actor=event.owner, round_=draft)
    catch_up(phone, lambda: "Table" in hit.inner_text())
    assert phone.input_value("#q") == "pat"
    assert phone.evaluate("document.activeElement.id") == "q"
    expect(hit).to_have_count(1)


def test_an_unchanged_page_is_left_alone_and_what_is_opened_stays_open(phone: Page) -> None:
    event = running_event()
    worked_out(event)  # otherwise the page looks for it again until it is there
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
    phone.click(".history summary >> nth=-1")
    enter_all(event.rounds.get(number=3))
    worked_out(event)
    # Under a finger nothing moves, even if the news come.
    phone.locator(".history summary").last.dispatch_event("pointerdown")
    phone.evaluate(ASK)
    phone.wait_for_timeout(300)
    assert "no result yet" in phone.inner_text(".history")
    catch_up(phone, lambda: "no result yet" not in phone.inner_text(".history"))
    expect(phone.locator(".history details").last).to_have_attribute("open", "")


def test_what_the_player_needs_is_filled_in_without_taking_the_focus(
    phone: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "send", lambda job_id: None)  # nobody but this test works it out
    event = running_event()
    phone.goto("/e/spring/players/1/")
    card = phone.locator("#need")
    expect(card).to_contain_text("This is being calculated.")
    link = card.get_by_role("link")
    link.focus()
    link.evaluate("link => { window.focused = link }")
    is_same = "window.focused === document.activeElement && window.focused.isConnected"
    with phone.expect_response("**/players/1/race/"):
        pass
    worked_out(event)
    expect(card).to_contain_text("3 rounds are left")
    assert phone.evaluate(is_same)
    # The next change: the page itself is new, and the card follows.
    enter_all(event.rounds.get(number=3))
    worked_out(event)
    catch_up(phone, lambda: "2 rounds are left" in card.inner_text())
    assert phone.evaluate(is_same)


def test_a_hidden_page_asks_nothing_and_asks_at_once_when_seen_again(new_phone: OpenWindow) -> None:
    running_event()
    phone = new_phone(own=True)
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


SCROLLED = "document.querySelector('.bracket-scroll').scrollLeft"


def test_the_picture_starts_at_the_round_of_now_and_stays_where_it_is_put(phone: Page) -> None:
    event = make_event(
        field=16,
        slug="cup",
        system="bracket",
        options={"after_round": 0},
        visibility="public",
        rounds_planned=4,
    )
    phone.goto("/e/cup/bracket/")
    assert phone.evaluate(SCROLLED) == 0
    round_ = publish(event, after=1)
    phone.goto("/e/cup/bracket/")
    now = phone.locator(".bracket-svg .bk-now")
    expect(now).to_have_text("▸ Quarterfinals")
    box = now.bounding_box()
    assert box is not None and 0 < box["x"] < PHONE["width"] / 4
    phone.evaluate("document.querySelector('.bracket-scroll').scrollLeft = 0")
    phone.wait_for_timeout(300)
    results.enter_result(tournament=event, actor=event.owner, match=table(round_), result="1-0")
    ways = phone.locator(".bracket-svg .is-running")
    catch_up(phone, lambda: ways.count() == 3)
    assert phone.evaluate(SCROLLED) == 0
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    # One round at a time in words.
    for number in (1, 2, 3, 4):
        shown = phone.locator(".bracket-round:visible")
        shown.locator(f"a[href='#bracket-round-{number}']").click()
        expect(shown).to_have_attribute("id", f"bracket-round-{number}")


@pytest.mark.parametrize(("reader", "is_named"), [("Asia/Tokyo", True), ("Europe/Oslo", False)])
def test_the_zone_of_the_times_is_named_to_whoever_is_in_another(
    new_phone: OpenWindow, reader: str, is_named: bool
) -> None:
    make_event(slug="spring", starts_on="2026-11-21", start_time="10:00", time_zone="Europe/Copenhagen")
    phone = new_phone(own=True)
    phone.context.new_cdp_session(phone).send("Emulation.setTimezoneOverride", {"timezoneId": reader})
    for page, words in (
        ("/", "(Europe/Copenhagen)"),
        ("/e/spring/", "Times are local to Europe/Copenhagen."),
    ):
        phone.goto(page)
        expect(phone.get_by_text(words)).to_be_visible(visible=is_named)
