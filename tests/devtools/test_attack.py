"""The attacks: what is listed exists and is described, what is over a limit is said, and the parts inside find faults.

Nothing here imports the scripts: locust makes all sockets of its process its own.
"""

import os
import re
from pathlib import Path
from typing import Any

import pytest

from devtools.attack import __main__ as attacking, inside, instance, is_an_answer
from devtools.attack.__main__ import ATTACKS
from pairing.engine.round_seeds import round_seed
from tournaments.models import Tournament

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", ATTACKS)
def test_every_attack_can_be_begun_and_is_described(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    attack = ATTACKS[name]
    script = (attacking.FOLDER / f"{attack.script}.py").read_text()
    assert all(f"class {people}(" in script for people in attack.people.split())
    assert callable(getattr(inside, attack.inside))
    with pytest.raises(SystemExit):
        attacking.main(["--help"])
    assert re.search(rf"^ +{name} +{attack.about}$", capsys.readouterr().out, re.MULTILINE)
    for page in ("CONTRIBUTING.md", "docs/security.md"):
        assert re.search(rf"^\| `{name}` \|", (ROOT / page).read_text(), re.MULTILINE), page


def test_an_attack_that_is_not_known_is_refused_with_those_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        attacking.main(["memory", "strom"])
    assert f"there is no attack strom; there are {', '.join(ATTACKS)}" in capsys.readouterr().err


def test_without_postgresql_only_sqlite_is_attacked_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(instance, "POSTGRESQL", "postgres://nobody@127.0.0.1:1/none")
    assert instance.places("", "") == [("", "")]
    assert "SKIPPED: PostgreSQL with Redis" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("status", "headers", "answers"),
    [
        (200, {}, True),
        (400, {}, True),
        (503, {"Retry-After": "5"}, True),
        (429, {"Retry-After": "60"}, True),
        (503, {}, False),
        (429, {}, False),
        (500, {"Retry-After": "5"}, False),
        (0, {}, False),
    ],
)
def test_to_be_refused_is_an_answer_but_later_without_saying_when_is_not(
    status: int, headers: dict[str, str], answers: bool
) -> None:
    assert is_an_answer(status, headers) is answers


def faults_of(part: inside.Part, known: dict[str, Any]) -> list[str]:
    next(part)
    with pytest.raises(StopIteration) as over:
        part.send(known)
    return list(over.value.value)


def test_a_secret_shown_to_a_scorekeeper_is_named(
    live_server: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inside, "READ_BY_STAFF", inside.READ_BY_STAFF[:1])
    part = inside.secrets(str(live_server))
    next(part)
    event = Tournament.objects.get(slug="secrets")
    event.players.filter(number=1).update(name=round_seed(event.draw_seed, 2))
    with pytest.raises(StopIteration) as over:
        part.send({})
    assert over.value.value == [f"a seed stands in {inside.READ_BY_STAFF[0]}"]


@pytest.mark.django_db(transaction=True)
def test_a_result_that_was_acknowledged_and_is_not_stored_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inside, "EVERY", 0.01)
    lost = {"changes": 1, "possible": ["1-0"]}
    assert faults_of(inside.cuts(""), {"1": lost, "2": {"changes": 0, "possible": ["1-0"]}}) == [
        "table 1: None is stored, not ['1-0']",
        "1 changes were acknowledged, 0 are in the log",
    ]


def test_what_goes_over_a_limit_of_memory_is_named_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attacking, "SETTLED_AFTER", 0)
    seen = attacking.Memory(os.getpid())
    seen.over.set()
    seen.before, seen.web, seen.helper = seen.now(), 100.0, 512.0
    assert seen.faults() == []
    seen.before, seen.web, seen.helper = {}, 101.0, 513.0
    assert seen.faults() == ["memory back within 100 MB", "no web process 100 MB up", "no helper over 512 MB"]
