"""The frame of every page of the desk: where the event is, what waits for somebody, what can be undone, where to go.

Worked out once for each version of an event and kept, so that a page pays one look into the cache for it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from accounts.models import User
from tournaments.brackets.selectors.brackets import has_bracket
from tournaments.events.selectors.endings import winner
from tournaments.events.selectors.now import EventNow
from tournaments.events.selectors.unplayed import unplayed
from tournaments.history.log import turns
from tournaments.history.sentences import facts_of, subject_of, title_of
from tournaments.models import Action, LogEntry, Match, Player, RoundState, Status, Tournament
from tournaments.phones.selectors.waiting import Signs, signs
from tournaments.rights import Right, rights_of
from tournaments.rounds.selectors import clocks
from tournaments.rounds.selectors.clocks import Clock
from tournaments.snapshots import is_of_four
from tournaments.steps.log import origin_of
from tournaments.steps.version_cache import by_version

_SUBJECT = 40


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the log that the head offers to undo or to redo."""

    action: Action
    facts: frozenset[str]
    subject: str

    @property
    def label(self) -> str:
        called, about = title_of(self.action, self.facts), subject_of(self.action, self.subject)
        return f"{called} · {about}" if about else called


@dataclass(frozen=True, slots=True)
class Frame:
    """What the head of a page says. Without a round, `number` is 0; while it is played, `tables` are counted, and
    those that have a result, `entered`.

    `to_come` are the rounds that are planned and not paired yet: none once there is a `winner` (else "").
    """

    number: int
    state: RoundState | None
    tables: int
    entered: int
    clock: Clock | None
    players: int
    undo: Step | None
    redo: Step | None
    signs: Signs
    winner: str
    to_come: tuple[int, ...]

    @property
    def is_played(self) -> bool:
        return self.state in clocks.PLAYED_STATES


def frame_of(now: EventNow) -> Frame:
    """The frame of an event, as its version has it."""
    return by_version(now.event, "desk-frame", lambda: _frame(now))


def _frame(now: EventNow) -> Frame:
    tournament, round_ = now.event, now.at_work
    is_played = round_ and round_.state in clocks.PLAYED_STATES
    tables = Match.objects.filter(round=round_) if is_played else Match.objects.none()
    count = tables.count()
    won_by = winner(tournament)
    undo, redo = turns(tournament)
    return Frame(
        number=round_.number if round_ else 0,
        state=RoundState(round_.state) if round_ else None,
        tables=count,
        entered=count - unplayed(tables).count(),
        clock=clocks.current_clock(tournament),
        players=Player.objects.filter(tournament=tournament, house=False, left_after_round=None).count(),
        undo=_step(undo),
        redo=_step(redo),
        signs=signs(tournament),
        winner=won_by,
        to_come=() if won_by else _to_come(now),
    )


def _to_come(now: EventNow) -> tuple[int, ...]:
    """The rounds that are planned and not paired yet."""
    if now.event.status == Status.FINISHED:
        return ()
    return tuple(range(now.next_number, now.event.rounds_planned + 1))


def _step(line: LogEntry | None) -> Step | None:
    """The step of a line; of an undo or a redo, the step it was about."""
    if line is None:
        return None
    about = origin_of(line)
    return Step(Action(about.action), facts_of(about), about.subject[:_SUBJECT])


@dataclass(frozen=True, slots=True)
class NavPage:
    """A page in the navigation: the name of its address and the right that opens it ("": all staff).

    `manual` is the part of the manual that explains it; `only` says where it is there: at tables of `two` or `four`,
    with a `bracket`, while a round is `played`, or in an event that is changed `here` and follows no other program.
    """

    name: str
    manual: str
    title: str | Promise
    right: str = ""
    only: str = ""

    def is_open(self, rights: dict[str, bool], kinds: Collection[str]) -> bool:
        return (not self.right or rights[self.right]) and (not self.only or self.only in kinds)


# The pages below each place of the rail, as they stand above the pages themselves and in what Ctrl-K finds.
SECTIONS: dict[str, tuple[NavPage, ...]] = {
    # These stand in the rail and in the head themselves.
    "event": (
        NavPage("event", "event-day#every-round", pgettext_lazy("where an event is at the moment", "Now")),
        NavPage("bracket", "event-day#a-bracket", _("Bracket"), only="bracket"),
        NavPage("print", "hall#paper", _("Print")),
        NavPage("reports", "event-day#what-players-do-themselves", _("From players"), Right.ENTER_RESULTS),
        NavPage(
            "requests", "event-day#what-players-do-themselves", _("Requests"), Right.REQUESTS, only="here"
        ),
        NavPage("calls", "event-day#what-players-do-themselves", _("Judge calls"), Right.CALLS),
    ),
    "players": (
        NavPage("players", "event-day#before-the-doors-open", _("Players"), Right.REQUESTS),
        NavPage("registration", "registration", _("Registration"), Right.REGISTRATION),
        NavPage("check_in", "event-day#at-the-door", _("Check-in"), Right.CHECK_IN),
        NavPage("import", "event-day#before-the-doors-open", _("Import"), Right.MANAGE_PLAYERS),
        NavPage(
            "numbers",
            "event-day#the-schedule-of-a-riichi-event",
            _("Drawn numbers"),
            Right.MANAGE_PLAYERS,
            only="four",
        ),
        NavPage("pairs", "event-day#before-the-doors-open", _("Kept apart"), Right.MANAGE_PLAYERS),
        NavPage("penalties", "event-day#penalties-and-warnings", _("Penalties"), Right.PENALTIES),
    ),
    "standings": (
        NavPage("standings", "event-day#at-the-end", _("Standings")),
        NavPage("prizes", "event-day#at-the-end", _("Prizes")),
    ),
    "hall": (
        NavPage("screens", "hall#screens", _("Screens"), Right.SCREENS),
        NavPage("message", "hall#a-message-to-players", _("Message to players"), Right.SCREENS),
        NavPage("queue", "queue", pgettext_lazy("of matches for tables", "Queue"), only="two"),
        NavPage("outstanding", "hall#outstanding-tables", _("Outstanding tables"), only="played"),
        NavPage("clock", "hall#the-clock-of-a-round", pgettext_lazy("of a round", "Clock"), only="played"),
        NavPage("hall_tables", "hall#tables-of-the-hall", _("Tables of the hall"), Right.SETTINGS),
    ),
    "settings": (
        NavPage("settings", "event-day#before-the-doors-open", _("Rules"), Right.SETTINGS),
        NavPage("registration_settings", "registration#opening-it", _("Registration"), Right.SETTINGS),
        NavPage("phases", "event-day#an-event-in-phases", _("Phases"), Right.SETTINGS, only="two"),
        NavPage("staff", "event-day#who-works-on-the-event", _("Staff"), Right.STAFF),
        NavPage("event_series", "league#once-the-series", _("Series"), Right.SETTINGS),
        NavPage("table_codes", "event-day#what-players-do-themselves", _("Codes"), Right.SETTINGS),
        NavPage("files", "event-day#at-the-end", _("Files"), Right.SETTINGS),
        NavPage("rights", "roles", _("Rights")),
    ),
    "log": (
        NavPage("log", "event-day#when-something-goes-wrong", _("Log")),
        NavPage("undo", "event-day#when-something-goes-wrong", _("Undo"), Right.UNDO),
        NavPage("snapshots", "event-day#when-something-goes-wrong", _("Restore points"), Right.SNAPSHOTS),
    ),
}
_OF_A_ROUND = frozenset({"outstanding", "clock"})
# The part of the manual that explains a page: of each above, of others by the name of their address, else of their
# place in the rail.
MANUAL: dict[str, str] = {
    **{page.name: page.manual for pages in SECTIONS.values() for page in pages},
    "repair": "event-day#repairing-a-round-instead-of-pairing-it-again",
    "by_hand": "event-day#repairing-a-round-instead-of-pairing-it-again",
    "follow": "follow",
    "outlook": "event-day#how-many-more-rounds",
    "overview": "event-day#every-round",
    "rounds": "event-day#every-round",
    "schedule": "event-day#the-schedule-of-a-riichi-event",
    "hall": "hall",
}


def manual_of(name: str, section: str) -> str:
    """Where the manual explains the page with this address, of this place in the rail."""
    return MANUAL.get(name) or MANUAL[section]


@dataclass(frozen=True, slots=True)
class Link:
    """A place somebody may go to."""

    name: str
    title: str
    url: str


def links_of(section: str, top: Top) -> list[Link]:
    """The pages of one place that this person may open."""
    kind = "four" if is_of_four(top.event) else "two"
    kinds = {
        kind: True,
        "played": top.frame.is_played,
        "here": not top.event.follows,
        "bracket": has_bracket(top.event),
    }
    return [
        Link(place.name, str(place.title), _url(place.name, top.event.slug, top.frame.number))
        for place in SECTIONS.get(section, ())
        if place.is_open(top.rights, [kind for kind, is_so in kinds.items() if is_so])
    ]


@dataclass(frozen=True, slots=True)
class Top:
    """The head of every page; `urgent`: how much waits for somebody with these rights."""

    event: Tournament
    rights: dict[str, bool]
    frame: Frame
    urgent: int


def top_of(now: EventNow, user: User) -> Top:
    """The head as this person reads it."""
    rights, frame = rights_of(user, now.event), frame_of(now)
    requests = frame.signs.requests if rights[Right.REQUESTS] else 0
    calls = frame.signs.calls if rights[Right.CALLS] else 0
    return Top(now.event, rights, frame, frame.signs.disputed + requests + calls)


def _url(name: str, slug: str, number: int) -> str:
    return reverse(f"desk:{name}", args=[slug, number] if name in _OF_A_ROUND else [slug])
