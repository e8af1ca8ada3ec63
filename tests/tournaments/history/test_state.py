"""Whole events in which anything happens at random: the log leads to every state, and every round is sound."""

import random
from typing import Any

import pytest

from pairing import engine
from pairing.formats import document
from tests.checker import check
from tests.factories import enter_all, import_event, pair
from tests.live.ledger import points
from tests.sweep import seeds
from tests.tournaments.history.stirring import Stirred
from tournaments.files.services.documents import export_event
from tournaments.history import restore_points, undo
from tournaments.history.log import step_to_redo, step_to_undo
from tournaments.history.replay import base_of, replay, stored_state
from tournaments.history.restore_points import state_of
from tournaments.models import EventSnapshot, LogEntry, Round, RoundInput, Seat, SnapshotReason, Tournament
from tournaments.players.services import attendance
from tournaments.rounds.services import rounds
from tournaments.standings.selectors.standings import standings
from tournaments.steps import state
from tournaments.steps.delta import INPUTS, State, fold
from tournaments.steps.refusals import ServiceError

STEPS = 80


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


@pytest.mark.parametrize("seed", seeds(1, 90))
def test_whatever_happens_the_log_leads_to_it_and_back_and_there_again(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    stirred = Stirred(seed)
    event = stirred.event
    start, ledger, told = state.whole(event), Ledger(event), set()
    monkeypatch.setattr(restore_points, "WHOLE_EVERY", 7)
    kept: list[tuple[EventSnapshot, State]] = []
    for _ in range(STEPS):
        told.add(stirred.happen())
        assert ledger.catch_up() == state.whole(event)
        moment = restore_points.keep(event, SnapshotReason.BY_HAND)
        kept.append((moment, state.with_inputs(event)))
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
    # Most of these moments are places in the log, worked out now that all of it was undone and done again.
    assert sum(moment.state is not None for moment, _then in kept) < len(kept) / 2
    for moment, then in kept:
        assert state_of(moment) == then, moment.note


def settled(event: Tournament, whole: State) -> State:
    """Without what undo leaves alone on purpose: a secret seed that has been shown, and keys that were renewed."""
    settings = whole["settings"]["event"]
    hidden = {"draw_seed": ""} if settings["secret_seeds"] else {}
    lines = LogEntry.objects.filter(tournament=event, action="codes_renewed")
    renewed = {str(number) for number in lines.values_list("after__number", flat=True)}
    people = {n: {**row, "key": ""} if n in renewed else row for n, row in whole["players"].items()}
    return {**whole, "settings": {"event": {**settings, **hidden}}, "players": people}


# --- every round looked at by the independent checker

RESULTS = ["1-0", "0-1", "1/2-1/2", "1-0", "0-1", "1/2-1/2", "0-0", "+--", "--+", "---"]


def answer_of(round_: Round) -> dict[str, Any]:
    """A stored round in the words of `manage.py pair`."""
    matches = [
        {
            "table": match.table,
            "seats": list(match.seats.order_by("position").values_list("player__number", flat=True)),
            "why": match.why,
        }
        for match in round_.matches.all()
    ]
    byes = [{"player": bye.player.number, "kind": bye.kind, "why": bye.why} for bye in round_.byes.all()]
    return {
        "round": round_.number,
        "matches": matches,
        "byes": byes,
        "relaxed": [{"rule": r["rule"], "players": r["players"]} for r in round_.relaxed],
        "notes": round_.notes,
    }


def life(seed: int) -> Stirred:
    options = {"elimination": random.Random(seed).choice(["none", 2, 3])}
    settings = {"require_check_in": seed % 2 == 0, "options": options, "rounds_planned": 4}
    lived = Stirred(3 * seed, **settings)  # of tables of two
    if lived.event.require_check_in:
        attendance.set_checked_in(tournament=lived.event, actor=None, players=None)
    return lived


@pytest.mark.parametrize("seed", seeds(1, 200))
def test_an_event_with_everything_that_can_happen_stays_sound(seed: int) -> None:
    lived = life(seed)
    event, dice = lived.event, lived.dice
    between = {**lived.people(), "correct": lived.correct}
    for number in range(1, event.rounds_planned + 1):
        for _ in range(dice.randint(0, 4)):
            lived.happen(between)
        try:
            round_ = pair(event)
        except ServiceError as refusal:
            assert number > 1
            assert refusal.code == "too_few" or refusal.params["impossible"]
            break
        made_from = RoundInput.objects.get(round=round_).document
        assert check(made_from, answer_of(round_)) == []
        # A dispute is replayed: the stored document and options give the stored round.
        plan = engine.pair(document.load(made_from), overrides=round_.options)
        assert [[m.table, *m.seats] for m in plan.matches] == [
            [m["table"], *m["seats"]] for m in answer_of(round_)["matches"]
        ]
        rounds.publish(tournament=event, actor=None, round_=round_)
        enter_all(round_, lambda match: dice.choice(RESULTS))
        rounds.complete(tournament=event, actor=None, round_=round_)
        shown = {line.number: line.points for line in standings(event).lines}
        assert shown == points(event, round_.number)
        stored = sum(Seat.objects.filter(round__tournament=event).values_list("points", flat=True))
        stored += sum(b.points for r in event.rounds.all() for b in r.byes.all())
        assert stored == sum(shown.values())
    there = export_event(event)
    assert export_event(import_event(document_data=there, owner=event.owner)) == there
