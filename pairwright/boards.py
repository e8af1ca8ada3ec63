"""The pairs of a round in the order of bbpPairings, and the comparison of rounds that its checker prints."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from pairing.engine import pair
from pairing.engine.recheck import before
from pairing.model.errors import Impossible
from pairing.model.field import Field
from pairing.model.types import ByeKind, Round, Snapshot

Board = tuple[int, int]  # White, Black; 0 for nobody: the bye of the pairing
UNPLAYED = ("+--", "--+", "---")


class PairedAgain(NamedTuple):
    """A round, the event before it, and the boards of the rules; None where there is no legal pairing."""

    round: Round
    known: Snapshot
    found: list[Board] | None


def boards(snapshot: Snapshot) -> list[Board]:
    """The next round. Errors: PairingError; Impossible, where there is no legal pairing."""
    plan, field = pair(snapshot), Field(snapshot)
    found: list[Board] = [(white, black) for white, black in (match.seats for match in plan.matches)]
    found += [(bye.player, 0) for bye in plan.byes if bye.player not in field.requested_byes]
    return in_order(found, field)


def in_order(boards: Iterable[Board], field: Field) -> list[Board]:
    """By the points of the higher ranked, of the lower ranked, and the rank of the higher; the bye is last. Points
    are without those of an acceleration, other than in the plan.
    """

    def place(board: Board) -> tuple[bool, int, int, int]:
        ranked = sorted((-field.points[id], field.start_place[id]) for id in board if id)
        return 0 in board, ranked[0][0], ranked[-1][0], ranked[0][1]

    return sorted(boards, key=place)


def paired_again(snapshot: Snapshot) -> Iterator[PairedAgain]:
    """Every round of the event. Where nothing says how many rounds it has, all have been played."""
    snapshot = replace(snapshot, rounds_planned=snapshot.rounds_planned or len(snapshot.rounds))
    for round_ in snapshot.rounds:
        known = before(snapshot, round_)
        try:
            yield PairedAgain(round_, known, boards(known))
        except Impossible:
            yield PairedAgain(round_, known, None)


def checked(name: str, rounds: Iterable[PairedAgain]) -> Iterator[str]:
    """The lines of the checker: every round of the report `name`, and the boards that are not those of the rules."""
    for round_, known, found in rounds:
        yield f"{name}: Round #{round_.number}"
        if found is None:
            yield from (f"No valid pairing exists for round {round_.number}.", "")
        else:
            yield from _differences(found, round_, Field(known))
    yield ""


def played_in(round_: Round) -> list[Board]:
    """The boards of a past round."""
    byes = ((bye.player, 0) for bye in round_.byes if bye.kind is ByeKind.FULL)
    return [*((match.seats[0], match.seats[1]) for match in round_.matches), *byes]


def _differences(right: list[Board], round_: Round, field: Field) -> Iterator[str]:
    played = set(played_in(round_))
    # A match that was not played may stand in a report without colours.
    either_way = {match.seats[::-1] for match in round_.matches if match.result in UNPLAYED}
    wrong = [board for board in right if board not in played | either_way]
    if not wrong:
        return
    concerned = {id for board in wrong for id in board if id}
    instead = in_order((board for board in played if concerned & set(board)), field)
    yield f"  Checker pairings{'':8}Tournament pairings "
    for is_right, was in zip(wrong, instead, strict=False):
        yield f"    {_shown(is_right)}{'':16}{_shown(was)}"
    yield ""


def _shown(board: Board) -> str:
    return f"{board[0]:3} - {board[1]:3}"
