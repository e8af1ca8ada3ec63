"""Tags and filters for every page: points, tie-breaks and reasons in words, icons, states of rounds."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Protocol

from django import template
from django.templatetags.static import static
from django.utils.formats import get_format, number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext, pgettext_lazy

from pairing.model.field import Sheet
from pairing.model.reasons import TEXTS, Reason, is_score, say_points, show_points, shown_params
from pairing.model.types import FOUR, RESULTS, TWO
from pairing.repair.wording import BY_HAND, MOVED_BY_HAND
from pairing.systems import seat_words_of
from tournaments.models import ByeKind, Outcome, RoundState, Status, Tournament
from tournaments.standings.selectors.columns import Column, chain_in_short, columns_of, headers

register = template.Library()
register.filter(chain_in_short)

# First Strong Isolate, Pop Directional Isolate: a name of another writing direction keeps to itself.
ISOLATE, POP = "\u2068", "\u2069"
# Screen readers say it; a hyphen they leave out.
MINUS = "−"
WINDS = "東南西北"
WIND_NAMES = (
    pgettext_lazy("wind", "East"),
    pgettext_lazy("wind", "South"),
    pgettext_lazy("wind", "West"),
    pgettext_lazy("wind", "North"),
)
PLACEMENT_COUNTS = ("firsts", "seconds", "thirds")
ROUND_LOOKS: Mapping[str, tuple[str, str]] = {
    RoundState.DRAFT: ("warn", "pencil"),
    RoundState.PUBLISHED: ("info", "megaphone"),
    RoundState.IN_PROGRESS: ("info", "play"),
    RoundState.COMPLETED: ("ok", "circle-check"),
}
STATUS_LOOKS: Mapping[str, tuple[str, str]] = {
    Status.SETUP: ("warn", "hourglass"),
    Status.RUNNING: ("info", "play"),
    Status.FINISHED: ("ok", "flag"),
}


CROSS_MARKS: Mapping[str, str] = {
    Outcome.WIN: "1",
    Outcome.DRAW: "½",
    Outcome.LOSS: "0",
    Outcome.FORFEIT_WIN: "+",
    Outcome.FORFEIT_LOSS: "−",
}
# What each seat of a table for two reads in the result column.
MARKS: Mapping[str, tuple[str, str]] = {
    result: (CROSS_MARKS[first], CROSS_MARKS[second]) for result, (first, second) in RESULTS.items()
}


class Value(Protocol):
    """A tie-break's value: exact, with the unit that says how to show it."""

    @property
    def value(self) -> int | Fraction | None: ...

    @property
    def unit(self) -> str: ...


class Labelled(Protocol):
    """A link of a chain of tie-breaks: a column of the standings, or one player's cell in it."""

    @property
    def label(self) -> str: ...


@register.filter
def points(hundredths: int | None) -> str:
    """250 -> "2½", 233 -> "2.33" (in Danish "2,33"); None, a match not played yet, is a dash."""
    return "–" if hundredths is None else _localised(say_points(hundredths))


@register.filter
def amount(value: int | Fraction | None, unit: str) -> str:
    """An exact value as short text, by its unit. Ratios are percentages, as players know them."""
    if value is None:
        return "–"
    if unit == "ratio":
        return _localised(_rounded(Fraction(value) * 100, 2)) + "%"
    if unit == "points":
        return points(value) if isinstance(value, int) else _localised(_rounded(value / 100, 2))
    if unit == "order":  # minus a place: higher is better inside, readers want the place
        value = -value
    return str(value) if isinstance(value, int) else _localised(_rounded(value, 2))


@register.filter
def tiebreak(value: Value) -> str:
    """A tie-break's value as short text."""
    return amount(value.value, value.unit)


@register.filter
def headers_by_label(chain: Sequence[str]) -> dict[str, str]:
    """The headers of a chain's columns by the code with its parameters: "BH:cut=1" -> "BH/C1"."""
    return dict(zip(chain, headers(chain), strict=True))


@register.simple_tag
def amount_at(value: int | Fraction | None, unit: str, seats: int) -> str:
    """The same for an event with so many at a table: of four, points have a sign and raw points are grouped."""
    if seats == FOUR and isinstance(value, int):
        if unit == "points":
            return score(value)
        if unit == "count":
            return raw_points(value)
    return amount(value, unit)


@register.filter
def tiebreak_at(value: Value, seats: int) -> str:
    """A tie-break's value as short text, for an event with so many at a table."""
    return amount_at(value.value, value.unit, seats)


@register.filter
def beside_placements(cells: Sequence[Labelled]) -> list[Labelled]:
    """The links of a chain that say more than how often somebody was first, second and third."""
    return [cell for cell in cells if cell.label not in PLACEMENT_COUNTS]


@register.filter
def reason(data: Mapping[str, object] | Reason, names: Mapping[int, str] | None = None) -> str:
    """A stored reason as a sentence in the reader's language, with the names of the players it speaks of.

    `names` maps player numbers to names. A code that no system here knows any more is shown as it is.
    """
    if not isinstance(data, Reason):
        if data.get("code") not in TEXTS:
            return str(data.get("code", ""))
        data = Reason.from_json(data)
    known = names or {}

    def name_of(number: int) -> str:
        return f"{ISOLATE}{known[number]}{POP}" if number in known else f"#{number}"

    params = shown_params(data.params, name_of)
    for key, value in data.params:
        if is_score(key):
            params[key] = _localised(say_points(value))
    return gettext(TEXTS[data.code]).format(**params)


@register.filter
def by_pairing_order(reasons: Sequence[Mapping[str, Any] | Reason]) -> bool:
    """Whether one of the reasons speaks of the pairing order, a word that players have to be told."""
    codes = (data.code if isinstance(data, Reason) else data.get("code", "") for data in reasons)
    return any("pairing order" in TEXTS.get(code, "") for code in codes)


@register.filter
def by_hand(reasons: Sequence[Mapping[str, object]]) -> bool:
    """Whether somebody has changed the table that has these reasons, or moved it."""
    return any(data["code"] in (BY_HAND, MOVED_BY_HAND) for data in reasons)


@register.filter
def score(hundredths: int | None) -> str:
    """Points of a table of four, gains and losses: 2730 -> "+27.3", -700 -> "−7.0", never without a decimal."""
    if hundredths is None:
        return "–"
    whole, part = divmod(abs(hundredths), 100)
    decimals = f"{part // 10}" if part % 10 == 0 else f"{part:02d}"
    sign = "+" if hundredths > 0 else MINUS if hundredths < 0 else ""
    return _localised(f"{sign}{whole}.{decimals}")


POINTS: Mapping[int, Any] = {TWO: points, FOUR: score}


@register.filter
def points_at(hundredths: int | None, seats: int) -> str:
    """Points as an event with so many at a table shows them."""
    return str(POINTS.get(seats, points)(hundredths))


@register.filter
def raw_points(value: int | None) -> str:
    """Raw points as they are read: 42300 -> "42,300", in Danish "42.300"."""
    if value is None:
        return "–"
    return f"{MINUS if value < 0 else ''}{number_format(abs(value), force_grouping=True)}"


@register.filter
def place(number: int) -> str:
    """A place at a table of four in words: 1 -> "1st"."""
    return {
        1: pgettext("place at a table", "1st"),
        2: pgettext("place at a table", "2nd"),
        3: pgettext("place at a table", "3rd"),
        4: pgettext("place at a table", "4th"),
    }[number]


@register.simple_tag
def seat_result(
    result: str | None, position: int, hundredths: int | None = None, games: Sequence[int] | None = None
) -> str:
    """What one seat reads for its result: 1, ½, 0, + or − at a table for two, or its games where they are noted; points
    at a table for four.
    """
    if games:
        return str(games[position])
    if result is not None:
        return MARKS[result][position]
    return "" if hundredths is None else _localised(show_points(hundredths))


@register.simple_tag(takes_context=True)
def seat_name(context: Mapping[str, object], position: int, seats: int = 2) -> str:
    """What a seat of the event means to its player: a colour, who moves first, or the wind."""
    return str(WIND_NAMES[position]) if seats == FOUR else seat_word(context, "names", position)


@register.simple_tag(takes_context=True)
def seat_word(context: Mapping[str, object], form: str, position: int = 0) -> str:
    """A seat of two in one of the forms of `SeatWords`: `{% seat_word "heads" 1 %}`."""
    words = getattr(seat_words_of(getattr(context.get("event"), "system", "")), form)
    return gettext(words if isinstance(words, str) else words[position])


@register.simple_tag
def wind(position: int) -> SafeString:
    """A seat at a table of four: its sign and, where that is not the same, its name."""
    name = str(WIND_NAMES[position])
    sign = format_html('<span class="wind__sign" lang="ja">{}</span>', WINDS[position])
    if name == WINDS[position]:
        return format_html('<span class="wind">{}</span>', sign)
    return format_html('<span class="wind"><span aria-hidden="true">{}</span> {}</span>', sign, name)


@register.simple_tag
def standings_title(tournament: Tournament, after_round: int) -> str:
    """What a list of standings is called."""
    is_over = tournament.status == Status.FINISHED
    if is_over and not tournament.rounds.filter(number__gt=after_round).exists():
        return gettext("Final standings")
    if not after_round:
        return gettext("Standings")
    return gettext("Standings after round %(number)s") % {"number": after_round}


@register.simple_tag
def tiebreak_columns(tournament: Tournament) -> tuple[Column, ...]:
    """The tie-break columns of an event's standings: `{% tiebreak_columns event as columns %}`."""
    return columns_of(tournament)


@register.filter
def note(code: str) -> str:
    """Why a term of a tie-break is special, in the reader's language."""
    return gettext(TEXTS[code])


@register.filter
def combined(combine: str) -> str:
    """How the terms of a tie-break make its value."""
    return {
        "sum": gettext("Sum"),
        "mean": gettext("Mean"),
        "median": gettext("Middle value"),
        "rounded_mean": gettext("Mean, rounded"),
        "single": gettext("Value"),
        "highest": gettext("Highest"),
        "performance": gettext("Mean, rounded, plus the last line"),
    }[combine]


@register.simple_tag
def outcome(value: str) -> SafeString:
    """Won, drawn or lost as a badge; nothing for a match without a result."""
    if not value:
        return SafeString("")
    look, text = {
        Outcome.WIN: ("ok", gettext("Won")),
        Outcome.DRAW: ("info", gettext("Drawn")),
        Outcome.LOSS: ("bad", gettext("Lost")),
        Outcome.FORFEIT_WIN: ("ok", gettext("Won by forfeit")),
        Outcome.FORFEIT_LOSS: ("bad", gettext("Lost by forfeit")),
    }[Outcome(value)]
    return format_html('<span class="badge badge--{}">{}</span>', look, text)


@register.simple_tag
def cross_cell(sheet: Sheet | None, place_of: Mapping[int, int]) -> SafeString:
    """One round in the cross table: the result, the opponent's line, and who moved first."""
    if sheet is None:
        return SafeString("")
    if sheet.bye is not None:
        return format_html('<span title="{}">{}</span>', ByeKind(sheet.bye).label, points(sheet.points))
    mark = CROSS_MARKS[sheet.outcome] if sheet.outcome else "·"
    first = " ▸" if sheet.seat == 0 else ""
    return format_html("<b>{}</b> {}{}", mark, place_of.get(sheet.opponent or 0, ""), first)


@register.simple_tag
def cross_cell_of_four(sheet: Sheet | None) -> SafeString:
    """One round at tables of four: the points, and below them the place and the wind."""
    if sheet is None or (sheet.place is None and not sheet.missed and sheet.bye is None):
        return SafeString("")
    if sheet.bye is not None:
        return format_html("<span>{}</span>", ByeKind(sheet.bye).label)
    if sheet.place is None or sheet.seat is None:
        return format_html("<b>{}</b><small>{}</small>", score(sheet.points), gettext("missed"))
    sign, name = WINDS[sheet.seat], WIND_NAMES[sheet.seat]
    return format_html(
        '<b>{}</b><small>{} <span lang="ja" title="{}">{}</span></small>',
        score(sheet.points),
        place(sheet.place),
        name,
        sign,
    )


@register.filter
def lookup(mapping: Mapping[object, object], key: object) -> object:
    """The entry of a mapping under a key that is itself a variable; None when there is none."""
    return mapping.get(key)


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """An icon of the sprite. Without a label it is decoration and hidden from screen readers."""
    if label:
        return format_html(
            '<svg class="icon" role="img" aria-label="{}"><use href="{}"/></svg>', label, _in_sprite(name)
        )
    return _icon(name)


@cache
def _icon(name: str) -> SafeString:
    """Pages have dozens, of some fifty; their addresses stay as long as the process."""
    return format_html('<svg class="icon" aria-hidden="true"><use href="{}"/></svg>', _in_sprite(name))


def _in_sprite(name: str) -> str:
    return f"{static('icons/sprite.svg')}#{name}"


@register.simple_tag
def round_state(state: str) -> SafeString:
    """The state of a round as a badge: colour, icon and word."""
    look, picture = ROUND_LOOKS[state]
    return _badge(look, picture, RoundState(state).label)


@register.simple_tag
def round_stages(state: str) -> SafeString:
    """The states of a round in order, the present one marked: draft, published, in progress, completed."""
    stages = ((stage == state, stage.label) for stage in RoundState)
    return format_html(
        '<ol class="stages">{}</ol>',
        format_html_join("", "<li{}>{}</li>", ((_STEP if is_now else "", label) for is_now, label in stages)),
    )


@register.simple_tag
def event_status(status: str) -> SafeString:
    """The status of an event as a badge."""
    look, picture = STATUS_LOOKS[status]
    return _badge(look, picture, Status(status).label)


_STEP = SafeString(' aria-current="step"')


def _badge(look: str, picture: str, text: object) -> SafeString:
    return format_html('<span class="badge badge--{}">{} {}</span>', look, icon(picture), text)


def _rounded(value: Fraction, digits: int) -> str:
    """Rounded half away from zero, exactly: a float would decide some halves by accident."""
    scaled = abs(value) * 10**digits
    whole = int(scaled + Fraction(1, 2))
    sign = "-" if value < 0 and whole else ""
    return f"{sign}{whole // 10**digits}.{whole % 10**digits:0{digits}d}"


def _localised(number: str) -> str:
    return number.replace(".", get_format("DECIMAL_SEPARATOR"))
