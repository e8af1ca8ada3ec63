"""Which events and which rounds somebody may see. The one rule, for pages and API alike."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Q, QuerySet
from django.utils.translation import get_language

from accounts.models import User
from tournaments.models import (
    Action,
    LogEntry,
    Role,
    Round,
    RoundState,
    Screen,
    Staff,
    Tournament,
    Visibility,
)
from tournaments.models.event import LISTED, SITE_LANGUAGE
from tournaments.rights import TABLE, Person, Right, can_see_drafts, can_view
from tournaments.steps.version_cache import at_hand

# House players fill seats; nobody counts them.
PEOPLE = Count("players", filter=Q(players__house=False), distinct=True)


def event_by_slug(slug: str, user: Person) -> Tournament:
    """The event, if `user` may see it. Errors: Tournament.DoesNotExist (also when it is private and not
    theirs).
    """
    tournament = Tournament.objects.select_related("owner").get(slug=slug)
    if not can_view(user, tournament):
        raise Tournament.DoesNotExist(f"no event {slug!r} for this user")
    return tournament


def is_hidden(slug: str) -> bool:
    """Whether an address is an event's that everybody could see before the site hid it."""
    return Tournament.objects.filter(slug=slug, hidden=True).exclude(visibility=Visibility.PRIVATE).exists()


def usual_place(owner: User) -> dict[str, str]:
    """Time zone and language of the event that `owner` made last, as they are stored. The first event has the
    language its owner reads.
    """
    newest = Tournament.objects.filter(owner=owner).order_by("-id").values_list("time_zone", "language")
    time_zone, language = newest.first() or ("", get_language() or SITE_LANGUAGE)
    return {"time_zone": time_zone, "language": language}


def events_listed() -> QuerySet[Tournament]:
    """Public events for the front page, newest first, with `player_count`."""
    return Tournament.objects.filter(LISTED).annotate(player_count=PEOPLE).order_by("-starts_on", "-id")


def events_of(user: User) -> QuerySet[Tournament]:
    """Events `user` owns or works on, newest first, with `player_count`."""
    return (
        Tournament.objects.filter(Q(owner=user) | Q(staff_rows__user=user))
        .annotate(player_count=PEOPLE)
        .order_by("-id")
    )


def archived_by(user: User) -> QuerySet[Tournament]:
    """Those `user` owns that are in the archive."""
    owners = Q(owner=user) | Q(staff_rows__user=user, staff_rows__role=Role.OWNER)
    return Tournament.objects.filter(owners, archived=True).order_by()


@dataclass(frozen=True, slots=True)
class OwnEvent:
    """An event of somebody's list. Whoever has no right to the desk opens its screens: all there are, by name."""

    event: Tournament
    role: Role
    is_desk_open: bool
    screens: Sequence[Screen] = ()

    @property
    def may_archive(self) -> bool:
        return self.role in TABLE[Right.STAFF]

    @property
    def is_archived(self) -> bool:
        """Whether it is out of the way here: the archive is that of its owners."""
        return self.event.archived and self.may_archive

    @property
    def may_manage(self) -> bool:
        return self.role in TABLE[Right.SETTINGS]


def own_events(user: User) -> list[OwnEvent]:
    """What `events_of` holds, with the role in each, in as many queries for many events as for one."""
    events = list(events_of(user))
    staff = dict(Staff.objects.filter(user=user).values_list("tournament", "role"))
    roles = {e.pk: Role.OWNER if e.owner_id == user.pk else Role(staff[e.pk]) for e in events}
    closed = {pk for pk, role in roles.items() if role not in TABLE[Right.SEE_DRAFTS]}
    screens: dict[int, list[Screen]] = {}
    for screen in Screen.objects.filter(tournament__in=closed):
        screens.setdefault(screen.tournament_id, []).append(screen)
    return [
        OwnEvent(event, roles[event.pk], event.pk not in closed, screens.get(event.pk, ()))
        for event in events
    ]


def events_visible(user: Person) -> QuerySet[Tournament]:
    """What a list of events (the API's) shows to `user`: public ones and their own."""
    if user is None or isinstance(user, AnonymousUser):
        return events_listed()
    theirs = Tournament.objects.filter(Q(owner=user) | Q(staff_rows__user=user)).values("pk")
    return Tournament.objects.filter(LISTED | Q(pk__in=theirs)).annotate(player_count=PEOPLE).order_by("-id")


@dataclass(frozen=True, slots=True)
class RoundHead:
    """What there is to say of a round without its tables."""

    number: int
    state: str
    created_at: datetime

    @property
    def is_draft(self) -> bool:
        return self.state == RoundState.DRAFT

    @property
    def is_completed(self) -> bool:
        return self.state == RoundState.COMPLETED


def round_heads(tournament: Tournament) -> tuple[RoundHead, ...]:
    """All rounds in order, drafts too; kept by event version, for every page asks for some of it."""

    def read() -> tuple[RoundHead, ...]:
        rows = Round.objects.filter(tournament=tournament).order_by("number")
        return tuple(RoundHead(*row) for row in rows.values_list("number", "state", "created_at"))

    return at_hand(tournament, "round_heads", read)


def visible_rounds(tournament: Tournament, user: Person) -> QuerySet[Round]:
    """The rounds `user` may see, in order: drafts are for the staff."""
    rounds = Round.objects.filter(tournament=tournament).order_by("number")
    return rounds if can_see_drafts(user, tournament) else rounds.exclude(state=RoundState.DRAFT)


def pairing_failure(tournament: Tournament) -> LogEntry | None:
    """Why the last attempt to pair failed, unless the event has changed since.

    `.after` holds code, params, impossible, players, offers, together; `.subject` the sentence.
    """
    entry = LogEntry.objects.filter(tournament=tournament).order_by("-id").first()
    if entry is None or entry.action != Action.PAIRING_FAILED:
        return None
    return entry if (entry.before or {}).get("version") == tournament.version else None
