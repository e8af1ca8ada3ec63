"""From a field to the plan of a Dutch round."""

from collections.abc import Callable, Iterator
from functools import partial

from pairing.matching.problem import bits
from pairing.model.errors import TEXTS, Impossible, message
from pairing.model.field import Field
from pairing.model.lots import Lots
from pairing.model.reasons import Reason
from pairing.model.types import ByeKind, PlannedBye, PlannedMatch, Relaxation, Round, RoundPlan
from pairing.systems.dutch.brackets import pair_brackets
from pairing.systems.dutch.colours import colour_of
from pairing.systems.dutch.completion import Unpairable, bye_group, fewest_rematches
from pairing.systems.dutch.explain import REMATCH, SECOND_BYE, Explainer
from pairing.systems.dutch.histories import BLACK, WHITE
from pairing.systems.dutch.lineup import Lineup, line_up
from pairing.systems.dutch.options import DutchOptions
from pairing.systems.dutch.search import Paired
from pairing.systems.dutch.until_2026 import pair_brackets_until_2026
from pairing.systems.dutch.verdict import verdict
from pairing.systems.monrad import plan
from pairing.systems.monrad.lineup import BYE, Lineup as Listed
from pairing.systems.monrad.plan import Waivable
from pairing.systems.monrad.stand_ins import Unpairable as Proof

# Why no legal pairing of a round exists: the smallest set of players we can show, in the sentences of
# Monrad.
CODES = {
    plan.NO_BYE_LEFT: message("dutch_no_bye_left", TEXTS[plan.NO_BYE_LEFT]),
    plan.NO_OPPONENT: message("dutch_no_opponent", TEXTS[plan.NO_OPPONENT]),
    plan.ODD_SET: message("dutch_odd_set", TEXTS[plan.ODD_SET]),
    plan.TOO_FEW: message("dutch_too_few", TEXTS[plan.TOO_FEW]),
    plan.TOO_FEW_WITH_BYE: message("dutch_too_few_with_bye", TEXTS[plan.TOO_FEW_WITH_BYE]),
    plan.TOO_FEW_BESIDE_BYE: message("dutch_too_few_beside_bye", TEXTS[plan.TOO_FEW_BESIDE_BYE]),
    plan.TOO_FEW_AMONG: message("dutch_too_few_among", TEXTS[plan.TOO_FEW_AMONG]),
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
    shown = plan.impossible(Proof(outer, tuple(names[v] for v in bits(none.inner))), listed, lineup.number)
    return Impossible(CODES[shown.code], **shown.params)


# What an organiser may allow when no legal pairing exists, tried in order; each only if the one before
# failed.
def first_pairable(field: Field, options: Waivable, made: Callable[..., Lineup]) -> tuple[Lineup, int | None]:
    """The first lineup of `attempts` that can be paired, and the scoregroup of its bye (None: nobody has one).

    Errors: Impossible, by the rules alone.
    """
    refused: tuple[Unpairable, Lineup] | None = None
    for attempt in attempts(field, options, made):
        try:
            lineup = attempt()
            return lineup, bye_group(lineup)
        except Unpairable as none:
            refused = refused or (none, lineup)
    assert refused is not None
    raise impossible(*refused)


def attempts(field: Field, options: Waivable, made: Callable[..., Lineup]) -> Iterator[Callable[[], Lineup]]:
    """The round by the rules; with a second bye; with the fewest rematches; with both. Each is made by a call, since
    rematches alone may not help (Unpairable) where they do with a second bye. `made(second_bye=, released=)` makes the
    lineup.
    """
    yield made
    second = options.allow_second_bye and len(field.present) % 2 == 1
    if second:
        yield partial(made, second_bye=True)
    if options.allow_rematches:
        for second_bye in (False, True) if second else (False,):
            yield partial(with_rematches, field, partial(made, second_bye=second_bye))


def with_rematches(field: Field, made: Callable[..., Lineup]) -> Lineup:
    """The round with as few rematches released as it takes. Errors: Unpairable."""
    lineup = made()
    return made(released=fewest_rematches(lineup, _last_games(lineup, field)))


def _last_games(lineup: Lineup, given: Field) -> dict[int, dict[int, int]]:
    """Per vertex whom it may meet but for having played, with the round of the last game."""
    place = {id: v for v, id in enumerate(lineup.ids)}
    free = _without_past(lineup, given)
    again: dict[int, dict[int, int]] = {}
    for round_ in given.rounds:
        for match in round_.matches:
            a, b = (place.get(id, -1) for id in match.seats)
            if a >= 0 and b >= 0 and free[a] >> b & 1 and not lineup.near[a] >> b & 1:
                again.setdefault(a, {})[b] = round_.number
                again.setdefault(b, {})[a] = round_.number
    return again


def _without_past(lineup: Lineup, given: Field) -> list[int]:
    """Whom each vertex could meet if nobody had played."""
    near = []
    place = {id: v for v, id in enumerate(lineup.ids)}
    for v, player in enumerate(lineup.players):
        mask = (1 << len(lineup.players)) - 1 & ~(1 << v)
        for colour, alike in enumerate(lineup.clashing):
            if alike >> v & 1 and player.wants == colour:
                mask &= ~alike
        near.append(mask & ~sum(1 << place[id] for id in given.apart.get(player.player, ()) if id in place))
    return near


def pair_dutch(field: Field, options: DutchOptions, lots: Lots) -> RoundPlan:
    """The plan of round `field.number`, tables in the order of C.04.2, 3.6. Errors: Impossible; PairingError, where
    the acceleration does not fit the event.
    """
    lineup, bye, brackets = _best(field, options)
    explain = Explainer(lineup, brackets, field, bye)
    return _plan(lineup, brackets, explain, initial_colour(options, lots))


def initial_colour(options: DutchOptions, lots: Lots) -> int:
    """The colour of number 1 in round 1 (5.1): the lot (seed, "initial_colour") is even for White."""
    if options.initial_colour == "lot":
        return BLACK if lots.number("initial_colour") % 2 else WHITE
    return WHITE if options.initial_colour == "white" else BLACK


def why_not(field: Field, options: DutchOptions, played: Round) -> tuple[Reason, ...]:
    """What the rules have against a round that was `played` in the place of round `field.number`; nothing where they
    would give the same, for the rules until January 2026, and where not everybody of the field was paired, one with the
    bye if they are odd in number.

    Errors: Impossible.
    """
    lineup, bye, brackets = _best(field, options)
    place = {id: v for v, id in enumerate(lineup.ids)}
    left = [place[b.player] for b in played.byes if b.kind is ByeKind.FULL and b.player in place]
    seats = [match.seats for match in played.matches if all(id in place for id in match.seats)]
    pairs = {(min(place[a], place[b]), max(place[a], place[b])) for a, b in seats}
    if lineup.until_2026 or len(left) != lineup.odd or 2 * len(pairs) + len(left) != len(lineup.ids):
        return ()
    return verdict(lineup, field, bye, brackets, pairs, left[0] if left else None)


def _best(field: Field, options: DutchOptions) -> tuple[Lineup, int | None, list[Paired]]:
    """The paired brackets, the scoregroup of the bye, and the lineup: it says what was waived. Errors: Impossible."""
    lineup, bye = first_pairable(field, options, partial(line_up, field, options))
    if lineup.until_2026:
        return lineup, bye, pair_brackets_until_2026(lineup)
    return lineup, bye, pair_brackets(lineup, bye)


def _tables(lineup: Lineup, brackets: list[Paired]) -> list[tuple[int, int]]:
    """All pairs, the higher ranked first, in the order of the boards."""
    pairs = [(min(pair), max(pair)) for b in brackets for pair in (*b.moved, *b.rest)]

    def board(pair: tuple[int, int]) -> tuple[int, int, int]:
        higher, lower = lineup.players[pair[0]], lineup.players[pair[1]]
        return -higher.score, -lower.score, higher.number

    return sorted(pairs, key=board)


def _plan(lineup: Lineup, brackets: list[Paired], explain: Explainer, initial: int) -> RoundPlan:
    matches, relaxed = [], []
    for table, (a, b) in enumerate(_tables(lineup, brackets), start=1):
        higher, lower = lineup.players[a], lineup.players[b]
        colour, rule = colour_of(higher, lower, initial)
        seats = (higher.player, lower.player) if colour == WHITE else (lower.player, higher.player)
        why = explain.match(a, b, colour, rule)
        matches.append(PlannedMatch(table, seats, why))
        relaxed += [Relaxation("rematch", seats, reason) for reason in why if reason.code == REMATCH]
    byes = []
    for v in brackets[-1].floaters:
        player, why = lineup.players[v].player, explain.bye(v)
        byes.append(PlannedBye(player, why=why))
        relaxed += [
            Relaxation("second_bye", (player,), reason) for reason in why if reason.code == SECOND_BYE
        ]
    return RoundPlan(lineup.number, tuple(matches), tuple(byes), tuple(relaxed))
