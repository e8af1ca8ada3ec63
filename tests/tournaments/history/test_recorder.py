"""What a step says it touches is all that it changes: whoever writes anything else is found out in tests."""

from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from tests import touched
from tests.factories import add_player, make_event, play_round
from tournaments.history.replay import replay
from tournaments.models import (
    Bye,
    ByeRequest,
    Entry,
    ForbiddenPair,
    Match,
    Moment,
    Player,
    Registration,
    Round,
    RoundInput,
    Seat,
    Tournament,
)
from tournaments.steps.changes import changing, touching
from tournaments.steps.state import Section

pytestmark = pytest.mark.django_db


def execute(sql: str, *params: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)


def in_a_common_table_expression(event: Tournament) -> None:
    execute(
        "WITH mine AS (SELECT id FROM tournaments_round WHERE tournament_id = %s) "
        "UPDATE tournaments_match SET extra_seconds = 60 WHERE round_id IN (SELECT id FROM mine)",
        event.pk,
    )


def by_moving_a_seat_to_another_match(event: Tournament) -> None:
    first, second = Match.objects.filter(round__tournament=event).order_by("table")[:2]
    Seat.objects.filter(match=first, position=1).update(match=second, position=3)


def by_another_number_of_a_player(event: Tournament) -> None:
    event.players.filter(number=3).update(number=33)


def by_another_number_of_a_round(event: Tournament) -> None:
    Round.objects.filter(tournament=event).update(number=7)


def by_rows_beside_the_others(event: Tournament) -> None:
    first, second = event.players.filter(number__in=(1, 4)).order_by("pk")
    ByeRequest.objects.create(tournament=event, player=second, round_number=3, kind="half")
    ForbiddenPair.objects.create(tournament=event, a=first, b=second)


def by_a_round_that_goes(event: Tournament) -> None:
    event.rounds.get().delete()


def by_another_name(event: Tournament) -> None:
    Tournament.objects.filter(pk=event.pk).update(name="Another")


# Each with what it has to say, and what it has not said otherwise.
WRITERS: list[tuple[Callable[[Tournament], None], tuple[Section, ...]]] = [
    (in_a_common_table_expression, ("matches",)),
    (by_moving_a_seat_to_another_match, ("matches",)),
    (by_another_number_of_a_player, ("players", "byes")),
    (by_another_number_of_a_round, ("rounds", "matches", "byes")),
    (by_rows_beside_the_others, ("requests", "forbidden")),
    (by_a_round_that_goes, ("rounds", "matches", "byes")),
    (by_another_name, ("settings",)),
]


@pytest.mark.parametrize(("write", "touches"), WRITERS)
def test_whoever_writes_what_it_has_not_said_fails_in_tests_and_else_it_is_recorded(
    write: Callable[[Tournament], None], touches: tuple[Section, ...]
) -> None:
    event = make_event(field=5)
    round_ = play_round(event)
    matches = list(round_.matches.values_list("pk", flat=True))
    for left_out in touches:
        with pytest.raises(AssertionError, match=left_out), changing(event, touches=(), later=touches):
            rest = [section for section in touches if section != left_out]
            touching(event.pk, *rest, matches=matches if "matches" in rest else [], inputs=[round_.pk])
            write(event)
    with changing(event, touches=touches):
        touching(event.pk, matches=matches if "matches" in touches else [], inputs=[round_.pk])
        write(event)
    assert replay(event).same


def test_the_document_of_a_round_that_goes_has_to_be_said_too() -> None:
    event = make_event(field=5)
    round_ = play_round(event)
    with (
        pytest.raises(AssertionError, match="inputs"),
        changing(event, touches=("rounds", "byes", "matches")),
    ):
        touching(event.pk, matches=round_.matches.values_list("pk", flat=True))
        round_.delete()


def test_nothing_is_touched_that_the_step_has_not_said_and_no_step_says_nothing() -> None:
    event = make_event(field=2)
    with (
        pytest.raises(AssertionError, match="players"),
        changing(event, touches=("settings",), later=("byes",)),
    ):
        touching(event.pk, "byes")
        touching(event.pk, "players")
    with pytest.raises(TypeError):
        changing(event)  # type: ignore[call-arg]


def test_what_goes_on_after_a_step_inside_is_recorded_too() -> None:
    event = make_event(field=2)
    with changing(event, touches=("settings",)):
        add_player(event, "Ann")
        by_another_name(event)
    assert replay(event).same
    assert list(event.log_entries.order_by("pk").values_list("action", flat=True))[-2:] == [
        "player_added",
        "event_changed",
    ]


def test_every_service_is_found_that_changes_an_event() -> None:
    """Those that no test runs are named at the end of a whole run, which fails then."""
    found = touched.services()
    texts = (path.read_text() for path in (touched.ROOT / "tournaments").rglob("*.py"))
    assert "tournaments/rounds/services/rounds.py:publish" in found
    assert len(found) == sum(text.count("with changing(") for text in texts)


RECORDED = {
    Tournament,
    Player,
    ByeRequest,
    ForbiddenPair,
    Round,
    Match,
    Seat,
    Bye,
    RoundInput,
    Moment,
    Registration,
    Entry,
}
# Tables of the app that hold no row of an event's state (docs/decisions/0012-history.md says of each why).
OTHERS = {
    "eventsnapshot", "idempotencykey", "identity", "invitation", "job", "judgecall", "logentry", "penalty",
    "playerrequest", "roundclock", "scoreclaim", "screen", "sentanswer", "series", "serieslogentry", "simulation",
    "simulationchunk", "staff",
}  # fmt: skip


def test_a_new_table_is_recorded_or_said_to_be_outside_the_state() -> None:
    tables = {model._meta.db_table for model in apps.get_app_config("tournaments").get_models()}
    assert tables == {model._meta.db_table for model in RECORDED} | {f"tournaments_{name}" for name in OTHERS}
