"""Four at a table on phones and hall screens: one enters the scores, another confirms, the others see it happen."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.factories import FOUR_SCORES, make_table_event, play_tables, publish, table
from tests.public.browser.phones import LONG_NAME, PHONE, catch_up
from tests.public.four import PAGES_OF_FOUR, championship, riichi, seated
from tournaments.models import Player, ScoreClaim, Seat, Tournament
from tournaments.services import claims, scores

pytestmark = pytest.mark.django_db(transaction=True)
NewPhone = Callable[..., Page]


def own(player: Player, page: str = "") -> str:
    return f"/e/{player.tournament.slug}/me/{player.key}/{page}"


def first_table() -> tuple[Tournament, list[Player]]:
    event = make_table_event(field=8, slug="riichi")
    publish(event)
    return event, seated(event, 1)


def type_scores(page: Page, *values: str) -> None:
    for seat, value in enumerate(values):
        page.fill(f"#raw_{seat}", value)


def raw_at_first_table(event: Tournament) -> list[int | None]:
    seats = Seat.objects.filter(round__tournament=event, match__table=1).order_by("position")
    return list(seats.values_list("raw", flat=True))


def test_one_phone_enters_another_confirms_and_both_see_it_happen(new_phone: NewPhone) -> None:
    event, (east, south, _west, _north) = first_table()
    ann, ben = new_phone(), new_phone()
    ben.goto(own(south))
    expect(ben.get_by_test_id("claim-none")).to_be_visible()
    ann.goto(own(east))
    ann.get_by_role("link", name="Enter the result").click()
    type_scores(ann, "423", "31.2", "28,000", "18500")
    expect(ann.locator("[data-sum]")).to_have_text("The scores add up.")
    expect(ann.locator("[data-worth]").first).to_have_text("1st · +27.3")
    ann.get_by_role("button", name="Send the result").click()
    expect(ann.get_by_test_id("claim-mine")).to_contain_text("You entered these scores.")
    question = f"{east.name} entered the result. Is that right?"
    catch_up(ben, lambda: question in ben.inner_text("main"))
    assert raw_at_first_table(event) == [None] * 4
    ben.get_by_role("button", name="Yes, that is right").click()
    expect(ben.get_by_test_id("claim-counted")).to_be_visible()
    catch_up(ann, lambda: ann.get_by_test_id("claim-counted").count() == 1)
    assert raw_at_first_table(event) == list(FOUR_SCORES)
    # Loading the page again sends nothing again.
    ben.reload()
    expect(ben.get_by_test_id("claim-counted")).to_be_visible()


def test_that_is_wrong_is_told_to_who_entered_it(new_phone: NewPhone) -> None:
    _event, (east, south, *_others) = first_table()
    ann, ben = new_phone(), new_phone()
    ann.goto(own(east, "result/"))
    type_scores(ann, *map(str, FOUR_SCORES))
    ann.get_by_role("button", name="Send the result").click()
    expect(ann.get_by_test_id("claim-mine")).to_be_visible()
    ben.goto(own(south))
    ben.get_by_role("button", name="No, that is wrong").click()
    expect(ben.get_by_test_id("claim-disputed")).to_contain_text("Go to the desk together")
    catch_up(ann, lambda: "the scores you entered are wrong" in ann.inner_text("main"))


def test_the_sum_is_checked_while_one_types_and_helps_with_the_rest(phone: Page) -> None:
    _event, players = first_table()
    phone.goto(own(players[0], "result/"))
    verdict, offer = phone.locator("[data-sum]"), phone.locator("[data-help]")
    expect(offer).to_be_hidden()
    type_scores(phone, "42300", "31200")
    expect(verdict).to_have_text("46,500 left to share out")
    phone.fill("#raw_2", "28000")
    expect(offer).to_have_text(f"{players[3].name} has the rest: 18,500")
    offer.click()
    expect(phone.locator("#raw_3")).to_have_value("18500")
    expect(verdict).to_have_text("The scores add up.")
    phone.fill("#raw_3", "19000")
    expect(verdict).to_have_text("500 too many")
    expect(offer).to_be_hidden()
    phone.fill("#raw_3", "16500")
    expect(verdict).to_have_text("2,000 too few")
    expect(offer).to_have_text("Riichi sticks left on the table: 2")
    offer.click()
    expect(phone.locator("#sticks")).to_have_value("2")
    expect(verdict).to_have_text("The scores add up.")
    phone.fill("#raw_3", "soon")
    expect(phone.locator("#raw_3")).to_have_attribute("aria-invalid", "true")
    phone.get_by_role("button", name="Send the result").click()
    expect(phone).to_have_url(re.compile("/result/$"))
    assert not ScoreClaim.objects.exists()


def test_a_score_below_zero_has_its_button(phone: Page) -> None:
    _event, players = first_table()
    phone.goto(own(players[0], "result/"))
    type_scores(phone, "60000", "50000", "12500", "2500")
    phone.locator("[data-minus='3']").click()
    expect(phone.locator("#raw_3")).to_have_value("-2500")
    expect(phone.locator("[data-sum]")).to_have_text("The scores add up.")
    phone.get_by_role("button", name="Send the result").click()
    expect(phone.get_by_test_id("claim-mine")).to_contain_text("−2,500")


def test_somebody_else_is_faster_while_one_types(phone: Page) -> None:
    event, (east, south, *_others) = first_table()
    phone.goto(own(south, "result/"))
    type_scores(phone, "42200", "31300")
    match = table(event.rounds.get())
    claims.claim_scores(tournament=event, player=east, match=match, raw=FOUR_SCORES)
    catch_up(phone, lambda: f"{east.name} entered the result" in phone.inner_text("main"))
    expect(phone.locator("form.claim")).to_be_hidden()
    phone.get_by_role("button", name="Yes, that is right").click()
    expect(phone.get_by_test_id("claim-counted")).to_be_visible()


def test_what_is_typed_stays_while_the_page_catches_up(phone: Page) -> None:
    event, (_east, south, *_others) = first_table()
    phone.goto(own(south, "result/"))
    type_scores(phone, "42200", "313")
    other = table(event.rounds.get(), 2)
    scores.enter_scores(tournament=event, actor=event.owner, match=other, raw=FOUR_SCORES)
    phone.wait_for_timeout(1100)
    with phone.expect_response(lambda answer: answer.url.endswith("/result/")):
        phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    phone.wait_for_timeout(300)
    assert [phone.input_value(f"#raw_{seat}") for seat in (0, 1)] == ["42200", "313"]


def test_a_double_tap_sends_nothing_twice(phone: Page) -> None:
    _event, players = first_table()
    sent: list[str] = []
    phone.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    phone.goto(own(players[0], "result/"))
    type_scores(phone, *map(str, FOUR_SCORES))
    phone.get_by_role("button", name="Send the result").dblclick()
    expect(phone.get_by_test_id("claim-mine")).to_be_visible()
    assert len(sent) == 1
    assert ScoreClaim.objects.count() == 1


def test_an_old_page_is_told_how_it_stands_now(new_phone: NewPhone) -> None:
    event, (east, south, *_others) = first_table()
    match = table(event.rounds.get())
    claims.claim_scores(tournament=event, player=east, match=match, raw=FOUR_SCORES)
    phone = new_phone(refusals=(409,))
    phone.route(
        "**/me/**",
        lambda route: route.abort() if "hx-request" in route.request.headers else route.continue_(),
    )
    phone.goto(own(south))
    claims.withdraw_claim(tournament=event, player=east, claim=ScoreClaim.objects.get())
    phone.get_by_role("button", name="Yes, that is right").click()
    expect(phone.get_by_role("alert")).to_contain_text("These scores wait for nobody any more")
    expect(phone.get_by_test_id("claim-none")).to_be_visible()
    assert raw_at_first_table(event) == [None] * 4


def test_without_scripts_scores_are_entered_and_confirmed(new_phone: NewPhone) -> None:
    event, (east, south, *_others) = first_table()
    ann = new_phone(java_script_enabled=False, refusals=(422,))
    ben = new_phone(java_script_enabled=False)
    ann.goto(own(east))
    ann.get_by_role("link", name="Enter the result").click()
    type_scores(ann, "423", "312", "280", "195")
    ann.get_by_role("button", name="Send the result").click()
    expect(ann.get_by_role("alert")).to_contain_text("The scores make 121,000: 1,000 too many.")
    ann.fill("#raw_3", "185")
    ann.get_by_role("button", name="Send the result").click()
    expect(ann.get_by_test_id("claim-mine")).to_be_visible()
    ben.goto(own(south))
    ben.get_by_role("button", name="Yes, that is right").click()
    expect(ben.get_by_test_id("claim-counted")).to_be_visible()
    assert raw_at_first_table(event) == list(FOUR_SCORES)


def test_the_way_back_to_the_own_page_is_in_this_tab_and_nowhere_else(phone: Page) -> None:
    _event, players = first_table()
    phone.goto(own(players[0]))
    phone.goto("/e/riichi/standings/")
    phone.get_by_role("link", name="Me", exact=True).click()
    expect(phone.get_by_role("heading", level=1)).to_have_text(players[0].name)
    assert players[0].key not in phone.evaluate("JSON.stringify({...localStorage})")
    another = phone.context.new_page()
    another.goto("/e/riichi/standings/")
    expect(another.locator("[data-my-page]")).to_be_hidden()


def long_names() -> list[str]:
    """Addresses of events whose players all have a name that fills a phone, in every state of a result."""
    event = riichi(field=9)
    event.players.filter(house=False).update(name=LONG_NAME)
    people = [player for player in seated(event, 3, 2) if not player.house]
    match = table(event.rounds.get(number=3), 2)
    claims.claim_scores(tournament=event, player=people[0], match=match, raw=FOUR_SCORES)
    counted = next(player for player in seated(event, 3) if not player.house)
    still_open = next(player for player in seated(event, 3, 3) if not player.house)
    championship().players.update(name=LONG_NAME)
    return [
        *(f"/e/riichi/{name}" for name in PAGES_OF_FOUR if not name.endswith("card/")),
        *(own(player) for player in (counted, *people[:2])),
        own(people[1], "result/"),
        own(still_open, "result/"),
        *(f"/e/final/{name}" for name in ("standings/", "players/1/", "cross/", "screen/?show=standings")),
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(browser: Browser, live_server: Any, scheme: Any) -> None:
    context = browser.new_context(
        viewport=PHONE, base_url=live_server.url, color_scheme=scheme, bypass_csp=True
    )
    page = context.new_page()
    found = []
    for address in long_names():
        page.goto(address)
        found += [(address, v["id"], v["nodes"][0]["html"]) for v in Axe().run(page).response["violations"]]
    context.close()
    assert found == []


def test_nothing_is_wider_than_a_phone_in_any_language(browser: Browser, live_server: Any) -> None:
    addresses = long_names()
    wide = []
    for language in ("en", "da", "ja"):
        context = browser.new_context(viewport=PHONE, base_url=live_server.url, locale=language)
        page = context.new_page()
        for address in addresses:
            page.goto(address, wait_until="domcontentloaded")
            if page.evaluate("document.documentElement.scrollWidth") > PHONE["width"]:
                wide.append((language, address))
        context.close()
    assert wide == []


def test_what_is_tapped_is_as_large_as_a_finger(phone: Page) -> None:
    event, (east, south, *_others) = first_table()
    match = table(event.rounds.get())
    phone.goto(own(east, "result/"))
    sizes = "els => els.map(e => e.getBoundingClientRect()).filter(r => r.width).map(r => Math.min(r.width, r.height))"
    assert min(phone.locator("main form button, main form input, main a.button").evaluate_all(sizes)) >= 44
    claims.claim_scores(tournament=event, player=east, match=match, raw=FOUR_SCORES)
    phone.goto(own(south))
    assert min(phone.locator(".claimed button").evaluate_all(sizes)) >= 44


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160)])
@pytest.mark.parametrize(
    ("field", "show"), [(64, "names"), (64, "tables"), (16, "tables"), (64, "standings")]
)
def test_the_hall_screen_shows_everybody_in_pages_that_fit(
    browser: Browser, live_server: Any, size: tuple[int, int], field: int, show: str
) -> None:
    event = make_table_event(field=field, slug="riichi")
    play_tables(event)
    publish(event)
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, base_url=live_server.url, locale="en"
    )
    page = context.new_page()
    page.goto(f"/e/riichi/screen/?show={show}")
    inside = """() => { const box = document.querySelector('[data-board]').getBoundingClientRect();
        return [...document.querySelectorAll('.board__rows > li')].map((row, i) => [i, row.getBoundingClientRect()])
          .filter(([, r]) => r.left >= box.left - 1 && r.right <= box.right + 1 && r.top >= box.top - 1
            && r.bottom <= box.bottom + 1).map(([i]) => i); }"""
    too_wide = """() => [...document.querySelectorAll('.board__rows > li')].filter(row =>
        row.scrollWidth > row.clientWidth + 1 || row.scrollHeight > row.clientHeight + 1).length"""
    pages = int((page.inner_text("[data-page]") or "1 / 1").split("/")[1])
    seen: list[int] = []
    for _ in range(pages):
        seen += page.evaluate(inside)
        page.keyboard.press("ArrowRight")
    assert sorted(seen) == list(range(page.locator(".board__rows > li").count()))
    assert page.evaluate(too_wide) == 0
    assert page.evaluate("document.documentElement.scrollHeight") <= size[1]
    context.close()
