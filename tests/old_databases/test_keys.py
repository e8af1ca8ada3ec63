"""Keys of an old database are sealed when it is opened, and go on opening what they opened."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.urls import resolve

from devtools.attack.stored import everything_stored
from devtools.old_database.asking import STRANGER, each
from tests.old_databases.conftest import Old
from tournaments.history.replay import replay
from tournaments.models import EventSnapshot, Invitation, Player, Status, Tournament
from tournaments.players.selectors.table_codes import code_of, table_of

BEFORE = "0014_timetable"


def columns() -> list[tuple[Any, ...]]:
    """What stands in the columns that are sealed, and all that snapshots and log hold of them."""
    found: list[tuple[Any, ...]] = []
    with connection.cursor() as cursor:
        for name, table in (("key", "player"), ("key", "invitation"), ("table_key", "tournament"),
                            ("draw_seed", "tournament"), ("delta", "logentry")):  # fmt: skip
            cursor.execute(f"SELECT {name} FROM tournaments_{table} ORDER BY id")
            found += cursor.fetchall()
    return found


def printed(old: Old) -> dict[str, str]:
    """Addresses with a key or a code that opened for anybody on the day it was recorded, by the key."""
    found = {}
    for who, name, _subject, path, outcome in each(old.recorded["pages"]):
        if (
            who == STRANGER
            and name in ("public:me", "public:at_table", "public:invitation")
            and outcome == 200
        ):
            kwargs = resolve(path).kwargs
            found[str(kwargs.get("key") or kwargs["code"])] = path
    return found


def test_every_code_that_was_printed_opens_its_page_and_stands_nowhere_in_clear(old: Old) -> None:
    pages = printed(old)
    assert {path.split("/")[-3] for path in pages.values()} >= {"me", "table", "join"}
    assert [path for path in pages.values() if old.visitors.outcome(STRANGER, path) != 200] == []
    stored = "\n".join(everything_stored())
    assert [path for key, path in pages.items() if key in stored] == []
    keys = [one.key for model in (Player, Invitation) for one in model.objects.all()]
    keys += [event.table_key for event in Tournament.stored.all()]
    secret = Tournament.stored.filter(secret_seeds=True).exclude(status=Status.FINISHED)
    keys += [event.draw_seed for event in secret]
    assert len(keys) > 100
    assert [key for key in keys if len(key) > 8 and f'"{key}"' in stored] == []


def test_the_log_still_leads_to_every_event_as_it_is(old: Old) -> None:
    assert EventSnapshot.objects.exists()
    for event in Tournament.objects.all():
        found = replay(event)
        changed = [change for rows in found.differences.values() for change in rows.values() if change]
        assert (found.misfits, changed) == ((), []), event


@pytest.mark.sweep
def test_the_way_back_gives_the_keys_as_they_stood(old: Old) -> None:
    player, event = Player.objects.all()[0], Tournament.objects.all()[0]
    keys = [one.key for one in Player.objects.all()]
    key, code = player.key, code_of(event, 1)
    sealed = columns()
    call_command("migrate", "tournaments", BEFORE, verbosity=0)
    plain = columns()
    assert (key,) in plain and (key,) not in sealed
    deltas = str([row for row in plain if "players" in str(row)])
    assert any(key in deltas for key in keys) and not any(key in str(sealed) for key in keys)
    call_command("migrate", verbosity=0)
    assert columns() == sealed
    assert Player.objects.get(pk=player.pk).key == key
    assert table_of(Tournament.objects.get(pk=event.pk), code) == 1
