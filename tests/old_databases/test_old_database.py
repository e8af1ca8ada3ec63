"""A database of earlier days, opened with the code of today: nothing of it is lost, and every step can be undone."""

import re
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from devtools.attack.stored import everything_stored
from tests.old_databases.conftest import RECORDED, Program, opened, unpacked
from tournaments.history.replay import replay
from tournaments.jobs import lease
from tournaments.lab.services import simulation_work
from tournaments.models import Invitation, Job, Player, Simulation, Status, Tournament
from tournaments.players.selectors.table_codes import code_of, table_of

SECRETS = RECORDED["secrets"]
# The long day, four at a table, a season, a secret shown at the end, a step that stood taken back.
EVERY_DAY = ("harbour-open", "riichi-evening", "lantern-2", "opened-draw", "from-elsewhere")
EVENTS = [pytest.param(one, marks=[pytest.mark.sweep] * (one not in EVERY_DAY)) for one in RECORDED["events"]]
PAGES = (
    *(
        "/",
        "/e/harbour-open/",
        "/e/harbour-open/standings/",
        "/e/harbour-open/rounds/2/",
        "/e/riichi-evening/rounds/1/",
    ),
    *(
        "/desk/",
        "/desk/harbour-open/",
        "/desk/harbour-open/log/",
        "/desk/harbour-open/players/",
        "/desk/lantern-2/",
    ),
)


def schema() -> dict[str, Any]:
    """Every table with its columns, and the names and columns of its constraints and indexes."""
    found: dict[str, Any] = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            columns = connection.introspection.get_table_description(cursor, table)
            constraints = connection.introspection.get_constraints(cursor, table).items()
            found[table] = (
                sorted((c.name, str(c.type_code), c.null_ok, c.display_size) for c in columns),
                sorted(
                    (name, *(c["columns"] or []), c["unique"], c["check"], c["index"])
                    for name, c in constraints
                ),
            )
    return found


@pytest.mark.django_db(transaction=True)
def test_the_migrated_tables_are_those_of_a_new_installation(migrated: str) -> None:
    """A migration that was edited instead of added would be missing in the old database for ever."""
    new = schema()
    with opened(migrated):
        assert schema() == new


def test_every_row_of_every_table_can_be_read(old: Program) -> None:
    """A column or a table that has another name now, and no migration to say so, stops this."""
    dumped = set(re.findall(r'CREATE TABLE (?:public\.)?"?(\w+)', unpacked("sqlite.sql.xz")))
    for model in apps.get_models():
        rows = list(model._base_manager.all())
        assert all(row.pk is not None and str(row) is not None for row in rows)
        # Else the other tests say nothing about it. Tables that have come since are empty, of course.
        assert rows or model._meta.app_label != "tournaments" or model._meta.db_table not in dumped


def test_pages_answer_the_owner_who_signs_in_with_the_old_password(old: Program) -> None:
    client, given = Client(), {"username": SECRETS["name"], "password": SECRETS["password"]}
    assert client.post(reverse("accounts:sign_in"), given).status_code == 302
    assert {client.get(path).status_code for path in PAGES} == {200}


def test_a_request_that_was_sent_before_does_its_work_once(old: Program) -> None:
    body = {"name": "From a program", "system": "monrad", "rounds_planned": 3}
    status, answer = old.post("events/", body, **{"idempotency-key": "key of /api/v1/events/"})
    assert (status, answer["slug"]) == (201, "from-a-program")


@pytest.mark.parametrize("kind", ["pair_round", "study"])
def test_a_job_that_waited_is_done(old: Program, kind: str) -> None:
    job = Job.objects.get(kind=kind, state="queued")
    assert lease.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.error) == ("done", None)


@pytest.mark.sweep
def test_a_simulation_that_waited_is_played(old: Program) -> None:
    waiting = Simulation.objects.get(chunks__state="queued", chunks__start=0)
    simulation_work.play_all(waiting.pk)
    assert set(waiting.chunks.values_list("state", flat=True)) == {"done"}


def differences(recorded: Any, now: Any, where: str) -> list[str]:
    """Where an answer is not as recorded. Keys that have been added since are no difference."""
    if isinstance(recorded, dict) and isinstance(now, dict):
        return [
            line
            for key in recorded
            for line in differences(recorded[key], now.get(key, "gone"), f"{where}.{key}")
        ]
    if isinstance(recorded, list) and isinstance(now, list) and len(recorded) == len(now):
        return [line for n, old in enumerate(recorded) for line in differences(old, now[n], f"{where}[{n}]")]
    return [] if recorded == now else [f"{where}: {recorded!r:.200} is {now!r:.200}"]


def told(recorded: dict[str, Any], now: dict[str, Any], event: str) -> dict[str, Any]:
    """A recorded document without what none tells any more: secret seeds of the next round and of a draft. An event
    with secrets that is opened again has others from there on.
    """
    rounds = [dict(one) for one in recorded["rounds"]]
    if rounds and "seed" not in now["rounds"][-1]:
        rounds[-1].pop("seed", None)
    shown = {**recorded, "rounds": rounds}
    if any("seed" in one for one in RECORDED["events"][event]["document"]["rounds"]):
        shown.pop("draw_seed", None)
    return shown


@pytest.mark.parametrize("event", EVENTS)
def test_standings_are_as_recorded_and_every_step_is_taken_back_and_done_again(
    old: Program, event: str
) -> None:
    recorded = RECORDED["events"][event]
    last = old.get(f"events/{event}/standings/")["after_round"]
    standings = [old.get(f"events/{event}/standings/?after_round={number}") for number in range(last + 1)]
    assert differences(recorded["standings"], standings, event) == []
    path = f"events/{event}/document/"
    before = old.get(path)
    assert differences(told(recorded["document"], before, event), before, event) == []
    if "public" in recorded:
        public = Client().get(f"/api/v1/{path}").json()
        assert differences(recorded["public"], public, f"{event} for strangers") == []
        assert not {"forbidden_pairs", "bye_requests"} & set(public)
    for then in RECORDED["back"][event]:
        assert old.step(event, "undo")
        now = old.get(path)
        assert differences(told(then, now, event), now, f"{event} before that") == []
    assert not old.step(event, "undo")
    # One more where the latest step stood taken back.
    assert [old.step(event, "redo") for _ in range(len(RECORDED["back"][event]) + recorded["redo"])].count(
        False
    ) == 0
    assert not old.step(event, "redo")
    assert not recorded["redo"] or old.step(event, "undo")
    again = old.get(path)
    # Who was linked by hand in a series is a step of the series: players who come again are linked by name.
    for document in (before, again):
        document["earlier_meetings"] = []
        document["players"] = [
            {k: v for k, v in one.items() if k not in ("mu", "sigma")} for one in document["players"]
        ]
    assert differences(told(before, again, event), again, f"{event} done again") == []


def test_the_log_still_leads_to_every_event_as_it_is(old: Program) -> None:
    for event in Tournament.objects.all():
        found = replay(event)
        changed = [change for rows in found.differences.values() for change in rows.values() if change]
        assert (found.misfits, changed) == ((), []), event


def test_every_code_that_was_printed_opens_its_page_and_stands_nowhere_in_clear(old: Program) -> None:
    printed = RECORDED["printed"]
    assert {path.split("/")[-3] for path in printed} >= {"me", "table", "join"}
    assert [path for path in printed if Client().get(path, follow=True).status_code != 200] == []
    stored = "\n".join(everything_stored())
    secret = Tournament.stored.filter(secret_seeds=True).exclude(status=Status.FINISHED)
    keys = [one.key for model in (Player, Invitation) for one in model.objects.all()]
    keys += [event.table_key for event in Tournament.stored.all()] + [event.draw_seed for event in secret]
    assert len(keys) > 100
    assert [path for path in printed if path.split("/")[-2] in stored] == []
    assert [key for key in keys if len(key) > 8 and f'"{key}"' in stored] == []


def columns() -> list[tuple[Any, ...]]:
    """What stands in the columns that are sealed, and all that the log holds of them."""
    found: list[tuple[Any, ...]] = []
    with connection.cursor() as cursor:
        for column in (
            "player.key",
            "invitation.key",
            "tournament.table_key",
            "tournament.draw_seed",
            "logentry.delta",
        ):
            table, name = column.split(".")
            cursor.execute(f"SELECT {name} FROM tournaments_{table} ORDER BY id")
            found += cursor.fetchall()
    return found


@pytest.mark.sweep
def test_the_way_back_gives_the_keys_as_they_stood(migrated: str, django_db_blocker: Any) -> None:
    with django_db_blocker.unblock(), opened(migrated):
        player, event, sealed = Player.objects.all()[0], Tournament.objects.all()[0], columns()
        code = code_of(event, 1)
        call_command("migrate", "tournaments", "0014_timetable", verbosity=0)
        plain = columns()
        assert (player.key,) in plain
        assert player.key not in str(sealed)
        call_command("migrate", verbosity=0)
        assert columns() == sealed
        assert Player.objects.get(pk=player.pk).key == player.key
        assert table_of(Tournament.objects.get(pk=event.pk), code) == 1
