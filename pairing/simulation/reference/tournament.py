"""One simulated tournament in plain Python: the definition that the compiled kernels are held against.

The order in which random numbers are used is part of it. A round: the bye, if the number of players is odd; then the
score groups from the top, for each who floats and then the pairs, each pair with its result in the same number; at
the end who leaves. Standings are those of `pairing.engine.standings`, with the tie-breaks every event uses.

A pool is drawn by rejection: pairs one after another, from the start again as soon as two meet who have met. Small
pools in which somebody has met somebody are drawn from the list of all legal pairings, at once or after a few vain
tries; larger ones in which many have met go by turns, in which players choose from those they may meet. Every legal
pairing is equally likely, unless so few are legal of a pool too large for a list that `TRIES` are not enough; then
players are given, in turn, any partner who leaves a legal pairing to the others. If the round has no legal pairing at
all, rematches (and second byes) are free in it.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import combinations, groupby

from pairing.engine.standings import rank
from pairing.matching.plain import NotAll, perfect_matching
from pairing.model.types import Bye, Entrant, Match, Round, Snapshot
from pairing.model.work import UNLIMITED
from pairing.simulation.reference.measures import Measures, measure
from pairing.simulation.setup.chance import ONE, Chance, among, share
from pairing.simulation.setup.configuration import Chain, Configuration
from pairing.simulation.setup.strengths import limits

FIRST_TRIES, SOME_TRIES, TRIES = 8, 100, 10_000
SOON, LISTED = 8, 10  # up to so many players all legal pairings are listed: at once; after the first tries
IN_TURN = 64  # up to so many are drawn in turn
RESULTS = ("0-1", "1/2-1/2", "1-0")  # by what the first of the pair scored: 0, 1, 2 halves

Drawn = tuple[int, int, int]  # two players and the number that pairs them and decides their match
Barred = Mapping[int, Set[int]]


@dataclass(slots=True)
class State:
    """A tournament while it is played. Players are 0, 1, ..., the strongest first."""

    configuration: Configuration
    chance: Chance
    active: list[int]
    points: list[int]
    met: dict[int, set[int]]
    had_bye: set[int] = field(default_factory=set)
    left: dict[int, int] = field(default_factory=dict)  # the last round of those who left
    rounds: list[Round] = field(default_factory=list)


def play(configuration: Configuration, seed: int, index: int) -> Snapshot:
    """Tournament `index` of the random Swiss after its last round; player i has the id i + 1.

    With fewer than two players left the remaining rounds are not played.
    """
    players = len(configuration.strengths)
    everybody = list(range(players))
    state = State(
        configuration, Chance(seed, index), everybody, [0] * players, {player: set() for player in everybody}
    )
    for number in range(1, configuration.rounds + 1):
        if len(state.active) < 2:
            break
        play_round(state, number)
        if number < configuration.rounds:
            leave(state, number)
    return Snapshot(
        entrants=tuple(
            Entrant(player + 1, left_after_round=state.left.get(player)) for player in range(players)
        ),
        rounds=tuple(state.rounds),
        system=configuration.system,
        scoring=configuration.scoring,
    )


def play_round(state: State, number: int) -> None:
    """Pair, decide and score one round."""
    bye, drawn = draw_round(state)
    scoring = state.configuration.scoring
    worth = (scoring.loss, scoring.draw, scoring.win)
    matches: list[Match] = []
    byes: list[Bye] = []
    for one, other, lot in drawn:
        halves = result(state.configuration, one, other, lot)
        state.points[one] += worth[halves]
        state.points[other] += worth[2 - halves]
        state.met[one].add(other)
        state.met[other].add(one)
        matches.append(Match(len(matches) + 1, (one + 1, other + 1), RESULTS[halves]))
    if bye is not None:
        state.points[bye] += scoring.bye
        state.had_bye.add(bye)
        byes.append(Bye(bye + 1))
    state.rounds.append(Round(number, matches=tuple(matches), byes=tuple(byes)))


def result(configuration: Configuration, first: int, second: int, lot: int) -> int:
    """What `first` scores against `second`, in halves."""
    c = configuration
    drawn, won = limits(c.outcome, c.draw_model, c.draw, c.strengths[first], c.strengths[second])
    return 1 if share(lot) < drawn else 2 if share(lot) < won else 0


def leave(state: State, number: int) -> None:
    """After round `number` each active player leaves with the same probability."""
    limit = round(state.configuration.dropout * ONE)
    if limit:
        leaving = [player for player in state.active if share(state.chance.number()) < limit]
        state.left |= dict.fromkeys(leaving, number)
        state.active = [player for player in state.active if player not in state.left]


def draw_round(state: State) -> tuple[int | None, list[Drawn]]:
    """The bye and the pairs of a round."""
    bye, barred = None, state.met
    if len(state.active) % 2:
        bye = draw_bye(state)
        if bye is None:
            barred = {player: set() for player in state.active}
            bye = draw_any_bye(state)
    players = [player for player in state.active if player != bye]
    drawn = draw_pools(state, players, barred)
    if drawn is None:
        drawn = draw_pools(state, players, {player: set() for player in players})
        assert drawn is not None
    return bye, drawn


def draw_bye(state: State) -> int | None:
    """By lot among those on the lowest score without a bye whose bye leaves the others a legal pairing."""
    without = [player for player in state.active if player not in state.had_bye]
    for _, level in by_score(state, without, lowest_first=True):
        candidates = list(level)
        while candidates:
            player = candidates.pop(state.chance.below(len(candidates)))
            if can_be_paired([other for other in state.active if other != player], state.met):
                return player
    return None


def draw_any_bye(state: State) -> int:
    """By lot among those on the lowest score without a bye, or among all on the lowest score if all had one."""
    without = [player for player in state.active if player not in state.had_bye]
    level = by_score(state, without or state.active, lowest_first=True)[0][1]
    return level[state.chance.below(len(level))]


def draw_pools(state: State, players: Sequence[int], barred: Barred) -> list[Drawn] | None:
    """The pairs of a round, from the top; None if there is no legal pairing of all of them."""
    drawn: list[list[Drawn]] = []
    carried: list[int] = []
    for _, group in by_score(state, players):
        pool, floating = carried + group, []
        if len(pool) % 2:
            floating = [pool.pop(len(carried) + state.chance.below(len(group)))]
        pairs = draw_pool(state.chance, pool, barred)
        if pairs is None:
            carried = pool + floating
        else:
            drawn.append(pairs)
            carried = floating
    while carried:
        if not drawn:
            return None
        above = drawn.pop()
        if above:
            carried = [player for pair in above for player in pair[:2]] + carried
            pairs = draw_pool(state.chance, carried, barred)
            if pairs is not None:
                drawn.append(pairs)
                break
    return [pair for pairs in drawn for pair in pairs]


def draw_pool(chance: Chance, pool: Sequence[int], barred: Barred) -> list[Drawn] | None:
    """A uniformly random legal matching of an even number of players, or None if there is none."""
    inside = set(pool)
    if len(pool) <= SOON and any(inside & barred[player] for player in pool):
        return draw_from_list(chance, pool, barred)
    if any(inside <= barred[player] | {player} for player in pool):
        return None
    members = list(pool)
    for _ in range(FIRST_TRIES):
        pairs = try_pool(chance, members, barred)
        if pairs is not None:
            return pairs
    if len(pool) <= LISTED:
        return draw_from_list(chance, pool, barred)
    if len(pool) <= IN_TURN and mostly_in_vain(pool, barred):
        return draw_in_turn(chance, pool, barred)
    if not can_be_paired(pool, barred):
        return None
    for _ in range(FIRST_TRIES, TRIES):
        pairs = try_pool(chance, members, barred)
        if pairs is not None:
            return pairs
    return draw_tight_pool(chance, pool, barred)


def try_pool(chance: Chance, members: list[int], barred: Barred) -> list[Drawn] | None:
    """The last one still free meets any of the others, and so on; None at the first pair that may not meet.

    Those who have their partner stand at the end of `members`, which is reordered.
    """
    pairs: list[Drawn] = []
    for free in range(len(members), 0, -2):
        lot = chance.number()
        place = among(lot, free - 1)
        members[place], members[free - 2] = members[free - 2], members[place]
        one, other = members[free - 1], members[free - 2]
        if other in barred[one]:
            return None
        pairs.append((one, other, lot))
    return pairs


def draw_from_list(chance: Chance, pool: Sequence[int], barred: Barred) -> list[Drawn] | None:
    """One of all legal pairings, or None if there is none; the number that chooses it decides its first match."""
    legal = list(legal_pairings(list(pool), barred))
    if not legal:
        return None
    lot = chance.number()
    (one, other), *others = legal[among(lot, len(legal))]
    return [(one, other, lot), *((*pair, chance.number()) for pair in others)]


def mostly_in_vain(pool: Sequence[int], barred: Barred) -> bool:
    """Whether of all the pairs of a pool that meet by chance more than three, on average, have met."""
    return sum(other in barred[one] for one, other in combinations(pool, 2)) > 3 * (len(pool) - 1)


def draw_in_turn(chance: Chance, pool: Sequence[int], barred: Barred) -> list[Drawn] | None:
    """A legal pairing of a pool in which many have met, or None if there is none."""
    order, choices = put_in_turn(pool, barred)
    for tried in range(TRIES):
        if tried == SOME_TRIES and not can_be_paired(pool, barred):
            return None
        pairs = try_in_turn(chance, order, choices, barred)
        if pairs is not None:
            return pairs
    return draw_tight_pool(chance, pool, barred)


def put_in_turn(pool: Sequence[int], barred: Barred) -> tuple[list[int], list[int]]:
    """Who of those left has fewest of them to meet comes first, and so on; and from how many to choose in each turn.

    Whoever is first of those left in turn k (from 0) has had k to 2 k others before him, and only those behind him
    can still be there; so in no try has he more to choose from.
    """
    order, behind, left = [], [], set(pool)
    while left:
        fewest, one = min((len(left - barred[player] - {player}), player) for player in left)
        left.remove(one)
        order.append(one)
        behind.append(fewest)
    size = len(pool)
    return order, [min(max(behind[k : 2 * k + 1]), size - 1 - 2 * k) for k in range(size // 2)]


def try_in_turn(
    chance: Chance, order: Sequence[int], choices: Sequence[int], barred: Barred
) -> list[Drawn] | None:
    """The first of those left meets one of them whom he may meet; None if a choice is drawn that he does not have."""
    left, pairs = list(order), []
    for count in choices:
        one = left.pop(0)
        partners = sorted(other for other in left if other not in barred[one])
        lot = chance.number()
        choice = among(lot, count)
        if choice >= len(partners):
            return None
        left.remove(partners[choice])
        pairs.append((one, partners[choice], lot))
    return pairs


def legal_pairings(players: Sequence[int], barred: Barred) -> Iterator[list[tuple[int, int]]]:
    """All of them: the first player meets one after another, each time with all pairings of the others."""
    if not players:
        yield []
        return
    one, *rest = players
    for other in rest:
        if other not in barred[one]:
            for pairs in legal_pairings([player for player in rest if player != other], barred):
                yield [(one, other), *pairs]


def draw_tight_pool(chance: Chance, members: Sequence[int], barred: Barred) -> list[Drawn]:
    """In turn, for the last one still free: any partner who leaves the others a legal pairing."""
    rest, pairs = list(members), []
    while rest:
        one = rest.pop()
        possible = [
            other
            for other in rest
            if other not in barred[one] and can_be_paired([p for p in rest if p != other], barred)
        ]
        lot = chance.number()
        other = possible[among(lot, len(possible))]
        rest.remove(other)
        pairs.append((one, other, lot))
    return pairs


def can_be_paired(players: Sequence[int], barred: Barred) -> bool:
    """Whether there is a legal pairing of all of them."""
    if not players:
        return True
    try:
        perfect_matching(players, barred, UNLIMITED)
    except NotAll:
        return False
    return True


def by_score(
    state: State, players: Collection[int], lowest_first: bool = False
) -> list[tuple[int, list[int]]]:
    """Players by points, the highest first, in list order inside a group."""
    ordered = sorted(players, key=state.points.__getitem__, reverse=not lowest_first)
    return [(points, list(group)) for points, group in groupby(ordered, key=state.points.__getitem__)]


def standings(event: Snapshot, chain: Chain) -> tuple[list[int], list[int]]:
    """The final order (players from 0, the first place first), and the sizes of the groups the chain leaves equal.

    `rank` puts the equal in list order, that is by strength.
    """
    lines = rank(replace(event, tiebreaks=chain))
    equal = [len(list(group)) for _, group in groupby(lines, key=lambda line: line.rank)]
    return [line.player - 1 for line in lines], equal


def measures(configuration: Configuration, event: Snapshot) -> Measures:
    """All that is measured of one tournament."""
    orders = [standings(event, chain) for chain in configuration.orders]
    return measure(configuration, event, orders)
