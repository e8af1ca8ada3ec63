"""The standard tie-breaks: FIDE's own exercise (values printed there), rule texts worked by hand, edge cases."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pairing.engine.standings import rank
from pairing.formats import trf
from pairing.model.types import Scoring, Snapshot
from pairing.tiebreaks import parse_chain
from pairing.tiebreaks.ratings import expected, rating_difference
from tests.pairing.events import event
from tests.pairing.places import VECTORS

VECTOR = json.loads((VECTORS / "tiebreaks" / "fide_exercises.json").read_text(encoding="utf-8"))
CODES = {
    **{code: code for code in ("WIN", "WON", "BPG", "BWG", "REP", "STD", "KASHDAN", "PS", "BH", "FB", "AOB", "SB")},
    **{code: code for code in ("KS", "ARO", "TPR", "APRO", "DE")},
    **{f"{code}/C1": f"{code}:cut=1" for code in ("PS", "BH", "SB", "ARO")},
}  # fmt: skip


def values(snapshot: Snapshot, link: str) -> dict[int, Any]:
    """The values by player; those in points as points."""
    found = {}
    for standing in rank(replace(snapshot, tiebreaks=parse_chain([link]))):
        [shown] = standing.tiebreaks
        per = 100 if shown.unit == "points" and shown.value is not None else 1
        found[standing.player] = None if shown.value is None else Fraction(shown.value) / per
    return found


def named(snapshot: Snapshot, link: str) -> dict[str, Any]:
    names = {e.id: e.name for e in snapshot.entrants}
    return {names[player]: value for player, value in values(snapshot, link).items()}


def _cases() -> list[Any]:
    cases = []
    for exercise in VECTOR["events"]:
        for name, published in exercise["values"].items():
            link = CODES.get(name, name)
            if exercise["event"].startswith("round robin") and link[:2] in ("DE", "SB"):
                link += ":forfeits=played"
            cases.append(pytest.param(exercise, link, published, id=f"{exercise['event'][:11]} {name}"))
        for name, published in exercise["until_2026_02"].items():
            link = f"{CODES[name]}:policy=fide2024"
            cases.append(pytest.param(exercise, link, published, id=f"{exercise['event'][:11]} {name} 2024"))
    return cases


@pytest.mark.parametrize(("exercise", "link", "published"), [c for c in _cases() if "PTS" not in c.id])
def test_the_exercise_of_the_fide_technical_commission(
    exercise: dict[str, Any], link: str, published: dict[str, float]
) -> None:
    found = values(trf.load("\n".join(exercise["report"])), link)
    for player, value in published.items():
        exact = found[int(player)]
        assert exact is not None, player
        # Averages are printed with two decimals.
        assert abs(exact - Fraction(str(value))) <= Fraction(1, 200), player


@pytest.mark.parametrize("exercise", VECTOR["events"][:2], ids=lambda e: e["event"])
def test_the_points_of_the_exercise(exercise: dict[str, Any]) -> None:
    standings = rank(trf.load("\n".join(exercise["report"])))
    assert {str(s.player): s.points / 100 for s in standings} == exercise["values"]["PTS"]


# What the tie-breaks of an event are, worked out by hand: by code, the values of some or of all players in points.
BY_HAND: list[tuple[str, Snapshot, dict[str, dict[str, Any]]]] = [
    # A 3 of 3 with a bye in round 2; B stays away in the last round.
    # Points: A 3, B 0.5, C 1.5, D 0.5. Adjusted: B 1 (last round a draw), D 0 + 0.5 + 0.5 = 1.
    # Virtual opponent: 1 before the round, 0 against a full point, half a point for round 3.
    (
        "the five policies differ on a bye and an absence",
        event(
            ["A beats B", "C beats D"],
            ["A has a bye", "B draws C", "D has a half bye"],
            ["A beats C", "B has a zero bye", "D is absent"],
        ),
        {
            "BH": {"A": 1 + Fraction("1.5") + Fraction("1.5")},
            "BH:policy=fide2024": {"A": 1 + 3 + Fraction("1.5")},
            "BH:policy=fide_pre2023": {"A": 1 + Fraction("1.5") + Fraction("1.5")},
            "BH:policy=uschess": {"A": 1 + 0 + Fraction("1.5")},
            "BH:policy=raw": {"A": Fraction("0.5") + Fraction("1.5")},
        },
    ),
    # FIDE 16.4.1: A (3 points) won by forfeit against D, whose adjusted score is 1.
    # B 1.5, C 0.5, D 1.
    (
        "a forfeit is capped by the scheduled opponent",
        event(
            ["A beats D by forfeit", "B beats C"],
            ["A beats B", "C draws D"],
            ["A beats C", "B draws D"],
        ),
        {
            "BH": {"A": 1 + Fraction("1.5") + Fraction("0.5")},
            "BH:policy=fide2024": {"A": 3 + Fraction("1.5") + Fraction("0.5")},
            "SB:forfeits=played": {"A": 1 + Fraction("1.5") + Fraction("0.5")},
        },
    ),
    # A: round 2 is followed by a forfeit loss only, so it counts as a draw; the forfeit loss counts nothing.
    (
        "a requested bye counts as a draw only where nothing but voluntary rounds follows",
        event(["A beats B"], ["B has a zero bye", "A has a zero bye"], ["A beats B"]),
        {"BH": {"B": 2 + 0 + 2}},
    ),
    (
        "a requested bye counts as a draw only where nothing but voluntary rounds follows",
        event(["A beats B"], ["A has a zero bye", "B has a bye"], ["A forfeits to B"]),
        {"BH": {"B": Fraction("1.5") + Fraction("1.5") + Fraction("1.5")}},
    ),
    # FIDE 16.5: A met B (0), C (2), asked for a bye: the bye's dummy (1.5) goes, not B.
    (
        "a cut prefers a voluntary unplayed round",
        event(
            ["A beats B", "C beats D"],
            ["A has a half bye", "C beats B"],
            ["A loses to C", "B loses to D"],
        ),
        {
            "BH": {"A": 0 + Fraction("1.5") + 3},
            "BH:cut=1": {"A": 3},
            "BH:cut=2": {"A": 3},
            "BH:cut=3": {"A": 0},
            "BH:median=1": {"A": 0},
        },
    ),
    # A: beat B (0 points) = 0, lost to C (2) = 0. D: lost to C = 0, beat B (0).
    # C: beat A (1 point) and D (1 point): one of two equal products goes.
    (
        "a sonneborn cut takes the weakest opponent and not the smallest product",
        event(["A beats B", "C beats D"], ["A loses to C", "B loses to D"]),
        {"SB:cut=1": {"A": 0, "B": 0, "C": 1, "D": 0}, "SB": {"C": 2}},
    ),
    (
        "progressive and cumulative",
        event(["A beats B"], ["A has a bye", "B has a half bye"], ["A draws B"]),
        {
            "PS": {"A": 1 + 2 + Fraction("2.5"), "B": 0 + Fraction("0.5") + 1},
            "PS:cut=1": {"A": 2 + Fraction("2.5")},
            "CUM": {"A": Fraction("4.5"), "B": Fraction("1.5")},
        },
    ),
    # FIDE 7.7: 1 for more than the scheduled opponent, 1/2 for as much; a bye is compared with a draw.
    (
        "standard points hold under any scoring",
        event(
            ["A beats B"],
            ["A draws B"],
            ["A has a bye", "B has a half bye"],
            ["A has a zero bye", "B has a bye"],
            scoring=Scoring(win=300, draw=100, bye=300),
        ),
        {"STD": {"A": Fraction("2.5"), "B": 0 + Fraction("0.5") + Fraction("0.5") + 1}},
    ),
    (
        "black games and elected rounds",
        event(["A beats B"], ["B beats A"], ["A beats B by forfeit"], ["A has a half bye", "B is absent"]),
        {
            "BPG": {"A": 1, "B": 1},
            "BWG": {"A": 0, "B": 0},
            "REP": {"A": 3, "B": 2},
            "WIN": {"A": 2, "B": 1},
            "WON": {"A": 1, "B": 1},
            "KASHDAN": {"A": 4 + 1, "B": 1 + 4},
        },
    ),
    # US Chess 34E1, four rounds: more than two points lose the lowest, fewer the highest, two points both.
    # A 3.5, B 1.5, C 1.5, D 1.5.
    (
        "the modified median cuts by the own score",
        event(
            ["A beats B", "C beats D"],
            ["A beats C", "D beats B"],
            ["A beats D", "B beats C"],
            ["A draws B", "C draws D"],
        ),
        {
            "MMED": {
                "A": Fraction("1.5") * 3,  # one 1.5 of four goes
                "B": Fraction("1.5") * 2 + Fraction("3.5"),  # met A twice: one 3.5 goes
                "C": Fraction("1.5") * 3,
                "D": Fraction("1.5") * 3,
            }
        },
    ),
    # All on 2 of 4. A 1.5 of 2 in the mini table of A, B, C would need games: everybody met everybody.
    # Points: A 1.5, B 2, C 1.5, D 1.5. Among A, C, D: A 0.5, C 1, D 1.5.
    (
        "direct encounter reapplies to those it leaves level",
        event(
            ["A beats B", "C draws D"],
            ["A draws C", "B beats D"],
            ["D beats A", "B beats C"],
            ["A is absent", "B is absent", "C has a half bye", "D is absent"],
        ),
        {"DE": {"B": 0, "D": 2, "C": 1, "A": 0}},
    ),
    # A, B, C on 2 points; A beat B and C, B and C have not met: A is first, B and C stay level.
    # With only the win over B, C could still catch up: nobody is ranked.
    (
        "direct encounter ranks whoever is on top whatever was not played",
        event(
            ["A beats B", "C beats D"],
            ["A beats C", "B beats D"],
            ["A is absent", "B has a bye", "C has a bye"],
        ),
        {"DE": {"A": 2, "B": 0, "C": 0, "D": 0}},
    ),
    (
        "direct encounter ranks whoever is on top whatever was not played",
        event(
            ["A beats B", "C beats D"],
            ["A draws D", "C draws B"],
            ["B has a bye", "A is absent", "C is absent"],
        ),
        {"DE": {"A": 0, "B": 0, "C": 0, "D": 0}},
    ),
    (
        "direct encounter leaves forfeits out unless told",
        event(["A forfeits to B"], ["A has a bye", "B is absent"]),
        {"DE": {"A": 0, "B": 0}, "DE:forfeits=played": {"A": 0, "B": 1}},
    ),
    (
        "direct encounter takes the mean of several games",
        event(["A beats B"], ["B beats A"], ["A draws B"]),
        {"DE": {"A": 0, "B": 0}},
    ),
    (
        "direct encounter takes the mean of several games",
        event(["A beats B", "C beats D"], ["B draws A", "D beats C"], ["B has a bye"]),
        {"DE": {"A": 1, "B": 0, "C": 0, "D": 0}},
    ),
    # Handbook 5.3: a bye is neither win nor round, a tie half a win, 25 % at least, 75 % at most after leaving.
    (
        "pokemon leaves byes out and caps who has left",
        event(
            ["A beats B", "C has a bye"],
            ["A beats C", "B has a bye"],
            ["B draws C"],
            about={"A": {"left_after_round": 2}},
        ),
        {
            "MWP:policy=pokemon": {
                "A": Fraction(3, 4),
                "B": Fraction(1, 4),
                "C": Fraction(1, 4),
            },
            "OMWP:policy=pokemon": {"B": (Fraction(3, 4) + Fraction(1, 4)) / 2},
            "OOMW:policy=pokemon": {"A": Fraction(1, 2)},
        },
    ),
]


@pytest.mark.parametrize(("snapshot", "expected"), [pytest.param(*row[1:], id=row[0]) for row in BY_HAND])
def test_values_worked_out_by_hand(snapshot: Snapshot, expected: dict[str, dict[str, Any]]) -> None:
    for link, by_name in expected.items():
        found = named(snapshot, link)
        assert {name: found[name] for name in by_name} == by_name, link


# --- unplayed rounds ----------------------------------------------------------------------------------------
def test_fore_buchholz_takes_the_games_of_the_last_round_as_drawn() -> None:
    snapshot = event(["A beats B", "C beats D"], ["A beats C", "B beats D"])
    # As if drawn: A 1.5, B 0.5, C 1.5, D 0.5.
    assert named(snapshot, "FB") == {"A": 2, "B": 2, "C": 2, "D": 2}
    assert named(snapshot, "BH") == {"A": 2, "B": 2, "C": 2, "D": 2}
    assert named(snapshot, "BH:fore=true") == named(snapshot, "FB")
    assert named(event(["A beats B"]), "FB") == {"A": Fraction(1, 2), "B": Fraction(1, 2)}


# --- ratings ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("share", "difference"),
    [("1", 800), ("0.99", 677), ("0.75", 193), ("0.5", 0), ("0.25", -193), ("0", -800)],
)
def test_the_fide_table_of_rating_differences(share: str, difference: int) -> None:
    assert rating_difference(Fraction(share)) == difference


@pytest.mark.parametrize(
    ("difference", "hundredths"),
    [(0, 50), (3, 50), (4, 51), (-4, 49), (392, 92), (735, 99), (736, 100), (-736, 0)],
)
def test_the_fide_table_of_expected_scores(difference: int, hundredths: int) -> None:
    assert expected(difference) == hundredths


def test_an_unrated_player_drops_rating_tiebreaks_unless_the_event_says_otherwise() -> None:
    about = {"A": {"rating": 2000}, "B": {"rating": 1801}, "D": {"rating": 1500}}
    snapshot = event(["A beats B", "C beats D"], ["A beats D", "B beats C"], players="A B C D", about=about)
    for code in ("ARO", "TPR", "PTP", "APRO", "APPO"):
        assert set(named(snapshot, code).values()) == {None}
    assert named(snapshot, "ARO:unrated=1400") == {"A": 1651, "B": 1700, "C": 1651, "D": 1700}  # 1650.5 up
    assert named(snapshot, "ARO:unrated=1400:cut=1")["A"] == 1801
    assert named(snapshot, "ARO:unrated=1400:cut=2")["A"] is None


def test_who_met_nobody_has_no_performance() -> None:
    snapshot = event(["A has a bye"], players="A B", about={n: {"rating": 1500} for n in "AB"})
    for code in ("ARO", "TPR", "PTP", "APRO", "APPO"):
        assert set(named(snapshot, code).values()) == {None}


def test_no_points_perform_800_below_the_weakest_opponent() -> None:
    about = {"A": {"rating": 2000}, "B": {"rating": 1500}, "C": {"rating": 1600}}
    snapshot = event(["B beats A"], ["C beats A"], players="A B C", about=about)
    assert named(snapshot, "PTP")["A"] == 1500 - 800
    assert named(snapshot, "TPR")["A"] == 1550 - 800
    assert named(snapshot, "PTP")["C"] == 2000 + 736  # FIDE 8.1.2: certain only beyond 735


# --- card games ---------------------------------------------------------------------------------------------
def test_the_examples_of_the_magic_tournament_rules() -> None:
    """Appendix C: 5-2-1 is 16/24; 1-3 and dropped counts 0.33; 3-2 with a bye and dropped is 9/15."""
    wins, losses = ["A beats B"], ["B beats A"]
    five_two_one = event(*[wins] * 5, *[losses] * 2, ["A draws B"])
    assert named(five_two_one, "MWP")["A"] == Fraction(16, 24)
    assert named(five_two_one, "MP")["A"] == 16
    dropped = event(wins, *[losses] * 3, *[["B has a bye"]] * 2)
    assert named(dropped, "MWP")["A"] == Fraction(33, 100)
    assert named(dropped, "MWP:policy=melee")["A"] == Fraction(1, 3)
    with_bye = event(["A has a bye"], *[wins] * 2, *[losses] * 2, ["B has a bye"])
    assert named(with_bye, "MWP")["A"] == Fraction(9, 15)
    assert named(with_bye, "OMWP")["B"] == Fraction(9, 15)
    assert named(with_bye, "MWP:floor=0.7")["A"] == Fraction(7, 10)


@pytest.mark.parametrize("code", ["OMWP", "OGW"])
def test_who_met_nobody_has_the_floor_on_melee(code: str) -> None:
    """melee.gg lists 0.3333 for a player with byes only; the Magic Tournament Rules say nothing, and it is 0."""
    met_nobody = event(["A beats B", "C has a bye"])
    assert named(met_nobody, f"{code}:policy=melee")["C"] == Fraction(1, 3)
    assert named(met_nobody, code)["C"] == 0


def test_game_wins_come_from_the_games_and_a_bye_is_two_to_nothing() -> None:
    snapshot = event(["A beats B", "C has a bye"])
    [round_] = snapshot.rounds
    games = replace(round_, matches=(replace(round_.matches[0], games=(2, 1, 1)),))
    snapshot = replace(snapshot, rounds=(games,))
    assert named(snapshot, "GW") == {"A": Fraction(7, 12), "B": Fraction(4, 12), "C": 1}
    assert named(snapshot, "OGW") == {"A": Fraction(4, 12), "B": Fraction(7, 12), "C": 0}
