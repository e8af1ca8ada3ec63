"""Play random events with the engine and check every answer: python -m tests.checker --events 5000 --seed 1
With --leagues 500 instead: leagues of several seasons, with ratings and meetings carried from one to the next.

Prints what was checked, every violation with the document it happened on, and a closing line; exit 1 on
violations.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from pairing.document import load, plan_to_json, standings_to_json
from pairing.engine import pair
from pairing.errors import Impossible, PairingError
from pairing.ranking import rank
from tests.checker.check import EXHAUSTIVE_UP_TO, WEIGHTED_UP_TO, check
from tests.checker.check_fours import check_standings
from tests.checker.facts import Facts, Json
from tests.checker.fours import FOUR_SEATS
from tests.checker.phases import seen_now
from tests.checker.seasons import check_season
from tests.generator import Step, in_a_hall, play, random_recipe, to_document, to_plan_json
from tests.generator.documents import to_impossible_json
from tests.generator.seasons import RandomLeague

SECONDS_PER_EVENT = 30.0
SECONDS_PER_LEAGUE = 300.0
SEEN = {
    "rounds with a refusal": " refused ",
    "rounds with a match taken back": "taken back",
    "rounds with somebody paired up": "paired up",
    "rounds with a swap in the bracket": "changed places",
}


@dataclass
class Tally:
    """What a run has seen."""

    counts: Counter[str] = field(default_factory=Counter)
    violations: list[dict[str, Any]] = field(default_factory=list)

    def add(self, seed: int, step: Step) -> None:
        document, answer = to_document(step.snapshot), answer_json(step)
        facts = Facts(document)
        size = len(facts.considered)
        self.counts[f"rounds of {facts.system}"] += 1
        self.counts["players seated"] += size
        self.counts["rounds in a hall with numbers of its own"] += "tables" in document
        self.counts["impossible rounds"] += isinstance(step.answer, Impossible)
        self.counts["rounds with a waived rule"] += bool(answer["relaxed"])
        self.counts["optimal floats compared"] += facts.system == "monrad" and size <= WEIGHTED_UP_TO
        self.counts["whole objective compared"] += facts.system == "monrad" and size <= EXHAUSTIVE_UP_TO
        found = check(document, answer, step.overrides)
        if facts.system in FOUR_SEATS:
            self.counts["standings of four-seat events compared"] += 1
            number = len(step.snapshot.rounds)
            found += check_standings(document, standings_to_json(rank(step.snapshot), number))
        if found:
            self.violations.append(
                {
                    "seed": seed,
                    "found": found,
                    "overrides": step.overrides,
                    "document": document,
                    "answer": answer,
                }
            )

    def add_season(self, seed: int, document: Json, answer: Json) -> None:
        """One round of a league of several seasons."""
        plain = seen_now(document)
        self.counts["seasons"] += not document["rounds"]
        self.counts[f"rounds of {plain['system']['name']}"] += bool(answer.get("matches"))
        self.counts["players seated"] += 2 * len(answer.get("matches", []))
        self.counts["rounds with a waived rule"] += bool(answer.get("relaxed"))
        self.counts["rounds with tiers joined"] += bool(answer.get("notes"))
        shown = str(answer.get("matches"))
        for what, words in SEEN.items():
            self.counts[what] += words in shown
        if found := check_season(document, answer):
            self.violations.append(
                deepcopy({"seed": seed, "found": found, "document": document, "answer": answer})
            )


def answer_json(step: Step) -> dict[str, Any]:
    """The engine's answer as the pairing command would print it."""
    if isinstance(step.answer, Impossible):
        return to_impossible_json(len(step.snapshot.rounds) + 1, step.answer)
    return to_plan_json(step.answer)


class TooSlow(Exception):
    """An event took longer than any event should: exponential time somewhere."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise TooSlow after so many seconds of CPU (where the system can count them)."""

    def stop(*_: object) -> None:
        raise TooSlow(f"an event took more than {seconds} s of CPU")

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def run(seeds: range, systems: list[str] | None, sizes: tuple[int, int], tally: Tally | None = None) -> Tally:
    """Play and check one event per seed."""
    tally = tally or Tally()
    for seed in seeds:
        tally.counts["events"] += 1
        try:
            with at_most(SECONDS_PER_EVENT):
                for step in play(in_a_hall(random_recipe(seed, systems, sizes))):
                    tally.add(seed, step)
        except Exception as error:  # the run goes on: one broken event must not hide the others
            tally.violations.append({"seed": seed, "found": [f"{type(error).__name__}: {error}"]})
    return tally


def ask(document: Json) -> Json:
    """The engine's answer to a document; `refused` with the code of what it does not do."""
    try:
        return plan_to_json(pair(load(document)))
    except Impossible as error:
        number = len(document["rounds"]) + 1
        return {"matches": [], "byes": []} | to_impossible_json(number, error)
    except PairingError as error:
        return {"refused": error.code}


def run_leagues(seeds: range, sizes: tuple[int, int], tally: Tally | None = None) -> Tally:
    """Play and check one league of several seasons per seed."""
    tally = tally or Tally()
    for seed in seeds:
        tally.counts["leagues"] += 1
        try:
            with at_most(SECONDS_PER_LEAGUE):
                for document, answer in RandomLeague(seed, sizes, ask).play():
                    tally.add_season(seed, document, answer)
        except Exception as error:  # as in `run`
            tally.violations.append({"seed": seed, "found": [f"{type(error).__name__}: {error}"]})
    return tally


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.checker", description=__doc__.splitlines()[0])
    parser.add_argument("--events", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1, help="of the first event; the others count up from it")
    parser.add_argument("--leagues", type=int, help="so many leagues of several seasons instead of events")
    parser.add_argument("--system", action="append", help="only this system (may be repeated)")
    parser.add_argument("--sizes", type=int, nargs=2, default=(2, 200), metavar=("LEAST", "MOST"))
    parser.add_argument("--show", type=int, default=3, help="violations to print in full")
    given = parser.parse_args(arguments)
    start = time.process_time()
    tally = Tally()
    with suppress(KeyboardInterrupt):  # what was checked so far is worth knowing
        if given.leagues:
            run_leagues(range(given.seed, given.seed + given.leagues), tuple(given.sizes), tally)
        else:
            run(range(given.seed, given.seed + given.events), given.system, tuple(given.sizes), tally)
    for name, count in tally.counts.items():
        print(f"{count:>10} {name}")
    for violation in tally.violations[: given.show]:
        print(json.dumps(violation))
    seconds = time.process_time() - start
    what = "leagues" if given.leagues else "events"
    print(f"{tally.counts[what]} {what} checked, {len(tally.violations)} violations, {seconds:.0f} s of CPU")
    return 1 if tally.violations else 0


if __name__ == "__main__":
    sys.exit(main())
