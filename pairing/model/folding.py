"""Words as people type them: without accents, in any case, with single spaces."""

import re
import unicodedata

# Letters that Unicode does not decompose but that people type as plain ones. `static/js/fold.js` has the same table.
PLAIN = {
    "ø": "o", "æ": "ae", "œ": "oe", "ß": "ss", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h", "ŧ": "t",
    "ŋ": "n", "ς": "σ", "’": "'",
}  # fmt: skip
_PLAIN = str.maketrans(PLAIN)
_ACCENTS = re.compile("[\u0300-\u036f]")


def folded(text: str) -> str:
    """`Søren Ågård` and `soren agard` are the same; accents fall, other scripts stay as they are."""
    spread = unicodedata.normalize("NFKD", text).casefold().translate(_PLAIN)
    return " ".join(unicodedata.normalize("NFC", _ACCENTS.sub("", spread)).split())
