"""Tags of events with several phases: their rounds, their states, and how standings are cut."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TypeVar

from django import template
from django.forms import BoundField
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from tournaments.events.selectors import parts_of_standings, phases as selector
from tournaments.events.selectors.endings import winner
from tournaments.events.selectors.events import RoundHead
from tournaments.events.selectors.parts_of_standings import CutOfPlayer, Marks
from tournaments.events.selectors.phases import PhaseFacts, PhaseState
from tournaments.models import Round, Tournament
from tournaments.standings.selectors.standings import Line, StandingsTable
from tournaments.templatetags.pairwright import icon
from tournaments.whereabouts.selectors.whereabouts import Place

register = template.Library()
AnyRound = TypeVar("AnyRound", Round, RoundHead)


@register.filter
def chosen(field: BoundField) -> str:
    """What a box of a form holds, in the words it was chosen by."""
    value = field.value()
    return str(dict(getattr(field.field, "choices", ())).get(value, value))


@register.simple_tag
def event_phases(event: Tournament) -> tuple[PhaseFacts, ...]:
    """The phases of an event as everybody may know them; () for an event of one system."""
    return selector.phases(event)


@register.simple_tag
def seeded_entries(event: Tournament) -> dict[int, tuple[int, int]]:
    """The phase that seeded players enter with and its first round, by number."""
    return selector.entries(event)


@register.simple_tag
def phase_of_round(event: Tournament, number: int) -> str:
    """The phase of a round, as in "Phase 2: Bracket"; "" in an event of one system."""
    found = [phase for phase in selector.phases(event) if phase.first <= number]
    return phase_title(found[-1]) if found else ""


@register.filter
def phase_title(phase: PhaseFacts) -> str:
    """How a phase is headed."""
    return gettext("Phase %(number)s: %(system)s") % {"number": phase.number, "system": phase.system_name}


@register.filter
def of_phase(rounds: Sequence[AnyRound], phase: PhaseFacts) -> list[AnyRound]:
    """The rounds of a phase; what comes after the last one belongs to it, too, while it is open."""
    return [r for r in rounds if r.number >= phase.first and (phase.last is None or r.number <= phase.last)]


@register.simple_tag
def more_rounds(event: Tournament, number: int) -> bool:
    """Whether a round is to come after round `number`, as far as anybody can say."""
    phases = selector.phases(event)
    return (
        phases[-1].state != PhaseState.OVER if phases else number < event.rounds_planned and not winner(event)
    )


@register.simple_tag
def round_now(event: Tournament, number: int) -> str:
    """Which round it is, of how many where that is known; who has won, where nothing is left to play."""
    if name := winner(event):
        return gettext("Won by %(name)s") % {"name": name}
    if selector.is_open_ended(event):
        return gettext("Round %(number)s") % {"number": number}
    return gettext("Round %(number)s of %(of)s") % {"number": number, "of": event.rounds_planned}


@register.simple_tag
def cut_after(event: Tournament, number: int) -> str:
    """Who goes on after round `number`, where a cut is made then; else ""."""
    phases = (phase for phase in selector.phases(event) if phase.cut_by)
    return next((phase.cut for phase in phases if phase.first == number + 1), "")


@register.simple_tag
def standings_marks(event: Tournament | None, table: StandingsTable) -> Marks:
    """Who is still in, who was out when, and where the next cut is, for a list of standings; of no event, nothing."""
    return parts_of_standings.marks(event, table) if event else Marks()


@register.filter
def in_parts(lines: Iterable[Line], marks: Marks) -> list[tuple[str | None, list[Line]]]:
    """The lines of standings under the names of their groups; all of them under None where groups have no names."""
    return [
        (name, list(part)) for name, part in groupby(lines, lambda line: marks.group_names.get(line.group))
    ]


@register.simple_tag
def cuts_of_player(event: Tournament, number: int, place: Place) -> list[CutOfPlayer]:
    """What the cuts of an event say of one player, but for what the card of the place says already."""
    told = cut_that_put_out(event, place) if place.is_out and not place.leaves else None
    return [cut for cut in parts_of_standings.cuts_of(event, number) if cut != told]


@register.simple_tag
def cut_that_put_out(event: Tournament, place: Place) -> CutOfPlayer | None:
    """The cut a player did not get past; None for who is still in, or has lost too often."""
    cuts = parts_of_standings.cuts_of(event, place.number)
    return next((cut for cut in cuts if cut.is_final and not cut.is_in), None)


@register.simple_tag
def phase_state(state: str) -> SafeString:
    """The state of a phase as a badge: colour, icon and word."""
    look, picture, text = {
        PhaseState.OVER: ("ok", "circle-check", pgettext("state of a phase", "completed")),
        PhaseState.RUNNING: ("info", "play", pgettext("state of a phase", "running")),
        PhaseState.TO_COME: ("warn", "hourglass", pgettext("state of a phase", "to come")),
    }[PhaseState(state)]
    return format_html('<span class="badge badge--{}">{} {}</span>', look, icon(picture), text)
