"""The players of a round in the order of article 1.2, cut into scoregroups, and who may meet whom (C1, C3).

Players are vertices 0, 1, ... in that order; sets of them are the bits of an integer. A scoregroup is a range, and so
are all players below one.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from functools import reduce
from itertools import groupby
from operator import or_

from pairing.matching.plain import enough
from pairing.model.field import Field
from pairing.model.so_far import Float, SoFar, Wish
from pairing.model.work import Work
from pairing.systems.dutch.acceleration import Acceleration, baku
from pairing.systems.dutch.histories import (
    ABSOLUTE,
    ANY,
    BLACK,
    DOWN,
    MILD,
    STRONG,
    UP,
    WHITE,
    History,
    histories,
)
from pairing.systems.dutch.options import UNTIL_2026, DutchOptions

BLOCKS = 8  # a set of players of whom nobody may meet another is large if there can be fewer of its size


def span(players: range) -> int:
    """A range of players as a set."""
    return (1 << players.stop) - (1 << players.start)


class Marked:
    """Players as sets: by the colour they `want`; those who want it at least strongly (`strong`), or absolutely by
    colour (`absolute`); those with a downfloat or an upfloat in one of the two rounds before.
    """

    def __init__(self, players: list[History]) -> None:
        def those(chosen: Callable[[History], bool]) -> int:
            return sum(1 << v for v, p in enumerate(players) if chosen(p))

        self.want = those(lambda p: p.wants == WHITE), those(lambda p: p.wants == BLACK)
        self.strong = those(lambda p: p.strength >= STRONG)
        firm = those(lambda p: p.strength == ABSOLUTE)
        self.absolute = self.want[WHITE] & firm, self.want[BLACK] & firm
        self.down = those(lambda p: DOWN in (p.last_float, p.earlier_float))
        self.up = those(lambda p: UP in (p.last_float, p.earlier_float))


@dataclass(slots=True)
class Lineup:
    """A round to be paired. `near[v]`: the players v may meet; `takers`: those who may get the bye (C2).

    `until_2026`: it is paired by the rules in force until then.

    `clashing`: by colour those whose absolute preference it is and who are no topscorers, so that none of them may meet
    another; `most_barred`: the most players somebody may not meet for other reasons than colour. `blocks`: by vertex
    the number of a large set of players none of whom may meet another for such reasons, or -1. `released`: pairs that
    have met and may meet again.
    """

    players: list[History]
    groups: list[range]
    scores: list[int]
    near: list[int]
    takers: int
    clashing: tuple[int, int]
    most_barred: int
    last: bool
    number: int
    work: Work
    released: Set[frozenset[int]] = frozenset()
    until_2026: bool = False
    blocks: list[int] = field(default_factory=list)
    ids: list[int] = field(init=False)
    marked: Marked = field(init=False)

    def __post_init__(self) -> None:
        self.ids = [p.player for p in self.players]
        self.marked = Marked(self.players)

    @property
    def odd(self) -> bool:
        return len(self.players) % 2 == 1

    def members(self, group: int) -> int:
        """The players of a scoregroup."""
        return span(self.groups[group])

    def sure(self, first: int, crossing: int = 0, *, bye: bool = False) -> bool:
        """Whether all players from `first` on, without one who gets the `bye`, can be paired off with whatever
        `crossing` players from above. Players of one absolute preference may not meet each other.
        """
        rest = (1 << len(self.players)) - (1 << first)
        alike = max((mask & rest).bit_count() for mask in self.clashing)
        missed = self.most_barred + max(0, alike + crossing - 1)
        return len(self.players) - first + crossing - bye >= enough(missed)


def planned_rounds(field: Field, options: DutchOptions) -> int | None:
    """How many rounds the event has, if that is known."""
    last = field.snapshot.rounds_planned
    if options.rounds is not None or last is None:
        return options.rounds
    return last - field.snapshot.begins_after


def acceleration_of(field: Field, options: DutchOptions) -> Acceleration:
    """What accelerates the rounds. Errors: PairingError, where it does not fit the event."""
    if options.acceleration == "baku":
        return baku(field, planned_rounds(field, options))
    return Acceleration(field.snapshot.virtual_points if options.acceleration == "given" else ())


def known(field: Field, options: DutchOptions) -> dict[int, History]:
    """The history of every entrant. Errors: PairingError, where the acceleration does not fit the event."""
    last, old = field.turn == planned_rounds(field, options), options.rules == UNTIL_2026
    return histories(field, acceleration_of(field, options), last=last, until_2026=old)


def barred_from_bye(field: Field, options: DutchOptions) -> frozenset[int]:
    """The entrants who may not get the bye any more (C2). Errors: as `known`."""
    return frozenset(id for id, history in known(field, options).items() if history.had_bye)


_WISHES = {MILD: Wish.MILD, STRONG: Wish.STRONG, ABSOLUTE: Wish.ABSOLUTE}
_FLOATS = {DOWN: Float.DOWN, UP: Float.UP}


def so_far(field: Field, options: DutchOptions) -> dict[int, SoFar]:
    """Colours, colour preference and the floats of the last two rounds (1.4, 1.6, 1.7). Errors: as `known`."""
    return looked_at(field, known(field, options))


def looked_at(field: Field, histories: Mapping[int, History]) -> dict[int, SoFar]:
    """The same of the histories of a field."""
    latest = field.number - 1

    def of(history: History) -> SoFar:
        floats = ((latest - 1, history.earlier_float), (latest, history.last_float))
        return SoFar(
            tuple(history.colours),
            None if history.wants == ANY else history.wants,
            _WISHES.get(history.strength, Wish.MILD),
            tuple((number, _FLOATS[kind]) for number, kind in floats if kind in _FLOATS),
            history.score - field.points[history.player],
        )

    return {id: of(history) for id, history in histories.items()}


def extra_points(field: Field, options: DutchOptions) -> dict[int, dict[int, int]]:
    """By round up to `field.number` and by entrant, the extra points (hundredths) of the acceleration (C.04.7, 1).

    Errors: as `known`.
    """
    acceleration = acceleration_of(field, options)
    extra = {number: acceleration.of_round(number) for number in range(1, field.number + 1)}
    return {number: points for number, points in extra.items() if points}


def line_up(
    field: Field,
    options: DutchOptions,
    *,
    second_bye: bool = False,
    released: Set[frozenset[int]] = frozenset(),
) -> Lineup:
    """The round; with `second_bye` anybody may get the bye, and `released` pairs may meet again.

    Errors: PairingError, where the acceleration does not fit the event.
    """
    history = known(field, options)
    players = sorted((history[id] for id in field.present), key=by_rank)
    last = field.turn == planned_rounds(field, options)
    lineup = in_groups(players, field, released=released, second_bye=second_bye, last=last)
    lineup.until_2026 = options.rules == UNTIL_2026
    return lineup


def in_groups(
    players: list[History],
    field: Field,
    *,
    second_bye: bool = False,
    released: Set[frozenset[int]] = frozenset(),
    last: bool = False,
) -> Lineup:
    """The round of these players, whose scores fall, cut into scoregroups."""
    groups, scores, start = [], [], 0
    for score, members in groupby(players, lambda p: p.score):
        end = start + len(list(members))
        groups.append(range(start, end))
        scores.append(score)
        start = end
    place = {p.player: v for v, p in enumerate(players)}
    apart = _apart(place, field)
    near, most, clashing = _legal(players, place, apart, field, released)
    return Lineup(
        players=players,
        groups=groups,
        scores=scores,
        near=near,
        takers=sum(1 << v for v, p in enumerate(players) if second_bye or not p.had_bye),
        clashing=clashing,
        most_barred=most,
        last=last,
        number=field.number,
        work=field.work,
        released=released,
        blocks=_blocks(apart),
    )


def by_rank(player: History) -> tuple[int, int]:
    """The key of the order of article 1.2: higher scores first, then the stronger."""
    return -player.score, player.number


def _apart(place: dict[int, int], given: Field) -> list[int]:
    """Whom each vertex may not meet whoever has played whom, itself included."""
    club_of, named = given.club_of, given.named
    clubs: dict[int, int] = {}
    apart = []
    for id, v in place.items():
        club = club_of.get(id, frozenset())
        if id not in clubs:
            clubs |= dict.fromkeys(club, sum(1 << place[other] for other in club if other in place))
        others = (1 << place[other] for other in named.get(id, ()) if other in place)
        apart.append(reduce(or_, others, clubs.get(id, 0) | 1 << v))
    return apart


def _blocks(apart: list[int]) -> list[int]:
    """Large sets of players none of whom may meet another: a number for each of their vertices, -1 for all others."""
    sizes = Counter(apart)
    large = {mask: at for at, (mask, size) in enumerate(sizes.items()) if 1 < size > len(apart) // BLOCKS}
    return [large.get(mask, -1) for mask in apart]


def _legal(
    players: list[History],
    place: dict[int, int],
    apart: list[int],
    given: Field,
    released: Set[frozenset[int]],
) -> tuple[list[int], int, tuple[int, int]]:
    """Who may meet whom; the most players that one may not meet for other reasons than colour; by colour those whose
    absolute preference it is and who are no topscorers.
    """
    played = given.played
    clashing = _clashing(players, WHITE), _clashing(players, BLACK)
    everybody = (1 << len(players)) - 1
    near, most = [], 0
    for v, p in enumerate(players):
        barred = apart[v]
        for other in played[p.player]:
            if other in place and not (released and frozenset((p.player, other)) in released):
                barred |= 1 << place[other]
        most = max(most, barred.bit_count() - 1)
        if p.strength == ABSOLUTE and not p.top:
            barred |= clashing[p.wants]
        near.append(everybody & ~barred)
    return near, most, clashing


def _clashing(players: list[History], colour: int) -> int:
    chosen = (v for v, p in enumerate(players) if p.strength == ABSOLUTE and p.wants == colour and not p.top)
    return sum(1 << v for v in chosen)
