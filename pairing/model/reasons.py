"""Why a pairing is as it is, as values: a code and its parameters.

The English sentence of every code stands here, once. The web pages translate the same sentence (it is the
message id of the catalogues); the command line prints it as it is. Parameters whose name is `score` or ends in
`_score` are hundredths of a point; those whose name is `player` or ends in `_player` are player ids, and `players`
is a tuple of ids: whoever shows the reason puts names in their place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

# English sentences put together from parts that can still be translated afterwards.
#
# The core speaks English and knows no translation machinery. A plain f-string would be lost for whoever
# wants to show it in another language; a `Phrase` is the same text and remembers its template and its
# parts.
# Places that have a name and no more: `{x.y}` and `{x[y]}` would lead anywhere in the program.
_PLAIN = re.compile(r"(?:[^{}]|\{\{|\}\}|\{\w+\})*")


def gettext_noop(text: str) -> str:
    """Marks a sentence for the translators without importing a translation machinery."""
    return text


def printable(text: str) -> str:
    """The text with halves of surrogate pairs spelled out: JSON can hold them, no file or terminal can."""
    return text.encode("utf-8", "backslashreplace").decode()


class Phrase(str):
    """A text (in English, as every string) that can be said again in another language."""

    template: str
    parts: dict[str, object]

    def text(self, translate: Callable[[str], str]) -> str:
        """The sentence with its template, and the templates of its parts, put through `translate`."""
        parts = {k: v.text(translate) if isinstance(v, Phrase) else v for k, v in self.parts.items()}
        return printable(translate(self.template).format(**parts))


def phrase(template: str, **parts: object) -> Phrase:
    """A sentence from a template with `{name}` places; a literal template is collected for the translators."""
    text = Phrase(printable(template.format(**parts)))
    text.template, text.parts = template, parts
    return text


def as_json(value: object) -> object:
    """A parameter of a sentence as JSON can hold it: of a `Phrase` its template and parts, not the text alone."""
    if isinstance(value, Phrase):
        return {"said": value.template, "parts": {name: as_json(part) for name, part in value.parts.items()}}
    return value


def from_json(value: Any) -> Any:
    """The parameter that `as_json` made this of. Errors: ValueError for a template that is none of a sentence."""
    if isinstance(value, dict):
        if not _PLAIN.fullmatch(value["said"]):
            raise ValueError(f"no template: {value['said'][:80]!r}")
        return phrase(value["said"], **{name: from_json(part) for name, part in value["parts"].items()})
    return tuple(value) if isinstance(value, list) else value


TEXTS: dict[str, str] = {}
GIVEN_UP: dict[str, str] = {}
"""What a rule that could not be kept is about, in a word or two: by the code of the reason that says so."""
HALF = 50  # hundredths


def sentence(code: str, text: str, *, given_up: str = "") -> str:
    """Register the English sentence of a reason code (each system registers its own); returns the code.

    `given_up`: the sentence says of a pairing that a rule of the system could not be kept; this is what it is about.
    """
    if TEXTS.setdefault(code, text) != text:
        raise ValueError(f"reason code {code!r} has two sentences")
    if given_up:
        GIVEN_UP[code] = given_up
    return code


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason: `code` is a key of TEXTS, `params` its parameters in the order of their names."""

    code: str
    params: tuple[tuple[str, Any], ...] = ()

    def text(
        self,
        translate: Callable[[str], str] = str,
        name_of: Callable[[int], str] | None = None,
    ) -> str:
        """The sentence, through `translate`, with ids shown by `name_of` (default: the id itself)."""
        return translate(TEXTS[self.code]).format(**shown_params(self.params, name_of))

    def to_json(self) -> dict[str, Any]:
        return {
            "code": self.code,
            **{k: list(v) if isinstance(v, tuple) else v for k, v in self.params},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Reason:
        params = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items() if k != "code"}
        return because(data["code"], **params)


def because(code: str, **params: Any) -> Reason:
    """Make a reason; the code must have been registered."""
    if code not in TEXTS:
        raise KeyError(f"unknown reason code {code!r}")
    return Reason(code, tuple(sorted(params.items())))


def show_points(hundredths: int) -> str:
    """250 -> '2.5', 300 -> '3'. Exact: never goes through a float."""
    sign, whole, rest = "-" if hundredths < 0 else "", *divmod(abs(hundredths), 100)
    return f"{sign}{whole}" + (f".{rest:02d}".rstrip("0") if rest else "")


def say_points(hundredths: int) -> str:
    """Points in a sentence, as players write them: 250 -> '2½', 50 -> '½', 300 -> '3', 1365 -> '13.65'."""
    sign, whole, rest = "-" if hundredths < 0 else "", *divmod(abs(hundredths), 100)
    return f"{sign}{whole or ''}½" if rest == HALF else show_points(hundredths)


def is_score(parameter: str) -> bool:
    """Whether a parameter of a reason is hundredths of a point, by the naming rule at the head of this file."""
    return parameter == "score" or parameter.endswith("_score")


def shown_params(
    params: Iterable[tuple[str, Any]], name_of: Callable[[int], str] | None = None
) -> dict[str, str]:
    """Parameters as text, by the naming rule at the head of this file. A `Phrase` stays one."""
    name = name_of or str

    def show(key: str, value: Any) -> str:
        if is_score(key):
            return say_points(value)
        if key == "player" or key.endswith("_player"):
            return name(value)
        if key == "players":
            return ", ".join(name(p) for p in value)
        return value if isinstance(value, Phrase) else str(value)

    return {key: show(key, value) for key, value in params}


# Sentences that more than one system uses.
SAME_SCORE = sentence("same_score", gettext_noop("Both are on {score}."))
FLOATS_DOWN = sentence(
    "floats_down", gettext_noop("{player} floats down from {score} to {met_score}: {detail}")
)
BYE_ASKED = sentence("bye_asked", gettext_noop("This bye was requested before the round."))
NOT_HERE = sentence("not_here", gettext_noop("Absent when the round was paired."))
MATES_MEET = sentence(
    "mates_meet", gettext_noop("They are club mates, but this system brings them together.")
)
FIXED_TABLE = sentence("fixed_table", gettext_noop("{player} has the fixed table {table}."))
