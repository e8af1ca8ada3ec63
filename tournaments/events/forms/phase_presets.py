"""Events of several phases as they are usually played, ready to be taken in one press."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy as _

from pairing.engine.lengths import longest, needed
from pairing.engine.phases import AFTER_ROUND
from pairing.formats.document_phases import dump_phases
from pairing.model.types import FOUR, TWO, Cut, CutBy, Phase, TableKind
from pairing.systems import SYSTEMS, seats_of
from tournaments.desk.refusals import refuse
from tournaments.events.selectors.phases import entry_in_words
from tournaments.events.services.rules import clean_options, default_tiebreaks
from tournaments.forms.options import options_initial

USUAL_ROUNDS = 5
LEAGUE_ROUNDS = 6
TO_FINAL = 2
FULL_CHAMPIONSHIP = 36
MAX_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Preset:
    """`make(players, swiss)` gives the phases for so many players (0: not known yet) and the Swiss of the game."""

    slug: str
    label: str | Promise
    help: str | Promise
    make: Callable[[int, str], list[Phase]]


def _one(
    players: int, system: str, options: Mapping[str, object] | None = None, least: int = USUAL_ROUNDS
) -> Phase:
    """A phase with the rounds it takes, or so many where that depends on players who are not known yet."""
    return Phase(
        system, options or {}, needed(system, options or {}, players) if players > TO_FINAL else least
    )


def _swiss(players: int, swiss: str) -> Phase:
    return Phase(swiss, rounds=longest(swiss, {}, players) if players > TO_FINAL else USUAL_ROUNDS)


def _championship(players: int) -> list[Phase]:
    """As the computer shogi championship of 2004: 43 teams, 16 and 3 of them seeded; shorter with fewer."""
    is_small = 0 < players < FULL_CHAMPIONSHIP
    second = min(24, max(10, players // 3 * 2)) if is_small else 24
    return [
        Phase("wcsc", rounds=5 if is_small else 7),
        Phase("wcsc", rounds=7 if is_small else 9, cut=Cut(CutBy.RANK, second), anew=True),
        Phase("round_robin", cut=Cut(CutBy.RANK, 8), anew=True),
    ]


PRESETS = (
    Preset(
        "swiss_top_8",
        _("Swiss, then top 8 bracket"),
        _("The top eight of the Swiss play on: one loss eliminates."),
        lambda players, swiss: [_swiss(players, swiss), Phase("bracket", cut=Cut(CutBy.RANK, 8))],
    ),
    Preset(
        "swiss_top_4",
        _("Swiss, then top 4 double elimination"),
        _("The top four of the Swiss play on: two losses eliminate."),
        lambda players, swiss: [_swiss(players, swiss), Phase("double_elimination", cut=Cut(CutBy.RANK, 4))],
    ),
    Preset(
        "league",
        _("Groups of losses, then bracket (league)"),
        _("Paired in groups of equal losses; players with at most two losses advance to the bracket."),
        lambda _players, _swiss: [
            Phase("tiered", {"elimination": 3}, LEAGUE_ROUNDS),
            Phase("bracket", {"third_place": True}, cut=Cut(CutBy.LOSSES, 2)),
        ],
    ),
    Preset(
        "round_robin_final",
        _("Round robin, then final of two"),
        _("All players meet; the top two play for the title."),
        lambda players, _swiss: [
            _one(players, "round_robin"),
            Phase("bracket", rounds=1, cut=Cut(CutBy.RANK, TO_FINAL)),
        ],
    ),
    Preset(
        "shogi_championship",
        _("Championship in three stages"),
        _(
            "First stage, second stage and final of eight, each from zero. Seed players into the later stages (Phases)."
        ),
        lambda players, _swiss: _championship(players),
    ),
)
_ALONE = (
    Preset(
        "out_after_2",
        _("Out after 2 losses"),
        _("A Swiss until one player is left."),
        lambda players, swiss: [_one(players, swiss, {"elimination": 2}, 8)],
    ),
    Preset(
        "knockout",
        _("Knockout"),
        _("One loss eliminates."),
        lambda players, _swiss: [_one(players, "bracket", {"after_round": 0})],
    ),
    Preset(
        "double_elimination",
        _("Double elimination"),
        _("Two losses eliminate: winners' and losers' bracket."),
        lambda players, _swiss: [_one(players, "double_elimination", {"after_round": 0}, 9)],
    ),
    Preset(
        "double_elimination_by_match",
        _("Out after 2 losses, on few tables"),
        _("Double elimination, match by match: the next one is there as soon as both players are known."),
        lambda players, _swiss: [
            _one(players, "double_elimination", {"after_round": 0, "advance": "match"}, 9)
        ],
    ),
    Preset(
        "round_robin",
        _("Round robin"),
        _("All players meet once."),
        lambda players, _swiss: [_one(players, "round_robin")],
    ),
    Preset(
        "club_championship",
        _("Club championship by appointment"),
        _(
            "All players meet once. Every match is there from the start and is played when the two have agreed."
        ),
        lambda players, _swiss: [_one(players, "round_robin", {"schedule": "whole", "ahead": "any"})],
    ),
    Preset(
        "mahjong_final",
        _("Qualifying, cut, final"),
        _("All play 6 rounds, the best 8 play on, 4 sit in the final."),
        lambda _players, _swiss: [Phase("mahjong_final", rounds=8)],
    ),
    Preset(
        "mahjong_schedule",
        _("All rounds planned"),
        _("Players meet as many others as possible."),
        lambda _players, _swiss: [Phase("mahjong_schedule", rounds=6)],
    ),
)
_ALL = {preset.slug: preset for preset in (*PRESETS, *_ALONE)}
# By how many sit at a table; and what a game of two can be, unless it says otherwise.
FITTING = {
    seats: tuple(slug for slug in _ALL if slug.startswith("mahjong") is (seats == FOUR))
    for seats in TableKind
}
FOR_MOST = tuple(
    slug for slug in FITTING[TWO] if slug not in ("league", "round_robin_final", "shogi_championship")
)


def preset(slug: str, players: int, system: str = "") -> list[Phase]:
    """The phases of a preset for a game of this system, if that is a Swiss with elimination; [] for an unknown one."""
    return (
        _ALL[slug].make(players, "random_swiss" if system == "random_swiss" else "monrad")
        if slug in _ALL
        else []
    )


def choices(slugs: Sequence[str], system: str) -> list[tuple[str, str]]:
    """The system alone, or one of these presets, each with its sentence."""
    alone = SYSTEMS.get(system)
    rows = (
        [("", gettext(alone.name), gettext(alone.summary))] if alone else [("", gettext("By one system"), "")]
    )
    rows += [(slug, str(_ALL[slug].label), str(_ALL[slug].help)) for slug in slugs]
    return [
        (slug, format_html('<span>{}<small class="muted">{}</small></span>', *text)) for slug, *text in rows
    ]


def first_as_typed(slug: str, players: object, system: str) -> dict[str, Any]:
    """The first phase of a preset as it stands in the form of an event; nothing for an event of one system."""
    count = int(str(players)) if str(players).isdecimal() and len(str(players)) < MAX_DIGITS else 0
    phases = preset(slug, count, system)
    if not phases:
        return {}
    return {
        "system": phases[0].system,
        "rounds_planned": phases[0].rounds,
        **options_initial(phases[0].options),
    }


def first_as_given(slug: str, system: str) -> dict[str, object]:
    """The first phase of a preset as the services take it, with the tie-breaks of its system."""
    [first, *_later] = preset(slug, 0, system)
    return {
        "system": first.system,
        "options": dict(first.options),
        "rounds_planned": first.rounds,
        "tiebreaks": default_tiebreaks(first.system),
    }


def with_first(slug: str, values: Mapping[str, Any]) -> list[dict[str, object]]:
    """The phases of a preset, the first as it is given in the values of an event; [] for one of one system.

    Errors: ServiceError, where they do not go together.
    """
    later = preset(slug, 0)[1:]
    if not later:
        return []
    if not seats_of(values["system"]).rules.has_phases:
        raise refuse.phases_for_two()
    options = clean_options(values["system"], values["options"])
    options.pop(AFTER_ROUND, None)  # a phase begins where the one before ends
    return dump_phases([Phase(values["system"], options, values["rounds_planned"]), *later])


def after_first(slug: str) -> list[tuple[str, str, int]]:
    """The later phases of a preset in words: the system, and who gets in; with how many, if it says so."""
    later = preset(slug, 0)[1:]
    sizes = (p.cut.value if p.cut and p.cut.by is CutBy.RANK else 0 for p in later)
    return [
        (gettext(SYSTEMS[p.system].name), entry_in_words(p), size)
        for p, size in zip(later, sizes, strict=True)
    ]
