"""The players of a round in the order in which Monrad looks at them, cut into score groups."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

from pairing.model.field import Field
from pairing.model.lots import Lots
from pairing.model.work import UNLIMITED, Work
from pairing.systems.monrad.options import MonradOptions

BYE = 0  # stands for the bye where a player id is expected


@dataclass(slots=True)
class Lineup:
    """Score groups from the top, each in draw order; who may not meet whom; who may not have the bye.

    When a rule is waived: `had_bye` is empty for a second bye; `again` holds for every player those he may only
    meet once more, each with the round of their last meeting (they stay in `barred`). `order`: what the groups are in
    the order of, as `explain.PLACES` has it; `numbered`: the groups as they are numbered, where that is another order.
    """

    groups: list[list[int]]
    scores: list[int]
    barred: Mapping[int, Set[int]]
    had_bye: Set[int]
    odd: bool
    again: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    work: Work = UNLIMITED
    order: str = "lot"
    numbered: Sequence[Sequence[int]] = ()


def playing(field: Field, options: MonradOptions) -> tuple[int, ...]:
    """Present and not eliminated, in registration order."""
    # Rule 1: whoever has lost so often is not paired again.
    limit = options.elimination
    if limit is None:
        return field.present
    losses = field.losses
    return tuple(p for p in field.present if losses[p] < limit)


def line_up(field: Field, options: MonradOptions, lots: Lots) -> Lineup:
    """Score groups in the order of the round."""
    lineup = in_groups(in_draw_order(field, options, lots, playing(field, options)), field.points, field)
    lineup.order = options.order if options.order in ("rating", "registration") else "lot"
    return lineup


def in_groups(drawn: Sequence[int], points: Mapping[int, int], field: Field) -> Lineup:
    """Players in draw order, cut into score groups by these points (hundredths)."""
    groups: dict[int, list[int]] = {}
    for player in drawn:
        score = points[player]
        if score in groups:
            groups[score].append(player)
        else:
            groups[score] = [player]
    scores = sorted(groups, reverse=True)
    return Lineup(
        [groups[s] for s in scores],
        scores,
        field.barred,
        field.had_bye,
        odd=len(drawn) % 2 == 1,
        work=field.work,
    )


def in_draw_order(field: Field, options: MonradOptions, lots: Lots, ids: tuple[int, ...]) -> list[int]:
    """The players in draw order, whatever their score."""
    # Rule 6.
    if options.order == "redraw":
        return lots.order(ids, "draw", field.number)
    if options.order == "fixed_draw":
        return lots.order(ids, "draw")
    if options.order == "rating":
        return sorted(ids, key=field.rating_place.__getitem__)
    return list(ids)
