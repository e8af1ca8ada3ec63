"""Brackets after Swiss rounds of a league, played to the end and held against the rules word for word
(`tests.checker.bracket`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from random import Random

from pairing.document import load, plan_to_json
from pairing.engine import pair
from pairing.errors import Impossible, PairingError
from pairing.systems.bracket.shape import possible_second_byes
from tests.checker.bracket import check_bracket, next_stage
from tests.pairing.brute_tiered import Json
from tests.pairing.random_leagues import league


def openings(seed: int, sizes: tuple[int, int]) -> Iterator[Json]:
    """One league event before its bracket, with the options of one."""
    rng = Random(seed)
    states = [deepcopy(document) for document, _ in league(seed, sizes)]
    document = rng.choice(states)
    document["bye_requests"] = []
    after = len(document["rounds"])
    options: Json = {"after_round": after}
    if document["system"]["options"].get("order") == "mu":
        options["order"] = "mu"
    for name, chance in (("third_place", 0.5), ("reseed_layers", 0.3), ("avoid_rematches", 0.2)):
        if rng.random() < chance:
            options[name] = name == "third_place"
    if rng.random() < 0.4:
        options["size"] = rng.choice([2, 4, 5, 6, 8])
    if rng.random() < 0.3:
        options["elimination"] = rng.choice([2, 3])
    document["system"] = {"name": "bracket", "options": options}
    if rng.random() < 0.2 and "size" in options and "elimination" not in options:
        count = sum("left_after_round" not in p for p in document["players"])
        fitting = possible_second_byes(min(count, options["size"])) if count > 1 else [0]
        options["second_byes"] = rng.choice(fitting)
    yield document


def play_on(document: Json, rng: Random) -> Iterator[tuple[Json, Json | None]]:
    """Every round of the bracket: the document, and the answer (None: refused)."""
    while True:
        number = len(document["rounds"]) + 1
        for one in document["players"]:
            if number > document["system"]["options"]["after_round"] + 1 and rng.random() < 0.04:
                one.setdefault("left_after_round", number - 1)
        try:
            answer = plan_to_json(pair(load(document)))
        except Impossible:
            yield document, {"impossible": {}}
            return
        except PairingError:
            yield document, None
            return
        yield document, answer
        results = [
            {
                "table": m["table"],
                "seats": m["seats"],
                "result": rng.choice(["1-0", "0-1"] * 10 + ["0-0", "+--", "---"]),
            }
            for m in answer["matches"]
        ]
        byes = [{"player": b["player"], "kind": b["kind"]} for b in answer["byes"]]
        document["rounds"].append({"number": number, "status": "completed", "matches": results, "byes": byes})


def compare(seeds: range, sizes: tuple[int, int] = (4, 12)) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        for opening in openings(seed, sizes):
            for document, answer in play_on(opening, Random(seed)):
                if answer is None:
                    seen["refused"] += 1
                    continue
                found = list(check_bracket(document, answer))
                assert not found, (seed, len(document["rounds"]) + 1, found)
                seen["rounds"] += 1
                seen["swapped"] += "changed places" in str(answer)
                seen["rematch stands"] += "no swap" in str(answer)
                seen["refusals"] += " refused " in str(answer)
                seen["walkovers"] += "no opponent" in str(answer)
                seen["over"] += "impossible" in answer
                seen["recognised"] += recognised(document, answer)
    return seen


def recognised(document: Json, answer: Json) -> bool:
    """Without `after_round` the bracket begins where all later rounds are its own, as early as possible."""
    options = document["system"]["options"]
    told = options["after_round"]
    earliest = next(a for a in range(told + 1) if a == told or is_its_own(document, a))
    open_options = {k: v for k, v in options.items() if k != "after_round"}
    untold = document | {"system": {"name": "bracket", "options": open_options}}
    if earliest < told or "impossible" in answer:
        return False
    assert plan_to_json(pair(load(untold))) == answer
    return True


def is_its_own(document: Json, after: int) -> bool:
    for played in document["rounds"][after:]:
        before = document | {
            "rounds": document["rounds"][: played["number"] - 1],
            "system": {"name": "bracket", "options": document["system"]["options"] | {"after_round": after}},
            "bye_requests": [
                {"player": b["player"], "round": played["number"], "kind": b["kind"]}
                for b in played["byes"]
                if b["kind"] != "full"
            ],
        }
        try:
            expected = next_stage(before)
        except (LookupError, ValueError, StopIteration):
            return False
        if expected is None or expected[0] != sorted(sorted(m["seats"]) for m in played["matches"]):
            return False
    return True


def test_brackets_after_a_league_are_what_the_rules_say() -> None:
    """A small part of `python -m tests.pairing.test_bracket_exhaustive 2000`."""
    seen = compare(range(150))
    assert seen["rounds"] > 300
    for what in ("swapped", "rematch stands", "refusals", "walkovers", "over", "recognised"):
        assert seen[what] > 3, what


if __name__ == "__main__":
    import sys

    print(dict(compare(range(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))))
