"""`pairwright engine` gives what bbpPairings 6.0.0 gives: its published answers, what its checker printed for files of
others, its exit codes.
"""

import subprocess
import sys
import tomllib
from pathlib import Path
from shutil import copy

import pytest

from pairwright import engine
from pairwright.__main__ import main
from tests.pairing.places import CONFORMANCE, ROOT
from tests.pairing.systems.dutch.test_dutch_conformance import CASES, EDGES, GENERATED, needs_files

PUBLISHED = CONFORMANCE / "bbp_tests"
ODD = """no_legal_pairings_odd: Round #1
  Checker pairings        Tournament pairings 
      1 -   3                  2 -   3
      4 -   2                  5 -   4
      5 -   0                  1 -   0

no_legal_pairings_odd: Round #2
  Checker pairings        Tournament pairings 
      1 -   2                  1 -   4
      3 -   5                  5 -   3
      4 -   0                  2 -   0

no_legal_pairings_odd: Round #3
  Checker pairings        Tournament pairings 
      3 -   1                  1 -   3
      4 -   2                  2 -   4


"""  # noqa: W291 # as it prints it
LATE = """burstein_late_entries: Round #1
burstein_late_entries: Round #2
burstein_late_entries: Round #3
burstein_late_entries: Round #4
  Checker pairings        Tournament pairings 
      6 -   4                  4 -   6


"""  # noqa: W291
REPORT = """012 Two players
001    1      One                               2000                             0.0    1
001    2      Two                               1900                             0.0    2
"""
BLANKS = " " * 25  # ~ in the report
RANKED = """001    9      Four~     2021~    1.0    5     1 w +  0000 - Z     2 b -
001    1      One~      2398~    1.0    4     9 b -  0000 - H     3 w =
001    6      Six~      1814~    1.5    3     3 w 0  0000 - H  0000 - U
001    2      Two~      2354~    3.0    1     5 w 1     3 b 1     9 w +
001    5      Five~     1854~    1.0    6     2 b 0  0000 - U  0000 - Z
001    3      Three~    2285~    1.5    2     6 b 1     2 w 0     1 b =
""".replace("~", BLANKS)
BY_RANK = """ranked: Round #1
  Checker pairings        Tournament pairings 
      9 -   2                  9 -   1
      5 -   1                  2 -   5

ranked: Round #2
ranked: Round #3

"""  # noqa: W291 # as it prints it
ROUNDS, COLOUR = "142 3\n", "152 W\n"


@needs_files
@pytest.mark.parametrize("name", ["dutch_2025_C5", "dutch_2025_C9", "issue_7"])
def test_published_answers(name: str, tmp_path: Path) -> None:
    report = str(copy(PUBLISHED / f"{name}.trf", tmp_path))
    assert main(["engine", "--dutch", report, "-p", "answer"]) == 0
    assert (tmp_path / "answer").read_text() == (PUBLISHED / f"{name}.expected_pairs").read_text()


@needs_files
def test_answers_of_the_peer_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    for name, case in CASES.items():
        assert main(["engine", "--dutch", str(GENERATED / name), "-p"]) == 0
        pairs = [f"{white} {black}" for white, black in case["expected_2026"]]
        assert capsys.readouterr().out.splitlines() == [str(len(pairs)), *pairs], name


@needs_files
@pytest.mark.parametrize(("name", "said"), [("no_legal_pairings_odd", ODD), ("burstein_late_entries", LATE)])
def test_the_checker_shows_both_rounds_side_by_side(
    name: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["engine", "--dutch", str(EDGES / f"{name}.trf"), "-c"]) == 0
    assert capsys.readouterr().out == said


@needs_files
def test_no_legal_pairing_is_code_1_and_leaves_no_earlier_answer(tmp_path: Path) -> None:
    report = str(copy(EDGES / "no_legal_pairings.trf", tmp_path))
    answer = tmp_path / "answer"
    answer.write_text("1\n1 2\n")
    assert main(["engine", "--dutch", report, "-p", str(answer)]) == 1
    assert answer.read_text() == ""


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (ROUNDS + COLOUR, 0),
        (ROUNDS, 3),  # who has White first, nobody knows
        (COLOUR, 3),
        (ROUNDS + COLOUR + "192 FIDE_BURSTEIN\n", 3),
        (f"{ROUNDS}{COLOUR}192 FIDE_BURSTEIN\n".replace("\n", "\r"), 3),
        (ROUNDS + COLOUR + REPORT.splitlines()[2].replace("   2", "   4", 1), 3),
    ],
)
def test_what_a_report_has_to_say(more: str, code: int, tmp_path: Path) -> None:
    report = tmp_path / "report.trf"
    report.write_text(REPORT + more)
    assert main(["engine", "--dutch", str(report), "-p"]) == code


def test_a_file_that_cannot_be_had_is_code_5(tmp_path: Path) -> None:
    assert main(["engine", "--dutch", str(tmp_path / "none.trf"), "-p"]) == 5
    report = tmp_path / "report.trf"
    report.write_text(REPORT + ROUNDS + COLOUR)
    assert main(["engine", "--dutch", str(report), "-p", str(tmp_path / "none" / "answer")]) == 5


@pytest.mark.parametrize(
    "words",
    [
        ["engine", "-r", "-r"],
        ["engine", "--dutch", "report.trf"],
        ["engine", "--lim", "report.trf", "-p"],
        ["engine", "--dutch", "report.trf", "-c", "more"],
        [
            "engine",
            "--dutch",
            "-g",
            "-o",
            "event.trf",
            "-l",
            "list",
            "-s",
            "1",
        ],  # the seed stands before the list
        ["engine", "--dutch", "model.trf", "-g", "event.cfg", "-o", "event.trf"],  # one of the two
    ],
)
def test_what_is_no_command_is_code_3(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 3
    assert capsys.readouterr().out == ""


def test_it_says_which_build_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    build = f"Pairwright {tomllib.loads((ROOT / 'pyproject.toml').read_text())['project']['version']}\n"
    report = tmp_path / "report.trf"
    report.write_text(REPORT + ROUNDS + COLOUR)
    for words, answer in (([], ""), (["-r"], ""), (["-r", "--dutch", str(report), "-p"], "1\n1 2\n")):
        assert main(["engine", *words]) == 0
        assert capsys.readouterr().out == build + answer


def test_players_ranked_in_the_order_of_their_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With ranks a start number may be missing, and they decide which colour is the first, too (round 1)."""
    report = tmp_path / "ranked.trf"
    report.write_text("XXR 5\nXXC rank white1\n" + RANKED)
    assert main(["engine", "--dutch", str(report), "-p"]) == 0
    assert capsys.readouterr().out == "3\n2 6\n3 9\n5 1\n"
    assert main(["engine", "--dutch", str(report), "-c"]) == 0
    assert capsys.readouterr().out == BY_RANK
    report.write_text("XXR 5\nXXC white1\n" + RANKED)
    assert main(["engine", "--dutch", str(report), "-p"]) == 3


def test_a_fault_is_code_2(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken(snapshot: object) -> None:
        raise AssertionError("a fault")

    monkeypatch.setattr(engine, "boards", broken)
    report = tmp_path / "report.trf"
    report.write_text(REPORT + ROUNDS + COLOUR)
    assert main(["engine", "--dutch", str(report), "-p"]) == 2


@pytest.mark.parametrize("system", ["--burstein", "--dubov"])
def test_the_other_systems(system: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = tmp_path / "report.trf"
    report.write_text(REPORT + ROUNDS + "152 B\n")
    assert main(["engine", system, str(report), "-p"]) == 0
    assert capsys.readouterr().out == "1\n2 1\n"  # the only pair; number 1 has Black


def test_it_needs_no_django(tmp_path: Path) -> None:
    report = tmp_path / "report.trf"
    report.write_text(REPORT + ROUNDS + COLOUR)
    script = (
        "import sys; sys.modules.update(dict.fromkeys(('django', 'numpy', 'numba')))\n"
        "from pairwright.__main__ import main; sys.exit(main())"
    )
    words = [sys.executable, "-c", script, "engine", "--dutch", str(report), "-p"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "1\n1 2\n"), done.stderr


def test_a_report_that_is_accelerated_by_its_type(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Baku, eight players: 1 to 4 have a virtual point in round 1, and meet each other."""
    report = tmp_path / "report.trf"
    players = "".join(
        f"001 {id:4}      Player {id}{'':25}{2100 - id}{'':29}0.0 {id:4}\n" for id in range(1, 9)
    )
    for kind, boards in (("_BAKU", "1 3 4 2 5 7 8 6"), ("", "1 5 6 2 3 7 8 4")):
        report.write_text(f"012 Eight\n{players}{ROUNDS}{COLOUR}192 FIDE_DUTCH_2025{kind}\n")
        assert main(["engine", "--dutch", str(report), "-p"]) == 0
        assert capsys.readouterr().out.split()[1:] == boards.split()
