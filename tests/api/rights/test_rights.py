"""Who may do what, as one table. Every address and method of the API must stand in it."""

import pytest
from django.db import transaction
from django.urls import resolve

from accounts.models import User
from tests.api.conftest import Api, staff_of
from tests.api.rights.rows import ROLES, Row, filled
from tests.api.rights.stages import STATES, club, names_in_addresses
from tests.api.rights.table import TABLE
from tests.factories import make_user, pair
from tests.forgetting import forget_all
from tests.sweep import sweep_too
from tournaments.api.urls import urlpatterns
from tournaments.models import Role, Tournament, Visibility
from tournaments.rounds.services import rounds


class Hall:
    """An event in some state, everybody who may ask for something, and what each of them is answered."""

    def __init__(self, owner: User, state: str, visibility: str) -> None:
        self.event = club(owner, state, visibility)
        self.names = names_in_addresses(self.event)
        self.rows = [row for row in TABLE if row.state == state]
        self.people = {
            "anonymous": Api(),
            "outsider": Api(make_user()),
            **{role: Api(staff_of(self.event, Role(role))) for role in ROLES[2:-1]},
            "owner": Api(owner),
        }

    def statuses(self, row: Row, *roles: str) -> str:
        """What these roles are answered, each from the same state."""
        body = row.body(self.event) if callable(row.body) else row.body
        found = []
        for role in roles:
            forget_all()  # what the one before has seen was of a version that is taken back
            with transaction.atomic():
                answer = self.people[role].send(row.method, row.path.format(**self.names), body)
                transaction.set_rollback(True)
            found.append(str(answer.status_code))
        return " ".join(found)


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["at the edges", *sweep_too("everybody")])
@pytest.mark.parametrize("state", STATES)
def test_rights_are_as_in_the_table(state: str, who: str, owner: User) -> None:
    hall = Hall(owner, state, Visibility.PUBLIC)
    for row in hall.rows:
        roles = ROLES if who == "everybody" else row.at_the_edges()
        found = dict(zip(roles, hall.statuses(row, *roles).split(), strict=True))
        assert found == {role: row.answered(role) for role in roles}, str(row)


@pytest.mark.django_db
@pytest.mark.parametrize("state", STATES)
def test_a_private_event_does_not_exist_for_others(state: str, owner: User) -> None:
    """Outsiders get, to the byte, what they get for an event that was never made."""
    hall = Hall(owner, state, Visibility.PRIVATE)
    for row in hall.rows:
        if not row.path.startswith("events/club/"):
            continue
        path, body = row.path.format(**hall.names), None if callable(row.body) else row.body
        nowhere = path.replace("/club/", "/never-made/", 1)
        # Else nobody gets to the event without signing in: 401, as in the table of a public one.
        read = row.method == "GET" or "/me/" in row.path
        for role in ("anonymous", "outsider") if read else ("outsider",):
            here, there = (hall.people[role].send(row.method, to, body) for to in (path, nowhere))
            assert here.status_code == 404, str(row)
            assert (here.status_code, here.content) == (there.status_code, there.content), str(row)


@pytest.mark.django_db
@pytest.mark.sweep
@pytest.mark.parametrize("state", STATES)
def test_the_staff_of_a_private_event_gets_what_it_gets_in_a_public_one(state: str, owner: User) -> None:
    hall = Hall(owner, state, Visibility.PRIVATE)
    for row in hall.rows:
        if row.path.startswith("events/club/"):
            assert hall.statuses(row, *ROLES[2:4]) == " ".join(row.statuses.split()[2:4]), str(row)


def test_every_address_and_method_stands_in_the_table() -> None:
    offered = {
        (method.upper(), pattern.name)
        for pattern in urlpatterns
        if pattern.name
        for method in ("get", "post", "put", "patch", "delete")
        if hasattr(pattern.callback.view_class, method)  # type: ignore[attr-defined]
    }
    assert {(row.method, resolve(filled(row.path)).url_name) for row in TABLE} == offered


def test_methods_that_are_not_offered_are_refused(anybody: Api) -> None:
    for path in sorted({filled(row.path) for row in TABLE}):
        view = resolve(path).func.view_class  # type: ignore[attr-defined]
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "TRACE"):
            if not hasattr(view, method.lower()) or method == "TRACE":
                assert anybody.send(method, path, {}).status_code == 405, (method, path)


def test_rounds_that_nobody_may_see_yet_do_not_count(event: Tournament, anybody: Api, api: Api) -> None:
    pair(event)
    assert [row["number"] for row in api.get("events/club/rounds/")] == [1]
    assert anybody.get("events/club/rounds/") == []
    assert anybody.get("events/club/players/1/history/") == []
    assert anybody.get("events/club/document/")["rounds"] == []
    assert api.get("events/club/document/")["rounds"][0]["status"] == "paired"
    rounds.publish(tournament=event, actor=event.owner, round_=event.rounds.get())
    assert [row["number"] for row in anybody.get("events/club/rounds/")] == [1]
