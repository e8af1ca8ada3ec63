"""Twelve teams and seven rounds of modified Swiss, every round but the last paired while the one before is played."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from playwright.sync_api import expect

from pairing import document, engine
from pairing.recheck import recheck
from tests.browser.people import KEYS, Organiser, Visitor
from tournaments.models import Round, Tournament
from tournaments.services.documents import export_event

ROUNDS = 7
TEAMS = [
    *["YSS", "金沢将棋", "柿木将棋", "激指", "KCC将棋", "Shotest"],
    *["IS将棋", "備後将棋", "うさぴょん", "竜の卵", "Spear", "Bonanza"],
]
OPTIONS = {
    "Order inside a score group": "V",
    "Method inside a score group": "B",
    "Floater": "U",
    "Opponent of a floater": "E",
    "Mode": "MS",
}
MARKS = {"1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½"}
POINTS = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1), "+--": (2, 0)}


@dataclass
class Book:
    """What happened, written down by hand. Points are halves."""

    met: set[frozenset[str]] = field(default_factory=set)
    points: Counter[str] = field(default_factory=Counter)
    tables: dict[int, list[tuple[str, str]]] = field(default_factory=dict)

    def seat(self, number: int, tables: list[tuple[str, str]]) -> None:
        """A published round: everybody sits once, and nobody meets anybody again."""
        assert Counter(name for pair in tables for name in pair) == Counter(TEAMS)
        pairs = {frozenset(pair) for pair in tables}
        assert not pairs & self.met
        self.met |= pairs
        self.tables[number] = tables

    def record(self, number: int, results: list[str]) -> None:
        for pair, result in zip(self.tables[number], results, strict=True):
            for name, points in zip(pair, POINTS[result], strict=True):
                self.points[name] += points


def results_of(number: int, count: int = 6) -> list[str]:
    """A fixed mixture, with a no-show at table 2 of round 4."""
    mixture = ("1-0", "0-1", "1/2-1/2", "0-1", "1-0")
    return ["+--" if (number, t) == (4, 2) else mixture[(2 * number + t) % 5] for t in range(1, count + 1)]


def test_every_round_is_paired_while_the_one_before_is_being_played(
    organiser: Organiser, visitor: Visitor
) -> None:
    organiser.create_shogi_event("Shogi championship", options=OPTIONS, rounds=ROUNDS)
    organiser.paste_players(TEAMS)
    book = Book()
    organiser.pair(1)
    organiser.publish()
    book.seat(1, organiser.tables())
    for number in range(2, ROUNDS):
        half = results_of(number - 1)[:3]
        type_some(organiser, number - 1, half)
        organiser.pair_ahead(number)
        check_assumed(organiser, book, number - 1)
        assert visitor.open(f"/e/{organiser.slug}/rounds/{number}/") == 404
        organiser.publish()
        book.seat(number, organiser.tables())
        see_both_tables(visitor, organiser, book, number)
        finish(organiser, book, number - 1)
    last_round(organiser, book)
    shown = visitor.standings(organiser.slug)
    assert {name: int(2 * float(points)) for name, points in shown.items()} == dict(book.points)
    pair_again(organiser.slug)


def type_some(organiser: Organiser, number: int, results: list[str]) -> None:
    """From the first table without a result on; the cursor moves to the next one by itself."""
    page = organiser.page
    organiser.open(f"rounds/{number}/")
    missing = int(page.get_by_test_id("missing-count").inner_text())
    page.locator('.entry[data-result=""] fieldset').first.focus()
    for result in results:
        for key in KEYS[result]:
            page.keyboard.press(key)
    expect(page.get_by_test_id("missing-count")).to_have_text(str(missing - len(results)))
    expect(page.locator("[data-state=saved]")).to_have_count(len(results))


def check_assumed(organiser: Organiser, book: Book, before: int) -> None:
    """Round 1: the team higher in the list wins at every table; later: all drawn."""
    shown = organiser.assumed()
    assert [players for players, _result in shown] == [f"{a} – {b}" for a, b in book.tables[before]]
    for (_players, result), (a, b) in zip(shown, book.tables[before], strict=True):
        higher = "1-0" if TEAMS.index(a) < TEAMS.index(b) else "0-1"
        assert result == MARKS[higher if before == 1 else "1/2-1/2"]


def see_both_tables(visitor: Visitor, organiser: Organiser, book: Book, number: int) -> None:
    """A player reads on the phone where to sit now, and where next."""
    me = book.tables[number][1][0]
    visitor.find_me(organiser.slug, me, me)
    visitor.open(f"/e/{organiser.slug}/")
    parts = visitor.page.locator("#you .places__one")
    expect(parts).to_have_count(2)
    for part, word, round_ in ((parts.nth(0), "Now", number - 1), (parts.nth(1), "Next", number)):
        place = next(t for t, pair in enumerate(book.tables[round_], 1) if me in pair)
        other = next(name for name in book.tables[round_][place - 1] if name != me)
        expect(part).to_contain_text(f"{word}: round {round_}")
        expect(part.locator(".place__table b")).to_have_text(str(place))
        expect(part).to_contain_text(other)


def finish(organiser: Organiser, book: Book, number: int) -> None:
    """The rest of the results, from the page that says which of the two rounds it is; then complete."""
    organiser.open(f"rounds/{number + 1}/")
    expect(organiser.page.get_by_test_id("two-rounds")).to_contain_text(f"results of round {number + 1}")
    expect(organiser.page.get_by_test_id("complete")).to_have_count(0)
    organiser.page.get_by_test_id("beside").get_by_role("link", name=f"Now: round {number}").click()
    expect(organiser.page.get_by_test_id("two-rounds")).to_contain_text(f"results of round {number}")
    type_some(organiser, number, results_of(number)[3:])
    organiser.complete(number)
    book.record(number, results_of(number))


def last_round(organiser: Organiser, book: Book) -> None:
    """It waits for the last result of the round before."""
    type_some(organiser, ROUNDS - 1, results_of(ROUNDS - 1)[:4])
    organiser.open()
    expect(organiser.page.get_by_test_id("pair_ahead")).to_have_count(0)
    expect(organiser.page.get_by_test_id("also-waits")).to_contain_text(
        f"Round {ROUNDS} is paired on true results"
    )
    type_some(organiser, ROUNDS - 1, results_of(ROUNDS - 1)[4:])
    organiser.complete(ROUNDS - 1)
    book.record(ROUNDS - 1, results_of(ROUNDS - 1))
    organiser.pair(ROUNDS)
    expect(organiser.page.get_by_test_id("assumed")).to_have_count(0)
    organiser.publish()
    book.seat(ROUNDS, organiser.tables())
    organiser.type_results(results_of(ROUNDS))
    organiser.complete(ROUNDS)
    book.record(ROUNDS, results_of(ROUNDS))


def pair_again(slug: str) -> None:
    """Every stored input gives the stored round again, and so does the document of the whole event."""
    event = Tournament.objects.get(slug=slug)
    rounds = list(Round.objects.filter(tournament=event).order_by("number"))
    assert len(rounds) == ROUNDS
    for round_ in rounds:
        stored = round_.input.document
        statuses = [r["status"] for r in stored["rounds"]]
        ahead = 1 < round_.number < ROUNDS
        assert statuses == ["completed"] * (round_.number - 1 - ahead) + ["in_progress"] * ahead
        seats = [
            tuple(match.seats.order_by("position").values_list("player__number", flat=True))
            for match in round_.matches.order_by("table")
        ]
        assert [match.seats for match in engine.pair(document.load(stored)).matches] == seats
    assert all(check.same for check in recheck(document.load(export_event(event))))
