"""`dev.py bench`: which rows are measured, old against new in turns, and what is said about bad input."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from devtools import bench
from devtools.bench import Compared
from tests.bench import rows
from tests.bench.rows import Measured, Row, line, timed

ROOT = Path(__file__).resolve().parents[2]
# A benchmark of one row, whose figure is a constant of the tree that is measured.
TOY = """
from tests.bench.rows import Row
from {module} import SECONDS

def rows():
    print("to nobody")
    return [Row("answer", "", lambda: lambda: SECONDS)]
"""


def test_only_the_work_itself_is_timed() -> None:
    clock = iter([5.0, 7.5])
    assert timed(lambda: None, lambda: next(clock))() == 2.5


def test_a_row_is_shown_with_its_goal_and_beside_plain_python() -> None:
    row = Row("a round", "CPU", lambda: lambda: 0.0, 0.25)
    said = line("monrad: a round", row, Measured(0.3, "as stated"), 0.3, 0.1).split()
    assert " ".join(said) == "monrad: a round CPU; as stated 300.0 ms 3.00 x goal 250 ms, MISSED"
    said = line("pages: peak", Row("peak", "", row.prepare, 800, unit="MB"), Measured(700), 700, 0.1).split()
    assert " ".join(said) == "pages: peak 700.0 MB goal 800 MB"


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["places"], ["what decided each place, 10,000 players, of standings by five"]),
        (
            ["standings: DOCUMENT", "apart:monrad"],
            ["document,", "1,000 players, monrad, 4", "1,000 players, monrad, 30"],
        ),
    ],
)
def test_rows_are_chosen_by_benchmark_or_by_a_part_of_their_name(words: list[str], names: list[str]) -> None:
    found = [row.name for _benchmark, row in rows.chosen(words)]
    assert [name.startswith(begin) for name, begin in zip(found, names, strict=True)] == [True] * len(names)


@pytest.mark.parametrize(
    ("word", "said"),
    [("chess", "no benchmark 'chess'; there are apart, "), ("places:of 9", "places has no row with 'of 9'")],
)
def test_a_row_that_is_not_there_is_refused_by_name(word: str, said: str) -> None:
    with pytest.raises(LookupError, match=said):
        list(rows.chosen([word]))


def test_every_row_has_a_name_of_its_own() -> None:
    # Without those that take seconds to load.
    quick = set(bench.benchmarks()) - {"families", "seating", "simulation"}
    names = [f"{name}: {row.name}" for name, row in rows.chosen(sorted(quick))]
    assert len(names) == len(set(names)) > 100


def test_the_ratio_is_the_middle_one_of_the_turns() -> None:
    # By hand: 3/2 = 1.5, 4/4 = 1, 11/10 = 1.1; the middle one is 1.1. The medians alone would say 4/4.
    turns = [({"a": 2.0}, {"a": 3.0}), ({"a": 4.0}, {"a": 4.0}), ({"a": 10.0}, {"a": 11.0})]
    assert bench.compared(turns) == [Compared("a", 4.0, 4.0, pytest.approx(1.1))]  # type: ignore[arg-type]


def test_what_the_base_cannot_measure_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.compared([({"a": 1.0}, {"a": 2.0, "b": 2.0})]) == [Compared("a", 1.0, 2.0, 2.0)]
    assert "not compared: the base cannot measure b" in capsys.readouterr().out


def test_what_is_slower_is_named_the_slowest_first(capsys: pytest.CaptureFixture[str]) -> None:
    found = [Compared("a", 1, 1, 1.05), Compared("b", 1, 1, 1.06), Compared("c", 1, 1, 2.5)]
    assert bench.verdict(found, None) == 0
    assert capsys.readouterr().out == "\n3 rows compared, 2 above 1.05:\n  2.50  c\n  1.06  b\n"
    assert (bench.verdict(found, 1.2), bench.verdict(found, 2.5), bench.verdict([], 2.5)) == (1, 0, 1)


@pytest.mark.parametrize(
    ("seconds", "text"), [(2.5, "2.50 s"), (0.0312, "31.20 ms"), (4.2e-5, "42.00 µs"), (8e-9, "8.0 ns")]
)
def test_figures_are_shown_in_a_fitting_unit(seconds: float, text: str) -> None:
    assert bench.duration_text(seconds) == text


def tree(folder: Path, module: str, seconds: float, by: str) -> Path:
    """With a module of the product, and a benchmark by that or by another one."""
    (folder / bench.ROWS).mkdir(parents=True)
    for name in ("__init__.py", *bench.RUNNER):
        shutil.copy(ROOT / bench.ROWS / name, folder / bench.ROWS)
    (folder / "tests" / "__init__.py").touch()
    (folder / f"{module}.py").write_text(f"SECONDS = {seconds}\n")
    (folder / bench.ROWS / "toy.py").write_text(TOY.format(module=by))
    return folder


@pytest.mark.parametrize("by", ["product", "old_product"])
def test_each_tree_is_measured_by_todays_rows_or_else_by_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    monkeypatch.setattr(bench, "ROOT", tree(tmp_path / "now", "product", 3.0, by="product"))
    monkeypatch.setattr(bench, "PYTHON", Path(sys.executable))
    base = tree(tmp_path / "base", by, 4.0, by=by if by == "old_product" else "a_module_that_is_gone")
    shutil.copytree(base / bench.ROWS, base / bench.OWN)
    old, now = bench.turn("toy", Path(sys.executable), base)
    assert (old, now) == ({"toy: answer": 4.0}, {"toy: answer": 3.0})


def test_the_base_is_taken_from_the_repository_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / bench.ROWS).mkdir(parents=True)
    (tmp_path / bench.ROWS / "toy.py").write_text("as committed")
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org", "-C", str(tmp_path)]
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "One"]):
        subprocess.run([*git, *words], check=True)
    (tmp_path / bench.ROWS / "toy.py").write_text("changed since")
    monkeypatch.setattr(bench, "ROOT", tmp_path)
    monkeypatch.setattr(bench, "TOOLS", tmp_path / ".tools")
    with bench.checked_out(bench.commit("HEAD")) as base:
        assert (base / bench.OWN / "toy.py").read_text() == "as committed"
    assert not list((tmp_path / ".tools" / "bench").iterdir())
    for name in ("nonsense", "", "HEAD~9", "--all", "HEAD:file"):
        with pytest.raises(SystemExit, match="is no commit of this repository"):
            bench.commit(name)


@pytest.mark.skipif(not shutil.which("make"), reason="needs make")
def test_make_hands_on_the_base_and_the_rows() -> None:
    words = ["make", "--no-print-directory", "--dry-run", "bench", "BASE=HEAD~5", "ROWS=monrad standings"]
    shown = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "python3 dev.py bench --base 'HEAD~5' monrad standings"
    shown = subprocess.run(words[:4], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "python3 dev.py bench"
