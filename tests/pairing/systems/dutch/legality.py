"""Whether a round is legal: what holds of it whatever its quality. For fields of any size; nothing is searched."""

from collections import Counter

from tests.pairing.systems.dutch.people import People
from tests.pairing.systems.dutch.position import Pairing, Position


def faults(position: Position, answer: Pairing) -> list[str]:
    """What is wrong with a round, in words; [] for a legal one.

    Looked at: everybody who is here once and nobody else; a bye exactly where the number is odd, for a player who may
    have one (C2); nobody meets an earlier opponent or someone forbidden (C1), or someone with the same absolute
    preference unless one of them is a topscorer (C3); colours by article 5.
    """
    people = People(position)
    by_tpn = {person.tpn: person for person in people.all}
    seats = Counter(tpn for pair in answer.pairs for tpn in pair)
    if answer.bye is not None:
        seats[answer.bye] += 1
    found = [f"{tpn} has {seats[tpn]} places" for tpn in by_tpn if seats[tpn] != 1]
    found += [f"{tpn} is not in this round" for tpn in seats if tpn not in by_tpn]
    if found:
        return found
    if (answer.bye is not None) != (len(by_tpn) % 2 == 1):
        found.append("a bye is missing, or too many")
    if answer.bye is not None and not by_tpn[answer.bye].may_have_bye:
        found.append(f"{answer.bye} may not have the bye")
    for white, black in sorted(answer.pairs):
        a, b = by_tpn[white], by_tpn[black]
        if not people.may_meet(a, b):
            found.append(f"{white} and {black} may not meet")
        elif people.white_of(a, b) is not a:
            found.append(f"{white}-{black} have their colours the wrong way round")
    return found
