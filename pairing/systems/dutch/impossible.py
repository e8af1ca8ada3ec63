"""Why no legal pairing of a round exists: the smallest set of players we can show, in the sentences of Monrad."""

from pairing.matching.problem import bits
from pairing.model.errors import TEXTS, Impossible, message
from pairing.systems.dutch.completion import Unpairable
from pairing.systems.dutch.lineup import Lineup
from pairing.systems.monrad import impossible as monrad
from pairing.systems.monrad.lineup import BYE, Lineup as Listed
from pairing.systems.monrad.stand_ins import Unpairable as Proof

CODES = {
    monrad.NO_BYE_LEFT: message("dutch_no_bye_left", TEXTS[monrad.NO_BYE_LEFT]),
    monrad.NO_OPPONENT: message("dutch_no_opponent", TEXTS[monrad.NO_OPPONENT]),
    monrad.ODD_SET: message("dutch_odd_set", TEXTS[monrad.ODD_SET]),
    monrad.TOO_FEW: message("dutch_too_few", TEXTS[monrad.TOO_FEW]),
    monrad.TOO_FEW_WITH_BYE: message("dutch_too_few_with_bye", TEXTS[monrad.TOO_FEW_WITH_BYE]),
    monrad.TOO_FEW_BESIDE_BYE: message("dutch_too_few_beside_bye", TEXTS[monrad.TOO_FEW_BESIDE_BYE]),
    monrad.TOO_FEW_AMONG: message("dutch_too_few_among", TEXTS[monrad.TOO_FEW_AMONG]),
}


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
    shown = monrad.impossible(Proof(outer, tuple(names[v] for v in bits(none.inner))), listed, lineup.number)
    return Impossible(CODES[shown.code], **shown.params)
