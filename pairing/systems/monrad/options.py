"""The options of Monrad."""

from dataclasses import dataclass

from pairing.model.options import option
from pairing.systems.shared_options import allow_rematches, allow_second_bye, first_mover


@dataclass(frozen=True, slots=True)
class MonradOptions:
    """What an organiser can choose; the last two are offered round by round."""

    elimination: int | None = option(
        None,
        label="Elimination",
        help="A player with this many losses (forfeits count) is not paired any more, but stays in the standings. "
        "Tie-breaks by the opponents' results suffer from it.",
        kind="int",
        minimum=1,
        none="none",
    )
    order: str = option(
        "redraw",
        label="Pairing order",
        help="Who comes first among players on equal scores when opponents are chosen.",
        choices={
            "redraw": "New lots every round",
            "fixed_draw": "One draw of lots at the start, kept for all rounds",
            "rating": "By rating, the strongest first",
            "registration": "In the order of registration",
        },
    )
    first_mover: str = first_mover()
    allow_rematches: bool = allow_rematches()
    allow_second_bye: bool = allow_second_bye()
