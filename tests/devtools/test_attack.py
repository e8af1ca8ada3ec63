"""The attacks: what is listed exists and is described, what is over a limit is said, and one of them is run."""

from __future__ import annotations

import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

from devtools.attack import places, secrecy
from devtools.attack.__main__ import main
from devtools.attack.asking import CUT_OFF, Answer, Message, Told
from devtools.attack.catalogue import ATTACKS
from devtools.attack.instance import Instance
from devtools.attack.watch import HELD, Watched, memory_of

ROOT = Path(__file__).resolve().parents[2]
NOBODY = Instance("nowhere", "http://127.0.0.1:1", 0, {}, {})


@pytest.mark.parametrize("name", ATTACKS)
def test_every_attack_can_be_begun_and_is_described(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert callable(pkgutil.resolve_name(ATTACKS[name].function))
    with pytest.raises(SystemExit):
        main(["--help"])
    assert re.search(rf"^ +{name} +{ATTACKS[name].about}$", capsys.readouterr().out, re.MULTILINE)
    for page in ("CONTRIBUTING.md", "docs/security.md"):
        assert re.search(rf"^\| `{name}` \|", (ROOT / page).read_text(), re.MULTILINE), page


def test_an_attack_that_is_not_known_is_refused_with_those_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["memory", "strom"])
    assert f"there is no attack strom; there are {', '.join(ATTACKS)}" in capsys.readouterr().err


def test_without_postgresql_and_redis_only_sqlite_is_attacked_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(places, "POSTGRESQL", "postgres://nobody@127.0.0.1:1/none")
    monkeypatch.setattr(places, "REDIS", "redis://127.0.0.1:1")
    assert places.places("", "") == [places.Place("SQLite")]
    assert "SKIPPED: PostgreSQL with Redis" in capsys.readouterr().out


def test_a_secret_shown_to_a_scorekeeper_or_in_a_copy_of_the_database_is_named(
    live_server: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrecy, "READ_BY_STAFF", secrecy.READ_BY_STAFF[:1])
    told = secrecy.look(str(live_server))
    assert told.faults == []
    assert told.answers["read by a scorekeeper 200"] == 1


def test_what_goes_over_a_limit_is_named_and_nothing_else() -> None:
    held = Watched(
        "x", NOBODY, pages=[1.0] * 95 + [999.0] * 4, before={1: 100.0}, highest={1: 190.0}, after=150.0
    )
    assert held.faults() == []
    over = Watched(
        "x",
        NOBODY,
        told=Told(faults=["lost"]),
        pages=[301.0],
        before={1: 100.0, 2: 50.0},
        highest={1: 201.0},
        after=251.0,
        helper=513.0,
    )
    over.failed["/: 500"] += 1
    assert over.faults() == [
        "95 of 100 pages in 300 ms",
        "every page answers",
        "memory back within 100 MB",
        "no web process 100 MB up",
        "no helper over 512 MB",
        "lost",
    ]


@pytest.mark.parametrize(
    ("status", "headers", "is_a_fault"),
    [
        (200, {}, False),
        (400, {}, False),
        (503, {"retry-after": "5"}, False),
        (429, {"retry-after": "60"}, False),
        (503, {}, True),
        (429, {}, True),
        (500, {"retry-after": "5"}, True),
        (CUT_OFF, {}, True),
    ],
)
def test_to_be_refused_is_an_answer_but_later_without_saying_when_is_not(
    status: int, headers: dict[str, str], is_a_fault: bool
) -> None:
    told, message = Told(), Message()
    for name, value in headers.items():
        message[name] = value
    told.note("asked", Answer(status, "", message))
    assert bool(told.faults) is is_a_fault


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_the_memory_of_processes_that_a_process_starts_counts_too() -> None:
    code = "held = b'x' * 40_000_000; print('made', flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout and child.stdout.readline() == b"made\n"
        held = memory_of(os.getpid(), HELD)
        child.kill()
    assert held[child.pid] > 40 * 1_000_000 / 1024**2
    assert os.getpid() in held
