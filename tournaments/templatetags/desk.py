"""What only the pages of the desk say: what a repair could change, lines of the log in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy

from pairing.model.reasons import say_points
from pairing.model.seat_words import SeatWords
from pairing.model.so_far import Float, SoFar, Wish
from pairing.systems import seat_words_of
from tournaments.corrections.selectors.repairs import last_round
from tournaments.corrections.selectors.repairs_pending import Pending, pending
from tournaments.history.sentences import sentence, title
from tournaments.models import Bye, ByeKind, LogEntry, Player, Seat, Tournament

register = template.Library()


@register.filter
def for_plural(hundredths: int) -> int:
    """Points for choosing a plural: one point, but 0, 1.5 or 2 points."""
    return 1 if hundredths == 100 else 2


@register.filter
def log_sentence(line: LogEntry) -> str:
    """The sentence of a line of the log."""
    return sentence(line)


@register.filter
def step_title(line: LogEntry) -> str:
    """What the step of a line is called."""
    return title(line)


_WISHES: Mapping[Wish, tuple[str, object]] = {
    Wish.ABSOLUTE: ("→{}!", gettext_lazy("must have %(seat)s")),
    Wish.STRONG: ("→{}", gettext_lazy("strong preference for %(seat)s")),
    Wish.MILD: ("→({})", gettext_lazy("mild preference for %(seat)s")),
}
_FLOATS: Mapping[Float, tuple[str, object]] = {
    Float.DOWN: ("↓", gettext_lazy("floated down in round %(number)s")),
    Float.UP: ("↑", gettext_lazy("floated up in round %(number)s")),
}


class SeatSigns:
    """Seats had, the seat due and the floats of players: in signs and, for who cannot see them, in words.

    Made once a page: each word is translated once, and what several players have alike is put together once.
    """

    def __init__(self, words: SeatWords) -> None:
        self.signs, self.heads = ([gettext(word) for word in both] for both in (words.signs, words.heads))
        self.history = gettext(words.history)
        self.wishes = {wish: (sign, str(text)) for wish, (sign, text) in _WISHES.items()}
        self.floats = {kind: (sign, str(text)) for kind, (sign, text) in _FLOATS.items()}
        self.extra = gettext("extra points for the pairing: %(points)s")
        self.shown: dict[SoFar, SafeString] = {}

    def of(self, player: SoFar) -> SafeString:
        found = self.shown.get(player)
        if found is None:
            found = self.shown[player] = self._shown(player)
        return found

    def _shown(self, player: SoFar) -> SafeString:
        signs, said = [], []
        if player.seats:
            signs.append("".join(self.signs[seat] for seat in player.seats))
            said.append(f"{self.history}: {', '.join(self.heads[seat] for seat in player.seats)}")
        if player.due is not None:
            form, text = self.wishes[player.wish]
            signs.append(form.format(self.signs[player.due]))
            said.append(text % {"seat": self.heads[player.due]})
        if player.extra:
            signs.append(f"+{say_points(player.extra)}")
            said.append(self.extra % {"points": say_points(player.extra)})
        for number, kind in player.floats:
            sign, text = self.floats[kind]
            signs.append(f"{sign}{number}")
            said.append(text % {"number": number})
        if not signs:
            return SafeString("")
        return format_html(
            '<small class="had"><span aria-hidden="true">{}</span><span class="visually-hidden">{}</span></small>',
            " ".join(signs),
            "; ".join(said),
        )


@register.simple_tag(takes_context=True)
def seat_signs(context: Mapping[str, Any]) -> SeatSigns:
    """What shows the seats had in an event: `{% seat_signs as signs %}`, once, then `{{ had|rounds_so_far:signs }}`."""
    return SeatSigns(seat_words_of(context["event"].system))


@register.filter
def rounds_so_far(player: SoFar | None, signs: SeatSigns) -> str:
    """What a player's rounds so far have been, as a draft shows it."""
    return "" if player is None else signs.of(player)


@dataclass(frozen=True, slots=True)
class Place:
    """Whether a player has a place in the round that could be repaired."""

    number: int
    is_in: bool


@register.simple_tag
def repair_hint(tournament: Tournament) -> Pending | None:
    """What changed since the last round was paired; None where nothing has."""
    return pending(tournament)


@register.simple_tag
def gone_from(tournament: Tournament, number: int) -> frozenset[int]:
    """Who has withdrawn or was checked out since round `number` was published, and whose table is still open."""
    hint = pending(tournament)
    events = hint.events if hint and hint.number == number else ()
    unchecked = {event.out for event in events if event.out is not None}
    seats = Seat.objects.filter(round__tournament=tournament, round__number=number, match__result=None)
    left = seats.filter(raw=None, player__left_after_round=number)
    return frozenset(unchecked) | frozenset(left.values_list("player__number", flat=True))


@register.simple_tag
def repairable_round(tournament: Tournament) -> int | None:
    """The number of the round that could be repaired."""
    row = last_round(tournament)
    return row.number if row is not None else None


@register.simple_tag
def place_in_last_round(tournament: Tournament, player: Player) -> Place | None:
    """Where a player is in the round that could be repaired; None where there is none, or the result is in."""
    row = last_round(tournament)
    if row is None:
        return None
    seat = Seat.objects.filter(round=row, player=player).values_list("match__result", "raw").first()
    if seat is not None:
        return Place(row.number, True) if seat == (None, None) else None
    return Place(row.number, Bye.objects.filter(round=row, player=player, kind=ByeKind.FULL).exists())
