"""A riichi event of 24 players through the API and nothing else: six rounds by a schedule, the cut, two final rounds.

One player leaves after the third round, another one gets a penalty, a result is corrected, the four of one table enter
their scores themselves. Everything shown is held against `Book`, which works out points, totals, the cut, tables and
places anew from raw points, by the words of the rules (riichi mahjong, sections 2 to 4) and in plain fractions.
"""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pytest_django.live_server_helper import LiveServer

from tests.api.test_whole_event import Http, organiser, visitor
from tests.pairing.calls import answer
from tests.pairing.verify_seating import problems, recount

__all__ = ["organiser", "visitor"]

PLAYERS, QUALIFYING, FINALS = 24, 6, 2
LEFT_AFTER, CHOMBO, MISSED = 3, -20, -30
UMA = (15, 5, -5, -15)

Row = tuple[list[int], list[int], list[Fraction]]  # players East to North, raw points, penalties


class Book:
    """What was played, written down by hand: the independent side of every check."""

    def __init__(self, people: list[int]) -> None:
        self.people = people
        self.rounds: dict[int, dict[int, Row]] = {}
        self.draw: dict[int, int] = {}
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
        for number in range(1, rounds + 1):
            for row in self.rounds[number].values():
                if player in row[0]:
                    at = row[0].index(player)
                    place = 1 + sum(other > row[1][at] for other in row[1])
                    found.append((self.final_points(row)[at], place, row[1][at]))
        return found

    def total(self, player: int, rounds: int) -> Fraction:
        """The sum, of which half is carried over after the qualifying rounds."""

        def summed(last: int) -> Fraction:
            missed = max(0, last - LEFT_AFTER) if player == self.leaver else 0
            return sum((game[0] for game in self.games(player, last)), Fraction(MISSED * missed))

        qualifying = summed(min(rounds, QUALIFYING))
        return summed(rounds) - qualifying / 2 if rounds >= QUALIFYING else qualifying

    def placements(self, player: int, rounds: int) -> list[int]:
        places = [place for _points, place, _raw in self.games(player, rounds)]
        return [places.count(place) for place in (1, 2, 3, 4)]

    def key(self, player: int, rounds: int) -> tuple[Any, ...]:
        """Total, then best placements, highest single game, raw points, number drawn."""
        games = self.games(player, rounds)
        return (
            self.total(player, rounds),
            *self.placements(player, rounds)[:3],
            max(points for points, _place, _raw in games),
            sum(raw for _points, _place, raw in games),
            -self.draw[player],
        )

    def ordered(self, players: list[int], rounds: int) -> list[int]:
        return sorted(players, key=lambda player: self.key(player, rounds), reverse=True)

    def cut(self) -> list[int]:
        return self.ordered(self.here(), QUALIFYING)[:8]

    def here(self) -> list[int]:
        return [player for player in self.people if player != self.leaver]

    def places(self, rounds: int) -> list[int]:
        """Everybody in the order of the standings after a round."""
        if rounds < QUALIFYING:
            return self.ordered(self.people, rounds)
        top = self.cut()
        rest = [player for player in self.people if player not in top]
        if rounds < QUALIFYING + FINALS:
            return self.ordered(top, rounds) + self.ordered(rest, rounds)
        final_table = self.ordered(top, rounds - 1)[:4]
        others = [player for player in top if player not in final_table]
        return [player for group in (final_table, others, rest) for player in self.ordered(group, rounds)]

    def final_tables(self, number: int) -> list[set[int]]:
        """Who sits together in a round after the cut; a table with a house player has one person less."""
        top = self.cut() if number == QUALIFYING + 1 else self.ordered(self.cut(), number - 1)
        rest = self.ordered([p for p in self.here() if p not in top], number - 1)
        if number == QUALIFYING + 1:
            tables = [{top[0], top[2], top[5], top[7]}, {top[1], top[3], top[4], top[6]}]
        else:
            tables = [set(top[:4]), set(top[4:])]
        return tables + [set(rest[at : at + 4]) for at in range(0, len(rest), 4)]


def some_scores(random: Random) -> list[int]:
    """Four raw scores of 120,000 in all, now and then level."""
    first, second, third = (random.choice((0, random.randrange(-280, 280))) * 100 for _ in range(3))
    return [30_000 + first, 30_000 + second, 30_000 + third, 30_000 - first - second - third]


def register(organiser: Http) -> tuple[str, Book]:
    settings = {
        "name": "Riichi Open",
        "system": "mahjong_final",
        "options": {"cut": 8, "carry": 0.5, "final_rounds": FINALS, "rounds_per_day": 4},
        "rounds_planned": QUALIFYING + FINALS,
        "scoring": {"preset": "ema"},
        "draw_seed": "spring",
    }
    event = organiser("POST", "events/", settings, status=201)
    slug: str = event["slug"]
    assert (event["seats"], event["scoring"]["uma"]) == (4, list(UMA))
    assert (event["scoring"]["chombo"], event["scoring"]["missed_game"]) == (CHOMBO, MISSED)
    rows = [{"name": f"Player {number}"} for number in range(1, PLAYERS + 1)]
    added = organiser("POST", f"events/{slug}/players/bulk/", {"players": rows}, status=201)
    book = Book([row["number"] for row in added])
    organiser("PUT", f"events/{slug}/players/7/draw-number/", {"number": 1})
    assert organiser("POST", f"events/{slug}/players/draw-numbers/") == {"changed": PLAYERS - 1}
    drawn = organiser("GET", f"events/{slug}/players/")["results"]
    book.draw = {row["number"]: row["draw_number"] for row in drawn}
    assert sorted(book.draw.values()) == list(range(1, PLAYERS + 1)) and book.draw[7] == 1
    return slug, book


def check_schedule(organiser: Http, visitor: Http, slug: str, book: Book) -> dict[str, Any]:
    """Six rounds, everybody once in each, as good as the rules promise for 24 players; for the staff only as yet."""
    visitor("GET", f"events/{slug}/schedule/", status=404)
    visitor("GET", f"events/{slug}/players/7/coming/", status=404)
    plan: dict[str, Any] = organiser("GET", f"events/{slug}/schedule/")
    rounds = [[table["seats"] for table in round_["tables"]] for round_ in plan["rounds"]]
    assert problems(rounds, PLAYERS, QUALIFYING) == [] and plan["quality"] == recount(rounds, 4)
    quality = plan["quality"]
    assert (quality["max_meetings"], quality["opponent_spread"], quality["most_opponents"]) == (1, 0, 18)
    assert {"max_meetings", "opponent_spread", "most_opponents"} <= set(plan["proven_optimal"])
    assert [round_["day"] for round_ in plan["rounds"]] == [1, 1, 1, 1, 2, 2]
    return plan


def check_draft(sheet: dict[str, Any], book: Book, plan: dict[str, Any]) -> None:
    """Everybody there sits once: by the schedule with a house player for who has left, after the cut by the rules."""
    number = sheet["number"]
    seats = [[seat["number"] for seat in match["seats"]] for match in sheet["matches"]]
    house = {seat["number"] for match in sheet["matches"] for seat in match["seats"] if seat["house"]}
    gone = {book.leaver} if number > LEFT_AFTER else set()
    assert Counter(player for table in seats for player in table if player not in house) == Counter(
        set(book.people) - gone
    )
    assert len(house) == len(gone) and not sheet["byes"]
    assert all(reason["text"] for match in sheet["matches"] for reason in match["why"])
    if number <= QUALIFYING:
        planned = [table["seats"] for table in plan["rounds"][number - 1]["tables"]]
        assert seats == [[house.copy().pop() if p in gone else p for p in table] for table in planned]
    else:
        assert [set(table) - house for table in seats] == book.final_tables(number)
        assert [bool(house & set(table)) for table in seats] == [False] * 5 + [True]
    shown = {seat["number"]: seat["points_before"] for match in sheet["matches"] for seat in match["seats"]}
    for player in set(book.people) - gone:
        before = book.total(player, number - 1) if number > 1 else 0
        assert Fraction(str(shown[player])) == before


def enter(organiser: Http, base: str, sheet: dict[str, Any], book: Book, random: Random) -> None:
    """All but the last table at once, the last one by itself, after a score that cannot be."""
    number = sheet["number"]
    book.rounds[number] = {}
    rows = []
    for match in sheet["matches"]:
        raw, penalties = some_scores(random), [0, 0, 0, 0]
        if (number, match["table"]) == (1, 1):
            raw = [42_300, 31_200, 28_000, 18_500]  # the worked example of EMA
        if (number, match["table"]) == (2, 1):
            raw, penalties = [35_000, 35_000, 30_000, 20_000], [0, 0, CHOMBO, 0]  # and that of a tie
        players = [seat["number"] for seat in match["seats"]]
        book.rounds[number][match["table"]] = (players, raw, [Fraction(p) for p in penalties])
        rows.append({"table": match["table"], "scores": raw, "penalties": penalties})
    *most, last = rows
    organiser("POST", f"{base}results/", {"results": most})
    missing = organiser("POST", f"{base}complete/", status=409)
    assert (missing["code"], missing["params"]["tables"]) == ("missing_results", [last["table"]])
    wrong = [last["scores"][0] + 500, *last["scores"][1:]]
    refused = organiser("PUT", f"{base}matches/{last['table']}/result/", {"scores": wrong}, status=400)
    assert (refused["code"], refused["field"], refused["params"]["difference"]) == (
        "sum_too_high",
        "scores",
        500,
    )
    organiser("PUT", f"{base}matches/{last['table']}/result/", {"scores": last["scores"], "expected": None})


def check_tables(visitor: Http, base: str, book: Book) -> None:
    """Points and places of every table."""
    sheet = visitor("GET", base)
    for match in sheet["matches"]:
        row = book.rounds[sheet["number"]][match["table"]]
        assert [Fraction(str(points)) for points in match["points"]] == book.final_points(row)
        assert match["places"] == [1 + sum(other > raw for other in row[1]) for raw in row[1]]
        assert sum(match["points"]) - sum(match["penalties"]) == pytest.approx(0)


def check_standings(visitor: Http, slug: str, book: Book, number: int) -> None:
    table = visitor("GET", f"events/{slug}/standings/")
    assert (table["after_round"], table["is_complete"]) == (number, True)
    lines = table["lines"]
    assert [line["number"] for line in lines] == book.places(number)
    assert [line["rank"] for line in lines] == list(range(1, PLAYERS + 1))
    for line in lines:
        assert Fraction(str(line["points"])) == book.total(line["number"], number)
        assert line["placements"] == book.placements(line["number"], number)
    carried = {line["number"]: line["carried"] for line in lines}
    if number < QUALIFYING:
        assert {line["group"] for line in lines} == {0} and set(carried.values()) == {None}
        last = [player for player in book.places(number) if player != book.leaver][7]
        assert (table["cut"], table["cut_after"], table["groups"]) == (8, last, [])
    else:
        assert {p: Fraction(str(points)) for p, points in carried.items()} == {
            p: book.total(p, QUALIFYING) for p in book.people
        }
        assert (table["cut"], len(table["groups"])) == (None, len({line["group"] for line in lines}))
    if number == QUALIFYING + FINALS:
        assert [line["group"] for line in lines] == [0] * 4 + [1] * 4 + [2] * 16


def play(organiser: Http, visitor: Http, slug: str, book: Book, plan: dict[str, Any], random: Random) -> None:
    """The next round from Pair to completed."""
    sheet = organiser("POST", f"events/{slug}/rounds/pair/", {}, status=201)
    base = f"events/{slug}/rounds/{sheet['number']}/"
    check_draft(sheet, book, plan)
    visitor("GET", base, status=404)
    organiser("POST", f"{base}publish/")
    enter(organiser, base, sheet, book, random)
    assert organiser("POST", f"{base}complete/")["state"] == "completed"
    check_tables(visitor, base, book)
    check_standings(visitor, slug, book, sheet["number"])


def by_the_players(organiser: Http, visitor: Http, slug: str, book: Book) -> None:
    """Table 2 of the round that is played: East enters, South says it is wrong, East enters again, South confirms."""
    keys = {row["number"]: row["key"] for row in organiser("GET", f"events/{slug}/players/")["results"]}
    number = max(book.rounds)
    players, raw, _penalties = book.rounds[number][2]
    east, south = (f"events/{slug}/me/{keys[player]}/" for player in players[:2])
    turned = {"round": number, "scores": raw[::-1]}
    claim = visitor("POST", f"{east}scores/", turned)
    assert claim["state"] == "waiting"
    assert visitor("GET", south)["table"]["state"] == "theirs"
    visitor("POST", f"{south}claims/{claim['id']}/dispute/", {"note": "turned round"})
    assert [row["state"] for row in organiser("GET", f"events/{slug}/claims/")] == ["disputed"]
    claim = visitor("POST", f"{east}scores/", {"round": number, "scores": raw})
    assert visitor("POST", f"{east}claims/{claim['id']}/confirm/", status=409)["code"] == "own_claim"
    assert visitor("POST", f"{south}claims/{claim['id']}/confirm/")["state"] == "confirmed"
    assert visitor("GET", east)["table"]["state"] == "counted"


@pytest.mark.django_db(transaction=True)
def test_a_whole_riichi_event_over_http(
    organiser: Http, visitor: Http, live_server: LiveServer, tmp_path: Path
) -> None:
    random = Random("riichi")
    slug, book = register(organiser)
    plan = check_schedule(organiser, visitor, slug, book)
    play(organiser, visitor, slug, book, plan, random)
    assert visitor("GET", f"events/{slug}/schedule/")["rounds"][1:] == plan["rounds"][1:]
    coming = visitor("GET", f"events/{slug}/players/7/coming/")
    assert [row["round"] for row in coming] == [2, 3, 4, 5, 6]
    assert len({other["number"] for row in coming for other in row["others"]}) == 15
    play(organiser, visitor, slug, book, plan, random)
    play(organiser, visitor, slug, book, plan, random)

    book.leaver = book.places(LEFT_AFTER)[4]
    gone = organiser("POST", f"events/{slug}/players/{book.leaver}/withdraw/")
    assert gone["left_after_round"] == LEFT_AFTER
    assert visitor("GET", f"events/{slug}/players/{book.leaver}/coming/") == []
    for _number in range(4, QUALIFYING + 1):
        play(organiser, visitor, slug, book, plan, random)

    penalise_and_correct(organiser, visitor, slug, book)
    for _number in range(FINALS):
        play(organiser, visitor, slug, book, plan, random)
    players_enter(organiser, visitor, slug, book)

    refused = organiser("POST", f"events/{slug}/rounds/pair/", {}, status=409)
    assert refused["code"] == "no_round_left"
    assert organiser("POST", f"events/{slug}/finish/")["status"] == "finished"
    check_standings(visitor, slug, book, QUALIFYING + FINALS)
    assert book.leaver in book.places(QUALIFYING + FINALS)[8:]
    check_leaver(visitor, slug, book)
    check_document(organiser, visitor, slug, book, tmp_path)


def check_leaver(visitor: Http, slug: str, book: Book) -> None:
    """Three games and five missed ones, each of which costs as much as the scoring says."""
    rounds = visitor("GET", f"events/{slug}/players/{book.leaver}/history/")
    assert [row["missed"] for row in rounds] == [False] * 3 + [True] * 5
    assert [row["points"] for row in rounds[3:]] == [MISSED] * 5
    for number, row in enumerate(rounds, start=1):
        assert Fraction(str(row["total"])) == book.total(book.leaver, number)
        assert row["rank"] == book.places(number).index(book.leaver) + 1


def penalise_and_correct(organiser: Http, visitor: Http, slug: str, book: Book) -> None:
    """Before the cut is made: a penalty in round 5 comes to light, and a table of round 4 was read upside down."""
    players, raw, penalties = book.rounds[5][3]
    spot = f"events/{slug}/rounds/5/matches/3/"
    culprit = next(player for player in players if player in book.people)
    body = {"player": culprit, "points": -12.5, "note": "late by half an hour"}
    impact = organiser("POST", f"{spot}penalty/", body)
    penalties[players.index(culprit)] = Fraction("-12.5")
    assert impact["penalties_after"] == [float(penalty) for penalty in penalties]
    players, raw, penalties = book.rounds[4][1]
    spot = f"events/{slug}/rounds/4/matches/1/correction/"
    asked = ",".join(map(str, raw[::-1]))
    preview = organiser("GET", f"{spot}?scores={asked}")
    impact = organiser("POST", spot, {"scores": raw[::-1], "note": "read upside down"})
    assert preview == impact and impact["later_rounds"] == []
    book.rounds[4][1] = (players, raw[::-1], penalties)
    check_standings(visitor, slug, book, QUALIFYING)


def players_enter(organiser: Http, visitor: Http, slug: str, book: Book) -> None:
    """The last round once more: reopened, one table emptied, and entered by those who sit there."""
    number = QUALIFYING + FINALS
    base = f"events/{slug}/rounds/{number}/"
    organiser("POST", f"{base}reopen/")
    organiser("DELETE", f"{base}matches/2/result/")
    by_the_players(organiser, visitor, slug, book)
    organiser("POST", f"{base}complete/")
    check_tables(visitor, base, book)


def check_document(organiser: Http, visitor: Http, slug: str, book: Book, tmp_path: Path) -> None:
    """The exported event says the same: to the commands, and as an event of its own."""
    last = QUALIFYING + FINALS
    document = organiser("GET", f"events/{slug}/document/")
    assert document["scoring"]["uma"] == list(UMA) and len(document["schedule"]) == QUALIFYING
    assert {row["id"]: row["draw_number"] for row in document["players"] if "draw_number" in row} == book.draw
    assert [row["house"] for row in document["players"] if row["id"] not in book.people] == [True]
    assert document["rounds"][1]["matches"][0]["penalties"] == [0, 0, CHOMBO, 0]
    file = tmp_path / "event.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    found = answer("standings", str(file))
    assert found["after_round"] == last
    assert [line["player"] for line in found["standings"]] == book.places(last)
    assert [Fraction(str(line["points"])) for line in found["standings"]] == [
        book.total(player, last) for player in book.places(last)
    ]
    assert answer("recheck", str(file)) == {
        "same": True,
        "rounds": [{"round": number, "same": True} for number in range(1, last + 1)],
    }
    earlier = {**document, "rounds": document["rounds"][:QUALIFYING]}
    file.write_text(json.dumps(earlier), encoding="utf-8")
    plan = answer("pair", str(file))
    assert [match["seats"] for match in plan["matches"]] == [
        match["seats"] for match in document["rounds"][QUALIFYING]["matches"]
    ]
    assert plan == visitor("POST", "tools/pair/", earlier)
    assert found == visitor("POST", "tools/standings/", document)
    copy = organiser("POST", "events/import/", document, status=201)
    again = organiser("GET", f"events/{copy['slug']}/standings/")
    assert again["lines"] == visitor("GET", f"events/{slug}/standings/")["lines"]
