"""What do I need? Who is through, who is out, and the odds of everybody else, in words."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext, ngettext, pgettext

from pairing.model.reasons import say_points
from pairing.model.types import Cut, CutBy, Outcome
from pairing.outlook.contest import Target, goes_by_points
from pairing.outlook.event_outlook import EventOutlook
from pairing.outlook.prospects import NARROW, Line, Odds, Proof, Prospect, State
from pairing.systems.bracket.view import SYSTEM_OF
from tournaments.events.selectors.phases import cut_in_words
from tournaments.models import RoundState, Seat, Status, Tournament
from tournaments.outlook.selectors.answers import Answer, outlook_in


@dataclass(frozen=True, slots=True)
class Cell:
    """A player and a target. `word` names the state, `proof` says in a line why it is known; `low` to `high` are the
    interval in whole percent, `shown` in words, where nothing is proven. `need`: in a bracket, the wins that are
    enough. `own`: the same after each own result.
    """

    state: State
    word: str
    proof: str = ""
    shown: str = ""
    mean: int | None = None
    low: int | None = None
    high: int | None = None
    own: tuple[OwnResult, ...] = ()
    need: str = ""

    @property
    def width(self) -> int:
        """The interval as part of a bar."""
        return max((self.high or 0) - (self.low or 0), 1)


@dataclass(frozen=True, slots=True)
class OwnResult:
    """What an own result at the open table means: `outcome` is win, draw or loss, `text` the whole sentence."""

    outcome: str
    short: str
    text: str
    cell: Cell


@dataclass(frozen=True, slots=True)
class Row:
    """A player with a cell for each target. Points are hundredths; `cut_before`: a line is drawn above."""

    place: int
    number: int
    name: str
    points: int
    most: int
    is_eliminated: bool
    cells: tuple[Cell, ...]
    cut_before: bool = False


@dataclass(frozen=True, slots=True)
class OutlookTable:
    """The outlook in words. `titles` name the targets; `about` says what is left, `model` what the odds are made of."""

    outlook: EventOutlook
    titles: tuple[str, ...]
    about: str
    model: str
    rows: tuple[Row, ...]

    def row(self, number: int) -> Row | None:
        """One player's row; None for somebody it is not about."""
        return next((row for row in self.rows if row.number == number), None)


def has_outlook(tournament: Tournament) -> bool:
    """Whether the pages about it are offered. Asks the database nothing and works nothing out."""
    return tournament.status == Status.RUNNING and not _never(tournament)


def _never(tournament: Tournament) -> str:
    """Why nothing can be told of an event as it is set up; empty where something can."""
    first = tournament.phases[0]["system"]["name"] if tournament.phases else tournament.system
    if first in SYSTEM_OF:
        return ""
    if not goes_by_points(first):
        return gettext("No forecast: at tables of four the last round can change every place.")
    if "points" in tournament.tiebreaks[1:]:
        return gettext("No forecast: this event does not rank on points first.")
    return ""


def why_none(tournament: Tournament) -> str:
    """Why no outlook can be told now, in a sentence."""
    if tournament.status == Status.FINISHED:
        return gettext("The event is finished: see the standings.")
    if tournament.status != Status.RUNNING:
        return gettext("Nothing has been played yet.")
    if never := _never(tournament):
        return never
    if not tournament.rounds.exclude(state=RoundState.DRAFT).exists():
        return gettext("No round has been published yet.")
    return gettext(
        "No forecast: the number of rounds is open, or what comes next is not decided on "
        "points. For a bracket, see the bracket page."
    )


def outlook_table(tournament: Tournament, answer: Answer) -> OutlookTable | None:
    """The whole outlook by this answer, everybody in the order of the standings; None where nothing can be told."""
    found = outlook_in(answer) if has_outlook(tournament) else None
    if found is None:
        return None
    if not answer.is_current:
        found = _without_settled(tournament, found)
    names = dict(tournament.players.values_list("number", "name"))
    cut = found.targets[0] if found.phase is not None and found.targets else None
    line_at = cut.value if cut is not None and cut.by is CutBy.RANK else 0
    rows = tuple(
        Row(
            line.place,
            line.player,
            names.get(line.player, str(line.player)),
            line.points,
            line.most,
            line.is_eliminated,
            tuple(_cell(found, line, at) for at in range(len(found.targets))),
            0 < line_at == index,
        )
        for index, line in enumerate(found.lines)
    )
    return OutlookTable(found, tuple(title(target, found.phase) for target in found.targets), _about(found),
                     _model(found), rows)  # fmt: skip


def _without_settled(tournament: Tournament, outlook: EventOutlook) -> EventOutlook:
    """An older answer, silent about own results that have come in since."""
    now = outlook.last - outlook.rounds_left + 1
    seats = Seat.objects.filter(round__tournament=tournament, round__number=now, match__result=None)
    still = set(seats.values_list("player__number", flat=True))
    lines = (line if line.player in still else replace(line, own={}) for line in outlook.lines)
    return replace(outlook, lines=tuple(lines))


def title(target: Target, phase: int | None) -> str:
    """What is to be reached."""
    if target.is_cut:
        cut = cut_in_words(Cut(target.by, target.value))
        return gettext("Phase %(phase)s: %(cut)s") % {"phase": phase, "cut": cut}
    if target.value == 1:
        return gettext("First place")
    return gettext("Place %(place)s or better") % {"place": target.value}


def _about(outlook: EventOutlook) -> str:
    if not outlook.rounds_left:
        return gettext("All results are in.")
    left = ngettext(
        "%(count)s round is left before this is decided, after round %(last)s.",
        "%(count)s rounds are left before this is decided, after round %(last)s.",
        outlook.rounds_left,
    ) % {"count": outlook.rounds_left, "last": outlook.last}
    if not outlook.open_tables:
        return left
    tables = ngettext(
        "%(count)s table is still being played.",
        "%(count)s tables are still being played.",
        outlook.open_tables,
    ) % {"count": outlook.open_tables}
    return f"{left} {tables}"


def _model(outlook: EventOutlook) -> str:
    """What the odds are made of, in plain words."""
    if outlook.in_bracket:
        return _model_of_bracket(outlook)
    if not outlook.runs:
        return ""
    strength = (
        gettext("strengths taken from the ratings")
        if outlook.by_ratings
        else gettext("all players counted as equally strong")
    )
    said = gettext(
        "Odds from %(runs)s simulations of the remaining rounds: %(strength)s, "
        "%(draws)s%% draws as so far, new rounds drawn within score groups. Ranges are "
        "95%% sure. Clinched and impossible places are proven, as long as no player "
        "joins or returns and no result is corrected."
    ) % {"runs": outlook.runs, "strength": strength, "draws": round(100 * outlook.draws)}
    return f"{said} {_too_wide()}"


def _too_wide() -> str:
    return gettext("Where a range is wider than %(points)s percentage points, it is too early to say.") % {
        "points": round(100 * NARROW)
    }


def _model_of_bracket(outlook: EventOutlook) -> str:
    proven = gettext(
        "Possible places follow from the bracket, as long as no one withdraws and no result is corrected."
    )
    if not outlook.runs:
        return proven
    strength = (
        gettext("strengths taken from the ratings")
        if outlook.by_ratings
        else gettext("all players counted as equally strong")
    )
    odds = gettext("Odds from %(runs)s simulations of the bracket; %(strength)s.") % {
        "runs": outlook.runs,
        "strength": strength,
    }
    return f"{proven} {odds} {_too_wide()}"


def _cell(outlook: EventOutlook, line: Line, at: int) -> Cell:
    target = outlook.targets[at]
    own = tuple(
        _own(outcome, _shown(prospects[at], target))
        for outcome, prospects in line.own.items()
        if prospects[at].state is not State.STILL_POSSIBLE or outlook.runs
    )
    prospect = line.prospects[at]
    return _shown(prospect, target, own if prospect.state is State.STILL_POSSIBLE else ())


def _shown(prospect: Prospect, target: Target, own: tuple[OwnResult, ...] = ()) -> Cell:
    if prospect.state is State.STILL_POSSIBLE:
        if prospect.odds is None:
            return Cell(State.STILL_POSSIBLE, _open(), own=own, need=_need(prospect.wins))
        low, high = _percent(prospect.odds)
        mean = round(100 * prospect.odds.mean)
        shown = gettext("%(low)s to %(high)s%%") % {"low": low, "high": high}
        if prospect.odds.low == prospect.odds.high:  # all ways were looked at
            low = high = min(max(mean, 1), 99)
            shown = gettext("%(share)s%%") % {"share": low}
        return Cell(State.STILL_POSSIBLE, _open(), "", shown, mean, low, high, own, _need(prospect.wins))
    is_in = prospect.state is State.CLINCHED
    return Cell(prospect.state, _decided(is_in, target), _proof(prospect, target))


def _open() -> str:
    return pgettext(
        "of a place or a cut in the outlook: neither certain nor out of reach yet", "still possible"
    )


def _decided(is_in: bool, target: Target) -> str:
    if not is_in:
        return pgettext("of a place or a cut in the outlook", "no longer possible")
    if target.is_cut:
        return pgettext("of a player in the outlook: sure to pass the cut", "clinched")
    return pgettext("of a place in the outlook: whatever the results to come", "clinched")


def _need(wins: int | None) -> str:
    """What is enough in a bracket."""
    if not wins:
        return ""
    return ngettext("%(count)s win is enough.", "%(count)s wins in a row are enough.", wins) % {"count": wins}


def _percent(odds: Odds) -> tuple[int, int]:
    """Whole percent, outwards."""
    return int(100 * odds.low), min(100, -int(-100 * odds.high // 1))


def _own(outcome: Outcome, cell: Cell) -> OwnResult:
    is_open = cell.state is State.STILL_POSSIBLE
    says = cell.shown or (gettext("too early to say") if is_open else cell.word)
    short, text = {
        Outcome.WIN: (gettext("Win: %(says)s"), gettext("A win: %(says)s.")),
        Outcome.DRAW: (gettext("Draw: %(says)s"), gettext("A draw: %(says)s.")),
        Outcome.LOSS: (gettext("Loss: %(says)s"), gettext("A loss: %(says)s.")),
    }[outcome]
    return OwnResult(outcome.value, short % {"says": says}, text % {"says": says}, cell)


def _proof(prospect: Prospect, target: Target) -> str:
    """Why it is known, in one line."""
    is_in = prospect.state is State.CLINCHED
    if prospect.proof is Proof.OUTCOMES:
        return _by_outcomes(prospect, is_in)
    if prospect.proof is Proof.BRACKET:
        text = gettext("Place %(place)s at worst.") if is_in else gettext("Place %(place)s at best.")
        return text % {"place": prospect.place}
    if prospect.proof is Proof.LOSSES:
        if is_in:
            return gettext("Still in, even after losing every remaining round.")
        return gettext("Too many losses.")
    points, others = say_points(prospect.points or 0), prospect.others or 0
    facts = {"points": points, "count": others}
    if target.by is CutBy.POINTS:
        if is_in:
            return gettext("A score of %(points)s is enough.") % facts
        return gettext("The highest possible score is %(points)s.") % facts
    if is_in and not others:
        return gettext("No one else can still reach %(points)s.") % facts
    if is_in:
        return ngettext(
            "At most %(count)s other player can still reach %(points)s.",
            "At most %(count)s other players can still reach %(points)s.",
            others,
        ) % facts  # fmt: skip
    return ngettext(
        "The highest possible score is %(points)s; %(count)s player is sure to have more.",
        "The highest possible score is %(points)s; %(count)s players are sure to have more.",
        others,
    ) % facts  # fmt: skip


def _by_outcomes(prospect: Prospect, is_in: bool) -> str:
    count = prospect.outcomes or 0
    if count == 1:
        return gettext("All results are in.")
    if is_in:
        return gettext("True in all %(count)s ways the outstanding tables can end.") % {"count": count}
    return gettext("Not in any of the %(count)s ways the outstanding tables can end.") % {"count": count}
