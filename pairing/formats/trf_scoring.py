"""The point system of a FIDE report: lines XXS (JaVaFo), 162 (TRF26) and BBW, BBD ... (bbpPairings),
and records 299 for everybody.

A full-point bye that was asked for (F) may be worth something else than the bye of the pairing (U), and a zero-point
bye something: the point system here has one value for full byes and none for absences, so the difference counts as a
bonus of that round (`apart`). Sources: JaVaFo, advanced user manual (XXS); FIDE Handbook, TRF26 (162).
"""

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from pairing.formats.trf_lines import BYES
from pairing.formats.trf_points import Abnormal
from pairing.model.schema import DocumentError
from pairing.model.types import HUNDRED, ByeKind, Outcome, Scoring

# Words of a line, and the values each speaks of: its own, and what it is short for besides. The words of both colours
# must agree.
_WIN, _DRAW = ("win", "forfeit_win", "full_bye"), ("draw", "half_bye")
_WORDS: dict[str, tuple[str, ...]] = {
    "WW": ("win",), "BW": ("win",), "W": _WIN, "WD": ("draw",), "BD": ("draw",), "D": _DRAW,
    "WL": ("loss",), "BL": ("loss",), "L": ("loss",), "PAB": ("bye",), "P": ("bye",), "U": ("bye",),
    "FPB": ("full_bye",), "F": ("full_bye",), "HPB": ("half_bye",), "H": ("half_bye",),
    "ZPB": ("zero",), "Z": ("zero",), "A": ("zero", "forfeit_loss"), "FW": ("forfeit_win",), "FL": ("forfeit_loss",),
    "X": ("unknown",),
}  # fmt: skip
_OWN_LINES = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "ZPB", "BBF": "FL", "BBU": "PAB"}


@dataclass(slots=True)
class Points:
    """Collects the point values of a report; both colours must be worth the same."""

    values: dict[str, int] = field(default_factory=dict)
    own: dict[str, int] = field(default_factory=dict)  # what a word said of its own value
    lines: dict[str, int] = field(default_factory=dict)
    assigned: dict[str, int] = field(default_factory=dict)
    javafo_only: bool = True

    def read(self, code: str, rest: str, line: int) -> None:
        """Take in one line. Errors: DocumentError naming it."""
        self.javafo_only = self.javafo_only and code == "XXS"
        if code in _OWN_LINES:
            self._set(code, _OWN_LINES[code], rest, line)
            return
        pairs = re.findall(r"([A-Za-z]+)\s*[= ]\s*(\S+)", rest)
        if not pairs:
            raise DocumentError(f"line {line}", f"{code}: no points, such as W=1 D=0.5 L=0")
        for word, text in pairs:
            if word.upper() not in _WORDS:
                raise DocumentError(
                    f"line {line}", f"{code}: {word[:20]!r} is not known; allowed are {', '.join(_WORDS)}"
                )
            self._set(code, word.upper(), text, line)

    def assign(self, kind: str, points: int, line: int) -> None:
        """What record 299 says a result is worth to everybody. Errors: DocumentError for one said twice."""
        if self.assigned.setdefault(kind, points) != points:
            raise DocumentError(f"line {line}", f"299: {kind} is worth something else on a line before")

    def _set(self, code: str, word: str, text: str, line: int) -> None:
        if not re.fullmatch(r"\d{1,3}(\.\d{0,2})?|\.\d{1,2}", text):
            raise DocumentError(f"line {line}", f"{text[:20]!r} is not a number of points such as 0.5")
        value = int(Fraction(text.rstrip(".")) * HUNDRED)
        name, *short_for = _WORDS[word]
        if self.own.setdefault(name, value) != value:
            detail = f"{name} is worth {text} here and something else before; only one value is supported"
            raise DocumentError(f"line {line}", detail)
        self._take(name, value, line)
        for other in short_for:
            # In lines XXS the last word counts; a shortcut of another line says nothing about what has a word itself.
            if code == "XXS" or other not in self.own:
                self._take(other, value, line)

    def _take(self, name: str, value: int, line: int) -> None:
        self.values[name], self.lines[name] = value, line

    def scoring(self) -> Scoring:
        """The collected points; what no line says is as usual in chess: 1, 1/2, 0, a bye as a win (in XXS: 1)."""
        values: dict[str, Any] = dict(self.values)
        values.setdefault("bye", HUNDRED if self.javafo_only else values.get("win", HUNDRED))
        plain = Scoring(**{name: values[name] for name in ("win", "draw", "loss", "bye") if name in values})
        usual = {"half_bye": plain.draw, "forfeit_win": plain.win, "forfeit_loss": 0}
        special = {name: values[name] for name, value in usual.items() if values.get(name, value) != value}
        scoring = Scoring(plain.win, plain.draw, plain.loss, plain.bye, **special)
        for kind, points in self.assigned.items():
            scoring = _with_assigned(scoring, kind, points)
        return scoring

    def apart(self) -> list[Abnormal]:
        """What the point system has no place for, as records 299 for everybody: F and Z where they are worth more or
        less than here.
        """
        scoring, found = self.scoring(), []
        for kind, name in (("F", "full_bye"), ("Z", "zero")):
            worth = self.of_bye(kind.lower(), scoring)
            if worth != scoring.for_bye(BYES[kind.lower()]):
                found.append(Abnormal(self.lines.get(name, 0), kind, worth, None, ()))
        return found

    def of_bye(self, letter: str, scoring: Scoring) -> int:
        """What a bye with this letter is worth: F as much as a win where no line says otherwise, as in both formats."""
        if letter == "f" and self.values:
            return self.values.get("full_bye", scoring.win)
        return self.values.get("zero", 0) if letter == "z" else scoring.for_bye(BYES[letter])


def _with_assigned(scoring: Scoring, kind: str, points: int) -> Scoring:
    """A point system where one result, and no other that goes by it, is worth something else."""
    if kind == "W":
        return replace(scoring, win=points, forfeit_win=scoring.for_outcome(Outcome.FORFEIT_WIN))
    if kind == "D":
        return replace(scoring, draw=points, half_bye=scoring.for_bye(ByeKind.HALF))
    fields = {"L": "loss", "+": "forfeit_win", "-": "forfeit_loss", "H": "half_bye"}
    return replace(scoring, **{fields[kind]: points})
