"""Names as people type them: without accents, in any case."""

import unicodedata

from pairing.model.folding import PLAIN, folded

__all__ = [
    "PLAIN",
    "WRITTEN_OUT",
    "folded",
    "guessed_sort_name",
    "is_family_first",
    "joined_name",
    "listed_name",
    "matches",
    "reading_of",
    "search_key",
    "searched",
    "sort_name_of",
]

# Letters that others write out: Aagaard for Ågård, Mueller for Müller.
WRITTEN_OUT = {"å": "aa", "ø": "oe", "ö": "oe", "ä": "ae", "ü": "ue"}
_WRITTEN_OUT = str.maketrans(WRITTEN_OUT)
# What follows a family name without being one.
_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv"})


def search_key(name: str) -> str:
    """What is searched: the folded name, and behind it the name with letters written out where that differs."""
    plain = folded(name)
    written_out = folded(unicodedata.normalize("NFC", name).casefold().translate(_WRITTEN_OUT))
    return plain if written_out == plain else f"{plain} {written_out}"


def matches(query: str, name: str) -> bool:
    """Every word of the query begins a word of the name, or (scripts without spaces) lies within it."""
    words = search_key(name).replace(",", " ").replace("-", " ").split()
    wanted = folded(query).replace(",", " ").replace("-", " ").split()
    return bool(wanted) and all(any(_fits(part, word) for word in words) for part in wanted)


def _fits(part: str, word: str) -> bool:
    return word.startswith(part) or (not part.isascii() and part in word)


def guessed_sort_name(name: str) -> str:
    """The name with the family name first, as far as the name tells: `Jan van der Berg` is `Berg, Jan van der`.

    The last word that begins with a letter is the family name, so particles stay with the first names and "Player 12"
    stays as it is. `Berg, Jan`, names of one word, and Chinese, Japanese and Korean names have it first already.
    """
    words = name.split()
    if "," in name or is_family_first(name):
        return name
    last = max((at for at, word in enumerate(words) if _may_be_family(word)), default=0)
    if last == 0:
        return name
    return f"{words[last]}, {' '.join((*words[:last], *words[last + 1 :]))}"


def joined_name(first: str, last: str) -> str:
    """A name of its two parts: the family name comes first in Chinese, Japanese and Korean."""
    return f"{last} {first}" if is_family_first(last) else f"{first} {last}"


def _may_be_family(word: str) -> bool:
    return word[0].isalpha() and word.rstrip(".").casefold() not in _SUFFIXES


def is_family_first(name: str) -> bool:
    """Whether it has letters of a script in which the family name comes first."""
    scripts = ("CJK ", "HIRAGANA ", "KATAKANA ", "HANGUL ")
    return any(unicodedata.name(letter, "").startswith(scripts) for letter in name)


def sort_name_of(name: str, stored: str | None) -> str:
    """By what a name is put in order: what somebody said, else the guess."""
    return stored or guessed_sort_name(name)


def reading_of(name: str, sort_name: str) -> str:
    """A sort name that has other words than the name, such as the reading of a Japanese name; else ""."""
    known, added = (set(folded(text).replace(",", " ").split()) for text in (name, sort_name))
    return "" if added <= known else sort_name


def listed_name(name: str, sort_name: str) -> str:
    """A name in a list from A to Z: the family name first; one with a reading as it is written."""
    return name if reading_of(name, sort_name) else sort_name


def searched(name: str, sort_name: str) -> str:
    """The text in which a player is looked for: the name, and its reading."""
    return f"{name} {reading_of(name, sort_name)}".rstrip()
