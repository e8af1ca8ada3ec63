"""A whole event of 22 players through the pages, as an organiser and a player see it.

Registration by a pasted list, a late entry, a withdrawal, a no-show, a corrected result, elimination at three losses,
four rounds. The rules are checked by plain logic, and every round by the independent checker.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.people import Organiser, Visitor
from tests.browser.windows import PHONE, OpenWindow
from tests.checker.check import check
from tests.factories import PASSWORD, make_user
from tournaments.models import Round, Tournament

ROUNDS, ELIMINATION = 4, 3
POINTS = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1), "+--": (2, 0), "--+": (0, 2), "0-0": (0, 0)}
NAMES = [f"{given} {family}" for family in ("Ærø", "佐々木") for given in
         ("Anna", "Bo", "Chiara", "Dmitri", "Élodie", "Fatima", "Göran", "Hanne", "Íris", "Jón", "Kofi")]  # fmt: skip
LATE = "Zoë Late"


@dataclass
class Book:
    """What happened, written down by hand. Points are halves."""

    met: set[frozenset[str]] = field(default_factory=set)
    points: Counter[str] = field(default_factory=Counter)
    losses: Counter[str] = field(default_factory=Counter)
    byes: Counter[str] = field(default_factory=Counter)

    def record(self, pair: tuple[str, str], result: str) -> None:
        self.met.add(frozenset(pair))
        for player, points in zip(pair, POINTS[result], strict=True):
            self.points[player] += points
            self.losses[player] += points == 0

    def correct(self, pair: tuple[str, str], old: str, new: str) -> None:
        for player, before, after in zip(pair, POINTS[old], POINTS[new], strict=True):
            self.points[player] += after - before
            self.losses[player] += (after == 0) - (before == 0)


def result_of(number: int, table: int) -> str:
    """Decisive and drawn games in a fixed mixture; a no-show at table 3 of round 2, both late at table 5 of round 4."""
    if (number, table) == (2, 3):
        return "+--"
    if (number, table) == (4, 5):
        return "0-0"
    return ("1-0", "0-1", "1-0", "1/2-1/2", "0-1")[(3 * number + table) % 5]


@pytest.fixture
def organiser(window: OpenWindow) -> Organiser:
    """Somebody at a desk, signed in through the page."""
    person = Organiser(window())
    person.sign_in(make_user("organiser").username, PASSWORD)
    return person


@pytest.fixture
def visitor(window: OpenWindow) -> Visitor:
    """Somebody with a phone and no account, who looks for drafts."""
    return Visitor(window(size=PHONE, harmless=("status of 404",)))


def test_a_whole_event_through_the_pages(organiser: Organiser, visitor: Visitor) -> None:
    organiser.create_event("Harbour Open", elimination=ELIMINATION, rounds=ROUNDS)
    organiser.paste_players(NAMES[:-1])
    organiser.add_player(NAMES[-1])
    book, playing, first_rounds = Book(), set(NAMES), {}
    for number in range(1, ROUNDS + 1):
        if number == 2:
            organiser.add_player(LATE)
            playing.add(LATE)
        if number == 3:
            organiser.withdraw(1)
            playing.remove(NAMES[0])
        first_rounds[number] = play_round(organiser, visitor, book, number, playing)
        if number == 4:  # round 4 was paired on it
            pair, old = first_rounds[3][0]
            new = "1-0" if old != "1-0" else "0-1"
            organiser.correct(3, 1, new, later=True)
            book.correct(pair, old, new)
    organiser.next_step()
    organiser.page.goto("/")
    shown = visitor.standings(organiser.slug)
    assert {name: halves(points) for name, points in shown.items()} == {
        name: book.points[name] for name in [*NAMES, LATE]
    }
    check_rounds(organiser.slug)


def play_round(
    organiser: Organiser, visitor: Visitor, book: Book, number: int, playing: set[str]
) -> list[tuple[tuple[str, str], str]]:
    organiser.pair(number)
    assert visitor.open(f"/e/{organiser.slug}/rounds/{number}/") == 404  # a draft is nobody's business
    organiser.publish()
    tables = organiser.tables()
    check_pairing(tables, book, {name for name in playing if book.losses[name] < ELIMINATION})
    see_my_table(visitor, organiser.slug, tables)
    played = [(pair, result_of(number, table)) for table, pair in enumerate(tables, 1)]
    organiser.type_results([result for _pair, result in played])
    organiser.complete(number)
    for pair, result in played:
        book.record(pair, result)
    return played


def check_pairing(tables: list[tuple[str, str]], book: Book, expected: set[str]) -> None:
    """Everybody who is in sits once; nobody meets twice; one bye if the number is odd, and nobody's second."""
    seated = Counter(name for pair in tables for name in pair)
    assert set(seated) <= expected and set(seated.values()) == {1}
    assert not book.met & {frozenset(pair) for pair in tables}
    free = expected - set(seated)
    assert len(free) == len(expected) % 2
    for name in free:
        assert book.byes[name] == 0
        assert book.points[name] <= min(book.points[p] for p in expected if not book.byes[p])
        book.byes[name] += 1
        book.points[name] += 2


def see_my_table(visitor: Visitor, slug: str, tables: list[tuple[str, str]]) -> None:
    """A player types a part of the name and reads table and opponent; the phone remembers who it is."""
    me, other = tables[4]
    visitor.find_me(slug, me.split()[0].upper(), listed(me), me)
    expect(visitor.page.get_by_role("main")).to_contain_text(other)
    visitor.open(f"/e/{slug}/")
    card = visitor.page.locator("#you")
    expect(card).to_be_visible()
    expect(card).to_contain_text(other)
    expect(card.locator(".place__table b")).to_have_text("5")
    expect(card).to_contain_text("You move first.")


def listed(name: str) -> str:
    """A name in a list from A to Z: the family name first; one with Japanese characters stays as it was typed."""
    given, family = name.split()
    return name if family == "佐々木" else f"{family}, {given}"


def halves(points: str) -> int:
    return int(2 * float(points.replace("½", ".5")))


def check_rounds(slug: str) -> None:
    """Every stored round against the independent checker, from the document it was paired on."""
    rounds = Round.objects.filter(tournament=Tournament.objects.get(slug=slug)).order_by("number")
    assert rounds.count() == ROUNDS
    for round_ in rounds:
        assert check(round_.input.document, as_answer(round_)) == []


def as_answer(round_: Round) -> dict[str, Any]:
    return {
        "round": round_.number,
        "matches": [
            {
                "table": match.table,
                "seats": [seat.player.number for seat in match.seats.order_by("position")],
                "why": match.why,
            }
            for match in round_.matches.order_by("table")
        ],
        "byes": [  # absences are noted afterwards, when somebody joins late
            {"player": bye.player.number, "kind": bye.kind, "why": bye.why}
            for bye in round_.byes.exclude(kind="absent")
        ],
        "relaxed": round_.relaxed,
    }
