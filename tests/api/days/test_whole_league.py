"""A league of two seasons through the API and nothing else: tiers by losses, the cut, a bracket of four.

Somebody leaves, somebody does not appear, somebody comes late, and one comes back under another name and is merged.
Every round is held against the rules word for word (`tests.checker.league`, `tests.checker.bracket`), ratings
against the TrueSkill of the tests; what a season takes over from the one before against what was written down here.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

from pairing import document
from pairing.recheck import recheck
from tests.api.conftest import Api
from tests.checker.bracket import check_bracket
from tests.checker.league import check_league
from tests.league import by_skill, conservative, skills
from tests.pairing.brute_tiered import League

Json = dict[str, Any]
SWISS, CUT, LOSSES_ALLOWED = 3, 4, 2
SERIES = "series/city-league/"
PHASES = [
    {"system": {"name": "tiered", "options": {"elimination": LOSSES_ALLOWED}}, "rounds": SWISS},
    {"cut": {"rank": CUT}, "system": {"name": "bracket", "options": {"third_place": True}}},
]
PEOPLE = "Ingrid Zoe\u0301 Łukasz Jean Bo Þóra Nguyễn Kofi Anna 王 Sokolova Østergaard Mia".split()
BORN, MARRIED, LATE = "Jean", "Jean Lund-Kjær", "Late Larsen"

# A series follows its events after each commit.
pytestmark = pytest.mark.django_db(transaction=True)


def person(name: str) -> str:
    return BORN if name == MARRIED else name


def result_of(season: int, number: int, first: str, second: str) -> str:
    """Some result of two names."""
    either = sha256(f"{season}|{number}|{sorted((first, second))}".encode()).digest()[0] % 2
    return "1-0" if (first < second) == bool(either) else "0-1"


def of_one_system(event: Json, into: list[int]) -> Json:
    """The event as the next round sees it: who is not in the bracket has left before it."""
    alone = {name: value for name, value in event.items() if name != "phases"}
    options: Json = {"elimination": LOSSES_ALLOWED, "ratings": "replayed"}
    if not into:
        return {**alone, "system": {"name": "tiered", "options": options}}
    players = [
        row
        if row["id"] in into
        else {**row, "left_after_round": min(SWISS, row.get("left_after_round") or SWISS)}
        for row in event["players"]
    ]
    options = {"after_round": SWISS, "third_place": True, "ratings": "replayed"}
    return {**alone, "players": players, "system": {"name": "bracket", "options": options}}


def objections(event: Json, into: list[int], sheet: Json) -> list[str]:
    """What the rules say against the round that was paired for the event."""
    answer = {
        "matches": [{"seats": [seat["number"] for seat in match["seats"]]} for match in sheet["matches"]],
        "byes": [{"player": bye["number"], "kind": bye["kind"]} for bye in sheet["byes"]],
        "relaxed": sheet["relaxed"],
        "notes": sheet["notes"],
    }
    return list((check_bracket if into else check_league)(of_one_system(event, into), answer))


class Season:
    """One event of the series. The results of all seasons, by persons, are the independent side of the checks."""

    results: dict[int, list[list[tuple[str, str]]]]
    met: dict[int, set[frozenset[str]]]

    def __init__(self, api: Api, number: int, names: list[str], before: Season | None) -> None:
        self.api, self.number, self.event = api, number, f"events/s{number}/"
        self.results = {**(before.results if before else {}), number: []}
        self.met = {**(before.met if before else {}), number: set()}
        self.into: list[int] = []
        settings = {"name": f"City League {number}", "slug": f"s{number}", "phases": PHASES}
        api.post("events/", settings, 201)
        api.put(f"{SERIES}events/s{number}/", {"season": number})  # before its players come
        api.post(f"{self.event}players/bulk/", {"players": [{"name": name} for name in names]}, 201)

    def check_taken_over(self, event: Json) -> None:
        """The export has the ratings from before the season and the earlier meetings."""
        names = {row["id"]: person(row["name"]) for row in event["players"]}
        rated = skills({n: rounds for n, rounds in self.results.items() if n < self.number})
        for row in event["players"]:
            mu, sigma = rated.get(names[row["id"]], (None, None))
            assert (row.get("mu"), row.get("sigma")) == (
                mu and pytest.approx(mu),
                sigma and pytest.approx(sigma),
            )
        earlier = {pair: n for n, pairs in self.met.items() for pair in pairs if n < self.number}
        assert {
            frozenset(names[id] for id in row["players"]): row["season"]
            for row in event.get("earlier_meetings", [])
        } == {pair: n for pair, n in earlier.items() if pair <= set(names.values())}

    def play(self, missing: int | None = None) -> None:
        """The next round from Pair to completed; `missing` does not appear at the table."""
        event = self.api.get(f"{self.event}document/")
        self.check_taken_over(event)
        names = {row["id"]: person(row["name"]) for row in event["players"]}
        sheet = self.api.post(f"{self.event}rounds/pair/", {}, 201)
        pairs = [[seat["number"] for seat in match["seats"]] for match in sheet["matches"]]
        assert objections(event, self.into, sheet) == []
        base, rows = f"{self.event}rounds/{sheet['number']}/", []
        self.results[self.number].append([])
        for match, (first, second) in zip(sheet["matches"], pairs, strict=True):
            result = result_of(self.number, sheet["number"], names[first], names[second])
            if missing in (first, second):
                result = "--+" if first == missing else "+--"
            else:
                won = (names[first], names[second]) if result == "1-0" else (names[second], names[first])
                self.results[self.number][-1].append(won)
            self.met[self.number].add(frozenset((names[first], names[second])))
            rows.append({"table": match["table"], "result": result})
        self.api.post(f"{base}publish/")
        self.api.post(f"{base}results/", {"results": rows})
        assert self.api.post(f"{base}complete/")["state"] == "completed"

    def standings(self) -> list[tuple[int, int, int, float]]:
        """Number, wins, losses and strength of schedule before the bracket, the best first."""
        league = League(of_one_system(self.api.get(f"{self.event}document/"), []))
        order = sorted(league.listed, key=lambda p: (-league.wins[p], league.losses[p], -league.sos[p]))
        return [(p, league.wins[p], league.losses[p], league.sos[p]) for p in order]

    def make_the_cut(self, gone: set[int]) -> None:
        """The standings, the first four of those who are still there, and the bracket as it will be."""
        expected = self.standings()
        lines = Api().get(f"{self.event}standings/")["lines"]
        shown = [(n["number"], n["points"], *(cell["value"] for cell in n["tiebreaks"])) for n in lines]
        assert shown == [(p, wins, -losses, pytest.approx(sos)) for p, wins, losses, sos in expected]
        self.into = [row[0] for row in expected if row[0] not in gone][:CUT]
        phase = Api().get(f"{self.event}phases/")[1]
        assert [line["number"] for line in phase["lines"] if line["is_in"]] == self.into
        chart = Api().get(f"{self.event}bracket/")
        assert (chart["is_projected"], sorted(chart["seeds"])) == (True, sorted(self.into))

    def finish(self) -> None:
        """Two rounds of the bracket; the champion everywhere, and an event that is over."""
        self.play()
        self.play()
        assert self.api.post(f"{self.event}rounds/pair/", {}, 409)["code"] in (
            "no_round_left",
            "bracket_over",
        )
        assert self.api.post(f"{self.event}finish/")["status"] == "finished"
        chart = Api().get(f"{self.event}bracket/")
        (final,) = [game for game in chart["games"] if game["number"] == CUT - 1]
        (champion,) = Api().get(f"{SERIES}events/")[0]["winners"]
        assert chart["champion"] == final["winner"] == champion["number"]
        assert person(champion["name"]) in {won for won, _lost in self.results[self.number][-1]}
        assert all(check.same for check in recheck(document.load(self.api.get(f"{self.event}document/"))))

    def check_ranking(self) -> None:
        """Ratings over all seasons, the surest skill first."""
        rows = Api().get(f"{SERIES}ranking/?page_size=1000")["results"]
        now = skills(self.results)
        assert [row["name"] for row in rows if row["rank"]] == by_skill(now, now)
        for row in rows:
            if row["rank"]:
                assert row["conservative"] == pytest.approx(conservative(now[row["name"]]))


def test_a_league_through_the_api(api: Api) -> None:
    api.post("series/", {"name": "City League"}, 201)
    first = Season(api, 1, PEOPLE, None)
    first.play()
    api.post("events/s1/players/11/withdraw/")
    first.play(missing=2)
    first.play()
    first.make_the_cut(gone={11})
    first.finish()
    first.check_ranking()

    second = Season(api, 2, [MARRIED if name == BORN else name for name in PEOPLE[1:]], first)
    ids = {row["name"]: row["id"] for row in api.get(f"{SERIES}persons/")["results"]}
    api.post(f"{SERIES}persons/{ids[BORN]}/merge/", {"other": ids[MARRIED]})
    second.play()
    api.post("events/s2/players/", {"name": LATE}, 201)
    second.play()
    second.play()
    second.make_the_cut(gone=set())
    second.finish()
    second.check_ranking()
