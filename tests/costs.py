"""What each case costs in processor time, and the dearest of a run: where a suite has to become faster.

Wall time says little of a case: others run beside it. Counted is everything a process of tests does from the end of
the case before to the end of this one, in all its threads and in the children it has waited for. A browser that many
cases share is none of them: it is waited for when the last case of its process is over.
"""

import os
import time
from collections import Counter
from collections.abc import Generator

import pytest

SHOWN = 20


class Costs:
    """In every process of tests: adds to each report what was spent since the last one."""

    def __init__(self) -> None:
        self.counted = 0.0
        self.with_children = True

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, nextitem: pytest.Item | None) -> Generator[None, object, object]:
        self.with_children = nextitem is not None
        self.counted = self.processor_seconds()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        before, self.counted = self.counted, self.processor_seconds()
        report.processor_seconds = self.counted - before  # type: ignore[attr-defined]
        return report

    def processor_seconds(self) -> float:
        times = os.times()
        children = times.children_user + times.children_system
        return time.process_time() + (children if self.with_children else 0)


class Bill:
    """In the process that hears all reports: adds them up by case."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] += getattr(report, "processor_seconds", 0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        dearest = self.seconds.most_common(SHOWN)
        total = sum(self.seconds.values())
        terminalreporter.section(f"the dearest {len(dearest)} cases of {total:.0f} CPU seconds")
        for nodeid, seconds in dearest:
            terminalreporter.line(f"{seconds:7.2f}  {nodeid}")


def configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Costs(), "costs")
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Bill(), "bill")
