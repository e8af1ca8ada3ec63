"""How large the letters of a list on paper can be: as large as its sheets hold, on A4 and on Letter.

The sheets are as few as the smallest letters need; what room is left makes the letters larger. Widths are those of the
family that paper is set in (fonts.css), heights those that print.css gives a row of each size.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from textwrap import wrap
from unicodedata import east_asian_width

# In points, as print.css names them (`data-letters`): the first of `SMALL` are read from an arm's length, those below
# are for words that no column is wide enough for; `LARGER` is what letters grow to.
SMALL, LARGER = (9.5, 9, 8.5, 8, 7.5, 7), (10, 10.5, 11, 11.5, 12, 13, 14, 15, 16, 18)
MM_OF_POINT = 25.4 / 72
# The middle width of a letter by the size of the letters, as measured of bold names; half of a letter of the East.
LETTER = 0.51
# Longer names are set smaller than the list (classes of print.css), those with a word of more letters smaller still.
LONG_NAME, LONG_WORD = 30, 28
SMALLER = {"": 1.0, "long": 0.8, "longest": 0.42}
# What both papers hold below the head of a list: millimetres of width, and of height upright and across.
WIDTH, UPRIGHT = 190, 240
WIDTH_ACROSS, ACROSS = 263, 172
# The lines of a text one word of which does not fit its column.
BROKEN = 10**6


@dataclass(frozen=True, slots=True)
class Fit:
    """The size of the letters of a list, by its name in print.css, and on how many sheets it goes."""

    letters: str
    sheets: int


def letters_of(text: str) -> str:
    """Of which letters a name is set: the class in print.css, "" for those of its list."""
    if len(text) <= LONG_NAME:
        return ""
    return "longest" if longest_word(text) > LONG_WORD else "long"


def longest_word(text: str) -> int:
    """The letters of the longest word; a hyphen ends one. What is written without blanks can be parted anywhere."""
    words = text.replace("-", "- ").split()
    return max((len(word) for word in words if east_asian_width(word[0]) not in "WF"), default=0)


def fitted(
    rows: Sequence[tuple[str, ...]],
    widths: Callable[[float], Sequence[float]],
    *,
    height: float = UPRIGHT,
    foot: float = 0,
    more: int = 0,
) -> Fit:
    """The largest letters with which the rows go on as few sheets as at an arm's length, no word broken by letters.

    `widths` are the millimetres of the columns of words, for letters of so many millimetres, `foot` those below the
    last row, `more` the lines of a row below its words.
    """

    def sheets(size: float) -> int:
        em = size * MM_OF_POINT
        rooms = [(width - 3) / (em * LETTER) for width in widths(em)]
        around = 0.24 + max(size - SMALL[0], 0) * 0.24
        count, used = 1, 0.0
        for row in rows:
            needs = around + em * 1.05 * (more + max(map(_lines, row, rooms)))
            if used + needs > height:
                count, used = count + 1 + (needs > height) * BROKEN, 0.0
            used += needs
        return count + (used + foot > height)

    best = next((size for size in SMALL if sheets(size) < BROKEN), SMALL[-1])
    least = sheets(best)
    best = [best, *takewhile(lambda size: sheets(size) <= least, LARGER)][-1]
    return Fit(f"{best:g}", least % BROKEN)


def _lines(text: str, room: float) -> int:
    """How many lines a text takes in a column of so many letters of its list."""
    if len(text) <= room and text.isascii():
        return 1
    room /= SMALLER[letters_of(text)]
    spread = "".join(letter * (2 if east_asian_width(letter) in "WF" else 1) for letter in text)
    return BROKEN if longest_word(text) > room else len(wrap(spread, max(int(room), 1))) or 1
