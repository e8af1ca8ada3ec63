"""A riichi event of 24 players through the pages: six rounds by a schedule, the cut, two final rounds, every place.

An organiser at a desk types scores; the four of one table enter theirs from two phones. There is a chombo, somebody
leaves after the third round, a table is corrected before the cut. What every page should say is worked out by `Book`
from the raw points alone, by the words of the rules for riichi mahjong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.people import Organiser, Player, Visitor
from tournaments import models

QUALIFYING, LAST, CUT = 6, 8, 8
LEFT_AFTER = 3
# In hundredths of a point.
UMA, CHOMBO, MISSED, STICK = (1500, 500, -500, -1500), -2000, -3000, 100
REASON = "Opened the hand without a win"
NAMES = [f"{given} {family}" for family in ("Ærø", "佐々木", "O'Neil") for given in
         ("Anna", "Bo", "Chiara", "Dmitri", "Élodie", "Fatima", "Göran", "Hanne")]  # fmt: skip


@dataclass(frozen=True)
class Game:
    """One table: names from East to North ("" for a house player), what they had at the end, sticks left."""

    round: int
    table: int
    players: tuple[str, ...]
    raw: tuple[int, ...]
    sticks: int = 0
    chombo: int | None = None

    def place(self, seat: int) -> int:
        return 1 + sum(score > self.raw[seat] for score in self.raw)

    def points(self, seat: int) -> int:
        """(raw - 30,000) / 1,000 and the uma, shared by those who are level; sticks to the winner; the penalty."""
        place, level = self.place(seat), self.raw.count(self.raw[seat])
        uma = sum(UMA[place - 1 : place - 1 + level]) // level
        sticks = STICK * self.sticks if place == 1 else 0
        return (self.raw[seat] - 30_000) // 10 + uma + sticks + (CHOMBO if seat == self.chombo else 0)


@dataclass
class Book:
    """What was played, written down by hand."""

    games: list[Game] = field(default_factory=list)
    drawn: dict[str, int] = field(default_factory=dict)
    leaver: str = ""

    def of(self, name: str, last: int) -> list[tuple[Game, int]]:
        """The games of a player up to a round, and the seat in each."""
        games = [game for game in self.games if game.round <= last and name in game.players]
        return [(game, game.players.index(name)) for game in games]

    def sum(self, name: str, last: int) -> int:
        missed = max(0, last - LEFT_AFTER) if name == self.leaver else 0
        return sum(game.points(seat) for game, seat in self.of(name, last)) + MISSED * missed

    def carried(self, name: str) -> int:
        """Half of what somebody has after the qualifying rounds."""
        return self.sum(name, QUALIFYING) // 2

    def total(self, name: str, last: int) -> int:
        if last < QUALIFYING:
            return self.sum(name, last)
        return self.carried(name) + self.sum(name, last) - self.sum(name, QUALIFYING)

    def places(self, name: str, last: int) -> list[int]:
        counted = Counter(game.place(seat) for game, seat in self.of(name, last))
        return [counted[place] for place in (1, 2, 3, 4)]

    def best(self, name: str, last: int) -> int:
        return max(game.points(seat) for game, seat in self.of(name, last))

    def raw(self, name: str, last: int) -> int:
        return sum(game.raw[seat] for game, seat in self.of(name, last))

    def ordered(self, names: list[str], last: int) -> list[str]:
        """By total, best placements, highest single game, raw points, number drawn."""

        def key(name: str) -> tuple[int, ...]:
            chain = (*self.places(name, last)[:3], self.best(name, last), self.raw(name, last))
            return (self.total(name, last), *chain, -self.drawn[name])

        return sorted(names, key=key, reverse=True)

    def cut(self) -> list[str]:
        return self.ordered([name for name in NAMES if name != self.leaver], QUALIFYING)[:CUT]

    def ranking(self, last: int) -> list[str]:
        """Nobody of the cut behind anybody else; in the end the four of the final table before the other four."""
        if last < QUALIFYING:
            return self.ordered(NAMES, last)
        groups = [self.cut()]
        if last == LAST:
            seeded = self.ordered(self.cut(), LAST - 1)
            groups = [seeded[:4], seeded[4:]]
        groups.append([name for name in NAMES if name not in self.cut()])
        return [name for group in groups for name in self.ordered(group, last)]

    def final_tables(self, number: int) -> list[set[str]]:
        """Round 7: 1, 3, 6, 8 and 2, 4, 5, 7; round 8: the best four, the other four; the rest by standing."""
        top = self.ordered(self.cut(), number - 1)
        rest = [name for name in NAMES if name not in top and name != self.leaver]
        rest = self.ordered(rest, number - 1)
        first = (0, 2, 5, 7) if number == QUALIFYING + 1 else (0, 1, 2, 3)
        tables = [{top[at] for at in first}, {name for at, name in enumerate(top) if at not in first}]
        return tables + [set(rest[at : at + 4]) for at in range(0, len(rest), 4)]


def hundredths(shown: str) -> int:
    """Points as the pages show them: +27.3, −7.0, 0.0."""
    sign = -1 if shown.startswith("−") else 1
    whole, part = shown.lstrip("+−").split(".")
    return sign * (100 * int(whole) + int(part.ljust(2, "0")))


def some_game(random: Random, number: int, table: int, players: tuple[str, ...]) -> Game:
    """Four scores, now and then level; now and then sticks are left, where there is one winner to take them."""
    if (number, table) == (1, 1):
        return Game(
            number, table, players, (42_300, 31_200, 28_000, 18_500)
        )  # the worked examples of the rules
    if (number, table) == (2, 1):
        return Game(number, table, players, (35_000, 35_000, 30_000, 20_000), chombo=2)
    first, second, third = (30_000 + random.choice((0, random.randrange(-220, 220))) * 100 for _ in range(3))
    sticks = random.choice((0, 0, 0, 1, 2))
    scores = [first, second, third, 120_000 - 1000 * sticks - first - second - third]
    if scores.count(max(scores)) > 1:
        scores[3], sticks = scores[3] + 1000 * sticks, 0
    return Game(number, table, players, tuple(scores), sticks)


@pytest.fixture
def phones(open_page: Callable[[dict[str, int]], Page]) -> tuple[Player, Player]:
    """Two people with phones, whoever they turn out to be."""
    return Player(open_page(PHONE)), Player(open_page(PHONE))


def test_a_riichi_event_from_the_form_to_every_place(
    organiser: Organiser, visitor: Visitor, phones: tuple[Player, Player]
) -> None:
    book, random = Book(), Random("riichi")
    organiser.create_riichi_event("Riichi Open", rounds=LAST, rounds_per_day=4, seed="spring")
    organiser.paste_players(NAMES)
    book.drawn = organiser.draw_numbers({NAMES[6]: 1, NAMES[17]: 24})
    assert sorted(book.drawn.values()) == list(range(1, 25))
    assert (book.drawn[NAMES[6]], book.drawn[NAMES[17]]) == (1, 24)
    organiser.plan_schedule()
    for number in range(1, LAST + 1):
        if number == LEFT_AFTER + 1:
            book.leaver = book.ranking(LEFT_AFTER)[4]
            organiser.withdraw(1 + NAMES.index(book.leaver))
        play_round(organiser, phones, book, number, random)
        if number == 2:
            see_the_chombo(organiser, visitor, book)
        if number == LEFT_AFTER + 1:
            see_the_house_player(organiser, visitor, book)
        if number == QUALIFYING:
            check_schedule(book)
            correct_before_the_cut(organiser, book)
        organiser.open("standings/")
        check_standings(Visitor(organiser.page).rows(), book, number)
    organiser.next_step()
    expect(organiser.page.get_by_role("heading", level=1)).to_have_text("Final standings")
    see_the_end(visitor, organiser.slug, book)


def play_round(
    organiser: Organiser, phones: tuple[Player, Player], book: Book, number: int, random: Random
) -> None:
    organiser.pair(number)
    tables = organiser.tables_of_four()
    check_draft(tables, book, number)
    organiser.publish()
    games = [some_game(random, number, table, players) for table, players in enumerate(tables, 1)]
    by_phone = 3 if number == 2 else None
    if by_phone:
        games[by_phone - 1] = replace(games[by_phone - 1], raw=(48_900, 36_600, -1_500, 36_000), sticks=0)
        from_the_phones(organiser, phones, games[by_phone - 1])
    for game in games:
        if game.table != by_phone:
            why = "" if game.chombo is None else REASON
            organiser.type_scores(game.table, game.raw, sticks=game.sticks, chombo=game.chombo, why=why)
    expect(organiser.page.get_by_test_id("missing-count")).to_have_text("0")
    expect(organiser.page.get_by_test_id("complete")).to_be_focused()
    organiser.complete(number)
    book.games += games


def from_the_phones(organiser: Organiser, phones: tuple[Player, Player], game: Game) -> None:
    """East enters, South confirms, and the desk sees it come in without doing anything."""
    east, south = phones
    for phone, name in zip(phones, game.players, strict=False):
        person = models.Player.objects.get(name=name)
        phone.own = f"/e/{organiser.slug}/me/{person.key}/"
    east.enter_scores(game.raw)
    expect(organiser.page.get_by_test_id(f"claim-{game.table}")).to_be_visible(timeout=15_000)
    south.confirm_scores(game.players[0])
    for seat, score in enumerate(game.raw):
        expect(organiser.score_box(game.table, f"raw_{seat}")).to_have_value(str(score), timeout=15_000)
    expect(organiser.page.get_by_test_id("missing-count")).to_have_text("5")


def check_draft(tables: list[tuple[str, ...]], book: Book, number: int) -> None:
    """Everybody who is there sits once, with one house player for who has left; after the cut by the standings."""
    here = [name for name in NAMES if name != book.leaver]
    seated = Counter(name for table in tables for name in table)
    assert seated == Counter([*here, *[""] * bool(book.leaver)])
    if number > QUALIFYING:
        assert [set(table) - {""} for table in tables] == book.final_tables(number)
        assert [("" in table) for table in tables] == [False] * 5 + [True]


def check_schedule(book: Book) -> None:
    """As good as 24 players in six rounds can have it: nobody met twice, no wind missed or had three times."""
    pairs = Counter(frozenset(two) for game in book.games for two in combinations(game.players, 2))
    assert max(times for two, times in pairs.items() if "" not in two) == 1
    for name in NAMES:
        if name != book.leaver:
            winds = Counter(seat for _game, seat in book.of(name, QUALIFYING))
            assert set(winds) == {0, 1, 2, 3} and max(winds.values()) == 2


def see_the_chombo(organiser: Organiser, visitor: Visitor, book: Book) -> None:
    game = next(game for game in book.games if game.chombo is not None)
    assert [game.points(seat) for seat in range(4)] == [1500, 1500, -2500, -2500]
    visitor.open(f"/e/{organiser.slug}/rounds/{game.round}/")
    row = visitor.page.locator(f"#table-{game.table} .game__seat").nth(game.chombo or 0)
    expect(row).to_contain_text(game.players[game.chombo or 0])
    expect(row).to_contain_text("penalty −20.0")
    organiser.open("log/")
    expect(organiser.page.get_by_role("main")).to_contain_text(REASON)


def see_the_house_player(organiser: Organiser, visitor: Visitor, book: Book) -> None:
    """The three others of the table see who sits with them, on the public page of the round."""
    game = next(game for game in book.games if "" in game.players)
    visitor.open(f"/e/{organiser.slug}/rounds/{game.round}/")
    seats = visitor.page.locator(f"#table-{game.table} .game__who")
    expect(seats).to_contain_text([name or "House player" for name in game.players])


def correct_before_the_cut(organiser: Organiser, book: Book) -> None:
    """A table of round 4 was read upside down, one that decides who is in the cut: the preview says what changes."""
    before = {
        name: (rank, book.total(name, QUALIFYING)) for rank, name in enumerate(book.ranking(QUALIFYING), 1)
    }
    cut = set(book.cut())
    wrong, right = next(
        (game, turned)
        for game in book.games
        if game.round == 4
        for turned in [replace(game, raw=game.raw[::-1])]
        if set(with_game(book, game, turned).cut()) != cut
    )
    lines = organiser.correct_scores(4, wrong.table, right.raw, "read upside down")
    book.games = with_game(book, wrong, right).games
    after = {
        name: (rank, book.total(name, QUALIFYING)) for rank, name in enumerate(book.ranking(QUALIFYING), 1)
    }
    assert {
        name: (then_and_now(rank, int), then_and_now(points, hundredths)) for name, rank, points in lines
    } == {
        name: tuple(zip(before[name], after[name], strict=True))
        for name in NAMES
        if before[name] != after[name]
    }
    moved = organiser.page.get_by_test_id("cut-line")
    assert set(moved.locator("bdi").all_text_contents()) == cut ^ set(book.cut())
    organiser.confirm_correction()


def with_game(book: Book, old: Game, new: Game) -> Book:
    return replace(book, games=[new if game == old else game for game in book.games])


def then_and_now(shown: str, read: Callable[[str], int]) -> tuple[int, int]:
    """What stands before and after an arrow (3 → 5); without one it is the same value."""
    then, _arrow, now = shown.partition(" → ")
    return read(then), read(now or then)


def check_standings(rows: list[dict[str, str]], book: Book, number: int) -> None:
    """Every line of a page: place, name, total, what was carried, how often first to fourth, the rest of the chain."""
    names = book.ranking(number)
    assert [(row["Rank"], row["Player"]) for row in rows] == [
        (str(at), name) for at, name in enumerate(names, 1)
    ]
    for name, row in zip(names, rows, strict=True):
        assert hundredths(row["Pts"]) == book.total(name, number), name
        assert row["1-2-3-4"] == "-".join(map(str, book.places(name, number)))
        if number >= QUALIFYING:
            assert hundredths(row["Carried"]) == book.carried(name)
        assert hundredths(row["Best"]) == book.best(name, number)
        assert int(row["Raw"].replace(",", "")) == book.raw(name, number)
        assert int(row["Draw"]) == book.drawn[name]


def see_the_end(visitor: Visitor, slug: str, book: Book) -> None:
    """The final standings on a phone, which they fit."""
    visitor.open(f"/e/{slug}/standings/")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Final standings")
    check_standings(visitor.rows(), book, LAST)
    assert visitor.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    names = book.ranking(LAST)
    final_table = {
        name for game in book.games if (game.round, game.table) == (LAST, 1) for name in game.players
    }
    assert set(names[:4]) == final_table
    assert book.leaver in names[CUT:]
