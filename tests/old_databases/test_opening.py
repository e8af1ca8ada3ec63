"""An old database opens: it has the tables of today, people sign in, programs go on, work that waited is done."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.urls import reverse

from devtools.old_database.asking import Program
from tests.old_databases.conftest import Databases, Old
from tournaments.jobs import lease
from tournaments.lab.services import simulation_work
from tournaments.models import Job, Simulation


def schema() -> dict[str, Any]:
    """Every table with its columns, and the names and columns of its constraints and indexes."""
    found: dict[str, Any] = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            columns = connection.introspection.get_table_description(cursor, table)
            constraints = connection.introspection.get_constraints(cursor, table)
            found[table] = {
                "columns": sorted((c.name, str(c.type_code), c.null_ok, c.display_size) for c in columns),
                "constraints": sorted(
                    (name, *(c["columns"] or []), c["unique"], c["check"], c["index"])
                    for name, c in constraints.items()
                ),
            }
    return found


@pytest.mark.django_db(transaction=True)
def test_the_migrated_tables_are_those_of_a_new_installation(migrated: tuple[Databases, Old]) -> None:
    """A migration that was edited instead of added would be missing in the old database for ever."""
    databases, _old = migrated
    new = schema()
    with databases.open("first"):
        assert schema() == new


def test_every_row_of_every_table_can_be_read(old: Old) -> None:
    """A column or a table that has another name now, and no migration to say so, stops this."""
    for model in apps.get_models():
        rows = list(model._base_manager.all())
        for row in rows:
            assert row.pk is not None and str(row) is not None


def test_what_an_installation_holds_is_in_the_old_database(old: Old) -> None:
    """Else the other tests say nothing about it. Tables that have come since are empty, of course."""
    tables = set(re.findall(r'CREATE TABLE (?:public\.)?"?(\w+)', old.dump))
    ours = [
        model for model in apps.get_app_config("tournaments").get_models() if model._meta.db_table in tables
    ]
    assert ours
    assert [model._meta.label for model in ours if not model._base_manager.exists()] == []


def test_an_old_password_signs_in(old: Old) -> None:
    client, secrets = Client(), old.recorded["secrets"]
    given = {"username": secrets["name"], "password": secrets["password"]}
    assert client.post(reverse("accounts:sign_in"), given).status_code == 302
    assert client.get("/desk/harbour-open/").status_code == 200


def test_an_old_token_opens_the_api(old: Old) -> None:
    assert old.program.get("me/")["username"] == old.recorded["secrets"]["name"]


def test_a_request_that_was_sent_before_does_its_work_once(old: Old) -> None:
    program = Program(old.token)
    program.headers["idempotency-key"] = "key of /api/v1/events/"
    body = {"name": "From a program", "system": "monrad", "rounds_planned": 3}
    status, answer = program.post("events/", **body)
    assert (status, answer["slug"]) == (201, "from-a-program")


@pytest.mark.parametrize("kind", ["pair_round", "study"])
def test_a_job_that_waited_is_done(old: Old, kind: str) -> None:
    job = Job.objects.get(kind=kind, state="queued")
    assert lease.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.error) == ("done", None)


@pytest.mark.sweep
def test_a_simulation_that_waited_is_played(old: Old) -> None:
    waiting = Simulation.objects.get(chunks__state="queued", chunks__start=0)
    simulation_work.play_all(waiting.pk)
    assert set(waiting.chunks.values_list("state", flat=True)) == {"done"}
