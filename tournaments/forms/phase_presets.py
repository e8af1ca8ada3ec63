"""Events of several phases as they are usually played, ready to be taken in one press."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pairing.types import Cut, CutBy, Phase

USUAL_ROUNDS = 5
LEAGUE_ROUNDS = 6
TO_FINAL = 2


@dataclass(frozen=True, slots=True)
class Preset:
    """`make(players)` gives the phases for so many players (0: not known yet)."""

    slug: str
    label: str | Promise
    help: str | Promise
    make: Callable[[int], list[Phase]]


def usual_rounds(players: int) -> int:
    """Rounds after which at most one player can have won everything."""
    return (players - 1).bit_length() if players > TO_FINAL else USUAL_ROUNDS


def _swiss(players: int) -> Phase:
    return Phase("monrad", rounds=usual_rounds(players))


def _swiss_top_8(players: int) -> list[Phase]:
    return [_swiss(players), Phase("bracket", cut=Cut(CutBy.RANK, 8))]


def _swiss_top_4(players: int) -> list[Phase]:
    return [_swiss(players), Phase("double_elimination", cut=Cut(CutBy.RANK, 4))]


def _league(players: int) -> list[Phase]:
    return [
        Phase("tiered", {"elimination": 3}, LEAGUE_ROUNDS),
        Phase("bracket", {"third_place": True}, cut=Cut(CutBy.LOSSES, 2)),
    ]


def _round_robin(players: int) -> list[Phase]:
    """Everybody meets everybody once: with an odd number somebody rests in each round."""
    rounds = players - 1 + players % 2 if players > TO_FINAL else USUAL_ROUNDS
    return [Phase("round_robin", rounds=rounds), Phase("bracket", rounds=1, cut=Cut(CutBy.RANK, TO_FINAL))]


PRESETS = (
    Preset(
        "swiss_top_8",
        _("Swiss, then top 8 bracket"),
        _("The first eight of the Swiss play on: who loses is out."),
        _swiss_top_8,
    ),
    Preset(
        "swiss_top_4",
        _("Swiss, then top 4 double elimination"),
        _("The first four of the Swiss play on: who loses twice is out."),
        _swiss_top_4,
    ),
    Preset(
        "league",
        _("Groups of losses, then bracket (league)"),
        _("Paired in groups of equal losses; whoever has at most two of them goes on to the bracket."),
        _league,
    ),
    Preset(
        "round_robin_final",
        _("Round robin, then final of two"),
        _("Everybody meets everybody; the first two play for the title."),
        _round_robin,
    ),
)


def preset(slug: str, players: int) -> list[Phase]:
    """The phases of a preset; nothing for one that nobody offered."""
    return next((p.make(players) for p in PRESETS if p.slug == slug), [])
