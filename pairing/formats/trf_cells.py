"""One round of one player in a FIDE report: ten columns with an opponent, a colour and a result, or a bye."""

from dataclasses import dataclass

from pairing.formats.trf_lines import BYES, OLD_BYES, whole, wrong
from pairing.model.types import RESULTS, ByeKind, Outcome

# The result a player's cell shows for each half of a match result, and back.
_HALVES: dict[str, str] = {
    "1": "1", "w": "1", "=": "=", "d": "=", "0": "0", "l": "0", "+": "+", "-": "-", "": "",
}  # fmt: skip
_SIGNS = {
    Outcome.WIN: "1", Outcome.DRAW: "=", Outcome.LOSS: "0", Outcome.FORFEIT_WIN: "+", Outcome.FORFEIT_LOSS: "-",
}  # fmt: skip
WHOLE: dict[tuple[str, str], str | None] = {
    ("", ""): None,
    **{(_SIGNS[first], _SIGNS[second]): result for result, (first, second) in RESULTS.items()},
}


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one player: an opponent, or a kind of bye, or neither (a blank). A bye has its letter as result."""

    opponent: int | None
    colour: str
    result: str
    bye: ByeKind | None

    @property
    def letter(self) -> str:
        """The result as record 299 names it: a blank is as good as a Z."""
        return "z" if self.opponent is None and self.bye is None else self.result


NO_ENTRY = Cell(None, "", "", None)


def read_cell(text: str, line: int, round_number: int) -> Cell:
    """A cell from its columns. Errors: DocumentError naming line and round."""
    who, colour, result = text[:4].strip(), text[5:6].strip().lower(), text[7:8].strip().lower()
    if text.strip() and (text[4:5].strip() or text[6:7].strip() or text[8:].strip()):
        raise wrong(line, f"round {round_number}: {text.strip()!r} does not stand in its columns")
    if who in ("", "0000", "0"):
        if who == "" and result in ("", "-") and colour in ("", "-"):
            return NO_ENTRY
        result = OLD_BYES.get(result, result)
        bye = BYES.get(result)
        if bye is None or colour not in ("", "-"):
            raise wrong(line, f"round {round_number}: {text.strip()!r} is not a bye (F, H, U or Z)")
        return Cell(None, "", result, bye)
    opponent = whole(who, line, f"round {round_number}: opponent", 1, 9999)
    if colour not in ("w", "b", "-", "") or result not in _HALVES:
        raise wrong(line, f"round {round_number}: {text.strip()!r} is not opponent, w or b, and a result")
    return Cell(opponent, colour, _HALVES[result], None)
