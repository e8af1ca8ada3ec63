"""Points of a FIDE report that do not come from results: record 299 (TRF26), and what the points of a player line
say.

Record 299, columns counted from 0: type 4 (a result, or blank for a bonus or penalty), match points 7-10 (teams),
points 13-16, round 19-21 (000 or blank: all rounds), start numbers 23-26, 28-31 ... (none: all players).
Source: FIDE Handbook, TRF26, "Abnormal Assignment Points".
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pairing.formats.trf_lines import LAST_ROUND, whole, wrong
from pairing.model.reasons import show_points
from pairing.model.schema import DocumentError
from pairing.model.types import HUNDRED, Adjustment, VirtualPoints

# The type of a record 299, and the letter of that result in the column of a round.
RESULT_OF_TYPE = {"W": "1", "D": "=", "L": "0", "+": "+", "-": "-", "F": "f", "H": "h", "Z": "z"}
POINT_SYSTEM = ("W", "D", "L", "+", "-", "H")
_FIRST_NUMBER, _PER_NUMBER = 23, 5
_BLANK_COLUMNS = (3, 5, 6, 11, 12, 17, 18, 22)


@dataclass(frozen=True, slots=True)
class Abnormal:
    """One record 299. `kind` is "" for a bonus or a penalty, else a key of RESULT_OF_TYPE; `players` () are all."""

    line: int
    kind: str
    points: int
    round: int | None
    players: tuple[int, ...]

    @property
    def is_point_system(self) -> bool:
        """Whether it says what a result is worth to everybody in every round.

        A point system here has one value for all full-point byes, and none for an absence: those are adjusted one
        by one.
        """
        return self.kind in POINT_SYSTEM and self.round is None and not self.players


def read_abnormal(text: str, line: int) -> Abnormal:
    """A record 299 from its line. Errors: DocumentError naming line and column."""
    text = text.rstrip()
    between = [column for column in _BLANK_COLUMNS if text[column : column + 1].strip()]
    if between:
        detail = (
            f"299: column {between[0] + 1} must be blank (points in 14-17, round in 20-22, players from 24)"
        )
        raise wrong(line, detail)
    kind = text[4:5].strip().upper()
    if kind and kind not in RESULT_OF_TYPE:
        allowed = ", ".join(RESULT_OF_TYPE)
        raise wrong(line, f"299: {kind!r} is not a type; allowed are blank, {allowed}")
    if text[7:11].strip() and read_points(text[7:11], line, "299: match points"):
        raise wrong(line, "299: match points belong to a team event")
    return Abnormal(
        line,
        kind,
        read_points(text[13:17], line, "299: points"),
        whole(text[19:22].strip() or "0", line, "299: round", 0, 1000) or None,
        tuple(
            whole(text[at : at + 4], line, "299: start number", 1, 9999)
            for at in range(_FIRST_NUMBER, len(text), _PER_NUMBER)
            if text[at : at + _PER_NUMBER].strip()
        ),
    )


def read_points(text: str, line: int, what: str) -> int:
    """Points as hundredths. Errors: DocumentError naming line and field."""
    plain = text.strip().replace(",", ".")
    if not re.fullmatch(r"[+-]?(\d{1,4}(\.\d{0,2})?|\.\d{1,2})", plain):
        raise wrong(line, f"{what}: {text.strip()!r} is not a number of points such as 0.5")
    return int(Fraction(plain.rstrip(".")) * HUNDRED)


def write_abnormal(adjustment: Adjustment) -> str:
    """The record of a bonus or a penalty. Errors: those of `four_columns`."""
    points = four_columns(adjustment.points, adjustment.player)
    return f"299 {'':9}{points}  {adjustment.round or '':>3} {adjustment.player:4d}"


def four_columns(points: int, player: int) -> str:
    """Points as a report has them, such as " 1.0". Errors: DocumentError where four columns have no room for them."""
    plain = show_points(points)
    without_zero = re.sub(r"^(-?)0\.", r"\1.", plain)
    for text in (plain if "." in plain else f"{plain}.0", plain, without_zero):
        if len(text) <= 4:
            return f"{text:>4}"
    raise DocumentError("report", f"player {player}: this format has no room for {plain} points")


@dataclass(frozen=True, slots=True)
class Printed:
    """What a player line says: its points as text; and what programs are known to count, or not to count.

    `results` are the points that follow from the results and records 299. They have in them `additions`, what records
    299 add, and `open_bye`, the bye of the round being played. They lack `next_bye`, the bye in the column of the round
    to come, and `accelerated`, the fictitious points of that round.
    """

    line: int
    text: str
    results: int
    additions: int = 0
    open_bye: int = 0
    next_bye: int = 0
    accelerated: int = 0


def compare(printed: Printed) -> str | None:
    """A note where the points printed follow a known convention, None where they are as they should be.

    Errors: DocumentError where nothing explains them.
    """
    said = read_points(printed.text, printed.line, "points")
    if said == printed.results:
        return None
    shown, right = show_points(said), show_points(printed.results)
    both = printed.accelerated + printed.next_bye
    included = {
        both: "accelerated points and the bye of the round to come",
        printed.accelerated: "accelerated points",
        printed.next_bye: "the bye of the round to come",
    }
    extra = included.get(said - printed.results)
    if extra:
        return f"line {printed.line}: the {shown} points printed include {extra}; {right} are counted"
    left_out = {printed.additions: "record 299", printed.open_bye: "the bye of the round being played"}
    lacking = left_out.get(printed.results - said)
    if lacking:
        return f"line {printed.line}: the {shown} points printed leave out {lacking}; {right} are counted"
    detail = (
        f"{shown} points are printed, the results give {right}; "
        "correct a result, the points, or the point system, or add a bonus or penalty as record 299"
    )
    raise wrong(printed.line, detail)


class Accelerations:
    """The fictitious points of a report: lines XXA (JaVaFo) and 250 (TRF26)."""

    def __init__(self) -> None:
        # First and last round, first and last player, points. As they stand: one line may speak of millions of cells.
        self._given: list[tuple[int, int, int, int, int]] = []

    def read(self, code: str, text: str, line: int) -> None:
        """Take in one line. Errors: DocumentError naming it."""
        if code == "XXA":
            words = text[3:].split()
            player = whole(words[0] if words else "", line, "XXA: start number", 1, 9999)
            for number, word in enumerate(words[1:], start=1):
                self._given.append((number, number, player, player, read_points(word, line, "XXA: points")))
            return
        points = read_points(text[9:13], line, "250: points")
        first, last = (whole(text[at : at + 3], line, "250: round", 1, 999) for at in (14, 18))
        low, high = (whole(text[at : at + 4], line, "250: start number", 1, 9999) for at in (22, 27))
        self._given.append((first, last, low, high, points))

    def rounds(self, planned: int | None) -> int:
        """The last round for which points are given, of those the event has; 0: there are none at all."""
        if not any(points for *_, points in self._given):
            return 0
        return min(max(last for _, last, *_ in self._given), planned or LAST_ROUND)

    def of_round(self, number: int, players: Iterable[int]) -> dict[int, int]:
        """The fictitious points of these players in a round, of those who have some; the last line about one counts."""
        waiting = sorted(players)
        found: dict[int, int] = {}
        for first, last, low, high, points in reversed(self._given):
            if first <= number <= last:
                these = slice(bisect_left(waiting, low), bisect_right(waiting, high))
                found.update(dict.fromkeys(waiting[these], points))
                del waiting[these]
        return {player: points for player, points in found.items() if points}

    def by_player(self, players: Iterable[int], rounds: int) -> tuple[VirtualPoints, ...]:
        """What each of these players is given in so many rounds, those together who are given the same."""
        everybody, rows = sorted(players), dict[int, list[int]]()
        for number in range(1, rounds + 1):
            for player, points in self.of_round(number, everybody).items():
                row = rows.setdefault(player, [])
                row += [*[0] * (number - 1 - len(row)), points]
        alike: dict[tuple[int, ...], list[int]] = {}
        for player in sorted(rows):
            alike.setdefault(tuple(rows[player]), []).append(player)
        return tuple(VirtualPoints(tuple(ids), points) for points, ids in alike.items())


def adjustments_of(
    record: Abnormal,
    players: Mapping[int, object],
    played: int,
    letter_of: Callable[[int, int], str],
    worth_of: Callable[[int, int], int],
) -> tuple[list[Adjustment], str | None]:
    """What a record 299 adds to the scores, and a note where part of it could not be applied.

    A record that says what one result is worth becomes the difference to what it is usually worth. `letter_of`
    and `worth_of` say what a player's result in a round is, and what it is worth by the point system.
    Errors: DocumentError for a player who is not there.
    """
    for player in record.players:
        if player not in players:
            raise wrong(record.line, f"299: there is no player {player}")
    who = record.players or tuple(sorted(players))
    if not record.kind:
        return [Adjustment(player, record.points, record.round) for player in who if record.points], None
    found, missing = [], []
    for player in who:
        rounds = range(1, played + 1) if record.round is None else (record.round,)
        fitting = [n for n in rounds if n <= played and letter_of(player, n) == RESULT_OF_TYPE[record.kind]]
        changes = [(record.points - worth_of(player, n), n) for n in fitting]
        found += [Adjustment(player, points, n) for points, n in changes if points]
        if record.players and not fitting:
            missing.append(str(player))
    if not missing:
        return found, None
    return found, f"line {record.line}: 299: no such result of player {', '.join(missing)}; nothing to apply"
