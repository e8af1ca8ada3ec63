"""Tables marked as playing: by number or all of a round, taken back, logged; never in a draft."""

from __future__ import annotations

import pytest

from tests.factories import make_event, pair, play_round, publish, refused
from tournaments.models import Action, LogEntry, Match, Round, Tournament
from tournaments.services import playing

pytestmark = pytest.mark.django_db


def mark(event: Tournament, round_: Round, *tables: int, **options: object) -> int:
    wanted = list(tables) or None
    return playing.mark_playing(
        tournament=event,
        actor=event.owner,
        round_=round_,
        tables=wanted,
        **options,  # type: ignore[arg-type]
    )


def marked(round_: Round) -> list[int]:
    rows = Match.objects.filter(round=round_, playing_since__isnull=False)
    return sorted(rows.values_list("table", flat=True))


def test_tables_are_marked_one_by_one_or_all_at_once_and_taken_back() -> None:
    event = make_event(field=8)
    round_ = publish(event)
    assert mark(event, round_, 2, 3) == 2
    assert marked(round_) == [2, 3]
    assert mark(event, round_) == 2
    assert marked(round_) == [1, 2, 3, 4]
    assert mark(event, round_, 4, playing=False) == 1
    assert marked(round_) == [1, 2, 3]
    lines = list(LogEntry.objects.filter(action=Action.TABLES_PLAYING).order_by("id"))
    assert [line.after["tables"] for line in lines] == [[2, 3], [1, 4], [4]]
    assert [line.after["playing"] for line in lines] == [True, True, False]


def test_marking_again_changes_nothing_and_keeps_the_time() -> None:
    event = make_event(field=4)
    round_ = publish(event)
    mark(event, round_, 1)
    since, version = round_.matches.get(table=1).playing_since, event.version
    assert mark(event, round_, 1) == 0
    event.refresh_from_db()
    assert (round_.matches.get(table=1).playing_since, event.version) == (since, version)


def test_what_cannot_be_marked_is_refused() -> None:
    event = make_event(field=4)
    draft = pair(event)
    with refused("wrong_state"):
        mark(event, draft, 1)
    other = make_event(field=4)
    over = play_round(other)
    with refused("wrong_state"):
        mark(other, over, 1)
    third = make_event(field=4)
    round_ = publish(third)
    with refused("no_such_table"):
        mark(third, round_, 9)
    with refused("empty_list"):
        playing.mark_playing(tournament=third, actor=None, round_=round_, tables=[])
    assert marked(round_) == []
