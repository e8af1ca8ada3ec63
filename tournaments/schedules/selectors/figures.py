"""The figures of a schedule in words: what each is called, what it means, whether anything could be better."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from pairing.model.reasons import Reason


@dataclass(frozen=True, slots=True)
class FigureText:
    """`higher` says that more is better; `group` is which of the three aims it belongs to."""

    name: str
    group: object
    label: object
    meaning: object
    higher: bool = False


OPPONENTS, WINDS, TABLES = _("Opponents"), _("Winds"), _("Tables")
# In the order of the rules: a figure counts only where those before it are equal.
FIGURES = (
    FigureText(
        "max_meetings",
        OPPONENTS,
        _("Meetings of two players, at most"),
        _("The most times any two players meet."),
    ),
    FigureText(
        "opponent_spread",
        OPPONENTS,
        _("Difference in opponents"),
        _(
            "Different opponents of the player who has the most, minus those of the player who has the fewest."
        ),
    ),
    FigureText(
        "most_opponents",
        OPPONENTS,
        _("Different opponents, at most"),
        _("The most different opponents of any player."),
        higher=True,
    ),
    FigureText(
        "players_missing_a_wind",
        WINDS,
        _("Players without some wind"),
        _("Players who never have one of the winds."),
    ),
    FigureText(
        "max_same_wind",
        WINDS,
        _("Same wind, at most"),
        _("The most times any player has the same wind."),
    ),
    FigureText(
        "latest_average_wind",
        WINDS,
        _("Latest average wind"),
        _("The average of a player's winds, East 1 to North 4, of the player for whom it is highest."),
    ),
    FigureText(
        "same_table_3_in_a_row",
        TABLES,
        _("Three rounds at a table"),
        _("Players who stay at one table for three rounds or more in a row on one day."),
    ),
    FigureText(
        "same_table_2_in_a_row",
        TABLES,
        _("Two rounds at a table"),
        _("Players who stay at one table for two rounds in a row on one day."),
    ),
)


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of one plan. `why` nothing can be better; None where that is not known."""

    text: FigureText
    value: float | int
    why: Reason | None = None


@dataclass(frozen=True, slots=True)
class Compared:
    """One figure of two plans; `verdict` is "better", "worse" or "" for the second one (`found`)."""

    text: FigureText
    now: float | int | None
    found: float | int | None
    verdict: str = ""


def compared(now: Mapping[str, Any] | None, proposed: Mapping[str, Any]) -> tuple[Compared, ...]:
    """Two plans figure by figure. A figure that is not known (yet) is None."""
    rows = []
    for text in FIGURES:
        before, after = (now or {}).get(text.name), proposed.get(text.name)
        verdict = ""
        if before is not None and after is not None and before != after:
            verdict = "better" if (after > before) == text.higher else "worse"
        rows.append(Compared(text, before, after, verdict))
    return tuple(rows)


def figures_of(values: Mapping[str, Any], explained: Mapping[str, Reason]) -> tuple[Figure, ...]:
    """All figures of a plan; `explained` are those that nothing can beat, each with the reason."""
    return tuple(Figure(text, values[text.name], explained.get(text.name)) for text in FIGURES)


def sort_key(figures: Mapping[str, Any]) -> tuple[float, ...]:
    """Plans in the order of the rules, the best first."""
    return tuple(-figures[text.name] if text.higher else figures[text.name] for text in FIGURES)
