"""`dev.py bench`: which rows are measured, old against new in turns, and what is said about bad input."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from devtools import bench
from devtools.bench import Compared, SideFailed, Trees
from tests.bench import choosing
from tests.bench.rows import Measured, Row, timed

ROOT = Path(__file__).resolve().parents[2]
TOY = {"benchmark": "toy", "row": "answer"}
# A benchmark of one row, whose figure is a constant of the tree that is measured.
BENCHMARK = """
from types import SimpleNamespace
from {module} import SECONDS

def rows():
    print("to nobody")
    return [SimpleNamespace(name="answer", prepare=lambda: lambda: SECONDS)]
"""


def row(what: str, *figures: float, **more: object) -> Row:
    left = iter(figures)
    return Row(what, "", lambda: lambda: next(left), **more)  # type: ignore[arg-type]


def test_a_row_shows_the_median_of_its_figures_and_prepares_only_when_measured() -> None:
    assert row("a", 3.0, 1.0, 2.0).measure(3) == Measured(2.0)
    assert row("a", 3.0, 1.0, 2.0, summary=max, goal=0.5).measure(3) == Measured(3.0, "", 0.5)
    noted = Row("a", "b", lambda: lambda: Measured(1.0, "as stated", 9.0), goal=0.5)
    assert noted.measure(2) == Measured(1.0, "as stated", 9.0)
    assert noted.name == "a, b"


def test_only_the_work_itself_is_timed() -> None:
    clock = iter([5.0, 7.5])
    assert timed(lambda: None, lambda: next(clock))() == 2.5


@pytest.fixture
def small_benchmarks(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"swiss": [row("10 players"), row("10 Players, draws")], "bracket": [row("of 8")]}
    monkeypatch.setattr(choosing, "benchmarks", lambda: sorted(known))
    monkeypatch.setattr(choosing, "rows_of", lambda name: known[name])


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ([], ["of 8", "10 players", "10 Players, draws"]),
        (["swiss"], ["10 players", "10 Players, draws"]),
        (["swiss:draws", "bracket"], ["10 Players, draws", "of 8"]),
        (["swiss: 10 PLAYERS", "swiss:draws"], ["10 players", "10 Players, draws"]),
    ],
)
def test_rows_are_chosen_by_benchmark_or_by_a_part_of_their_name(
    words: list[str], names: list[str], small_benchmarks: None
) -> None:
    assert [found.name for _benchmark, found in choosing.chosen(words)] == names


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("chess", "there is no benchmark 'chess'; there are bracket, swiss"),
        ("bracket:of 9", "bracket has no row with 'of 9' in its name"),
    ],
)
def test_a_row_that_is_not_there_is_refused_by_name(word: str, said: str, small_benchmarks: None) -> None:
    with pytest.raises(choosing.UnknownRow) as refused:
        choosing.chosen(["swiss", word])
    assert str(refused.value) == said


def test_every_row_has_a_name_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    # Without those that take seconds to load; running them meets the same check.
    quick = set(choosing.benchmarks()) - {"families", "seating", "simulation"}
    assert len(quick) >= 7
    assert len(choosing.chosen(sorted(quick))) > 100
    monkeypatch.setattr(choosing, "rows_of", lambda name: [row("of 8"), row("of 8")])
    with pytest.raises(ValueError, match="two rows of wcsc are called 'of 8'"):
        choosing.chosen(["wcsc"])


def test_both_are_warmed_up_and_then_measured_in_turns() -> None:
    called = []

    def side(name: str, figures: list[float]) -> Callable[[], float]:
        left = iter(figures)
        return lambda: called.append(name) or next(left)  # type: ignore[func-returns-value]

    base = side("base", [100.0, 2.0, 4.0, 10.0])
    now = side("now", [900.0, 3.0, 4.0, 11.0])
    # By hand: 3/2 = 1.5, 4/4 = 1, 11/10 = 1.1; the middle one is 1.1. The medians alone would say 4/4.
    assert bench.compare("toy", base, now, 3) == Compared("toy", 4.0, 4.0, pytest.approx(1.1))
    assert called == ["base", "now"] * 4


def test_what_is_slower_is_named_the_slowest_first(capsys: pytest.CaptureFixture[str]) -> None:
    found = [Compared("a", 1, 1, 1.05), Compared("b", 1, 1, 1.06), Compared("c", 1, 1, 2.5)]
    assert bench.verdict(found, 3, None) == 0
    assert capsys.readouterr().out == "\n3 of 3 rows compared, 2 above 1.05:\n  2.50  c\n  1.06  b\n"
    assert bench.verdict(found, 3, 1.2) == 1
    assert bench.verdict(found, 3, 2.5) == 0
    assert "3 of 3 rows compared, none above 2.5\n" in capsys.readouterr().out


def test_a_row_that_cannot_be_compared_is_named_and_fails_where_a_limit_was_set(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def broken(_row: dict[str, str]) -> Compared:
        raise SideFailed("no such module")

    assert list(bench.printed([TOY], broken, "0" * 40)) == [None]
    assert "not compared   toy: answer: no such module" in capsys.readouterr().out
    assert (bench.verdict([], 1, None), bench.verdict([], 1, 1.05)) == (0, 1)


@pytest.mark.parametrize(
    ("seconds", "text"), [(2.5, "2.50 s"), (0.0312, "31.20 ms"), (4.2e-5, "42.00 µs"), (8e-9, "8.0 ns")]
)
def test_figures_are_shown_in_a_fitting_unit(seconds: float, text: str) -> None:
    assert bench.shown(seconds) == text


def tree(folder: Path, module: str, seconds: float, by: str | None = None) -> Path:
    (folder / "tests" / "bench").mkdir(parents=True)
    for package in ("tests", "tests/bench"):
        (folder / package / "__init__.py").touch()
    (folder / f"{module}.py").write_text(f"SECONDS = {seconds}\n")
    (folder / "tests" / "bench" / "toy.py").write_text(BENCHMARK.format(module=by or module))
    shutil.copy(ROOT / bench.WORKER, folder / bench.WORKER)
    return folder


def trees(base: Path, now: Path) -> Trees:
    return Trees(base, now, Path(sys.executable), Path(sys.executable), bench.surroundings(now))


@pytest.mark.parametrize(
    ("module", "by", "found"),
    [
        ("product", "a_module_that_is_gone", Compared("toy: answer", 4.0, 3.0, 0.75)),
        ("old_product", None, Compared("toy: answer (base by its own benchmark)", 4.0, 3.0, 0.75)),
    ],
    ids=["by the benchmarks of today", "where the old tree has other names its own benchmark is taken"],
)
def test_each_side_measures_its_own_tree(
    tmp_path: Path, module: str, by: str | None, found: Compared
) -> None:
    now, base = tree(tmp_path / "now", "product", 3.0), tree(tmp_path / "base", module, 4.0, by=by)
    assert trees(base, now).compare(TOY, 1) == found


def test_a_row_neither_benchmark_can_run_says_why(tmp_path: Path) -> None:
    now, base = tree(tmp_path / "now", "product", 3.0), tree(tmp_path / "base", "old", 4.0, by="older")
    with pytest.raises(SideFailed, match=r"No module named 'product'; by its own .* No module named 'older'"):
        trees(base, now).compare(TOY, 1)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of the only commit of a repository that stands where ours does."""
    (tmp_path / "file").write_text("as committed")
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org", "-C", str(tmp_path)]
    for words in (["init", "-q"], ["add", "file"], ["commit", "-q", "-m", "One"]):
        subprocess.run([*git, *words], check=True)
    (tmp_path / "file").write_text("changed since")
    monkeypatch.setattr(bench, "ROOT", tmp_path)
    monkeypatch.setattr(bench, "TOOLS", tmp_path / ".tools")
    return subprocess.check_output([*git, "rev-parse", "HEAD"], text=True).strip()


def test_the_base_is_taken_from_the_repository_and_leaves_nothing_behind(
    repository: str, tmp_path: Path
) -> None:
    assert bench.commit("HEAD") == bench.commit(repository[:8]) == repository
    with bench.checked_out(repository) as base:
        assert (base / "file").read_text() == "as committed"
    assert not list((tmp_path / ".tools" / "bench").iterdir())


@pytest.mark.parametrize(
    ("call", "given", "said"),
    [
        *(
            (bench.commit, name, f"--base: {name!r} is no commit of this repository")
            for name in ("nonsense", "", "HEAD~9", "--all", "HEAD:file")
        ),
        (bench.parsed, ["--base"], "argument --base: expected one argument"),
        (
            bench.parsed,
            ["--base", "x", "--turns", "0"],
            "argument --turns: '0' is no whole number from 1 to 1000",
        ),
        (
            bench.parsed,
            ["--base", "x", "--fail-above", "-1"],
            "argument --fail-above: '-1' is no ratio such as 1.05",
        ),
        (bench.parsed, ["--base", "x", "--faster"], "unrecognized arguments: --faster"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(
    call: Callable[[Any], Any], given: Any, said: str, repository: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        call(given)
    assert refused.value.code == 2
    assert capsys.readouterr().err == f"bench: {said}\n"


def test_rows_may_stand_before_and_after_the_base() -> None:
    assert bench.parsed(["a", "--base", "x", "b:c d"]).rows == ["a", "b:c d"]


def test_neither_tree_finds_what_the_other_has_cached(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:6379/0")
    monkeypatch.setenv("PYTHONPATH", "/somewhere")
    found = bench.surroundings(tmp_path)
    assert not {"REDIS_URL", "PYTHONPATH"} & set(found)
    assert found["DATA_DIR"] == str(tmp_path)


def test_the_packages_of_the_base_are_todays_where_the_lock_is_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(ROOT / "uv.lock", tmp_path)
    assert bench.python_for(tmp_path) == bench.PYTHON
    (tmp_path / "uv.lock").write_text("another")
    monkeypatch.setattr(bench, "find_uv", lambda: None)
    assert bench.python_for(tmp_path) == bench.PYTHON
    assert "another uv.lock" in capsys.readouterr().out
    ran: list[tuple[list[str], Path]] = []
    monkeypatch.setattr(bench, "find_uv", lambda: "uv")
    run = SimpleNamespace(run=lambda words, *, cwd, env, check: ran.append((words, cwd)))
    monkeypatch.setattr(bench, "subprocess", run)
    assert bench.python_for(tmp_path) == tmp_path / ".venv" / "bin" / "python"
    assert ran == [(["uv", "sync", "--frozen", "--quiet"], tmp_path)]


@pytest.mark.skipif(not shutil.which("make"), reason="needs make")
def test_make_hands_on_the_base_and_the_rows() -> None:
    words = ["make", "--no-print-directory", "--dry-run", "bench", "BASE=HEAD~5", "ROWS=monrad standings"]
    shown = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "python3 dev.py bench --base 'HEAD~5' monrad standings"
    shown = subprocess.run(words[:4], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "python3 dev.py bench"
