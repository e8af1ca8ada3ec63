"""The checklists are those that bbpPairings 6.0.0 writes, but for its name in the last line."""

from pathlib import Path
from shutil import copy

import pytest

from pairwright.__main__ import main
from tests.pairing.places import CONFORMANCE
from tests.pairing.systems.dutch.test_dutch_conformance import EDGES, needs_files

PAIRED = (
    "\n"
    "ID\tPts\t---\tPref\tC2\tC14\tC16\t  Cur\t\tR1\tR2\t\n"
    "\n"
    " 1\t2.0\t WB\t  w \t Y\t   \t   \t (5W)\t\t 4\t 2\t\n"
    " 3\t2.0\t WB\t  w \t Y\t  D\t   \t (2W)\t\t 6\t 4\t\n"
    "\n"
    " 2\t1.0\t BW\t  b \t Y\t   \t   \t (3B)\t\t 5\t 1\t\n"
    " 5\t1.0\t WB\t  w \t Y\t   \t   \t (1B)\t\t 2\t 6\t\n"
    "\n"
    " 6\t0.0\t BW\t  b \t Y\t   \t   \t(bye)\t\t 3\t 5\t\n"
    "\n"
    "\n"
    "Pairwright"
)
IMPOSSIBLE = (
    "\n"
    "ID\tPts\t----\tPref\tC2\tC14\tC16\tCur\t\tR1\tR2\tR3\t\n"
    "\n"
    " 1\t2.0\t  WW\t  B \t N\t  D\t  D\t   \t\t  \t 4\t 3\t\n"
    " 2\t2.0\t  WW\t  B \t N\t  D\t  D\t   \t\t 3\t  \t 4\t\n"
    " 5\t2.0\t  WW\t  B \t N\t  D\t   \t   \t\t 4\t 3\t  \t\n"
    "\n"
    " 3\t1.5\t BBB\t  W \t Y\t  U\t   \t   \t\t 2\t 5\t 1\t\n"
    " 4\t1.5\t BBB\t  W \t Y\t  U\t  U\t   \t\t 5\t 1\t 2\t\n"
    "\n"
    "\n"
)
SECOND_ROUND = (
    "Round #2\n"
    "\n"
    "ID\tPts\t--\tPref\tC2\tC14\tC16\t  Cur\t\tR1\t\n"
    "\n"
    " 1\t1.0\t  \t  A \t N\t  D\t   \t (2W)\t\t  \t\n"
    "\n"
    " 2\t0.5\t W\t (B)\t Y\t   \t   \t (1B)\t\t 3\t\n"
    " 3\t0.5\t B\t (W)\t Y\t   \t   \t (5W)\t\t 2\t\n"
    " 4\t0.5\t B\t (W)\t Y\t   \t   \t(bye)\t\t 5\t\n"
    " 5\t0.5\t W\t (B)\t Y\t   \t   \t (3B)\t\t 4\t\n"
    "\n"
    "\n"
)


@needs_files
@pytest.mark.parametrize(
    ("words", "name"), [(["-l", "list.txt"], "list.txt"), (["-l"], "dutch_2025_C5.list")]
)
def test_the_list_of_a_round(words: list[str], name: str, tmp_path: Path) -> None:
    report = str(copy(CONFORMANCE / "bbp_tests" / "dutch_2025_C5.trf", tmp_path))
    assert main(["engine", "--dutch", report, "-p", *words]) == 0
    assert (tmp_path / name).read_text() == PAIRED


@needs_files
def test_the_list_of_a_round_that_cannot_be_paired(tmp_path: Path) -> None:
    report = str(copy(EDGES / "no_legal_pairings_odd.trf", tmp_path))
    assert main(["engine", "--dutch", report, "-p", "-l", "list"]) == 1
    assert (tmp_path / "list").read_text() == IMPOSSIBLE


@needs_files
def test_the_lists_of_past_rounds(tmp_path: Path) -> None:
    report = str(copy(EDGES / "no_legal_pairings_odd.trf", tmp_path))
    assert main(["engine", "--dutch", report, "-c", "-l", "list"]) == 0
    text = (tmp_path / "list").read_text()
    assert text[text.index("Round #2") : text.index("Round #3")] == SECOND_ROUND
