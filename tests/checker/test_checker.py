"""Does the checker see? Every kind of fault is planted in a sound answer; and random events are checked."""

import ast
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from pairing.formats.document import dump
from tests.checker.check import check
from tests.checker.draw import wrongly_passed_over
from tests.checker.exhaustive import all_pairings, best_pairing, ranked
from tests.checker.facts import Facts, Json
from tests.checker.objective import BYE, best_vector, score_groups, vector, with_bye
from tests.checker.running import run
from tests.generator import play, random_recipe
from tests.generator.recipe import TWO_SEAT_SWISS
from tests.sweep import sweep_rows

WHY = ["said why"]


def document(**changes: Any) -> Json:
    """After round 1 of seven: 1 beat 2, 3 beat 4, 5 beat 6, and 7 had the bye. Player 8 comes later."""
    results = [([1, 2], "1-0"), ([3, 4], "1-0"), ([5, 6], "1-0")]
    matches = [{"table": t, "seats": seats, "result": r} for t, (seats, r) in enumerate(results, start=1)]
    played = {"number": 1, "status": "completed", "matches": matches, "byes": [{"player": 7, "kind": "full"}]}
    players = [{"id": i, "name": f"P{i}", "joined_round": 1 if i < 8 else 3} for i in range(1, 9)]
    base = {
        "format": "pairwright-event/1",
        "system": {"name": "monrad", "options": {"order": "registration"}},
        "draw_seed": "s",
        "players": players,
        "rounds": [played],
    }
    return base | changes


def answer(*pairs: tuple[int, int], byes: dict[int, str] | None = None, **changes: Any) -> Json:
    matches = [{"table": t, "seats": list(pair), "why": WHY} for t, pair in enumerate(pairs, start=1)]
    given = [{"player": player, "kind": kind, "why": WHY} for player, kind in (byes or {}).items()]
    return {"round": 2, "matches": matches, "byes": given, "relaxed": [], "notes": []} | changes


# By hand: four on 1 point (1, 3, 5, 7) and three on 0 (2, 4, 6), in registration order. The bye is the last
# candidate, so 6 gets it, if the rest can be paired: 1-3, 5-7, 2-4. 7 has not moved first yet. Of 1 and 3, who both
# have, and of 2 and 4, who have not, the lot decides: printf 's|first_mover|2|1' | sha256sum, and so on.
SOUND = answer((1, 3), (7, 5), (4, 2), byes={6: "full"})


Change = Callable[[Json], Any]
PLANTED: dict[str, tuple[Change, str]] = {
    "wrong round": (lambda a: a.update(round=3), "round 3"),
    "somebody missing": (lambda a: a["matches"].pop(), "seated 0 times"),
    "somebody twice": (lambda a: a["matches"][0].update(seats=[1, 5]), "seated 2 times"),
    "a stranger": (lambda a: a["matches"][0].update(seats=[1, 99]), "player 99"),
    "not there yet": (lambda a: a["byes"][0].update(player=8), "player 8"),
    "nobody has the bye": (lambda a: a["byes"].clear(), "0 byes"),
    "a bye of another kind": (lambda a: a["byes"][0].update(kind="half"), "not a full one"),
    "one table twice": (lambda a: a["matches"][0].update(table=2), "at one table"),
    "a gap in the tables": (lambda a: a["matches"][2].update(table=4), "tables [1, 2, 4]"),
    "no reason for a match": (lambda a: a["matches"][1].update(why=[]), "without a reason"),
    "no reason for a bye": (lambda a: a["byes"][0].update(why=[]), "without a reason"),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_seen(fault: str) -> None:
    faulty = deepcopy(SOUND)
    change, words = PLANTED[fault]
    change(faulty)
    assert any(words in found for found in check(document(), faulty))


MET = {"rule": "rematch", "players": [1, 2], "because": "x"}
SECOND = {"rule": "second_bye", "players": [7], "because": "x"}
KNOCKOUT = document(system={"name": "monrad", "options": {"elimination": 1, "order": "registration"}})
ASKED = document(bye_requests=[{"player": 6, "round": 2, "kind": "half"}])
AT_TABLE_ONE = document(
    players=[p | ({"fixed_table": 1} if p["id"] == 2 else {}) for p in document()["players"]]
)
FOUR = [{"id": i, "name": "", "joined_round": 1} for i in (1, 2, 3, 4)]
NOBODY_FOR_1 = document(players=FOUR, rounds=[], forbidden_pairs=[[1, 2], [1, 3], [1, 4]])
REMATCH = answer((1, 2), (3, 5), (7, 4), byes={6: "full"})
SECOND_BYE = answer((1, 3), (5, 2), (4, 6), byes={7: "full"})
# The event, the answer, what the organiser allowed, and what the checker says.
WRONG: dict[str, tuple[Json, Json, Json, str]] = {
    "rematch": (document(), REMATCH, {}, "rematch [1, 2]"),
    "rematch declared unasked": (document(), REMATCH | {"relaxed": [MET]}, {}, "rematch [1, 2]"),
    "needless rematch": (document(), REMATCH | {"relaxed": [MET]}, {"allow_rematches": True}, "waived although"),
    "second bye": (document(), SECOND_BYE, {}, "second bye of player 7"),
    "needless second bye": (
        document(), SECOND_BYE | {"relaxed": [SECOND]}, {"allow_second_bye": True}, "waived although",
    ),
    "bye too high": (
        document(), answer((1, 4), (3, 7), (2, 6), byes={5: "full"}), {}, "bye to player 5 on 1 where 0",
    ),
    "too many floats": (document(), answer((1, 4), (3, 2), (5, 7), byes={6: "full"}), {}, "floats"),
    "draw order": (
        document(), answer((1, 5), (3, 7), (2, 4), byes={6: "full"}), {}, "search of all pairings",
    ),
    "bye to another of the lowest": (
        document(), answer((1, 3), (5, 7), (2, 6), byes={4: "full"}), {}, "search of all",
    ),
    "a forbidden pair, even if it is declared away": (
        document(forbidden_pairs=[[3, 1]]), SOUND | {"relaxed": [MET | {"players": [1, 3]}]},
        {"allow_rematches": True}, "forbidden pair [1, 3]",
    ),
    "an eliminated player": (KNOCKOUT, SOUND, {}, "seated 1 times instead of 0"),
    "a requested bye that is ignored": (ASKED, SOUND, {}, "byes asked for"),
    "impossible though it is not": (
        document(), answer(impossible={"players": [], "because": "no"}), {}, "legal pairing exists",
    ),
    "players who explain nothing": (
        NOBODY_FOR_1, answer(round=1, impossible={"players": [2, 3], "because": "no"}), {}, "explain nothing",
    ),
    "a wrong first mover": (
        document(), answer((1, 3), (5, 7), (4, 2), byes={6: "full"}), {}, "7 should move first against 5",
    ),
    "a fixed table that is not kept": (AT_TABLE_ONE, SOUND, {}, "fixed table 1"),
}  # fmt: skip


@pytest.mark.parametrize("fault", WRONG)
def test_a_wrong_pairing_is_seen(fault: str) -> None:
    event, faulty, allowed, words = WRONG[fault]
    found = check(event, faulty, allowed)
    assert any(words in line for line in found), found


@pytest.mark.parametrize(
    ("event", "sound"),
    [
        (document(), SOUND),
        (KNOCKOUT, answer((1, 3), (7, 5))),
        (ASKED, answer((1, 3), (7, 5), (4, 2), byes={6: "half"})),
        (NOBODY_FOR_1, answer(round=1, impossible={"players": [1], "because": "1 has no possible opponent"})),
    ],
)
def test_an_answer_worked_out_by_hand_is_sound(event: Json, sound: Json) -> None:
    assert check(event, sound) == []


def level_rounds(*rounds: list[list[int]]) -> list[Json]:
    """Rounds of drawn matches, so that everybody stays level."""
    return [
        {
            "number": number,
            "status": "completed",
            "matches": [
                {"table": t, "seats": m, "result": "1/2-1/2"} for t, m in enumerate(matches, start=1)
            ],
            "byes": [],
        }
        for number, matches in enumerate(rounds, start=1)
    ]


def rematches(*pairs: tuple[int, int]) -> Json:
    declared = [{"rule": "rematch", "players": list(pair), "because": "x"} for pair in pairs]
    return answer(*pairs, round=4, relaxed=declared)


def test_rematches_that_are_not_the_oldest_are_seen() -> None:
    """Four players have met all round: the pairs of round 1 are the rematches to allow, in either seat order."""
    rounds = level_rounds([[1, 2], [3, 4]], [[3, 1], [4, 2]], [[1, 4], [2, 3]])
    event = document(players=FOUR, rounds=rounds)
    wish = {"allow_rematches": True}
    assert not any("would do" in line for line in check(event, rematches((1, 2), (3, 4)), wish))
    for later in (((1, 3), (2, 4)), ((1, 4), (2, 3))):
        assert any("would do" in line for line in check(event, rematches(*later), wish))


def test_more_rematches_than_needed_are_seen() -> None:
    """1 has met all others; 2, 3 and 4 have not met each other: one rematch is enough."""
    event = document(players=FOUR, rounds=level_rounds([[1, 2]], [[3, 1]], [[1, 4]]), forbidden_pairs=[])
    wish = {"allow_rematches": True}
    one = answer((1, 2), (3, 4), round=4, relaxed=[{"rule": "rematch", "players": [1, 2], "because": "x"}])
    assert not any("waived although" in line for line in check(event, one, wish))
    lower = document(players=FOUR, rounds=level_rounds([[1, 2]], [[3, 1]], [[1, 4]]))
    lower["rounds"][2]["matches"][0]["result"] = (
        "1-0"  # now 4 is lowest: its rematch with 1 is the one to allow
    )
    four = answer((4, 1), (3, 2), round=4, relaxed=[{"rule": "rematch", "players": [1, 4], "because": "x"}])
    assert not any("would do" in line for line in check(lower, four, wish))
    assert any("would do" in line for line in check(lower, one, wish))


@pytest.mark.sweep
def test_passing_somebody_over_is_seen_exactly_when_listing_everything_disagrees() -> None:
    """Take every pairing that is best in (a) to (c): only the best one in (d) passes nobody over."""
    looked: Counter[Any] = Counter()
    for seed in range(15):
        for step in play(random_recipe(seed, ["random_swiss"], (3, 6))):
            facts = Facts(dump(step.snapshot))
            group, graph = score_groups(facts.points, facts.considered), with_bye(facts)
            exact = best_pairing(facts)
            for listed in all_pairings(ranked(facts) + [BYE] * (BYE in graph), graph):
                pairs = [frozenset(pair) for pair in listed]
                if vector(pairs, group) == best_vector(facts):
                    found = list(wrongly_passed_over(facts, pairs, False, 100))
                    assert bool(found) == (set(pairs) != exact)
                    looked[bool(found)] += 1
    assert min(looked.values()) > 10


@pytest.mark.parametrize(
    ("seeds", "sizes"),
    [(range(1, 41), (2, 9)), *sweep_rows((range(41, 601), (2, 10)), (range(1, 61), (2, 60)))],
)
@pytest.mark.parametrize("system", TWO_SEAT_SWISS)
def test_random_events_have_nothing_to_object_to(system: str, seeds: range, sizes: tuple[int, int]) -> None:
    tally = run(seeds, [system], sizes)
    assert tally.violations == []
    assert tally.counts[f"rounds of {system}"] > 2 * len(seeds)


def test_the_checker_imports_nothing_of_the_engine() -> None:
    running = {"running.py", "__init__.py"}
    for path in Path(__file__).parent.glob("*.py"):
        if path.name in running or path.name.startswith("test_"):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        modules = {n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
        modules |= {alias.name for n in ast.walk(tree) if isinstance(n, ast.Import) for alias in n.names}
        assert not any(m.startswith(("pairing", "tournaments", "tests.generator")) for m in modules), (
            path.name
        )
