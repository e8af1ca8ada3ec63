"""Points in the event document: what results, byes and tables of four are worth, and numbers as hundredths."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from pairing.model.errors import BAD_INPUT, BAD_OPTION, NOT_KNOWN, PairingError
from pairing.model.reasons import phrase
from pairing.model.schema import DocumentError, json_text
from pairing.model.scoring import mahjong
from pairing.model.scoring.mahjong import MahjongScoring
from pairing.model.types import FOUR, HUNDRED, TWO, Adjustment, Scoring, Snapshot, TableKind, VirtualPoints

OF_TWO = ("win", "draw", "loss", "bye", "half_bye", "forfeit_win", "forfeit_loss")


def load_scoring(scoring: Mapping[str, Any], seats: TableKind) -> dict[str, Any]:
    """The field of a snapshot that says what results at tables of this kind are worth. Errors: DocumentError."""
    return {seats.rules.scoring: _LOADED[seats](scoring)}


def _of_two(scoring: Mapping[str, Any]) -> Scoring:
    _check_names(scoring, OF_TWO, TWO)
    values: dict[str, Any] = {
        name: None if value is None else hundredths(f"scoring.{name}", value)
        for name, value in scoring.items()
    }
    return Scoring(**values)


def _of_four(scoring: Mapping[str, Any]) -> MahjongScoring:
    _check_names(scoring, ("preset", *mahjong.to_json(mahjong.EMA)), FOUR)
    try:
        return mahjong.from_json(scoring)
    except PairingError as error:
        if error.code == BAD_INPUT:
            raise DocumentError(**error.params) from None
        if error.code != BAD_OPTION:
            raise
        detail = phrase("{value} is not possible here; {allowed}", **_without_name(error))
        raise DocumentError(f"scoring.{mahjong.word_of(error.params['name'])}", detail) from None


def _without_name(error: PairingError) -> dict[str, Any]:
    return {name: value for name, value in error.params.items() if name != "name"}


def _check_names(scoring: Mapping[str, Any], allowed: tuple[str, ...], seats: int) -> None:
    """The schema knows the fields of both kinds; an event has one of them."""
    for name in scoring:
        if name not in allowed:
            known = phrase(NOT_KNOWN, name=name, allowed=", ".join(allowed))
            detail = phrase("{known} (this system seats {seats} at a table)", known=known, seats=seats)
            raise DocumentError("scoring", detail)


def dump_scoring(snapshot: Snapshot) -> dict[str, Any]:
    """What results of the event are worth, as a document has it."""
    return _DUMPED[snapshot.seats](snapshot.worth)


def _dump_of_two(scoring: Scoring) -> dict[str, float]:
    values = {name: getattr(scoring, name) for name in OF_TWO}
    return {name: points_to_json(value) for name, value in values.items() if value is not None}


_LOADED: Mapping[TableKind, Callable[[Mapping[str, Any]], Any]] = {TWO: _of_two, FOUR: _of_four}
_DUMPED: Mapping[TableKind, Callable[[Any], dict[str, Any]]] = {TWO: _dump_of_two, FOUR: mahjong.to_json}


def load_adjustments(adjustments: Sequence[Mapping[str, Any]]) -> tuple[Adjustment, ...]:
    """Bonuses and penalties of a document. Errors: DocumentError for more than two decimals."""
    return tuple(
        Adjustment(
            player=int(a["player"]),
            points=hundredths(f"adjustments[{index}].points", a["points"]),
            round=None if a.get("round") is None else int(a["round"]),
        )
        for index, a in enumerate(adjustments)
    )


def dump_adjustments(adjustments: Iterable[Adjustment]) -> list[dict[str, Any]]:
    """Bonuses and penalties as a document has them; the round is left out where they count from the start."""
    return [
        {
            "player": a.player,
            "points": points_to_json(a.points),
            **({} if a.round is None else {"round": a.round}),
        }
        for a in adjustments
    ]


def load_virtual_points(entries: Sequence[Mapping[str, Any]]) -> tuple[VirtualPoints, ...]:
    """Points of a document that count for the pairing only. Errors: DocumentError for more than two decimals."""
    return tuple(
        VirtualPoints(
            tuple(map(int, row["players"])),
            tuple(hundredths(f"virtual_points[{index}].points", points) for points in row["points"]),
        )
        for index, row in enumerate(entries)
    )


def dump_virtual_points(virtual_points: Iterable[VirtualPoints]) -> list[dict[str, Any]]:
    """Points that count for the pairing only, as a document has them."""
    return [
        {"players": list(row.players), "points": [*map(points_to_json, row.points)]} for row in virtual_points
    ]


def hundredths(where: str, value: float) -> int:
    """Points of a document as hundredths. Errors: DocumentError at `where` for more than two decimals."""
    exact = Fraction(str(value)) * HUNDRED
    if exact.denominator != 1:
        detail = phrase(
            "{value} is not possible here; points have at most two decimals", value=json_text(value)
        )
        raise DocumentError(where, detail)
    return exact.numerator


def points_to_json(hundredths: int) -> float:
    """100 -> 1, 50 -> 0.5."""
    return hundredths // HUNDRED if hundredths % HUNDRED == 0 else hundredths / HUNDRED
