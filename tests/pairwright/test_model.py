"""`pairwright engine MODEL -g`: an event with the players and rules of a report, in the form of bbpPairings 6.0.0."""

from pathlib import Path

import pytest

from pairwright.__main__ import main
from tests.pairwright.test_engine import RANKED

HEAD = (
    "### a comment",
    "012 Ranked",
    "022 Kyōto",
    "142 5",
    "152 B",
    "XXC rank white1",
    "240 H   4    1",
    "162  W 1.0",
)
MODEL = "\n".join((*HEAD, f"{RANKED}XXP 1 2\n"))
BEFORE = [
    "012 AutoTest Tournament 2",
    "### a comment",
    "### 012 Ranked",
    "022 Kyōto",
    "142 5",
    "### 152 B",
    "XXC rank",
]
BEFORE += ["### 240 H   4    1", "162  W 1.0"]


def after(folder: Path, model: str, code: int = 0) -> list[str]:
    file = folder / "model.trf"
    file.write_text(model, "utf-8")
    assert main(["engine", "--dutch", str(file), "-g", "-o", "event.trf", "-s", "2"]) == code
    return (folder / "event.trf").read_bytes().decode().split("\r") if code == 0 else []


def test_the_form_of_an_event_after_a_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = after(tmp_path, MODEL)
    assert lines[:9] == BEFORE
    assert lines[15:] == ["XXP 1 2", ""]
    players = RANKED.splitlines()
    assert [line[:80] for line in lines[9:15]] == [line[:80] for line in players]
    assert {len(line) for line in lines[9:15]} == {len(line) for line in players}  # three rounds of the five
    assert [line[91:] for line in lines[9:15]] != [line[91:] for line in players]
    assert sorted(int(line[85:89]) for line in lines[9:15]) == [1, 2, 3, 4, 5, 6]
    assert all("   2 " not in line[91:] for line in lines[9:15] if line[4:8] == "   1")  # kept apart
    assert main(["engine", "--dutch", str(tmp_path / "event.trf"), "-c"]) == 0
    assert capsys.readouterr().out.splitlines() == [*(f"event: Round #{n}" for n in (1, 2, 3)), ""]


def test_a_model_without_a_number_of_rounds(tmp_path: Path) -> None:
    model = MODEL.replace("142 5\n", "").replace("XXC rank white1", "XXC white1").replace("   9 ", "   4 ")
    lines = after(tmp_path, model.replace("001    9", "001    4"))
    assert lines[-2:] == ["142 3", ""]
    assert not any(line.startswith("XXC") for line in lines)  # the colour was all it said


def test_as_many_stay_away_as_in_the_model(tmp_path: Path) -> None:
    """Two of six have half-point byes, and two zero-point byes."""
    lines = after(tmp_path, MODEL)
    for kind in "HZ":
        had, have = (
            sum(kind in line[98::10] for line in part) for part in (RANKED.splitlines(), lines[9:15])
        )
        assert 0 < have <= had


@pytest.mark.parametrize(
    ("model", "code"),
    [
        (MODEL.replace("2398", "    "), 3),  # the games of a player without a rating cannot be made up
        (MODEL + "299           1.0  001    1\n", 3),
        (MODEL.replace("240 H   4    1", "192 FIDE_BURSTEIN"), 3),
        ("", 3),
    ],
)
def test_a_report_that_cannot_be_a_model(model: str, code: int, tmp_path: Path) -> None:
    after(tmp_path, model, code)
    assert not (tmp_path / "event.trf").exists()


def test_a_model_that_cannot_be_had_is_code_5(tmp_path: Path) -> None:
    assert main(["engine", "--dutch", str(tmp_path / "none.trf"), "-g", "-o", "event.trf"]) == 5


def test_the_points_of_a_model(tmp_path: Path) -> None:
    """BBZ and BBF say what absences and forfeited games are worth (bbpPairings); points of the event follow."""
    worth = {"1": 10, "+": 10, "U": 10, "=": 5, "H": 5, "0": 0, "-": 1, "Z": 2}
    points = {"   9": " 1.3", "   1": " 1.1", "   5": " 1.2"}
    players = "".join(
        f"{line[:80]}{points.get(line[4:8], line[80:84])}{line[84:]}\n" for line in RANKED.splitlines()
    )
    lines = after(tmp_path, f"XXC rank\nBBZ  0.2\nBBF  0.1\n{players}")
    for line in lines[4:10]:
        assert round(float(line[80:84]) * 10) == sum(worth[letter] for letter in line[98::10]), line
