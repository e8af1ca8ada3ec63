"""Who may do what with an event: one table for pages and API. An answer costs at most one query per user and event.

The table is shown at the desk and printed in docs/roles.md; the tests say it once more, address by address.
"""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, TextChoices
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.models import Role, Series, Staff, Tournament, Visibility

Person = User | AnonymousUser | None


class Right(TextChoices):
    """What one may do. The label is what the page of rights says."""

    VIEW = "view", _("See the event: pairings, results, standings (a private event: its staff only)")
    OWN_PAGE = "own_page", _("Players' own pages: report a result, check in, ask the desk, call a judge")
    SEE_DRAFTS = "see_drafts", _("Open the desk: drafts, the log, printing")
    ENTER_RESULTS = "enter_results", _("Enter results of the round being played, confirm player reports")
    VERIFY_RESULTS = "verify_results", _("Verify the results of a round")
    CORRECT_RESULTS = "correct_results", _("Correct results of completed rounds")
    CHECK_IN = "check_in", _("Check players in")
    CALLS = "calls", _("See and answer calls for a judge")
    PENALTIES = "penalties", _("See, give and cancel penalties")
    CLOCK = "clock", _("Run the clock of a round, give tables extra time")
    SCREENS = "screens", _("Choose what the screens in the hall show, set the message to players")
    REQUESTS = "requests", _("Let players withdraw, return and sit out; answer requests")
    REPAIR = "repair", _("Repair a paired round, change pairings by hand")
    PAIR = "pair", _("Pair rounds, discard drafts, complete and reopen rounds, plan the schedule")
    PUBLISH = "publish", _("Publish rounds")
    MANAGE_PLAYERS = "manage_players", _("Add, change, import and remove players; keep players apart")
    REGISTRATION = (
        "registration",
        _("See entries with their e-mail addresses, enter, ask to correct, mark fees"),
    )
    SETTINGS = "settings", _("Change the settings, finish and reopen the event")
    SNAPSHOTS = "snapshots", _("Create restore points and restore them")
    UNDO = "undo", _("Undo steps")
    STAFF = "staff", _("Name the staff, invite by link, hand the event over")
    DELETE = "delete", _("Delete the event")


class Holder(TextChoices):
    """Whom the columns of the table stand for besides the roles."""

    PLAYER = "player", _("Player with their own code")
    EVERYBODY = "everybody", _("Anyone")


_OWNER = frozenset({Role.OWNER})
_MANAGERS = _OWNER | {Role.DIRECTOR}
_JUDGES = _MANAGERS | {Role.ARBITER}
_SCORERS = _JUDGES | {Role.SCOREKEEPER}

# Who has each right. `Holder.EVERYBODY` ends at private events (see `may`); rights of a player are those over the
# own games and come with the key, whoever is signed in.
TABLE: dict[Right, frozenset[Role | Holder]] = {
    Right.VIEW: frozenset({*Role, *Holder}),
    Right.OWN_PAGE: frozenset({Holder.PLAYER}),
    Right.SEE_DRAFTS: _SCORERS,
    Right.ENTER_RESULTS: _SCORERS,
    Right.VERIFY_RESULTS: _SCORERS,
    Right.CORRECT_RESULTS: _JUDGES,
    Right.CHECK_IN: _SCORERS,
    Right.CALLS: _JUDGES,
    Right.PENALTIES: _JUDGES,
    Right.CLOCK: _JUDGES,
    Right.SCREENS: _JUDGES,
    Right.REQUESTS: _JUDGES,
    Right.REPAIR: _JUDGES,
    Right.PAIR: _MANAGERS,
    Right.PUBLISH: _MANAGERS,
    Right.MANAGE_PLAYERS: _MANAGERS,
    Right.REGISTRATION: _MANAGERS,
    Right.SETTINGS: _MANAGERS,
    Right.SNAPSHOTS: _MANAGERS,
    Right.UNDO: _MANAGERS,
    Right.STAFF: _OWNER,
    Right.DELETE: _OWNER,
}


# What reports say. While an event follows another program, pages offer none of it, and services refuse it
# (`steps.changing`).
OF_REPORTS = frozenset(
    {
        Right.ENTER_RESULTS,
        Right.VERIFY_RESULTS,
        Right.CORRECT_RESULTS,
        Right.CHECK_IN,
        Right.PENALTIES,
        Right.REPAIR,
        Right.PAIR,
        Right.PUBLISH,
        Right.MANAGE_PLAYERS,
    }
)


COLUMNS: tuple[Role | Holder, ...] = (*Role, *Holder)


def table_of_rights() -> list[tuple[Right, list[tuple[Role | Holder, bool]]]]:
    """The table as it is shown: each right with every column, in order."""
    return [(right, [(column, column in TABLE[right]) for column in COLUMNS]) for right in Right]


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


def may(user: Person, tournament: Tournament | None, right: Right) -> bool:
    """Whether the table gives `user` this right in an event. Nobody has any in one that is in the bin."""
    if tournament is None or tournament.deleted_at is not None:
        return False
    holders = TABLE[right]
    if Holder.EVERYBODY in holders and tournament.is_open:
        return True
    return role_of(user, tournament) in holders


def includes(role: Role, other: Role) -> bool:
    """Whether whoever has `role` has every right of `other`."""
    return all(role in holders for holders in TABLE.values() if other in holders)


def rights_of(user: Person, tournament: Tournament) -> dict[str, bool]:
    """Every right by name that there is something to do with now, for templates: `{% if rights.check_in %}`."""
    idle = OF_REPORTS if tournament.follows else frozenset()
    return {right.value: right not in idle and may(user, tournament, right) for right in Right}


def having(right: Right) -> Callable[[Person, Tournament | None], bool]:
    """The rule "may do this", for views that are given a rule."""

    def rule(user: Person, tournament: Tournament | None) -> bool:
        return may(user, tournament, right)

    rule.__name__ = f"may_{right.value}"
    return rule


def is_owner(user: Person, tournament: Tournament | None) -> bool:
    """Whoever made the event, and people they made owners too."""
    return may(user, tournament, Right.STAFF)


def can_manage(user: Person, tournament: Tournament | None) -> bool:
    """Everything but deleting the event and naming its staff."""
    return may(user, tournament, Right.SETTINGS)


def can_enter_results(user: Person, tournament: Tournament | None) -> bool:
    return may(user, tournament, Right.ENTER_RESULTS)


def can_see_drafts(user: Person, tournament: Tournament | None) -> bool:
    """Whoever works at the desk sees all of it."""
    return may(user, tournament, Right.SEE_DRAFTS)


def can_view(user: Person, tournament: Tournament | None) -> bool:
    """Public and unlisted events are open to all, private ones to their staff."""
    return may(user, tournament, Right.VIEW)


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
