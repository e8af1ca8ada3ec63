"""Direct encounter (DE): FIDE Handbook C.07 (1 March 2026), article 6.

The value is the number of tied players that the rule places behind a player: direct encounter is an order,
not a sum.
"""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from pairing.model.options import option
from pairing.model.reasons import gettext_noop, sentence
from pairing.tiebreaks.base import BEATEN, LOST, Groups, Term, Tiebreak, Value, Working
from pairing.tiebreaks.buchholz import FIDE
from pairing.tiebreaks.solkoff import WCSC
from pairing.tiebreaks.table import LOST as LOST_MATCH, WON, Row, Table
from pairing.tiebreaks.unplayed import FORFEITS

PLACED_BEHIND = sentence("tb_placed_behind", gettext_noop("Tied players this puts behind."))


@dataclass(frozen=True, slots=True)
class EncounterOptions:
    forfeits: str = option(
        "unplayed", label="Forfeits", help="In a round robin forfeits count as matches.", choices=FORFEITS
    )


def _games(table: Table, options: EncounterOptions, player: int) -> list[Row]:
    return [
        row
        for row in table.rows[player]
        if row.opponent is not None and (row.played or options.forfeits == "played")
    ]


def _mini_table(
    table: Table, options: EncounterOptions, group: list[int]
) -> tuple[dict[int, Fraction], dict[int, int]]:
    """Points of everybody in games inside the group (the mean of several against the same one), and how many
    opponents in the group each has not met."""
    inside = set(group)
    points, missing = {}, {}
    for player in group:
        met: dict[int, list[int]] = defaultdict(list)
        for row in _games(table, options, player):
            if row.opponent in inside:
                met[row.opponent].append(row.points)
        # Article 6: of several games against the same opponent the mean.
        points[player] = sum((Fraction(sum(p), len(p)) for p in met.values()), Fraction(0))
        missing[player] = len(group) - 1 - len(met)
    return points, missing


def ordered(table: Table, options: EncounterOptions, group: list[int]) -> list[list[int]]:
    """The group split into places, best first; players in one list stay level."""
    if len(group) == 1:
        return [group]
    points, missing = _mini_table(table, options, group)
    # Article 6: everybody has met everybody, so the points decide, and again among those still level.
    if not any(missing.values()):
        blocks = [
            [p for p in group if points[p] == value] for value in sorted(set(points.values()), reverse=True)
        ]
        return [group] if len(blocks) == 1 else [part for b in blocks for part in ordered(table, options, b)]
    win = table.snapshot.scoring.win
    most = {p: points[p] + missing[p] * win for p in group}
    placed, rest = [], list(group)
    while len(rest) > 1:
        # Whoever stays alone on top whatever the games that were not played would have brought.
        top = [p for p in rest if all(points[p] > most[q] for q in rest if q != p)]
        if not top:
            break
        placed.append(top)
        rest.remove(top[0])
    return [*placed, *ordered(table, options, rest)] if placed else [group]


def direct_encounter(table: Table, options: EncounterOptions, groups: Groups) -> list[Value]:
    """For everybody, how many of those still level come behind."""
    values: list[Value] = [0] * table.size
    for group in groups:
        behind = len(group)
        for block in ordered(table, options, list(group)):
            behind -= len(block)
            for player in block:
                values[player] = behind
    return values


def _explain(table: Table, options: EncounterOptions, me: int, groups: Groups) -> Working:
    group = next(g for g in groups if me in g)
    value = direct_encounter(table, options, [group])[me] or 0
    games = [
        Term(row.round, table.ids[row.opponent], row.points, counted=False)
        for row in _games(table, options, me)
        if row.opponent is not None and row.opponent in group
    ]
    return Working((*games, Term(None, None, value, note_code=PLACED_BEHIND)), combine="single")


ENCOUNTER: tuple[Tiebreak, ...] = (
    Tiebreak(
        code="DE",
        name="Direct encounter",
        help="The table of the matches among tied players, applied again to those it leaves tied.",
        unit="count",
        compute=direct_encounter,
        explain=_explain,
        source=f"{FIDE} 6",
        options=EncounterOptions,
        needs_ties=True,
    ),
)


# Tie-breaks that look at the matches among those who are still level.
_BALANCE = {WON: 1, LOST_MATCH: -1}


def head_to_head(table: Table, options: object, groups: Groups) -> list[Value]:
    """Wins minus losses over the board among those still level, worked out once for the whole group.

    Source: rules/wcsc.md 1.1 (DH). Whoever is level with nobody has 0.
    """
    values: list[Value] = [0] * table.size
    for group in groups:
        level = set(group)
        for i in group if len(group) > 1 else ():
            met = zip(table.opponents[i], table.scored[i], strict=True)
            values[i] = sum(_BALANCE.get(scored, 0) for j, scored in met if j in level)
    return values


def _explain_balance(table: Table, options: object, me: int, groups: Groups) -> Working:
    level = set(next(group for group in groups if me in group))
    rows = [row for row in table.rows[me] if row.played]
    return Working(
        tuple(
            Term(
                row.round,
                table.ids[row.opponent],
                _BALANCE.get(scored, 0),
                note_code=BEATEN if scored == WON else LOST if scored == LOST_MATCH else "",
            )
            for row, scored in zip(rows, table.scored[me], strict=True)
            if row.opponent is not None and row.opponent in level
        )
    )


HEAD_TO_HEAD: tuple[Tiebreak, ...] = (
    Tiebreak(
        code="head_to_head",
        name="Head to head",
        help="Wins minus losses in the matches among tied players.",
        unit="count",
        compute=head_to_head,
        explain=_explain_balance,
        source=WCSC,
        needs_ties=True,
    ),
)
