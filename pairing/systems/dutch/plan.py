"""From a field to the plan of a Dutch round."""

from functools import partial

from pairing.model.field import Field
from pairing.model.lots import Lots
from pairing.model.reasons import Reason
from pairing.model.types import ByeKind, PlannedBye, PlannedMatch, Relaxation, Round, RoundPlan
from pairing.systems.dutch.brackets import pair_brackets
from pairing.systems.dutch.colours import colour_of
from pairing.systems.dutch.explain import REMATCH, SECOND_BYE, Explainer
from pairing.systems.dutch.histories import BLACK, WHITE
from pairing.systems.dutch.lineup import Lineup, line_up
from pairing.systems.dutch.options import DutchOptions
from pairing.systems.dutch.paired import Paired
from pairing.systems.dutch.until_2026 import pair_brackets_until_2026
from pairing.systems.dutch.verdict import verdict
from pairing.systems.dutch.waived import first_pairable


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
