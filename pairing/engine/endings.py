"""Whether a bracket or an elimination has nothing left to pair, and who has won it."""

from dataclasses import replace

from pairing import engine
from pairing.engine.standings import rank
from pairing.model.errors import Impossible, PairingError, message
from pairing.model.field import Field
from pairing.model.options import parse
from pairing.model.reasons import gettext_noop
from pairing.model.types import Snapshot

LAST_ONE = message("last_one", gettext_noop("{player} has won: all others are eliminated or withdrawn."))
NOBODY_LEFT = message("nobody_left", gettext_noop("No one is left: all are eliminated or withdrawn."))


def ended(snapshot: Snapshot) -> Impossible | None:
    """Why the system of the next round has nothing left to pair; None while it has. `params` has who has won as
    `player`, where the system says it.

    Of an elimination this is the only player left, if also alone at the top of the standings: where matches were drawn,
    somebody who is eliminated can have more points, and then the rules name nobody. Byes that were asked for, and
    absences, end nothing. Errors: PairingError for an unknown system or option.
    """
    seen = replace(engine.of_next_round(snapshot), bye_requests=())
    system = engine.find_system(seen.system)
    options = parse(system.options, seen.options)
    field = Field(seen)
    try:
        left = system.playing(field, options)
    except Impossible as over:
        return over
    except PairingError:
        return None
    end = seen.rounds_planned
    is_to_come = any(
        field.number < entrant.joined_round <= (end or entrant.joined_round) for entrant in seen.entrants
    )
    if not getattr(options, "elimination", None) or not seen.rounds or len(left) > 1 or is_to_come:
        return None
    if not left:
        return Impossible(NOBODY_LEFT)
    first = [standing.player for standing in rank(snapshot) if standing.rank == 1]
    return Impossible(LAST_ONE, player=left[0]) if first == list(left) else None
