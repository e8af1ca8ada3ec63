"""`pairwright engine -g` takes the configuration files of bbpPairings and writes reports in its form."""

from __future__ import annotations

import re
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


def made(folder: Path, configuration: str, system: str = "--dutch", seed: int = 5) -> str:
    file = folder / "event.cfg"
    file.write_text(configuration)
    assert main(["engine", system, "-g", str(file), "-o", "event.trf", "-s", str(seed)]) == 0
    return (folder / "event.trf").read_bytes().decode()


def shape(line: str) -> str:
    """The line without what the results decide: points, ranks, opponents, colours and results."""
    if not line.startswith("001"):
        return line
    games = re.sub(r"   [1-6] [wb] [01]", "   N c r", line[91:])
    return line[:80] + re.sub(r"[0-9]", "N", line[80:91]) + games


def test_the_form_of_a_report(tmp_path: Path) -> None:
    *lines, points, end = made(tmp_path, SIX).split("\r")
    assert [shape(line) for line in lines] == [shape(line) for line in PEER[:-2]]
    assert points.startswith(PEER[-2])  # and what a loss and a bye are worth
    assert end == ""


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


def test_more_rounds_than_there_are_opponents_is_code_1(tmp_path: Path) -> None:
    file = tmp_path / "event.cfg"
    file.write_text("PlayersNumber=4\nRoundsNumber=5\n")
    assert main(["engine", "--dutch", "-g", str(file), "-o", "event.trf", "-s", "1"]) == 1
    assert (tmp_path / "event.trf").read_bytes() == b"012 AutoTest Tournament 1\r"
