"""What an organiser of a McMahon event may set."""

from dataclasses import dataclass

from pairing.model.options import option
from pairing.model.wording import gettext_noop
from pairing.systems.mcmahon.ranks import RANKS
from pairing.systems.shared_options import allow_rematches, allow_second_bye, first_mover

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
