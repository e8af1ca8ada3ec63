"""`pairwright engine -g` takes the configuration files of bbpPairings and writes reports in its form."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from pairing.formats import trf
from pairing.model.types import ByeKind
from pairwright.__main__ import main

SIX = """PlayersNumber=6
# no unplayed match
RoundsNumber=3
HighestRating=2000
LowestRating=2000
DrawPercentage=0
ForfeitRate=1000000
RetiredRate=1000
HalfPointByeRate=1000
PointsForWin=3.0
PointsForDraw=1
"""
# bbpPairings 6.0.0 wrote this for SIX with the seed 5; here only its form counts, for other numbers were drawn.
PEER = (
    "012 AutoTest Tournament 5",
    "001    1      Test0001 Player0001               2000"
    "                             6.0    1     4 b 0     2 w 1     3 w 1",
    "001    2      Test0002 Player0002               2000"
    "                             0.0    6     5 w 0     1 b 0     6 b 0",
    "001    3      Test0003 Player0003               2000"
    "                             6.0    2     6 b 1     4 w 1     1 b 0",
    "001    4      Test0004 Player0004               2000"
    "                             6.0    3     1 w 1     3 b 0     5 w 1",
    "001    5      Test0005 Player0005               2000"
    "                             3.0    5     2 b 1     6 w 0     4 b 0",
    "001    6      Test0006 Player0006               2000"
    "                             6.0    4     3 w 0     5 b 1     2 w 1",
    "",
    "092 FIDE_DUTCH_2025",
    "162  W 3.0    D 1.0",
    "",
)


def made(
    folder: Path, configuration: str, system: str = "--dutch", seed: int = 5, more: Sequence[str] = ()
) -> str:
    file = folder / "event.cfg"
    file.write_text(configuration)
    assert main(["engine", system, "-g", str(file), "-o", "event.trf", "-s", str(seed), *more]) == 0
    return (folder / "event.trf").read_bytes().decode()


def shape(line: str) -> str:
    """The line without what the results decide: points, ranks, opponents, colours and results."""
    if not line.startswith("001"):
        return line
    games = re.sub(r"   [1-6] [wb] [01]", "   N c r", line[91:])
    return line[:80] + re.sub(r"[0-9]", "N", line[80:91]) + games


def test_the_form_of_a_report(tmp_path: Path) -> None:
    assert [shape(line) for line in made(tmp_path, SIX).split("\r")] == [shape(line) for line in PEER]


@pytest.mark.parametrize("system", ["--dutch", "--burstein", "--dubov"])
def test_the_checker_finds_nothing_in_it(
    system: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made(
        tmp_path,
        "PlayersNumber=21\nRoundsNumber=6\nForfeitRate=5\nRetiredRate=4\nHalfPointByeRate=4\n",
        system,
    )
    assert main(["engine", system, str(tmp_path / "event.trf"), "-c"]) == 0
    assert capsys.readouterr().out.splitlines() == [*(f"event: Round #{n}" for n in range(1, 7)), ""]


def test_a_seed_gives_the_same_event_again_and_another_one_another(tmp_path: Path) -> None:
    small = "PlayersNumber=8\nRoundsNumber=4\n"
    first, again = made(tmp_path, small), made(tmp_path, small)
    assert first == again
    assert made(tmp_path, small, seed=6).split("\r")[1:] != first.split("\r")[1:]


def test_as_many_stay_away_as_the_rates_say(tmp_path: Path) -> None:
    text = made(tmp_path, "PlayersNumber=40\nRoundsNumber=6\nRetiredRate=10\nHalfPointByeRate=5\n")
    byes = [bye for round_ in trf.load(text).rounds for bye in round_.byes]
    assert len({bye.player for bye in byes if bye.kind is ByeKind.ZERO}) == 40 / 10
    assert 0 < len({bye.player for bye in byes if bye.kind is ByeKind.HALF}) <= 40 / 5


@pytest.mark.parametrize(
    "line",
    ["Players=3", "PlayersNumber=x", "RetiredRate=1.5", "DrawPercentage=101", "nothing", "PlayersNumber=-1"],
)
def test_a_configuration_that_makes_no_sense_is_code_3(line: str, tmp_path: Path) -> None:
    file = tmp_path / "event.cfg"
    file.write_text(line)
    assert main(["engine", "--dutch", "-g", str(file), "-o", "event.trf"]) == 3


@pytest.mark.parametrize(
    "line", ["PlayersNumber=10000", "HighestRating=10000", "PointsForWin=100", "PointsForZPB=0.5"]
)
def test_what_a_report_has_no_room_for_is_code_4(line: str, tmp_path: Path) -> None:
    file = tmp_path / "event.cfg"
    file.write_text(line)
    assert main(["engine", "--dutch", "-g", str(file), "-o", "event.trf"]) == 4


def test_more_rounds_than_there_are_opponents_is_code_1(tmp_path: Path) -> None:
    """Of four players, nobody staying away, each has met all others after three rounds."""
    file = tmp_path / "event.cfg"
    file.write_text("PlayersNumber=4\nRoundsNumber=5\n")
    assert main(["engine", "--dutch", "-g", str(file), "-o", "event.trf", "-s", "1", "-l"]) == 1
    head, planned, *lines = (tmp_path / "event.trf").read_bytes().decode().split("\r")
    assert (head, planned) == ("012 AutoTest Tournament 1", "142 5")
    assert lines[4:] == ["", "092 FIDE_DUTCH_2025", ""]
    assert {len(line) for line in lines[:4]} == {89 + 3 * 10}
    *lists, impossible = (tmp_path / "event.list").read_text().split("Round #")[1:]
    assert [text.splitlines()[0] for text in lists] == ["1.", "2.", "3."]
    assert impossible.startswith(
        "4.\n\nID\tPts\t----\tPref\tC2\tC14\tC16\tCur\t"
    )  # nobody is paired below it


def test_the_lists_are_those_of_the_checker(tmp_path: Path) -> None:
    made(tmp_path, "PlayersNumber=9\nRoundsNumber=4\nRetiredRate=3\n", more=["-l", "made"])
    assert main(["engine", "--dutch", str(tmp_path / "event.trf"), "-c", "-l", "checked"]) == 0
    text = re.sub(
        r"(?m)^(Round #\d)\.$", r"\1", (tmp_path / "made").read_text()
    )  # bbpPairings has a dot here only
    assert text == (tmp_path / "checked").read_text()


def test_points_for_forfeits_and_absences(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`PointsForForfeitLoss` counts for zero-point byes too, as A of record 162 does (TRF26)."""
    text = made(
        tmp_path, "PlayersNumber=30\nRoundsNumber=5\nForfeitRate=3\nRetiredRate=3\nPointsForForfeitLoss=0.2\n"
    )
    assert text.endswith("\r162  A 0.2\r")
    worth = {"1": 10, "+": 10, "U": 10, "=": 5, "H": 5, "0": 0, "-": 2, "Z": 2}
    letters = set()
    for line in text.split("\r")[1:31]:
        results = line[98::10]
        letters |= set(results)
        assert round(float(line[80:84]) * 10) == sum(worth[result] for result in results), line
    assert letters >= {"-", "Z"}
    assert main(["engine", "--dutch", str(tmp_path / "event.trf"), "-c"]) == 0
    assert capsys.readouterr().out.splitlines() == [*(f"event: Round #{n}" for n in range(1, 6)), ""]
