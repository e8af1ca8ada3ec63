"""The race at the desk."""

from __future__ import annotations

import pytest

from tests.desk.pages import Desk, text
from tests.factories import make_event, make_user, play_rounds, publish

pytestmark = pytest.mark.django_db


def test_staff_see_the_race_from_the_standings() -> None:
    event = make_event(field=8, rounds_planned=4)
    play_rounds(event, 2)
    publish(event)
    desk = Desk(event.owner, event)
    assert f'href="{desk.url("race")}"' in desk.get("standings").content.decode()
    words = text(desk.get("race"))
    assert "2 rounds are left before it is decided, after round 4. 4 tables are still being played." in words
    assert "First place" in words and "Place 3 or better" in words and "Place 8" not in words


def test_an_event_that_has_not_begun_has_no_race_yet() -> None:
    event = make_event(field=4)
    desk = Desk(event.owner, event)
    assert "Nothing has been played yet" in text(desk.get("race"))
    assert desk.url("race") not in desk.get("standings").content.decode()


def test_nobody_else_gets_in() -> None:
    event = make_event(field=4, visibility="public")
    assert Desk(make_user(), event).get("race").status_code == 403
    assert Desk(None, event).get("race").status_code == 302
