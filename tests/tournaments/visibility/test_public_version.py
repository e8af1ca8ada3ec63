"""What ETags and versions tell outside the desk: everything that can be seen has changed, and nothing else."""

from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client

from tests.factories import make_event, make_user, pair, publish, table
from tests.sweep import seeds
from tests.tournaments.history.stirring import Stirred
from tournaments.corrections.services import by_hand
from tournaments.corrections.services.by_hand import Move
from tournaments.events.services import events
from tournaments.history import restore_points, undo
from tournaments.models import Role, Tournament
from tournaments.people.services import invitations
from tournaments.players.services import players
from tournaments.results.services import results, verification
from tournaments.rounds.services import rounds
from tournaments.steps.version_cache import forget_unpacked
from tournaments.web import unchanged

pytestmark = pytest.mark.django_db
PAGES = (
    "", "find/?q=player", "players/", "players/3/", "pairings/", "rounds/2/", "rounds/3/", "standings/", "lots/",
    "schedule/",
)  # fmt: skip
OF_THE_API = ("", "document/", "rounds/", "standings/", "players/", "lots/", "race/")
Answers = dict[str, tuple[str, bytes]]


def seen_outside(event: Tournament) -> Answers:
    """ETag and body of what visitors and a player can read, made anew."""
    cache.clear()
    forget_unpacked()
    unchanged.forget()
    own = event.players.order_by("number")[0].key
    pages = [f"/e/{event.slug}/{page}" for page in (*PAGES, f"me/{own}/")]
    pages += ["/", *(f"/api/v1/events/{event.slug}/{end}" for end in OF_THE_API), "/api/v1/events/"]
    answers = {page: Client().get(page) for page in pages}
    return {page: (answer.headers.get("ETag", ""), answer.content) for page, answer in answers.items()}


@pytest.fixture
def event() -> Tournament:
    event = make_event(field=8, slug="spring", system="random_swiss")
    publish(event, after=1)
    return event


@time_machine.travel("2026-11-27T12:00:00Z", tick=False)
def test_a_draft_and_what_the_desk_keeps_for_itself_are_not_seen(event: Tournament) -> None:
    given: dict[str, Any] = {"tournament": event, "actor": event.owner}
    first, second = event.players.order_by("number")[:2]
    for match in event.rounds.get(number=2).matches.all():
        results.enter_result(**given, match=match, result="1-0")
    verified = table(event.rounds.get(number=2))
    before, version = seen_outside(event), event.version

    def discard() -> None:
        rounds.discard_draft(**given, round_=event.rounds.get(number=3))

    def swap() -> None:
        round_ = event.rounds.get(number=3)
        one, other = (table(round_, n).seats.get(position=0).player.number for n in (1, 2))
        by_hand.apply(**given, round_=round_, move=Move("swap", one, other), note="because")

    verification.verify(**given, match=verified, value="1-0")
    assert seen_outside(event) == before
    rounds.complete(**given, round_=event.rounds.get(number=2))
    before = seen_outside(event)
    # Looked at with a draft, without one, and after the rest: a version that went on does not come back.
    looks: list[list[Callable[[], object]]] = [
        [lambda: pair(event), swap],
        [lambda: undo.undo_last_step(**given), discard],
        [
            lambda: pair(event),
            lambda: players.edit_player(**given, player=first, note="owes the fee"),
            lambda: players.forbid_pair(**given, first=first, second=second),
            lambda: events.set_staff(**given, user=make_user(), role=Role.ARBITER),
            lambda: invitations.create(**given, role=Role.DIRECTOR),
            lambda: restore_points.keep_by_hand(**given, note="x"),
        ],
    ]
    for index, moves in enumerate(looks):
        for move in moves:
            move()
        now = seen_outside(event)
        assert {page for page in now if now[page] != before[page]} == set(), index
    event.refresh_from_db()
    assert event.version > version + sum(map(len, looks)), "at the desk every move counts"


@time_machine.travel("2026-11-27T12:00:00Z", tick=False)
@pytest.mark.parametrize("seed", seeds(1, 60))
def test_whatever_can_be_seen_has_another_version(seed: int) -> None:
    stirred = Stirred(seed, slug="stirred", visibility="public")
    event = stirred.event
    before = seen_outside(event)
    for _ in range(8):
        deed = stirred.happen()
        now = seen_outside(event)
        same = [page for page, (tag, _) in now.items() if tag and tag == before[page][0]]
        stale = [page for page in same if now[page] != before[page]]
        assert stale == [], deed
        before = now
