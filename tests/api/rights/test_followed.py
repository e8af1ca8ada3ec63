"""While an event follows another program nobody changes what its reports say: every address and method of the API."""

import pytest
from django.db import transaction
from django.urls import resolve

from accounts.models import User
from tests.api.rights.rows import filled
from tests.api.rights.stages import STATES
from tests.api.rights.test_rights import Hall
from tests.forgetting import forget_all
from tournaments.models import Tournament, Visibility

# What no report says: whose the event is and who works on it, how it is shown in the hall, what is called out there,
# the way back, and looks at what something would change.
STAYS = {
    "event", "copy", "make-pack", "archived", "owner", "staff-member", "invitations-of-event", "invitation-of-event",
    "screens", "screen", "message", "prizes", "clock", "start-clock", "pause-clock", "stop-clock", "add-time",
    "extra-time", "forget-player", "own-call", "take-call", "close-call", "table-codes", "own-address",
    "undo", "redo", "snapshots", "import-preview", "repairs", "event-simulations", "follow",
}  # fmt: skip
# Schedules of four players: such an event follows nothing.
OF_FOUR = {"drop-schedule", "stop-search"}


@pytest.mark.django_db
@pytest.mark.parametrize("state", STATES)
def test_what_reports_say_is_refused(state: str, owner: User) -> None:
    hall = Hall(owner, state, Visibility.PUBLIC)
    Tournament.objects.filter(pk=hall.event.pk).update(follows="Vega")
    for row in hall.rows:
        name = resolve(filled(row.path)).url_name
        if row.method == "GET" or not row.path.startswith("events/club/") or name in OF_FOUR:
            continue
        body = row.body(hall.event) if callable(row.body) else row.body
        forget_all()
        with transaction.atomic():
            answer = hall.people["owner"].send(row.method, row.path.format(**hall.names), body)
            transaction.set_rollback(True)
        if name in STAYS:
            assert answer.status_code == int(row.statuses.split()[-1]), str(row)
        else:
            assert (answer.status_code, answer.json()["code"]) == (409, "followed"), str(row)
