"""Ranks, rounds that count, and explanations that add up."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from pairing.engine.standings import explain, rank, standings_round
from pairing.model.errors import PairingError
from pairing.model.options import describe
from pairing.model.reasons import TEXTS
from pairing.model.types import (
    RESULTS,
    Adjustment,
    Bye,
    ByeKind,
    Entrant,
    Ladder,
    Match,
    Round,
    RoundStatus,
    Scoring,
    Snapshot,
    Standing,
    TiebreakSpec,
)
from pairing.tiebreaks import TIEBREAKS, Explanation, parse_chain
from pairing.tiebreaks.base import combined
from pairing.tiebreaks.ranking import counted, explained, ranking
from tests.pairing.events import event


def ranks(snapshot: Snapshot, *chain: Any, after: int | None = None) -> list[tuple[int, str]]:
    names = {e.id: e.name for e in snapshot.entrants}
    standings = rank(replace(snapshot, tiebreaks=parse_chain(chain)), after)
    return [(s.rank, names[s.player]) for s in standings]


# Points: A 1.5, B 0, C 2. Solkoff: A met B, C = 2; B met A, C = 3.5; C met B, A = 1.5.
THREE = event(
    ["A beats B", "C has a bye"], ["C beats B", "A has a zero bye"], ["A draws C"], scoring=Scoring(bye=50)
)  # fmt: skip
THRICE = event(["A beats B"], ["B beats A"], ["A beats B"])
# The event, the chain, the round (none: the last one) and the ranks after it.
RANKS: list[tuple[str, Snapshot, list[str], int | None, list[tuple[int, str]]]] = [
    (
        "players equal on everything share a rank and stand in list order",
        event(["A loses to B", "D draws C"], players="A B C D"), [], None, [(1, "B"), (2, "C"), (2, "D"), (4, "A")],
    ),
    (
        "everybody is in the standings whatever became of them",
        event(
            ["A beats B", "C beats D"], players="A B C D E F",
            about={"B": {"left_after_round": 1}, "E": {"joined_round": 2}}, system="monrad", options={"elimination": 1},
        ),
        [], None, [(1, "A"), (1, "C"), (3, "B"), (3, "D"), (3, "E"), (3, "F")],
    ),
    ("points come first", THREE, ["solkoff"], None, [(1, "C"), (2, "A"), (3, "B")]),
    ("unless the tie-break order puts them", THREE, ["solkoff", "points"], None, [(1, "B"), (2, "A"), (3, "C")]),
    (
        "who has no value comes last", event(players="A B C", about={"B": {"rating": -50}}), ["rating"], None,
        [(1, "B"), (2, "A"), (2, "C")],
    ),
    ("before the first round", THRICE, [], 0, [(1, "A"), (1, "B")]),
    ("after the first round", THRICE, [], 1, [(1, "A"), (2, "B")]),
    ("after the second round", THRICE, [], 2, [(1, "A"), (1, "B")]),
    ("after the last round", THRICE, [], 3, [(1, "A"), (2, "B")]),
    ("as they are now", THRICE, [], None, [(1, "A"), (2, "B")]),
    ("without players", Snapshot(()), [], None, []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("snapshot", "chain", "after", "expected"), [pytest.param(*row[1:], id=row[0]) for row in RANKS]
)
def test_ranks(
    snapshot: Snapshot, chain: list[str], after: int | None, expected: list[tuple[int, str]]
) -> None:
    assert ranks(snapshot, *chain, after=after) == expected


def test_the_value_of_points_in_a_chain_stands_in_it() -> None:
    first = rank(replace(THREE, tiebreaks=parse_chain(["solkoff", "points"])))[0]
    assert (first.points, [t.value for t in first.tiebreaks]) == (0, [350, 0])


@pytest.mark.parametrize("after", [-1, 4])
def test_there_are_no_standings_after_a_round_that_is_not_there(after: int) -> None:
    with pytest.raises(PairingError, match="0 to 3"):
        rank(THRICE, after)


def test_the_open_round_counts_as_soon_as_it_has_a_result() -> None:
    published = event(["A beats B", "C has a bye"], ["B plays C", "A has a bye"])
    assert ranks(published) == [(1, "A"), (1, "C"), (3, "B")]
    assert standings_round(published) == 1
    running = event(["A beats B", "C beats D"], ["D beats A", "B plays C", "E has a bye"])
    assert ranks(running) == [(1, "A"), (1, "C"), (1, "D"), (1, "E"), (5, "B")]
    assert standings_round(running) == 1


def test_four_at_a_table_are_refused_by_name_of_the_round_in_a_system_for_two() -> None:
    table = Match(1, (1, 2, 3, 4), scores=(40000, 30000, 20000, 10000))
    snapshot = Snapshot(tuple(Entrant(i) for i in range(1, 5)), (Round(1, matches=(table,)),))
    with pytest.raises(PairingError, match="Round 1 has 4 at a table; this system seats 2"):
        rank(snapshot)


def test_a_tiebreak_for_tables_of_four_is_refused_in_a_system_for_two() -> None:
    snapshot = replace(event(["A beats B"]), tiebreaks=parse_chain(["wins", "firsts"]))
    with pytest.raises(PairingError, match="“firsts”: not for 2 at a table; choose from solkoff, "):
        rank(snapshot)
    with pytest.raises(PairingError, match="best_game”: not for 2"):
        explain(event(["A beats B"]), TiebreakSpec("best_game"), 1)


def test_explaining_names_what_is_unknown() -> None:
    snapshot = event(["A beats B"])
    with pytest.raises(PairingError, match="no player 9"):
        explain(snapshot, TiebreakSpec("solkoff"), 9)
    with pytest.raises(PairingError, match="“solkof” is not possible here"):
        explain(snapshot, TiebreakSpec("solkof"), 1)


def test_an_explanation_shows_the_opponents_round_by_round() -> None:
    snapshot = event(["A beats B", "C beats D"], ["A beats C", "B beats D"], ["A draws D", "B beats C"])
    # Points: A 2.5, B 2, C 1, D 0.5.
    found = explain(snapshot, TiebreakSpec("median"), 1)
    assert [(t.round, t.opponent, t.value, t.counted) for t in found.terms] == [
        (1, 2, 200, False),
        (2, 3, 100, True),
        (3, 4, 50, False),
    ]
    assert (found.value, found.unit) == (100, "points")
    assert [TEXTS.get(t.note_code) for t in found.terms] == [
        "highest value, dropped",
        None,
        "lowest value, dropped",
    ]


def test_a_bonus_and_a_penalty_are_part_of_the_score_from_their_round_on() -> None:
    played = event(["A beats B", "C beats D"], ["A beats C", "B beats D"], ["A draws D", "B beats C"])
    snapshot = replace(
        played,
        adjustments=(Adjustment(1, 100), Adjustment(3, -50, 2)),
        tiebreaks=parse_chain(["solkoff", "BH", "PS"]),
    )
    # Without them A has 2.5, B 2, C 1 and D 0.5; now A 3.5 and C 0.5. B meets A, D, C and so has 3.5 + 0.5 + 0.5.
    # A stands at 2, 3, 3.5 after the rounds, C at 1, 0.5, 0.5.
    values = {s.player: (s.points, *(t.value for t in s.tiebreaks)) for s in rank(snapshot)}
    assert values[1] == (350, 300, 300, 850)
    assert values[2] == (200, 450, 450, 300)
    assert values[3] == (50, 600, 600, 200)
    assert {s.player: s.points for s in rank(snapshot, 1)} == {1: 200, 3: 100, 2: 0, 4: 0}
    found = explain(snapshot, TiebreakSpec("points"), 3)
    assert [(t.round, t.value, TEXTS.get(t.note_code)) for t in found.terms] == [
        (1, 100, None),
        (2, 0, None),
        (3, 0, None),
        (2, -50, "penalty"),
    ]


def random_event(seed: int, players: int, rounds: int) -> Snapshot:
    """Any results at all, byes of every kind, forfeits, absences, an open last round, odd scorings."""
    rng = Random(seed)
    ids = list(range(1, players + 1))
    played = []
    for number in range(1, rounds + 1):
        rng.shuffle(ids)
        seated = rng.randrange(len(ids) // 2 + 1) if rng.random() < 0.3 else len(ids) // 2
        last = number == rounds
        matches = tuple(
            Match(
                k + 1,
                (ids[2 * k], ids[2 * k + 1]),
                rng.choice([*RESULTS, None] if last else list(RESULTS)),
                games=rng.choice([None, (2, 0), (2, 1, 1), (0, 0, 0)]),
            )
            for k in range(seated)
        )
        byes = tuple(Bye(p, rng.choice(list(ByeKind))) for p in ids[2 * seated :] if rng.random() < 0.8)
        status = RoundStatus.IN_PROGRESS if last else RoundStatus.COMPLETED
        played.append(Round(number, status, matches, byes))
    entrants = tuple(
        Entrant(
            i,
            f"P{i}",
            rng.choice([rng.choice([None, 1500]) if seed % 2 else 1400, 1500, 1600, 2900]),
            rng.choice([None, None, i]),
        )
        for i in range(1, players + 1)
    )
    scoring = rng.choice([Scoring(), Scoring(win=300, draw=100, bye=300), Scoring(draw=33, loss=1)])
    given = tuple(Adjustment(p, rng.choice([-50, 50, 100]), rng.choice([None, 1])) for p in ids[: seed % 3])
    return Snapshot(entrants, tuple(played), scoring=scoring, adjustments=given)


FOR_TWO = sorted(code for code, tiebreak in TIEBREAKS.items() if 2 in tiebreak.seats)
EVENTS = st.builds(random_event, st.integers(0, 2**32), st.integers(2, 12), st.integers(1, 9))


def any_options(rng: Random, code: str) -> dict[str, Any]:
    """A link with any value of every parameter."""
    values: dict[str, list[Any]] = {
        "bool": [False, True], "int": [0, 1, 2, 3, 20], "fraction": ["0", "1/4", "1/3", "0.9", "1"],
    }  # fmt: skip
    link: dict[str, Any] = {"name": code}
    for spec in describe(TIEBREAKS[code].options):
        choices = list(spec.choices) if spec.choices else values[spec.kind]
        link[spec.name] = rng.choice(choices if spec.none is None else [spec.none, *choices])
    return link


@given(EVENTS, st.permutations(FOR_TWO), st.randoms(use_true_random=False))
def test_the_terms_of_every_explanation_recombine_to_the_value(
    snapshot: Snapshot, codes: list[str], rng: Random
) -> None:
    """Values are worked out for all players at once, explanations for one: they say the same, whatever the parameters
    and with the points of a ladder (a total carried in part) as with their sum."""
    links = [any_options(rng, code) for code in codes]
    entrants = tuple(replace(e, left_after_round=rng.choice([None, None, 1])) for e in snapshot.entrants)
    table = counted(replace(snapshot, entrants=entrants, tiebreaks=parse_chain(links)))
    if rng.random() < 0.3:
        ids = table.ids
        table.replace_points(
            Ladder({id: rng.randrange(0, 500, 50) for id in ids}, {id: rng.randrange(2) for id in ids})
        )
    check_explanations(ranking(table), partial(explained, table))


def check_explanations(
    standings: tuple[Standing, ...], explained: Callable[[TiebreakSpec, int], Explanation]
) -> None:
    """Of every value of every line, in a system of any kind."""
    for standing in standings:
        for shown in standing.tiebreaks:
            found = explained(shown.spec, standing.player)
            assert (found.value, found.unit) == (shown.value, shown.unit), shown.spec
            assert combined(found.terms, found.combine) == shown.value, (shown.spec, found)
            assert all(t.note_code in TEXTS for t in found.terms if t.note_code)


@given(EVENTS, st.permutations(FOR_TWO), st.integers(0, 5))
def test_standings_are_sorted_by_the_chain_and_ranks_say_so(
    snapshot: Snapshot, codes: list[str], links: int
) -> None:
    chain = [code for code in codes if code != "points"][:links]
    standings = rank(replace(snapshot, tiebreaks=parse_chain(chain)))
    low = -(10**9)

    def key(s: Any) -> list[Any]:
        return [s.points, *(low if t.value is None else t.value for t in s.tiebreaks)]

    assert sorted(s.player for s in standings) == sorted(e.id for e in snapshot.entrants)
    for place, (above, below) in enumerate(pairwise(standings), start=2):
        assert key(above) >= key(below)
        assert below.rank == (above.rank if key(above) == key(below) else place)


@given(EVENTS, st.randoms(use_true_random=False))
def test_renaming_players_changes_nothing(snapshot: Snapshot, rng: Random) -> None:
    chain = parse_chain([c for c in FOR_TWO if c != "points"])
    ids = [e.id for e in snapshot.entrants]
    new = dict(zip(ids, rng.sample(range(1, 1000), len(ids)), strict=True))
    renamed = replace(
        snapshot,
        entrants=tuple(replace(e, id=new[e.id], name="?") for e in snapshot.entrants),
        rounds=tuple(
            replace(
                r,
                matches=tuple(replace(m, seats=tuple(new[p] for p in m.seats)) for m in r.matches),
                byes=tuple(replace(b, player=new[b.player]) for b in r.byes),
            )
            for r in snapshot.rounds
        ),
        adjustments=tuple(replace(a, player=new[a.player]) for a in snapshot.adjustments),
    )
    before = rank(replace(snapshot, tiebreaks=chain))
    after = rank(replace(renamed, tiebreaks=chain))
    assert [replace(s, player=new[s.player]) for s in before] == list(after)
