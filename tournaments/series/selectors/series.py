"""Which series and which of their seasons somebody may see: the one rule, for pages and API alike."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Max, Q, QuerySet, Sum

from accounts.models import User
from tournaments.events.selectors.events import PEOPLE
from tournaments.models import Series, Tournament, Visibility
from tournaments.models.event import SITE_LANGUAGE
from tournaments.rights import Person, can_view_series

SEASONS = Count("events", distinct=True)


@dataclass(frozen=True, slots=True)
class View:
    """A series as one person sees it. `events` are the seasons shown, newest first; `hidden` counts the others.

    `stamp` changes with anything that matters to what this person sees: it is in the keys of caches and ETags.
    """

    series: Series
    events: tuple[Tournament, ...]
    hidden: int
    stamp: str

    @property
    def shown(self) -> frozenset[int]:
        """The primary keys of the seasons shown."""
        return frozenset(event.pk for event in self.events)

    @property
    def language(self) -> str:
        """That of the newest season shown: names stand in its order."""
        return self.events[0].language if self.events else SITE_LANGUAGE


def series_by_slug(slug: str, user: Person) -> Series:
    """The series, if `user` may see it. Errors: Series.DoesNotExist (also when it is private and not theirs)."""
    series = Series.objects.select_related("owner").get(slug=slug)
    if not can_view_series(user, series):
        raise Series.DoesNotExist(f"no series {slug!r} for this user")
    return series


def view_of(series: Series, user: Person) -> View:
    """The series with the seasons `user` may see in a list, in two queries.

    Private events are for their staff; unlisted ones are shown unless the series is public: what is on the front page
    must not give away addresses that are not.
    """
    events = list(Tournament.objects.filter(series=series).annotate(player_count=PEOPLE).order_by("-season"))
    theirs = _staffed(series, user)
    listed = {Visibility.PUBLIC.value}
    if series.visibility != Visibility.PUBLIC:
        listed.add(Visibility.UNLISTED.value)
    shown = []
    for event in events:
        event.series = series  # known already: nothing asks for it again
        if event.pk in theirs or (event.visibility in listed and not event.hidden):
            shown.append(event)
    return View(series, tuple(shown), len(events) - len(shown), _stamp(series, events, shown))


def series_listed() -> QuerySet[Series]:
    """Public series for the front page, those with the latest event first."""
    return (
        Series.objects.filter(visibility=Visibility.PUBLIC)
        .annotate(
            season_count=Count(
                "events", filter=Q(events__hidden=False, events__visibility=Visibility.PUBLIC), distinct=True
            ),
            latest=Max("events__starts_on"),
        )
        .order_by("-latest", "name", "id")
    )


def listed_stamp() -> str:
    """Changes with the list of public series: part of the ETag of every page that shows it."""
    facts = Series.objects.filter(visibility=Visibility.PUBLIC).aggregate(
        Count("pk"), Max("pk"), Sum("version"), Sum("events__public_version")
    )
    return "-".join(str(value or 0) for value in facts.values())


def is_linked(event: Tournament) -> bool:
    """Whether the pages of an event may name its series: whoever may see them may see the series."""
    if event.series is None:
        return False
    return event.visibility == Visibility.PRIVATE or event.series.visibility != Visibility.PRIVATE


def has_people_linked(event: Tournament) -> bool:
    """Whether the pages of an event may lead to its players' pages in the series, which show only listed seasons."""
    if event.series is None or not is_linked(event):
        return False
    return event.visibility != Visibility.UNLISTED or event.series.visibility != Visibility.PUBLIC


def series_of(user: User) -> QuerySet[Series]:
    """Series `user` owns, by name."""
    return Series.objects.filter(owner=user).annotate(season_count=SEASONS).order_by("name", "id")


def series_visible(user: Person) -> QuerySet[Series]:
    """What a list of series (the API's) shows to `user`: public ones, their own, those of their events."""
    rows = Series.objects.select_related("owner").order_by("name", "id")
    if user is None or isinstance(user, AnonymousUser):
        return rows.filter(visibility=Visibility.PUBLIC)
    theirs = Tournament.objects.filter(_works_on(user), series__isnull=False).values("series")
    return rows.filter(Q(visibility=Visibility.PUBLIC) | Q(owner=user) | Q(pk__in=theirs))


def _works_on(user: User) -> Q:
    return Q(owner=user) | Q(staff_rows__user=user)


def _staffed(series: Series, user: Person) -> frozenset[int]:
    """The seasons `user` works on."""
    if not isinstance(user, User) or not user.is_active:
        return frozenset()
    return frozenset(series.events.filter(_works_on(user)).values_list("pk", flat=True))


def stamp_of(series: Series) -> str:
    """Changes with the series and with each of its events."""
    return _stamp(series, list(series.events.only("pk", "public_version").order_by("pk")), ())


def _stamp(series: Series, events: Sequence[Tournament], shown: Sequence[Tournament]) -> str:
    parts = (
        series.pk,
        series.version,
        sorted((event.pk, event.public_version) for event in events),
        sorted(event.pk for event in shown),
    )
    return blake2b(repr(parts).encode(), digest_size=12).hexdigest()
