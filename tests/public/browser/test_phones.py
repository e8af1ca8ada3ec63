"""Players with phones: what they enter, confirm and look up, and the others see it happen."""

import re
from typing import Any
from urllib.parse import parse_qs

from playwright.sync_api import Page, Route, expect

from tests.browser.scenes import own_page
from tests.browser.windows import ASK, NETWORK, OpenWindow
from tests.factories import FOUR_SCORES, make_event, make_table_event, publish, table
from tests.public.browser.phones import catch_up
from tests.public.four import seated
from tests.tournaments.seated import FirstTable
from tournaments.models import Player, ScoreClaim, Seat, Tournament
from tournaments.phones.services import reports
from tournaments.results.services import results, scores

SIZES = "els => els.map(e => e.getBoundingClientRect()).filter(r => r.width).map(r => Math.min(r.width, r.height))"
FINGER = 44


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


def test_one_phone_enters_another_confirms_and_both_see_it_happen(new_phone: OpenWindow) -> None:
    """Whatever is tapped is as large as a finger, and a double tap sends nothing twice."""
    event, (east, south, _west, _north) = first_table()
    ann, ben = new_phone(own=True), new_phone()
    ben.goto(own_page(south))
    expect(ben.get_by_test_id("report-none")).to_be_visible()
    ann.goto(own_page(east))
    ann.get_by_text("Enter the result").click()
    assert min(ann.locator("main form button, main form input, main a.button").evaluate_all(SIZES)) >= FINGER
    type_scores(ann, "423", "31.2", "28,000", "18500")
    expect(ann.locator("[data-sum]")).to_have_text("The scores add up.")
    expect(ann.locator("[data-worth]").first).to_have_text("1st · +27.3")
    sent: list[str] = []
    ann.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    ann.get_by_role("button", name="Send the result").dblclick()
    expect(ann.get_by_test_id("report-mine")).to_contain_text("You entered these scores.")
    assert len(sent) == ScoreClaim.objects.count() == 1
    question = f"{east.name} entered the result. Is that right?"
    catch_up(ben, lambda: question in ben.inner_text("main"))
    assert raw_at_first_table(event) == [None] * 4
    assert min(ben.locator(".reported button").evaluate_all(SIZES)) >= FINGER
    ben.get_by_role("button", name="Yes, that is right").click()
    expect(ben.get_by_test_id("report-counted")).to_be_visible()
    catch_up(ann, lambda: ann.get_by_test_id("report-counted").count() == 1)
    assert raw_at_first_table(event) == list(FOUR_SCORES)
    # Loading the page again sends nothing again.
    ben.reload()
    expect(ben.get_by_test_id("report-counted")).to_be_visible()


def test_the_sum_is_checked_while_one_types_and_helps_with_the_rest(phone: Page) -> None:
    _event, players = first_table()
    phone.goto(own_page(players[0], "result/"))
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
    phone.get_by_role("button", name="Send the result").click()
    expect(verdict).to_be_in_viewport()
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
    # A score below zero has its button.
    type_scores(phone, "60000", "50000", "12500", "2500")
    phone.fill("#sticks", "0")
    phone.locator("[data-minus='3']").click()
    expect(phone.locator("#raw_3")).to_have_value("-2500")
    expect(verdict).to_have_text("The scores add up.")
    phone.get_by_role("button", name="Send the result").click()
    expect(phone.get_by_test_id("report-mine")).to_contain_text("−2,500")


def test_what_is_typed_stays_until_somebody_else_at_the_table_is_faster(phone: Page) -> None:
    event, (east, south, *_others) = first_table()
    phone.goto(own_page(south, "result/"))
    type_scores(phone, "42200", "31300")
    other = table(event.rounds.get(), 2)
    scores.enter_scores(tournament=event, actor=event.owner, match=other, raw=FOUR_SCORES)
    with phone.expect_response(lambda answer: answer.url.endswith("/result/")):
        phone.evaluate(ASK)
    phone.wait_for_timeout(200)
    assert [phone.input_value(f"#raw_{seat}") for seat in (0, 1)] == ["42200", "31300"]
    match = table(event.rounds.get())
    reports.report_scores(tournament=event, player=east, match=match, raw=FOUR_SCORES)
    catch_up(phone, lambda: f"{east.name} entered the result" in phone.inner_text("main"))
    expect(phone.locator("form.scores-form")).to_be_hidden()
    phone.get_by_role("button", name="Yes, that is right").click()
    expect(phone.get_by_test_id("report-counted")).to_be_visible()


def test_the_own_page_is_found_again_in_another_tab_until_it_is_forgotten(new_phone: OpenWindow) -> None:
    """No script can read where it is, and what is forgotten without a network is dropped with the next page."""
    phone = new_phone(harmless=(NETWORK,))
    _event, (ann, ben, *_others) = first_table()
    opened = phone.context.new_page()
    opened.goto(own_page(ann))
    opened.close()
    phone.goto("/e/riichi/standings/")
    stored = "JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])"
    me, heading = phone.get_by_role("link", name="Me", exact=True), phone.get_by_role("heading", level=1)
    assert ann.key not in phone.evaluate(stored) + phone.content()
    me.click()
    expect(heading).to_have_text(ann.name)
    phone.get_by_role("button", name="Forget this page").click()
    expect(phone).to_have_url(re.compile("/e/riichi/$"))
    expect(me).to_be_hidden()
    assert not phone.context.cookies()
    phone.goto(own_page(ben))
    phone.goto("/e/riichi/")
    phone.route("**/me/", lambda route: route.abort())
    phone.get_by_role("button", name="Not you?").click()
    expect(me).to_be_hidden()
    assert phone.context.cookies()
    phone.unroute_all()
    with phone.expect_response(lambda answer: answer.request.method == "DELETE"):
        phone.goto("/e/riichi/standings/")
    expect(me).to_be_hidden()
    assert not phone.context.cookies()


OUTBOX = "[data-outbox] section"


def test_a_report_without_network_waits_on_the_phone_and_is_sent_once(new_phone: OpenWindow) -> None:
    """While the page is open, and when it is opened again; what a repeated key does is told in plain tests."""
    hall = Hall()
    tab = new_phone(own=True, harmless=(NETWORK, "Failed to fetch"))
    page = own_page(hall.first)
    tab.goto(page)
    tab.context.set_offline(True)
    tab.get_by_role("button", name="I won").click()
    card = tab.get_by_test_id("outbox-waiting")
    expect(card).to_contain_text("Waiting on this phone")
    expect(card).to_contain_text("You won")
    expect(tab.get_by_role("button", name="I won")).to_be_hidden()
    assert not ScoreClaim.objects.exists()
    assert hall.first.key not in tab.evaluate("JSON.stringify({...localStorage})")
    # The tab is closed and the page opened again; the first reply is lost on the way back. A tab that is being closed
    # is online for a moment, and its page would send the report past whoever listens: it is silenced first.
    ann = tab.context.new_page()
    tab.evaluate("() => { window.fetch = () => new Promise(() => {}) }")
    tab.close()
    keys: list[str] = []

    def lose_the_reply(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        keys.append(parse_qs(route.request.post_data or "")["key"][0])
        reply = route.fetch()
        route.fulfill(response=reply) if len(keys) > 1 else route.abort()

    ann.context.route("**/me/**", lose_the_reply)  # whichever tab sends it
    ann.context.set_offline(False)
    ann.goto("/e/spring/")
    unsent = ann.locator("[data-unsent]")
    expect(unsent).to_contain_text(
        "Waiting on this phone: Round 1, table 1: You won. Open your own page to send it."
    )
    unsent.get_by_role("link").click()
    expect(ann.get_by_test_id("report-mine")).to_contain_text("Sent. It counts once")
    expect(ann.locator(OUTBOX)).to_have_count(0)
    assert len(keys) == 2 and len(set(keys)) == 1
    assert ScoreClaim.objects.count() == 1
    given: dict[str, Any] = {"tournament": hall.event, "player": hall.second, "match": hall.match}
    reports.report_result(**given, outcome="loss")
    catch_up(ann, lambda: ann.get_by_test_id("report-counted").count() == 1)
    assert hall.result == "1-0"


def test_a_waiting_report_that_is_refused_says_why_until_it_is_closed(new_phone: OpenWindow) -> None:
    hall = Hall()
    ann = new_phone(harmless=(NETWORK, "Failed to fetch", "status of 409"))
    ann.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('no', 'QuotaExceededError') }"
    )
    ann.goto(own_page(hall.first))
    ann.context.set_offline(True)
    ann.get_by_role("button", name="I won").click()
    expect(ann.get_by_test_id("outbox-waiting")).to_contain_text("This browser cannot store it.")
    results.enter_result(tournament=hall.event, actor=None, match=hall.match, result="0-1")
    ann.context.set_offline(False)
    refused = ann.get_by_test_id("outbox-refused")
    expect(refused).to_contain_text("Table 1 already has a result.")
    expect(refused).to_contain_text("go to the desk")
    refused.get_by_role("button", name="Close").click()
    expect(ann.locator(OUTBOX)).to_have_count(0)
    catch_up(ann, lambda: ann.get_by_test_id("report-counted").count() == 1)


class Hall(FirstTable):
    """Two of an event of six."""

    def __init__(self) -> None:
        super().__init__(make_event(field=6, slug="spring", name="Spring Open"))
        self.first, self.second = self.players


def test_the_title_says_a_new_round_until_the_page_is_looked_at(phone: Page) -> None:
    event = make_event(field=4)
    player = event.players.get(number=1)
    phone.goto(own_page(player))
    before = phone.title()
    publish(event)
    told = f"(!) Round 1: table {Seat.objects.get(player=player).match.table}"
    catch_up(phone, lambda: phone.title() == told)
    phone.mouse.click(2, 2)
    assert phone.title() == before
