"""Who is in the bracket and in which place (rules/tiered-league.md, "Bracket", 1 to 3)."""

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.matching.neighbours import Pool
from pairing.matching.problem import NoPerfectMatching
from pairing.model.errors import PairingError, message
from pairing.model.field import Field
from pairing.model.reasons import gettext_noop
from pairing.model.types import ByeKind, Snapshot
from pairing.model.work import Work
from pairing.systems.bracket.options import AnyOptions
from pairing.systems.bracket.played import entered
from pairing.systems.tiered.options import Prices, TieredOptions
from pairing.systems.tiered.refusal import Chosen, UpperTier
from pairing.systems.tiered.standing import Standing

TOO_SMALL = message(
    "bracket_too_small",
    gettext_noop(
        "A bracket needs at least 2 players; {count} have qualified after round "
        "{number}. Change the cut (Phases)."
    ),
)


@dataclass(frozen=True, slots=True)
class Seeds:
    """The bracket as it was set. `order`: players by seed, the best first. `entering`: how many enter in each round,
    the last seeds first. `chosen`: the matches found when layers were seeded again, by the better seed.
    """

    order: tuple[int, ...]
    entering: tuple[int, ...]
    chosen: dict[int, Chosen]


def here(field: Field, number: int) -> set[int]:
    """Who can play in a round of the bracket, played or to be paired: neither gone nor given a bye on request."""
    rounds = field.snapshot.rounds
    if number <= len(rounds):
        out = {b.player for b in rounds[number - 1].byes if b.kind is not ByeKind.FULL}
    else:
        out = {r.player for r in field.snapshot.bye_requests if r.round == number}
    return {id for id, e in field.entrants.items() if e.takes_part_in(number) and id not in out}


def seeds(snapshot: Snapshot, after: int, options: AnyOptions, work: Work) -> Seeds:
    """The bracket that begins after round `after`. Errors: PairingError, for too few players or impossible byes."""
    field = Field(snapshot, after + 1, work)
    standing = Standing(field, TieredOptions(order=options.order, ratings=options.ratings))
    order = _qualified(field, standing, options)
    if len(order) < 2:
        raise PairingError(TOO_SMALL, count=len(order), number=after)
    entering = options.entering(len(order))
    chosen: dict[int, Chosen] = {}
    if options.reseed_layers:
        prices = Prices(field, TieredOptions(rematch_seasons=0))
        order = _reseeded(order, entering, standing, prices, chosen)
    return Seeds(tuple(order), entering, chosen)


def candidates(field: Field, options: AnyOptions) -> list[int]:
    """Who may qualify for a bracket that begins with round `field.number`, in registration order."""
    present = here(field, field.number)
    limit = options.elimination
    return [p for p in field.entrants if p in present and (limit is None or field.losses[p] < limit)]


def _qualified(field: Field, standing: Standing, options: AnyOptions) -> list[int]:
    """The candidates by record (most wins, then fewest losses), then strength of schedule, then ranking."""
    lost, won = field.losses, standing.wins
    rounds = field.snapshot.rounds
    playing = options.after_round is not None and len(rounds) >= field.number
    # Whoever plays in it stays in it, whatever is corrected before it.
    found = list(entered(rounds[field.number - 1])) if playing else candidates(field, options)
    found.sort(key=lambda p: (-won[p], lost[p], -standing.sos[p], standing.rank[p]))
    return found if playing else found[: options.size]


def _reseeded(
    order: Sequence[int],
    entering: Sequence[int],
    standing: Standing,
    prices: Prices,
    chosen: dict[int, Chosen],
) -> list[int]:
    """Each layer in its new order. The matches inside a layer become top against bottom of what is paired there."""
    seeded: list[int] = []
    start, winners = 0, _winners_before(entering)
    for count, waiting in zip(reversed(entering), reversed(winners), strict=True):
        layer = list(order[start : start + count])
        alone = min(waiting, count)  # those who wait for a winner: by record and schedule alone
        pairs = _paired(layer[alone:], standing, prices)
        place = {p: at for at, p in enumerate(layer)}
        tops = sorted(pairs, key=lambda c: min(place[c.a], place[c.b]))
        upper = [min(c.a, c.b, key=place.__getitem__) for c in tops]
        lower = [max(c.a, c.b, key=place.__getitem__) for c in tops]
        chosen |= dict(zip(upper, tops, strict=True))
        seeded += [*layer[:alone], *upper, *reversed(lower)]
        start += count
    return seeded


def _winners_before(entering: Sequence[int]) -> list[int]:
    """How many winners of the round before stand in each round somebody enters."""
    found, winners = [], 0
    for count in entering:
        found.append(winners)
        winners = (winners + count) // 2
    return found


def _paired(layer: Sequence[int], standing: Standing, prices: Prices) -> list[Chosen]:
    """The layer as a tier of a Swiss round; rematches of the event only where nothing else is possible."""
    if not layer:
        return []
    work = standing.field.work
    tier = UpperTier(layer, standing.rank, prices.of_event, work)
    try:
        return tier.pair()
    except NoPerfectMatching:
        return UpperTier(layer, standing.rank, prices.of_event_or_forbidden, work).depth_first(
            Pool(layer, prices.of_event_or_forbidden, prices.event, work)
        )
