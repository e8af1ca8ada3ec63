"""The tie-breaks of Go and of Netrunner: a table that OpenGotha printed, the examples of Cobra, and cases by hand."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pairing.engine.standings import explain, rank
from pairing.model.reasons import TEXTS
from pairing.model.types import (
    Adjustment,
    Bye,
    ByeKind,
    Entrant,
    Ladder,
    Match,
    Round,
    Scoring,
    Snapshot,
    TiebreakSpec,
)
from pairing.tiebreaks import PRESETS, parse_chain
from pairing.tiebreaks.ranking import counted, ranking
from tests.pairing.events import event
from tests.pairing.places import VECTORS

JUVISY: list[dict[str, Any]] = json.loads(
    (VECTORS / "tiebreaks" / "go_juvisy.json").read_text(encoding="utf-8")
)["players"]


def values(snapshot: Snapshot, *chain: str) -> dict[str, list[Any]]:
    """By player the values of a chain, in points."""
    names = {e.id: e.name for e in snapshot.entrants}
    standings = rank(replace(snapshot, tiebreaks=parse_chain(chain)))
    return {names[s.player]: [Fraction(t.value or 0) / 100 for t in s.tiebreaks] for s in standings}


def juvisy() -> Snapshot:
    """Starting scores are bonuses; half points for two absences and more are rounded down by a penalty."""
    rounds = []
    for r in range(4):
        matches: list[Match] = []
        byes: list[Bye] = []
        for number, player in enumerate(JUVISY, start=1):
            opponent, won, white, _ = cell(player["rounds"][r])
            if opponent is None:
                byes.append(Bye(number, ByeKind.HALF))
            elif white:
                result = "1-0" if won else "0-1"
                matches.append(Match(len(matches) + 1, (number, opponent), result))
        rounds.append(Round(r + 1, matches=tuple(matches), byes=tuple(byes)))
    given = [Adjustment(number, 100 * player["start"]) for number, player in enumerate(JUVISY, start=1)]
    given += [
        Adjustment(number, -50, 4)
        for number, player in enumerate(JUVISY, start=1)
        if player["rounds"].count("0=") % 2
    ]
    entrants = tuple(Entrant(number, str(number)) for number in range(1, len(JUVISY) + 1))
    return Snapshot(entrants, tuple(rounds), adjustments=tuple(given))


def cell(text: str) -> tuple[int | None, bool, bool, int]:
    """Opponent, whether won, whether with White, and the handicap."""
    if text == "0=":
        return None, False, False, 0
    who, _, how = text.partition("/")
    return int(who[:-1]), who[-1] == "+", how[0] == "w", int(how[1:])


def of_handicaps(player: dict[str, Any]) -> int:
    """What OpenGotha adds to SOS for handicaps, which are none of ours."""
    games = [cell(text) for text in player["rounds"]]
    return sum(handicap if white else -handicap for _, _, white, handicap in games)


@pytest.mark.parametrize("by_system", [False, True], ids=["as bonuses", "from the system"])
def test_the_table_of_a_mcmahon_tournament_that_opengotha_printed(by_system: bool) -> None:
    snapshot = replace(juvisy(), tiebreaks=parse_chain(["points", "SOS", "SOSOS"]))
    if by_system:
        snapshot = replace(snapshot, adjustments=())
    table = counted(snapshot)
    if by_system:
        points = {number: 100 * player["MMS"] for number, player in enumerate(JUVISY, start=1)}
        table.replace_points(Ladder(points, dict.fromkeys(points, 0)))
    standings = ranking(table)
    assert len(standings) == 19
    for standing in standings:
        player = JUVISY[standing.player - 1]
        met = [opponent for text in player["rounds"] if (opponent := cell(text)[0])]
        sos = player["SOS"] - of_handicaps(player)
        sosos = player["SOSOS"] - sum(of_handicaps(JUVISY[opponent - 1]) for opponent in met)
        found = [t.value for t in standing.tiebreaks]
        assert found == [100 * player["MMS"], 100 * sos, 100 * sosos], standing.player


# B starts with 2 points. Points: A 1 + 1/2 + 1/2 = 2, B 2, C 1 + 1/2 + 1 = 2 1/2.
# With half a point for every unplayed round: A 2, B 2 + 0 + 1/2 + 1/2 = 3, C 1/2 + 1/2 + 1/2 = 1 1/2.
THREE = event(
    ["A beats B", "C has a bye"],
    ["A draws C", "B is absent"],
    ["C beats B by forfeit", "A has a half bye"],
    adjustments=(Adjustment(2, 200),),
)
BY_HAND: list[tuple[str, dict[str, Fraction | float]]] = [
    ("SOS", {"A": 2 + 2.5 + 0, "B": 2 + 2 + 2.5, "C": 0 + 2 + 2}),
    ("SOS:cut=1", {"A": 2 + 2.5, "B": 2 + 2.5, "C": 2 + 2}),
    ("SOS:unplayed=half", {"A": 3 + 1.5 + 0, "B": 2 + 2 + 1.5, "C": 0 + 2 + 3}),
    # SOS: A 4.5, B 6.5, C 4; the starting score of B counts once for each of three rounds.
    ("SOSOS", {"A": 6.5 + 4 + 0, "B": 4.5 + 3 * 2 + 4, "C": 0 + 4.5 + 6.5}),
    ("SODOS", {"A": 2 + 2.5 / 2 + 0, "B": 0, "C": 0 + 2 / 2 + 2}),
    ("SODOS:unplayed=half", {"A": 3 + 1.5 / 2, "B": 0, "C": 2 / 2 + 3}),
]


@pytest.mark.parametrize(("link", "expected"), BY_HAND, ids=[link for link, _ in BY_HAND])
def test_rounds_without_an_opponent_count_the_starting_score(link: str, expected: dict[str, float]) -> None:
    assert {name: found for name, [found] in values(THREE, link).items()} == expected


def test_an_explanation_names_the_rounds_without_an_opponent() -> None:
    def terms(code: str, player: int) -> list[Any]:
        found = explain(THREE, TiebreakSpec(code), player).terms
        return [(t.round, t.opponent, t.value, TEXTS.get(t.note_code)) for t in found]

    no_opponent = "No opponent: the player's own starting score counts."
    assert terms("SOS", 2) == [(1, 1, 200, None), (2, None, 200, no_opponent), (3, 3, 250, None)]
    assert terms("SOSOS", 2) == [(1, 1, 450, None), (2, None, 600, no_opponent), (3, 3, 400, None)]
    assert terms("SODOS", 3) == [
        (1, None, 0, "No opponent: nothing counts."),
        (2, 1, 100, "Drawn: half counts."),
        (3, 2, 200, "won"),
    ]


# --- Netrunner ----------------------------------------------------------------------------------------------
SIX = Scoring(win=600, draw=300, bye=600)
# The examples Cobra is tested with: by player points, SoS and extended SoS.
COBRA: list[tuple[str, Snapshot, dict[str, tuple[float, float, float]]]] = [
    (
        "with opponents",
        event(["Snap beats Crackle", "Pop beats Other"], ["Snap beats Pop", "Crackle draws Other"], scoring=SIX),
        {"Snap": (12, 2.25, 3.75)},
    ),
    ("a player with only byes", event(["Snap has a bye"], scoring=SIX), {"Snap": (6, 0, 0)}),
    (
        "three persons, a bye for two of them",
        event(["Dan draws Johno", "Laurie has a bye"], ["Laurie beats Johno", "Dan has a bye"], scoring=SIX),
        {"Laurie": (12, 1.5, 5.25), "Dan": (9, 1.5, 5.25), "Johno": (3, 5.25, 1.5)},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("snapshot", "expected"), [pytest.param(*row[1:], id=row[0]) for row in COBRA])
def test_the_examples_of_cobra(snapshot: Snapshot, expected: dict[str, tuple[float, float, float]]) -> None:
    found = values(snapshot, "points", *PRESETS["netrunner"].chain)
    assert {name: tuple(found[name]) for name in expected} == expected


def test_a_round_sat_out_is_no_round_of_the_opponent() -> None:
    """B, who beat A, was away once and once asked for a bye without points: 6 points in one round, not in three."""
    snapshot = event(
        ["B beats A"], ["A has a bye", "B is absent"], ["A has a bye", "B has a zero bye"], scoring=SIX
    )
    assert values(snapshot, "netrunner_sos") == {"A": [6], "B": [Fraction(12, 3)]}
