"""McMahon scores by the handbook of the British Go Association, the rules of the European Go Federation and the help of
OpenGotha; the pairing itself is that of Swiss-Monrad (`test_monrad`).
"""

from typing import Any

import pytest

from pairing.engine import pair
from pairing.engine.standings import explain, points_before, rank
from pairing.model.types import Adjustment, Entrant, Scoring, Snapshot
from pairing.systems.mcmahon.options import rank_of, read
from pairing.systems.mcmahon.plan import folded, slipped
from pairing.tiebreaks import parse_chain
from tests.pairing.events import event

NAMES = " ABCDEF"


def of_ranks(*rounds: Any, ranks: str, **fields: Any) -> Snapshot:
    """An event of players A, B, ... with these ranks."""
    titles = dict(zip("ABCDEF", ranks.split(), strict=False))
    return event(
        *rounds,
        players=" ".join(titles),
        about={name: {"title": title} for name, title in titles.items()},
        system="mcmahon",
        tiebreaks=parse_chain(["solkoff"]),
        **fields,
    )


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1d", 0), ("3 dan", 2), ("3D", 2), ("3段", 2), ("初段", 0), ("三段", 2), ("１級", -1), ("1k", -1),
        ("20 kyu", -20), ("5 KYU", -5), ("1p", 8), ("9p", 8), ("GM", None), ("d", None), ("3d?", None), ("", None),
    ],
)  # fmt: skip
def test_a_title_is_a_rank_where_it_names_one(text: str, number: int | None) -> None:
    assert read(text) == number


def test_without_a_rank_in_the_title_the_rating_says_it() -> None:
    """European Go Federation: 2100 is 1 dan, 100 is 20 kyu."""
    assert rank_of(Entrant(1, rating=2100)) == 0
    assert rank_of(Entrant(1, rating=100)) == -20
    assert rank_of(Entrant(1, rating=2100, title="GM")) == 0
    assert rank_of(Entrant(1, rating=2100, title="2k")) == -2
    assert rank_of(Entrant(1)) is None


def test_the_standings_are_by_mcmahon_score_and_so_are_the_opponents() -> None:
    """A (4 dan) and B (6 dan) start on 23, the bar being 4 dan; C (1 kyu) on 19, D (25 kyu) on 0. After a win each of A
    and C, A has 24, B 23, C 20, D 0. SOS: A 23, B 24, C 0, D 20.
    """
    after = of_ranks("A beats B", "C beats D", ranks="4d 6d 1k 25k")
    lines = [(NAMES[s.player], s.points, s.tiebreaks[0].value) for s in rank(after)]
    assert lines == [("A", 2400, 2300), ("B", 2300, 2400), ("C", 2000, 0), ("D", 0, 2000)]


def test_a_score_is_explained_by_its_start() -> None:
    after = of_ranks("A beats B", "C beats D", ranks="4d 6d 1k 25k")
    told = explain(after, parse_chain(["points"])[0], 3)
    assert told.value == 2000
    assert [(t.round, t.value, t.note_code) for t in told.terms] == [
        (1, 100, ""),
        (None, 1900, "mcmahon_start"),
    ]


def test_points_before_a_round_are_mcmahon_scores() -> None:
    after = of_ranks("A beats B", "C beats D", ranks="4d 6d 1k 25k")
    assert points_before(after, 1) == {1: 2300, 2: 2300, 3: 1900, 4: 0}
    assert points_before(after, 2) == {1: 2400, 2: 2300, 3: 2000, 4: 0}


def test_a_rank_is_worth_a_win_and_a_bonus_from_the_start_corrects_it() -> None:
    three = of_ranks(ranks="1d 1k", scoring=Scoring(win=300, draw=100, bye=300))
    assert points_before(three, 1) == {1: 6000, 2: 5700}
    lowered = of_ranks(ranks="1d 1k", adjustments=(Adjustment(1, -200),))
    assert points_before(lowered, 1) == {1: 1800, 2: 1900}


def test_half_points_are_rounded_down_unless_the_event_says_otherwise() -> None:
    drawn = of_ranks("A draws B", ranks="1d 1d")
    exact = of_ranks("A draws B", ranks="1d 1d", options={"round_down": False})
    assert points_before(drawn, 2) == {1: 2000, 2: 2000}
    assert points_before(exact, 2) == {1: 2050, 2: 2050}


def test_the_bars_never_turn_the_order_round() -> None:
    upside_down = of_ranks(ranks="9d 5k 30k", options={"bar": "15k", "floor": "10k"})
    assert points_before(upside_down, 1) == {1: 0, 2: 0, 3: 0}


def test_halves_as_opengotha_orders_them() -> None:
    """Split and slip 1 - n/2+1, 2 - n/2+2, ...; split and fold 1 - n, 2 - n-1, ..."""
    assert slipped([1, 2, 3, 4, 5, 6, 7, 8]) == [1, 5, 2, 6, 3, 7, 4, 8]
    assert folded([1, 2, 3, 4, 5, 6, 7, 8]) == [1, 8, 2, 7, 3, 6, 4, 5]
    assert slipped([1, 2, 3, 4, 5]) == [1, 3, 2, 4, 5]
    assert folded([1, 2, 3, 4, 5]) == [1, 5, 2, 4, 3]
    assert slipped([1]) == folded([1]) == [1]
    assert slipped([]) == folded([]) == []


# British Go Association: handicaps are one less than the difference; where the difference is two, no komi.
HANDICAPS = {
    "1k 1k": [],
    "1k 2k": [],
    "1k 3k": ["Handicap: B moves first, without komi."],
    "1k 4k": ["Handicap: B is given 2 stones."],
    "5k 18k": ["Handicap: B is given 9 stones."],
    "4d 1d": [],  # none above the bar
    "3d 1d": ["Handicap: B moves first, without komi."],
}


@pytest.mark.parametrize("ranks", HANDICAPS)
def test_handicaps(ranks: str) -> None:
    [match] = pair(of_ranks(ranks=ranks, options={"handicap": 1})).matches
    said = [why.text(name_of=NAMES.__getitem__) for why in match.why]
    assert [text for text in said if text.startswith("Handicap")] == HANDICAPS[ranks]
    assert not HANDICAPS[ranks] or match.seats == (2, 1)
