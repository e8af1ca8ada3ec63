"""The line of places, step by step, against the same line kept on paper (`club`): withdrawals, offers that run out,
changed capacity, reordering, undo."""

import random
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest import mock

import pytest
from django.db import transaction

from tests.factories import make_event
from tests.sweep import seeds
from tests.tournaments.registration.club import Club, Refused
from tournaments.history.replay import replay
from tournaments.history.undo import undo_last_step
from tournaments.models import Entry, Tournament
from tournaments.registration.services import desk, entries
from tournaments.registration.services.settings import set_registration
from tournaments.steps.refusals import ServiceError

SEQUENCES, DEEDS = 25, 14
START = datetime(2027, 2, 1, 12, tzinfo=UTC)
_WEIGHTS = {
    "sign_up": 8, "withdraw": 3, "take": 3, "stay": 2, "enter": 1, "capacity": 2, "reorder": 2, "look": 2, "undo": 2,
}  # fmt: skip


class Desk:
    """The same deeds done by the program."""

    def __init__(self, event: Tournament) -> None:
        self.event = event

    def do(self, what: str, *given: int) -> None:
        doing: dict[str, Callable[..., object]] = {
            "look": lambda: entries.move_on(self.event),
            "sign_up": lambda: entries.sign_up(tournament=self.event, actor=None, name=self.next_name()),
            "withdraw": lambda n: entries.withdraw(**self.about(n)),
            "take": lambda n: entries.answer_offer(**self.about(n), take=True),
            "stay": lambda n: entries.answer_offer(**self.about(n), take=False),
            "enter": lambda n: desk.enter(tournament=self.event, actor=None, entries=[self.entry(n)]),
            "capacity": lambda n: set_registration(tournament=self.event, actor=None, capacity=n),
            "reorder": lambda n, at: desk.reorder(**self.about(n), place=at, reason="came by train"),
        }
        doing[what](*given)

    def next_name(self) -> str:
        return f"Person {1 + self.event.entries.count()}"

    def entry(self, number: int) -> Entry:
        return self.event.entries.get(number=number)

    def about(self, number: int) -> dict[str, Any]:
        return {"tournament": self.event, "actor": None, "entry": self.entry(number)}


def compared(event: Tournament, club: Club) -> None:
    rows = list(event.entries.order_by("line"))
    assert {row.number: row.state for row in rows} == club.state
    assert [row.number for row in rows] == club.order
    offered = {number: club.until[number] for number in club.having("offered")}
    assert {row.number: row.expires_at for row in rows if row.state == "offered"} == offered
    here = {row.name for row in rows if row.state == "entered"}
    assert set(event.players.values_list("name", flat=True)) == here


def a_sequence(event: Tournament, seed: int) -> None:
    dice = random.Random(seed)
    hours = dice.choice([None, 2, 24])
    club = Club(dice.randint(1, 4), dice.choice([None, 2, 6]), dice.random() < 0.4, hours)
    set_registration(
        tournament=event,
        actor=None,
        capacity=club.places,
        waiting_most=club.most,
        approval=club.desk,
        offer_hours=hours,
    )
    hands, now = Desk(event), START
    for _deed in range(DEEDS):
        now += timedelta(hours=dice.choice([0, 0, 1, 3, 30]))
        what = dice.choices(list(_WEIGHTS), weights=list(_WEIGHTS.values()))[0]
        with mock.patch("django.utils.timezone.now", return_value=now):
            one_deed(dice, club, hands, now, what)
        compared(event, club)
    assert replay(event).same


def one_deed(dice: random.Random, club: Club, hands: Desk, now: datetime, what: str) -> None:
    if what == "undo":
        if club.past:
            club.undo()
            undo_last_step(tournament=hands.event, actor=None)
        return
    if what in ("sign_up", "look"):
        given: list[int] = []
    elif what == "capacity":
        given = [dice.randint(1, 5)]
    elif club.order:
        given = [
            dice.choice(club.having("offered") or club.order if what in ("take", "stay") else club.order)
        ]
        given += [dice.randint(1, 4)] if what == "reorder" else []
    else:
        return
    try:
        club.do(what, now, *given)
    except Refused:
        before = list(hands.event.entries.values())
        with suppress(ServiceError):
            hands.do(what, *given)
        assert list(hands.event.entries.values()) == before
    else:
        hands.do(what, *given)


@pytest.mark.parametrize("block", seeds(1, 200))
def test_the_line_is_that_on_paper_whatever_happens(block: int) -> None:
    for seed in range(block * SEQUENCES, (block + 1) * SEQUENCES):
        with transaction.atomic():
            a_sequence(make_event(), seed)
            transaction.set_rollback(True)
