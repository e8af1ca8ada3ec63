"""Names where a place is fixed: shortened by words, never a letter cut off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

WIDE = 0x1100  # from here on letters are as wide as high, near enough
NARROW, BROAD = frozenset("iljtfrI.,'|!()[] -"), frozenset("mwMW@%")


def width(text: str) -> float:
    """How much room a text takes, in widths of a letter."""
    return sum(map(width_of, text))


def width_of(letter: str) -> float:
    """The room of one letter."""
    if letter in NARROW:
        return 0.6
    if ord(letter) >= WIDE:
        return 1.85
    if letter in BROAD:
        return 1.6
    return 1.25 if letter.isupper() else 1.0


def short_name(name: str, room: float) -> str:
    """A name as it fits: the given name becomes an initial, then parts of the family name do.

    The shortest way to say it where nothing fits.
    """
    ways = list(_ways(name.split() or [name]))
    return next((way for way in ways if width(way) <= room), ways[-1])


def _ways(words: Sequence[str]) -> Iterator[str]:
    """How a name may be said, the longest first. Wide letters have no initials: their family name comes first."""
    yield " ".join(words)
    if len(words) < 2:
        return
    given, family = words[0], words[-1]
    if ord(given[0]) >= WIDE:
        yield given
        return
    yield f"{given[0]}. {' '.join(words[1:])}"
    yield f"{given} {_initials(family)}"
    yield f"{given[0]}. {_initials(family)}"


def _initials(word: str) -> str:
    return "-".join(f"{part[:1]}." for part in word.split("-"))


def either(names: Sequence[str], room: float, text: str) -> str:
    """Two people of whom one comes, by their family names, or by initials where there is no room; `text` joins them."""
    families = [name.split()[0] if ord(name[0]) >= WIDE else name.split()[-1] for name in names]
    said = text % {"one": families[0], "other": families[1]}
    if width(said) <= room:
        return said
    one, other = (short_name(name, 0) for name in names)
    return text % {"one": one, "other": other}
