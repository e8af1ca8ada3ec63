"""FIDE reports: what they say about the pairing. Columns and codes: FIDE Handbook, TRF26; JaVaFo for XX lines."""

import pytest

from pairing.formats import document, trf
from pairing.model.field import Field
from pairing.model.schema import DocumentError
from pairing.model.types import ByeKind, ByeRequest, Entrant, Scoring
from tests.pairing.events import event
from tests.pairing.formats.test_trf import REPORT, player

NOT_SAID = REPORT.replace("XXC white1\n", "")
FORFEIT = "\n".join(
    [
        player(1, "", "   4 w +"),
        player(2, "", "   3 b 1"),
        player(3, "", "   2 w 0"),
        player(4, "", "   1 b -"),
    ]
)
COLOURS = {
    "JaVaFo": (REPORT, "white"),
    "TRF26": (REPORT.replace("XXC white1", "152 B"), "black"),
    "not said, player 1 had White in round 1": (NOT_SAID, "white"),
    # The second to be paired had Black, so the first would have had White (C.04.3, 5.2.5).
    "not said, player 1 had a forfeit": (FORFEIT, "white"),
    "not said, a bye of the pairing": (
        FORFEIT.replace("   4 w +", "0000 - U").replace("   1 b -", ""),
        "white",
    ),
    "not said, a bye asked for": (FORFEIT.replace("   4 w +", "0000 - H").replace("   1 b -", ""), "black"),
}


@pytest.mark.parametrize("case", COLOURS)
def test_the_first_colour(case: str) -> None:
    text, colour = COLOURS[case]
    report = trf.read(text)
    assert (report.snapshot.options, report.notes) == ({"initial_colour": colour}, ())


def test_a_first_colour_that_nobody_knows() -> None:
    assert trf.load(f"XXC rank\n{player(1, '')}").options == {}
    with pytest.raises(DocumentError, match=r"line 4: 152: 'X' is not one colour: w, b"):
        trf.load(REPORT.replace("XXC white1", "152 X"))


# C.04.7, 1: of four players the first two, in the first three of five rounds, 1 1 1/2.
BAKU = {
    "TRF26": "250       1.0   1   2    1    2\n250       0.5   3   3    1    2",
    "JaVaFo": "XXA    1  1.0  1.0  0.5\nXXA    2  1.0  1.0  0.5",
    "up to the round to come": "XXA    1  1.0  1.0  0.5  0.0\nXXA    2  1.0  1.0  0.5  0.0\nXXA    3  0.0",
}


@pytest.mark.parametrize("case", BAKU)
def test_points_of_baku_are_applied(case: str) -> None:
    report = trf.read(f"{REPORT}\n{BAKU[case]}")
    assert report.snapshot.options["acceleration"] == "baku" and report.notes == ()
    again = trf.dump(report.snapshot)
    assert [line for line in again.splitlines() if line.startswith("XXA")] == [
        "XXA    1  1.0  1.0  0.5",
        "XXA    2  1.0  1.0  0.5",
    ]


@pytest.mark.parametrize(
    ("lines", "acceleration"),
    [
        ("192 FIDE_DUTCH_2025_BAKU", "baku"),
        ("192 FIDE_DUTCH_BAKU \nXXA    3  1.0", "given"),  # points that are given count
        ("192 FIDE_DUTCH_2025", None),
    ],
)
def test_the_type_of_an_event_says_that_it_is_accelerated(lines: str, acceleration: str | None) -> None:
    assert trf.load(f"{REPORT}\n{lines}").options.get("acceleration") == acceleration


def test_players_may_be_ranked_in_the_order_of_their_lines() -> None:
    """`XXC rank` (JaVaFo): the position in the file, not the start number."""
    lines = [player(3, "0.0"), player(1, "0.0"), player(2, "0.0")]
    snapshot = trf.load("\n".join(["XXR 3", "XXC rank", *lines]))
    assert Field(snapshot).start_place == {3: 0, 1: 1, 2: 2}


# Of five rounds Baku accelerates three, of four players the first two.
GIVEN = {
    "a round too many": (
        "XXA    1  1.0  1.0  0.5  0.5\nXXA    2  1.0  1.0  0.5  0.5",
        {(1, 2): (100, 100, 50, 50)},
    ),
    "other players": ("250       1.0   1   2    3    4", {(3, 4): (100, 100)}),
    "from a later round": (
        "250       1.0   2   2    1    2\n250       0.5   3   9    2    2",
        {(1,): (0, 100), (2,): (0, 100, 50, 50, 50)},
    ),
}


@pytest.mark.parametrize("case", GIVEN)
def test_other_points_are_applied_as_they_are_given(case: str) -> None:
    lines, points = GIVEN[case]
    report = trf.read(f"{REPORT}\n{lines}")
    assert report.notes == ()
    assert {row.players: row.points for row in report.snapshot.virtual_points} == points
    assert report.snapshot.options["acceleration"] == "given"
    again = trf.load(trf.dump(report.snapshot))
    assert again.virtual_points == report.snapshot.virtual_points
    assert document.load(document.dump(again)).virtual_points == again.virtual_points


def test_start_numbers_are_pairing_numbers() -> None:
    text = REPORT.replace("1850", "1650")
    assert trf.load(text).entrants[:2] == (
        Entrant(1, "Møller, Åge", 1650, ranking=1),
        Entrant(2, rating=1700, ranking=2),
    )
    assert {entrant.ranking for entrant in trf.load(REPORT).entrants} == {None}


def test_points_are_written_for_programs_of_both_formats() -> None:
    """The columns are those of record 162 in shared/data/conformance/trf_samples/grandmommyscup.trf."""
    scoring = Scoring(300, 100, 0, 300, half_bye=50)
    text = trf.dump(event(["A beats B", "C has a half bye"], scoring=scoring))
    assert "162  W 3.0    D 1.0    L 0.0    P 3.0" in text.splitlines()
    assert trf.load(text).scoring == scoring


def test_players_are_numbered_from_the_strongest() -> None:
    about = {
        "A": {"rating": -850},
        "B": {"rating": 1900},
        "C": {"left_after_round": 1},
    }  # the lists of go begin at -900
    snapshot = event(["A beats B", "C has a bye"], about=about, forbidden=["A C"], rounds_planned=3)
    lines = trf.dump(snapshot).splitlines()
    assert [(line[4:8], line[14:15], line[91:].strip()) for line in lines if line.startswith("001")] == [
        ("   1", "B", "2 b 0"),
        ("   2", "A", "1 w 1"),
        ("   3", "C", "0000 - U  0000 - Z"),
    ]
    assert "XXP 2 3" in lines
    again = trf.load("\n".join(lines))
    assert again.bye_requests == (ByeRequest(3, 2, ByeKind.ZERO),)
    assert [entrant.rating for entrant in again.entrants] == [1900, -850, None]


@pytest.mark.parametrize(("given", "rounds"), [("5", 5), ("none", 7), (None, 7)])
def test_the_rounds_are_read_as_the_option_is(given: str | None, rounds: int) -> None:
    """A document may have words for options (`pairing.model.options`); the planned rounds count where it has none."""
    snapshot = event(["A beats B"], rounds_planned=7, system="dutch", options={"rounds": given})
    assert f"XXR {rounds}" in trf.dump(snapshot).splitlines()


def test_points_are_those_of_the_results_whatever_the_system_ranks_by() -> None:
    for system in ("keizer", "mcmahon"):
        text = trf.dump(event(["A beats B", "C beats D"], system=system))
        players = [line for line in text.splitlines() if line.startswith("001")]
        assert sorted(line[80:84] for line in players) == [" 0.0", " 0.0", " 1.0", " 1.0"]
        trf.load(text)


@pytest.mark.parametrize("system", ["dutch", "burstein", "dubov"])
def test_every_system_of_fide_tells_colour_rounds_and_points_of_baku(system: str) -> None:
    options = {"initial_colour": "black", "acceleration": "baku", "rounds": 5}
    text = trf.dump(event(["A beats B", "C beats D"], system=system, options=options))
    # C.04.7, 1: of four players the first two, in the first three of five rounds, 1 1 1/2.
    assert {"XXR 5", "XXC black1", "XXA    1  1.0  1.0  0.5", "XXA    2  1.0  1.0  0.5"} <= set(
        text.splitlines()
    )
