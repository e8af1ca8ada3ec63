"""The bracket by the keyboard alone: through the picture, two digits a match, what phones report, somebody faster."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.windows import NETWORK, OpenWindow
from tests.factories import make_event, publish, table
from tournaments.models import Match, Tournament
from tournaments.phones.services import reports
from tournaments.results.services import results


@pytest.fixture
def cup(transactional_db: None) -> Tournament:
    options = {"advance": "match", "best_of": "3 5", "reseed_layers": False}
    event = make_event(field=4, slug="cup", system="bracket", options=options, rounds_planned=2)
    publish(event)
    return event


def expect_here(page: Page, game: int) -> None:
    expect(page.get_by_test_id(f"match-{game}")).to_be_focused()
    expect(page.locator("[data-panel]")).to_have_attribute("data-panel", str(game))


def test_a_bracket_is_played_out_in_its_picture(window: OpenWindow, cup: Tournament) -> None:
    page = window(cup.owner, harmless=(NETWORK,))
    page.goto("/desk/cup/bracket/")
    expect_here(page, 1)
    page.keyboard.press("ArrowDown")
    expect_here(page, 2)
    page.keyboard.press("2")
    page.keyboard.press("1")
    expect_here(page, 1)  # the next one without a result
    expect(page.get_by_test_id("match-2")).to_have_attribute("data-result", "1-0 2-1")
    first = table(cup.rounds.get(number=1))
    player = first.seats.get(position=1).player
    reports.report_result(tournament=cup, player=player, match=first, outcome="win", games=[2, 0])
    expect(page.get_by_test_id("match-1")).to_have_attribute("data-accept", "1", timeout=10_000)
    page.keyboard.press("Enter")
    final = page.get_by_test_id("match-3")
    expect(final).to_have_attribute("data-open", "")
    page.keyboard.press("g")
    page.keyboard.type("Player 4")
    page.keyboard.press("Enter")
    expect_here(page, 3)
    # Somebody else is faster, and with the last result its round is over: nothing is overwritten unseen.
    match = Match.objects.get(round__number=2)
    results.enter_result(tournament=cup, actor=None, match=match, result="1-0", games=[3, 2])
    page.keyboard.press("0")
    page.keyboard.press("3")
    expect(page.locator("[data-refused]")).to_contain_text(
        "Not possible while round 2 is in this state: Completed"
    )
    expect(final).to_have_attribute("data-result", "1-0 3-2")
    match.refresh_from_db()
    assert (match.result, match.games) == ("1-0", [3, 2])
