"""What a league needs besides `people.py`: seasons played by the core alone, results that lead to a swap, its pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from pairing import document, engine
from tests.browser.people import Organiser
from tests.league import NEW, Results, Skill, beat

Json = dict[str, Any]
Answer = Callable[[str, str], str]  # names of the two at a table -> the result
PHASES: list[Json] = [
    {"system": {"name": "tiered", "options": {"elimination": 3}}, "rounds": 5, "cut": None},
    {"system": {"name": "bracket", "options": {"third_place": True}}, "rounds": 4, "cut": {"rank": 10}},
]


# --- by the core ----------------------------------------------------------------------------------------------------
def play_season(number: int, name: str, names: list[str], result_of: Answer) -> Json:
    """A season from the first round to the last, as an event document."""
    event: Json = {
        "format": "pairwright-event/1",
        "name": name,
        "season": number,
        "phases": PHASES,
        "tiebreaks": ["losses", "strength_of_schedule"],
        "draw_seed": name,
        "players": [{"id": id, "name": who} for id, who in enumerate(names, 1)],
        "rounds": [],
    }
    for _ in range(sum(phase["rounds"] for phase in PHASES)):
        plan = next_round(event)
        seats = [match["seats"] for match in plan["matches"]]
        results = [result_of(*(names[id - 1] for id in pair)) for pair in seats]
        event["rounds"].append(played(plan, results))
    return event


def next_round(event: Json) -> Json:
    return document.plan_to_json(engine.pair(document.load(event)))


def played(plan: Json, results: list[str]) -> Json:
    """A planned round with its results, as a document has it."""
    matches = [
        {"table": match["table"], "seats": match["seats"], "result": result}
        for match, result in zip(plan["matches"], results, strict=True)
    ]
    byes = [{"player": bye["player"], "kind": bye["kind"]} for bye in plan["byes"]]
    return {"number": plan["round"], "status": "completed", "matches": matches, "byes": byes}


@dataclass(frozen=True)
class Swap:
    """Two lower seeds of a bracket who change places, and the round in which they do."""

    round: int
    moved: str
    other: str


def swaps(event: Json, names: list[str]) -> list[Swap]:
    """Those in the round after this event."""
    plan = engine.pair(document.load(event))
    told = {
        (parts["player"], parts["other_player"])
        for match in plan.matches
        for why in match.why
        if why.code == "bracket_swapped"
        for parts in [dict(why.params)]
    }
    return [
        Swap(len(event["rounds"]) + 1, names[moved - 1], names[other - 1]) for moved, other in sorted(told)
    ]


def steer(event: Json, names: list[str]) -> list[str] | None:
    """Results of the round being played after which lower seeds change places, if there are any."""
    *before, now = event["rounds"]
    for results in product(("1-0", "0-1"), repeat=len(now["matches"])):
        after = {**event, "rounds": [*before, with_results(now, results)]}
        if swaps(after, names):
            return list(results)
    return None


def with_results(round_: Json, results: tuple[str, ...]) -> Json:
    matches = [match | {"result": result} for match, result in zip(round_["matches"], results, strict=True)]
    return {**round_, "status": "completed", "matches": matches}


# --- by the tests alone ---------------------------------------------------------------------------------------------
def results_in(event: Json, person: Callable[[str], str]) -> Results:
    """Who beat whom, round by round, by the names of persons; forfeits are no matches."""
    name = {player["id"]: person(player["name"]) for player in event["players"]}
    return [
        [
            (name[first], name[second]) if match["result"] == "1-0" else (name[second], name[first])
            for match in round_["matches"]
            for first, second in [match["seats"]]
            if match["result"] in ("1-0", "0-1")
        ]
        for round_ in event["rounds"]
    ]


def careers(seasons: list[Results]) -> dict[str, list[Skill]]:
    """The rating of everybody who has played, first as a newcomer and then after each match."""
    found: dict[str, list[Skill]] = {}
    for pairs in (pairs for season in seasons for pairs in season):
        for won, lost in pairs:
            one, other = found.setdefault(won, [NEW]), found.setdefault(lost, [NEW])
            up, down = beat(one[-1], other[-1])
            one.append(up)
            other.append(down)
    return found


def by_strength(order: list[str], seed: str) -> Answer:
    """The stronger wins, three times out of four."""
    random = Random(seed)

    def result(first: str, second: str) -> str:
        stronger = "1-0" if order.index(first) < order.index(second) else "0-1"
        weaker = "0-1" if stronger == "1-0" else "1-0"
        return stronger if random.random() < 0.75 else weaker

    return result


# --- by the pages ---------------------------------------------------------------------------------------------------
@dataclass
class Secretary(Organiser):
    """An organiser who has a league."""

    series: str = ""

    def export(self) -> Json:
        answer = self.page.request.get(f"/desk/{self.slug}/settings/document/")
        assert answer.ok
        found: Json = answer.json()
        return found

    def publish(self) -> None:
        super().publish()
        # The script puts the cursor there: keys before that would be lost.
        expect(self.page.get_by_test_id("entry-1").locator("fieldset")).to_be_focused()

    def open_series(self, path: str = "") -> None:
        self.page.goto(f"/desk/series/{self.series}/{path}")

    def create_series(self, name: str, description: str) -> None:
        self.page.goto("/desk/")
        self.page.get_by_role("link", name="My series").click()
        self.page.get_by_test_id("new-series").click()
        self.page.get_by_label("Name *").fill(name)
        self.page.get_by_label("Description").fill(description)
        self.page.get_by_role("button", name="Create the series").click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text(name)
        self.series = self.page.url.split("/desk/series/")[1].split("/")[0]

    def put_in(self, event: str, season: int) -> None:
        self.open_series()
        self.page.get_by_label("Event *").select_option(label=event)
        expect(self.page.get_by_label("Season *")).to_have_value(str(season))  # the next one is offered
        self.page.get_by_role("button", name="Put in").click()
        expect(self.page.get_by_test_id("seasons")).to_contain_text(f"Season {season}: {event}")

    def merge(self, keep: str, other: str) -> None:
        """As the page of players offers it: names that differ in accents and the order of words."""
        self.open_series("players/")
        line = self.page.get_by_test_id("hints").get_by_role("listitem").filter(has_text=keep)
        expect(line).to_contain_text(other)
        line.get_by_role("link", name="Compare").click()
        self.page.get_by_role("button", name=f"They are one: {keep}").click()
        expect(self.page.get_by_test_id("hints")).to_have_count(0)

    def take_back(self) -> None:
        self.open_series("log/")
        with self.page.expect_navigation():
            self.page.get_by_test_id("undo").click()

    def create_league_event(self, name: str) -> None:
        """The usual phases of a league bring its own tie-breaks, and can be changed once the event is there."""
        self.page.goto("/desk/new/")
        self.page.get_by_label("Name *").fill(name)
        self.page.get_by_test_id("plan").select_option("league")
        expect(self.page.get_by_test_id("plan-follows")).to_contain_text("Bracket")
        self.page.get_by_test_id("save-event").click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text("Players")
        self.slug = self.page.url.split("/desk/")[1].split("/")[0]

    def set_phases(self, preset: str, *, rounds: int, cut: int) -> None:
        """A preset, then another number of rounds and another cut."""
        self.open("settings/")
        self.page.get_by_test_id("phases").click()
        self.page.get_by_role("button", name=preset).click()
        expect(self.page.get_by_test_id("unsaved")).to_be_visible()
        swiss, bracket = self.page.get_by_test_id("phase-1"), self.page.get_by_test_id("phase-2")
        swiss.get_by_label("Rounds").fill(str(rounds))
        bracket.get_by_label("Who gets in").select_option("rank")
        bracket.get_by_label("How many").fill(str(cut))
        self.page.get_by_test_id("save-phases").click()
        expect(self.page.get_by_text("The phases are saved.")).to_be_visible()


def cells(page: Page, rows: str) -> Iterator[list[str]]:
    """The lines of a table, a badge or a remark beside a name left out."""
    found: list[list[str]] = page.locator(rows).evaluate_all(
        """rows => rows.map(row => [...row.cells].map(
             cell => (cell.querySelector('bdi') ?? cell).textContent.trim()))"""
    )
    return iter(found)
