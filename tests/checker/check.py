"""check(document, answer): what is wrong with a plan, in words. Nothing means: nothing wrong."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.checker.bracket import check_bracket
from tests.checker.check_fours import check_four
from tests.checker.draw import wrongly_passed_over
from tests.checker.exhaustive import best_pairing
from tests.checker.facts import Facts, Json, Pair
from tests.checker.fours import FOUR_SEATS
from tests.checker.hall import are_side_by_side, wrong_numbers
from tests.checker.league import check_league
from tests.checker.matching import most_covered
from tests.checker.objective import (
    BYE,
    best_vector,
    best_with_rematches,
    exists,
    lowest_bye_score,
    rematch_entry_count,
    rematch_vector,
    score_groups,
    vector,
    with_bye,
)
from tests.checker.round_robin import check_round_robin
from tests.checker.seats import wrong_first_movers

SWISS = {"monrad", "random_swiss", "wcsc"}
KNOCKOUT = {"bracket", "double_elimination"}
WEIGHTED_UP_TO = 120
MOST_PASSED_OVER = 8
EXHAUSTIVE_UP_TO = 10


def check(document: Json, answer: Json, overrides: Json | None = None) -> list[str]:
    """Everything wrong with `answer`, the JSON a pairing command printed for `document`."""
    facts, waived = Facts(document), overrides or {}
    if facts.system in KNOCKOUT:
        return [*_tables(facts, answer), *check_bracket(document, answer)]
    if facts.system == "tiered":
        return [*_tables(facts, answer), *check_league(document, answer)]
    if facts.system == "round_robin":
        return [*_tables(facts, answer), *check_round_robin(document, answer)]
    if facts.system in FOUR_SEATS:
        return check_four(facts, answer)
    if "impossible" in answer:
        return list(_impossible(facts, answer["impossible"], waived))
    found = [*_seating(facts, answer), *_tables(facts, answer), *_rules(facts, answer, waived)]
    if not found and facts.system in SWISS:
        found = [
            *_waived_only_if_needed(facts, answer),
            *_objective(facts, answer),
            *wrong_first_movers(facts, answer),
        ]
    return found


def pairs_of(answer: Json) -> list[Pair]:
    return [frozenset(match["seats"]) for match in answer["matches"]]


def pairing_byes(facts: Facts, answer: Json) -> list[int]:
    """Byes the pairing gave, as against those that were asked for."""
    return [bye["player"] for bye in answer["byes"] if bye["player"] not in facts.requests]


def pairs_and_bye(facts: Facts, answer: Json) -> list[Pair]:
    return [*pairs_of(answer), *(frozenset((player, BYE)) for player in pairing_byes(facts, answer))]


def relaxed(answer: Json, rule: str) -> set[Pair]:
    return {frozenset(item["players"]) for item in answer["relaxed"] if item["rule"] == rule}


def _seating(facts: Facts, answer: Json) -> Iterator[str]:
    if answer["round"] != facts.number:
        yield f"round {answer['round']} instead of {facts.number}"
    seated = Counter(p for m in answer["matches"] for p in m["seats"])
    seated.update(bye["player"] for bye in answer["byes"])
    expected = Counter([*facts.considered, *facts.requests])
    for player in (seated - expected) + (expected - seated):
        yield f"player {player} is seated {seated[player]} times instead of {expected[player]}"
    asked = {bye["player"]: bye["kind"] for bye in answer["byes"] if bye["player"] in facts.requests}
    if asked != facts.requests:
        yield f"byes asked for: {asked} instead of {facts.requests}"
    given = [bye for bye in answer["byes"] if bye["player"] not in facts.requests]
    if facts.system in SWISS and len(given) != len(facts.considered) % 2:
        yield f"{len(given)} byes for {len(facts.considered)} players"
    if any(bye["kind"] != "full" for bye in given):
        yield "a bye nobody asked for is not a full one"
    if any(not item.get("why") for item in [*answer["matches"], *answer["byes"]]):
        yield "a pairing without a reason"


def _tables(facts: Facts, answer: Json) -> Iterator[str]:
    tables = {match["table"]: match["seats"] for match in answer["matches"]}
    wishes = {p: about["fixed_table"] for p, about in facts.players.items() if about.get("fixed_table")}
    paired = [p for match in answer["matches"] for p in match["seats"]]
    wanted = {p: wishes[p] for p in paired if p in wishes}
    if len(tables) != len(answer["matches"]):
        yield "two matches at one table"
    yield from wrong_numbers(facts.document, answer)
    held = () if are_side_by_side(facts.document) else wanted.items()
    for player, table in held:
        there = tables.get(table, [])
        mate = next(m["seats"] for m in answer["matches"] if player in m["seats"])
        if (
            player not in there
            and not any(p in wanted for p in there)
            and not set(mate) & (set(wanted) - {player})
        ):
            yield f"player {player} is not at fixed table {table}"


def _rules(facts: Facts, answer: Json, waived: Json) -> Iterator[str]:
    rematches = relaxed(answer, "rematch")
    for pair in pairs_of(answer):
        if len(pair) != 2:
            yield f"a match of {sorted(pair)}"
        elif pair in facts.forbidden:
            yield f"forbidden pair {sorted(pair)}"
        elif pair in facts.met and not (pair in rematches and waived.get("allow_rematches")):
            yield f"rematch {sorted(pair)}"
    for pair in rematches - set(facts.met):
        yield f"{sorted(pair)} is declared as a rematch and is none"
    for player in pairing_byes(facts, answer):
        declared = frozenset([player]) in relaxed(answer, "second_bye") and waived.get("allow_second_bye")
        if player in facts.had_bye and not declared:
            yield f"second bye of player {player}"


def _waived_only_if_needed(facts: Facts, answer: Json) -> Iterator[str]:
    rematch, second = bool(relaxed(answer, "rematch")), bool(relaxed(answer, "second_bye"))
    if not rematch and not second:
        return
    if exists(facts):
        yield "a rule was waived although a legal pairing exists"
    if rematch and second and exists(facts, rematches=True):
        yield "a second bye was given although rematches alone would do"
    if rematch and len(facts.considered) <= WEIGHTED_UP_TO:
        compared = None if facts.system == "monrad" else rematch_entry_count(facts)
        ours = rematch_vector(facts, pairs_and_bye(facts, answer))[:compared]
        best = (best_with_rematches(facts, second=second) or [])[:compared]
        if ours != best:
            yield f"rematches {ours} where {best} would do"


def _objective(facts: Facts, answer: Json) -> Iterator[str]:
    """(a) for every Swiss; (b), (c) and (d) for monrad, (d) by listing everything in small fields."""
    if relaxed(answer, "rematch"):
        return
    second = bool(relaxed(answer, "second_bye"))
    for player in pairing_byes(facts, answer):
        lowest = lowest_bye_score(facts, second=second)
        if facts.points[player] != lowest:
            yield f"bye to player {player} on {facts.points[player]} where {lowest} is possible"
    size = len(facts.considered)
    if facts.system != "monrad" or size > WEIGHTED_UP_TO:
        return
    pairs = pairs_and_bye(facts, answer)
    ours = vector(pairs, score_groups(facts.points, facts.considered))
    best = best_vector(facts, second=second)
    if ours != best:
        yield f"floats {ours} where {best} is possible"
    elif size <= EXHAUSTIVE_UP_TO:
        exact = best_pairing(facts, second_bye=second)
        if exact != set(pairs):
            yield f"paired {_shown(pairs)} where the search of all pairings finds {_shown(exact or ())}"
    else:
        yield from wrongly_passed_over(facts, pairs, second, MOST_PASSED_OVER)


def _shown(pairs: Any) -> list[list[int]]:
    return sorted(sorted(pair) for pair in pairs)


def _impossible(facts: Facts, impossible: Json, waived: Json) -> Iterator[str]:
    rematches, second = bool(waived.get("allow_rematches")), bool(waived.get("allow_second_bye"))
    if len(facts.considered) < 2:
        return  # one player with a bye is no round: the event is at its end
    if exists(facts, rematches=rematches, second=second):
        yield "said to be impossible, but a legal pairing exists"
    if not impossible["because"]:
        yield "impossible without an explanation"
    shown = set(impossible["players"])
    if shown - set(facts.considered):
        yield f"players {sorted(shown - set(facts.considered))} in the explanation are not to be paired"
    elif shown and len(facts.considered) <= WEIGHTED_UP_TO:
        graph = with_bye(facts, rematches=rematches, second=second)
        needed = shown | ({BYE} & set(graph))  # with an odd number, somebody has to take the bye too
        if most_covered(graph, needed) == len(needed):
            yield f"players {sorted(shown)} could all be paired, so they explain nothing"
