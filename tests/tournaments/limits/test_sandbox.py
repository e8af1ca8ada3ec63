"""Whatever is asked of a sandbox, it ends; and the process that asked stays as it was."""

import fcntl
import json
import pickle
import resource
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from pairing.model.errors import Impossible, PairingError
from tests.tournaments.limits import heavy
from tournaments.api.problems import handle
from tournaments.sandbox import process as sandbox_process
from tournaments.sandbox.sandbox import WAITING, Sandbox
from tournaments.steps.refusals import Refusal, ServiceError


@pytest.fixture
def sandbox(settings: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Sandbox]:
    settings.DATA_DIR = tmp_path  # type: ignore[attr-defined]
    too_much = Refusal(400, "more than %(seconds)s s or %(megabytes)s MB", code="too_much_work")
    made = Sandbox("tried", too_much, 1, 200, 0.2)
    yield made
    if made._process is not None:
        made._stopped(made._process)


def code_of(sandbox: Sandbox, *work: object) -> str:
    with pytest.raises(ServiceError) as refused:
        sandbox.run(*work)  # type: ignore[arg-type]
    return refused.value.code


def test_work_is_done_elsewhere_without_django(sandbox: Sandbox) -> None:
    assert (sandbox.run(heavy.add, 2, other=3), sandbox.run(heavy.without_django)) == (5, True)


def test_what_never_ends_or_fills_the_memory_is_ended_and_the_next_one_served(sandbox: Sandbox) -> None:
    assert code_of(sandbox, heavy.for_ever) == "too_much_work"
    assert code_of(sandbox, heavy.fill, 300) == "too_much_work"
    assert code_of(sandbox, len, bytes(150 * 1024 * 1024)) == "too_much_work"
    assert sandbox.run(heavy.add, 2, 3) == 5


def test_memory_that_work_leaves_behind_goes_back_with_the_process(sandbox: Sandbox) -> None:
    """Not with what the process that asks has, or that was given back: starting anew costs more than most work."""
    sandbox.idle_seconds = 60
    assert sandbox.run(heavy.fill, 120) == 120 * 1024 * 1024
    first = sandbox._process
    assert sandbox.run(heavy.hold, 120) == 120 * 1024 * 1024
    assert first is not None and first is sandbox._process
    assert first.wait(timeout=10) == 0


def test_a_process_that_had_ended_by_itself_is_started_again(sandbox: Sandbox) -> None:
    assert sandbox.run(heavy.add, 2, 3) == 5
    time.sleep(0.4)  # longer than it stays without work
    assert sandbox.run(heavy.add, 3, 4) == 7


def test_refusals_of_the_core_are_passed_on_and_bugs_are_bugs(sandbox: Sandbox) -> None:
    with pytest.raises(
        Impossible, match=r"Players to be paired in round 3: 1\. At least 2 are needed"
    ) as refused:
        sandbox.run(heavy.refuse)
    assert (refused.value.code, refused.value.players, refused.value.params["count"]) == ("too_few", (7,), 1)
    with pytest.raises(PairingError) as found:
        sandbox.run(heavy.refuse_document)
    detail = found.value.params["detail"]
    assert (detail.template, detail.parts["first"].template) == ("{first} or {second}", "a list")
    for bug, text in ((heavy.fail, "a bug of ours"), (heavy.thing, "not JSON serializable")):
        with pytest.raises(RuntimeError, match=text):
            sandbox.run(bug)


def test_an_answer_is_data_whoever_may_have_written_it(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    code = pickle.dumps(heavy.Taken(str(tmp_path / "taken")))
    monkeypatch.setattr(sandbox_process, "receive", lambda *given: code)
    with pytest.raises(ValueError):
        sandbox.run(heavy.add, 2, 3)
    assert not (tmp_path / "taken").exists()


@pytest.mark.parametrize("template", ["{a.text.__globals__}", "{a:{a.text.__globals__}}", "{a[0]}"])
def test_a_sentence_of_an_answer_leads_nowhere_in_the_program(
    template: str, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    detail = {"said": template, "parts": {"a": {"said": "a part", "parts": {}}}}
    error = {"code": "unknown_system", "params": {"name": detail, "allowed": ""}, "impossible": False}
    answer = json.dumps((sandbox_process.REFUSED, error)).encode()
    monkeypatch.setattr(sandbox_process, "receive", lambda *given: answer)
    with pytest.raises(ValueError, match="no template"):
        sandbox.run(heavy.add, 2, 3)


def test_an_answer_that_is_too_long_or_too_deep_is_over_the_limits(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.sandbox.sandbox.LONGEST_ANSWER", 1_000_000)
    assert sandbox.run(heavy.text, 900_000) == "棋" * 300_000
    assert code_of(sandbox, heavy.text, 1_200_000) == "too_much_work"
    assert code_of(sandbox, heavy.nested, 100_000) == "too_much_work"
    assert sandbox.run(heavy.add, 2, 3) == 5


def test_a_few_wait_and_the_others_are_told_to_come_again(sandbox: Sandbox, tmp_path: Path) -> None:
    sandbox.run(heavy.add, 2, 3)
    with ExitStack() as held:
        for number in range(1 + WAITING):
            file = held.enter_context((tmp_path / "sandbox" / f"tried-{number}.lock").open("ab"))
            fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(ServiceError) as refused:
            sandbox.run(heavy.add, 2, 3)
        answer = handle(refused.value, {})
        assert answer is not None and (answer.status_code, answer.headers["Retry-After"]) == (503, "10")
    assert sandbox.run(heavy.add, 2, 3) == 5


def test_a_process_with_a_thousand_files_open_asks_as_any_other(sandbox: Sandbox, tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    try:
        with ExitStack() as held:
            for _number in range(1100):
                held.enter_context((tmp_path / "one").open("ab"))
            assert sandbox.run(heavy.add, 2, 3) == 5
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_nobody_gets_the_answer_to_a_question_that_was_broken_off(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(sandbox_process, "receive", lambda *given: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            sandbox.run(heavy.add, 2, 3)
    assert sandbox.run(heavy.add, 3, 4) == 7
