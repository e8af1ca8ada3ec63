"""By what every place is decided, and two players compared link by link; expected values worked out by hand."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, strategies as st

from pairing.engine.places import By, Comparison, Status, compare, decided, worked_out
from pairing.engine.standings import explain, rank
from pairing.formats import document
from pairing.model.errors import PairingError
from pairing.model.reasons import TEXTS
from pairing.model.types import Snapshot
from pairing.tiebreaks import parse_chain
from tests.pairing.events import event
from tests.pairing.mahjong_events import FINALS, QUALIFYING, SEMIS, final, mahjong
from tests.pairing.playing import lower_id_wins, played
from tests.pairing.tiebreaks.test_ranking import EVENTS, FOR_TWO

# Everybody met everybody. Points: A 2, B 2, D 1, C 1; Solkoff, the points of the three others: A 4, B 4, D 5, C 5.
# A beat B, and D beat C. In the list A, D, B, C.
FOUR = event(["A beats D", "B beats C"], ["A beats B", "D beats C"], ["C beats A", "B beats D"])
# Points: A 2, C 1, D 1, B 0. Solkoff: A met B and C = 1; B met A and D = 3; C met D and A = 3; D met C and B = 1.
TWO = event(["A beats B", "C beats D"], ["A beats C", "D beats B"])
LATE = event(["A beats B", "C draws D"], ["A draws C", "B beats D"], about={"A": {"left_after_round": 2}})


def chain(snapshot: Snapshot, *links: Any) -> Snapshot:
    return replace(snapshot, tiebreaks=parse_chain(links))


def said(snapshot: Snapshot) -> list[str]:
    """The lines of the standings: place, name, and the link or what else decides the place."""
    names = {e.id: e.name for e in snapshot.entrants}
    standings = rank(snapshot)
    return [
        f"{line.rank} {names[line.player]} {found.spec.label if found.spec else found.by}"
        for line, found in zip(standings, decided(standings), strict=True)
    ]


# The event and what its standings say.
DECIDED: dict[str, tuple[Snapshot, list[str]]] = {
    "points, then Solkoff": (chain(TWO, "solkoff"), ["1 A top", "2 C points", "3 D solkoff", "4 B points"]),
    "a head to head after it": (
        chain(FOUR, "solkoff", "head_to_head"), ["1 A top", "2 B head_to_head", "3 D points", "4 C head_to_head"],
    ),
    "the same by direct encounter": (chain(FOUR, "DE"), ["1 A top", "2 B DE", "3 D points", "4 C DE"]),
    "points where the chain puts them": (
        chain(TWO, "solkoff", "points"), ["1 C top", "2 B points", "3 A solkoff", "4 D points"],
    ),
    # Without the lowest opponent C has the 2 of A, D the 1 of C.
    "a link with parameters by the name the chain gives it": (
        chain(TWO, "BH:cut=1"), ["1 A top", "2 C points", "3 D BH:cut=1", "4 B points"],
    ),
    "no tie-breaks at all": (chain(FOUR), ["1 A top", "1 B shared", "3 D points", "3 C shared"]),
    # A rating of any size comes before none.
    "who has no rating": (
        chain(event(players="A B C", about={"B": {"rating": 1}}), "rating"), ["1 B top", "2 A rating", "2 C shared"],
    ),
    # A 1.5, B 1, C 1, D 0.5; A beat B. C met D and A: 0.5 + 1.5 = 2; B met A and D: 2.
    "a player who has left keeps the place": (
        chain(LATE, "solkoff"), ["1 A top", "2 B points", "2 C shared", "4 D points"],
    ),
    "nobody": (Snapshot(()), []),
    # +27.3, +6.2, -7 and -26.5 for everybody; the second game is the same with A and B changed: A and B +33.5 both,
    # with a first and a second place; the best game of both is 27.3, raw points 73,500; A drew 2, B drew 1.
    "a number drawn by lot": (
        mahjong(
            ["A 42300 B 31200 C 28000 D 18500"], ["B 42300 A 31200 C 28000 D 18500"],
            about={"A": {"draw_number": 2}, "B": {"draw_number": 1}},
        ),
        ["1 B top", "2 A draw_number", "3 C points", "4 D points"],
    ),
    # See tests/pairing/systems/mahjong/test_mahjong_final.py: B3 leaves after the semi-final with 30.3.
    "tables of a final phase, and who has left it": (
        final(QUALIFYING, SEMIS, about={"B3": {"left_after_round": 2}}),
        [
            "1 A2 top", "2 A4 points", "3 B2 points", "4 A3 points", "5 B1 points", "6 A1 points", "7 B4 points",
            "8 B3 withdrawn", "9 C4 group", "10 D1 points", "11 C3 points", "12 D4 points", "13 C2 points",
            "14 D2 points", "15 C1 points", "16 D3 points",
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", DECIDED)
def test_every_place_tells_what_decided_it(what: str) -> None:
    snapshot, expected = DECIDED[what]
    assert said(snapshot) == expected


def test_a_place_in_a_bracket_is_decided_by_the_round_reached() -> None:
    """The event of test_phases: four of eight are cut, 6 and 7 with a point, 4 and 8 with none."""
    phases = [
        {"system": {"name": "monrad", "options": {"order": "registration"}}, "rounds": 2},
        {"cut": {"rank": 4}, "system": {"name": "bracket", "options": {"third_place": True}}},
    ]
    players = [{"id": i} for i in range(1, 9)]
    data = {"format": "pairwright-event/1", "phases": phases, "players": players}
    snapshot = played(document.load({**data, "tiebreaks": ["list_order"]}), lower_id_wins, 4)
    found = [one.by for one in decided(rank(snapshot))]
    assert found[:5] == [By.TOP, By.GROUP, By.GROUP, By.GROUP, By.GROUP]
    assert [one.spec.label for one in decided(rank(snapshot))[5:] if one.spec] == [
        "list_order",
        "points",
        "list_order",
    ]
    winner, out = (line.player for line in (rank(snapshot)[0], rank(snapshot)[7]))
    compared = compare(snapshot, out, winner)
    assert (compared.ahead, compared.decided.by) == (winner, By.GROUP)
    assert {link.status for link in compared.links} == {Status.UNUSED}


def shown(compared: Comparison) -> list[tuple[Any, ...]]:
    """The links, what each did, and the values of both."""
    return [
        (link.spec.label, link.status, *(one.value for one in link.explanations)) for link in compared.links
    ]


def test_two_players_are_compared_link_by_link_up_to_the_one_that_decides() -> None:
    snapshot = chain(FOUR, "solkoff", "head_to_head", "list_order")
    compared = compare(snapshot, 3, 1)  # B and A, as asked
    assert [line.player for line in compared.lines] == [3, 1]
    assert (compared.ahead, compared.decided.by) == (1, By.TIEBREAK)
    assert compared.decided.spec == snapshot.tiebreaks[1]
    assert shown(compared) == [
        ("points", Status.TIED, 200, 200),
        ("solkoff", Status.TIED, 400, 400),
        ("head_to_head", Status.DECIDES, -1, 1),
        ("list_order", Status.UNUSED, -3, -1),
    ]


def test_each_value_is_worked_out_line_by_line() -> None:
    points, solkoff = (link.explanations[0].terms for link in compare(chain(FOUR, "solkoff"), 1, 2).links)
    # A: beat D in round 1, B in round 2, lost to C in round 3; they have 1, 2 and 1 points.
    assert [(term.round, term.opponent, term.value) for term in points] == [
        (1, 2, 100),
        (2, 3, 100),
        (3, 4, 0),
    ]
    assert [(term.round, term.opponent, term.value) for term in solkoff] == [
        (1, 2, 100),
        (2, 3, 200),
        (3, 4, 100),
    ]


def test_players_tied_on_everything_share_a_place_and_nobody_is_ahead() -> None:
    compared = compare(chain(FOUR, "solkoff"), 1, 3)
    assert (compared.ahead, compared.decided.by) == (None, By.SHARED)
    assert [link.status for link in compared.links] == [Status.TIED, Status.TIED]


def test_whoever_left_a_final_phase_is_behind_whatever_the_points() -> None:
    snapshot = DECIDED["tables of a final phase, and who has left it"][0]
    ids = {e.name: e.id for e in snapshot.entrants}
    compared = compare(snapshot, ids["B4"], ids["B3"])
    assert (compared.ahead, compared.decided.by) == (ids["B4"], By.WITHDRAWN)
    assert [one.value for one in compared.links[0].explanations] == [-2390, 3030]
    # The half of the qualifying round is a line of its own: B3 has 6 of it, of which 3 count, and 27.3.
    terms = compared.links[0].explanations[1].terms
    assert [(term.round, term.value) for term in terms] == [(1, 600), (2, 2730), (None, -300)]
    assert TEXTS[terms[-1].note_code].startswith("Adjustment for the points carried")


def test_the_tables_of_a_final_are_groups() -> None:
    snapshot = final(QUALIFYING, SEMIS, FINALS)
    ids = {e.name: e.id for e in snapshot.entrants}
    compared = compare(snapshot, ids["A3"], ids["A2"])  # A3 has 37, A2 17.5 at the final table
    assert (compared.ahead, compared.decided.by) == (ids["A2"], By.GROUP)


def test_earlier_standings_are_compared_as_they_were() -> None:
    assert compare(chain(FOUR, "list_order"), 2, 3, after_round=1).ahead == 3  # D has lost, B has won
    assert shown(compare(chain(FOUR, "list_order"), 2, 1, after_round=0))[0] == ("points", Status.TIED, 0, 0)


@pytest.mark.parametrize(
    ("pair", "words"),
    [((1, 9), "there is no player 9"), ((9, 1), "there is no player 9"), ((2, 2), "two different players")],
)
def test_who_cannot_be_compared_is_told(pair: tuple[int, int], words: str) -> None:
    with pytest.raises(PairingError, match=words):
        compare(FOUR, *pair)
    with pytest.raises(PairingError, match="choose 0 to 3"):
        compare(FOUR, 1, 2, after_round=4)


def test_a_house_player_has_no_place_to_compare() -> None:
    snapshot = mahjong(["A 42300 B 31200 C 28000 House 18500"])
    with pytest.raises(PairingError, match="there is no player 4"):
        compare(snapshot, 1, 4)


@given(EVENTS, st.permutations(FOR_TWO), st.integers(0, 6))
def test_the_link_that_decides_is_the_first_on_which_neighbours_differ(
    snapshot: Snapshot, codes: list[str], links: int
) -> None:
    snapshot = replace(snapshot, tiebreaks=parse_chain(codes[:links]))
    standings = rank(snapshot)
    for (above, line), found in zip(pairwise(standings), decided(standings)[1:], strict=True):
        assert (found.by is By.SHARED) == (above.rank == line.rank)
        compared = compare(snapshot, above.player, line.player)
        assert compared.decided == found
        for link in compared.links:
            upper, lower = (one.value for one in link.explanations)
            if link.status is Status.TIED:
                assert upper == lower
            elif link.status is Status.DECIDES:
                assert link.spec == found.spec
                assert lower is None or (upper is not None and upper > lower)
    for line in standings[:2]:
        of_one = dict(worked_out(snapshot, line.player))
        assert all(explain(snapshot, spec, line.player) == how for spec, how in of_one.items())
