"""Names as people type them: without accents, in any case."""

from __future__ import annotations

import re
import unicodedata

# Letters that Unicode does not decompose but that people type as plain ones.
_PLAIN = str.maketrans(
    {"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h", "ŧ": "t"}
)
_ACCENTS = re.compile("[\u0300-\u036f]")


def folded(text: str) -> str:
    """`Søren Ågård` and `soren agard` are the same; accents fall, other scripts stay as they are."""
    spread = unicodedata.normalize("NFKD", text).casefold().translate(_PLAIN)
    return " ".join(unicodedata.normalize("NFC", _ACCENTS.sub("", spread)).split())


def matches(query: str, name: str) -> bool:
    """Every word of the query begins a word of the name, or (scripts without spaces) lies within it."""
    words = folded(name).replace(",", " ").replace("-", " ").split()
    wanted = folded(query).replace(",", " ").replace("-", " ").split()
    return bool(wanted) and all(any(_fits(part, word) for word in words) for part in wanted)


def _fits(part: str, word: str) -> bool:
    return word.startswith(part) or (not part.isascii() and part in word)
