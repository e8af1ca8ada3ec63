"""A league of three seasons of 40 players through the API and nothing else: tiers by losses, the cut, a bracket of ten.

Somebody leaves, somebody comes late, asks for a bye, does not appear; some come under another name and are merged, a
namesake is split off. Every round, standings, rating and lot is held against `Book`, which works them out by the rules
from its own notes; the commands have to answer the same to the exported documents.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.urls import resolve
from pytest_django.live_server_helper import LiveServer

from tests.api.conftest import description
from tests.api.league_book import (
    ANOTHER_SPELLING,
    IN_BRACKET,
    LATE,
    LOSSES_ALLOWED,
    MARRIED,
    NAMESAKE,
    PEOPLE,
    Book,
    Season,
    conservative,
    field_of,
    result_of,
)
from tests.api.test_whole_event import Http, organiser, visitor
from tests.pairing.calls import run

__all__ = ["organiser", "visitor"]

SERIES = "series/city-league/"
# Of the results: with these a quarterfinal of season 3 would have been a rematch, and a semifinal is one all the same.
SEED = "s7"
THE_OTHER = f"{NAMESAKE} (the other)"


def described(http: Http) -> Callable[..., Any]:
    """The client, kept to what the API description offers: an outside program knows nothing else."""

    def ask(method: str, path: str, data: Any = None, *, status: int = 200) -> Any:
        address = resolve(f"/api/v1/{path.partition('?')[0]}")
        route = "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", address.route)
        assert str(status) in description()["paths"][route][method.lower()]["responses"]
        return http(method, path, data, status=status)

    return ask


class League:
    """The series over HTTP, with the book kept beside it, and what the commands are asked in the end."""

    def __init__(self, organiser: Http, visitor: Http) -> None:
        self.organiser, self.visitor, self.book = described(organiser), described(visitor), Book()
        self.before_rounds: list[tuple[dict[str, Any], dict[str, Any]]] = []  # the document, the draft
        self.swapped: list[tuple[int, int]] = []  # season, round

    # --- a season begins --------------------------------------------------------------------------------------------
    def begin(self, number: int, swiss: int, person: dict[str, str]) -> Season:
        """An event with its phases and players, put into the series."""
        settings = {
            "name": f"City League {number}",
            "slug": f"s{number}",
            "system": "tiered",
            "rounds_planned": swiss,
        }
        slug = self.organiser("POST", "events/", settings, status=201)["slug"]
        phases = [
            {"system": {"name": "tiered", "options": {"elimination": LOSSES_ALLOWED}}, "rounds": swiss},
            {
                "cut": {"rank": IN_BRACKET},
                "system": {"name": "bracket", "options": {"third_place": True}},
            },
        ]
        given = self.organiser("PUT", f"events/{slug}/phases/", {"phases": phases})
        assert [phase["first"] for phase in given] == [1, swiss + 1]
        if number > 1:  # a season may be in the series before its players come
            self.organiser("PUT", f"{SERIES}events/{slug}/", {"season": number})
        season = self.book.seasons[number] = Season(number, swiss)
        rows = {"players": [{"name": name} for name in field_of(number)]}
        season.add(self.organiser("POST", f"events/{slug}/players/bulk/", rows, status=201), person)
        if number == 1:
            self.organiser("PUT", f"{SERIES}events/{slug}/", {"season": number})
        self.check_persons()
        return season

    def ids(self) -> dict[str, int]:
        persons = self.organiser("GET", f"{SERIES}persons/?page_size=1000")["results"]
        return {row["name"]: row["id"] for row in persons}

    def check_persons(self) -> None:
        rows = self.visitor("GET", f"{SERIES}persons/?page_size=1000")["results"]
        found = {row["name"]: {(s["season"], s["number"]) for s in row["seasons"]} for row in rows}
        assert found == self.book.persons() and len(rows) == len(found)

    def merge(self, keep: str, other: str) -> None:
        ids = self.ids()
        self.organiser("POST", f"{SERIES}persons/{ids[keep]}/merge/", {"other": ids[other]})
        self.book.merge(keep, other)
        self.check_persons()

    def check_taken_over(self, season: Season) -> dict[str, Any]:
        """The export has the ratings from before the season and the earlier meetings that the book knows."""
        document: dict[str, Any] = self.organiser("GET", f"events/s{season.number}/document/")
        assert (document["season"], document["series"]) == (season.number, "City League")
        earlier = document.get("earlier_meetings", [])
        assert len(earlier) == len(self.book.meetings(season))
        assert {(m["season"], frozenset(m["players"])) for m in earlier} == self.book.meetings(season)
        skills = self.book.skills(before=season.number)
        for player in document["players"]:
            skill = skills.get(season.persons[player["id"]])
            if skill is None:
                assert player.get("mu") is None
            else:
                assert (player["mu"], player["sigma"]) == pytest.approx(skill, rel=1e-9)
        return document

    # --- a round ----------------------------------------------------------------------------------------------------
    def play(self, season: Season, missing: int | None = None) -> None:
        """The next round from Pair to completed; `missing` does not appear at the table."""
        number = len(season.rounds) + 1
        slug, base = f"events/s{season.number}/", f"events/s{season.number}/rounds/{number}/"
        if number == season.swiss + 1:
            self.make_cut(season)
        before = self.check_taken_over(season)
        assert self.rounds_of(before) == self.rounds_of({"rounds": season.rounds})
        sheet = self.organiser("POST", f"{slug}rounds/pair/", {}, status=201)
        self.before_rounds.append((before, sheet))
        self.check_sheet(season, sheet)
        self.organiser("POST", f"{base}publish/")
        self.check_lots(season, number)
        matches = []
        for match in sheet["matches"]:
            seats = [seat["number"] for seat in match["seats"]]
            result = result_of(SEED, season.number, number, *(season.names[p] for p in seats))
            if missing in seats:
                result = "--+" if seats[0] == missing else "+--"
            matches.append({"table": match["table"], "seats": seats, "result": result})
        results = [{"table": m["table"], "result": m["result"]} for m in matches]
        self.organiser("POST", f"{base}results/", {"results": results})
        assert self.organiser("POST", f"{base}complete/")["state"] == "completed"
        byes = [{"player": bye["number"], "kind": bye["kind"]} for bye in sheet["byes"]]
        season.enter(number, matches, byes)
        self.check_standings(season)
        self.check_ranking()

    @staticmethod
    def rounds_of(document: dict[str, Any]) -> list[tuple[Any, ...]]:
        return [
            (
                round_["number"],
                [(m["table"], m["seats"], m["result"]) for m in round_["matches"]],
                sorted((b["player"], b["kind"]) for b in round_.get("byes", [])),
            )
            for round_ in document.get("rounds", [])
        ]

    def check_sheet(self, season: Season, sheet: dict[str, Any]) -> None:
        """Matches and byes are those of the rules; a swap is told at the table, and so is a rematch that stands."""
        number, met = sheet["number"], self.book.met(season)
        pairs, byes = self.book.next_round(season)
        found = {frozenset(seat["number"] for seat in match["seats"]): match for match in sheet["matches"]}
        assert set(found) == pairs
        assert sorted(b["number"] for b in sheet["byes"] if b["kind"] == "full") == sorted(byes)
        assert all(match["why"] for match in sheet["matches"])
        rematches = [frozenset(row["players"]) for row in sheet["relaxed"] if row["rule"] == "rematch"]
        assert set(rematches) == pairs & met
        if number <= season.swiss:
            return
        told = {
            pair: [reason for reason in match["why"] if reason["code"] == "bracket_swapped"]
            for pair, match in found.items()
        }
        without = self.book.unswapped(season)
        assert {pair for pair, reasons in told.items() if reasons} == pairs - without
        if pairs == without:
            return
        self.swapped.append((season.number, number))
        assert without & met - pairs
        for pair, reasons in told.items():
            for reason in reasons:
                moved, other = reason["player"], reason["other_player"]
                assert {moved, other} & pair
                assert any(moved in old for old in without & met)
                assert all(season.names[p] in reason["text"] for p in (moved, other))

    def check_lots(self, season: Season, number: int) -> None:
        """Everybody's number from name, season and round, in the order they come."""
        found = self.visitor("GET", f"events/s{season.number}/lots/?round={number}")
        if number <= season.swiss:
            assert [(lot["text"], lot["lot"]) for lot in found["lots"]] == self.book.lots(season, number)
            for lot in found["lots"]:
                assert lot["sha256"] == sha256(lot["text"].encode()).hexdigest()

    def check_standings(self, season: Season) -> None:
        table = self.visitor("GET", f"events/s{season.number}/standings/")
        assert (table["after_round"], table["is_complete"]) == (len(season.rounds), True)
        expected = self.book.standings(season)
        lines = table["lines"]
        assert [(line["group"], line["number"], line["points"]) for line in lines] == [
            (group, player, wins) for group, player, wins, _losses, _sos in expected
        ]
        keys = [(row[0], *row[2:]) for row in expected]
        assert [line["rank"] for line in lines] == [keys.index(key) + 1 for key in keys]
        for line, (_group, _player, _wins, losses, sos) in zip(lines, expected, strict=True):
            lost, schedule = (cell["value"] for cell in line["tiebreaks"])
            assert (lost, schedule) == (-losses, pytest.approx(sos, abs=1e-9))

    def check_ranking(self) -> None:
        """Ratings over all seasons, the surest skill first."""
        rows = self.visitor("GET", f"{SERIES}ranking/?page_size=1000")["results"]
        skills, rated = self.book.skills(), self.book.rated()
        ranked = [row for row in rows if row["rank"] is not None]
        assert {row["name"] for row in ranked} == set(rated) == set(skills)
        for row in ranked:
            assert (row["mu"], row["sigma"]) == pytest.approx(skills[row["name"]], rel=1e-9)
            assert row["won"] + row["lost"] == rated[row["name"]]
        values = [round(conservative(skills[row["name"]]), 9) for row in ranked]
        assert values == sorted(values, reverse=True)
        assert [row["rank"] for row in ranked] == [values.index(value) + 1 for value in values]

    # --- the bracket --------------------------------------------------------------------------------------------------
    def make_cut(self, season: Season) -> None:
        """The first ten of those who are still there, and the bracket as it will be."""
        season.bracket = self.book.cut(season)
        phase = self.visitor("GET", f"events/s{season.number}/phases/")[1]
        assert [line["number"] for line in phase["lines"] if line["is_in"]] == season.bracket
        chart = self.visitor("GET", f"events/s{season.number}/bracket/")
        assert chart["is_projected"] and sorted(chart["seeds"]) == sorted(season.bracket)

    def finish(self, season: Season) -> None:
        """The champion everywhere, and an event that is over."""
        slug = f"events/s{season.number}/"
        refused = self.organiser("POST", f"{slug}rounds/pair/", {}, status=409)
        assert refused["code"] in ("no_round_left", "bracket_over")
        assert self.organiser("POST", f"{slug}finish/")["status"] == "finished"
        champion = self.book.standings(season)[0][1]
        chart = self.visitor("GET", f"{slug}bracket/")
        assert (chart["champion"], chart["is_projected"]) == (champion, False)
        played = {
            (game["round"], frozenset(side["number"] for side in game["sides"])): game["winner"]
            for game in chart["games"]
        }
        assert len(played) == IN_BRACKET  # nine who lose, and the match for the third place
        for round_ in season.rounds[season.swiss :]:
            for match in round_["matches"]:
                winner = match["seats"][match["result"] == "0-1"]
                assert played[round_["number"], frozenset(match["seats"])] == winner
        swaps = {(season.number, game["round"]) for game in chart["games"] if game["swaps"]}
        assert swaps == {(s, number) for s, number in self.swapped if s == season.number}
        newest = self.visitor("GET", f"{SERIES}events/")[0]
        assert newest["season"] == season.number
        assert newest["winners"] == [{"number": champion, "name": season.names[champion]}]


def first_season(league: League) -> None:
    """Five rounds: somebody leaves after the first one, somebody does not appear, somebody asks for a bye."""
    season = league.begin(1, 5, {})
    league.play(season)
    league.organiser("POST", "events/s1/players/11/withdraw/")
    season.left[11] = 1
    league.play(season)
    assert [bye["kind"] for bye in season.rounds[1]["byes"]] == ["full"]
    league.play(season, missing=2)
    league.organiser("PUT", "events/s1/players/20/byes/4/", {"kind": "zero"})
    season.requests.append({"player": 20, "round": 4, "kind": "zero"})
    while len(season.rounds) < season.rounds_in_all:
        league.play(season)
    league.finish(season)


def second_season(league: League) -> None:
    """Two of season 1 come under another name, which is found out before and after it; one only has the same name."""
    season = league.begin(2, 6, {})
    league.merge(PEOPLE[3], MARRIED)
    wrong = league.ids()[NAMESAKE]
    split = league.organiser(
        "POST", f"{SERIES}persons/{wrong}/split/", {"seasons": [2], "name": THE_OTHER}, status=201
    )
    (number,) = (taken["number"] for taken in split["seasons"])
    season.persons[number] = THE_OTHER
    league.check_persons()
    league.play(season)
    late = league.organiser("POST", "events/s2/players/", {"name": LATE}, status=201)
    season.add([late], {})
    season.rounds[0]["byes"].append({"player": late["number"], "kind": "absent"})
    while len(season.rounds) < season.rounds_in_all:
        league.play(season)
    league.finish(season)


def third_season(league: League) -> None:
    """A known spelling is understood by now; the namesake has to be told apart once more."""
    season = league.begin(3, 6, {ANOTHER_SPELLING: PEOPLE[5]})
    number = next(n for n, name in season.names.items() if name == NAMESAKE)
    league.organiser("PUT", f"{SERIES}events/s3/players/{number}/", {"person": league.ids()[THE_OTHER]})
    season.persons[number] = THE_OTHER
    league.check_persons()
    for _round in range(3):
        league.play(season)
    league.organiser("POST", "events/s3/players/9/withdraw/")
    season.left[9] = 3
    while len(season.rounds) < season.rounds_in_all:
        league.play(season)
    league.finish(season)


def commands(what: str, documents: list[dict[str, Any]], folder: Path) -> list[dict[str, Any]]:
    """One call of a command for many documents: one line for each."""
    files = []
    for at, document in enumerate(documents):
        files.append(folder / f"{what}-{at}.json")
        files[-1].write_text(json.dumps(document), encoding="utf-8")
    done = run(what, *map(str, files))
    assert done.returncode == 0, done.stderr.decode()
    return [json.loads(line) for line in done.stdout.splitlines()]


def check_commands(league: League, season: Season, folder: Path) -> None:
    """From the exported documents alone: every round as it was paired, the standings, and everything once more."""
    folder.mkdir()
    plans = commands("pair", [document for document, _sheet in league.before_rounds], folder)
    for plan, (_document, sheet) in zip(plans, league.before_rounds, strict=True):
        assert plan["round"] == sheet["number"]
        assert [(m["table"], m["seats"]) for m in plan["matches"]] == [
            (m["table"], [seat["number"] for seat in m["seats"]]) for m in sheet["matches"]
        ]
        for planned, shown in zip(plan["matches"], sheet["matches"], strict=True):
            assert len(planned["why"]) == len(shown["why"])  # the command says numbers for names
        paired = {b["player"]: b["kind"] for b in plan["byes"]}
        assert paired.items() <= {b["number"]: b["kind"] for b in sheet["byes"]}.items()
    assert league.visitor("POST", "tools/pair/", league.before_rounds[-1][0]) == plans[-1]
    league.before_rounds.clear()
    document = league.check_taken_over(season)
    (table,) = commands("standings", [document], folder)
    assert [line["player"] for line in table["standings"]] == [
        row[1] for row in league.book.standings(season)
    ]
    (again,) = commands("recheck", [document], folder)
    numbers = range(1, season.rounds_in_all + 1)
    assert again == {"same": True, "rounds": [{"round": number, "same": True} for number in numbers]}


@pytest.mark.django_db(transaction=True)
def test_a_whole_league_over_http(
    organiser: Http, visitor: Http, live_server: LiveServer, tmp_path: Path
) -> None:
    league = League(organiser, visitor)
    league.organiser("POST", "series/", {"name": "City League"}, status=201)
    first_season(league)
    check_commands(league, league.book.seasons[1], tmp_path / "first")
    second_season(league)
    check_commands(league, league.book.seasons[2], tmp_path / "second")

    # Two spellings of one name are found out when the season is over: what came of it is right at once.
    league.merge(PEOPLE[5], ANOTHER_SPELLING)
    for season in league.book.seasons.values():
        league.check_taken_over(season)
    league.check_ranking()

    third_season(league)
    check_commands(league, league.book.seasons[3], tmp_path / "third")
    last = league.book.seasons[3]
    assert (3, last.swiss + 2) in league.swapped, "no quarterfinal would have been a rematch"
    actions = [line["action"] for line in league.organiser("GET", f"{SERIES}log/?page_size=1000")["results"]]
    assert actions.count("merged") == 2 and {"created", "split", "linked"} <= set(actions)
