"""Random events played with the engine, every answer of which is checked; the seed of each is said with its faults."""

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from pairing.engine import pair
from pairing.engine.standings import rank
from pairing.formats.document import dump, impossible_to_json, load, plan_to_json, standings_to_json
from pairing.model.errors import Impossible, PairingError
from tests.checker.check import check
from tests.checker.check_fours import check_standings
from tests.checker.facts import Facts, Json
from tests.checker.fours import FOUR_SEATS
from tests.checker.phases import seen_now
from tests.checker.seasons import check_season
from tests.generator import Step, in_a_hall, play, random_recipe
from tests.generator.seasons import RandomLeague

SEEN = {
    "rounds with a refusal": " refused ",
    "rounds with a match taken back": "was undone",
    "rounds with somebody paired up": "paired up",
    "rounds with somebody passed over who would not serve": "who come first",
    "rounds with a swap in the bracket": "were swapped",
}


@dataclass
class Tally:
    """What a run has seen."""

    counts: Counter[str] = field(default_factory=Counter)
    violations: list[dict[str, Any]] = field(default_factory=list)

    def add(self, seed: int, step: Step) -> None:
        document, answer = dump(step.snapshot), answer_json(step)
        system = Facts(document).system
        self.counts[f"rounds of {system}"] += 1
        found = check(document, answer, step.overrides)
        if system in FOUR_SEATS:
            number = len(step.snapshot.rounds)
            found += check_standings(document, standings_to_json(rank(step.snapshot), number))
        self.keep(seed, found, document, answer)

    def add_season(self, seed: int, document: Json, answer: Json) -> None:
        """One round of a league of several seasons."""
        self.counts["seasons"] += not document["rounds"]
        system = seen_now(document)["system"]["name"]
        self.counts[f"rounds of {system}"] += bool(answer.get("matches"))
        self.counts["rounds with a waived rule"] += bool(answer.get("relaxed"))
        self.counts["rounds with tiers joined"] += bool(answer.get("notes"))
        self.counts["rounds 2 to 7 of tiers"] += 0 < len(document["rounds"]) < 7 and system == "tiered"
        shown = str(answer.get("matches"))
        self.counts.update(what for what, words in SEEN.items() if words in shown)
        self.keep(seed, check_season(document, answer), document, answer)

    def keep(self, seed: int, found: list[str], document: Json, answer: Json) -> None:
        if found:
            fault = {"seed": seed, "found": found, "document": document, "answer": answer}
            self.violations.append(deepcopy(fault))


def answer_json(step: Step) -> dict[str, Any]:
    """The engine's answer as the pairing command would print it."""
    if isinstance(step.answer, Impossible):
        return impossible_to_json(len(step.snapshot.rounds) + 1, step.answer)
    return plan_to_json(step.answer)


def run(seeds: range, systems: list[str], sizes: tuple[int, int]) -> Tally:
    """Play and check one event per seed."""
    tally = Tally()
    for seed in seeds:
        for step in play(in_a_hall(random_recipe(seed, systems, sizes))):
            tally.add(seed, step)
    return tally


def ask(document: Json) -> Json:
    """The engine's answer to a document; `refused` with the code of what it does not do."""
    try:
        return plan_to_json(pair(load(document)))
    except Impossible as error:
        number = len(document["rounds"]) + 1
        return {"matches": [], "byes": []} | impossible_to_json(number, error)
    except PairingError as error:
        return {"refused": error.code}


def run_leagues(seeds: range, sizes: tuple[int, int], stronger: float | None = None) -> Tally:
    """Play and check one league of several seasons per seed."""
    tally = Tally()
    for seed in seeds:
        for document, answer in RandomLeague(seed, sizes, ask, stronger).play():
            tally.add_season(seed, document, answer)
    return tally
