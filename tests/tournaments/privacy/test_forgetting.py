"""A person is forgotten: after it nothing that is kept has the name, and everything that was played is what it was."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

from pairing.engine.recheck import recheck
from pairing.engine.standings import rank
from tests.factories import add_player, make_event, play_rounds, publish, refused
from tournaments import snapshots
from tournaments.files import selectors as files
from tournaments.history import undo
from tournaments.history.restore_points import keep_by_hand
from tournaments.models import EventSnapshot, LogEntry, Player, RoundInput, Tournament
from tournaments.players.services import attendance, players
from tournaments.privacy.services.forgetting import apply_again, forget_player
from tournaments.steps.delta import unpack

pytestmark = pytest.mark.django_db

NAME, BEFORE = "Xanthippe Quackenbush", "Xantippe Quackenbosh"
PARTS = ("xant", "quacken")


def everything() -> str:
    """All that is in the database, kept states unpacked, and in the cache."""
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        found = []
        for table in tables:
            cursor.execute(f'SELECT * FROM "{table}"')
            found += [str(row) for row in cursor.fetchall()]
    found += [json.dumps(unpack(bytes(one.state))) for one in EventSnapshot.objects.exclude(state=None)]
    return "\n".join(found + in_cache()).casefold()


def in_cache() -> list[str]:
    """What is in it, as it lies there: in this process, or in Redis."""
    kept: Any = getattr(cache, "_cache")  # noqa: B009  (no part of what Django says of a cache)
    if isinstance(kept, dict):
        return [str(value) for value in kept.values()]
    redis = kept.get_client()
    return [str(redis.get(key)) for key in redis.scan_iter() if redis.type(key) == b"string"]


def played(system: str) -> tuple[Tournament, Player]:
    """Somebody has been renamed, has left and come back, is spoken of in notes, and was removed from a draft once."""
    event = make_event(system=system, rounds_planned=5)
    for name in (BEFORE, "Anna Karlsen", "Bo Olsen", "Cy Young", "Dee Lund", "Eve Berg"):
        add_player(event, name)
    player = event.players.get(number=1)
    fields: dict[str, Any] = {"tournament": event, "actor": event.owner}
    player = players.edit_player(
        **fields, player=player, name=NAME, note="Quackenbush comes late", club="Odense"
    )
    play_rounds(event, 2)
    attendance.withdraw(**fields, player=player)
    attendance.return_player(**fields, player=player)
    keep_by_hand(**fields, note="before Xanthippe Quackenbush plays")
    publish(event)
    return Tournament.objects.get(pk=event.pk), Player.objects.get(pk=player.pk)


@pytest.mark.parametrize("system", ["monrad", "tiered"])
def test_nothing_that_is_kept_has_the_name_and_what_was_played_is_what_it_was(system: str) -> None:
    event, player = played(system)
    ranks = rank(snapshots.load(event))
    checks = [check.same for check in recheck(snapshots.load(event))]
    inputs = RoundInput.objects.filter(round__tournament=event).count()
    assert all(part in everything() for part in PARTS)
    with refused("other_number", field="number", number=1):
        forget_player(tournament=event, actor=event.owner, player=player, number=2)
    forget_player(tournament=event, actor=event.owner, player=player, number=1)
    event = Tournament.objects.get(pk=event.pk)
    assert [part for part in PARTS if part in everything()] == []
    assert "Player 1" in LogEntry.objects.filter(tournament=event).first().subject
    assert rank(snapshots.load(event)) == ranks
    assert [check.same for check in recheck(snapshots.load(event))] == checks == [True] * inputs
    assert [part for part in PARTS if part in json.dumps(files.contents(event), default=str).casefold()] == []


@pytest.mark.parametrize("system", ["monrad", "tiered"])
def test_every_step_before_can_still_be_undone_and_none_brings_the_name_back(system: str) -> None:
    event, player = played(system)
    forget_player(tournament=event, actor=event.owner, player=player, number=1)
    for _step in range(8):
        undo.undo_last_step(tournament=event, actor=event.owner)
        assert [part for part in PARTS if part in everything()] == []


def test_after_a_restore_whoever_was_forgotten_is_forgotten_again(
    settings: Any, tmp_path: Path, django_capture_on_commit_callbacks: Any
) -> None:
    settings.DATA_DIR = tmp_path
    event, player = played("monrad")
    copy = {field.attname: getattr(player, field.attname) for field in Player._meta.concrete_fields}
    with django_capture_on_commit_callbacks(execute=True):
        forget_player(tournament=event, actor=event.owner, player=player, number=1)
    listed = (tmp_path / "forgotten").read_text()
    assert re.fullmatch(r"\d{16} 1\n", listed)
    Player.objects.filter(pk=player.pk).update(**copy)
    assert apply_again() == 1
    assert [part for part in PARTS if part in everything()] == []
    assert apply_again() == 0


def test_only_the_owner_forgets_somebody_and_only_with_the_number(client: Client) -> None:
    event, player = played("monrad")
    client.force_login(event.owner)
    where = f"/desk/{event.slug}/players/1/forget/"
    assert NAME in client.get(where).content.decode()
    for typed in ("", "2", "one", "1" * 40, "-1"):
        answer = client.post(where, {"number": typed})
        assert "Nothing was changed" in answer.content.decode()
        assert Player.objects.get(pk=player.pk).name == NAME
    assert client.post(where, {"number": "1"}).status_code == 302
    assert "Player 1 is forgotten" in client.get(f"/desk/{event.slug}/log/").content.decode()
