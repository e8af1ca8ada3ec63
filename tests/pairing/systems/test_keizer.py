"""Keizer scores against what clubs have published, and by hand."""

from collections.abc import Sequence
from typing import Any

import pytest

from pairing.engine import pair
from pairing.engine.standings import explain, points_before, rank
from pairing.model.field import Field
from pairing.model.options import parse
from pairing.model.types import Adjustment, Snapshot
from pairing.systems.keizer import KeizerOptions
from pairing.systems.keizer.values import Keizer, keizer
from pairing.tiebreaks import parse_chain
from tests.generator import play, random_recipe
from tests.pairing.events import event
from tests.sweep import sweep_too


def club(order: str, *rounds: Any, **fields: Any) -> Snapshot:
    """An event whose players start in this order."""
    about = {name: {"ranking": place} for place, name in enumerate(order.split(), start=1)}
    return event(*rounds, players=order, about=about, system="keizer", **fields)


def settled(snapshot: Snapshot) -> Keizer:
    return keizer(Field(snapshot), parse(KeizerOptions, snapshot.options))


def scores(snapshot: Snapshot) -> list[tuple[str, float]]:
    """The standings: everybody's Keizer score."""
    names = {e.id: e.name for e in snapshot.entrants}
    return [(names[line.player], line.points / 100) for line in rank(snapshot)]


CAISSA = "Jansen Pietersen Bakker Slager Vries Zeeuw Jonge Oude Wit Bruin"
CAISSA_1 = (
    "Jansen beats Pietersen", "Bakker draws Slager", "Vries loses to Zeeuw", "Jonge draws Oude", "Wit loses to Bruin",
)  # fmt: skip


def test_the_example_of_caissa_amsterdam() -> None:
    """Jansen beats Pietersen, worth 49 at first, and so on: 99, 91, 83, 71½, 71, 65½, 65, 49, 46, 42. That ranking has
    other values (Pietersen is eighth, worth 43), and by these it stays as it is.
    """
    after = club(CAISSA, CAISSA_1, options={"top_value": 50})
    assert scores(after) == [
        ("Jansen", 93), ("Zeeuw", 91), ("Bruin", 89), ("Bakker", 70), ("Slager", 69.5), ("Jonge", 67), ("Oude", 66.5),
        ("Pietersen", 43), ("Vries", 42), ("Wit", 41),
    ]  # fmt: skip


# Boards of round 1 of 16 September 2016, Schaakclub Haren. Who of a board stood higher before is not printed; it
# matters only where the game was drawn, and there Harry must have stood before Remco.
HAREN = "Raoul Harm Bart Maarten Andreas Frans Harry Remco Jaap Carla Ton Anton Amjad Jibbe Emile Petra"
HAREN_1 = (
    "Raoul beats Harm", "Bart loses to Maarten", "Andreas beats Frans", "Remco draws Harry", "Jaap loses to Carla",
    "Ton beats Anton", "Amjad beats Jibbe", "Emile loses to Petra",
)  # fmt: skip


def test_the_published_ranking_of_schaakclub_haren() -> None:
    after = club(HAREN, HAREN_1, options={"top_value": 80})
    assert scores(after) == [
        ("Raoul", 151), ("Maarten", 149), ("Andreas", 147), ("Carla", 145), ("Ton", 143), ("Amjad", 141),
        ("Petra", 139), ("Harry", 109), ("Remco", 108.5), ("Harm", 71), ("Bart", 70), ("Frans", 69), ("Jaap", 68),
        ("Anton", 67), ("Jibbe", 66), ("Emile", 65),
    ]  # fmt: skip


def test_what_rounds_without_a_game_count() -> None:
    """SV Sliedrecht: 66 % of the own value for a bye, 33 % for an excused absence, nothing without notice. Without the
    own values and with 60 for the first: C has 66 % of 60, D 33 % of 57, E nothing. A and B, who drew, change places
    each time, since each has half of what the other is worth: C B A D E, C A B D E, and when C B A D E comes again the
    computing stops, with B (half of 59) before A (half of 58).
    """
    lines = ["A draws B", "C has a bye", "D has a half bye", "E is absent"]
    after = club("A B C D E", lines, options={"top_value": 60, "own_value": False})
    assert scores(after) == [("C", 39.6), ("B", 29.5), ("A", 29), ("D", 18.81), ("E", 0)]


def test_absences_beyond_the_limit_count_nothing() -> None:
    """SV Sliedrecht: after the tenth absence there is no compensation; here after the first."""
    rounds: Sequence[Any] = [["A draws B", "C has a half bye"]] * 2
    after = club("A B C", *rounds, options={"most_absences": 1, "rounds_between": 0})
    assert list(settled(after).rounds[3]) == [1]


def test_a_bye_without_points_is_an_absence() -> None:
    """Whoever has told before that they will not come has no less than who has not."""
    told, untold = (
        club("A B C", ["A draws B", line], options={"absent": 20})
        for line in ("C has a zero bye", "C is absent")
    )
    assert scores(told) == scores(untold)


@pytest.mark.parametrize(("percent", "expected"), [(0, 0), (16, 16)])
def test_a_loss_may_count_a_little(percent: int, expected: int) -> None:
    """De Pijpersh, rules of 2005/06: a loss is worth a sixth of the opponent's value."""
    found = settled(club("A B", "A beats B", options={"loss": percent}))
    assert found.rounds[2] == {1: expected * found.value[1]}


def test_a_forfeited_match_is_won_and_nothing_to_the_loser() -> None:
    found = settled(club("A B", "A beats B by forfeit", options={"loss": 16}))
    assert found.rounds == {1: {1: 100 * found.value[2]}, 2: {1: 0}}


def test_the_first_is_worth_one_and_a_half_times_the_number_of_players() -> None:
    """SV Krimpen: the system recommends that for the highest value."""
    assert settled(club(CAISSA)).value == {id: 16 - id for id in range(1, 11)}


def test_a_score_is_explained_by_the_rounds_and_the_own_value() -> None:
    after = club(CAISSA, CAISSA_1, options={"top_value": 50})
    told = explain(after, parse_chain(["points"])[0], 1)
    assert [(t.round, t.value, t.note_code) for t in told.terms] == [
        (1, 4300, ""),
        (None, 5000, "keizer_own_value"),
    ]
    assert points_before(after, 2)[1] == told.value == 9300


def test_a_bonus_counts_as_it_is() -> None:
    plain, helped = club("A B"), club("A B", adjustments=(Adjustment(2, 50),))
    assert settled(helped).score[2] == settled(plain).score[2] + 50


def test_a_table_says_what_a_win_is_worth_and_who_was_passed_over() -> None:
    before = club("A B C D", "A draws B", "C draws D")
    top, _ = pair(before).matches
    names = {e.id: e.name for e in before.entrants}
    assert [why.text(name_of=names.__getitem__) for why in top.why] == [
        "A meets the next player in the ranking, as long as no one is left without an opponent.",
        "Not B: played too few rounds ago.",
        "In the ranking A is number 1 of 4, C number 3 of 4.",
        "Also possible, but later in the order: D.",
        "A win is worth 4 to A and 6 to C, as the ranking is now.",
    ]


@pytest.mark.parametrize("seeds", [range(10), *sweep_too(range(10, 200))], ids=str)
def test_scores_are_what_their_values_make_of_the_rounds(seeds: range) -> None:
    """Whatever the ranking: each win is the opponent's value, and values fall by one from place to place."""
    for seed in seeds:
        for step in play(random_recipe(seed, ["keizer"], (2, 16))):
            found, options = settled(step.snapshot), parse(KeizerOptions, step.snapshot.options)
            given = {a.player: a.points for a in step.snapshot.adjustments}
            for id, rows in found.rounds.items():
                own = 100 * found.value[id] * options.own_value
                assert found.score[id] == sum(rows.values()) + own + given.get(id, 0)
            in_order = [found.score[id] for id in found.order]
            assert in_order == sorted(in_order, reverse=True)
