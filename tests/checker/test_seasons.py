"""Leagues of several seasons, Swiss rounds and bracket, as the checker sees them; and does it see faults."""

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from itertools import product
from typing import Any

import pytest

from tests.checker.phases import seen_now
from tests.checker.running import ask, run_leagues
from tests.checker.seasons import check_season
from tests.checker.test_leagues import swap_second_seats
from tests.generator.seasons import RandomLeague
from tests.sweep import sweep_rows, sweep_too

Json = dict[str, Any]
Spoil = Callable[[Json], None]


@pytest.mark.parametrize(
    ("seeds", "sizes"),
    [
        (range(1, 13), (4, 16)),
        *sweep_rows((range(13, 41), (4, 16)), (range(1, 26), (12, 60)), (range(1, 4), (100, 200))),
    ],
)
def test_leagues_of_several_seasons_have_nothing_to_object_to(seeds: range, sizes: tuple[int, int]) -> None:
    tally = run_leagues(seeds, sizes)
    assert tally.violations == []
    assert tally.counts["seasons"] >= 2 * len(seeds)
    for system in ("tiered", "bracket"):
        assert tally.counts[f"rounds of {system}"] > 2 * len(seeds)


@pytest.mark.parametrize(
    "seeds", [range(8), *sweep_too(*(range(at, at + 100) for at in range(0, 1600, 100)))]
)
def test_leagues_in_which_the_stronger_usually_win(seeds: range) -> None:
    """Few stay unbeaten and soon have met each other: 20,000 rounds in the sweep, of 8 to 40 players."""
    tally = run_leagues(seeds, (8, 40), 0.9)
    assert tally.violations == []
    assert tally.counts["rounds 2 to 7 of tiers"] > 12 * len(seeds)
    assert tally.counts["rounds with somebody passed over who would not serve"] > len(seeds) // 2


@pytest.mark.sweep
@pytest.mark.parametrize("seed", [5031, 5067, 5329])
def test_leagues_in_which_games_were_once_taken_for_others(seed: int) -> None:
    """Lower seeds who changed places beside games without an opponent; a cut that lets in who has lost too often."""
    assert run_leagues(range(seed, seed + 1), (4, 200)).violations == []


@pytest.mark.sweep
def test_the_leagues_hold_what_the_rules_speak_of() -> None:
    tally = run_leagues(range(100, 125), (6, 40))
    for what in (
        "rounds with a waived rule",
        "rounds with tiers joined",
        "rounds with a refusal",
        "rounds with a match taken back",
        "rounds with somebody paired up",
        "rounds with somebody passed over who would not serve",
        "rounds with a swap in the bracket",
    ):
        assert tally.counts[what] > 3, what


@cache
def rounds(seeds: range) -> list[tuple[Json, Json]]:
    """A league goes on in the same document."""
    return [deepcopy(round_) for seed in seeds for round_ in RandomLeague(seed, (6, 30), ask).play()]


def exchange_ends(answer: Json) -> None:
    """The first match and the last exchange their second players: mostly two tiers."""
    first, last = answer["matches"][0], answer["matches"][-1]
    first["seats"][1], last["seats"][1] = last["seats"][1], first["seats"][1]


def give_the_bye_to_another(answer: Json) -> None:
    match, bye = answer["matches"][0], next(b for b in answer["byes"] if b["kind"] == "full")
    match["seats"][0], bye["player"] = bye["player"], match["seats"][0]


def forget_what_was_waived(answer: Json) -> None:
    answer["relaxed"] = []


def can_be_spoilt(spoil: Spoil, answer: Json) -> bool:
    if spoil is give_the_bye_to_another:
        return any(b["kind"] == "full" for b in answer.get("byes", [])) and bool(answer.get("matches"))
    if spoil is forget_what_was_waived:
        return any(r["rule"] != "second_bye" for r in answer.get("relaxed", []))
    return len(answer.get("matches", [])) > 2


@pytest.mark.parametrize(
    ("system", "spoil"),
    [
        *product(["tiered", "bracket"], [swap_second_seats, exchange_ends, give_the_bye_to_another]),
        ("tiered", forget_what_was_waived),
    ],
)
def test_a_spoilt_round_is_seen(system: str, spoil: Spoil) -> None:
    seen: Counter[bool] = Counter()
    for document, answer in rounds(range(1, 9) if system == "bracket" else range(1, 5)):
        if seen_now(document)["system"]["name"] == system and can_be_spoilt(spoil, answer):
            spoilt = deepcopy(answer)
            spoil(spoilt)
            seen[bool(check_season(document, spoilt))] += 1
    assert sum(seen.values()) > 3
    # Where a rematch has to be allowed another pairing can be as good.
    assert seen[False] <= 0.1 * seen[True]


@pytest.mark.parametrize("field", ["season", "earlier_meetings", "mu"])
def test_answers_to_another_league_are_seen(field: str) -> None:
    """Season, meetings and ratings all decide: the answer to the document without them is mostly another."""
    seen: Counter[bool] = Counter()
    for document, answer in rounds(range(1, 5)):
        if seen_now(document)["system"]["name"] == "bracket":
            continue  # in it everything hangs on how it was seeded
        other = deepcopy(document)
        if field == "mu":
            for at, one in enumerate(other["players"]):
                one["mu"] = float(at)
        else:
            other[field] = {"season": document["season"] + 1, "earlier_meetings": []}[field]
        if len(answer.get("matches", [])) > 2:
            seen[bool(check_season(other, answer))] += 1
    assert seen[True] > 5
