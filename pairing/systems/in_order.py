"""Players in the order of the standings, the way pairing needs it: nobody level with anybody."""

from collections.abc import Iterable

from pairing.model.field import Field
from pairing.model.lots import Lots
from pairing.model.types import Ladder, Standing
from pairing.tiebreaks.ranking import counted, ranking


def in_order(
    field: Field, players: Iterable[int], lots: Lots, ladder: Ladder | None = None
) -> list[Standing]:
    """`players` by the standings before round `field.number`, best first.

    Those level on the whole chain come in the order of their lots (`standing|round|id`). `ladder`: what the system
    says of points and groups; without, the sum of all points counts.
    """
    wanted = set(players)
    table = counted(field.snapshot, field.number - 1, field.work)
    if ladder is not None:
        table.replace_points(ladder)
    ranked = ranking(table)
    lines = lots.order(ranked, "standing", field.number, key=lambda line: line.player)
    return sorted((line for line in lines if line.player in wanted), key=lambda line: line.rank)
