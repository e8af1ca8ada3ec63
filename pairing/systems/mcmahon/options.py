"""What an organiser of a McMahon event may set."""

import re
from dataclasses import dataclass
from unicodedata import normalize

from pairing.model.options import option
from pairing.model.reasons import gettext_noop
from pairing.model.types import Entrant
from pairing.systems.shared_options import allow_rematches, allow_second_bye, first_mover

STRONGEST, WEAKEST = 8, -30  # 9 dan, 30 kyu
ONE_DAN, WIDTH = 2100, 100  # on the scale of the EGF

_DAN, _KYU, _PRO = {"d", "dan", "段"}, {"k", "kyu", "級"}, {"p", "pro"}
# Ranks of Go as numbers: 1 dan is 0, 1 kyu -1, 30 kyu -30.
#
# A player's rank is the title where that is one (`3d`, `5 kyu`, `3段`; professionals stand above all
# amateurs), or else follows from the rating on the scale of the European Go Federation: 2100 is 1 dan, and
# every rank is 100 points wide.
_RANK = re.compile(r"([0-9]{1,2}) ?(d|dan|段|k|kyu|級|p|pro)\.?")
_DIGITS = str.maketrans("初一二三四五六七八九", "1123456789")


def code(rank: int) -> str:
    """A rank in short: `3d`, `12k`."""
    return f"{rank + 1}d" if rank >= 0 else f"{-rank}k"


RANKS = {code(rank): rank for rank in range(STRONGEST, WEAKEST - 1, -1)}


def read(text: str) -> int | None:
    """The rank that a text names, if it is one and nothing else."""
    found = _RANK.fullmatch(normalize("NFKC", text).strip().lower().translate(_DIGITS))
    if found is None:
        return None
    number, kind = int(found[1]), found[2]
    if kind in _PRO:
        return STRONGEST
    return number - 1 if kind in _DAN else -number


def rank_of(entrant: Entrant) -> int | None:
    """The rank of a player; None for one who has none."""
    named = read(entrant.title) if entrant.title else None
    if named is not None or entrant.rating is None:
        return named
    return (entrant.rating - ONE_DAN + WIDTH // 2) // WIDTH


RANDOM, SLIP, FOLD = "random", "slip", "fold"


def _rank(default: str, label: str, help: str) -> str:
    declared: str = option(default, label=label, help=help, choices={name: name for name in RANKS})
    return declared


@dataclass(frozen=True, slots=True)
class McMahonOptions:
    """The last two are offered round by round. The bars are those most events of the European Go Federation use."""

    bar: str = _rank(
        "4d",
        gettext_noop("Top bar"),
        gettext_noop("Players of this rank or a stronger one start together at the top (d dan, k kyu)."),
    )
    floor: str = _rank(
        "20k",
        gettext_noop("Bottom bar"),
        gettext_noop(
            "Players of this rank or a weaker one, and those without a rank, start together on 0. "
            "The rank is the title (3d, 5k), or else follows from the rating (2100 is 1 dan)."
        ),
    )
    order: str = option(
        RANDOM,
        label=gettext_noop("Pairing order"),
        help=gettext_noop("Who meets whom among players on equal McMahon scores."),
        choices={
            RANDOM: gettext_noop("New lots every round"),
            SLIP: gettext_noop("Upper half against lower half, in the order of the standings: 1-5, 2-6, …"),
            FOLD: gettext_noop("The best against the last, in the order of the standings: 1-8, 2-7, …"),
        },
    )
    round_down: bool = option(
        True,
        label=gettext_noop("Round half points down"),
        help=gettext_noop("A score between two whole wins counts as the lower, as in events of the EGF."),
    )
    handicap: int | None = option(
        None,
        label=gettext_noop("Handicap"),
        help=gettext_noop(
            "Below the top bar the weaker player is given stones: the difference of the scores less this number. "
            "If empty: no handicaps."
        ),
        kind="int",
        minimum=0,
        maximum=9,
        none="none",
    )
    first_mover: str = first_mover()
    allow_rematches: bool = allow_rematches()
    allow_second_bye: bool = allow_second_bye()
