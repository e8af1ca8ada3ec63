"""The recorder of steps: no statement changes the state of an event unseen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import F
from django.db.models.functions import Concat
from django.test import override_settings

from tests.factories import make_event, play_round
from tournaments.history.replay import replay
from tournaments.models import Match, Player, Round, Seat, Tournament
from tournaments.steps import state
from tournaments.steps.changes import changing
from tournaments.steps.recorder import SECTION_OF
from tournaments.steps.statements import NotUnderstood, Write, write_of

pytestmark = pytest.mark.django_db


def execute(sql: str, *params: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)


def hidden_behind_a_comment(event: Tournament) -> None:
    execute(
        "/* by hand */ UPDATE tournaments_player SET club = %s WHERE tournament_id = %s", "Odense", event.pk
    )


def in_a_common_table_expression(event: Tournament) -> None:
    execute(
        "WITH mine AS (SELECT id FROM tournaments_round WHERE tournament_id = %s) "
        "UPDATE tournaments_match SET extra_seconds = 60 WHERE round_id IN (SELECT id FROM mine)",
        event.pk,
    )


def by_an_upsert(event: Tournament) -> None:
    one = event.players.get(number=2)
    one.club = "Aarhus"
    Player.objects.bulk_create([one], update_conflicts=True, unique_fields=["id"], update_fields=["club"])


def by_moving_a_seat_to_another_match(event: Tournament) -> None:
    first, second = Match.objects.filter(round__tournament=event).order_by("table")[:2]
    Seat.objects.filter(match=first, position=1).update(match=second, position=3)


def by_another_number_of_a_player(event: Tournament) -> None:
    event.players.filter(number=3).update(number=33)


def by_another_number_of_a_round(event: Tournament) -> None:
    Round.objects.filter(tournament=event).update(number=7)


ATTACKS = [
    hidden_behind_a_comment,
    in_a_common_table_expression,
    by_an_upsert,
    by_moving_a_seat_to_another_match,
    by_another_number_of_a_player,
    by_another_number_of_a_round,
]


@pytest.mark.parametrize("attack", ATTACKS)
def test_what_the_recorder_cannot_follow_fails_in_tests_and_is_recorded_in_an_event(
    attack: Callable[[Tournament], None],
) -> None:
    event = make_event(field=4)
    play_round(event)
    with pytest.raises(NotUnderstood), changing(event):
        attack(event)
    before = state.whole(event)
    with override_settings(RECORD_STRICTLY=False), changing(event):
        attack(event)
    assert state.whole(event) != before
    assert replay(event).same


@pytest.mark.skipif(connection.vendor != "sqlite", reason="REPLACE is a word of SQLite")
def test_a_row_that_is_replaced_is_no_row_that_is_added() -> None:
    event = make_event(field=4)
    round_ = play_round(event)
    values = "SELECT id, round_id, player_id, 75, kind, why FROM tournaments_bye"
    with pytest.raises(NotUnderstood), changing(event):
        execute(f"REPLACE INTO tournaments_bye {values} WHERE round_id = %s", round_.pk)


def test_the_condition_of_an_update_is_the_one_that_stands_in_no_brackets() -> None:
    sets = 'UPDATE "t" SET "a" = %s, "b" = (SELECT U0."x" FROM "u" U0 WHERE U0."y" = %s), "c WHERE d" = %s'
    sql = f'{sets} WHERE ("t"."id" IN (%s) AND "t"."e" = %s)'
    found = write_of(sql)
    assert found is not None
    assert (found.table, found.columns, found.skip) == ("t", {"a", "b", "c WHERE d"}, 3)
    assert found.condition == 'WHERE ("t"."id" IN (%s) AND "t"."e" = %s)'
    assert write_of('DELETE FROM "t" WHERE "t"."id" IN (%s)') == Write(
        "t", condition='WHERE "t"."id" IN (%s)'
    )
    assert write_of('DELETE FROM "t"') == Write("t")
    assert write_of('INSERT INTO "t" ("a") VALUES (%s) ON CONFLICT DO NOTHING') == Write("t", adds=True)
    assert write_of('SELECT "a" FROM "t" FOR UPDATE') is None


@pytest.mark.parametrize(
    "sql",
    [
        'UPDATE "t" SET "a" = %s FROM "u" WHERE "t"."id" = "u"."id"',
        'UPDATE "t" SET "a" = %s -- WHERE id = 1\n',
        'UPDATE "t" SET "a" = %s WHERE "t"."id" = %s /* the first */',
        'INSERT INTO "t" ("a") VALUES (%s) ON CONFLICT ("a") DO UPDATE SET "a" = EXCLUDED."a"',
        'INSERT OR REPLACE INTO "t" ("a") VALUES (%s)',
        'update "t" set "a" = %s',
    ],
)
def test_other_statements_are_not_understood(sql: str) -> None:
    with pytest.raises(NotUnderstood):
        write_of(sql)


def test_values_that_are_worked_out_of_the_row_are_recorded() -> None:
    event = make_event(field=4)
    round_ = play_round(event)
    with changing(event):
        Match.objects.filter(round=round_).update(
            extra_seconds=F("table") * 60, extra_why=Concat("result", "result")
        )
    assert replay(event).same


# Tables of the app that hold no row of an event's state (docs/decisions/0012-history.md says of each why).
OTHERS = {
    "eventsnapshot", "idempotencykey", "identity", "invitation", "job", "judgecall", "logentry", "penalty",
    "playerrequest", "roundclock", "scoreclaim", "screen", "sentanswer", "series", "serieslogentry", "simulation",
    "simulationchunk", "staff",
}  # fmt: skip


def test_a_new_table_is_recorded_or_said_to_be_outside_the_state() -> None:
    tables = {model._meta.db_table for model in apps.get_app_config("tournaments").get_models()}
    assert tables == SECTION_OF.keys() | {f"tournaments_{name}" for name in OTHERS}
