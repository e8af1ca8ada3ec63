"""Links that give a role: made, used up by whoever is first, expired, revoked; and the event handed over."""

import datetime
from typing import Any

import pytest
import time_machine
from django.db import OperationalError
from django.utils import timezone

from accounts.models import User
from tests.api.conftest import at_once
from tests.factories import make_event, make_user, refused
from tests.tournaments.steps import all_refused
from tournaments.events.services import events
from tournaments.history.sentences import sentence
from tournaments.models import Action, Invitation, LogEntry, Role, Staff, Tournament
from tournaments.people.selectors import State, by_key, is_display, state_of
from tournaments.people.services import invitations, staff
from tournaments.rights import includes, role_of
from tournaments.steps.refusals import ServiceError


def made(event: Tournament, role: str = "scorekeeper", **options: Any) -> Invitation:
    return invitations.create(tournament=event, actor=event.owner, role=role, **options)


def role_in(event: Tournament, user: User) -> Role | None:
    return role_of(user, Tournament.objects.get(pk=event.pk))


def lines(event: Tournament, action: Action) -> list[LogEntry]:
    return list(LogEntry.objects.filter(tournament=event, action=action).order_by("id"))


@pytest.fixture
def event() -> Tournament:
    return make_event()


def test_an_invitation_is_good_for_one_use_and_seven_days_unless_said_otherwise(event: Tournament) -> None:
    before = timezone.now()
    one = made(event, "arbiter", label="Ida")
    assert (one.role, one.label, one.uses_left, one.created_by) == ("arbiter", "Ida", 1, event.owner)
    assert (
        before + datetime.timedelta(days=7) <= one.expires_at <= timezone.now() + datetime.timedelta(days=7)
    )
    many = made(event, uses=12, days=1)
    assert many.uses_left == 12
    assert many.expires_at <= timezone.now() + datetime.timedelta(days=1)
    assert len(one.key) == 22 and one.key != many.key


def test_using_it_gives_the_role_and_is_logged_without_the_key() -> None:
    event, user = make_event(), make_user()
    one = made(event, "arbiter", label="Ida")
    joined = invitations.accept(invitation=one, user=user)
    assert (joined.tournament, joined.role) == (event, Role.ARBITER)
    assert role_in(event, user) is Role.ARBITER
    assert Invitation.objects.get(pk=one.pk).uses_left == 0
    (given,) = lines(event, Action.STAFF_CHANGED)
    assert (given.user, given.before) == (user, {"role": None})
    assert given.after == {"role": "arbiter", "invitation": one.pk, "label": "Ida"}
    told = [str((line.subject, line.before, line.after)) for line in LogEntry.objects.all()]
    assert not any(one.key in text for text in told)
    assert [line.action for line in lines(event, Action.INVITATION_CHANGED)] == ["invitation_changed"]


@pytest.mark.parametrize(
    ("change", "code", "state"),
    [
        ({"uses_left": 0}, "invitation_used_up", State.USED_UP),
        ({"expires_at": timezone.now() - datetime.timedelta(minutes=1)}, "invitation_expired", State.EXPIRED),
        ({"revoked_at": timezone.now()}, "invitation_revoked", State.REVOKED),
    ],
)
def test_a_link_that_is_no_good_any_more_says_why(change: dict[str, Any], code: str, state: State) -> None:
    event, user = make_event(), make_user()
    one = made(event)
    Invitation.objects.filter(pk=one.pk).update(**change)
    with refused(code):
        invitations.accept(invitation=one, user=user)
    assert state_of(Invitation.objects.get(pk=one.pk)) is state
    assert role_in(event, user) is None
    assert not lines(event, Action.STAFF_CHANGED)


# role one has, role of the link, role one has afterwards
LADDER = [
    (None, "display", "display"),
    ("display", "scorekeeper", "scorekeeper"),
    ("scorekeeper", "arbiter", "arbiter"),
    ("arbiter", "director", "director"),
    ("director", "arbiter", "director"),
    ("director", "display", "director"),
    ("arbiter", "scorekeeper", "arbiter"),
    ("scorekeeper", "scorekeeper", "scorekeeper"),
    ("owner", "director", "owner"),
]


def test_a_role_is_raised_and_never_lowered() -> None:
    for has, invited, after in LADDER:
        event, user = make_event(), make_user()
        if has:
            events.set_staff(tournament=event, actor=event.owner, user=user, role=has)
        one = made(event, invited)
        if has == after:
            with refused("already_staff"):
                invitations.accept(invitation=one, user=user)
        else:
            invitations.accept(invitation=one, user=user)
        assert role_in(event, user) == after
        assert Invitation.objects.get(pk=one.pk).uses_left == (1 if has == after else 0)


def test_roles_stand_above_each_other_in_one_line() -> None:
    line = [Role.OWNER, Role.DIRECTOR, Role.ARBITER, Role.SCOREKEEPER, Role.DISPLAY]
    assert all(includes(a, b) == (line.index(a) <= line.index(b)) for a in line for b in line)


def test_only_the_whole_key_finds_an_invitation_and_the_owner_cannot_be_invited_away(
    event: Tournament,
) -> None:
    one = made(event, "director")
    with refused("already_staff"):
        invitations.accept(invitation=one, user=event.owner)
    assert not Staff.objects.filter(tournament=event).exists()
    assert role_in(event, event.owner) is Role.OWNER
    assert by_key(one.key) == one
    for wrong in ("", one.key[:-1], one.key + "x", one.key[:6], "x" * 22, "ä" * 22):
        with pytest.raises(Invitation.DoesNotExist):
            by_key(wrong)


BAD_INPUT: list[tuple[dict[str, Any], str, str]] = [
    ({"role": "owner"}, "bad_role", "role"),
    ({"role": "king"}, "bad_role", "role"),
    ({"uses": 0}, "bad_number", "uses"),
    ({"uses": 501}, "bad_number", "uses"),
    ({"uses": None}, "missing", "uses"),
    ({"days": 0}, "bad_number", "days"),
    ({"days": 366}, "bad_number", "days"),
    ({"label": "x" * 121}, "too_long", "label"),
]


def test_bad_input_is_named_and_makes_no_link(event: Tournament) -> None:
    for given, code, field in BAD_INPUT:
        with refused(code, field=field):
            made(event, **given)
        assert not Invitation.objects.exists()


def test_a_link_revoked_since_its_page_was_opened_or_of_another_event_does_nothing() -> None:
    event, other = make_event(), make_event()
    with refused("not_of_event"):
        invitations.revoke(tournament=event, actor=event.owner, invitation=made(other))
    assert Invitation.objects.get().revoked_at is None
    old = made(event)
    invitations.revoke(tournament=event, actor=event.owner, invitation=old)
    assert old.revoked_at is None  # as it was when the page was opened
    all_refused(
        invitation_revoked=lambda: invitations.accept(invitation=old, user=make_user()),
        already_revoked=lambda: invitations.revoke(tournament=event, actor=event.owner, invitation=old),
    )


def test_a_display_needs_no_account_and_goes_dark_with_its_invitation() -> None:
    event, other = make_event(), make_event()
    one = made(event, "display")
    assert invitations.open_display(invitation=one).role is Role.DISPLAY
    assert not Staff.objects.exists()
    assert is_display(event, one.pk)
    assert not is_display(other, one.pk)
    assert not is_display(event, made(event, "arbiter").pk)
    with refused("invitation_used_up"):
        invitations.open_display(invitation=one)
    invitations.revoke(tournament=event, actor=event.owner, invitation=one)
    assert not is_display(event, one.pk)


@pytest.mark.django_db(transaction=True)
def test_of_people_who_use_a_link_at_once_one_gets_the_role(event: Tournament) -> None:
    one = made(event, uses=2)
    people = [make_user() for _ in range(5)]

    def use(index: int) -> str:
        for _ in range(200):
            try:
                invitations.accept(invitation=Invitation.objects.get(pk=one.pk), user=people[index])
                return "joined"
            except ServiceError as error:
                return error.code
            except OperationalError:  # SQLite: the file is locked, nothing was done
                continue
        return "locked"

    told = at_once(5, use)
    assert sorted(told) == ["invitation_used_up"] * 3 + ["joined"] * 2
    assert Invitation.objects.get().uses_left == 0
    joined = {people[index].pk for index, word in enumerate(told) if word == "joined"}
    assert set(Staff.objects.values_list("user", flat=True)) == joined


# --- the owner ----------------------------------------------------------------------------------------------------


def test_the_owner_hands_the_event_over_and_stays_as_a_director() -> None:
    event, heir = make_event(), make_user("heir")
    first = event.owner
    events.set_staff(tournament=event, actor=first, user=heir, role="scorekeeper")
    staff.hand_over(tournament=event, actor=first, user=heir, confirm_slug=event.slug)
    assert Tournament.objects.get(pk=event.pk).owner == heir
    assert (role_in(event, heir), role_in(event, first)) == (Role.OWNER, Role.DIRECTOR)
    assert not Staff.objects.filter(user=heir).exists()
    line = lines(event, Action.STAFF_CHANGED)[-1]
    assert line.before == {"role": "scorekeeper", "owner": first.username}
    assert line.after == {"role": "owner", "owner": "heir"}


@pytest.mark.parametrize(
    ("who", "to", "typed", "code"),
    [
        ("co-owner", "heir", "right", "not_owner"),
        ("director", "heir", "right", "not_owner"),
        ("owner", "heir", "wrong", "not_confirmed"),
        ("owner", "owner", "right", "is_owner"),
    ],
)
def test_nobody_else_hands_it_over_and_not_by_accident(
    event: Tournament, who: str, to: str, typed: str, code: str
) -> None:
    people = {"owner": event.owner, "heir": make_user(), "co-owner": make_user(), "director": make_user()}
    for name, role in (("co-owner", "owner"), ("director", "director")):
        events.set_staff(tournament=event, actor=event.owner, user=people[name], role=role)
    slug = event.slug if typed == "right" else "another"
    with refused(code):
        staff.hand_over(tournament=event, actor=people[who], user=people[to], confirm_slug=slug)
    assert Tournament.objects.get(pk=event.pk).owner == people["owner"]


def test_the_log_says_until_when_a_link_is_good_as_people_write_it(event: Tournament) -> None:
    with time_machine.travel("2026-11-22T13:59:00Z", tick=False):
        made(event, uses=5, days=7)
        (line,) = lines(event, Action.INVITATION_CHANGED)
        assert "how many may use it 5" in sentence(line)
        assert "good until 29 Nov, 13:59" in sentence(line)
