"""Starting ranks: the number of each player from round 1 on, by the own order of the system that pairs it.

Sources: FIDE Handbook C.04.2, 2.2 to 2.4 for the systems of FIDE (`System.numbered_until`); other rules say nothing of
late entries, who are appended.
"""

from pairing.engine.phases import rules
from pairing.model.field import Field
from pairing.model.lots import Lots
from pairing.model.options import parse
from pairing.model.types import Snapshot
from pairing.systems import SYSTEMS


def starting_ranks(snapshot: Snapshot) -> dict[int, int]:
    """The rank of everybody but house players, 1 first, as things stand after the rounds of the snapshot.

    Errors: PairingError for bad options.
    """
    name, options = rules(snapshot, 1)
    system, field = SYSTEMS[name], Field(snapshot)
    people = [entrant for entrant in snapshot.entrants if not entrant.house]
    fixed = {entrant.id: entrant.starting_rank for entrant in people if entrant.starting_rank}
    if not fixed or len(snapshot.rounds) < system.numbered_until:
        order = system.start_order(field, parse(system.options, options), Lots(snapshot.draw_seed))
        return {id: rank for rank, id in enumerate((id for id in order if not field.entrants[id].house), 1)}
    late = sorted(
        (entrant for entrant in people if entrant.id not in fixed),
        key=lambda entrant: (entrant.joined_round, field.start_place[entrant.id]),
    )
    return fixed | {entrant.id: rank for rank, entrant in enumerate(late, max(fixed.values()) + 1)}
