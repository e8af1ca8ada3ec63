"""The results a round is paired on (rules/wcsc.md 1.2), and the order of the players they give (1.1, 1.3).

S: all true results. MS, for round k of R: the true results of the rounds before k - 1; round k - 1 is assumed, all
drawn (round 1: the higher placed wins), even where its results are known. The last round is paired on true results.
"""

from dataclasses import dataclass, replace

from pairing.model.errors import ROUND_OPEN, PairingError, message
from pairing.model.field import Field, is_open
from pairing.model.reasons import Reason, because, gettext_noop, sentence
from pairing.model.types import Match, Round, RoundStatus, Snapshot, TiebreakSpec
from pairing.systems.wcsc.options import WcscOptions
from pairing.tiebreaks.ranking import counted, ranking

# 1.1, behind the points: SOS, SB, MD, DH, list number.
CHAIN = ("solkoff", "beaten_sum", "beaten_median", "head_to_head", "list_order")
_SPECS = tuple(TiebreakSpec(code) for code in CHAIN)

NO_LAST_ROUND = message(
    "wcsc_rounds_planned",
    gettext_noop(
        "Rounds planned: modified Swiss (mode MS) pairs the last round on true results, "
        "so give the number of rounds (Settings)."
    ),
)
LAST_ROUND_WAITS = message(
    "wcsc_last_round_waits",
    gettext_noop(
        "Round {number} is the last one and is paired on true results. Enter the "
        "outstanding results of round {open}."
    ),
)
ASSUMED_WON = sentence(
    "wcsc_assumed_won",
    gettext_noop("Paired on assumed results of round {round}: the higher placed player of each table wins."),
)
ASSUMED_DRAWN = sentence(
    "wcsc_assumed_drawn", gettext_noop("Paired on assumed results of round {round}: all drawn.")
)


@dataclass(frozen=True, slots=True)
class Basis:
    """What a round is paired on. `order` holds the players of the standings, best first within equal points."""

    points: dict[int, int]
    order: list[int]
    notes: tuple[Reason, ...]


def assumed_round(field: Field, options: WcscOptions) -> int | None:
    """The number of the round whose results are assumed to pair round `field.number`, or None.

    Errors: PairingError when mode MS does not know the last round.
    """
    if options.mode != "MS":
        return None
    last = field.snapshot.rounds_planned
    if last is None:
        raise PairingError(NO_LAST_ROUND)
    # 1.2: the first round assumes nothing, and the last one is paired on true results.
    return field.number - 1 if field.turn >= 2 and field.number < last else None


def may_pair_ahead(field: Field, options: WcscOptions) -> bool:
    """Whether round `field.number` can be paired while the round before it is being played.

    Errors: PairingError for the last round of mode MS, which waits, and as `assumed_round`.
    """
    if assumed_round(field, options) is not None:
        return True
    if options.mode == "MS":
        raise PairingError(LAST_ROUND_WAITS, number=field.number, open=field.number - 1)
    return False


def assumes(field: Field, options: WcscOptions) -> Round | None:
    """The round before, with the results that are assumed to pair round `field.number`; None where the true ones count.

    Errors: PairingError as `assumed_round`.
    """
    return None if assumed_round(field, options) is None else _assumed(field.rounds[-1], field)


def basis(field: Field, options: WcscOptions) -> Basis:
    """Points and order for pairing round `field.number`. Errors: PairingError as `assumed_round`."""
    number = assumed_round(field, options)
    snapshot = field.snapshot
    notes: tuple[Reason, ...] = ()
    if number is not None:
        snapshot = replace(
            snapshot, rounds=(*snapshot.rounds[: number - 1], _assumed(field.rounds[-1], field))
        )
        notes = (because(ASSUMED_WON if field.turn == 2 else ASSUMED_DRAWN, round=number),)
    elif open_rounds := [r.number for r in field.rounds if is_open(r)]:
        raise PairingError(ROUND_OPEN, number=open_rounds[0])
    points = Field(snapshot).points
    return Basis(points, _order(snapshot, points, options), notes)


def _assumed(played: Round, field: Field) -> Round:
    """The round with assumed results. Round 1 was paired by the list, so the higher placed is first in the list."""
    place = field.place_in_list

    def result(match: Match) -> str:
        first, second = match.seats
        # 1.2: a later round is assumed drawn, the first won by the higher placed.
        if field.turn > 2:
            return "1/2-1/2"
        return "1-0" if place[first] < place[second] else "0-1"

    matches = tuple(replace(match, result=result(match)) for match in played.matches)
    return replace(played, status=RoundStatus.COMPLETED, matches=matches)


def _order(snapshot: Snapshot, points: dict[int, int], options: WcscOptions) -> list[int]:
    # 1.3: inside a group F is the list, V the ranking of 1.1.
    if options.order == "F":
        return sorted(points, key=lambda player: -points[player])  # stable: list order inside
    return [line.player for line in ranking(counted(replace(snapshot, tiebreaks=_SPECS)))]
