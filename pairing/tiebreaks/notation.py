"""FIDE's notation of tie-breaks: a code and modifiers behind it, such as `BH/C1`, `DE/P` or `ARO/U1400/C1`.

Sources: FIDE Handbook C.07 (1 March 2026), the codes of its tie-breaks; records 202 and 212 of TRF26; the list of
FIDE's TieBreakServer. Point systems (`BH:MP`) and other modifiers are for teams or for rules that no tie-break here
has.
"""

import re
from collections.abc import Sequence
from typing import Any

from pairing.model.errors import BAD_TIEBREAK, PairingError
from pairing.model.options import describe
from pairing.model.reasons import phrase
from pairing.model.types import TiebreakSpec
from pairing.tiebreaks.base import Tiebreak
from pairing.tiebreaks.buchholz import FIDE
from pairing.tiebreaks.catalogue import TIEBREAKS

# FIDE's codes for what has another name here; GE is the former one of REP.
CODES = {"PTS": "points", "GE": "REP"}
# By parameter the letter of a modifier with a number, and of one that sets the parameter to this value.
NUMBERED = {"cut": "C", "median": "M", "unrated": "U"}
SETTING = {"forfeits": ("P", "played"), "fore": ("F", True)}


def read(tiebreak: Tiebreak, modifiers: Sequence[str], text: str) -> dict[str, Any]:
    """The parameters that modifiers stand for, not validated yet. Errors: PairingError `bad_tiebreak`."""
    given: dict[str, Any] = {}
    for modifier in modifiers:
        found = re.fullmatch("([A-Z])([0-9]{0,4})", modifier.strip())
        name = _names(tiebreak).get(found[1]) if found else None
        if not found or name is None or bool(found[2]) != (name in NUMBERED) or name in given:
            raise PairingError(BAD_TIEBREAK, name=text, detail=_allowed(tiebreak, modifier.strip()[:20]))
        given[name] = int(found[2]) if found[2] else SETTING[name][1]
    return given


def _names(tiebreak: Tiebreak) -> dict[str, str]:
    """The parameters of a tie-break that have a modifier, by its letter."""
    letters = NUMBERED | {name: letter for name, (letter, _value) in SETTING.items()}
    return {
        letters[option.name]: option.name for option in describe(tiebreak.options) if option.name in letters
    }


def _allowed(tiebreak: Tiebreak, modifier: str) -> str:
    names = _names(tiebreak)
    if not names:
        return phrase("/{text}: it has no modifiers", text=modifier)
    example = {"C": "C1", "M": "M1", "U": "U1400"}
    words = ", ".join(f"/{example.get(letter, letter)}" for letter in names)
    return phrase("/{text}: modifiers here are {allowed}, each once", text=modifier, allowed=words)


def written(chain: Sequence[TiebreakSpec]) -> list[str] | None:
    """A chain in FIDE's notation; None where it has none for one of the links."""
    links = [_written(spec) for spec in chain]
    return [link for link in links if link is not None] if None not in links else None


def _written(spec: TiebreakSpec) -> str | None:
    tiebreak = TIEBREAKS[spec.code]
    codes = {"points": "PTS"}  # the one link that has another name here
    if spec.code not in codes and not tiebreak.source.startswith(FIDE):
        return None
    usual = {option.name: option.default for option in describe(tiebreak.options)}
    parts = [codes.get(spec.code, spec.code)]
    for name, value in spec.params:
        if value == usual[name]:
            continue
        if name in NUMBERED:
            parts.append(f"{NUMBERED[name]}{value}")
        elif name in SETTING and value == SETTING[name][1]:
            parts.append(SETTING[name][0])
        else:
            return None
    return "/".join(parts)
