"""Any step of an old event can be taken back, to the first one, and done again."""

from __future__ import annotations

from typing import Any

import pytest

from devtools.old_database import dumps
from devtools.old_database.asking import differences
from tests.old_databases.conftest import FOLDERS, Old, without_secret_seeds

EVENTS = [event for folder in FOLDERS for event in dumps.read_json(folder / dumps.RECORDED)["events"]]
# The long day, four at a table, a season, a secret shown at the end, a step that stood taken back.
EVERY_DAY = ["harbour-open", "riichi-evening", "lantern-2", "opened-draw", "from-elsewhere"]


def without_earlier_seasons(document: dict[str, Any]) -> dict[str, Any]:
    """What a series knows of its persons. Who was linked by hand is a step of the series, not of the event: players who
    were taken back and came again are linked by name.
    """
    if "series" not in document:
        return document
    people = [{k: v for k, v in one.items() if k not in ("mu", "sigma")} for one in document["players"]]
    return {**document, "players": people, "earlier_meetings": []}


def checked(old: Old, event: str, recorded: dict[str, Any], now: dict[str, Any], when: str) -> None:
    """The documents are the same, but for the secret of an event that is opened again: its next rounds have another."""
    if any("seed" in round_ for round_ in old.recorded["events"][event]["document"]["rounds"]):
        recorded, now = ({**document, "draw_seed": ""} for document in (recorded, now))
    recorded = without_secret_seeds(recorded, now)
    assert differences(recorded, now, f"{event}, {when}") == []


@pytest.mark.parametrize("event", EVERY_DAY)
def test_all_steps_of_an_event_are_taken_back_and_done_again(old: Old, event: str) -> None:
    """Of five kinds of events; the sweep looks after each step, of all of them."""
    program, back, recorded = old.program, old.recorded["back"][event], old.recorded["events"][event]
    assert program.steps(event, "undo") == len(back)
    checked(old, event, back[-1], program.document(event), "at its beginning")
    # One more where the latest step stood taken back.
    assert program.steps(event, "redo") == len(back) + recorded["redo"]
    if recorded["redo"]:
        assert program.step(event, "undo")
    there, now = (without_earlier_seasons(it) for it in (recorded["document"], program.document(event)))
    checked(old, event, there, now, "done again")


@pytest.mark.sweep
@pytest.mark.parametrize("event", EVENTS)
def test_after_each_step_taken_back_the_event_is_as_it_was_before_it(old: Old, event: str) -> None:
    program = old.program
    was = [old.recorded["events"][event]["document"], *old.recorded["back"][event]]
    found = list(program.taken_back(event))
    assert len(found) == len(was) - 1
    for number, (recorded, now) in enumerate(zip(was[1:], found, strict=True), 1):
        checked(old, event, recorded, now, f"{number} steps back")
    again = list(program.done_again(event))
    assert len(again) == len(found) + old.recorded["events"][event]["redo"]
    for number, (recorded, now) in enumerate(zip(reversed(was[:-1]), again, strict=False), 1):
        then, today = without_earlier_seasons(recorded), without_earlier_seasons(now)
        checked(old, event, then, today, f"{number} steps done again")
