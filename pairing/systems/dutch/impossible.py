"""Why no legal pairing of a round exists: the smallest set of players we can show, in the words of Monrad."""

from __future__ import annotations

from pairing.matching.problem import bits
from pairing.model.errors import Impossible
from pairing.systems.dutch.completion import Unpairable
from pairing.systems.dutch.lineup import Lineup
from pairing.systems.monrad.impossible import impossible as proof
from pairing.systems.monrad.lineup import BYE
from pairing.systems.monrad.lineup import Lineup as Listed
from pairing.systems.monrad.stand_ins import Unpairable as Proof


def impossible(none: Unpairable, lineup: Lineup) -> Impossible:
    """The error to show."""
    names = [*lineup.ids, BYE]
    ids = lineup.ids
    everybody = (1 << len(ids)) - 1
    barred = {id: {ids[w] for w in bits(everybody & ~lineup.near[v] & ~(1 << v))} for v, id in enumerate(ids)}
    had_bye = frozenset(id for v, id in enumerate(ids) if not lineup.takers >> v & 1)
    groups = [[ids[v] for v in members] for members in lineup.groups]
    listed = Listed(groups, lineup.scores, barred, had_bye, lineup.odd, work=lineup.work)
    outer = [tuple(names[v] for v in bits(mask)) for mask in none.outer]
    return proof(Proof(outer, tuple(names[v] for v in bits(none.inner))), listed, lineup.number)
