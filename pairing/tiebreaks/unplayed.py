"""What unplayed rounds count in tie-breaks made of opponents' scores: the policies of the rule books.

Sources: FIDE Handbook C.07 (from 1 March 2026) articles 8.3, 15.2 and 16; its edition of 1 August 2024; the
editions before September 2023 (virtual opponent); US Chess rules 34E. Two questions are answered for every
round of a player: what does it add to the score my opponents see (`adjusted_scores`), and what do I get for
it myself (`contributions`).
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from pairing.model.reasons import gettext_noop, sentence
from pairing.model.types import ByeKind, Outcome
from pairing.tiebreaks.table import Row, Table

POLICIES = {
    "fide2026": "FIDE, from 1 March 2026",
    "fide2024": "FIDE, until 28 February 2026",
    "fide_pre2023": "FIDE, before September 2023: virtual opponent",
    "uschess": "US Chess: half a point for every unplayed round of an opponent",
    "raw": "Points as they are; the player's unplayed rounds count nothing",
}
FORFEITS = {
    "unplayed": "Forfeits are unplayed rounds",
    "played": "Forfeits count as matches (round robin)",
}
DUMMY = sentence("tb_dummy", gettext_noop("Unplayed: counts as an opponent with the player's own score."))
DUMMY_CAPPED = sentence(
    "tb_dummy_capped", gettext_noop("Unplayed: counts as an opponent with a capped score.")
)
VIRTUAL = sentence("tb_virtual", gettext_noop("Unplayed: counts as a virtual opponent."))
NOTHING = sentence("tb_nothing", gettext_noop("Unplayed: counts nothing."))
ADJUSTED = sentence("tb_adjusted", gettext_noop("The opponent's score, adjusted for their unplayed rounds."))


class Contribution(NamedTuple):
    """What one round gives: the opponent's score as seen (hundredths), and the points scored in it.

    `vur`: a voluntary unplayed round, a requested bye or a forfeit loss (article 16.1.2).
    """

    round: int
    opponent: int | None
    score: int
    scored: int
    vur: bool
    note: str


def is_requested_bye(row: Row) -> bool:
    """A half-point or zero-point bye; whoever is simply not there is taken to have asked for it."""
    return row.bye is not None and row.bye is not ByeKind.FULL


def is_voluntary(row: Row) -> bool:
    """A voluntary unplayed round: a requested bye or a forfeit loss."""
    return is_requested_bye(row) or row.outcome is Outcome.FORFEIT_LOSS


def _as_game(row: Row, options: Any) -> bool:
    return row.played or (options.forfeits == "played" and row.opponent is not None)


def adjusted_scores(table: Table, options: Any, fore: bool = False) -> list[int]:
    """The score of every player as opponents see it (hundredths).

    `fore`: as if all paired games of the last counted round had been drawn.
    """
    key = ("adjusted", options.policy, options.forfeits, fore)
    if key not in table.cache:
        adjust = _ADJUST[options.policy]
        table.cache[key] = [
            # No policy changes rounds that were played.
            (sum(_as_scored(table, rows, fore)) if plain else adjust(table, options, rows, fore))
            + (sum(a.points for a in given) if given else 0)
            for plain, rows, given in zip(table.is_plain, table.rows, table.given, strict=True)
        ]
    cached: list[int] = table.cache[key]
    return cached


def _is_drawn_by_fore(table: Table, row: Row, fore: bool) -> bool:
    return fore and row.opponent is not None and row.round == table.rounds[-1].number


def _as_scored(table: Table, rows: list[Row], fore: bool) -> list[int]:
    """The points of rounds that were all played."""
    points = [row.points for row in rows]
    if fore and rows and rows[-1].round == table.rounds[-1].number:
        points[-1] = table.snapshot.scoring.draw
    return points


def _adjusted_fide(table: Table, options: Any, rows: list[Row], fore: bool) -> int:
    """16.3: a requested bye in the last round, or followed by voluntary unplayed rounds only, counts as a
    draw.
    """
    draw = table.snapshot.scoring.draw
    total, only_voluntary = 0, True
    for row in reversed(rows):
        if _is_drawn_by_fore(table, row, fore):
            total += draw
            only_voluntary = False
            continue
        total += draw if only_voluntary and is_requested_bye(row) else row.points
        only_voluntary = only_voluntary and is_voluntary(row)
    return total


def _adjusted_all_draws(table: Table, options: Any, rows: list[Row], fore: bool) -> int:
    """Every unplayed round counts as a draw."""
    draw = table.snapshot.scoring.draw
    return sum(
        row.points if _as_game(row, options) and not _is_drawn_by_fore(table, row, fore) else draw
        for row in rows
    )


def _adjusted_raw(table: Table, options: Any, rows: list[Row], fore: bool) -> int:
    draw = table.snapshot.scoring.draw
    return sum(draw if _is_drawn_by_fore(table, row, fore) else row.points for row in rows)


_ADJUST: dict[str, Callable[..., int]] = {
    "fide2026": _adjusted_fide,
    "fide2024": _adjusted_fide,
    "fide_pre2023": _adjusted_all_draws,
    "uschess": _adjusted_all_draws,
    "raw": _adjusted_raw,
}


def contributions(table: Table, options: Any, me: int, fore: bool = False) -> list[Contribution]:
    """What every counted round of a player gives, in order. `options` has `policy` and `forfeits`."""
    seen, points = adjusted_scores(table, options, fore), table.points
    found = []
    for row in table.rows[me]:
        drawn = _is_drawn_by_fore(table, row, fore)
        if drawn or _as_game(row, options):
            assert row.opponent is not None
            score = seen[row.opponent]
            note = ADJUSTED if score != points[row.opponent] else ""
            scored = table.snapshot.scoring.draw if drawn else row.points
            vur = is_voluntary(row) and not drawn
            found.append(Contribution(row.round, row.opponent, score, scored, vur, note))
        elif options.policy != "raw":
            score, note = _UNPLAYED[options.policy](table, me, row, seen, fore)
            found.append(Contribution(row.round, row.opponent, score, row.points, is_voluntary(row), note))
    return found


class Seen(NamedTuple):
    """What the rounds of one player give, as numbers: the scores of the opponents as seen, the points scored against
    them (both in hundredths), and which rounds are voluntary unplayed ones ((): none of them).
    """

    scores: list[int]
    scored: list[int]
    vur: Sequence[bool]


def seen_by_all(table: Table, options: Any, fore: bool = False) -> list[Seen]:
    """`contributions` of every player, worked out once for a table."""
    key = ("seen", options.policy, options.forfeits, fore)
    if key not in table.cache:
        adjusted = adjusted_scores(table, options, fore)
        table.cache[key] = [
            Seen([adjusted[j] for j in met], _as_scored(table, rows, fore), ())
            if plain
            else _seen(contributions(table, options, i, fore))
            for i, (met, rows, plain) in enumerate(
                zip(table.opponents, table.rows, table.is_plain, strict=True)
            )
        ]
    cached: list[Seen] = table.cache[key]
    return cached


def _seen(contributions: Sequence[Contribution]) -> Seen:
    vur = [c.vur for c in contributions]
    return Seen(
        [c.score for c in contributions], [c.scored for c in contributions], vur if True in vur else ()
    )


def _own_score(table: Table, me: int, fore: bool) -> int:
    if not fore:
        return table.points[me]
    given = sum(a.points for a in table.given[me])
    return given + _adjusted_raw(table, None, table.rows[me], fore)


def _dummy_2024(table: Table, me: int, row: Row, seen: list[int], fore: bool) -> tuple[int, str]:
    return _own_score(table, me, fore), DUMMY


def _dummy_2026(table: Table, me: int, row: Row, seen: list[int], fore: bool) -> tuple[int, str]:
    """16.4: my own score, but not above the scheduled opponent's (forfeits) or draws in all rounds (the
    rest).
    """
    own = _own_score(table, me, fore)
    cap = table.snapshot.scoring.draw * len(table.rounds) if row.opponent is None else seen[row.opponent]
    return min(own, cap), DUMMY if own <= cap else DUMMY_CAPPED


def _virtual_opponent(table: Table, me: int, row: Row, seen: list[int], fore: bool) -> tuple[int, str]:
    """My score before the round, the opposite of my result in it, and a draw for every later round."""
    scoring = table.snapshot.scoring
    before = sum(r.points for r in table.rows[me] if r.round < row.round) + table.given_before(me, row.round)
    later = table.rounds[-1].number - row.round
    return before + scoring.win - row.points + scoring.draw * later, VIRTUAL


def _nothing(table: Table, me: int, row: Row, seen: list[int], fore: bool) -> tuple[int, str]:
    return 0, NOTHING


_UNPLAYED: dict[str, Callable[..., tuple[int, str]]] = {
    "fide2026": _dummy_2026,
    "fide2024": _dummy_2024,
    "fide_pre2023": _virtual_opponent,
    "uschess": _nothing,
}
