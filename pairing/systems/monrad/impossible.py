"""Why no legal pairing of a round exists: the smallest set of players we can show to prove it."""

from pairing.model.errors import Impossible, message
from pairing.model.wording import gettext_noop
from pairing.systems.monrad.lineup import BYE, Lineup
from pairing.systems.monrad.stand_ins import Unpairable

NO_BYE_LEFT = message(
    "monrad_no_bye_left",
    gettext_noop("Round {number} cannot be paired: the number of players is odd and all have had a bye."),
)
NO_OPPONENT = message(
    "monrad_no_opponent",
    gettext_noop("Round {number} cannot be paired: no possible opponent is left for {players}."),
)
ODD_SET = message(
    "monrad_odd_set",
    gettext_noop(
        "Round {number} cannot be paired: {players} can only meet each other, and one is left over."
    ),
)
TOO_FEW = message(
    "monrad_too_few",
    gettext_noop("Round {number} cannot be paired: too few possible opponents for {players} (only {count})."),
)
TOO_FEW_WITH_BYE = message(
    "monrad_too_few_with_bye",
    gettext_noop(
        "Round {number} cannot be paired: too few possible opponents for {players} (only "
        "{count}), even if one of them has the bye."
    ),
)
TOO_FEW_BESIDE_BYE = message(
    "monrad_too_few_beside_bye",
    gettext_noop(
        "Round {number} cannot be paired: too few possible opponents for {players} (only "
        "{count}) when one of those has the bye."
    ),
)
TOO_FEW_AMONG = message(
    "monrad_too_few_among",
    gettext_noop(
        "Round {number} cannot be paired: {players} cannot all meet each other and have "
        "too few other possible opponents (only {count})."
    ),
)


def impossible(none: Unpairable, lineup: Lineup, number: int) -> Impossible:
    """The error to show. Its players: a violated case of Tutte's condition, as small as dropping sets makes it."""
    lonely = _lonely(lineup)
    if lonely is not None:
        return Impossible(NO_OPPONENT, (lonely,), number=number)
    if lineup.odd and all(p in lineup.had_bye for players in lineup.groups for p in players):
        return Impossible(NO_BYE_LEFT, number=number)
    sets, inner = smallest(none, lineup)
    players = tuple(p for members in sets for p in members if p != BYE)
    count = len(inner) - (BYE in inner)
    if not inner:
        return Impossible(ODD_SET, players, number=number)
    if any(len(members) > 1 for members in sets):
        code = TOO_FEW_AMONG
    elif BYE in inner:
        code = TOO_FEW_WITH_BYE
    else:
        code = TOO_FEW_BESIDE_BYE if (BYE,) in sets else TOO_FEW
    return Impossible(code, players, number=number, count=count)


def _lonely(lineup: Lineup) -> int | None:
    """A player who may not meet anybody and cannot have the bye either, the first one in order."""
    everybody = {p for players in lineup.groups for p in players}
    for players in lineup.groups:
        for p in players:
            if len(lineup.barred[p]) < len(everybody) - 1 or (lineup.odd and p not in lineup.had_bye):
                continue
            if everybody - lineup.barred[p] == {p} and not lineup.again.get(p):
                return p
    return None


def smallest(none: Unpairable, lineup: Lineup) -> tuple[list[tuple[int, ...]], set[int]]:
    """Drop sets as long as those that stay still have fewer opponents outside than they are.

    Returns the sets and those opponents. The bye, BYE, takes part like a player.
    """

    def possible(a: int, b: int) -> bool:
        if BYE in (a, b):
            return (a or b) not in lineup.had_bye
        return b not in lineup.barred[a] or b in lineup.again.get(a, ())

    lineup.work.take(len(none.inner) * sum(map(len, none.outer)))
    touching = [{x for x in none.inner if any(possible(p, x) for p in players)} for players in none.outer]
    uses = {x: sum(x in near for near in touching) for x in none.inner}
    kept = sorted(range(len(touching)), key=lambda i: (-len(none.outer[i]), -len(touching[i])))
    count = sum(map(bool, uses.values()))
    for i in list(kept):
        loses = sum(uses[x] == 1 for x in touching[i])
        if len(kept) - 1 > count - loses:
            kept.remove(i)
            count -= loses
            for x in touching[i]:
                uses[x] -= 1
    return [none.outer[i] for i in sorted(kept)], {x for x, used in uses.items() if used}
