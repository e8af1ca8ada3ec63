"""FIDE reports: what byes are worth, how older programs write them, and the lists of tie-breaks."""

from dataclasses import replace

import pytest

from pairing.engine.standings import rank
from pairing.formats import trf
from pairing.model.schema import DocumentError
from pairing.model.types import Adjustment, Bye, ByeKind, Scoring
from pairing.tiebreaks import PRESETS, parse_chain
from tests.pairing.events import event
from tests.pairing.formats.test_trf import player

# Player 1 beats 4, 2 has the bye of the pairing, 3 a full-point bye; then 2 beats 1, 3 has a half-point bye, 4 is away.
BYES = "\n".join(
    [
        player(1, "", "   4 w 1", "   2 b 0"),
        player(2, "", "0000 - U", "   1 w 1"),
        player(3, "", "0000 - F", "0000 - H"),
        player(4, "", "   1 b 0", "0000 - Z"),
    ]
)
# The lines, and the points of the four players; the first examples are those of JaVaFo's manual.
WORTH: dict[str, tuple[str, list[int]]] = {
    "the usual points": (
        "XXS WW=1 WD=.5 WL=0 BW=1 BD=0.5 BL=0\nXXS FL=0 FW=1\nXXS PAB=1 FPB=1 HPB=.5 ZPB=0", [100, 200, 150, 0],
    ),
    "the usual points in short": ("XXS W=1 D=0.5 WL=0 BL=0 FL=0 ZPB=0 PAB=1", [100, 200, 150, 0]),
    "three for a win and for the bye": ("XXS PAB=3 D=1 W=3", [300, 600, 400, 0]),
    "three for a win, and the bye as a draw": ("XXS W=3\nXXS D=1", [300, 400, 400, 0]),
    "half a point for the bye of the pairing only": ("XXS PAB=.5", [100, 150, 150, 0]),
    "something for being away": ("XXS FL=0 W=3 D=2 PAB=2 WL=1 BL=1 ZPB=1", [400, 500, 500, 200]),
    "two values for byes": ("XXS PAB=0.5 FPB=1.0", [100, 150, 150, 0]),
    "two values for byes, the other way round": ("XXS PAB=1.0 FPB=0.5", [100, 200, 100, 0]),
    "the last word counts in a line of JaVaFo": ("XXS FPB=0.5 W=1", [100, 200, 150, 0]),
    "a shortcut and then an exception": ("XXS W=1 FPB=0.5", [100, 200, 100, 0]),
    # TRF26: F is worth W, P as much as W where it is not said, A is a zero-point bye or a loss by forfeit.
    "the points of TRF26": ("162  W 3.0    D 1.0    L 0.0", [300, 600, 400, 0]),
    "two values for byes in TRF26": ("162  W 1.0    D 0.5    P 0.5", [100, 150, 150, 0]),
    "points for an absence in TRF26": ("162  W 3.0    A 1.0    X 0.5", [300, 600, 350, 100]),
    "two formats in one report": ("XXS FPB=0.5 PAB=1\n162  W 1.0    D 0.5    L 0.0", [100, 200, 100, 0]),
    "a record for one player goes before": (
        "XXS PAB=0.5 FPB=1.0\n299 F         2.0    1    3", [100, 150, 250, 0],
    ),
    "a record for everybody goes before": ("XXS PAB=0.5 FPB=1.0\n299 F         0.0        ", [100, 150, 50, 0]),
}  # fmt: skip


@pytest.mark.parametrize(("lines", "points"), WORTH.values(), ids=WORTH)
def test_byes_are_worth_what_the_report_says(lines: str, points: list[int]) -> None:
    report = trf.read(f"{lines}\n{BYES}")
    assert {s.player: s.points for s in rank(report.snapshot)} == dict(enumerate(points, start=1))
    again = trf.load(trf.dump(report.snapshot))
    assert sorted(s.points for s in rank(again)) == sorted(points)
    assert again.scoring == report.snapshot.scoring


def test_two_values_are_one_for_the_pairing_and_a_bonus_for_the_rest() -> None:
    snapshot = trf.load(f"XXS PAB=0.5 FPB=1.0\n{BYES}")
    assert snapshot.scoring == Scoring(bye=50)
    assert snapshot.adjustments == (Adjustment(3, 50, 1),)


def test_points_are_compared_with_the_value_of_each_bye() -> None:
    printed = BYES.replace(player(3, "", "0000 - F", "0000 - H"), player(3, "1.5", "0000 - F", "0000 - H"))
    assert trf.read(f"XXS PAB=0.5 FPB=1.0\n{printed}").notes == ()
    with pytest.raises(DocumentError, match=r"line 4.*1.5 points are printed, the results give 1"):
        trf.read(f"XXS PAB=1.0 FPB=0.5\n{printed}")


def test_a_full_point_bye_to_come_is_noted_where_it_is_worth_something_else() -> None:
    ahead = "240 F   3    4"
    [note] = trf.read(f"XXS PAB=0.5 FPB=1.0\n{BYES}\n{ahead}").notes
    assert note == "full-point byes of rounds to come will count 0.5, as the bye of the pairing"
    assert trf.read(f"XXS PAB=1 FPB=1\n{BYES}\n{ahead}").notes == ()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("XXS PAB=0.5 PAB=1", ["line 1", "bye is worth 1 here", "one value"]),
        ("XXS PAB=half", ["line 1", "'half'", "0.5"]),
        ("XXS PAB=.", ["line 1", "'.'"]),
        ("XXS FULL=1", ["line 1", "'FULL'", "PAB", "FPB"]),
        ("XXS PAB=0.5\n162  P 1.0", ["line 2", "bye", "something else before"]),
    ],
)
def test_wrong_points_are_refused_by_line(line: str, words: list[str]) -> None:
    with pytest.raises(DocumentError) as caught:
        trf.load(f"{line}\n{BYES}")
    for word in words:
        assert word in str(caught.value)


def test_byes_of_before_2016_are_read() -> None:
    """The Krause format of before TRF16: + is a full point, = half a point, - nothing."""
    snapshot = trf.load(
        "\n".join([
            player(1, "2.0", "   4 w 1", "0000 - +"), player(2, "1.0", "0000 - =", "0000 - ="),
            player(3, "0.0", "0000 - -", "   4 b 0"), player(4, "1.0", "   1 b 0", "   3 w 1"),
        ])
    )  # fmt: skip
    assert snapshot.rounds[0].byes == (Bye(2, ByeKind.HALF), Bye(3, ByeKind.ZERO))
    assert snapshot.rounds[1].byes == (Bye(1, ByeKind.FULL), Bye(2, ByeKind.HALF))


# --- lists of tie-breaks ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("lines", "chain", "notes"),
    [
        ("202 BH/C1,BH,DE/P,ARO/C1", ["BH:cut=1", "BH", "DE:forfeits=played", "ARO:cut=1"], ()),
        ("202 BH/C1, BH", ["BH:cut=1", "BH"], ()),
        ("212 PTS,SB,WIN", ["SB", "WIN"], ()),
        ("212 SB,PTS,WIN\n202 BH", ["SB", "points", "WIN"], ()),
        ("202 BH,EDET/P,WIN", ["BH", "WIN"], ("line 1: 202: EDET/P is not known here, left out",)),
        ("202", list(PRESETS["fide_swiss"].chain), ()),
    ],
)
def test_the_tiebreaks_of_a_report_are_read(lines: str, chain: list[str], notes: tuple[str, ...]) -> None:
    report = trf.read(f"{lines}\n{BYES}")
    assert report.snapshot.tiebreaks == parse_chain(chain)
    assert report.notes == notes


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("202 BH/Q9", ["line 1: 202", "BH/Q9", "/C1, /M1, /F, /P"]),
        ("202 BH/C99", ["line 1: 202", "cut", "0 to 20"]),
        ("212 PTS,BH,BH", ["line 1: 212", "BH", "twice"]),
        ("202 " + ",".join(["BH"] * 31), ["line 1: 202", "31", "at most 30"]),
    ],
)
def test_a_wrong_list_of_tiebreaks_is_refused_by_line(line: str, words: list[str]) -> None:
    with pytest.raises(DocumentError) as caught:
        trf.load(f"{line}\n{BYES}")
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    ("chain", "line"),
    [
        (["BH:cut=1", "BH", "DE:forfeits=played"], "202 BH/C1,BH,DE/P"),
        (["SB", "points"], "212 SB,PTS"),
        (["BH", "solkoff"], None),
        (["BH:policy=fide2024"], None),
        ([], None),
    ],
)
def test_the_tiebreaks_of_an_event_are_written(chain: list[str], line: str | None) -> None:
    snapshot = replace(event(["A beats B"]), tiebreaks=parse_chain(chain))
    text = trf.dump(snapshot)
    assert [written for written in text.splitlines() if written[:3] in ("202", "212")] == (
        [line] if line else []
    )
    if line:
        assert trf.load(text).tiebreaks == snapshot.tiebreaks
