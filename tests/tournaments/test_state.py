"""The log says all: what it holds leads from the first state to every later one, and back again."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.stirring import Stirred
from tournaments.models import LogEntry, RoundInput, Tournament
from tournaments.selectors import state
from tournaments.selectors.log import step_to_redo, step_to_undo
from tournaments.selectors.replay import base_of, replay, stored_state
from tournaments.selectors.state_delta import INPUTS, State, fold
from tournaments.services import undo

pytestmark = pytest.mark.django_db

STEPS = 70


class Ledger:
    """Folds the log line by line, as it grows."""

    def __init__(self, event: Tournament) -> None:
        self.event = event
        self.state: State = {}
        self.last = 0

    def catch_up(self) -> State:
        if not self.state:
            base = base_of(self.event)
            if base is None:
                return state.whole(self.event)
            self.state = {k: v for k, v in stored_state(base).items() if k != INPUTS}
            self.last = base.log_entry_id or 0
        for line in LogEntry.objects.filter(tournament=self.event, pk__gt=self.last).order_by("pk"):
            self.last = line.pk
            self.state = fold(self.state, line.delta or {})
        return self.state


def documents(event: Tournament) -> dict[int, Any]:
    rows = RoundInput.objects.filter(round__tournament=event)
    return dict(rows.values_list("round__number", "document"))


@pytest.mark.parametrize("seed", range(9))
def test_whatever_happens_the_log_leads_to_it_and_back_and_there_again(seed: int) -> None:
    stirred = Stirred(seed)
    event = stirred.event
    start, ledger, told = state.whole(event), Ledger(event), set()
    for _ in range(STEPS):
        told.add(stirred.happen())
        assert ledger.catch_up() == state.whole(event)
    assert len(told) > 12
    assert not LogEntry.objects.filter(tournament=event, action="event_changed", subject="").exists()
    end, inputs, taken_back = state.whole(event), documents(event), 0
    while step_to_undo(event) is not None:
        undo.undo_last_step(tournament=event, actor=None)
        taken_back += 1
        assert ledger.catch_up() == state.whole(event)
    assert taken_back > 15
    assert settled(event, state.whole(event)) == settled(event, start)
    while step_to_redo(event) is not None:
        undo.redo_last_step(tournament=event, actor=None)
        assert ledger.catch_up() == state.whole(event)
    assert settled(event, state.whole(event)) == settled(event, end)
    assert documents(event) == inputs
    found = replay(event)
    assert found.same, (found.misfits[:3], found.differences)


def settled(event: Tournament, whole: State) -> State:
    """Without what undo leaves alone on purpose: a secret seed that has been shown, and keys that were renewed."""
    settings = whole["settings"]["event"]
    hidden = {"draw_seed": ""} if settings["secret_seeds"] else {}
    lines = LogEntry.objects.filter(tournament=event, action="codes_renewed")
    renewed = {str(number) for number in lines.values_list("after__number", flat=True)}
    people = {n: {**row, "key": ""} if n in renewed else row for n, row in whole["players"].items()}
    return {**whole, "settings": {"event": {**settings, **hidden}}, "players": people}
