"""Who may do what with an event: one rule for pages and API. An answer costs at most one query per user and
event.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q
from rules.permissions import add_perm

from accounts.models import User
from tournaments.models import Role, Series, Staff, Tournament, Visibility

Person = User | AnonymousUser | None

SCOREKEEPERS = frozenset({Role.OWNER, Role.ORGANISER, Role.SCOREKEEPER})
MANAGERS = frozenset({Role.OWNER, Role.ORGANISER})


def role_of(user: Person, tournament: Tournament) -> Role | None:
    """The role of `user` in an event, or None. The answer is kept on the event object."""
    if not isinstance(user, User) or not user.is_active:
        return None
    if tournament.owner_id == user.pk:
        return Role.OWNER
    known: dict[int, Role | None] = tournament.__dict__.setdefault("_roles", {})
    if user.pk not in known:
        row = Staff.objects.filter(tournament=tournament, user=user).values_list("role", flat=True).first()
        known[user.pk] = Role(row) if row else None
    return known[user.pk]


def is_owner(user: Person, tournament: Tournament | None) -> bool:
    """Whoever made the event, and people they made owners too."""
    return tournament is not None and role_of(user, tournament) is Role.OWNER


def can_manage(user: Person, tournament: Tournament | None) -> bool:
    """Everything but deleting the event and naming its staff."""
    return tournament is not None and role_of(user, tournament) in MANAGERS


def can_enter_results(user: Person, tournament: Tournament | None) -> bool:
    return tournament is not None and role_of(user, tournament) in SCOREKEEPERS


def can_see_drafts(user: Person, tournament: Tournament | None) -> bool:
    """Whoever works on the event sees all of it."""
    return can_enter_results(user, tournament)


def can_view(user: Person, tournament: Tournament | None) -> bool:
    """Public and unlisted events are open to all, private ones to their staff."""
    if tournament is None:
        return False
    return tournament.visibility != Visibility.PRIVATE or can_enter_results(user, tournament)


def can_manage_series(user: Person, series: Series | None) -> bool:
    """Whoever owns the series. Putting an event in takes the right to manage that event besides."""
    return isinstance(user, User) and user.is_active and series is not None and series.owner_id == user.pk


def can_view_series(user: Person, series: Series | None) -> bool:
    """Public and unlisted series are open to all, private ones to their owner and the staff of their events."""
    if series is None:
        return False
    if series.visibility != Visibility.PRIVATE or can_manage_series(user, series):
        return True
    if not isinstance(user, User) or not user.is_active:
        return False
    mine = Q(owner=user) | Q(staff_rows__user=user)
    return Tournament.objects.filter(mine, series=series).exists()


# The same rules as Django permissions: user.has_perm("tournaments.change_tournament", tournament).
PERMISSIONS: dict[str, Callable[..., bool]] = {
    "tournaments.view_tournament": can_view,
    "tournaments.see_drafts": can_see_drafts,
    "tournaments.enter_results": can_enter_results,
    "tournaments.change_tournament": can_manage,
    "tournaments.delete_tournament": is_owner,
    "tournaments.change_staff": is_owner,
    "tournaments.view_series": can_view_series,
    "tournaments.change_series": can_manage_series,
    "tournaments.delete_series": can_manage_series,
}
_register: Callable[[str, Any], None] = add_perm
for _name, _rule in PERMISSIONS.items():
    _register(_name, _rule)
