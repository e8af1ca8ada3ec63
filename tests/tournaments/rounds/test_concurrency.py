"""Several people at once, each in a process of their own, on the database this run uses."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import redis
from django.db import connection

from pairing.simulation import Configuration, run_chunk

ROOT = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.django_db(transaction=True)


class Person:
    """Somebody at a computer of their own."""

    def __init__(self, address: Path) -> None:
        with socket.socket(socket.AF_UNIX) as connected:
            connected.connect(str(address))
            self.stream = connected.makefile("rw")
        self.process = int(self.hear())

    def say(self, *what: Any) -> None:
        self.stream.write(json.dumps(what) + "\n")
        self.stream.flush()

    def hear(self) -> str:
        return self.stream.readline().rstrip("\n")


class Desk:
    """A shared database and the people who use it."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder, self.environment = folder, environment
        self.programs: list[subprocess.Popen[str]] = []
        self.people: list[Person] = []
        self.started = self.start()
        for _ in range(3):
            self.newcomer()
        self.settings: dict[str, Any] = {}

    def start(self, **environment: str) -> Path:
        """Load the program, in these surroundings; where to find it."""
        address = self.folder / f"{len(self.programs)}.sock"
        words = [sys.executable, "-m", "tests.tournaments.press", str(address)]
        surroundings = {**self.environment, **environment}
        program = subprocess.Popen(words, cwd=ROOT, env=surroundings, stdout=subprocess.PIPE, text=True)
        self.programs.append(program)
        assert program.stdout and program.stdout.readline() == "ready\n"
        return address

    def newcomer(self, **environment: str) -> Person:
        """Somebody whose computer is set up differently, or is about to be switched off."""
        person = Person(self.start(**environment) if environment else self.started)
        self.people.append(person)
        return person

    def close(self) -> None:
        for person in self.people:
            person.stream.close()
        for program in self.programs:
            program.terminate()
            program.communicate()

    def at_once(
        self, *wishes: tuple[str, dict[str, Any]], by: list[Person] | None = None
    ) -> list[dict[str, Any]]:
        """Everybody acts at the same moment; what each was told."""
        people = (by or self.people)[: len(wishes)]
        for person, (action, options) in zip(people, wishes, strict=True):
            person.say(action, options, self.settings)
        return [json.loads(person.hear()) for person in people]

    def alone(self, action: str, by: Person | None = None, **options: Any) -> Any:
        """One person acts and must succeed."""
        (answer,) = self.at_once((action, options), by=[by] if by else None)
        return answer["done"]


def _shared_database(folder: Path) -> str:
    """The test database as other processes can open it: PostgreSQL as it is, SQLite copied to a file."""
    settings = connection.settings_dict
    if connection.vendor == "sqlite":
        file = folder / "shared.sqlite3"
        connection.ensure_connection()
        with closing(sqlite3.connect(file)) as copy:
            connection.connection.backup(copy)
        return f"sqlite:///{file}"
    user, password, host = settings["USER"], settings["PASSWORD"], settings["HOST"]
    where = f"{user}:{password}@{host}:{settings['PORT']}" if host else ""
    return f"postgres://{where}/{settings['NAME']}"


@pytest.fixture(scope="module")
def hall(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Desk]:
    """The people of this module, who stay for all its tests: to load the program takes a second or two."""
    folder = tmp_path_factory.mktemp("hall")
    with django_db_blocker.unblock():
        url = _shared_database(folder)
    environment = {**os.environ, "DATABASE_URL": url, "DATA_DIR": str(folder), "REDIS_URL": ""}
    # tests.settings counts the Redis database on from the one named, by this name: here it has done so already.
    environment.pop("PYTEST_XDIST_WORKER", None)
    environment["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    made = Desk(folder, environment)
    yield made
    made.close()


@pytest.fixture
def desk(hall: Desk) -> Desk:
    hall.settings = {"PAIR_ON_WORKER_FROM": 3000}
    return hall


def split(answers: list[dict[str, Any]]) -> tuple[list[Any], list[Any]]:
    """What was done and what was refused."""
    return (
        [a["done"] for a in answers if "done" in a],
        [a["refused"] for a in answers if "refused" in a],
    )


def test_organisers_pressing_pair_at_once_get_one_round(desk: Desk) -> None:
    event = desk.alone("make", event=0, field=121)
    done, refused = split(desk.at_once(*[("pair", {"event": event})] * 3))
    assert done == [{"round": 1}]
    assert [(r["code"], r["params"]["number"]) for r in refused] == [("round_exists", 1)] * 2
    after = desk.alone("report", event=event)
    assert (after["rounds"], after["placed"]) == ([1], 121)
    assert after["actions"].count("round_paired") == 1


def test_scorekeepers_at_different_tables_lose_nothing(desk: Desk) -> None:
    event = desk.alone("make", event=0, field=60, published=True)
    before = desk.alone("report", event=event)["version"]
    shares = [list(range(1, 31))[i::3] for i in range(3)]
    wishes = [
        ("enter", {"event": event, "tables": tables, "result": result})
        for tables, result in zip(shares, ("1-0", "0-1", "1/2-1/2"), strict=True)
    ]
    done, refused = split(desk.at_once(*wishes))
    assert (len(done), refused) == (3, [])
    after = desk.alone("report", event=event)
    assert (after["results"], after["version"]) == (["1-0", "0-1", "1/2-1/2"] * 10, before + 30)
    assert after["actions"].count("result_entered") == 30


ONE, OTHER = [42_300, 31_200, 28_000, 18_500], [31_200, 42_300, 28_000, 18_500]


def test_players_who_confirm_at_once_enter_the_scores_once(desk: Desk) -> None:
    event = desk.alone("make", event=0, field=8, published=True, tables_of_four=True)
    desk.alone("report_scores", event=event, seat=0, scores=ONE)
    report = desk.alone("waiting", event=event)
    wishes = [("confirm", {"event": event, "report": report, "seat": seat}) for seat in (1, 2, 3)]
    done, refused = split(desk.at_once(*wishes))
    assert len(done) == 1
    assert {r["code"] for r in refused} == {"already_entered"}
    assert desk.alone("at_table", event=event) == {"raw": ONE, "reports": ["confirmed"], "entered": 1}


def test_phones_of_one_table_at_once_make_one_report_or_one_result(desk: Desk) -> None:
    event = desk.alone("make", event=0, field=8, published=True, tables_of_four=True)
    given = ((0, ONE), (1, OTHER), (2, ONE))
    wishes = [("report_scores", {"event": event, "seat": seat, "scores": scores}) for seat, scores in given]
    done, refused = split(desk.at_once(*wishes))
    # South's other scores came first and the others wait for an answer, or they came later and were refused.
    after = desk.alone("at_table", event=event)
    if done == ["waiting"]:
        assert (after["raw"], [r["code"] for r in refused]) == ([None] * 4, ["claim_waiting"] * 2)
    else:
        assert (sorted(done), after["raw"]) == (["confirmed", "waiting"], ONE)
        assert refused[0]["code"] in ("claim_waiting", "already_entered")
    assert len(after["reports"]) == 1


def test_the_desk_and_a_phone_at_once_leave_the_desks_scores_or_tell_the_desk(desk: Desk) -> None:
    event = desk.alone("make", event=0, field=8, published=True, tables_of_four=True)
    desk.alone("report_scores", event=event, seat=0, scores=ONE)
    report = desk.alone("waiting", event=event)
    done, refused = split(
        desk.at_once(
            ("enter_scores", {"event": event, "scores": OTHER}),
            ("confirm", {"event": event, "report": report, "seat": 1}),
        )
    )
    after = desk.alone("at_table", event=event)
    assert after["entered"] == 1
    if done == ["desk"]:
        assert (after["raw"], after["reports"], refused[0]["code"]) == (
            OTHER,
            ["superseded"],
            "already_entered",
        )
    else:
        assert (after["raw"], after["reports"], refused[0]["code"]) == (ONE, ["confirmed"], "result_changed")


def test_players_registered_at_two_desks_get_different_numbers(desk: Desk) -> None:
    event = desk.alone("make", event=0, field=0)
    wishes = [("add", {"event": event, "names": [f"{letter}{n}" for n in range(15)]}) for letter in "ab"]
    done, refused = split(desk.at_once(*wishes))
    assert refused == []
    assert sorted(number for numbers in done for number in numbers) == list(range(1, 31))


def killed_in_the_middle(desk: Desk, event: int) -> None:
    person = desk.newcomer()
    person.say("stall", {"event": event}, desk.settings)
    assert person.hear() == "in the middle"
    os.kill(person.process, signal.SIGKILL)
    assert person.hear() == "", "nobody is there any more"


def test_a_server_killed_in_the_middle_of_a_pairing_loses_nothing(desk: Desk) -> None:
    event = desk.alone("make", event=0, field=20)
    before = desk.alone("report", event=event)
    killed_in_the_middle(desk, event)
    assert desk.alone("report", event=event) == before
    assert desk.alone("pair", event=event) == {"round": 1}


def test_a_worker_killed_in_the_middle_of_a_pairing_is_taken_over_by_a_later_click(desk: Desk) -> None:
    desk.settings["PAIR_ON_WORKER_FROM"] = 2
    event = desk.alone("make", event=0, field=20)
    killed_in_the_middle(desk, event)
    held = desk.alone("report", event=event)
    assert (held["jobs"], held["rounds"]) == (["running"], [])
    assert desk.alone("pair", event=event, wait=0)["state"] == "running"
    desk.alone("let_lease_run_out", event=event)
    assert desk.alone("pair", event=event)["state"] == "done"
    after = desk.alone("report", event=event)
    assert (after["jobs"], after["rounds"], after["placed"]) == (["done"], [1], 20)


def test_a_large_field_is_paired_beside_the_request_without_a_broker_or_with_one_that_does_not_answer(
    desk: Desk,
) -> None:
    desk.settings["PAIR_ON_WORKER_FROM"] = 2
    event = desk.alone("make", event=0, field=20)
    assert desk.alone("pair", event=event)["state"] == "done"
    assert desk.alone("report", event=event)["rounds"] == [1]
    event = desk.alone("make", event=0, field=20)
    person = desk.newcomer(REDIS_URL="redis://127.0.0.1:1/0")
    assert desk.alone("pair", by=person, event=event)["state"] == "done"


def test_two_clicks_on_a_large_field_share_one_job(desk: Desk) -> None:
    desk.settings["PAIR_ON_WORKER_FROM"] = 2
    event = desk.alone("make", event=0, field=40)
    done, refused = split(desk.at_once(*[("pair", {"event": event})] * 2))
    # Whoever clicks in the instant the first job ends gets one of their own, which finds the round made.
    states = [answer["state"] for answer in done]
    assert states.count("done") >= 1 and set(states) <= {"done", "failed"}
    assert {r["code"] for r in refused} <= {"round_exists"}
    after = desk.alone("report", event=event)
    assert (after["rounds"], after["placed"]) == ([1], 40)
    assert set(after["jobs"]) <= {"done", "failed"} and after["jobs"].count("done") == 1


@pytest.fixture
def broker() -> str:
    """The Redis database of this process of tests, empty: every other one is emptied by some other process's tests."""
    url = os.environ["REDIS_URL"]
    redis.Redis.from_url(url).flushdb()
    return url


@pytest.fixture
def start_worker(desk: Desk, broker: str) -> Iterator[Callable[[], subprocess.Popen[str]]]:
    """Starts a real Celery worker on the Redis of this run."""
    started: list[subprocess.Popen[str]] = []

    def start() -> subprocess.Popen[str]:
        words = ["-m", "celery", "-A", "config", "worker", "--pool", "solo", "--loglevel", "WARNING"]
        environment = {**desk.environment, "REDIS_URL": broker}
        worker = subprocess.Popen([sys.executable, *words], cwd=ROOT, env=environment, text=True)
        started.append(worker)
        return worker

    yield start
    for worker in started:
        worker.kill()
        worker.wait()


@pytest.mark.redis
def test_a_worker_pairs_large_fields_and_an_event_goes_on_without_one(
    desk: Desk, broker: str, start_worker: Callable[[], subprocess.Popen[str]]
) -> None:
    desk.settings["PAIR_ON_WORKER_FROM"] = 2
    worker, person = start_worker(), desk.newcomer(REDIS_URL=broker)
    event = desk.alone("make", event=0, field=20)
    assert desk.alone("pair", by=person, event=event, wait=60, only_watch=True)["state"] == "done"
    worker.kill()
    worker.wait()
    event = desk.alone("make", event=0, field=20)
    assert desk.alone("pair", by=person, event=event, wait=30)["state"] == "done"


@pytest.mark.redis
def test_workers_count_every_event_of_a_simulation_once_even_if_one_is_killed(
    desk: Desk, broker: str, start_worker: Callable[[], subprocess.Popen[str]]
) -> None:
    """The slice of the killed worker is played again, by whoever is there, and the numbers are those of no slices."""
    rules = {"field": {"model": "arithmetic", "players": 16}, "rounds": 4, "system": {"name": "monrad"},
             "chains": [["solkoff"]], "cut": 4}  # fmt: skip
    document = {"configurations": [rules], "runs": 600, "seed": 11}
    workers, person = [start_worker(), start_worker()], desk.newcomer(REDIS_URL=broker)
    made = desk.alone("simulate", by=person, event=0, document=document)
    assert desk.alone("slices", event=made, until=2)["done"] >= 2
    workers[0].kill()
    workers[0].wait()
    desk.alone("let_slices_run_out", event=made)
    assert set(desk.alone("slices", event=made, look=True)) == {"done"}
    assert desk.alone("tally", event=made) == run_chunk(Configuration.from_data(rules), 11, 0, 600).to_data()
