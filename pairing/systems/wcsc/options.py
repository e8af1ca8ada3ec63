"""The options of the shogi championship family."""

from dataclasses import dataclass

from pairing.model.options import option
from pairing.systems.shared_options import first_mover


@dataclass(frozen=True, slots=True)
class WcscOptions:
    """What an organiser can choose. The defaults are the rules of the 14th championship, paired round by round."""

    order: str = option(
        "V",
        label="Order inside a score group",
        help="Who comes first among players on equal scores.",
        choices={"F": "Fixed: the order of the list of players", "V": "Variable: the ranking so far"},
    )
    method: str = option(
        "B",
        label="Method inside a score group",
        help="The opponent the first player of a score group should get.",
        choices={"A": "Top half against bottom half, in step", "B": "Nested: the first against the last"},
    )
    floater: str = option(
        "U",
        label="Floater",
        help="Who floats out of a score group with an odd number of players.",
        choices={
            "U": "The first one who can, from the top",
            "M": "The player left over, normally the middle one",
            "L": "The first one who can, from the bottom",
        },
    )
    opponent: str = option(
        "E",
        label="Opponent of a floater",
        help="The opponent a floater should get in the next score group.",
        choices={
            "C": "The highest possible",
            "D": "The lowest possible",
            "E": "The lowest possible for the upper half of its group, the highest for the lower half",
        },
    )
    mode: str = option(
        "S",
        label="Mode",
        help="Modified Swiss pairs every round but the last one ahead, on assumed results of the round before.",
        choices={"S": "Swiss: on all true results", "MS": "Modified Swiss: a round ahead"},
    )
    search: str = option(
        "paper",
        label="Search",
        help="What happens when a score group cannot be paired.",
        choices={
            "paper": "As published: groups are merged with those above",
            "exact": "Groups look ahead, so that the fewest players float out of each",
        },
    )
    first_mover: str = first_mover("lot")
