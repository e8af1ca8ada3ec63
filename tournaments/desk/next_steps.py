"""Where an event stands and the one thing to do next. Read by the dashboard and by every page of a round."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from pairing import engine
from pairing.engine.endings import ended
from pairing.model.errors import Impossible, PairingError
from pairing.model.field import Field
from pairing.model.options import parse
from pairing.model.types import ByeKind, Snapshot
from tournaments import snapshots
from tournaments.events.selectors.ahead import round_ahead
from tournaments.events.selectors.phases import is_open_ended, phase_to_shorten, rounds_lacking
from tournaments.events.selectors.unplayed import missing_tables
from tournaments.models import Player, PlayerRequestKind, Round, RoundState, Status, Tournament
from tournaments.names.namesakes import names_of_entrants
from tournaments.phones.selectors.reports import open_reports
from tournaments.players.selectors.requests import waiting_requests
from tournaments.snapshots import is_of_four
from tournaments.steps.refusals import CoreError

Text = str | Promise


@dataclass(frozen=True, slots=True)
class NextAction:
    """`state` says where we are, `label` is the button: it changes something (`post`) or leads to a page.

    `also` are steps that may be taken beside it; one without a label is only something to know.
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
        return str(self.state) % self.params

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
    people = Player.objects.filter(tournament=tournament, house=False)
    rows = people.values_list("left_after_round", "checked_in")
    withdrawn = sum(left is not None for left, _here in rows)
    not_here = sum(left is None and not here for left, here in rows)
    return Attendance(len(rows), len(rows) - withdrawn, not_here, withdrawn)


def lineup(tournament: Tournament, number: int) -> Lineup:
    """The line-up of the round to be paired, by the same rules that will pair it."""
    snapshot = snapshots.load(tournament, absent_in=number)
    seen = engine.of_next_round(snapshot)
    system = engine.find_system(seen.system)
    field_ = Field(seen)
    try:
        playing = len(system.playing(field_, parse(system.options, seen.options)))
    except Impossible:
        playing = 0
    except PairingError:  # said when somebody presses Pair
        playing = len(field_.present)
    byes = field_.requested_byes
    absent = tuple(number for number, kind in byes.items() if kind == ByeKind.ABSENT)
    asked = len(byes) - len(absent)
    too_few = playing < (system.fewest if asked else system.seats)
    out = len(Field(snapshot).present) - playing
    return Lineup(playing, absent, asked, out, too_few, _decided(snapshot))


def _decided(snapshot: Snapshot) -> str:
    try:
        over = ended(snapshot)
    except PairingError:  # said when somebody presses Pair
        return ""
    return str(CoreError(over, names=names_of_entrants(snapshot.entrants))) if over else ""


def next_step(tournament: Tournament, rounds: list[Round], present: Attendance) -> NextAction:
    """The one step that brings this event on."""
    if tournament.status == Status.FINISHED:
        url = _url(tournament, "standings")
        return NextAction("standings", _("The event is finished."), _("See the final standings"), url)
    if not rounds:
        return _before_first_round(tournament, present)
    first, *later = [r for r in rounds if r.state != RoundState.COMPLETED] or [rounds[-1]]
    if first.state == RoundState.COMPLETED:
        return _between_rounds(tournament, first, present)
    if first.state == RoundState.DRAFT:
        return _review(tournament, first)
    played = _while_playing(tournament, first)
    if not later:
        return replace(played, also=(*_reports(tournament, first), *_pair_ahead(tournament, rounds)))
    if later[0].state == RoundState.DRAFT:
        return replace(_review(tournament, later[0]), also=(played,))
    return replace(played, also=(_results_ahead(tournament, first, later[0]),))


def _review(tournament: Tournament, draft: Round) -> NextAction:
    return NextAction(
        "review",
        _("Round %(number)s is paired as a draft. Only staff can see it."),
        _("Review and publish round %(number)s"),
        _url(tournament, "round", draft.number),
        params={"number": draft.number},
    )


def _results_ahead(tournament: Tournament, first: Round, later: Round) -> NextAction:
    missing = len(missing_tables(later))
    return NextAction(
        "results_ahead",
        ngettext_lazy(
            "Round %(number)s is published too and is played after round %(first)s: %(count)s result is missing.",
            "Round %(number)s is published too and is played after round %(first)s: %(count)s results are missing.",
            missing,
        ),
        _("Enter results of round %(number)s"),
        _url(tournament, "round", later.number),
        params={"number": later.number, "first": first.number, "count": missing},
    )


def _reports(tournament: Tournament, played: Round) -> tuple[NextAction, ...]:
    """Scores and results from the phones that wait for somebody to decide."""
    count = len({row.table for row in open_reports(tournament, played)})
    if not count:
        return ()
    text = ngettext_lazy(
        "%(count)s table has an unconfirmed report.",
        "%(count)s tables have unconfirmed reports.",
        count,
    )
    if is_of_four(tournament):
        text = ngettext_lazy(
            "%(count)s table has unconfirmed scores.",
            "%(count)s tables have unconfirmed scores.",
            count,
        )
    url = _url(tournament, "round", played.number)
    return (NextAction("claims", text, _("Look at them"), url, params={"count": count}),)


def _requests(tournament: Tournament) -> tuple[NextAction, ...]:
    """What players have asked for and nobody has answered: it is to be known before the next round is paired."""
    kinds = list(waiting_requests(tournament).values_list("kind", flat=True))
    if not kinds:
        return ()
    home = kinds.count(PlayerRequestKind.WITHDRAW)
    if home == len(kinds):
        text = ngettext_lazy(
            "%(count)s player has asked to withdraw.", "%(count)s players have asked to withdraw.", home
        )
    else:
        text = ngettext_lazy(
            "%(count)s player waits for an answer.",
            "%(count)s players wait for an answer.",
            len(kinds),
        )
    url = _url(tournament, "requests")
    return (NextAction("requests", text, _("Answer them"), url, params={"count": len(kinds)}),)


def _pair_ahead(tournament: Tournament, rounds: list[Round]) -> tuple[NextAction, ...]:
    found = round_ahead(tournament, rounds)
    if found is None:
        return ()
    params: dict[str, object] = {"number": found.number, "open": found.open}
    if not found.may:
        text = _("Round %(number)s is paired on true results: it needs all results of round %(open)s.")
        return (NextAction("waits", text, "", "", params=params),)
    return (
        NextAction(
            "pair_ahead",
            _("Round %(number)s can be paired now, while round %(open)s is being played."),
            _("Pair round %(number)s ahead"),
            _url(tournament, "pair"),
            post=True,
            fields={"number": str(found.number)},
            params=params,
        ),
    )


_RAN_OUT = _(
    "All %(number)s rounds are completed, but it can take %(needed)s until all is decided. Plan more rounds in the "
    "settings, or finish the event."
)


def _before_first_round(tournament: Tournament, present: Attendance) -> NextAction:
    if present.active < snapshots.seats_at_table(tournament):
        return NextAction(
            "players",
            _("The event is created. Add its players."),
            _("Add players"),
            _url(tournament, "players"),
        )
    return _ready_to_pair(tournament, 1, present)


def _between_rounds(tournament: Tournament, last: Round, present: Attendance) -> NextAction:
    if last.number >= tournament.rounds_planned and not is_open_ended(tournament):
        more = lineup(tournament, last.number + 1)
        goes_on = more.playing >= snapshots.seats_at_table(tournament)
        lacking = rounds_lacking(tournament) if goes_on else 0
        if not more.decided:
            return NextAction(
                "finish",
                _RAN_OUT if lacking else _("All %(number)s rounds are completed."),
                _("Finish the event"),
                _url(tournament, "finish"),
                params={"number": last.number, "needed": lacking},
            )
    return _ready_to_pair(tournament, last.number + 1, present)


def _ready_to_pair(tournament: Tournament, number: int, present: Attendance) -> NextAction:
    who = lineup(tournament, number)
    if who.decided:
        return _finish(tournament, who.decided.replace("%", "%%"), number)
    if who.too_few and number > 1 and not who.absent:
        return _finish(tournament, _("Too few players are left for round %(number)s."), number)
    if tournament.require_check_in and who.too_few:
        return NextAction(
            "check_in",
            ngettext_lazy(
                "%(count)s player on the list. Check players in, then pair.",
                "%(count)s players on the list. Check players in, then pair.",
                present.active,
            ),
            _("Check players in"),
            _url(tournament, "check_in"),
            params={"count": present.active},
        )
    return NextAction(
        "pair",
        ngettext_lazy(
            "%(count)s player is ready for round %(number)s.",
            "%(count)s players are ready for round %(number)s.",
            who.playing,
        ),
        _("Pair round %(number)s"),
        _url(tournament, "pair"),
        post=True,
        fields={"number": str(number)},
        params={"number": number, "count": who.playing},
        lineup=who,
        also=_requests(tournament),
    )


def _finish(tournament: Tournament, why: Text, number: int) -> NextAction:
    """Nothing is left to pair: the event is over, unless another phase waits behind this one."""
    at = phase_to_shorten(tournament)
    if at is not None:
        return NextAction(
            "next_phase",
            why,
            _("Start phase %(phase)s"),
            _url(tournament, "next_phase"),
            post=True,
            params={"number": number, "phase": at + 2},
        )
    return NextAction(
        "finish",
        why,
        _("Finish the event"),
        _url(tournament, "finish"),
        params={"number": number},
    )


def _while_playing(tournament: Tournament, last: Round) -> NextAction:
    missing = len(missing_tables(last))
    if not missing:
        return NextAction(
            "complete",
            _("Round %(number)s: all results are in."),
            _("Complete round %(number)s"),
            _url(tournament, "complete", last.number),
            post=True,
            params={"number": last.number},
        )
    return NextAction(
        "results",
        ngettext_lazy(
            "Round %(number)s is being played: %(count)s result is missing.",
            "Round %(number)s is being played: %(count)s results are missing.",
            missing,
        ),
        _("Enter results of round %(number)s"),
        _url(tournament, "round", last.number),
        params={"number": last.number, "count": missing},
    )


def _url(tournament: Tournament, name: str, *more: object) -> str:
    return reverse(f"desk:{name}", args=[tournament.slug, *more])
