"""Where an event stands and the one thing to do next. Read by the dashboard and by every page of a round."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _, ngettext_lazy

from pairing import engine
from pairing.engine.endings import ended
from pairing.engine.phases import with_entries
from pairing.model.errors import Impossible, PairingError
from pairing.model.field import Field
from pairing.model.options import parse
from pairing.model.types import FOUR, TWO, ByeKind, Snapshot
from pairing.systems.bracket.view import SYSTEM_OF
from tournaments.events.selectors.now import EventNow
from tournaments.events.selectors.phases import entries, is_open_ended, phase_to_shorten, rounds_lacking
from tournaments.events.selectors.unplayed import missing_tables
from tournaments.models import Player, PlayerRequestKind, Round, RoundState, Status, Tournament
from tournaments.names.namesakes import names_of_entrants
from tournaments.phones.selectors.reports import open_reports
from tournaments.players.selectors.requests import waiting_requests
from tournaments.queue.selectors.now import has_queue
from tournaments.snapshots import seats_at_table
from tournaments.steps.refusals import CoreError

Text = str | Promise


@dataclass(frozen=True, slots=True)
class NextAction:
    """`state` says where we are, `label` is the button: it changes something (`post`) or leads to a page, `url`.

    `also` are steps that may be taken beside it; one without a label is only something to know. As it is declared,
    `url` is the name of the address.
    """

    code: str
    state: Text
    label: Text
    url: str
    post: bool = False
    fields: dict[str, str] = field(default_factory=dict)
    params: dict[str, object] = field(default_factory=dict)
    lineup: Lineup | None = None
    also: tuple[NextAction, ...] = ()

    @property
    def sentence(self) -> str:
        return str(self.state % self.params)

    @property
    def button(self) -> str:
        return str(self.label) % self.params


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who is on the list, who has not left, who of these has not checked in, who has left."""

    total: int
    active: int
    not_here: int
    withdrawn: int


@dataclass(frozen=True, slots=True)
class Lineup:
    """Who would be paired if the next round were paired now, and why the others would not.

    `absent` are the numbers of those who have not checked in (where that is asked for), `asked` want a bye, `out` are
    out by the system's rules or by a cut. `too_few` are left for a round; a single one is not while others only sit
    it out and the rules give the bye. `decided` says why there is nothing left to pair, and who has won.
    """

    playing: int
    absent: tuple[int, ...]
    asked: int
    out: int
    too_few: bool
    decided: str = ""


def attendance(tournament: Tournament) -> Attendance:
    coming = tournament.rounds.count() + 1
    later = {number for number, (_phase, first) in entries(tournament).items() if first > coming}
    people = Player.objects.filter(tournament=tournament, house=False)
    rows = people.values_list("left_after_round", "checked_in", "number")
    withdrawn = sum(left is not None for left, _here, _number in rows)
    not_here = sum(left is None and not here and number not in later for left, here, number in rows)
    return Attendance(len(rows), len(rows) - withdrawn, not_here, withdrawn)


def lineup(now: EventNow) -> Lineup:
    """The line-up of the round to be paired, by the same rules that will pair it."""
    snapshot = now.to_pair
    seen = engine.of_next_round(snapshot)
    system = engine.find_system(seen.system)
    field_ = Field(seen)
    try:
        playing = len(system.playing(field_, parse(system.options, seen.options)))
    except Impossible:
        playing = 0
    except PairingError:  # said when somebody presses Pair
        playing = len(field_.present)
    absent = tuple(number for number, kind in field_.requested_byes.items() if kind == ByeKind.ABSENT)
    asked = len(field_.requested_byes) - len(absent)
    too_few = playing < (system.fewest if asked else system.seats)
    out = len(Field(with_entries(snapshot)).present) - playing
    return Lineup(playing, absent, asked, out, too_few, _decided(snapshot))


def _decided(snapshot: Snapshot) -> str:
    try:
        over = ended(snapshot)
    except PairingError:  # said when somebody presses Pair
        return ""
    return str(CoreError(over, names=names_of_entrants(snapshot.entrants))) if over else ""


_STANDINGS = NextAction("standings", _("The event is finished."), _("See the final standings"), "standings")
_PLAYERS = NextAction("players", _("The event is created. Add its players."), _("Add players"), "players")
_CHECK_IN = NextAction(
    "check_in",
    ngettext_lazy(
        "%(count)s player on the list. Check players in, then pair.",
        "%(count)s players on the list. Check players in, then pair.",
        "count",
    ),
    _("Check players in"),
    "check_in",
)
_PAIR = NextAction(
    "pair",
    ngettext_lazy(
        "%(count)s player is ready for round %(number)s.",
        "%(count)s players are ready for round %(number)s.",
        "count",
    ),
    _("Pair round %(number)s"),
    "pair",
    post=True,
)
_REVIEW = NextAction(
    "review",
    _("Round %(number)s is paired as a draft. Only staff can see it."),
    _("Review and publish round %(number)s"),
    "round",
)
_RESULTS = NextAction(
    "results",
    ngettext_lazy(
        "Round %(number)s is being played: %(count)s result is missing.",
        "Round %(number)s is being played: %(count)s results are missing.",
        "count",
    ),
    _("Enter results of round %(number)s"),
    "round",
)
_RESULTS_AHEAD = NextAction(
    "results_ahead",
    ngettext_lazy(
        "Round %(number)s is published too and is played after round %(first)s: %(count)s result is missing.",
        "Round %(number)s is published too and is played after round %(first)s: %(count)s results are missing.",
        "count",
    ),
    _("Enter results of round %(number)s"),
    "round",
)
_OPEN_MATCHES = NextAction(
    "results",
    ngettext_lazy(
        "%(count)s match is open. Its result brings on whoever waits for it.",
        "%(count)s matches are open. Their results bring on whoever waits for them.",
        "count",
    ),
    _("Enter results of round %(number)s"),
    "round",
)
_QUEUE = replace(_OPEN_MATCHES, label=_("Go to the queue"), url="queue")
# Scores and results from the phones that wait for somebody to decide.
_CLAIMS = {
    TWO: NextAction(
        "claims",
        ngettext_lazy(
            "%(count)s table has an unconfirmed report.",
            "%(count)s tables have unconfirmed reports.",
            "count",
        ),
        _("Look at them"),
        "round",
    ),
    FOUR: NextAction(
        "claims",
        ngettext_lazy(
            "%(count)s table has unconfirmed scores.",
            "%(count)s tables have unconfirmed scores.",
            "count",
        ),
        _("Look at them"),
        "round",
    ),
}
_WHERE_DRAWN = ("results", "claims")  # what is done in the picture of a bracket
# What players have asked for and nobody has answered: it is to be known before the next round is paired.
_REQUESTS = NextAction(
    "requests",
    ngettext_lazy("%(count)s player waits for an answer.", "%(count)s players wait for an answer.", "count"),
    _("Answer them"),
    "requests",
)
_GOING_HOME = replace(
    _REQUESTS,
    state=ngettext_lazy(
        "%(count)s player has asked to withdraw.", "%(count)s players have asked to withdraw.", "count"
    ),
)
_PAIR_AHEAD = NextAction(
    "pair_ahead",
    _("Round %(number)s can be paired now, while round %(open)s is being played."),
    _("Pair round %(number)s ahead"),
    "pair",
    post=True,
)
_WAITS = NextAction(
    "waits", _("Round %(number)s is paired on true results: it needs all results of round %(open)s."), "", ""
)
_COMPLETE = NextAction(
    "complete",
    _("Round %(number)s: all results are in."),
    _("Complete round %(number)s"),
    "complete",
    post=True,
)
_NEXT_PHASE = NextAction("next_phase", "", _("Start phase %(phase)s"), "next_phase", post=True)
_FOLLOW = NextAction(
    "follow",
    _("This event follows %(program)s: its next report brings it on."),
    _("Take the next report"),
    "follow",
)
_FINISH = NextAction("finish", _("All %(number)s rounds are completed."), _("Finish the event"), "finish")
_RAN_OUT = replace(
    _FINISH,
    state=_(
        "All %(number)s rounds are completed, but it can take %(needed)s until all is decided. Plan more rounds in "
        "the settings, or finish the event."
    ),
)


def next_step(now: EventNow, present: Attendance) -> NextAction:
    """The one step that brings this event on."""
    first = now.at_work
    if now.event.status == Status.FINISHED:
        return _taken(now, _STANDINGS)
    if now.event.follows:
        return _taken(now, _FOLLOW, program=now.event.follows)
    if first is None:
        return _before_first_round(now, present)
    if first.state == RoundState.COMPLETED:
        return _between_rounds(now, present)
    if first.state == RoundState.DRAFT:
        return _of_round(now, _REVIEW, first)
    if now.side_by_side:
        return _side_by_side(now, first)
    return _beside_play(now, first)


def _side_by_side(now: EventNow, first: Round) -> NextAction:
    """Several rounds are open, and end by themselves."""
    count = sum(len(missing_tables(row)) for row in now.played)
    if has_queue(now.event):
        return replace(_taken(now, _QUEUE, count=count), also=_reports(now, first))
    return replace(_of_round(now, _OPEN_MATCHES, first, count=count), also=_reports(now, first))


def _taken(now: EventNow, action: NextAction, *args: object, **params: object) -> NextAction:
    """A declared action in this event; `args` are what its address takes besides."""
    url = reverse(f"desk:{action.url}", args=[now.event.slug, *args]) if action.url else ""
    return replace(action, url=url, params=params)


def _of_round(now: EventNow, action: NextAction, round_: Round, **params: object) -> NextAction:
    if action.code in _WHERE_DRAWN and round_.system in SYSTEM_OF:
        return _taken(now, replace(action, url="bracket"), number=round_.number, **params)
    return _taken(now, action, round_.number, number=round_.number, **params)


def _beside_play(now: EventNow, first: Round) -> NextAction:
    """While a round is played, the next one may be paired, reviewed or played as well."""
    played = _while_playing(now, first)
    if now.draft:
        return replace(_of_round(now, _REVIEW, now.draft), also=(played,))
    if len(now.played) > 1:
        later = now.played[1]
        missing = len(missing_tables(later))
        ahead = _of_round(now, _RESULTS_AHEAD, later, first=first.number, count=missing)
        return replace(played, also=(ahead,))
    return replace(played, also=(*_reports(now, first), *_pair_ahead(now)))


def _reports(now: EventNow, played: Round) -> tuple[NextAction, ...]:
    count = len({row.table for row in open_reports(now.event, played)})
    return (_of_round(now, _CLAIMS[seats_at_table(now.event)], played, count=count),) if count else ()


def _requests(now: EventNow) -> tuple[NextAction, ...]:
    kinds = list(waiting_requests(now.event).values_list("kind", flat=True))
    action = _GOING_HOME if set(kinds) == {PlayerRequestKind.WITHDRAW} else _REQUESTS
    return (_taken(now, action, count=len(kinds)),) if kinds else ()


def _pair_ahead(now: EventNow) -> tuple[NextAction, ...]:
    ahead = now.ahead
    if ahead is None:
        return ()
    step = _taken(now, _PAIR_AHEAD if ahead.may else _WAITS, number=ahead.number, open=ahead.open)
    return (replace(step, fields={"number": str(ahead.number)} if ahead.may else {}),)


def _before_first_round(now: EventNow, present: Attendance) -> NextAction:
    if present.active < seats_at_table(now.event):
        return _taken(now, _PLAYERS)
    return _ready_to_pair(now, lineup(now), present)


def _between_rounds(now: EventNow, present: Attendance) -> NextAction:
    tournament, who, played = now.event, lineup(now), len(now.rounds)
    is_last = played >= tournament.rounds_planned and not is_open_ended(tournament)
    if not is_last or who.decided:
        return _ready_to_pair(now, who, present)
    lacking = rounds_lacking(tournament) if who.playing >= seats_at_table(tournament) else 0
    return _taken(now, _RAN_OUT if lacking else _FINISH, number=played, needed=lacking)


def _ready_to_pair(now: EventNow, who: Lineup, present: Attendance) -> NextAction:
    number = now.next_number
    if who.decided:
        return _finish(now, who.decided.replace("%", "%%"))
    if who.too_few and number > 1 and not who.absent:
        return _finish(now, _("Too few players are left for round %(number)s."))
    if now.event.require_check_in and who.too_few:
        return _taken(now, _CHECK_IN, count=present.active)
    step = _taken(now, _PAIR, number=number, count=who.playing)
    return replace(step, fields={"number": str(number)}, lineup=who, also=_requests(now))


def _finish(now: EventNow, why: Text) -> NextAction:
    """Nothing is left to pair: the event is over, unless another phase waits behind this one."""
    at = phase_to_shorten(now.event, len(now.rounds))
    if at is None:
        return replace(_taken(now, _FINISH, number=now.next_number), state=why)
    return replace(_taken(now, _NEXT_PHASE, number=now.next_number, phase=at + 2), state=why)


def _while_playing(now: EventNow, last: Round) -> NextAction:
    missing = len(missing_tables(last))
    return _of_round(now, _RESULTS, last, count=missing) if missing else _of_round(now, _COMPLETE, last)
