"""The point system of a FIDE report: lines XXS (JaVaFo), 162 (TRF26) and BBW, BBD ... (bbpPairings),
and records 299 for everybody."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from pairing.model.schema import DocumentError
from pairing.model.types import HUNDRED, ByeKind, Outcome, Scoring

# Words of a line, and the field of Scoring each speaks of. The words of both colours must agree.
_WORDS = {
    "WW": "win", "BW": "win", "W": "win", "WD": "draw", "BD": "draw", "D": "draw",
    "WL": "loss", "BL": "loss", "L": "loss", "PAB": "bye", "P": "bye", "U": "bye", "FPB": "bye", "F": "bye",
    "HPB": "half_bye", "H": "half_bye", "ZPB": "zero", "Z": "zero", "A": "zero",
    "FW": "forfeit_win", "FL": "forfeit_loss",
}  # fmt: skip
_OWN_LINES = {
    "BBW": "win", "BBD": "draw", "BBL": "loss", "BBZ": "zero", "BBF": "forfeit_loss", "BBU": "bye",
}  # fmt: skip


@dataclass(slots=True)
class Points:
    """Collects the point values of a report; both colours, and both kinds of full-point bye, must be worth
    the same.
    """

    values: dict[str, int] = field(default_factory=dict)
    assigned: dict[str, int] = field(default_factory=dict)

    def read(self, code: str, rest: str, line: int) -> None:
        """Take in one line. Errors: DocumentError naming it."""
        if code in _OWN_LINES:
            self._set(_OWN_LINES[code], rest, line)
            return
        pairs = re.findall(r"([A-Za-z]+)\s*[= ]\s*(\S+)", rest)
        if not pairs:
            raise DocumentError(f"line {line}", f"{code}: no points, such as W=1 D=0.5 L=0")
        for word, text in pairs:
            name = _WORDS.get(word.upper())
            if name is None:
                raise DocumentError(
                    f"line {line}", f"{code}: {word[:20]!r} is not known; allowed are {', '.join(_WORDS)}"
                )
            self._set(name, text, line)

    def assign(self, kind: str, points: int, line: int) -> None:
        """What record 299 says a result is worth to everybody. Errors: DocumentError for one said twice."""
        if self.assigned.setdefault(kind, points) != points:
            raise DocumentError(f"line {line}", f"299: {kind} is worth something else on a line before")

    def _set(self, name: str, text: str, line: int) -> None:
        if not re.fullmatch(r"\d{1,3}(\.\d{1,2})?", text):
            raise DocumentError(f"line {line}", f"{text[:20]!r} is not a number of points such as 0.5")
        value = int(Fraction(text) * HUNDRED)
        if self.values.setdefault(name, value) != value:
            detail = f"{name} is worth {text} here and something else before; only one value is supported"
            raise DocumentError(f"line {line}", detail)
        if name == "zero" and value:
            raise DocumentError(f"line {line}", "a zero-point bye has to be worth 0")

    def scoring(self) -> Scoring:
        """The collected points; what no line says is as usual in chess: 1, 1/2, 0, a bye as a win."""
        values: dict[str, Any] = {name: value for name, value in self.values.items() if name != "zero"}
        values.setdefault("bye", values.get("win", HUNDRED))
        plain = Scoring(**{name: values[name] for name in ("win", "draw", "loss", "bye") if name in values})
        usual = {"half_bye": plain.draw, "forfeit_win": plain.win, "forfeit_loss": 0}
        special = {name: values[name] for name, value in usual.items() if values.get(name, value) != value}
        scoring = Scoring(plain.win, plain.draw, plain.loss, plain.bye, **special)
        for kind, points in self.assigned.items():
            scoring = _with_assigned(scoring, kind, points)
        return scoring


def _with_assigned(scoring: Scoring, kind: str, points: int) -> Scoring:
    """A point system where one result, and no other that goes by it, is worth something else."""
    if kind == "W":
        return replace(scoring, win=points, forfeit_win=scoring.for_outcome(Outcome.FORFEIT_WIN))
    if kind == "D":
        return replace(scoring, draw=points, half_bye=scoring.for_bye(ByeKind.HALF))
    fields = {"L": "loss", "+": "forfeit_win", "-": "forfeit_loss", "H": "half_bye"}
    return replace(scoring, **{fields[kind]: points})
