"""Every address, from the URL resolver, filled in from the rows of a database."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tournaments.corrections.services.edits import KINDS
from tournaments.models import (
    Identity,
    Invitation,
    Job,
    JobKind,
    Match,
    Player,
    Round,
    ScoreClaim,
    Screen,
    Series,
    Simulation,
    Tournament,
)
from tournaments.players.selectors.table_codes import code_of, tables

Values = Mapping[str, Any]
Choices = Sequence[Values]
# Of the live event every player and table; of the others the first two and the last two.
LIVE, ENDS = "harbour-open", 2
# Whoever looks there is somebody else afterwards, or it is the key of a letter.
LEFT_OUT = {
    "accounts:sign_out",
    "accounts:sign_in_link",
    "accounts:new_password",
    "set_language",
    "public:language",
}


@dataclass(frozen=True, slots=True)
class Address:
    """`subject` is the event, or the series (`s/` and its slug) it is about; "" for neither."""

    name: str
    subject: str
    path: str


class UnknownParameter(Exception):
    """An address needs something this module cannot find in the database yet."""


def patterns(
    resolver: URLResolver | None = None, namespace: str = ""
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The name of every address and what it needs. The API has no namespace of its own: it is told by its start."""
    yield from dict(_patterns(resolver or get_resolver(), namespace, ())).items()


def _patterns(
    resolver: URLResolver, namespace: str, outer: tuple[str, ...]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    for part in resolver.url_patterns:
        needed = (*outer, *part.pattern.converters)
        if isinstance(part, URLResolver):
            yield from _patterns(part, part.namespace or namespace, needed)
        elif isinstance(part, URLPattern) and part.name:
            yield f"{namespace}:{part.name}".lstrip(":"), needed


def addresses() -> Iterator[Address]:
    """All of them, each as often as the database has something to fill in."""
    for name, needed in patterns():
        if name not in LEFT_OUT:
            yield from of_name(name, needed)


def of_name(name: str, needed: Sequence[str]) -> Iterator[Address]:
    for subject, slug, find in _subjects(name, needed):
        for values in find(name, [key for key in needed if key != "slug"]):
            given = {**values, **slug}
            yield Address(name, subject, reverse(name, kwargs={key: given[key] for key in needed}))


Find = Callable[[str, Sequence[str]], Choices]


def _subjects(name: str, needed: Sequence[str]) -> Iterator[tuple[str, Values, Find]]:
    if "slug" not in needed:
        yield "", {}, _of_site
    elif _is_of_series(name):
        for series in Series.objects.order_by("pk"):
            yield f"s/{series.slug}", {"slug": series.slug}, _OfSeries(series)
    else:
        for event in Tournament.objects.order_by("pk"):
            yield event.slug, {"slug": event.slug}, _OfEvent(event)


def _is_of_series(name: str) -> bool:
    _space, _colon, short = name.rpartition(":")
    return short.startswith("series") or short in {"season", "seasons", "merge-persons", "split-person"}


def _of_site(name: str, needed: Sequence[str]) -> Choices:
    fills: dict[str, Callable[[], list[Any]]] = {
        "desk:": list,
        "public:invitation.key": lambda: _column(Invitation, "key"),
        "api:invitation.key": lambda: _column(Invitation, "key"),
        "api:accept-invitation.key": lambda: _column(Invitation, "key"),
        "key": lambda: _column(Simulation, "key"),
        "simulation": lambda: _column(Simulation, "key"),
        "pk": lambda: _column(Job, "pk", kind=JobKind.STUDY),
        "study": lambda: _column(Job, "pk", kind=JobKind.STUDY),
        "api:system.name": lambda: ["monrad", "mahjong_final", "nothing"],
        "api:tiebreak.name": lambda: ["solkoff", "nothing"],
        "lab:study_csv.table": lambda: ["places", "nothing"],
        "api:schema.name": lambda: ["pairwright-event-1", "nothing"],
        "desk:manual.name": lambda: ["event-day", "nothing"],
        "token": lambda: ["nothing"],
        "event": lambda: ["nothing"],  # in the bin, which an old database has not
    }
    return _filled(name, needed, fills)


def _column(model: Any, field: str, **which: Any) -> list[Any]:
    return [getattr(row, field) for row in model.objects.filter(**which).order_by("pk")]


def _filled(name: str, needed: Sequence[str], fills: Mapping[str, Callable[[], list[Any]]]) -> Choices:
    """All ways to fill in what is needed; what fits one name only is written `name.parameter`."""
    columns = []
    for key in needed:
        find = fills.get(f"{name}.{key}") or fills.get(key)
        if find is None:
            raise UnknownParameter(f"{name} needs {key}: say in {__name__} where it is found.")
        columns.append(find())
    return [dict(zip(needed, values, strict=True)) for values in product(*columns)]


class _OfSeries:
    def __init__(self, series: Series) -> None:
        self.series = series

    def __call__(self, name: str, needed: Sequence[str]) -> Choices:
        if name == "api:series-player":
            seats = Player.objects.filter(tournament__series=self.series).order_by("pk")
            return [
                {"event": p.tournament.slug, "number": p.number} for p in seats.select_related("tournament")
            ]
        people = lambda: _column(Identity, "pk", series=self.series)  # noqa: E731
        events = lambda: _column(Tournament, "slug", series=self.series)  # noqa: E731
        return _filled(name, needed, {"number": people, "person": people, "event": events})


class _OfEvent:
    """What there is of an event, to be filled in."""

    # In these `number` is a player; in all others it is a round.
    OF_PLAYERS = {
        "public:player", "public:card", "public:need", "public:tiebreaks", "public:my_schedule", "desk:player",
        "desk:link_player", "desk:remove_player", "desk:withdraw", "desk:return", "desk:bye", "desk:cancel_bye",
        "desk:player_code", "api:player", "api:coming", "api:history", "api:withdraw", "api:return", "api:check-in",
        "api:draw-number", "api:bye-request", "api:own-address", "api:working",
    }  # fmt: skip

    def __init__(self, event: Tournament) -> None:
        self.event = event

    def __call__(self, name: str, needed: Sequence[str]) -> Choices:
        if {"number", "table"} <= set(needed):
            return [{"number": n, "table": t} for n in self._rounds()[:-1] for t in self._tables(n)]
        return _filled(name, needed, self._fills(name))

    def _fills(self, name: str) -> dict[str, Callable[[], list[Any]]]:
        of_player = name in self.OF_PLAYERS
        return {
            "number": self._players if of_player else self._rounds,
            "round_number": self._rounds,
            "first": lambda: [1],
            "second": lambda: [2],
            "kind": lambda: list(KINDS),
            "desk:standings_file.kind": lambda: ["csv", "xlsx", "nothing"],
            "desk:pairings_file.kind": lambda: ["csv", "xlsx", "nothing"],
            **{f"desk:{page}.place": lambda: [1] for page in ("prize", "remove_prize", "move_prize")},
            "key": lambda: self._of(Player, "key"),
            "code": self._codes,
            "username": lambda: ["organiser", "arbiter"],
            "public:named_screen.key": lambda: self._of(Screen, "key"),
            "api:screen.key": lambda: self._of(Screen, "key"),
            **{f"desk:{page}.key": self._snapshots for page in ("snapshot", "snapshot_document")},
            **{f"api:{page}.key": self._snapshots for page in ("snapshot", "snapshot-document", "restore")},
            "job": lambda: self._of(Job, "pk"),
            "desk:job.pk": lambda: self._of(Job, "pk"),
            **{f"desk:{act}_schedule.pk": lambda: self._of(Job, "pk") for act in ("stop", "keep", "drop")},
            "desk:revoke_invitation.pk": self._related("invitations"),
            "invitation": self._related("invitations"),
            "desk:revoke_penalty.pk": self._related("penalties"),
            "penalty": self._related("penalties"),
            "desk:request.pk": self._related("player_requests"),
            "asked": self._related("player_requests"),
            "desk:call.pk": self._related("judge_calls"),
            "call": self._related("judge_calls"),
            "claim": self._claims,
            **{
                f"desk:{page}.pk": self._related("screens")
                for page in ("screen", "show_on_screen", "delete_screen")
            },
        }

    def _some(self, values: list[Any]) -> list[Any]:
        is_whole = self.event.slug == LIVE or len(values) <= 2 * ENDS
        return values if is_whole else [*values[:ENDS], *values[-ENDS:]]

    def _of(self, model: Any, field: str) -> list[Any]:
        return self._some(_column(model, field, tournament=self.event))

    def _tables(self, number: int) -> list[int]:
        found = Match.objects.filter(round__tournament=self.event, round__number=number).order_by("table")
        tables = list(found.values_list("table", flat=True))
        return tables if self.event.slug == LIVE else [*{tables[0]: None, tables[-1]: None}] if tables else []

    def _related(self, rows: str) -> Callable[[], list[Any]]:
        return lambda: list(getattr(self.event, rows).order_by("pk").values_list("pk", flat=True))

    def _players(self) -> list[Any]:
        return self._of(Player, "number")

    def _rounds(self) -> list[Any]:
        """One more than there are: the page of a round that is not there yet."""
        numbers = list(
            Round.objects.filter(tournament=self.event).order_by("number").values_list("number", flat=True)
        )
        return [*numbers, len(numbers) + 1]

    def _snapshots(self) -> list[Any]:
        return self._some(list(self.event.snapshots.order_by("pk").values_list("pk", flat=True)))

    def _claims(self) -> list[Any]:
        return list(
            ScoreClaim.objects.filter(match__round__tournament=self.event).values_list("pk", flat=True)
        )

    def _codes(self) -> list[Any]:
        """Tables that are there, and a code that is not."""
        return [*(code_of(self.event, table) for table in self._some(tables(self.event))), "1-aaaaaaaaaa"]
