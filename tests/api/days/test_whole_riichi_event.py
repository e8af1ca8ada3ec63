"""A riichi event of 12 players through the API and nothing else: three rounds by a schedule, the cut, two final rounds.

One player leaves after the second round, another one gets a penalty, a result is corrected. Everything shown is held
against `Book`, which works out points, totals, the cut, tables and places anew from raw points, by the words of the
rules (riichi mahjong, sections 2 to 4) and in plain fractions.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import chain
from random import Random
from typing import Any

import pytest

from pairing import document
from pairing.recheck import recheck
from tests.api.conftest import Api

PLAYERS, QUALIFYING, FINALS = 12, 3, 2
LEFT_AFTER, CHOMBO, MISSED = 2, -20, -30
UMA = (15, 5, -5, -15)
EVENT = "events/open/"
SETTINGS = {
    "name": "Riichi Open",
    "slug": "open",
    "system": "mahjong_final",
    "options": {"cut": 8, "carry": 0.5, "final_rounds": FINALS, "rounds_per_day": 4},
    "rounds_planned": QUALIFYING + FINALS,
    "scoring": {"preset": "ema"},
    "draw_seed": "spring",
}
# The worked example of EMA, and that of a tie, by round; at table 1.
EXAMPLES = {1: [42_300, 31_200, 28_000, 18_500], 2: [35_000, 35_000, 30_000, 20_000]}

Row = tuple[list[int], list[int], list[Fraction]]  # players East to North, raw points, penalties
pytestmark = pytest.mark.django_db


class Book:
    """What was played, written down by hand: the independent side of every check."""

    def __init__(self, draw: dict[int, int]) -> None:
        self.draw = draw
        self.rounds: dict[int, dict[int, Row]] = {}
        self.leaver = 0

    def final_points(self, row: Row) -> list[Fraction]:
        """(raw - 30,000) / 1,000 + uma + penalty; those level share the uma of their places."""
        _players, raw, penalties = row
        points = []
        for score, penalty in zip(raw, penalties, strict=True):
            above, level = sum(other > score for other in raw), raw.count(score)
            uma = Fraction(sum(UMA[above : above + level]), level)
            points.append(Fraction(score - 30_000, 1000) + uma + penalty)
        return points

    def games(self, player: int, rounds: int) -> list[tuple[Fraction, int, int]]:
        """Points, place and raw points of each game played."""
        found = []
        for row in (row for n in range(1, rounds + 1) for row in self.rounds[n].values() if player in row[0]):
            at = row[0].index(player)
            place = 1 + sum(other > row[1][at] for other in row[1])
            found.append((self.final_points(row)[at], place, row[1][at]))
        return found

    def summed(self, player: int, last: int) -> Fraction:
        missed = max(0, last - LEFT_AFTER) if player == self.leaver else 0
        return sum((game[0] for game in self.games(player, last)), Fraction(MISSED * missed))

    def total(self, player: int, rounds: int) -> Fraction:
        """The sum, of which half is carried over after the qualifying rounds."""
        carried = self.summed(player, QUALIFYING) / 2 if rounds >= QUALIFYING else 0
        return self.summed(player, rounds) - carried

    def placements(self, player: int, rounds: int) -> list[int]:
        places = [place for _points, place, _raw in self.games(player, rounds)]
        return [places.count(place) for place in (1, 2, 3, 4)]

    def ordered(self, players: list[int], rounds: int) -> list[int]:
        """By total, then best placements, highest single game, raw points, number drawn."""

        def key(player: int) -> tuple[Any, ...]:
            games = self.games(player, rounds)
            best = max(points for points, _place, _raw in games)
            raw = sum(raw for _points, _place, raw in games)
            return (
                self.total(player, rounds),
                *self.placements(player, rounds)[:3],
                best,
                raw,
                -self.draw[player],
            )

        return sorted(players, key=key, reverse=True)

    def cut(self) -> list[int]:
        return self.ordered([player for player in self.draw if player != self.leaver], QUALIFYING)[:8]

    def groups(self, rounds: int) -> list[list[int]]:
        """Everybody in the order of the standings after a round; nobody passes a group before the own one."""
        if rounds < QUALIFYING:
            return [self.ordered(list(self.draw), rounds)]
        top = self.cut()
        groups = [top]
        if rounds == QUALIFYING + FINALS:
            seeded = self.ordered(top, rounds - 1)
            groups = [seeded[:4], seeded[4:]]
        groups.append([player for player in self.draw if player not in top])
        return [self.ordered(group, rounds) for group in groups]

    def final_tables(self, number: int) -> list[set[int]]:
        """Who sits together in a round after the cut; one who has left has a house player in the place."""
        top = self.ordered(self.cut(), number - 1)
        rest = {player for player in self.draw if player not in top} - {self.leaver}
        if number == QUALIFYING + 1:
            return [{top[0], top[2], top[5], top[7]}, {top[1], top[3], top[4], top[6]}, rest]
        return [set(top[:4]), set(top[4:]), rest]


def some_scores(random: Random) -> list[int]:
    """Four raw scores of 120,000 in all, now and then level."""
    first, second, third = (random.choice((0, random.randrange(-280, 280))) * 100 for _ in range(3))
    return [30_000 + first, 30_000 + second, 30_000 + third, 30_000 - first - second - third]


def register(api: Api) -> Book:
    event = api.post("events/", SETTINGS, 201)
    assert (event["seats"], event["scoring"]["uma"]) == (4, list(UMA))
    assert (event["scoring"]["chombo"], event["scoring"]["missed_game"]) == (CHOMBO, MISSED)
    rows = [{"name": f"Player {number}"} for number in range(1, PLAYERS + 1)]
    api.post(f"{EVENT}players/bulk/", {"players": rows}, 201)
    api.post(f"{EVENT}players/draw-numbers/")
    return Book({row["number"]: row["draw_number"] for row in api.get(f"{EVENT}players/")["results"]})


def check_draft(sheet: dict[str, Any], book: Book, plan: dict[str, Any]) -> None:
    """Everybody there sits once: by the schedule with a house player for who has left, after the cut by the rules."""
    number, gone = sheet["number"], {book.leaver} - {0}
    tables = [[0 if seat["house"] else seat["number"] for seat in m["seats"]] for m in sheet["matches"]]
    assert Counter(chain(*tables)) == Counter({*book.draw} - gone) + Counter([0] * len(gone))
    if number <= QUALIFYING:
        planned = [table["seats"] for table in plan["rounds"][number - 1]["tables"]]
        assert tables == [[0 if p in gone else p for p in table] for table in planned]
    else:
        assert [set(table) - {0} for table in tables] == book.final_tables(number)
    before = {seat["number"]: seat["points_before"] for m in sheet["matches"] for seat in m["seats"]}
    for player in {*book.draw} - gone:
        assert Fraction(str(before[player])) == (book.total(player, number - 1) if number > 1 else 0)


def play(api: Api, book: Book, plan: dict[str, Any], random: Random) -> None:
    """The next round from Pair to completed, with a chombo at the first table of round 2."""
    sheet = api.post(f"{EVENT}rounds/pair/", {}, 201)
    check_draft(sheet, book, plan)
    number, base, rows = sheet["number"], f"{EVENT}rounds/{sheet['number']}/", []
    api.post(f"{base}publish/")
    book.rounds[number] = {}
    for match in sheet["matches"]:
        raw = EXAMPLES.get(number, some_scores(random)) if match["table"] == 1 else some_scores(random)
        penalties = [0, 0, CHOMBO if (number, match["table"]) == (2, 1) else 0, 0]
        players = [seat["number"] for seat in match["seats"]]
        book.rounds[number][match["table"]] = (players, raw, [Fraction(p) for p in penalties])
        rows.append({"table": match["table"], "scores": raw, "penalties": penalties})
    api.post(f"{base}results/", {"results": rows})
    assert api.post(f"{base}complete/")["state"] == "completed"
    for match in Api().get(base)["matches"]:
        points = book.final_points(book.rounds[number][match["table"]])
        assert [Fraction(str(shown)) for shown in match["points"]] == points
    check_standings(book, number)


def check_standings(book: Book, number: int) -> None:
    table = Api().get(f"{EVENT}standings/")
    lines = table["lines"]
    groups = book.groups(number)
    assert [line["number"] for line in lines] == list(chain(*groups))
    assert [*Counter(line["group"] for line in lines).values()] == [len(group) for group in groups]
    assert [line["rank"] for line in lines] == list(range(1, PLAYERS + 1))
    for line in lines:
        player, carried = line["number"], line["carried"]
        assert Fraction(str(line["points"])) == book.total(player, number)
        assert line["placements"] == book.placements(player, number)
        if number < QUALIFYING:
            assert carried is None
        else:
            assert Fraction(str(carried)) == book.total(player, QUALIFYING)
        whole = book.summed(player, QUALIFYING) if number == QUALIFYING else None
        assert line["before_carry"] == (None if whole is None else float(whole))
    shown = (table["cut"], table["cut_after"], len(table["groups"]))
    if number < QUALIFYING:
        last = [player for player in groups[0] if player != book.leaver][7]
        assert shown == (8, last, 0)
    else:
        assert shown == (None, None, len(groups))


def penalise_and_correct(api: Api, book: Book) -> None:
    """Before the cut is made: a penalty in round 3 comes to light, and a table of round 1 was read upside down."""
    players, _raw, penalties = book.rounds[3][1]
    seat = next(at for at, player in enumerate(players) if player in book.draw)
    body = {"player": players[seat], "points": -12.5, "note": "late by half an hour"}
    impact = api.post(f"{EVENT}rounds/3/matches/1/penalty/", body)
    penalties[seat] = Fraction("-12.5")
    assert impact["penalties_after"] == [float(penalty) for penalty in penalties]
    raw = book.rounds[1][2][1]
    raw.reverse()
    body = {"scores": raw, "note": "read upside down"}
    assert api.post(f"{EVENT}rounds/1/matches/2/correction/", body)["later_rounds"] == []
    check_standings(book, QUALIFYING)


def test_a_whole_riichi_event_through_the_api(api: Api, anybody: Api) -> None:
    random, book = Random("riichi"), register(api)
    plan = api.get(f"{EVENT}schedule/")
    assert [round_["day"] for round_ in plan["rounds"]] == [1] * QUALIFYING
    play(api, book, plan, random)
    play(api, book, plan, random)
    book.leaver = book.groups(LEFT_AFTER)[0][4]
    api.post(f"{EVENT}players/{book.leaver}/withdraw/")
    assert anybody.get(f"{EVENT}players/{book.leaver}/coming/") == []
    play(api, book, plan, random)
    penalise_and_correct(api, book)
    play(api, book, plan, random)
    play(api, book, plan, random)
    assert api.post(f"{EVENT}rounds/pair/", {}, 409)["code"] == "no_round_left"
    assert api.post(f"{EVENT}finish/")["status"] == "finished"
    assert api.post(f"{EVENT}players/", {"name": "Too late"}, 409)["code"] == "event_finished"
    history = anybody.get(f"{EVENT}players/{book.leaver}/history/")
    assert [row["missed"] for row in history] == [False] * 2 + [True] * 3
    assert [row["points"] for row in history[2:]] == [MISSED] * 3
    assert [Fraction(str(row["total"])) for row in history] == [
        book.total(book.leaver, n) for n in range(1, 6)
    ]
    check_document(api, book)


def check_document(api: Api, book: Book) -> None:
    """The exported event says the same: to the tools, and as an event of its own."""
    exported = api.get(f"{EVENT}document/")
    assert [row["house"] for row in exported["players"] if row["id"] not in book.draw] == [True]
    found = Api().post("tools/standings/", exported)["standings"]
    last = QUALIFYING + FINALS
    places = list(chain(*book.groups(last)))
    assert [(line["player"], Fraction(str(line["points"]))) for line in found] == [
        (player, book.total(player, last)) for player in places
    ]
    assert [check.same for check in recheck(document.load(exported))] == [True] * last
    copy = api.post("events/import/", exported, 201)
    shown = (api.get(f"events/{slug}/standings/")["lines"] for slug in (copy["slug"], "open"))
    assert next(shown) == next(shown)
