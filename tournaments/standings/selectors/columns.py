"""The columns of the standings: a short header, the full name, what it means, in the reader's language."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from typing import Any

from django.utils.translation import gettext, pgettext_lazy

from pairing.formats.document import tiebreak_chain
from pairing.model.options import OptionSpec, describe
from pairing.model.types import TiebreakSpec
from pairing.tiebreaks import TIEBREAKS, weighted
from pairing.tiebreaks.chain import options_of
from pairing.tiebreaks.notation import NUMBERED
from tournaments.models import Tournament

# Headers have to fit a phone. A code that is not listed (`BH`, `ARO`) is its own short name.
SHORT: Mapping[str, object] = {
    "solkoff": pgettext_lazy("short for Solkoff", "Solk"),
    "omw": pgettext_lazy("short for opponents' match-win percentage", "OMW%"),
    "sonneborn_berger": pgettext_lazy("short for Sonneborn-Berger", "SB"),
    "median": pgettext_lazy("short for median", "Med"),
    "opponent_median": pgettext_lazy("short for opponents' median", "OMed"),
    "beaten_sum": pgettext_lazy("short for sum of beaten opponents", "SumB"),
    "beaten_median": pgettext_lazy("short for median of beaten opponents", "MedB"),
    "head_to_head": pgettext_lazy("short for head to head", "H2H"),
    "wins": pgettext_lazy("short for number of wins", "Wins"),
    "rating": pgettext_lazy("short for rating", "Rtg"),
    "list_order": pgettext_lazy("short for list order", "List"),
    "points": pgettext_lazy("short for points", "Pts"),
    "firsts": pgettext_lazy("short for number of first places", "1st"),
    "seconds": pgettext_lazy("short for number of second places", "2nd"),
    "thirds": pgettext_lazy("short for number of third places", "3rd"),
    "average_place": pgettext_lazy("short for average place", "Avg"),
    "best_game": pgettext_lazy("short for best game", "Best"),
    "raw_points": pgettext_lazy("short for raw points", "Raw"),
    "losses": pgettext_lazy("short for number of losses", "Lost"),
    "strength_of_schedule": pgettext_lazy("short for strength of schedule", "SoS"),
    "netrunner_sos": pgettext_lazy("short for strength of schedule", "SoS"),
    "extended_sos": pgettext_lazy("short for extended strength of schedule", "ESoS"),
    "draw_number": pgettext_lazy("short for number drawn", "Draw"),
}


@dataclass(frozen=True, slots=True)
class Column:
    """`short` is the header, `name` its full name with parameters, `help` a sentence that defines it."""

    label: str
    short: str
    name: str
    help: str


def columns_of(tournament: Tournament) -> tuple[Column, ...]:
    """One column for each tie-break of the event, in the order of the cells of a standings line."""
    return columns(chain_of(tournament))


def columns(chain: Iterable[TiebreakSpec]) -> tuple[Column, ...]:
    """One column for each link, with a header of its own."""
    alone = [column(spec) for spec in chain]
    shorts = _told_apart([one.short for one in alone])
    return tuple(replace(one, short=short) for one, short in zip(alone, shorts, strict=True))


def column(spec: TiebreakSpec) -> Column:
    """How one link of a chain is headed."""
    if spec.code == weighted.CODE:
        parts = [
            (f"{float(weight):g} × " if weight != 1 else "", column(part))
            for part, weight in options_of(spec).parts
        ]
        short, name = (
            " + ".join(times + getattr(one, of) for times, one in parts) for of in ("short", "name")
        )
        return Column(spec.label, short, name, gettext(weighted.SUM.help))
    tiebreak = TIEBREAKS[spec.code]
    options = {option.name: option for option in describe(tiebreak.options)}
    given = [f"{gettext(options[name].label)}: {_said(options[name], value)}" for name, value in spec.params]
    name = gettext(tiebreak.name) + (f" ({', '.join(given)})" if given else "")
    return Column(spec.label, short_of(spec.label), name, gettext(tiebreak.help))


def short_of(link: str | Mapping[str, Any]) -> str:
    """The header of a column, from a link of a chain: `BH:cut=1` -> `BH/C1`. Codes of FIDE and melee (`BH`, `OMWP`) are
    what players say; ours have a word.
    """
    if isinstance(link, str):
        code, *given = link.split(":")
        params = dict(text.split("=", 1) for text in given if "=" in text)
    else:
        code, params = link["name"], dict(link)
    modifiers = [f"/{NUMBERED[name]}{params[name]}" for name in ("cut", "median") if int(params.get(name, 0))]
    return "".join([str(SHORT.get(code, code)), *modifiers])


def chain_in_short(chain: Sequence[object]) -> str:
    """A stored chain of tie-breaks by its headers: "Solk, OMW%"."""
    return ", ".join(headers(chain))


def headers(chain: Sequence[object]) -> list[str]:
    """The headers of a stored chain of tie-breaks."""
    return _told_apart([short_of(link if isinstance(link, dict) else str(link)) for link in chain])


def _told_apart(headers: Sequence[str]) -> list[str]:
    """Links that differ in a parameter without a short form are numbered: "BH 1", "BH 2"."""
    several = {header for header, times in Counter(headers).items() if times > 1}
    numbers = {header: count(1) for header in several}
    return [f"{header} {next(numbers[header])}" if header in several else header for header in headers]


def _said(option: OptionSpec, value: Any) -> str:
    """A parameter in the reader's language."""
    if value is None:
        return gettext(option.none or "none")
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if option.choices and value in option.choices:
        return gettext(option.choices[value])
    return f"{float(value):g}" if isinstance(value, Fraction) else str(value)


def chain_of(tournament: Tournament) -> tuple[TiebreakSpec, ...]:
    """The event's chain of tie-breaks, in the order of the columns of its standings."""
    return tuple(spec for spec in tiebreak_chain(tournament.tiebreaks) if spec.code in TIEBREAKS)
