"""The tie-breaks of a FIDE report: records 202 (what breaks ties) and 212 (what defines the standings, points too).

Source: FIDE Handbook, TRF26. Both are lists of codes with commas between them, in FIDE's notation (`BH/C1`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pairing.formats.trf_lines import wrong
from pairing.model.errors import UNKNOWN_TIEBREAK, PairingError
from pairing.model.types import TiebreakSpec
from pairing.tiebreaks import notation, parse_chain

MOST = 30


@dataclass(slots=True)
class TiebreakLines:
    """Collects the lists of a report; 212 says more than 202 and goes before it."""

    chains: dict[str, tuple[TiebreakSpec, ...]] = field(default_factory=dict)

    def read(self, code: str, rest: str, line: int, note: Callable[[str], None]) -> None:
        """Take in one line; what is not known here is left out, with a note. Errors: DocumentError naming the line."""
        words = [word for word in rest.replace(",", " ").split() if word]
        if len(words) > MOST:
            raise wrong(line, f"{code}: {len(words)} tie-breaks; at most {MOST} are allowed")
        known = []
        for word in words:
            try:
                parse_chain([word])
            except PairingError as error:
                if error.code != UNKNOWN_TIEBREAK:
                    raise wrong(line, f"{code}: {error}") from None
                note(f"line {line}: {code}: {word[:20]} is not known here, left out")
            else:
                known.append(word)
        try:
            self.chains[code] = parse_chain(known, 2)
        except PairingError as error:
            raise wrong(line, f"{code}: {error}") from None

    def chain(self, usual: Sequence[str]) -> tuple[TiebreakSpec, ...]:
        """The tie-breaks after points, or the usual ones where no line names any."""
        chain = self.chains.get("212") or self.chains.get("202") or parse_chain(usual)
        return chain[1:] if chain[0].code == "points" and len(chain) > 1 else chain


def write(chain: Sequence[TiebreakSpec]) -> list[str]:
    """The record of a chain, or none where FIDE's notation has no word for one of its links."""
    words = notation.written(chain)
    if not words:
        return []
    return [f"{'212' if 'PTS' in words else '202'} {','.join(words)}"]
