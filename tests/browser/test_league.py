"""The third season of a league of forty through the pages: its series, its persons, its phases, its bracket.

Seasons 1 and 2 come as documents. Every round is held against the core applied to the event document that the desk
downloads, ratings and lots against the formulas written down in the tests.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from pairing import document, ranking
from pairing.recheck import recheck
from pairing.systems.bracket.view import bracket_view
from tests.browser import league
from tests.browser.conftest import PHONE
from tests.browser.league import Json, Secretary, Swap, cells
from tests.browser.people import Visitor
from tests.league import NEW, by_skill, conservative
from tournaments.models import Identity
from tournaments.services.documents import import_event

SWISS, LAST, CUT = 5, 9, 10
HALL = {"width": 1920, "height": 1080}
NAMES = [f"{given} {family}" for family in ("Ærø", "佐々木", "O'Neil", "Müller") for given in
         ("Anna", "Bo", "Chiara", "Dmitri", "Élodie", "Fatima", "Göran", "Hanne", "Íris", "Jón", "Kofi")]  # fmt: skip
STRONGEST_FIRST = sorted(NAMES, key=lambda name: name[::-1])
# The third season: the first four have left the league, and one signs up with the words of the name turned round.
SAME, OTHERWISE = "Élodie Müller", "Muller Elodie"
ENTRANTS = [OTHERWISE if name == SAME else name for name in NAMES[4:]]
LEAVER, LEAVES_AFTER = "Íris 佐々木", 2


def person(name: str) -> str:
    return SAME if name == OTHERWISE else name


@dataclass
class Book:
    """What happened, written down by hand."""

    earlier: list[Json]  # seasons 1 and 2
    met: set[frozenset[str]] = field(default_factory=set)
    swaps: list[Swap] = field(default_factory=list)
    result_of: league.Answer = field(default_factory=lambda: results_of_season(3))


def results_of_season(number: int) -> league.Answer:
    result_of = league.by_strength(STRONGEST_FIRST, str(number))
    return lambda first, second: result_of(person(first), person(second))


@pytest.fixture
def secretary(organiser: Any) -> Secretary:
    return Secretary(organiser.page)


def test_the_third_season_of_a_league(
    secretary: Secretary, visitor: Visitor, owner: User, open_page: Callable[[dict[str, int]], Page]
) -> None:
    book = Book(import_seasons(owner))
    secretary.create_series("Lantern League", "Every autumn, forty players.")
    secretary.create_league_event("Lantern League III")
    secretary.paste_players(ENTRANTS)
    for season, name in enumerate(("I", "II", "III"), 1):
        secretary.put_in(f"Lantern League {name}", season)
    secretary.merge(SAME, OTHERWISE)
    secretary.take_back()
    secretary.merge(SAME, OTHERWISE)
    secretary.set_phases("Groups of losses, then bracket", rounds=SWISS, cut=CUT)
    check_what_is_remembered(secretary.export(), book)
    for number in range(1, LAST + 1):
        if number == LEAVES_AFTER + 1:
            secretary.withdraw(1 + ENTRANTS.index(LEAVER))
        if number == SWISS + 1:
            see_the_cut(secretary)
        play_round(secretary, visitor, book, number)
    assert book.swaps, "no rematch had to be avoided: choose other results"
    secretary.next_step()
    expect(secretary.page.get_by_role("heading", level=1)).to_have_text("Final standings")
    event = secretary.export()
    assert all(round_.same for round_ in recheck(document.load(event)))
    see_the_bracket(visitor.page, open_page(HALL), secretary.slug, event)
    see_the_lots(visitor.page, secretary.slug, event)
    see_the_ratings(visitor.page, secretary.series, [*book.earlier, event])


def test_every_page_of_a_league_is_readable_on_a_phone(
    secretary: Secretary, owner: User, browser: Browser, live_server: LiveServer
) -> None:
    """What axe finds, and what is wider than the screen: at the desk and in public, at the cut and in the bracket."""
    import_seasons(owner)
    secretary.create_series("Lantern League", "Every autumn, forty players.")
    cut = import_season_3(owner, "At the cut", SWISS)
    secretary.slug = import_season_3(owner, "Lantern League III", SWISS + 2)
    for season, name in enumerate(("I", "II", "III"), 1):
        secretary.put_in(f"Lantern League {name}", season)
    secretary.merge(SAME, OTHERWISE)
    secretary.take_back()
    event, series = f"/e/{secretary.slug}/", f"/s/{secretary.series}/"
    desk, desk_series = f"/desk/{secretary.slug}/", f"/desk/series/{secretary.series}/"
    one, other = (Identity.objects.get(name=name).pk for name in (SAME, OTHERWISE))
    people = ("players/", f"players/{one}/", f"players/merge/?person={one}&person={other}")
    pages = [
        *["/", "/s/", series, f"{series}ranking/", f"{series}players/{one}/"],
        *[f"{event}{page}" for page in ("", "bracket/", "lots/?round=1", "standings/", "rounds/7/tables/1/")],
        *[
            "/desk/series/",
            "/desk/series/new/",
            f"/desk/{cut}/",
            f"/desk/{cut}/phases/",
            f"/e/{cut}/bracket/",
        ],
        *[f"{desk_series}{page}" for page in ("", *people, "log/", "settings/")],
        *[f"{desk}{page}" for page in ("", "phases/", "series/", "players/", "players/1/")],
    ]
    context = browser.new_context(
        base_url=live_server.url,
        viewport=PHONE,
        bypass_csp=True,  # or axe could not be put into the page
        storage_state=secretary.page.context.storage_state(),
    )
    page = context.new_page()
    found = [fault for address in pages for fault in faults(page, address)]
    page.emulate_media(color_scheme="dark")
    found += [fault for address in pages[3:12] for fault in faults(page, address)]
    context.close()
    assert found == []


def faults(page: Page, address: str) -> list[tuple[str, str, str]]:
    page.goto(address)
    found = [(address, v["id"], v["nodes"][0]["html"]) for v in Axe().run(page).response["violations"]]
    wide = page.evaluate("document.documentElement.scrollWidth") > PHONE["width"]
    return [*found, (address, "wider than the phone", "")] if wide else found


# --- before the first round -----------------------------------------------------------------------------------------
def import_seasons(owner: User) -> list[Json]:
    """Two seasons as they come from elsewhere: of forty players, two leave after the first and two come."""
    seasons = [
        league.play_season(number, f"Lantern League {name}", names, results_of_season(number))
        for number, name, names in ((1, "I", NAMES[:40]), (2, "II", NAMES[2:42]))
    ]
    for season in seasons:
        import_event(document_data=season, owner=owner, visibility="public")
    return seasons


def import_season_3(owner: User, name: str, rounds: int) -> str:
    """The third season as far as some round; its address."""
    season = league.play_season(3, name, ENTRANTS, results_of_season(3))
    season["rounds"] = season["rounds"][:rounds]
    return import_event(document_data=season, owner=owner, visibility="public").slug


def check_what_is_remembered(event: Json, book: Book) -> None:
    """The ratings and meetings of seasons 1 and 2, as the document of season 3 has them."""
    now = league.careers([results for season in book.earlier for results in [league.results_in(season, str)]])
    for player in event["players"]:
        mu, sigma = now.get(person(player["name"]), [NEW])[-1]
        rated = person(player["name"]) in now
        assert (player.get("mu"), player.get("sigma")) == (
            pytest.approx((mu, sigma)) if rated else (None, None)
        )
    met = {
        frozenset((won, lost)): season["season"]
        for season in book.earlier
        for pairs in league.results_in(season, str)
        for won, lost in pairs
    }
    name = names_of(event)
    assert {
        frozenset(person(name[id]) for id in meeting["players"]): meeting["season"]
        for meeting in event["earlier_meetings"]
    } == {pair: season for pair, season in met.items() if pair <= {person(entrant) for entrant in ENTRANTS}}


def names_of(event: Json) -> dict[int, str]:
    return {player["id"]: player["name"] for player in event["players"]}


# --- round by round -------------------------------------------------------------------------------------------------
def play_round(secretary: Secretary, visitor: Visitor, book: Book, number: int) -> None:
    before = secretary.export()
    name, plan = names_of(before), league.next_round(before)
    secretary.pair(number)
    assert visitor.open(f"/e/{secretary.slug}/rounds/{number}/") == 404
    secretary.publish()
    tables = secretary.tables()
    assert tables == [
        (name[first], name[second]) for match in plan["matches"] for first, second in [match["seats"]]
    ]
    event = secretary.export()
    assert {bye["player"] for bye in event["rounds"][-1]["byes"]} == {bye["player"] for bye in plan["byes"]}
    if number <= SWISS:
        assert not book.met & {frozenset(pair) for pair in tables}
    for swap in league.swaps(before, ENTRANTS):
        see_the_swap(visitor, secretary.slug, book, tables, swap)
    book.met |= {frozenset(pair) for pair in tables}
    secretary.type_results(choose_results(book, number, tables, event))
    secretary.complete(number)
    check_standings(visitor.page, secretary.slug, secretary.export())


def choose_results(book: Book, number: int, tables: list[tuple[str, str]], event: Json) -> list[str]:
    """The stronger mostly win, with a no-show in round 2; in the bracket so that somebody would meet again."""
    results = [book.result_of(first, second) for first, second in tables]
    if number == 2:
        results[2] = "+--"
    return (SWISS < number < LAST and league.steer(event, ENTRANTS)) or results


def see_the_swap(visitor: Visitor, slug: str, book: Book, tables: list[tuple[str, str]], swap: Swap) -> None:
    """Two lower seeds have changed places: without it one would have met somebody again, and both tables say so."""
    at = {name: table for table, pair in enumerate(tables, 1) for name in pair}
    opponent = {a: b for pair in tables for a, b in (pair, pair[::-1])}
    assert frozenset((swap.moved, opponent[swap.other])) in book.met
    for name in (swap.moved, swap.other):
        assert frozenset((name, opponent[name])) not in book.met
        visitor.open(f"/e/{slug}/rounds/{swap.round}/tables/{at[name]}/")
        expect(visitor.page.get_by_role("main")).to_contain_text(
            f"{apart(swap.moved)} and {apart(swap.other)} changed places:"
            f" {apart(swap.moved)} would have met an earlier opponent again"
        )
    book.swaps.append(swap)


def apart(name: str) -> str:
    """As a name stands in a sentence, whichever way it is written."""
    return f"\u2068{name}\u2069"


def check_standings(page: Page, slug: str, event: Json) -> None:
    page.goto(f"/e/{slug}/standings/")
    name = names_of(event)
    shown = [(int(rank), who, float(points)) for rank, who, points, *_ in cells(page, "tr[data-player]")]
    assert shown == [
        (line.rank, name[line.player], line.points / 100) for line in ranking.rank(document.load(event))
    ]


def see_the_cut(secretary: Secretary) -> None:
    """Who goes on, before the bracket is paired: the first ten of those who have not left."""
    event = secretary.export()
    secretary.open()
    page, name = secretary.page, names_of(event)
    expect(page.get_by_test_id("cut")).to_contain_text(f"The first {CUT}")
    standings = [name[line.player] for line in ranking.rank(document.load(event))]
    standings.remove(LEAVER)
    into, out = (page.get_by_test_id("cut-list").locator("section").nth(at) for at in (0, 1))
    expect(into.locator("bdi")).to_have_text(standings[:CUT])
    expect(out.locator("bdi").first).to_have_text(standings[CUT])


# --- what everybody sees --------------------------------------------------------------------------------------------
def see_the_bracket(phone: Page, hall: Page, slug: str, event: Json) -> None:
    """Every game of it in words and in the picture, one round at a time on a phone and whole in the hall."""
    view, name = bracket_view(document.load(event)), names_of(event)
    assert view is not None and view.champion is not None
    phone.goto(f"/e/{slug}/bracket/")
    expect(phone.locator("header.title")).to_contain_text(f"Won by {name[view.champion]}")
    games: list[list[Any]] = phone.locator(".bracket-game").evaluate_all(
        """games => games.map(game => [game.id, ...[...game.querySelectorAll('.bracket-game__side')].map(
             side => [side.querySelector('bdi').textContent, side.classList.contains('is-winner')])])"""
    )
    assert games == [
        [f"game-{game.number}", *([name[side.player or 0], side.is_winner] for side in game.sides)]
        for game in sorted(view.games, key=lambda game: (game.stage, game.number))
    ]
    for number in range(1, LAST - SWISS + 1):
        shown = phone.locator(".bracket-round:visible")
        shown.get_by_role("link", name=f"Bracket round {number}", exact=True).click()
        expect(shown).to_have_attribute("id", f"bracket-round-{number}")
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]

    hall.goto(f"/e/{slug}/screen/?show=bracket")
    picture = hall.get_by_role("img", name="Bracket")
    expect(picture).to_be_visible()
    for who in view.order:
        expect(picture).to_contain_text(name[who])
    box = picture.bounding_box()
    assert box and box["x"] >= 0 and box["y"] >= 0
    assert box["x"] + box["width"] <= HALL["width"] and box["y"] + box["height"] <= HALL["height"]


def see_the_lots(page: Page, slug: str, event: Json) -> None:
    """Round 1 was listed by lot: SHA-256 of name, season and round."""
    page.goto(f"/e/{slug}/rounds/1/tables/1/")
    page.get_by_role("link", name="Lots of round 1").click()
    lines = list(cells(page, "#drawn tbody tr"))
    lots = sorted((sha256(f"{name}|3|1".encode()).hexdigest(), name) for name in ENTRANTS)
    assert [(name, text, hash_) for _order, name, text, hash_ in lines] == [
        (name, f"{name}|3|1", hash_) for hash_, name in lots
    ]
    page.get_by_label("Text of the lot").fill(f"{SAME}|3|1")
    page.get_by_role("button", name="Compute").click()
    expect(page.get_by_test_id("sha256")).to_have_text(sha256(f"{SAME}|3|1".encode()).hexdigest())


def see_the_ratings(page: Page, series: str, seasons: list[Json]) -> None:
    """The ranking over all three seasons, and the page of the person who was signed up under another name."""
    found = league.careers([league.results_in(season, person) for season in seasons])
    now = {name: career[-1] for name, career in found.items()}
    page.goto(f"/s/{series}/")
    page.get_by_role("link", name="Ranking", exact=True).click()
    order = by_skill(now, now)
    assert [line[:3] for line in cells(page, ".table--league tbody tr")] == [
        [str(rank), name, shown_skill(conservative(now[name]))] for rank, name in enumerate(order, 1)
    ]
    inner, outer = page.locator(".table-wrap").evaluate("wrap => [wrap.scrollWidth, wrap.clientWidth]")
    assert inner <= outer  # no number of the ranking is cut off on a phone
    page.get_by_role("searchbox").fill("elodie mul")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name=SAME, exact=True).click()
    expect(page.locator(".stat").first).to_contain_text(f"{1 + order.index(SAME)} of {len(now)}")
    expect(page.get_by_role("img", name="rated matches")).to_have_attribute(
        "aria-label",
        f"mu over {len(found[SAME]) - 1} rated matches: from {shown_skill(25)}"
        f" to {shown_skill(now[SAME][0])}, sigma {shown_skill(now[SAME][1])}. The tables below have every value.",
    )
    expect(page.get_by_role("main")).to_contain_text(f"as {OTHERWISE}")
    ratings = [line[3] for line in cells(page, ".table--games tbody tr") if line[3] != "–"]
    assert sorted(ratings) == sorted(shown_skill(conservative(skill)) for skill in found[SAME][1:])
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def shown_skill(value: float) -> str:
    return f"{value:.1f}".replace("-", "−")
