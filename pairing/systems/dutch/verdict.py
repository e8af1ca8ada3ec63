"""Why a round that was played is not the one the rules give: the first criterion that tells the two apart.

Bracket by bracket from the top (C.04.3, article 1.9): as long as both have the same pairs they leave the same players
to the next one. The first bracket that differs is judged by the costs of `criteria`, whose digits are the criteria.
"""

from collections.abc import Iterable

from pairing.model.field import Field
from pairing.model.reasons import Reason
from pairing.systems.dutch import sentences as says
from pairing.systems.dutch.brackets import pair_bracket
from pairing.systems.dutch.criteria import Criteria, counted
from pairing.systems.dutch.lineup import Lineup
from pairing.systems.dutch.search import Paired

Pairs = set[tuple[int, int]]


def verdict(
    lineup: Lineup,
    field: Field,
    bye_group: int | None,
    planned: list[Paired],
    played: Pairs,
    left: int | None,
) -> tuple[Reason, ...]:
    """What is better in the `planned` round: one reason, with the name of the rule, or those for every pair that is not
    allowed at all. `played`: pairs of vertices, the higher ranked first; `left` had the bye.
    """
    if broken := tuple(_broken(lineup, field, played, left)):
        return broken
    if left is not None and bye_group is not None and left not in lineup.groups[bye_group]:
        score = lineup.scores[bye_group]
        return (says.reason_of_edition(says.BETTER["C5"], score=score, until_2026=False),)
    mdps: list[int] = []
    for bracket in planned:
        other = _cut(lineup, bracket.group, mdps, played)
        if {*bracket.moved, *bracket.rest} != {*other.moved, *other.rest}:
            rule = _first_difference(lineup, bye_group, bracket, other)
            score = lineup.scores[bracket.group]
            return (says.reason_of_edition(says.BETTER[rule], score=score, rule=rule, until_2026=False),)
        mdps = bracket.floaters
    return ()


def _broken(lineup: Lineup, field: Field, played: Pairs, left: int | None) -> Iterable[Reason]:
    """What breaks C1, C2 or C3."""
    for a, b in sorted(played):
        if not lineup.near[a] >> b & 1:
            one, other = lineup.ids[a], lineup.ids[b]
            met = other in field.played[one]
            code = says.HAD_MET if met else says.ARE_APART if field.is_apart(one, other) else says.SAME_COLOUR
            yield says.reason_of_edition(code, players=(one, other), until_2026=False)
    if left is not None and not lineup.takers >> left & 1:
        yield says.reason_of_edition(says.BYE_HAD, players=(lineup.ids[left],), until_2026=False)


def _cut(lineup: Lineup, group: int, mdps: list[int], played: Pairs) -> Paired:
    """The bracket as it was played: whoever met nobody of it floats."""
    bracket = Paired(group, lineup.groups[group], mdps)
    for a, b in sorted(played):
        if b in bracket.residents and (a in bracket.residents or a in mdps):
            (bracket.rest if a in bracket.residents else bracket.moved).append((a, b))
    there = {v for pair in (*bracket.moved, *bracket.rest) for v in pair}
    bracket.floaters = sorted(v for v in (*mdps, *bracket.residents) if v not in there)
    return bracket


def _first_difference(lineup: Lineup, bye_group: int | None, one: Paired, other: Paired) -> str:
    """The name of the first criterion in which two candidates of a bracket differ; 3.8.1 if in none."""
    group = one.group
    to_bye = 0
    if bye_group is not None and bye_group <= group and len(one.floaters) == len(other.floaters) == 1:
        to_bye = lineup.takers & lineup.members(bye_group)
    criteria = Criteria(lineup, one.mdps, one.residents, None, to_bye)
    costs = [_cost(lineup, criteria, candidate) for candidate in (one, other)]
    following = group + 1 < len(lineup.groups)
    for weight, rule in criteria.digits():
        if rule not in ("C6", "C7") and following:
            following = False
            if _next(lineup, bye_group, one) != _next(lineup, bye_group, other):
                return "C8"
        digits = {cost // weight for cost in costs}
        if len(digits) > 1:
            return rule
        costs = [cost % weight for cost in costs]
    return "3.8.1"


def _cost(lineup: Lineup, criteria: Criteria, candidate: Paired) -> int:
    players = lineup.players
    cost = sum(criteria.pair(a, b) for a, b in (*candidate.moved, *candidate.rest))
    cost += sum(criteria.floating(v) + criteria.bye(v) for v in candidate.floaters)
    for a, b in (*candidate.moved, *candidate.rest):
        one, other = players[min(a, b)], players[max(a, b)]
        if one.top or other.top:
            beyond, thirds = counted(one, other)
            cost += beyond * criteria.excess + thirds * criteria.third
    return cost


def _next(lineup: Lineup, bye_group: int | None, candidate: Paired) -> list[int]:
    """C8: how many downfloaters the next bracket has at best, and their scores from the highest."""
    floaters = pair_bracket(lineup, candidate.group + 1, candidate.floaters, bye_group).floaters
    return [len(floaters), *sorted((lineup.players[v].score for v in floaters), reverse=True)]
