"""The own row of a long list: at the edge of the window while it is out of sight, and one tap away."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories import enter_all, make_event, publish
from tests.public.browser.phones import catch_up
from tournaments.models import Tournament
from tournaments.rounds.services import rounds
from tournaments.standings.selectors import standings

EDGE = "[data-edge]"


def event_of(field: int = 60) -> Tournament:
    event = make_event(field=field, slug="spring", rounds_planned=5)
    publish(event, after=1)
    return event


def remember(phone: Page, number: int) -> None:
    phone.goto("/about/rights/")
    phone.evaluate(f"localStorage.setItem('pairwright:spring', '{number}')")


def test_the_own_line_of_the_standings_stays_in_sight_and_one_tap_leads_there(phone: Page) -> None:
    event = event_of()
    last = standings.standings(event).lines[-1]
    remember(phone, last.number)
    phone.goto("/e/spring/standings/")
    edge, row = phone.locator(EDGE), phone.locator(f"tr[data-player='{last.number}']")
    expect(edge).to_be_in_viewport()
    expect(edge).to_contain_text(f"{last.rank} {last.name} 0")
    expect(row).not_to_be_in_viewport()
    edge.click()
    expect(row).to_be_in_viewport()
    expect(edge).to_be_hidden()
    phone.evaluate("scrollTo(0, 0)")
    expect(edge).to_be_visible()
    phone.evaluate("scrollTo(0, document.body.scrollHeight)")  # below it: the arrow points up
    round_ = event.rounds.get(number=2)
    enter_all(round_)
    rounds.complete(tournament=event, actor=event.owner, round_=round_)
    line = next(each for each in standings.standings(event).lines if each.number == last.number)
    phone.evaluate("scrollTo(0, 0)")
    catch_up(phone, lambda: "After round 2" in phone.inner_text("main"))
    if edge.is_visible():
        expect(edge).to_contain_text(f"{line.rank} {line.name}")


@pytest.mark.parametrize("by", ["table", "name"])
def test_the_own_table_of_the_pairings_stays_in_sight(phone: Page, by: str) -> None:
    event = event_of()
    match = event.rounds.get(number=2).matches.order_by("-table")[0]
    first, second = (seat.player for seat in match.seats.order_by("position"))
    remember(phone, first.number)
    phone.goto(f"/e/spring/pairings/?by={by}")
    phone.evaluate(f"document.querySelector('#live [data-player=\"{first.number}\"]').scrollIntoView()")
    expect(phone.locator(EDGE)).to_be_hidden()
    phone.evaluate("scrollTo(0, 0)")
    expect(phone.locator(EDGE)).to_be_in_viewport()
    said = f"Table {match.table} {first.name} – {second.name}" if by == "table" else first.name
    expect(phone.locator(EDGE)).to_contain_text(said)


def test_who_is_not_remembered_has_no_card(phone: Page) -> None:
    event_of(8)
    for page in ("standings/", "pairings/", "players/", "cross/"):
        phone.goto(f"/e/spring/{page}")
        expect(phone.locator(EDGE)).to_be_hidden()
