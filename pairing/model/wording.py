"""English sentences put together from parts that can still be translated afterwards.

The core speaks English and knows no translation machinery. A plain f-string would be lost for whoever wants to show
it in another language; a `Phrase` is the same text and remembers its template and its parts.
"""

import re
from collections.abc import Callable
from typing import Any

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
