"""Ranks of Go as numbers: 1 dan is 0, 1 kyu -1, 30 kyu -30.

A player's rank is the title where that is one (`3d`, `5 kyu`, `3段`; professionals stand above all amateurs), or else
follows from the rating on the scale of the European Go Federation: 2100 is 1 dan, and every rank is 100 points wide.
"""

import re
from unicodedata import normalize

from pairing.model.types import Entrant

STRONGEST, WEAKEST = 8, -30  # 9 dan, 30 kyu
ONE_DAN, WIDTH = 2100, 100  # on the scale of the EGF

_DAN, _KYU, _PRO = {"d", "dan", "段"}, {"k", "kyu", "級"}, {"p", "pro"}
_RANK = re.compile(r"([0-9]{1,2}) ?(d|dan|段|k|kyu|級|p|pro)\.?")
_DIGITS = str.maketrans("初一二三四五六七八九", "1123456789")


def code(rank: int) -> str:
    """A rank in short: `3d`, `12k`."""
    return f"{rank + 1}d" if rank >= 0 else f"{-rank}k"


RANKS = {code(rank): rank for rank in range(STRONGEST, WEAKEST - 1, -1)}


def read(text: str) -> int | None:
    """The rank that a text names, if it is one and nothing else."""
    found = _RANK.fullmatch(normalize("NFKC", text).strip().lower().translate(_DIGITS))
    if found is None:
        return None
    number, kind = int(found[1]), found[2]
    if kind in _PRO:
        return STRONGEST
    return number - 1 if kind in _DAN else -number


def rank_of(entrant: Entrant) -> int | None:
    """The rank of a player; None for one who has none."""
    named = read(entrant.title) if entrant.title else None
    if named is not None or entrant.rating is None:
        return named
    return (entrant.rating - ONE_DAN + WIDTH // 2) // WIDTH
