"""Who sees and may do what: one table of roles, and drafts that only the staff see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from tests.factories import make_event, make_user, pair, play_round, publish
from tournaments import permissions
from tournaments.models import Round, Tournament
from tournaments.permissions import Right
from tournaments.selectors import events as visible
from tournaments.selectors.rounds import round_sheet
from tournaments.services import events

pytestmark = pytest.mark.django_db

ROLES = ("nobody", "stranger", "display", "scorekeeper", "arbiter", "director", "co-owner", "owner")
STAFF = ROLES[2:]


def people(event: Tournament) -> dict[str, Any]:
    made: dict[str, Any] = {"nobody": AnonymousUser(), "stranger": make_user(), "owner": event.owner}
    for name in STAFF[:-1]:
        made[name] = make_user()
        role = "owner" if name == "co-owner" else name
        events.set_staff(tournament=event, actor=event.owner, user=made[name], role=role)
    return made


# The table once more, as a list of names: what the owner may, the director may not, and so on.
OWNERS = {"owner", "co-owner"}
MANAGERS = OWNERS | {"director"}
JUDGES = MANAGERS | {"arbiter"}
SCORERS = JUDGES | {"scorekeeper"}
RIGHTS: dict[Right, set[str]] = {
    Right.VIEW: set(ROLES),
    Right.OWN_PAGE: set(),  # comes with the key of a player, not with an account
    Right.SEE_DRAFTS: SCORERS,
    Right.ENTER_RESULTS: SCORERS,
    Right.VERIFY_RESULTS: SCORERS,
    Right.CORRECT_RESULTS: JUDGES,
    Right.CHECK_IN: SCORERS,
    Right.CALLS: JUDGES,
    Right.PENALTIES: JUDGES,
    Right.CLOCK: JUDGES,
    Right.SCREENS: JUDGES,
    Right.REQUESTS: JUDGES,
    Right.REPAIR: JUDGES,
    Right.PAIR: MANAGERS,
    Right.PUBLISH: MANAGERS,
    Right.MANAGE_PLAYERS: MANAGERS,
    Right.SETTINGS: MANAGERS,
    Right.SNAPSHOTS: MANAGERS,
    Right.UNDO: MANAGERS,
    Right.STAFF: OWNERS,
    Right.DELETE: OWNERS,
}
RULES: dict[Callable[..., bool], set[str]] = {
    permissions.can_see_drafts: SCORERS,
    permissions.can_enter_results: SCORERS,
    permissions.can_manage: MANAGERS,
    permissions.is_owner: OWNERS,
}


@pytest.mark.parametrize("right", Right)
def test_each_right_belongs_to_its_roles(right: Right) -> None:
    event = make_event()
    who = people(event)
    assert {name for name in ROLES if permissions.may(who[name], event, right)} == RIGHTS[right]
    assert {name for name in ROLES if permissions.rights_of(who[name], event)[right]} == RIGHTS[right]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_coarse_rules_are_rights_of_the_table(rule: Callable[..., bool]) -> None:
    event = make_event()
    who = people(event)
    assert {name for name in ROLES if rule(who[name], event)} == RULES[rule]


def test_somebody_of_another_event_has_no_rights_here() -> None:
    event, other = make_event(visibility="private"), make_event()
    assert not any(permissions.rights_of(other.owner, event).values())


@pytest.mark.parametrize(
    ("visibility", "first"), [("public", "nobody"), ("unlisted", "nobody"), ("private", "display")]
)
def test_who_may_look_depends_on_the_visibility(visibility: str, first: str) -> None:
    event = make_event(visibility=visibility)
    who = people(event)
    allowed = set(ROLES[ROLES.index(first) :])
    for name in ROLES:
        if name in allowed:
            assert visible.event_by_slug(event.slug, who[name]) == event
        else:
            with pytest.raises(Tournament.DoesNotExist):
                visible.event_by_slug(event.slug, who[name])


def test_django_permissions_are_the_same_rules() -> None:
    event, stranger = make_event(), make_user()
    assert event.owner.has_perm("tournaments.change_tournament", event)
    assert not stranger.has_perm("tournaments.change_tournament", event)
    assert stranger.has_perm("tournaments.view_tournament", event)


def test_somebody_who_may_no_longer_sign_in_has_no_rights() -> None:
    event = make_event()
    event.owner.is_active = False
    assert not permissions.can_manage(event.owner, event)


def test_the_front_page_lists_public_events_only() -> None:
    shown = make_event(field=3, visibility="public")
    make_event(visibility="unlisted")
    make_event(visibility="private")
    assert [(e.pk, e.player_count) for e in visible.events_listed()] == [(shown.pk, 3)]


def test_a_list_shows_ones_own_events_too_each_once() -> None:
    owner, helper = make_user(), make_user()
    public = make_event(owner=owner, field=2)
    private = make_event(owner=owner, field=5, visibility="private")
    make_event(visibility="private")
    for event in (public, private):
        events.set_staff(tournament=event, actor=owner, user=helper, role="scorekeeper")
    for user in (owner, helper):
        assert {e.pk: e.player_count for e in visible.events_visible(user)} == {public.pk: 2, private.pk: 5}
        assert sorted(e.pk for e in visible.events_of(user)) == sorted([public.pk, private.pk])
    assert [e.pk for e in visible.events_visible(AnonymousUser())] == [public.pk]


def test_a_draft_is_seen_by_the_staff_only() -> None:
    event = make_event(field=6)
    play_round(event)
    pair(event)
    assert [r.number for r in visible.visible_rounds(event, AnonymousUser())] == [1]
    assert [r.number for r in visible.visible_rounds(event, event.owner)] == [1, 2]
    shown = visible.current_round(event)
    assert shown is not None and shown.number == 1
    draft = visible.current_round(event, drafts=True)
    assert draft is not None and draft.number == 2
    with pytest.raises(Round.DoesNotExist):
        round_sheet(event, 2)
    assert round_sheet(event, 2, drafts=True).is_draft


def test_an_event_without_rounds_has_no_current_one() -> None:
    event = make_event(field=2)
    assert visible.current_round(event) is None
    publish(event)
    assert visible.current_round(event) is not None
