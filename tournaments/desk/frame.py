"""The frame of every page of the desk: where the event is, what waits for somebody, what can be undone, where to go.

Worked out once for each version of an event and kept, so that a page pays one look into the cache for it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.events.selectors.unplayed import unplayed
from tournaments.history.log import step_to_redo, step_to_undo
from tournaments.models import Action, LogEntry, Match, Player, Round, RoundState, Tournament
from tournaments.phones.selectors.waiting import Signs, signs
from tournaments.rights import Right
from tournaments.rounds.selectors import clocks
from tournaments.rounds.selectors.clocks import Clock
from tournaments.steps.version_cache import by_version

_SUBJECT = 40


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the log that the head offers to undo or to redo."""

    key: int
    action: Action
    subject: str

    @property
    def label(self) -> str:
        return f"{self.action.label} · {self.subject}" if self.subject else str(self.action.label)


@dataclass(frozen=True, slots=True)
class Frame:
    """What the head of a page says. Without a round, `number` is 0; `entered` counts its tables with a result."""

    number: int
    state: RoundState | None
    tables: int
    entered: int
    clock: Clock | None
    players: int
    undo: Step | None
    redo: Step | None
    signs: Signs

    @property
    def is_played(self) -> bool:
        return self.state in (RoundState.PUBLISHED, RoundState.IN_PROGRESS)

    @property
    def missing(self) -> int:
        return self.tables - self.entered


def frame_of(tournament: Tournament) -> Frame:
    """The frame of an event, as its version has it."""
    return by_version(tournament, "desk-frame", lambda: _frame(tournament))


def _frame(tournament: Tournament) -> Frame:
    round_ = _round_at_work(tournament)
    tables = Match.objects.filter(round=round_)
    count = tables.count() if round_ else 0
    return Frame(
        number=round_.number if round_ else 0,
        state=RoundState(round_.state) if round_ else None,
        tables=count,
        entered=count - unplayed(tables).count() if round_ else 0,
        clock=clocks.current_clock(tournament),
        players=Player.objects.filter(tournament=tournament, house=False, left_after_round=None).count(),
        undo=_step(step_to_undo(tournament)),
        redo=_step(step_to_redo(tournament)),
        signs=signs(tournament),
    )


def _round_at_work(tournament: Tournament) -> Round | None:
    """The first round that is not completed, or the last one."""
    rows = Round.objects.filter(tournament=tournament)
    open_ = rows.exclude(state=RoundState.COMPLETED).order_by("number").first()
    return open_ or rows.order_by("number").last()


def _step(line: LogEntry | None) -> Step | None:
    """The step of a line; of an undo, the step it took back (it is redone by the key of the undo)."""
    if line is None:
        return None
    action, subject = line.action, line.subject
    if line.undoes_id is not None:
        action, subject = LogEntry.objects.values_list("action", "subject").get(pk=line.undoes_id)
    return Step(line.pk, Action(action), subject[:_SUBJECT])


# How dense the desk is, as the person chose in the menu; the script of the frame keeps it in a cookie.
DENSITIES = ("", "compact", "roomy")


def density_of(request: HttpRequest) -> str:
    """The density that was chosen; empty for the desk's own."""
    chosen = request.COOKIES.get("density", "")
    return chosen if chosen in DENSITIES else ""


@dataclass(frozen=True, slots=True)
class Place:
    """A page in the navigation: the name of its address, the icon, the right that opens it ('' : all staff)."""

    name: str
    title: str | Promise
    right: str = ""
    only: str = ""

    def is_open(self, rights: dict[str, bool], kinds: Collection[str]) -> bool:
        return (not self.right or rights[self.right]) and (not self.only or self.only in kinds)


# The pages below each place of the rail, as they stand above the pages themselves. `only` names the kind of event.
SECTIONS: dict[str, tuple[Place, ...]] = {
    "players": (
        Place("players", _("Players"), Right.REQUESTS),
        Place("check_in", _("Check-in"), Right.CHECK_IN),
        Place("import", _("Import"), Right.MANAGE_PLAYERS),
        Place("numbers", _("Draw numbers"), Right.MANAGE_PLAYERS, only="four"),
        Place("pairs", _("Kept apart"), Right.MANAGE_PLAYERS),
        Place("penalties", _("Penalties"), Right.PENALTIES),
    ),
    "standings": (
        Place("standings", _("Standings")),
        Place("prizes", _("Prizes")),
    ),
    "hall": (
        Place("screens", _("Screens"), Right.SCREENS),
        Place("message", _("Message to players"), Right.SCREENS),
        Place("outstanding", _("Outstanding tables"), only="played"),
        Place("clock", pgettext_lazy("of a round", "Clock"), only="played"),
        Place("hall_tables", _("Tables of the hall"), Right.SETTINGS),
    ),
    "settings": (
        Place("settings", _("Rules"), Right.SETTINGS),
        Place("phases", _("Phases"), Right.SETTINGS),
        Place("staff", _("Staff"), Right.SETTINGS),
        Place("event_series", _("Series"), Right.SETTINGS),
        Place("table_codes", _("Codes"), Right.SETTINGS),
        Place("snapshots", _("Restore points"), Right.SNAPSHOTS),
        Place("rights", _("Rights")),
    ),
    "log": (
        Place("log", _("Log")),
        Place("undo", _("Undo"), Right.UNDO),
        Place("snapshots", _("Restore points"), Right.SNAPSHOTS),
    ),
}
_OF_A_ROUND = frozenset({"outstanding", "clock"})


@dataclass(frozen=True, slots=True)
class Link:
    """A place somebody may go to."""

    name: str
    title: str
    url: str


def links_of(
    section: str, tournament: Tournament, rights: dict[str, bool], frame: Frame, *, is_four: bool
) -> list[Link]:
    """The pages of one place that this person may open."""
    kinds = [kind for kind, is_so in (("four", is_four), ("played", frame.is_played)) if is_so]
    return [
        Link(place.name, str(place.title), _url(place.name, tournament.slug, frame.number))
        for place in SECTIONS.get(section, ())
        if place.is_open(rights, kinds)
    ]


def _url(name: str, slug: str, number: int) -> str:
    return reverse(f"desk:{name}", args=[slug, number] if name in _OF_A_ROUND else [slug])
