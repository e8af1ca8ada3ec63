"""The options of the three systems for four at a table (rules: mahjong.md)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pairing.model.options import option


def _rounds_per_day() -> Any:
    return option(
        None,
        label="Rounds a day",
        help="A new day begins after this many rounds; no one should stay at one table number for long on one day.",
        kind="int",
        minimum=1,
        maximum=50,
        none="none",
    )


def _uneven() -> Any:
    return option(
        "house",
        label="Players left over",
        help="What happens when the number of players is not a multiple of four.",
        choices={
            "house": "House players fill the tables; they have no place in the standings",
            "byes": "Byes worth 0.0, as equal as possible",
        },
    )


def _leavers() -> Any:
    return option(
        "house",
        label="When players withdraw or join",
        help="What happens to the rest of the schedule when players withdraw or join late.",
        choices={
            "house": "House players replace players who leave; late players replace house players",
            "replan": "The rest is planned again for the players still in; what was played counts",
        },
    )


def _first_round() -> Any:
    return option(
        "lots",
        label="First round",
        help="Who shares a table in the first round of the Swiss.",
        choices={"lots": "Drawn by lot", "rating": "By rating: the strongest share the first table"},
    )


@dataclass(frozen=True, slots=True)
class ScheduleOptions:
    """A schedule of all rounds."""

    rounds_per_day: int | None = _rounds_per_day()
    uneven: str = _uneven()
    leavers: str = _leavers()


@dataclass(frozen=True, slots=True)
class SwissOptions:
    """Swiss for four."""

    first_round: str = _first_round()


@dataclass(frozen=True, slots=True)
class FinalOptions:
    """A whole event: qualifying rounds, the cut, final rounds."""

    qualifying: str = option(
        "schedule",
        label="Qualifying rounds",
        help="How the rounds before the cut are seated.",
        choices={
            "schedule": "By a schedule of all rounds",
            "swiss": "Swiss: the leaders share tables",
        },
    )
    qualifying_rounds: int | None = option(
        None,
        label="Number of qualifying rounds",
        help="If empty: the planned rounds without the final rounds; 6 if no rounds are planned.",
        kind="int",
        minimum=1,
        maximum=50,
        none="none",
    )
    cut: str = option(
        "8",
        label="Cut",
        help="How many play for the first places after the qualifying rounds.",
        choices={
            "4": "The first four, at one table",
            "8": "The first eight, at two tables",
            "16": "The first sixteen, at four tables",
        },
    )
    carry: Fraction = option(
        Fraction(1, 2),
        label="Carried over",
        help="The share of every player's total that counts after the cut, rounded down to 0.01 points.",
        minimum=Fraction(0),
        maximum=Fraction(1),
    )
    final_rounds: int = option(
        2,
        label="Final rounds",
        help="Rounds after the cut. In the last one the players of the cut sit by total, four at a table.",
        minimum=1,
        maximum=10,
    )
    seeding: str = option(
        "balanced",
        label="Tables of the cut",
        help="Who meets in the final rounds before the last one.",
        choices={
            "balanced": "1, 3, 6, 8 and 2, 4, 5, 7: equally strong tables",
            "snake": "1, 4, 5, 8 and 2, 3, 6, 7: equally strong tables, back and forth",
            "standing": "1, 2, 3, 4 and 5, 6, 7, 8: the best together",
            "lots": "Drawn by lot",
        },
    )
    rounds_per_day: int | None = _rounds_per_day()
    uneven: str = _uneven()
    leavers: str = _leavers()
    first_round: str = _first_round()
