"""One whole event made up from a seed: paired by the engine round by round, and played at random.

What FIDE calls a random tournament generator (Handbook C.04.A, A.5), for every system.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random

from pairing.engine import find_system, pair
from pairing.model.field import LAST_SORTED_IN
from pairing.model.scoring.mahjong import EMA
from pairing.model.types import (
    FOUR,
    Bye,
    ByeKind,
    ByeRequest,
    Entrant,
    Match,
    PlannedMatch,
    Round,
    RoundStatus,
    Snapshot,
)
from pairing.tiebreaks import parse_chain
from pairing.tiebreaks.ratings import expected

MEAN_RATING, SPREAD = 1900, 250


@dataclass(frozen=True, slots=True)
class Wish:
    """What the event is to be. `draws`, `forfeits` (of matches) and `byes` (asked for, of players in a round) are per
    cent; of the players, `late` come after round 1 and `withdrawn` leave before the last one. `planned`: more rounds
    than are made; `open_round`: the last one has no results yet.
    """

    system: str
    players: int
    rounds: int
    seed: int
    draws: int = 30
    forfeits: float = 0
    byes: int = 0
    late: int = 0
    withdrawn: int = 0
    accelerated: bool = False
    planned: int | None = None
    open_round: bool = False


def random_event(wish: Wish) -> Snapshot:
    """The event with its rounds; the same wish gives the same event. Player 1 is the strongest.

    Errors: PairingError, where the system cannot pair so many players, or does not know acceleration; Impossible,
    where a round has no legal pairing.
    """
    rng = Random(f"random_event {wish.seed}")
    system = find_system(wish.system)
    event = Snapshot(
        entrants=_entrants(rng, wish),
        name=f"Random event {wish.seed}",
        system=wish.system,
        seats=system.seats,
        options={"acceleration": "baku"} if wish.accelerated else {},
        rounds_planned=wish.planned or wish.rounds,
        tiebreaks=parse_chain(system.default_tiebreaks),
        draw_seed=str(wish.seed),
    )
    for number in range(1, wish.rounds + 1):
        event = replace(event, bye_requests=tuple(_requests(rng, event, number, wish.byes)))
        event = with_next_round(rng, event, wish)
    event = replace(event, bye_requests=())
    return _before_its_results(event) if wish.open_round else event


def _before_its_results(event: Snapshot) -> Snapshot:
    *past, last = event.rounds
    matches = tuple(Match(match.table, match.seats) for match in last.matches)
    return replace(event, rounds=(*past, replace(last, status=RoundStatus.PAIRED, matches=matches)))


def _entrants(rng: Random, wish: Wish) -> tuple[Entrant, ...]:
    ratings = sorted((_rating(rng) for _ in range(wish.players)), reverse=True)
    ids = range(1, wish.players + 1)
    chosen = rng.sample(ids, min(wish.late + wish.withdrawn, wish.players))
    late, withdrawn = chosen[: wish.late], chosen[wish.late :]
    joined = {id: rng.randint(2, min(LAST_SORTED_IN, wish.rounds)) for id in late}
    left = {id: rng.randint(1, wish.rounds - 1) for id in withdrawn}
    return tuple(
        Entrant(
            id=id,
            name=f"Player {id}",
            rating=rating,
            joined_round=joined.get(id, 1),
            left_after_round=left.get(id),
        )
        for id, rating in zip(ids, ratings, strict=True)
    )


def _rating(rng: Random) -> int:
    return min(2800, max(1000, round(rng.gauss(MEAN_RATING, SPREAD))))


def _requests(rng: Random, event: Snapshot, number: int, share: int) -> Iterable[ByeRequest]:
    for entrant in event.entrants:
        if not entrant.house and entrant.takes_part_in(number) and _happens(rng, share):
            yield ByeRequest(entrant.id, number, rng.choice((ByeKind.HALF, ByeKind.ZERO)))


def _happens(rng: Random, per_cent: float) -> bool:
    return rng.random() * 100 < per_cent


def with_next_round(rng: Random, event: Snapshot, wish: Wish) -> Snapshot:
    """The event with one more round, paired and played, and with the house players who came in for it.

    Errors: those of `pair`.
    """
    plan = pair(event)
    house = tuple(Entrant(id, f"House {id}", house=True) for id in plan.house)
    rating = {entrant.id: entrant.rating or MEAN_RATING for entrant in event.entrants}
    matches = tuple(_played(rng, match, rating, wish) for match in plan.matches)
    byes = tuple(Bye(bye.player, bye.kind) for bye in plan.byes)
    round_ = Round(plan.number, matches=matches, byes=byes)
    return replace(event, entrants=event.entrants + house, rounds=(*event.rounds, round_))


def _played(rng: Random, match: PlannedMatch, rating: dict[int, int], wish: Wish) -> Match:
    if len(match.seats) == FOUR:
        return four_scored(rng, match.table, match.seats, EMA.start)
    one, other = match.seats
    difference = rating[one] - rating[other]
    return Match(match.table, match.seats, _result(rng, expected(difference), wish))


def _result(rng: Random, expected_score: int, wish: Wish) -> str:
    """A result whose mean is what the ratings say (FIDE Rating Regulations, 8.1.2): a draw takes as much of the chance
    to win as of the chance to lose, so that between unequal players there are fewer of them.
    """
    if _happens(rng, wish.forfeits):
        return rng.choice(("+--", "--+"))
    draws = min(wish.draws, 2 * expected_score, 2 * (100 - expected_score))
    drawn = rng.random() * 100
    if drawn < draws:
        return "1/2-1/2"
    return "1-0" if drawn < expected_score + draws / 2 else "0-1"


def four_scored(rng: Random, table: int, seats: tuple[int, ...], start: int) -> Match:
    """A table of four with raw points: now and then ties, riichi sticks left on the table, a penalty."""
    shifts = [rng.choice((0, 100 * rng.randrange(-250, 250), 1000 * rng.randrange(-9, 9))) for _ in range(3)]
    left_over = rng.choice((0, 0, 0, 1000, 2000))
    scores = [start + shift for shift in shifts] + [start - sum(shifts) - left_over]
    rng.shuffle(scores)
    penalties = [0] * FOUR
    if rng.random() < 0.1:
        penalties[rng.randrange(FOUR)] = rng.choice((-2000, -4000, -1250))
    return Match(table, seats, scores=tuple(scores), penalties=tuple(penalties) if any(penalties) else None)
