"""What kind of event to play: all that is decided before the first round, drawn from a seed."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

from pairing.model.hall import ANY_TABLES, HallTables
from pairing.model.options import OptionSpec, describe
from pairing.model.scoring.mahjong import EMA, PRESETS, MahjongScoring
from pairing.model.types import FOUR, EarlierMeeting, Entrant, Scoring
from pairing.systems import SYSTEMS, seats_of
from pairing.systems.bracket.shape import possible_second_byes

TWO_SEAT_SWISS = ("monrad", "random_swiss", "wcsc")
KNOCKOUT = ("bracket", "double_elimination")

FOUR_SEATS = ("mahjong_schedule", "mahjong_swiss", "mahjong_final")
FOUR_SEAT_CHAIN = ("firsts", "seconds", "thirds", "best_game", "raw_points", "draw_number")

STANDARD = Scoring()
SCORINGS = (
    Scoring(),
    Scoring(win=300, draw=100, loss=0, bye=300),
    Scoring(win=200, draw=100, loss=0, bye=200),
    Scoring(bye=50),
    Scoring(bye=0),
    Scoring(win=300, draw=200, loss=100, bye=300),
    Scoring(win=100, draw=33, loss=0, bye=100, half_bye=25, forfeit_win=75, forfeit_loss=10),
)

# For each kind of result, how often it happens: the rest are decided games.
RESULT_MIXES: tuple[dict[str, float], ...] = (
    {},
    {"draw": 0.3},
    {"draw": 0.9},
    {"draw": 0.1, "forfeit": 0.1, "double_loss": 0.05, "double_forfeit": 0.05},
    {"forfeit": 0.5, "double_forfeit": 0.3},
)
# How often, per player and round, somebody comes or goes.
UNRESTS: tuple[dict[str, float], ...] = (
    {},
    {"withdraw": 0.03, "return": 0.3, "absent": 0.03, "ask": 0.03, "late": 0.05},
    {"withdraw": 0.15, "return": 0.5, "absent": 0.1, "ask": 0.1, "late": 0.2},
)


@dataclass(frozen=True)
class Recipe:
    """An event to be played. `late` entrants join as the event goes on; `club_rule` forbids club mates to
    meet.
    """

    seed: int
    system: str
    options: dict[str, Any]
    rounds: int
    entrants: tuple[Entrant, ...]
    late: tuple[Entrant, ...] = ()
    forbidden: tuple[tuple[int, int], ...] = ()
    club_rule: bool = False
    scoring: Scoring = STANDARD
    mahjong: MahjongScoring = EMA
    stored_schedule: bool = False
    stronger_wins: float = 0.5
    results: dict[str, float] = field(default_factory=dict)
    unrest: dict[str, float] = field(default_factory=dict)
    season: int | None = None
    meetings: tuple[EarlierMeeting, ...] = ()
    tables: HallTables = ANY_TABLES


def random_recipe(
    seed: int, systems: Sequence[str] | None = None, sizes: tuple[int, int] = (2, 200)
) -> Recipe:
    """The recipe of a seed: small fields are drawn most often, since they hold the most corners."""
    rng = Random(seed)
    names = [name for name in systems or TWO_SEAT_SWISS if name in SYSTEMS]
    system = rng.choice(names)
    size = _size(rng, *sizes)
    people = _people(rng, size + (rng.randint(1, 4) if rng.random() < 0.3 else 0))
    if seats_of(system) == FOUR:
        people = _with_numbers(rng, people)
    to_the_end = size <= 12 or (size <= 40 and rng.random() < 0.15)
    rounds = rng.randint(1, size + 1 if to_the_end else 12)
    club_rule = rng.random() < 0.25
    recipe = Recipe(
        seed=seed,
        system=system,
        options=random_options(rng, SYSTEMS[system].options),
        rounds=rounds,
        entrants=tuple(people[:size]),
        late=tuple(people[size:]),
        forbidden=_forbidden(rng, [p.id for p in people[:size]]),
        club_rule=club_rule,
        scoring=rng.choice(SCORINGS) if rng.random() < 0.5 and seats_of(system) != FOUR else Scoring(),
        mahjong=rng.choice([EMA, *PRESETS.values()]) if seats_of(system) == FOUR else EMA,
        stronger_wins=rng.choice([0.5, 0.75, 1.0]),
        results=rng.choice(RESULT_MIXES),
        unrest=_unrest(rng, system),
        stored_schedule=seats_of(system) == FOUR and rng.random() < 0.5,
    )
    return fitted(recipe)


def in_a_hall(recipe: Recipe) -> Recipe:
    """The recipe, in half of all cases in a hall whose tables have numbers of their own: parts with gaps between them,
    tables that are not there, too few of them. Who had a fixed table has the one in its place.
    """
    rng = Random(recipe.seed ^ 0x7AB1E5)
    if rng.random() < 0.5:
        return recipe
    ranges, last = [], 0
    for _ in range(rng.randint(1, 4)):
        first = last + rng.choice([1, 1, rng.randint(1, 30), 100])
        last = first + rng.choice([0, 2, 5, 20, 60])
        ranges.append((first, last))
    every = [n for first, last in ranges for n in range(first, last + 1)]
    skip = rng.sample(every, rng.choice([0, 0, 1, len(every) // 3])) if len(every) > 1 else []
    there = [n for n in every if n not in skip]
    many = [tuple(_moved(entrant, there) for entrant in group) for group in (recipe.entrants, recipe.late)]
    hall = HallTables(tuple(ranges), tuple(sorted(skip)))
    return replace(recipe, tables=hall, entrants=many[0], late=many[1])


def _moved(entrant: Entrant, there: Sequence[int]) -> Entrant:
    if entrant.fixed_table is None:
        return entrant
    return replace(entrant, fixed_table=there[(entrant.fixed_table - 1) % len(there)])


def fitted(recipe: Recipe) -> Recipe:
    """The recipe without what its system refuses: a bracket and a round robin begin with round 1 here; a bracket has no
    draws, and players with two byes only where their number is known to fit. In double elimination a bye asked for
    looks like one of those who wait, so that nobody asks. Acceleration is for the points of chess.
    """
    options = {k: v for k, v in recipe.options.items() if k != "after_round"}
    if recipe.scoring.win != 2 * recipe.scoring.draw or recipe.scoring.loss:
        options.pop("acceleration", None)
    if recipe.system == "tiered":
        return _with_past(recipe)
    if recipe.system not in KNOCKOUT:
        return replace(recipe, options=options)
    if options.pop("second_byes", 0) and not recipe.unrest:
        size = options.get("size", "none")
        players = len(recipe.entrants) if size == "none" else min(size, len(recipe.entrants))
        fitting = possible_second_byes(players)
        options["second_byes"] = fitting[recipe.seed % len(fitting)]
    results = {k: v for k, v in recipe.results.items() if k != "draw"}
    asks = recipe.system != "double_elimination"
    unrest = {k: v for k, v in recipe.unrest.items() if asks or k != "ask"}
    return replace(recipe, options=options, results=results, unrest=unrest)


def _with_past(recipe: Recipe) -> Recipe:
    """A league that remembers: ratings, and who met whom in the seasons before."""
    rng = Random(recipe.seed ^ 0x1EA6)
    if rng.random() < 0.2:
        return recipe
    rated = tuple(
        replace(e, mu=float(rng.randint(10, 40)), sigma=rng.choice([1.0, 4.5, 25 / 3]))
        for e in recipe.entrants
    )
    ids = [e.id for e in recipe.entrants]
    count = rng.choice([0, 1, 3, 8]) * len(ids)
    met = {tuple(sorted(rng.sample(ids, 2))) for _ in range(count)} if len(ids) > 1 else set()
    meetings = tuple(EarlierMeeting(rng.randint(8, 12), (a, b)) for a, b in sorted(met))
    return replace(recipe, entrants=rated, season=13, meetings=meetings)


def _unrest(rng: Random, system: str) -> dict[str, float]:
    """Nobody comes back to an event with a cut: whether they were in it cannot be told from the document."""
    unrest = rng.choice(UNRESTS)
    return {k: v for k, v in unrest.items() if k != "return"} if system == "mahjong_final" else unrest


def _size(rng: Random, least: int, most: int) -> int:
    bands = [(least, min(most, 11)), (12, min(most, 40)), (41, most)]
    bands = [band for band in bands if least <= band[0] <= band[1]]
    weights = [6, 3, 1][: len(bands)]
    low, high = rng.choices(bands, weights)[0] if bands else (least, most)
    return rng.randint(low, high)


def _people(rng: Random, size: int) -> list[Entrant]:
    """Ids in no order, ratings with ties and gaps, clubs of very different sizes."""
    ids = rng.sample(range(1, 3 * size + 1), size) if rng.random() < 0.3 else list(range(1, size + 1))
    rated, ranked = rng.choice([0.0, 0.7, 1.0]), rng.random() < 0.1
    clubs: list[str | None] = rng.choice([["A"], ["A", None], ["A", None, None, "B"], list("ABCDE"), [None]])
    places = rng.sample(range(1, size + 1), size)
    tables = rng.random() < 0.1
    return [
        Entrant(
            id=id,
            name=f"P{id}",
            rating=rng.randrange(800, 2600, rng.choice([1, 100])) if rng.random() < rated else None,
            ranking=place if ranked and rng.random() < 0.8 else None,
            club=rng.choice(clubs),
            fixed_table=rng.randint(1, size) if tables and rng.random() < 0.1 else None,
        )
        for id, place in zip(ids, places, strict=True)
    ]


def _with_numbers(rng: Random, people: list[Entrant]) -> list[Entrant]:
    """Some have drawn a number out of a bag that may hold more than there are players."""
    share = rng.choice([0.0, 0.3, 1.0])
    bag = rng.sample(range(1, 2 * len(people) + 1), len(people))
    return [
        replace(entrant, draw_number=number) if rng.random() < share else entrant
        for entrant, number in zip(people, bag, strict=True)
    ]


def _forbidden(rng: Random, ids: list[int]) -> tuple[tuple[int, int], ...]:
    if rng.random() < 0.6 or len(ids) < 3:
        return ()
    pairs = list(combinations(ids, 2))
    return tuple(rng.sample(pairs, min(len(pairs), rng.randint(1, len(ids)))))


def random_options(rng: Random, options: type) -> dict[str, Any]:
    """Any allowed value for some of the settings a system declares, as plain JSON data."""
    specs = [spec for spec in describe(options) if not spec.per_round and rng.random() < 0.6]
    return {spec.name: _value(rng, spec) for spec in specs}


def _value(rng: Random, spec: OptionSpec) -> Any:
    if spec.none is not None and rng.random() < 0.4:
        return spec.none
    if spec.kind == "choice":
        return rng.choice(list(spec.choices or {}))
    if spec.kind == "bool":
        return rng.random() < 0.5
    if spec.kind == "best_of":
        return " ".join(rng.choice("1357") for _round in range(rng.randint(1, 3)))
    low = 1 if spec.minimum is None else spec.minimum
    high = low + 3 if spec.maximum is None else min(spec.maximum, low + 3)
    if spec.kind == "int":
        return rng.randint(int(low), int(high))
    return float(low + (high - low) * Fraction(rng.randint(0, 4), 4))
