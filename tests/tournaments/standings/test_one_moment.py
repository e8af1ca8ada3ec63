"""What is read together is of one moment, whoever writes in between; and what is kept of it is of its version."""

import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext

from pairing import engine
from tests.factories import enter_all, make_event, play_rounds, publish
from tests.forgetting import forget_all
from tests.sweep import sweep_rows
from tournaments.corrections.selectors.impact import consequences
from tournaments.corrections.services import edits
from tournaments.jobs import lease
from tournaments.models import JobKind, Match, Player, Round, RoundState, Tournament
from tournaments.players.services import players
from tournaments.reading import consistent_read, is_settled
from tournaments.rounds.services import rounds
from tournaments.standings.selectors import standings as standings_of
from tournaments.standings.selectors.standings import StandingsTable, standings
from tournaments.steps import version_cache as by_version
from tournaments.steps.changes import changing
from tournaments.steps.refusals import ServiceError

pytestmark = pytest.mark.django_db(transaction=True)


def elsewhere(act: Callable[[], Any]) -> None:
    """Somebody else does it, on a connection of their own, and has done it when this returns."""

    def run() -> None:
        try:
            act()
        finally:
            connection.close()

    other = threading.Thread(target=run)
    other.start()
    other.join()


@contextmanager
def between(count: int, act: Callable[[], Any]) -> Iterator[list[bool]]:
    """Somebody else acts between the question of this number and the one before it; what is yielded says whether."""
    left, acted = [count], [False]

    def watch(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("SELECT") and is_settled():  # who writes waits for whoever is writing
            left[0] -= 1
            if left[0] == 0:
                elsewhere(act)
                acted[0] = True
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        yield acted


class Writer:
    """Turns results over and gives all players another name, each time it acts; half of it would show."""

    def __init__(self, event: Tournament) -> None:
        self.event = event.pk
        self.turn = 0

    def __call__(self) -> None:
        self.turn += 1
        with transaction.atomic():
            rows = Tournament.objects.filter(pk=self.event)
            rows.update(version=F("version") + 1, name=f"Cup {self.turn}")
            Player.objects.filter(tournament=self.event).update(name=f"Somebody {self.turn}")
            matches = Match.objects.filter(round__tournament=self.event, round__number=2)
            matches.update(result=("1-0", "0-1")[self.turn % 2])


def running() -> Tournament:
    event = make_event(field=6, slug="cup", visibility="public")
    play_rounds(event, 1)
    enter_all(publish(event))
    return event


def shown(client: Client, address: str) -> tuple[int, str | None, bytes]:
    forget_all()
    answer = client.get(address)
    without_tokens = re.sub(rb'(csrf\w+" value=)"\w+"', rb"\1", answer.content)
    return answer.status_code, answer.headers.get("ETag"), without_tokens


@pytest.mark.parametrize(
    ("address", "step"),
    [
        ("/e/cup/standings/", 1),
        ("/desk/cup/", 5),
        ("/api/v1/events/cup/rounds/2/", 1),
        *sweep_rows(("/e/cup/", 2)),
    ],
)
def test_a_page_shows_one_moment_whenever_somebody_writes(address: str, step: int) -> None:
    event, client = running(), Client()
    client.force_login(event.owner)
    writer = Writer(event)
    for count in range(2, 100, step):
        before = shown(client, address)
        with between(count, writer) as acted:
            during = shown(client, address)
        assert (before[0], during) == (200, before), f"question {count}"
        if not acted[0]:
            break
    assert writer.turn >= 3


def test_one_moment_costs_a_kept_page_a_begin_and_a_commit() -> None:
    running()
    client = Client()
    shown(client, "/e/cup/standings/")
    with CaptureQueriesContext(connection) as queries:
        assert client.get("/e/cup/standings/").status_code == 200
    said = [query["sql"].split()[0] for query in queries]
    assert (said[0], said[-1]) == ("BEGIN", "COMMIT")
    assert set(said[1:-1]) == {"SELECT"}
    assert not any("IMMEDIATE" in query["sql"] for query in queries)


def test_a_pairing_is_made_from_one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_event(field=6)
    pair, seen = engine.pair, []

    def look(snapshot: Any, **named: Any) -> Any:
        seen.append((snapshot, event.version))
        return pair(snapshot, **named)

    monkeypatch.setattr(engine, "pair", look)

    def enter_two() -> None:
        other = Tournament.objects.get(pk=event.pk)
        with changing(other, touches=("settings", "players"), later=("byes",)):
            players.add_player(tournament=other, actor=other.owner, name=f"Late {other.version}")
            other.name = f"Of {other.players.count()}"
            other.save(update_fields=["name"])

    for count in range(1, 30):
        with between(count, enter_two) as acted:
            round_ = rounds.pair_next_round(tournament=event, actor=None)
        rounds.discard_draft(tournament=event, actor=None, round_=round_)
        if not acted[0]:
            break
    # The name tells how many there were when it was written, and is read by another question than they are.
    torn = [s.name for s, _version in seen if s.name.startswith("Of") and s.name != f"Of {len(s.entrants)}"]
    assert (torn, count > 5) == ([], True)


def test_an_edit_of_the_past_is_foreseen_from_one_moment() -> None:
    event = running()
    rounds.complete(tournament=event, actor=None, round_=event.rounds.get(number=2))
    edit = edits.read(event, "result", {"round": 1, "table": 1, "result": "0-1"})

    def pair_or_discard() -> None:
        other = Tournament.objects.get(pk=event.pk)
        if draft := other.rounds.filter(state=RoundState.DRAFT).first():
            rounds.discard_draft(tournament=other, actor=None, round_=draft)
        else:
            rounds.pair_next_round(tournament=other, actor=None)

    for count in range(1, 30):
        with between(count, pair_or_discard) as acted:
            later = [round_.number for round_ in consequences(event, edit).later]
        assert later in ([2], [2, 3])
        if not acted[0]:
            break


def test_what_was_read_beside_a_change_is_not_kept_for_the_version_before_it() -> None:
    event = running()
    old, writer = Tournament.objects.get(pk=event.pk), Writer(event)
    with between(1, writer):
        of_both = standings(old)
    assert {line.name for line in of_both.lines} == {"Somebody 1"}
    with between(1, writer):
        assert {line.name for line in standings(old).lines} == {"Somebody 2"}
    of_one = standings(Tournament.objects.get(pk=event.pk))
    with CaptureQueriesContext(connection) as queries:
        assert standings(Tournament.objects.get(pk=event.pk)) == of_one
    assert len(queries) == 1  # the event's own row: this one is kept


def test_what_a_refused_change_has_read_is_not_kept_for_the_next_change_of_the_same_number() -> None:
    event = running()
    with pytest.raises(ServiceError), changing(event, touches=("rounds",)):
        Round.objects.filter(tournament=event, number=2).update(state=RoundState.COMPLETED)
        of_the_refused = standings(event)
        raise ServiceError("wrong_state", "no")
    event.refresh_from_db()
    with changing(event, touches=()):
        pass
    assert standings(event) != of_the_refused


class AskedAtOnce:
    """The cache of a hall: whoever asks it in vain for standings hears so when everybody has."""

    def __init__(self, askers: int) -> None:
        self.meeting = threading.Barrier(askers)
        self.met: set[int] = set()

    def __getattr__(self, name: str) -> Any:
        return getattr(cache, name)

    def get(self, key: str, default: Any) -> Any:
        found, me = cache.get(key, default), threading.get_ident()
        if key.startswith("standings-") and me not in self.met:
            self.met.add(me)
            self.meeting.wait(timeout=60)
        return found


def test_of_a_hall_that_asks_at_once_one_works_out_the_standings(monkeypatch: pytest.MonkeyPatch) -> None:
    event, askers, made = running(), 4, []

    def compute(*args: Any) -> StandingsTable:
        made.append(args)
        return computed(*args)

    computed = standings_of.compute
    monkeypatch.setattr(standings_of, "compute", compute)
    monkeypatch.setattr(by_version, "cache", AskedAtOnce(askers))
    monkeypatch.setattr(by_version, "PATIENCE", 60.0)  # a busy machine takes its time

    def ask(_number: int) -> StandingsTable:
        try:
            return standings(Tournament.objects.get(pk=event.pk))
        finally:
            connection.close()

    with ThreadPoolExecutor(askers) as pool:
        found = list(pool.map(ask, range(askers)))
    assert (len(made), found) == (1, found[:1] * askers)


def test_nobody_waits_for_ever_for_somebody_who_has_died_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    event = running()
    cache.add(f"standings-last:{event.pk}:{event.version}:at-work", True)
    looks: list[float] = []
    monkeypatch.setattr(by_version, "PATIENCE", 0.05)
    monkeypatch.setattr("time.sleep", looks.append)
    assert len(standings(event).lines) == 6 and looks


def test_a_page_may_write_and_what_it_writes_is_stored(client: Client) -> None:
    """Django itself does: a session from before a new password is thrown away when a page asks who it belongs to."""
    event = running()
    client.force_login(event.owner)
    event.owner.set_password("another long password")
    event.owner.save()
    assert client.get("/desk/cup/").status_code == 302
    assert not Session.objects.exists()


def test_a_read_takes_no_lock_and_writes_go_through_once_it_has_ended() -> None:
    event = running()
    with consistent_read():
        before = Tournament.objects.get(pk=event.pk).version
        elsewhere(Writer(event))
        assert Tournament.objects.get(pk=event.pk).version == before
        # It ends with the first write, which would else be refused: the moment is over.
        job, is_new = lease.create_job(
            tournament=event, actor=None, kind=JobKind.OUTLOOK, params={"version": before}
        )
        assert is_new and Tournament.objects.get(pk=event.pk).version > before
    job.refresh_from_db()
    assert not connection.in_atomic_block and connection.get_autocommit()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SHOW transaction_isolation")
            assert cursor.fetchone() == ("read committed",)


def test_what_was_kept_of_an_earlier_version_goes_when_a_later_one_is_kept() -> None:
    event = running()
    kept = []
    for _ in range(2):
        Writer(event)()
        now = Tournament.objects.get(pk=event.pk)
        standings(now)
        kept.append(f"standings-last:{now.pk}:{now.version}")
    assert [key in cache for key in kept] == [False, True]
