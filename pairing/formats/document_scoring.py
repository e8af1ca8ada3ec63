"""Points in the event document: what results, byes and tables of four are worth, and numbers as hundredths."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from pairing.model.errors import BAD_INPUT, BAD_OPTION, NOT_KNOWN, PairingError
from pairing.model.schema import DocumentError, shown
from pairing.model.scoring import mahjong
from pairing.model.scoring.mahjong import MahjongScoring
from pairing.model.types import FOUR, HUNDRED, Adjustment, Scoring
from pairing.model.wording import said

OF_TWO = ("win", "draw", "loss", "bye", "half_bye", "forfeit_win", "forfeit_loss")


def of_two(given: Mapping[str, Any]) -> Scoring:
    """The scoring of matches of two. Errors: DocumentError."""
    _check_names(given, OF_TWO, 2)
    values: dict[str, Any] = {
        name: None if value is None else hundredths(f"scoring.{name}", value) for name, value in given.items()
    }
    return Scoring(**values)


def of_four(given: Mapping[str, Any]) -> MahjongScoring:
    """The scoring of tables of four. Errors: DocumentError."""
    _check_names(given, ("preset", *mahjong.to_json(mahjong.EMA)), FOUR)
    try:
        return mahjong.from_json(given)
    except PairingError as error:
        if error.code == BAD_INPUT:
            raise DocumentError(**error.params) from None
        if error.code != BAD_OPTION:
            raise
        detail = said("{value} is not allowed; {allowed}", **_without_name(error))
        raise DocumentError(f"scoring.{mahjong.word_of(error.params['name'])}", detail) from None


def _without_name(error: PairingError) -> dict[str, Any]:
    return {name: value for name, value in error.params.items() if name != "name"}


def _check_names(given: Mapping[str, Any], allowed: tuple[str, ...], seats: int) -> None:
    """The schema knows the fields of both kinds; an event has one of them."""
    for name in given:
        if name not in allowed:
            known = said(NOT_KNOWN, name=name, allowed=", ".join(allowed))
            detail = said("{known} (this system seats {seats} at a table)", known=known, seats=seats)
            raise DocumentError("scoring", detail)


def dump_of_two(scoring: Scoring) -> dict[str, float]:
    """The scoring of matches of two as a document has it."""
    values = {name: getattr(scoring, name) for name in OF_TWO}
    return {name: points_to_json(value) for name, value in values.items() if value is not None}


def load_adjustments(given: Sequence[Mapping[str, Any]]) -> tuple[Adjustment, ...]:
    """Bonuses and penalties of a document. Errors: DocumentError for more than two decimals."""
    return tuple(
        Adjustment(
            player=int(a["player"]),
            points=hundredths(f"adjustments[{index}].points", a["points"]),
            round=None if a.get("round") is None else int(a["round"]),
        )
        for index, a in enumerate(given)
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


def hundredths(where: str, value: float) -> int:
    """Points of a document as hundredths. Errors: DocumentError at `where` for more than two decimals."""
    exact = Fraction(str(value)) * HUNDRED
    if exact.denominator != 1:
        detail = said("{value} is not allowed; points have at most two decimals", value=shown(value))
        raise DocumentError(where, detail)
    return exact.numerator


def points_to_json(hundredths: int) -> float:
    """100 -> 1, 50 -> 0.5."""
    return hundredths // HUNDRED if hundredths % HUNDRED == 0 else hundredths / HUNDRED
