"""An option is declared once: as a field of a frozen dataclass. Form, API, docs and parser read `describe`.

    @dataclass(frozen=True, slots=True)
    class MonradOptions:
        order: str = option("redraw", label="Draw order", help="...", choices={"redraw": "A fresh draw", ...})
        elimination: int | None = option(None, label="Elimination", help="...", kind="int", minimum=1, none="none")

Kinds: `choice`, `int`, `bool`, `fraction`, `points` (given as 1.5, kept as hundredths: 150), `best_of` (given as
"3 3 5", kept as the numbers). `none` is the word that
stands for None in documents and forms.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any

from pairing.model.errors import BAD_OPTION, UNKNOWN_OPTION, PairingError
from pairing.model.reasons import gettext_noop, phrase

HUNDRED = 100
MOST_ROUNDS = 20  # no bracket has more

# By kind, and whether there is a lowest and a highest value.
_RANGES = {
    ("int", False, False): gettext_noop("a whole number"),
    ("int", True, False): gettext_noop("a whole number from {low}"),
    ("int", False, True): gettext_noop("a whole number to {high}"),
    ("int", True, True): gettext_noop("a whole number from {low} to {high}"),
    ("fraction", False, False): gettext_noop("a number"),
    ("fraction", True, False): gettext_noop("a number from {low}"),
    ("fraction", False, True): gettext_noop("a number to {high}"),
    ("fraction", True, True): gettext_noop("a number from {low} to {high}"),
    ("points", True, True): gettext_noop("points from {low} to {high}, with at most two decimals"),
    ("best_of", False, False): gettext_noop("odd numbers from 1 to 99, such as 3 3 5"),
}


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One declared option. `label`, `help` and the values of `choices` are English and translatable."""

    name: str
    kind: str
    default: Any
    label: str
    help: str
    choices: Mapping[str, str] | None = None
    minimum: int | Fraction | None = None
    maximum: int | Fraction | None = None
    none: str | None = None
    per_round: bool = False  # offered when a round is paired, never a setting of the event

    @property
    def allowed(self) -> str:
        """What may be given, in words, for error texts and documentation; translatable as a `Phrase`."""
        if self.kind == "choice":
            words: str = ", ".join(self.choices or {})
        elif self.kind == "bool":
            words = phrase("true or false")
        else:
            low, high = (None if x is None else self._shown(x) for x in (self.minimum, self.maximum))
            words = phrase(_RANGES[self.kind, low is not None, high is not None], low=low, high=high)
        return words if self.none is None else phrase("{words}, or {none}", words=words, none=self.none)

    def _shown(self, limit: int | Fraction) -> str:
        return _plain(Fraction(limit, HUNDRED) if self.kind == "points" else limit)


def option(
    default: Any,
    *,
    label: str,
    help: str,
    kind: str | None = None,
    choices: Mapping[str, str] | None = None,
    minimum: int | Fraction | None = None,
    maximum: int | Fraction | None = None,
    none: str | None = None,
    per_round: bool = False,
) -> Any:
    """Declare an option; the kind is `choice` with choices, else taken from the default."""
    if kind is None:
        kind = "choice" if choices else {bool: "bool", int: "int", Fraction: "fraction"}[type(default)]
    return field(
        default=default,
        metadata={
            "option": {
                "kind": kind, "label": label, "help": help, "choices": choices, "minimum": minimum,
                "maximum": maximum, "none": none, "per_round": per_round,
            }
        },
    )  # fmt: skip


def describe(options: type) -> tuple[OptionSpec, ...]:
    """The declared options of a class, in order. The one source of forms, serializers, docs and parsing."""
    return tuple(
        OptionSpec(name=f.name, default=f.default, **f.metadata["option"])
        for f in fields(options)
        if "option" in f.metadata
    )


def parse(options: type, values: Mapping[str, Any]) -> Any:
    """Validated options from plain data (a document, a form, `KEY=VALUE` words).

    Errors: PairingError `unknown_option` or `bad_option`, naming the option and what is allowed.
    """
    specs = {spec.name: spec for spec in describe(options)}
    for name in values:
        if name not in specs:
            raise PairingError(UNKNOWN_OPTION, name=name, allowed=", ".join(specs) or "none")
    return options(**{name: parse_value(specs[name], value) for name, value in values.items()})


def dump(value: Any) -> dict[str, Any]:
    """Options as plain JSON data; `parse(type(value), dump(value)) == value`."""
    return {spec.name: dump_value(spec, getattr(value, spec.name)) for spec in describe(type(value))}


def parse_value(spec: OptionSpec, value: Any) -> Any:
    """One value, from JSON or from text. Errors: PairingError `bad_option`."""
    if spec.none is not None and (value is None or value == spec.none or value == ""):
        return None
    parsed = _PARSERS[spec.kind](spec, value)
    if parsed is None or _outside(spec, parsed):
        allowed = phrase("allowed: {words}", words=spec.allowed)
        raise PairingError(BAD_OPTION, name=spec.name, value=repr(value), allowed=allowed)
    return parsed


def _outside(spec: OptionSpec, value: Any) -> bool:
    return (spec.minimum is not None and value < spec.minimum) or (
        spec.maximum is not None and value > spec.maximum
    )


def _parse_choice(spec: OptionSpec, value: Any) -> str | None:
    """A word of the choices; one that is a number may be given as a number."""
    word = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    return word if isinstance(word, str) and word in (spec.choices or {}) else None


def _parse_bool(spec: OptionSpec, value: Any) -> bool | None:
    if isinstance(value, bool):
        return value
    words = {
        "true": True,
        "yes": True,
        "on": True,
        "1": True,
        "false": False,
        "no": False,
        "off": False,
        "0": False,
    }
    return words.get(value.strip().lower()) if isinstance(value, str) else None


def _parse_int(spec: OptionSpec, value: Any) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    try:
        return int(value) if isinstance(value, int | str) else None
    except ValueError:
        return None


def _parse_fraction(spec: OptionSpec, value: Any) -> Fraction | None:
    """0.33 means 33/100 exactly, whether it arrives as text or as a JSON number."""
    if isinstance(value, bool) or not isinstance(value, int | float | str | Fraction):
        return None
    text = str(value)
    if len(text) > 20 or "e" in text.lower():  # 1e999999999 would take forever and means nothing here
        return None
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None


def _parse_points(spec: OptionSpec, value: Any) -> int | None:
    """1.5 means 150 hundredths; nothing finer than a hundredth."""
    exact = _parse_fraction(spec, value)
    if exact is None or (exact * HUNDRED).denominator != 1:
        return None
    return (exact * HUNDRED).numerator


def _parse_best_of(spec: OptionSpec, value: Any) -> tuple[int, ...] | None:
    """Odd numbers with blanks or commas between them: with an even one a match could end level."""
    words = str(value).replace(",", " ").split() if isinstance(value, int | str) else []
    numbers = tuple(int(word) for word in words if word.isascii() and word.isdecimal() and len(word) < 3)
    is_good = 0 < len(numbers) == len(words) <= MOST_ROUNDS and all(number % 2 for number in numbers)
    return numbers if is_good else None


_PARSERS = {
    "choice": _parse_choice,
    "bool": _parse_bool,
    "int": _parse_int,
    "fraction": _parse_fraction,
    "points": _parse_points,
    "best_of": _parse_best_of,
}


def dump_value(spec: OptionSpec, value: Any) -> Any:
    """One value as plain JSON data, as a document or a form has it."""
    if value is None:
        return spec.none
    if spec.kind == "best_of":
        return " ".join(map(str, value))
    if spec.kind == "points":
        value = Fraction(value, HUNDRED)
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    return value


def _plain(value: int | Fraction) -> str:
    return str(value) if isinstance(value, int) or value.denominator == 1 else str(float(value))
