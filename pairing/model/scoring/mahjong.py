"""Riichi mahjong: the raw points of four players as final points (rules: mahjong.md, section 3).

Final points = (raw - return) / 1000 + uma (+ oka to the first) + penalties. Raw points are whole hundreds; final
points are integers in hundredths of a point, so a raw point is a tenth of one and every sum is exact.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pairing.model.errors import BAD_INPUT, PairingError, message
from pairing.model.options import describe, dump, option, parse
from pairing.model.reasons import gettext_noop, phrase

SEATS = 4
STICK = 1000
RAW_STEP = 100
RAW_PER_HUNDREDTH = 10

NOT_HUNDREDS = message(
    "not_hundreds", gettext_noop("{value} is not possible: raw points are whole hundreds.")
)
SUM_TOO_HIGH = message(
    "sum_too_high",
    gettext_noop("The scores add up to {total}, {difference} more than {expected}."),
)
SUM_TOO_LOW = message(
    "sum_too_low",
    gettext_noop(
        "The scores add up to {total}, {difference} short of {expected}. Riichi sticks "
        "left on the table come in thousands."
    ),
)
STICKS_DIFFER = message(
    "sticks_differ",
    gettext_noop(
        "With {sticks} riichi sticks left on the table the scores add up to {total} "
        "instead of {expected}: a difference of {difference}."
    ),
)
_LOWEST, _HIGHEST = -100_000, 100_000


def _points(default: int, label: str, help: str) -> Any:
    return option(default, kind="points", label=label, help=help, minimum=_LOWEST, maximum=_HIGHEST)


@dataclass(frozen=True, slots=True)
class MahjongScoring:
    """What the raw points of a table are worth; the defaults are the preset `ema`.

    `start` and `return_points` are raw points, everything else is in hundredths of a final point.
    """

    start: int = option(
        30_000,
        label=gettext_noop("Starting points"),
        help=gettext_noop("Raw points every player starts a game with; four times as many are on the table."),
        minimum=0,
        maximum=1_000_000,
    )
    return_points: int = option(
        30_000,
        label=gettext_noop("Return"),
        help=gettext_noop("Raw points that are worth 0.0; each thousand above or below is worth 1.0."),
        minimum=0,
        maximum=1_000_000,
    )
    uma_first: int = _points(
        1500, gettext_noop("Uma, first"), gettext_noop("Added to the score of the first.")
    )
    uma_second: int = _points(
        500, gettext_noop("Uma, second"), gettext_noop("Added to the score of the second.")
    )
    uma_third: int = _points(
        -500, gettext_noop("Uma, third"), gettext_noop("Added to the score of the third.")
    )
    uma_fourth: int = _points(
        -1500, gettext_noop("Uma, fourth"), gettext_noop("Added to the score of the fourth.")
    )
    oka: int = _points(
        0,
        gettext_noop("Oka"),
        gettext_noop(
            "Added to the score of the first: what all four paid, when the return is above the start."
        ),
    )
    ties: str = option(
        "share",
        label=gettext_noop("Equal raw points"),
        help=gettext_noop("What happens when players of one table have the same raw points."),
        choices={
            "share": gettext_noop("They share the places and the uma"),
            "seat": gettext_noop("The seat decides: East before South, West and North"),
        },
    )
    leftover: str = option(
        "winner",
        label=gettext_noop("Riichi sticks left on the table"),
        help=gettext_noop("Who gets the riichi sticks that no one won, 1,000 raw points each."),
        choices={"winner": gettext_noop("The first of the table"), "nobody": gettext_noop("No one")},
    )
    chombo: int = _points(
        -2000, gettext_noop("Chombo"), gettext_noop("The penalty suggested for a chombo, after uma.")
    )
    missed_game: int = _points(
        -3000,
        gettext_noop("Missed game"),
        gettext_noop("Counted for each round a withdrawn player misses; 0 for nothing."),
    )

    @property
    def uma(self) -> tuple[int, int, int, int]:
        """Uma of first, second, third and fourth, in hundredths."""
        return self.uma_first, self.uma_second, self.uma_third, self.uma_fourth

    @property
    def total(self) -> int:
        """The raw points on a table when the game begins."""
        return SEATS * self.start

    def for_bye(self, _kind: object) -> int:
        """Whoever does not sit at a table gets nothing for it."""
        return 0


EMA = MahjongScoring()
_WITH_OKA = replace(EMA, start=25_000, oka=2000, ties="seat", missed_game=0)
PRESETS: dict[str, MahjongScoring] = {
    "ema": EMA,
    "oka_20_10": replace(_WITH_OKA, uma_first=2000, uma_second=1000, uma_third=-1000, uma_fourth=-2000),
    "oka_30_10": replace(_WITH_OKA, uma_first=3000, uma_second=1000, uma_third=-1000, uma_fourth=-3000),
}
PRESET_LABELS: dict[str, str] = {
    "ema": gettext_noop("EMA and WRC: 30,000, uma 15/5, ties share"),
    "oka_20_10": gettext_noop("25,000 with return 30,000 and oka, uma 20/10"),
    "oka_30_10": gettext_noop("25,000 with return 30,000 and oka, uma 30/10"),
}
# A word of documents for the Python name.
_WORDS = {"return": "return_points"}


def from_json(scoring: Mapping[str, Any]) -> MahjongScoring:
    """The scoring a document describes: a `preset` (default `ema`) and what differs from it, points as points.

    `return` stands for `return_points`, `uma` for a list of the four. Errors: PairingError.
    """
    values = {_WORDS.get(name, name): value for name, value in scoring.items()}
    preset = values.pop("preset", "ema")
    if preset not in PRESETS:
        detail = phrase(
            "{value} is not possible here; choose from {allowed}", value=preset, allowed=", ".join(PRESETS)
        )
        raise PairingError(BAD_INPUT, where="scoring.preset", detail=detail)
    if "uma" in values:
        values |= _four_uma(values.pop("uma"))
    parsed = parse(MahjongScoring, {**dump(PRESETS[preset]), **values})
    if parsed.start % RAW_STEP or parsed.return_points % RAW_STEP:
        where = "scoring.start" if parsed.start % RAW_STEP else "scoring.return"
        raise PairingError(BAD_INPUT, where=where, detail=phrase("raw points are whole hundreds"))
    return parsed  # type: ignore[no-any-return]


def _four_uma(uma: Any) -> dict[str, Any]:
    names = [spec.name for spec in describe(MahjongScoring) if spec.name.startswith("uma_")]
    if not isinstance(uma, list | tuple) or len(uma) != len(names):
        raise PairingError(
            BAD_INPUT, where="scoring.uma", detail=phrase("four numbers are needed, first to fourth")
        )
    return dict(zip(names, uma, strict=True))


def word_of(name: str) -> str:
    """Where a document has a field of MahjongScoring: `return` for `return_points`, `uma[1]` for `uma_second`."""
    uma = [spec.name for spec in describe(MahjongScoring) if spec.name.startswith("uma_")]
    back = {python: word for word, python in _WORDS.items()}
    return f"uma[{uma.index(name)}]" if name in uma else back.get(name, name)


def to_json(scoring: MahjongScoring) -> dict[str, Any]:
    """The scoring as a document has it; `from_json(to_json(s)) == s`."""
    back = {python: word for word, python in _WORDS.items()}
    values = {back.get(name, name): value for name, value in dump(scoring).items()}
    uma = [values.pop(name) for name in [n for n in values if n.startswith("uma_")]]
    return {**values, "uma": uma}


@dataclass(frozen=True, slots=True)
class TableScore:
    """A scored table, in seat order.

    `points`: final points in hundredths, penalties included. `places`: 1 to 4; those who share a place have the
    same (1, 1, 3, 4). `sticks`: riichi sticks left on the table.
    """

    points: tuple[int, ...]
    places: tuple[int, ...]
    sticks: int


def score_table(
    scoring: MahjongScoring, raw: Sequence[int], penalties: Sequence[int] | None = None
) -> TableScore:
    """Final points and places of a table from raw points and penalties (hundredths), both in seat order.

    A shared uma that does not divide is rounded down to the hundredth and the rest goes to the tied players in seat
    order, so before left-over sticks and penalties a table sums to zero whenever uma and oka do. With shared
    places the first's oka and sticks are shared alike. Errors: those of `check_raw`.
    """
    sticks = check_raw(scoring, raw)
    order = sorted(range(SEATS), key=lambda seat: (-raw[seat], seat))
    to_first = scoring.oka + (sticks * STICK // RAW_PER_HUNDREDTH if scoring.leftover == "winner" else 0)
    worth = [uma + (to_first if place == 0 else 0) for place, uma in enumerate(scoring.uma)]
    points = [(value - scoring.return_points) // RAW_PER_HUNDREDTH for value in raw]
    places = [0] * SEATS
    first = 0
    while first < SEATS:
        last = first + 1
        while scoring.ties == "share" and last < SEATS and raw[order[last]] == raw[order[first]]:
            last += 1
        each, rest = divmod(sum(worth[first:last]), last - first)
        for at, seat in enumerate(order[first:last]):
            points[seat] += each + (at < rest)
            places[seat] = first + 1
        first = last
    if penalties is not None:
        points = [value + penalty for value, penalty in zip(points, penalties, strict=True)]
    return TableScore(tuple(points), tuple(places), sticks)


def check_raw(scoring: MahjongScoring, raw: Sequence[int], sticks: int | None = None) -> int:
    """How many riichi sticks are left on the table when four raw scores are right.

    `sticks`: how many there are said to be; without it the scores say. Errors: PairingError for a score that is not
    in whole hundreds, and for a sum that does not fit, with the difference named.
    """
    for value in raw:
        if value % RAW_STEP:
            raise PairingError(NOT_HUNDREDS, value=value)
    total, expected = sum(raw), SEATS * scoring.start
    if sticks is not None and total + sticks * STICK != expected:
        difference = abs(expected - total - sticks * STICK)
        raise PairingError(
            STICKS_DIFFER,
            sticks=sticks,
            total=total + sticks * STICK,
            expected=expected,
            difference=difference,
        )
    if total > expected:
        raise PairingError(SUM_TOO_HIGH, total=total, difference=total - expected, expected=expected)
    left, rest = divmod(expected - total, STICK)
    if rest:
        raise PairingError(SUM_TOO_LOW, total=total, difference=expected - total, expected=expected)
    return left
