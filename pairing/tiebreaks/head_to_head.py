"""Tie-breaks that look at the matches among those who are still level."""

from pairing.tiebreaks.base import BEATEN, LOST, Groups, Term, Tiebreak, Value, Working
from pairing.tiebreaks.solkoff import WCSC
from pairing.tiebreaks.table import LOST as LOST_MATCH, WON, Table

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


def _explain(table: Table, options: object, me: int, groups: Groups) -> Working:
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
        explain=_explain,
        source=WCSC,
        needs_ties=True,
    ),
)
