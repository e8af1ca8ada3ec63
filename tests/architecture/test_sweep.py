"""The sweep leaves nothing out: every case belongs to one share, and what is marked runs there and nowhere else."""

from pathlib import Path

import pytest

from tests import sweep
from tests.sweep import seeds, share_of

pytest_plugins = ["pytester"]
CONFTEST = """
import pytest
from tests import sweep
def pytest_addoption(parser): sweep.addoption(parser)
def pytest_configure(config):
    config.addinivalue_line("markers", "sweep: wide")
    sweep.configure(config)
@pytest.hookimpl(wrapper=True)
def pytest_pycollect_makeitem(collector, obj):
    found = yield
    return [] if sweep.unwanted(collector.config, obj) else found
def pytest_collection_modifyitems(config, items): sweep.choose(config, items)
"""
CASES = """
import pytest
from tests.sweep import seeds
@pytest.mark.parametrize("seed", seeds(1, 4))
def test_cases(seed):
    assert seed != 2
@pytest.mark.sweep
def test_wide(): pass
"""


def test_shares_are_about_equal_and_every_case_has_one() -> None:
    counts = [0] * 10
    for number in range(1000):
        counts[share_of(f"tests/x.py::test[seed={number}]", 10)] += 1
    assert sum(counts) == 1000
    assert min(counts) > 70


def test_the_first_seeds_run_every_day_and_the_others_with_the_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    for asked, marked in ((False, [False, False]), (True, [False, False, True, True, True])):
        monkeypatch.setattr(sweep, "_asked", asked)
        assert [bool(parameter.marks) for parameter in seeds(2, 5)] == marked


def test_a_failure_is_repeated_by_its_seed_and_what_passed_is_left_out_next_time(
    pytester: pytest.Pytester, tmp_path: Path
) -> None:
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(test_it=CASES)
    plain = ("-p", "no:django", "-p", "no:xdist", "-p", "no:playwright")
    # What is for the sweep is not even collected.
    pytester.runpytest_inprocess(*plain).assert_outcomes(passed=1)
    passed = tmp_path / "passed"
    first = pytester.runpytest_inprocess(*plain, "--sweep=all", f"--sweep-passed={passed}")
    first.assert_outcomes(passed=3, failed=1, deselected=1)
    first.stdout.fnmatch_lines(["python3 dev.py sweep*test_it.py::test_cases*seed=2*'"])
    second = pytester.runpytest_inprocess(*plain, "--sweep=all", f"--sweep-passed={passed}")
    second.assert_outcomes(failed=1, deselected=4)
