"""What stands in the lines of a FIDE report: numbers, pairs kept apart, absences."""

import re
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from datetime import date

from pairing.model.schema import DocumentError
from pairing.model.types import RESULTS, ByeKind, Entrant, Outcome

LAST_ROUND = 999  # the highest that a record has columns for
LEAST_RATING, MOST_RATING = -900, 9999  # that of the lists of go; the highest that a record has columns for
# A bye as programs of before TRF16 write it: + a full point, = half a point; and what it is now.
OLD_BYES = {"+": "u", "=": "h"}
# Lines of team events, which are refused, and lines that are passed over.
TEAM = ("013", "310", "320", "330", "340", "352", "362")
IGNORED = (
    "022", "032", "042", "052", "062", "072", "102", "112", "122", "132", "172", "182",
    "222", "300", "302", "801", "802",
)  # fmt: skip
BYES = {"h": ByeKind.HALF, "f": ByeKind.FULL, "u": ByeKind.FULL, "z": ByeKind.ZERO, "-": ByeKind.ZERO}


def decode(raw: bytes) -> str:
    """The text of a report. Errors: DocumentError for what is none."""
    if b"\x00" in raw:
        raise DocumentError("report", "not a text file")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")  # what older programs write


def wrong(line: int, detail: str) -> DocumentError:
    """The error of a line."""
    return DocumentError(f"line {line}", detail)


def whole(text: str, line: int, what: str, low: int, high: int) -> int:
    """A whole number. Errors: DocumentError naming line and field."""
    text = text.strip()
    if not (re.fullmatch("-?[0-9]{1,9}", text) and low <= int(text) <= high):
        raise wrong(line, f"{what}: {text[:20]!r} is not a whole number from {low} to {high}")
    return int(text)


def _ids(words: list[str], line: int) -> list[int]:
    return [whole(word, line, "start number", 1, 9999) for word in words]


def forbidden(code: str, rest: str, line: int) -> tuple[int, int, int, list[int]]:
    """(line, first round, last round, players none of whom may meet another)."""
    words = rest.split()
    if code == "XXP":
        return line, 1, 1000, _ids(words, line)
    first, last = (whole(word, line, "round", 0, 1000) for word in [*words, "", ""][:2])
    return line, first or 1, last or 1000, _ids(words[2:], line)


def forbidden_pairs(
    lines: Iterable[tuple[int, int, int, list[int]]],
    known: Container[int],
    upcoming: int,
    last_round: int,
    note: Callable[[str], None],
) -> tuple[tuple[int, int], ...]:
    """The pairs that these lines (as `forbidden` reads them) keep apart in the round `upcoming`, and so in all: a note
    where they mean others. Errors: DocumentError for a player who is not `known`.
    """
    pairs: set[tuple[int, int]] = set()
    for line, first, last, players in lines:
        check_known(known, line, players)
        if not first <= upcoming <= last:
            note(f"line {line}: forbidden pairs for other rounds are left out")
            continue
        if last < last_round:
            note(f"line {line}: pairs forbidden up to round {last} are forbidden in all rounds")
        pairs.update((a, b) for a in players for b in players if a < b)
    return tuple(sorted(pairs))


def check_known(known: Container[int], line: int, players: Iterable[int]) -> None:
    """Errors: DocumentError for a player who is not known."""
    for id in players:
        if id not in known:
            raise wrong(line, f"there is no player {id}")


# A comment of our own: other programs read a late entry as an absence.
_LATE_ENTRY = re.compile("### Late entry @ Round ([1-9][0-9]{0,2}):((?: [0-9]{1,4})+)")


def late_entries(line: str) -> dict[int, int]:
    """By start number the first round of who came late, if that is what a comment (###) says."""
    found = _LATE_ENTRY.fullmatch(line.rstrip())
    return dict.fromkeys(map(int, found[2].split()), int(found[1])) if found else {}


def late_entry_lines(entrants: Iterable[Entrant]) -> list[str]:
    """The comments that `late_entries` reads, of entrants named by their start numbers."""
    late = sorted((entrant.joined_round, entrant.id) for entrant in entrants if entrant.joined_round > 1)
    return [f"### Late entry @ Round {number}: {id}" for number, id in late]


def absence(code: str, rest: str, line: int) -> tuple[int, int | None, ByeKind, list[int]]:
    """(line, round or None for the next one, kind, players)."""
    words = rest.split()
    if code == "XXZ":
        return line, None, ByeKind.ZERO, _ids(words, line)
    kind = BYES.get(words[0].lower()) if words else None
    if kind is None:
        raise wrong(line, f"{rest[:20]!r} does not start with a kind of bye: F, H or Z")
    return line, whole([*words, ""][1], line, "round", 1, 1000), kind, _ids(words[2:], line)


# One round of one player in a FIDE report: ten columns with an opponent, a colour and a result, or a bye.
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


def born(text: str) -> tuple[int | None, str]:
    """Year of birth and birthday (`04-23`), as far as they are said: `1990/04/23`, `1990/00/00` or `1990`."""
    found = re.match(r"((?:19|20)[0-9]{2})(?:[/.-]([0-9]{2})[/.-]([0-9]{2}))?", text.strip())
    if not found:
        return None, ""
    try:
        return int(found[1]), date(2000, int(found[2] or 0), int(found[3] or 0)).isoformat()[5:]
    except ValueError:
        return int(found[1]), ""


def fide_id(text: str) -> int | None:
    """The FIDE ID that is said; what is none is left out."""
    return (int(text) or None) if re.fullmatch(r"\s*[0-9]{1,9}\s*", text) else None
