"""The plain-Python simulation against the published appendix, published random numbers and rules checked by hand."""

import json
import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import chain, combinations, permutations, product
from typing import Any

import pytest

from pairing.model.errors import PairingError
from pairing.model.types import Scoring, Snapshot
from pairing.simulation.reference.measures import (
    EVENT_MEASURES,
    by_lot,
    count_inversions,
    inversions_by_lot,
    nearest,
    squares_by_lot,
)
from pairing.simulation.reference.tournament import (
    State,
    draw_bye,
    draw_pool,
    draw_pools,
    draw_tight_pool,
    legal_pairings,
    measures,
    play,
    put_in_turn,
)
from pairing.simulation.setup.chance import ONE, Chance
from pairing.simulation.setup.configuration import Configuration, chains
from pairing.simulation.setup.strengths import Arithmetic, Listed, Normal, limits
from tests.pairing.tiebreaks.test_tiebreaks import STUDY, study_appendix, vector
from tests.sweep import sweep_rows

FIVE = chains(*([code] for code in STUDY))
NOBODY: dict[int, set[int]] = {player: set() for player in range(64)}


def configuration(players: int = 64, rounds: int = 5, **given: Any) -> Configuration:
    usual: dict[str, Any] = {"chains": FIVE, "cut": min(8, players)}
    return Configuration(Arithmetic(players), rounds, **(usual | given))


def test_the_appendix_of_the_study_has_the_published_metrics() -> None:
    appendix = study_appendix()
    odds = [entrant.rating or 0 for entrant in appendix.entrants]
    assert odds == sorted(odds, reverse=True)
    found = measures(Configuration(Listed(tuple(odds)), 5, FIVE), appendix)
    names = ("T-Swis", "Sol", "OMW", "SB", "MD", "MDb")
    metrics = [vector("study_appendix")["metrics"][name] for name in names]
    assert [order[0] for order in found.orders] == [611, 840, 869, 802, 843, 749]
    assert [order[0] for order in found.orders] == [m["inversions"] for m in metrics]
    assert [order[2] for order in found.orders] == [m["top8_inversions"] for m in metrics]
    assert [order[4] for order in found.orders] == [m["tie_pairs"] for m in metrics]
    assert [order[1] for order in found.orders] == [m["inversions"] - 611 for m in metrics]
    assert found.event == (160, 0, 0, 0, 0)


@pytest.mark.parametrize("cut", range(1, 7))
@pytest.mark.parametrize("equal", [(1, 1, 1, 1, 1, 1), (6,), (3, 3), (1, 4, 1), (2, 1, 3), (5, 1)])
def test_what_a_lot_gives_is_the_mean_of_all_orders_of_the_equal(cut: int, equal: tuple[int, ...]) -> None:
    """Every order of six players, and in it every way to draw lots in the groups the tie-breaks leave equal."""
    for order in ((0, 1, 2, 3, 4, 5), (5, 4, 3, 2, 1, 0), (2, 0, 5, 1, 4, 3), (1, 3, 0, 2, 5, 4)):
        groups, start = [], 0
        for size in equal:
            groups.append(order[start : start + size])
            start += size
        ways = [list(chain.from_iterable(way)) for way in product(*(list(permutations(g)) for g in groups))]
        chosen = [set(way[:cut]) for way in ways]
        expected = (
            Fraction(sum(way[0] == 0 for way in ways), len(ways)),
            Fraction(sum(len(kept & set(range(cut))) for kept in chosen), len(ways)),
            Fraction(sum(kept == set(range(cut)) for kept in chosen), len(ways)),
        )
        assert by_lot(cut, order, equal) == expected
        for strengths in ((6, 5, 4, 3, 2, 1), (9, 9, 4, 4, 4, 1)):
            six = Configuration(Listed(strengths), 5, cut=cut)
            counted = [count_inversions(six, way) for way in ways]
            means = tuple(Fraction(sum(column), len(ways)) for column in zip(*counted, strict=True))
            assert inversions_by_lot(six, order, equal) == means
        squares = [6 * sum((place - player) ** 2 for place, player in enumerate(way)) for way in ways]
        assert squares_by_lot(order, equal) == Fraction(sum(squares), len(ways))


def test_shares_are_rounded_to_the_nearest_part() -> None:
    assert [nearest(Fraction(1, 3), 1000), nearest(Fraction(2, 3), 1000), nearest(Fraction(1, 8), 4)] == [
        333,
        667,
        1,
    ]


def test_the_numbers_are_those_published_for_splitmix64() -> None:
    chance = Chance(0, 0)
    chance.state = 1234567
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert [chance.number() for _ in published] == published


def halves(size: int) -> dict[int, set[int]]:
    """Two halves in which everybody has met everybody: size / 2 factorial legal pairings."""
    middle = size // 2
    return {p: set(range(middle) if p < middle else range(middle, size)) - {p} for p in range(size)}


def board(rows: int, columns: int) -> dict[int, set[int]]:
    """Only neighbours on a board may meet, so pairings are tilings with dominoes: 13 of 2 × 6 and 89 of 2 × 10, numbers
    of Fibonacci, and 36 of 4 × 4 (OEIS A000045, A004003).
    """
    squares = list(product(range(rows), range(columns)))
    return {
        k: {j for j, other in enumerate(squares) if abs(x - other[0]) + abs(y - other[1]) > 1}
        for k, (x, y) in enumerate(squares)
    }


@pytest.mark.parametrize(
    ("barred", "pairings", "limit"),
    [
        # Of 15 pairings 3 have 0-1, 3 have 2-3, one of them both.
        ({player: set() for player in range(6)} | {0: {1}, 1: {0}, 2: {3}, 3: {2}}, 10, 27.9),
        (halves(8), 24, 49.8),  # drawn from the list at once
        (board(2, 6), 13, 32.9),  # in turn, as most have met
        *sweep_rows(
            (halves(10), 120, 172.5),  # if eight tries, one in eight of which comes out, are in vain
            (board(4, 4), 36, 66.6),
            (board(2, 10), 89, 134.7),
        ),
    ],
)
def test_every_legal_pairing_of_a_pool_is_equally_likely(
    barred: dict[int, set[int]], pairings: int, limit: float
) -> None:
    """`limit`: chi squared with one degree of freedom less than pairings, p = 0.001."""
    seen: Counter[frozenset[frozenset[int]]] = Counter()
    runs = 5000
    for index in range(runs):
        pairs = draw_pool(Chance(7, index), range(len(barred)), barred)
        assert pairs is not None
        seen[frozenset(frozenset(pair[:2]) for pair in pairs)] += 1
    assert len(seen) == pairings
    expected = runs / pairings
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < limit


def test_a_pool_without_a_legal_pairing_is_told_and_a_tight_one_is_paired() -> None:
    triangles = {p: ({3, 4, 5} if p < 3 else {0, 1, 2}) for p in range(6)}
    assert draw_pool(Chance(1, 1), range(6), triangles) is None
    assert draw_pool(Chance(1, 1), [0, 1], {0: {1}, 1: {0}}) is None
    pairs = draw_pool(Chance(1, 1), range(6), halves(6))
    assert pairs is not None and all((one < 3) != (other < 3) for one, other, _ in pairs)
    only = {p: {q for q in range(18) if q not in (p, p ^ 1)} for p in range(18)}
    for draw in (draw_pool, draw_tight_pool):  # one legal pairing of 34,459,425: too few for trying
        pairs = draw(Chance(1, 1), range(18), only)
        assert pairs is not None and all(one == other ^ 1 for one, other, _ in pairs)


def ways_in_turn(left: list[int], choices: list[int], barred: dict[int, set[int]]) -> int:
    """In how many ways turns come out; nobody may have more to choose from than is drawn from."""
    if not left:
        return 1
    one, *others = left
    partners = [other for other in others if other not in barred[one]]
    assert len(partners) <= choices[0]
    return sum(ways_in_turn([p for p in others if p != partner], choices[1:], barred) for partner in partners)


@pytest.mark.parametrize("share", [0.3, 0.5, 0.7])
def test_turns_have_room_for_every_choice_there_can_be(share: float) -> None:
    """So every legal pairing, which is one way to choose, has the same chance in a try: 1 / all choices multiplied."""
    lots = random.Random(8)
    for _ in range(40):
        players = lots.sample(range(64), 10)
        barred: dict[int, set[int]] = {player: set() for player in players}
        for one, other in combinations(players, 2):
            if lots.random() < share:
                barred[one].add(other)
                barred[other].add(one)
        order, choices = put_in_turn(players, barred)
        assert ways_in_turn(order, choices, barred) == len(list(legal_pairings(players, barred)))


def state(points: list[int], met: Sequence[tuple[int, int]] = (), had_bye: set[int] | None = None) -> State:
    players = len(points)
    barred: dict[int, set[int]] = {player: set() for player in range(players)}
    for one, other in met:
        barred[one].add(other)
        barred[other].add(one)
    return State(
        configuration(players, 1), Chance(3, 3), list(range(players)), points, barred, had_bye or set()
    )


def drawn(at: State) -> set[frozenset[int]]:
    pairs = draw_pools(at, at.active, at.met)
    assert pairs is not None
    return {frozenset(pair[:2]) for pair in pairs}


def test_one_of_an_odd_group_floats_and_meets_the_next() -> None:
    at = state([2, 2, 2, 1, 0, 0], [(0, 1), (0, 2)])
    # 1 and 2 are the only pair of the top group, so 0 has to float; if another one was drawn the groups merge.
    assert frozenset((1, 2)) in drawn(at) or any(0 in pair and max(pair) > 2 for pair in drawn(at))
    at = state([2, 2, 2, 1, 1, 1])
    assert sum(max(pair) > 2 and min(pair) < 3 for pair in drawn(at)) == 1


def test_a_pool_that_cannot_be_paired_merges_with_the_next_and_the_last_with_the_one_above() -> None:
    assert frozenset((0, 1)) not in drawn(state([2, 2, 1, 1], [(0, 1)]))
    assert frozenset((2, 3)) not in drawn(state([2, 2, 1, 1], [(2, 3)]))
    at = state([2, 2, 1, 1], list(combinations(range(4), 2)))
    assert draw_pools(at, at.active, at.met) is None


@pytest.mark.parametrize(
    ("met", "had_bye", "players"),
    [
        ([], set(), {2}),
        ([], {2}, {0, 1}),
        ([(0, 1)], set(), {0, 1}),  # without 2, players 0 and 1 would have to meet again
        ([(0, 1), (0, 2)], set(), {0}),
        ([], {0, 1, 2}, {None}),
    ],
)
def test_the_bye_goes_to_the_lowest_who_can_have_it(
    met: list[tuple[int, int]], had_bye: set[int], players: set[int | None]
) -> None:
    assert draw_bye(state([1, 1, 0], met, had_bye)) in players


def faults(event: Snapshot) -> list[str]:
    """What is wrong with a simulated event in which nothing has to be given up."""
    found, met, byes = [], set(), set()
    for round_ in event.rounds:
        seated = [p for m in round_.matches for p in m.seats] + [b.player for b in round_.byes]
        if sorted(seated) != [e.id for e in event.entrants if e.takes_part_in(round_.number)]:
            found.append(f"round {round_.number} seats {seated}")
        for match in round_.matches:
            pair = frozenset(match.seats)
            if pair in met:
                found.append(f"{match.seats} met again")
            met.add(pair)
        for bye in round_.byes:
            if bye.player in byes:
                found.append(f"{bye.player} has a second bye")
            byes.add(bye.player)
    return found


@pytest.mark.parametrize(
    "given",
    [
        configuration(64, 5),
        configuration(17, 6, draw=0.3),
        configuration(40, 7, dropout=0.05),
        configuration(33, 6, draw=0.2, dropout=0.04),
    ],
)
def test_everybody_plays_once_a_round_and_nobody_meets_again(given: Configuration) -> None:
    for index in range(40):
        event = play(given, 11, index)
        assert len(event.rounds) == given.rounds
        assert faults(event) == []


def test_rematches_are_counted_when_nothing_else_is_left() -> None:
    # Four players, four rounds would be one too many; here leaving makes rounds run out of opponents.
    found = [measures(c, play(c, 5, i)) for c in [configuration(6, 5, cut=2)] for i in range(60)]
    rematches = EVENT_MEASURES.index("rematches")
    assert any(m.event[rematches] for m in found)  # after 3 rounds of 6 two triangles may be left
    assert all(m.event[0] == 15 for m in found)


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        (("odds", "flat", 0, 3, 1), (0, 3 * ONE // 4)),
        (("stronger", "flat", 0.5, 2, 1), (ONE // 2, ONE)),
        (("stronger", "flat", 0, 2, 2), (0, ONE // 2)),
        (("elo", "flat", 0, 1900, 1500), (0, pytest.approx(10 / 11 * ONE, rel=1e-6))),
        # 0.65 + 0.2 / 2 = 0.75 expected
        (("odds", "close", 0.4, 3, 1), (ONE // 5, ONE // 5 + 3 * ONE // 4 - ONE // 10)),
        (("odds", "close", 0.4, 1, 1), (pytest.approx(0.4 * ONE, abs=2), pytest.approx(0.7 * ONE, abs=4))),
        # whoever is a million points better wins for certain
        (("elo", "flat", 0, 1_000_000, 1), (0, ONE)),
        (("elo", "flat", 0, 1, 1_000_000), (0, 0)),
    ],
)
def test_probabilities_of_a_match(model: tuple[Any, ...], expected: tuple[Any, Any]) -> None:
    assert limits(*model) == expected


def test_fields() -> None:
    assert Arithmetic(64).strengths() == tuple(range(67, 3, -1))
    assert Listed((3, 9, 5)).strengths() == (9, 5, 3)
    normal = Normal(1000).strengths()
    assert normal == tuple(sorted(normal, reverse=True)) == Normal(1000).strengths()
    assert abs(sum(normal) / 1000 - 1500) < 4 * 400 / 1000**0.5
    assert normal != Normal(1000, seed=1).strengths()


@pytest.mark.parametrize(
    "given",
    [
        configuration(),
        Configuration(Listed((5, 5, 4, 1)), 3, chains(["solkoff", {"name": "omw", "floor": "1/3"}]), cut=2),
        Configuration(Normal(31, 1500, 200, 4), 6, outcome="elo", draw=0.3, draw_model="close", dropout=0.1),
        configuration(
            20, 4, system="monrad", options={"elimination": 3}, scoring=Scoring(300, 100, 0, 300), brief=True
        ),
    ],
)
def test_a_configuration_survives_json(given: Configuration) -> None:
    assert Configuration.from_data(json.loads(json.dumps(given.to_data()))) == given


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"rounds": 64}, "rounds"),
        ({"rounds": "5"}, "rounds"),
        ({"rounds": True}, "rounds"),
        ({"cut": 0}, "cut"),
        ({"cut": 65}, "cut"),
        ({"draw": 1.01}, "draw"),
        ({"draw": float("nan")}, "draw"),
        ({"dropout": -0.1}, "dropout"),
        ({"outcome": "luck"}, "outcome"),
        ({"draw_model": []}, "draw_model"),
        ({"field": {"model": "arithmetic"}}, "field.players"),
        ({"field": {"model": "arithmetic", "players": 5000}}, "field.players"),
        ({"field": {"model": "arithmetic", "players": 64, "first": 0}}, "field.first"),
        ({"field": {"model": "normal", "players": 64, "width": 1}}, "field.width"),
        ({"field": {"model": "list", "values": [4, "x"]}}, "field.values"),
        ({"field": 5}, "field"),
        ({"chains": [["solkoff"], []]}, "chains"),
        ({"chains": "solkoff"}, "chains"),
        ({"scoring": {"win": 0}}, "scoring.win"),
        ({"scoring": {"half_bye": 5}}, "scoring.half_bye"),
        ({"system": {"name": "mahjong_swiss"}}, "system"),
        ({"system": "monrad"}, "system"),
        ({"brief": 1}, "brief"),
        ({"colour": "red"}, "colour"),
        ({"chains": [["nonsense"]]}, "unknown_tiebreak"),
        ({"chains": [[5]]}, "bad_tiebreak"),
        ({"system": {"name": "nonsense"}}, "unknown_system"),
        ({"system": {"name": "monrad", "options": {"order": "x"}}}, "bad_option"),
    ],
)
def test_what_cannot_be_simulated_is_told_with_its_place_or_its_code(
    change: dict[str, Any], place: str
) -> None:
    data = configuration().to_data() | change
    with pytest.raises(PairingError) as caught:
        Configuration.from_data(data)
    assert (caught.value.code, caught.value.params.get("where")) in (("bad_input", place), (place, None))
