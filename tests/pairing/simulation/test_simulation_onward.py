"""Simulations from the middle of an event: what is known stays, and the rest comes out as an enumeration says."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import sqrt
from typing import Any

import pytest

from pairing.engine import pair
from pairing.model.errors import PairingError
from pairing.model.types import (
    FOUR,
    Bye,
    ByeKind,
    ByeRequest,
    Cut,
    CutBy,
    Entrant,
    Match,
    Phase,
    Round,
    RoundStatus,
    Scoring,
    Snapshot,
)
from pairing.simulation import Configuration, Listed, Tally, chains, is_fast, run_chunk
from pairing.simulation.reference.engine_path import play_through_engine
from pairing.simulation.reference.measures import CHANGES, EVENT_MEASURES, ONWARD_MEASURES, ORDER_MEASURES
from pairing.simulation.reference.onward import play_onward, standings
from pairing.simulation.setup.starting import contenders, first_to_play, position
from tests.sweep import sweep_rows

RATED = (1700, 2000, 1500, 1800)  # players 1 to 4
ODDS = (3, 9, 1, 5)


def event(*rounds: Sequence[Match], ratings: Sequence[int | None] = RATED, **given: Any) -> Snapshot:
    """Players 1, 2, ... and rounds of these matches; one with an open table is being played."""
    made = tuple(
        Round(
            number,
            RoundStatus.IN_PROGRESS if any(m.is_open for m in matches) else RoundStatus.COMPLETED,
            tuple(matches),
        )
        for number, matches in enumerate(rounds, 1)
    )
    entrants = tuple(Entrant(i, f"Player {i}", rating=rating) for i, rating in enumerate(ratings, 1))
    return Snapshot(**{"entrants": entrants, "rounds": made, "system": "random_swiss", **given})


def onward(start: Snapshot, rounds: int, **given: Any) -> Configuration:
    """The event going on by its own rules."""
    chosen = {"rounds": rounds, "outcome": "odds", "cut": 2, "chains": [["wins"]], **given}
    if "field" not in chosen and chosen["outcome"] == "odds":
        chosen["field"] = {"model": "list", "values": list(ODDS)}
    return Configuration.from_data(chosen, position(start))


# --- against an enumeration that knows nothing of the engine
Pairs = Sequence[tuple[int, int]]
Rules = Callable[[list[Pairs], Mapping[int, Fraction]], list[Pairs]]
ROUND_ONE: Pairs = ((1, 2), (3, 4))


def winners_meet(played: list[Pairs], points: Mapping[int, Fraction]) -> list[Pairs]:
    """Four players: the ways that are left with the fewest points apart; by lot where there are two."""
    met = {frozenset(pair) for pairs in played for pair in pairs}
    ways: list[Pairs] = [((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3))]
    legal = [way for way in ways if not any(frozenset(pair) in met for pair in way)]
    apart = [sum(abs(points[a] - points[b]) for a, b in way) for way in legal]
    return [way for way, distance in zip(legal, apart, strict=True) if distance == min(apart)]


def endings(
    rules: Rules, known: Mapping[tuple[int, int], int], rounds: int, draw: Fraction
) -> Iterator[tuple[Fraction, dict[int, Fraction]]]:
    """Every way the event of four players can end, with its probability and the points. `known`: a win of the first."""

    def go(
        played: list[Pairs], points: dict[int, Fraction], p: Fraction
    ) -> Iterator[tuple[Fraction, dict[int, Fraction]]]:
        if len(played) == rounds:
            yield p, points
            return
        ways = rules(played, points) if played else [ROUND_ONE]
        for pairs, scores in product(ways, product((Fraction(0), Fraction(1, 2), Fraction(1)), repeat=2)):
            chance, after = p / len(ways), dict(points)
            for (a, b), score in zip(pairs, scores, strict=True):
                one, other = ODDS[a - 1], ODDS[b - 1]
                win = {0: Fraction(other, one + other), 1: Fraction(one, one + other)}
                likely = draw if score == Fraction(1, 2) else (1 - draw) * win[int(score)]
                if not played and (a, b) in known:
                    likely = Fraction(score == known[a, b])
                chance *= likely
                after[a] += score
                after[b] += 1 - score
            if chance:
                yield from go([*played, pairs], after, chance)

    return go([], dict.fromkeys(range(1, 5), Fraction(0)), Fraction(1))


def by_strength(points: Mapping[int, Fraction]) -> list[int]:
    return sorted(points, key=lambda p: (-points[p], -ODDS[p - 1]))


def inversions(order: Sequence[int]) -> int:
    return sum(ODDS[a - 1] < ODDS[b - 1] for a, b in combinations(order, 2))


def exactly(
    configuration: Configuration, tally: Tally, expected: Mapping[str, tuple[Fraction, Fraction]]
) -> None:
    """The means of points and strength alone are what they should be, within 4.5 standard errors.

    `expected` are means and mean squares.
    """
    for name, (mean, square) in expected.items():
        found = tally.sums[0][ORDER_MEASURES.index(name)] / tally.runs
        error = sqrt((square - mean * mean) / tally.runs)
        assert found == mean or abs(found - mean) < 4.5 * error, (name, found, float(mean), error)


def moments(ways: Iterator[tuple[Fraction, dict[int, Fraction]]]) -> dict[str, tuple[Fraction, Fraction]]:
    """Mean and mean square of some measures."""
    found = {name: [Fraction(0), Fraction(0)] for name in ("inversions", "ties", "best_wins", "best_in_cut")}
    total = Fraction(0)
    for p, points in ways:
        order = by_strength(points)
        values = {
            "inversions": inversions(order),
            "ties": sum(points[a] == points[b] for a, b in combinations(points, 2)),
            "best_wins": int(order[0] == 2),
            "best_in_cut": len({2, 4} & set(order[:2])),
        }
        total += p
        for name, value in values.items():
            found[name][0] += p * value
            found[name][1] += p * value * value
    assert total == 1
    return {name: (mean, square) for name, (mean, square) in found.items()}


OPEN = (Match(1, (1, 2), "1-0"), Match(2, (3, 4)))
OVER = (Match(1, (1, 2), "1-0"), Match(2, (3, 4), "0-1"))


@pytest.mark.parametrize(
    ("first", "known", "draw", "system", "rounds"),
    [
        (OPEN, {(1, 2): 1}, 0.25, "random_swiss", 3),
        *sweep_rows(
            *(
                (first, known, 0.0, system, rounds)
                for first, known in ((OVER, {(1, 2): 1, (3, 4): 0}), (OPEN, {(1, 2): 1}))
                for system, rounds in product(("random_swiss", "monrad"), (2, 3))
            )
        ),
    ],
)
def test_endings_are_as_likely_as_an_enumeration_says(
    first: Sequence[Match], known: Mapping[tuple[int, int], int], draw: float, system: str, rounds: int
) -> None:
    configuration = onward(event(first, system=system), rounds, draw=draw)
    tally = run_chunk(configuration, 5, 0, 1200)
    exactly(configuration, tally, moments(endings(winners_meet, known, rounds, Fraction(draw))))
    assert tally.events[EVENT_MEASURES.index("matches")] == 1200 * 2 * rounds


# --- what is known stays
ELEVEN = (2100, 1980, None, 1900, 1850, 1800, 1750, 1700, 1650, 1600, 1550)


def middle(system: str = "monrad", **given: Any) -> Snapshot:
    """Eleven players in round 3: one gone, one to come in round 4, a bye asked for, a pair that may not meet."""
    rounds = (
        Round(1, matches=tuple(Match(k, (k, k + 5), "1-0") for k in range(1, 6))),
        Round(2, matches=(Match(1, (1, 2), "1-0"), Match(2, (3, 4), "+--"), Match(3, (5, 6), "0-0"),
                          Match(4, (7, 8), "1/2-1/2")), byes=(Bye(9), Bye(10, ByeKind.HALF))),
        Round(3, RoundStatus.IN_PROGRESS, (Match(1, (1, 3)), Match(2, (5, 4), "1-0"), Match(3, (7, 9)),
                                           Match(4, (8, 6))), (Bye(2, ByeKind.HALF),)),
    )  # fmt: skip
    entrants = [Entrant(i, f"Player {i}", rating=r, club="Club") for i, r in enumerate(ELEVEN, 1)]
    entrants[9] = replace(entrants[9], left_after_round=2)
    entrants[10] = replace(entrants[10], joined_round=4)
    chosen = {
        "bye_requests": (ByeRequest(5, 4),), "forbidden_pairs": ((1, 7), (2, 4)), "draw_seed": "s", "system": system,
        "scoring": Scoring(200, 100, 0, 200, half_bye=100), **given,
    }  # fmt: skip
    return Snapshot(tuple(entrants), rounds, **chosen)


@pytest.mark.parametrize("system", ["random_swiss", "monrad", "wcsc", "tiered"])
def test_what_is_known_stays_and_everybody_is_treated_as_the_event_says(system: str) -> None:
    options = {"elimination": 9} if system == "tiered" else {}
    start = position(middle(system, options=options))
    configuration = Configuration.from_data({"rounds": 6, "chains": [["solkoff"]]}, start)
    seen = set()
    for index in range(6):
        ended = play_onward(configuration, 3, index)
        assert len(ended.rounds) == 6 and ended.rounds[:2] == start.rounds[:2]
        third = {m.table: m for m in ended.rounds[2].matches}
        assert [m.seats for m in ended.rounds[2].matches] == [m.seats for m in start.rounds[2].matches]
        assert third[2].result == "1-0" and not any(m.is_open for m in third.values())
        seen.add(third[1].result)
        later = ended.rounds[3:]
        pairs = {frozenset(m.seats) for r in later for m in r.matches}
        assert not pairs & {frozenset((1, 7)), frozenset((2, 4))}
        assert all(10 not in m.seats for r in later for m in r.matches)
        assert Bye(5, ByeKind.HALF) in later[0].byes
        for round_ in later:
            seated = [p for m in round_.matches for p in m.seats] + [b.player for b in round_.byes]
            assert sorted(seated) == [*range(1, 10), 11]
    assert seen == {"1-0", "0-1"}


def test_measures_are_of_the_whole_event_and_of_who_is_still_in() -> None:
    start = position(middle())
    configuration = Configuration.from_data({"rounds": 3, "chains": [["wins"]], "cut": 3}, start)
    # Player 10 has left. Player 3 has no rating and counts as the lower middle of ten, 1750, before 7 in the list.
    assert [e.id for e in contenders(start)] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 11]
    assert list(configuration.number_of) == [1, 2, 4, 5, 6, 3, 7, 8, 9, 11]
    assert configuration.strengths == (2100, 1980, 1900, 1850, 1800, 1750, 1750, 1700, 1650, 1550)
    results = {1: "0-1", 3: "1-0", 4: "0-1"}
    last = replace(
        start.rounds[2],
        status=RoundStatus.COMPLETED,
        matches=tuple(replace(m, result=results.get(m.table, m.result)) for m in start.rounds[2].matches),
    )
    ended = replace(start, rounds=(*start.rounds[:2], last))
    # By hand, a win worth 2: 3 has three wins; 1 has two, 5 two and a double loss; 2 a win and half a bye, 7 a draw and
    # a win; 4 one win, 9 its bye, 6 its win in round 3; 8 a draw; 10, who has half a bye, has left; 11 comes later.
    order, level = standings(configuration, ended, ())
    ids = list(configuration.number_of)
    assert [ids[number] for number in order] == [3, 1, 5, 2, 7, 4, 6, 9, 8, 11]
    assert level == [1, 2, 2, 3, 1, 1]


def test_what_the_rest_and_the_last_round_change_is_measured() -> None:
    """The stronger always wins. 1 and 4 lead with a win each; 4 beats 1 and 2 beats 3, then 2 beats 4 and 1 beats 3.

    So three end level with two wins: 2 and 1 are new against the lead of 4 before the last round, 2 against that of 1
    and 4 now. By strength the first two are 4 and 1, then 4 and 2, then 2 and 4.
    """
    tally = run_chunk(onward(event(OVER), 3, outcome="stronger"), 1, 0, 1)
    found = {
        name: total for name, total in zip(ONWARD_MEASURES, tally.sums[0], strict=True) if name in CHANGES
    }
    assert found == {
        "new_winner": 333_333,
        "new_in_cut": 1,
        "new_winner_at_last": 666_667,
        "new_in_cut_at_last": 0,
    }


def test_from_an_event_without_rounds_it_is_the_whole_event() -> None:
    strengths = tuple(range(2000, 1100, -100))
    for system in ("random_swiss", "monrad", "wcsc", "round_robin"):
        anew = Configuration(
            Listed(strengths),
            4,
            chains(["solkoff"]),
            system=system,
            outcome="elo",
            cut=2,
            draw=0.2,
            dropout=0.1,
        )
        start = Snapshot(tuple(Entrant(i, rating=s) for i, s in enumerate(strengths, 1)), system=system)
        onto = replace(anew, start=position(start))
        for index in range(5):
            one, other = play_through_engine(anew, 9, index), play_onward(onto, 9, index)
            assert (one.rounds, one.entrants) == (other.rounds, other.entrants)
        assert run_chunk(onto, 9, 0, 5).sums[1][0] >= 0 and not is_fast(onto)


def test_other_rules_can_be_tried_for_the_rounds_to_come() -> None:
    start = position(middle("monrad"))
    other = Configuration.from_data(
        {"rounds": 7, "chains": [["solkoff"]], "system": {"name": "random_swiss"}}, start
    )
    assert not other.goes_on_as_it_is
    ended = play_onward(other, 1, 1)
    assert ended.rounds[:2] == start.rounds[:2] and len(ended.rounds) == 7
    assert Configuration.from_data({"rounds": 7}, start).goes_on_as_it_is


def test_an_event_goes_on_through_its_phases() -> None:
    phases = (Phase("monrad", rounds=2), Phase("bracket", rounds=2, cut=Cut(CutBy.RANK, 4)))
    first = tuple(Match(k, (k, k + 4), "1-0") for k in range(1, 5))
    start = event(first, ratings=range(2000, 1200, -100), phases=phases, system="monrad")
    configuration = Configuration.from_data({"rounds": 4, "chains": [["wins"]], "cut": 4}, position(start))
    for index in range(8):
        ended = play_onward(configuration, 2, index)
        assert [len(r.matches) for r in ended.rounds] == [4, 4, 2, 1]
        final = ended.rounds[3].matches[0]
        winner = final.seats[final.result != "1-0"]
        order, _ = standings(configuration, ended, ())
        assert list(configuration.number_of)[order[0]] == winner
    # Until the cut only, and a system for all: then nobody is cut.
    short = play_onward(replace(configuration, rounds=2), 2, 0)
    assert len(short.rounds) == 2 and len(short.phases) == 1
    swiss = Configuration.from_data({"rounds": 4, "system": {"name": "random_swiss"}}, position(start))
    assert [len(r.matches) for r in play_onward(swiss, 2, 0).rounds] == [4, 4, 4, 4]


def test_a_system_that_draws_once_keeps_its_draw() -> None:
    """Every round of a round robin by lot comes from one draw: nobody meets twice, and all meet."""
    options = {"order": "lots"}
    whole = Snapshot(
        tuple(Entrant(i, rating=2000 - i) for i in range(1, 7)),
        system="round_robin", options=options, draw_seed="drawn",
    )  # fmt: skip
    first = Round(1, matches=tuple(Match(m.table, m.seats, "1-0") for m in pair(whole).matches))
    start = position(replace(whole, rounds=(first,)))
    assert start.draw_seed == "" and start.rounds[0].seed == "drawn"
    ended = play_onward(Configuration.from_data({"rounds": 5}, start), 1, 1)
    met = [frozenset(m.seats) for r in ended.rounds for m in r.matches]
    assert len(met) == len(set(met)) == 15


def test_who_leaves_by_chance_has_come_before() -> None:
    configuration = replace(Configuration.from_data({"rounds": 7, "cut": 2}, position(middle())), dropout=0.5)
    gone = set()
    for index in range(20):
        for e in play_onward(configuration, 8, index).entrants:
            if e.left_after_round is not None and e.id != 10:
                assert max(3, e.joined_round) <= e.left_after_round < 7
                gone.add(e.id)
    assert 11 in gone and len(gone) > 8


# --- its JSON form
def test_a_position_survives_json_and_keeps_nothing_it_does_not_need() -> None:
    configuration = Configuration.from_data({"rounds": 6, "chains": [["solkoff"]]}, position(middle()))
    data = json.loads(json.dumps(configuration.to_data()))
    assert Configuration.from_data(data) == configuration
    assert "Player" not in json.dumps(data) and "Club" not in json.dumps(data)
    assert [e.name for e in position(middle("tiered")).entrants][:2] == ["Player 1", "Player 2"]


def test_a_round_paired_ahead_is_kept() -> None:
    start = middle()
    ahead = Round(4, RoundStatus.PAIRED, (Match(1, (1, 2)), Match(2, (3, 9)), Match(3, (4, 6)), Match(4, (8, 11))),
                  (Bye(7), Bye(5, ByeKind.HALF)))  # fmt: skip
    start = position(replace(start, rounds=(*start.rounds, ahead)))
    assert first_to_play(start) == 3
    configuration = Configuration.from_data({"rounds": 6, "dropout": 0.5}, start)
    assert Configuration.from_data(json.loads(json.dumps(configuration.to_data()))) == configuration
    for index in range(5):
        ended = play_onward(configuration, 1, index)
        assert [m.seats for m in ended.rounds[3].matches] == [m.seats for m in ahead.matches]
        assert not any(m.is_open for r in ended.rounds for m in r.matches)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"rounds": 2}, "rounds"),
        ({"rounds": 41}, "rounds"),
        ({"cut": 11}, "cut"),
        ({"scoring": {"win": 300}}, "scoring"),
        ({"field": {"model": "list", "values": [5, 4]}}, "field.values"),
        ({"field": {"model": "normal", "players": 11}}, "field.model"),
        ({"start": 5}, "start"),
        ({"start": {"format": "pairwright-event/1", "players": [{"id": 0}]}}, "start.players[0].id"),
    ],
)
def test_what_cannot_go_on_is_told_with_its_place(change: dict[str, Any], place: str) -> None:
    data = Configuration.from_data({"rounds": 6}, position(middle())).to_data() | change
    with pytest.raises(PairingError) as caught:
        Configuration.from_data(data)
    assert (caught.value.code, caught.value.params["where"]) == ("bad_input", place)


def who_are_left(snapshot: Snapshot) -> Snapshot:
    return replace(snapshot, entrants=tuple(replace(e, left_after_round=1) for e in snapshot.entrants))


@pytest.mark.parametrize(
    ("start", "places"),
    [
        (event(OPEN, ratings=(None,) * 4), ["field"]),
        (Snapshot((), system="mahjong_swiss", seats=FOUR), ["start"]),
        (who_are_left(event(OVER, ratings=(1, 2, 3, 4))), ["start", "cut"]),
    ],
    ids=["without ratings strengths are needed", "four at a table", "everybody has left"],
)
def test_an_event_that_cannot_go_on_is_told_with_its_place(start: Snapshot, places: list[str]) -> None:
    with pytest.raises(PairingError) as caught:
        Configuration.from_data({"rounds": 3}, position(start))
    assert caught.value.params["where"] in places
