"""Why each pair and the bye are as they are, in sentences a player can read."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from pairing.model.field import Field
from pairing.model.reasons import SAME_SCORE, TEXTS, Reason, because, gettext_noop, sentence
from pairing.systems.monrad.lineup import Lineup
from pairing.systems.monrad.pairing_order import SHOWN, Paired

FIRST_LEGAL = sentence("first_legal", gettext_noop("Next in the pairing order."))
PLACES = {
    "lot": sentence(
        "places_by_lot",
        gettext_noop(
            "By lot {player} is number {place} of {count}, {other_player} number {other_place} of {other_count}."
        ),
    ),
    "rating": sentence(
        "places_by_rating",
        gettext_noop(
            "By rating {player} is number {place} of {count}, "
            "{other_player} number {other_place} of {other_count}."
        ),
    ),
    "registration": sentence(
        "places_by_registration",
        gettext_noop(
            "By registration {player} is number {place} of {count}, "
            "{other_player} number {other_place} of {other_count}."
        ),
    ),
    "ranking": sentence(
        "places_in_ranking",
        gettext_noop(
            "In the ranking {player} is number {place} of {count}, "
            "{other_player} number {other_place} of {other_count}."
        ),
    ),
}
LATER = sentence("also_possible", gettext_noop("Also possible, but later in the order: {players}."))
LATER_SHOWN = 3
FIRST_POSSIBLE = sentence("first_possible", gettext_noop("First possible opponent in the pairing order."))
NOT_MET = sentence("not_met", gettext_noop("Not {players}: already played."))
NOT_FORBIDDEN = sentence("not_forbidden", gettext_noop("Not {players}: kept apart."))
NOT_CLUB_MATES = sentence("not_club_mates", gettext_noop("Not {players}: club mates are kept apart."))
NOT_OTHERS = sentence(
    "not_others",
    gettext_noop("Not {players}: other players would have no opponent, or would have to float further."),
)
FLOAT = sentence("float", gettext_noop("{player} floats from {score} to {met_score}."))
FLOAT_ALONE = sentence("float_alone", gettext_noop("No one else is left on {score}."))
FLOAT_LAST = sentence(
    "float_last",
    gettext_noop("All others on {score} have an opponent; the last in the pairing order floats."),
)
FLOAT_NONE_LEFT = sentence("float_none_left", gettext_noop("No possible opponent is left on {score}."))
PAST_BARRED = sentence(
    "past_barred", gettext_noop("Not on {score}: already played, or kept apart from, everyone there.")
)
PAST_OTHERS = sentence(
    "past_others",
    gettext_noop("Not on {score}: someone there would have to float or would have no opponent."),
)
BYE_LOWEST = sentence(
    "bye_lowest_score", gettext_noop("The bye goes to a player on the lowest score who has not had one.")
)
sentence("bye_lowest", TEXTS[BYE_LOWEST])  # what stored rounds may call it
BYE_HIGHER = sentence(
    "bye_higher",
    gettext_noop("The bye goes to a player on {score} who has not had one: no lower score is possible."),
)
BYE_HAD = sentence("bye_had", gettext_noop("Not {players}: already had a bye."))
BYE_OTHERS = sentence("bye_others", gettext_noop("Not {players}: other players would have no opponent."))
BYE_LAST = sentence("bye_last", gettext_noop("Of those who can have it, the last in the pairing order."))
REMATCH = sentence(
    "rematch",
    gettext_noop("Rematch of round {round}. It was allowed, because no pairing without a rematch exists."),
)
SECOND_BYE = sentence(
    "second_bye", gettext_noop("A second bye. It was allowed, because no player without one could have it.")
)


class Explainer:
    """Reasons for the pairs of one round."""

    def __init__(self, field: Field, lineup: Lineup) -> None:
        self.field = field
        self.lineup = lineup
        first = because(FIRST_LEGAL)
        self.possible = because(FIRST_POSSIBLE)
        self.same = [because(SAME_SCORE, score=score) for score in lineup.scores]
        self.simple = [(same, first) for same in self.same]
        self.place = numbered(lineup.numbered or lineup.groups)
        self.gone: set[int] = set()

    def match(self, pair: Paired) -> tuple[Reason, ...]:
        """Why this pair."""
        if pair.group == pair.other and not pair.passed:
            why: tuple[Reason, ...] = self.simple[pair.group]
        elif pair.group == pair.other:
            why = (self.same[pair.group], *self._not(pair), self.possible)
        else:
            why = tuple(self._float(pair))
        why = (*why, *places(self.lineup.order, pair.first, pair.second, self.place, self._later(pair)))
        self.gone |= {pair.first, pair.second}
        if self.lineup.again and (met := self.lineup.again.get(pair.first, {}).get(pair.second)):
            why = (because(REMATCH, round=met), *why)
        return why

    def _later(self, pair: Paired) -> Iterator[int]:
        """Whom the first could have met as well, after the second in the order."""
        group, barred = self.lineup.groups[pair.other], self.field.barred[pair.first]
        after = islice(group, group.index(pair.second) + 1, None)
        return (p for p in after if p not in self.gone and p not in barred)

    def bye(self, pair: Paired) -> tuple[Reason, ...]:
        """Why this bye, and why nobody on the same score or below has it."""
        lineup, field = self.lineup, self.field
        score, lowest = lineup.scores[pair.group], len(lineup.groups) - 1
        again = pair.first in field.had_bye
        if again:
            why = [because(SECOND_BYE)]
        elif pair.group == lowest:
            why = [because(BYE_LOWEST)]
        else:
            why = [because(BYE_HIGHER, score=score)]
        group = lineup.groups[pair.group]
        after = group[group.index(pair.first) + 1 :]
        below = [p for players in lineup.groups[pair.group + 1 :] for p in players]
        if len(group) > 1:
            why.append(because(BYE_LAST))
        had = [p for p in (*after, *below) if p in lineup.had_bye]
        others = [p for p in below if p not in lineup.had_bye]
        why += _listed(BYE_HAD, had) + _listed(BYE_OTHERS, others)
        return tuple(why)

    def _not(self, pair: Paired) -> list[Reason]:
        """Why none of the own group who came first in the order."""
        return [
            reason
            for code, players in passed_over(self.field, pair.first, pair.passed)
            for reason in _listed(code, players)
        ]

    def _float(self, pair: Paired) -> Iterable[Reason]:
        scores, groups = self.lineup.scores, self.lineup.groups
        score = scores[pair.group]
        yield because(FLOAT, player=pair.first, score=score, met_score=scores[pair.other])
        if len(groups[pair.group]) == 1:
            yield because(FLOAT_ALONE, score=score)
        elif pair.passed:
            yield because(FLOAT_NONE_LEFT, score=score)
            yield from self._not(pair)
        else:
            yield because(FLOAT_LAST, score=score)
        barred = self.field.barred[pair.first]
        for between in range(pair.group + 1, pair.other):
            everybody = all(p in barred for p in groups[between])
            yield because(PAST_BARRED if everybody else PAST_OTHERS, score=scores[between])
        yield self.possible


def numbered(groups: Iterable[Sequence[int]]) -> dict[int, tuple[int, int]]:
    """By player which number in the own one of these groups, and of how many."""
    return {p: (at, len(group)) for group in groups for at, p in enumerate(group, start=1)}


def places(
    order: str, a: int, b: int, place: Mapping[int, tuple[int, int]], later: Iterable[int]
) -> list[Reason]:
    """Where two stand in the `order` (one of PLACES) they were paired by; who was possible too, but `later` in it."""
    (number, count), (other, others) = place[a], place[b]
    also_possible = [*_listed(LATER, list(islice(later, LATER_SHOWN)))]
    if count == others == 1:  # an order of one says nothing
        return also_possible
    where = because(
        PLACES[order],
        player=a,
        place=number,
        count=count,
        other_player=b,
        other_place=other,
        other_count=others,
    )
    return [where, *also_possible]


def passed_over(field: Field, player: int, passed: Iterable[int]) -> list[tuple[str, list[int]]]:
    """Why each of those `passed` is not the opponent of `player`: the sentences in their order, and whom each is about,
    which may be nobody.
    """
    found: dict[str, list[int]] = {NOT_MET: [], NOT_FORBIDDEN: [], NOT_CLUB_MATES: [], NOT_OTHERS: []}
    for other in passed:
        found[why_barred(field, player, other, field.met[player]) or NOT_OTHERS].append(other)
    return list(found.items())


def why_barred(field: Field, player: int, other: int, met: Collection[int]) -> str:
    """The sentence that says why `other` may not be the opponent; "" where it may. `met`: those whom `player` has met,
    as the system counts meetings.
    """
    if other in met:
        return NOT_MET
    if field.are_only_mates(player, other):
        return NOT_CLUB_MATES
    return NOT_FORBIDDEN if field.is_apart(player, other) else ""


def _listed(code: str, players: list[int]) -> list[Reason]:
    """A reason about some players, or none if there are none."""
    return [because(code, players=tuple(players[:SHOWN]))] if players else []
