"""Which figures of a finished schedule nothing can beat, and why, in words. The bounds themselves are in `bounds`."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pairing.model.reasons import Reason, because, gettext_noop, sentence
from pairing.seating.opponents.bounds import (
    fewest_meetings,
    latest_average,
    latest_average_of,
    most_different,
)
from pairing.seating.quality import WINDS, Quality, everybody, measure

GROUPS = (
    ("max_meetings", "opponent_spread", "most_opponents"),
    ("players_missing_a_wind", "max_same_wind", "latest_average_wind"),
    ("same_table_3_in_a_row", "same_table_2_in_a_row"),
)

MEETINGS = sentence(
    "seating_meetings",
    gettext_noop("{meetings} meetings with {others} others: at least one is met {times} times."),
)
MET_ONCE = sentence(
    "seating_met_once", gettext_noop("Everyone who plays meets others, so once for a pair is the least.")
)
ROUNDS_REPEAT = sentence(
    "seating_rounds_repeat",
    gettext_noop(
        "With so few tables any two rounds repeat pairs. By counting, some pair meets {times} times."
    ),
)
NO_DESIGN = sentence(
    "seating_no_design",
    gettext_noop("{players} players are known to be too few for {rounds} rounds in which no two meet twice."),
)
NO_DIFFERENCE = sentence("seating_no_difference", gettext_noop("There is no difference at all."))
GAME_LESS = sentence(
    "seating_game_less",
    gettext_noop("No two players meet twice, and some play a game less: that is three opponents fewer."),
)
MEETS_ALL = sentence("seating_meets_all", gettext_noop("All players meet all {others} others they can meet."))
NOBODY_TWICE = sentence(
    "seating_nobody_twice", gettext_noop("No two players meet twice: no more are possible.")
)
COUNTED_OUT = sentence(
    "seating_counted_out",
    gettext_noop(
        "By counting: no schedule gives all players more when no pair meets more than {times} times."
    ),
)
NOBODY = sentence("seating_nobody", gettext_noop("No player has this: no schedule has fewer."))
FEW_GAMES = sentence("seating_few_games", gettext_noop("A player with fewer than four games misses a wind."))
GAMES_ON_WINDS = sentence(
    "seating_games_on_winds",
    gettext_noop("{games} games on four winds: one of the winds at least {times} times."),
)
TABLE_AVERAGE = sentence(
    "seating_table_average",
    gettext_noop(
        "Every table averages 2.5 and no seat is between two winds, so at least one player has this or more."
    ),
)


@dataclass(frozen=True, slots=True)
class Limit:
    """What a figure cannot be better than, and why."""

    value: int | Fraction
    reason: Reason


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a schedule by its name in `Quality`. `reason`: why none is better; None when that is not known."""

    name: str
    value: int | Fraction
    reason: Reason | None


Limits = Mapping[str, Limit]
Schedule = Sequence[Sequence[Sequence[int]]]


def explained(
    rounds: Schedule,
    rounds_per_day: int | None = None,
    *,
    ids: Iterable[int] | None = None,
    house: Collection[int] = (),
    forbidden: Iterable[Sequence[int]] = (),
) -> tuple[Figure, ...]:
    """The figures of a whole schedule (see `measure` for the arguments) with the reasons why nothing can beat them."""
    ids = None if ids is None else list(ids)
    quality = measure(rounds, rounds_per_day, ids=ids, house=house)
    limits = limits_of(rounds, ids=ids, house=house, forbidden=forbidden)
    best = proven(quality, limits)
    return tuple(
        Figure(name, getattr(quality, name), limits[name].reason if name in best else None)
        for group in GROUPS
        for name in group
    )


def proven(quality: Quality, limits: Limits) -> tuple[str, ...]:
    """The figures of a schedule that no other one can beat without being worse in an earlier one of the same group
    (opponents, winds, tables): a figure counts only when those before it in its group do.
    """
    names: list[str] = []
    for group in GROUPS:
        for name in group:
            if name not in limits or getattr(quality, name) != limits[name].value:
                break
            names.append(name)
    return tuple(names)


def limits_of(
    rounds: Schedule,
    *,
    ids: Iterable[int] | None = None,
    house: Collection[int] = (),
    forbidden: Iterable[Sequence[int]] = (),
) -> Limits:
    """What the figures of a schedule like this one cannot be better than: as many players, rounds and games.

    Where players come and go during the schedule, less can be said than where everybody plays all rounds.
    """
    here = everybody(rounds)
    judged = {*(here if ids is None else ids)} - {*house}
    played = Counter(player for tables in rounds for table in tables for player in table)
    games = sorted(played[player] for player in judged)
    if not games or not games[0]:
        return {}
    barred = Counter(player for pair in forbidden for player in pair)
    everyone = len(here) - 1
    others = everyone - max(barred[player] for player in judged)
    closed = judged | {*house} == here and all(len(tables) == len(here) // WINDS for tables in rounds)
    alone = judged == here
    found = _winds(games, len(rounds), whole=alone)
    if closed and games[0] == games[-1] == len(rounds) and (alone or len(here) > 12):
        found |= _opponents(len(here), len(rounds), others)
    elif closed and games[-1] - games[0] <= 1:
        found |= _with_byes(games, everyone, others)
    nobody = Limit(0, because(NOBODY))
    return found | {"same_table_3_in_a_row": nobody, "same_table_2_in_a_row": nobody}


def _opponents(players: int, rounds: int, others: int) -> dict[str, Limit]:
    """Of players who all play every round."""
    fewest = fewest_meetings(players, rounds, others)
    most = most_different(players, rounds, fewest, others)
    if fewest == 1:
        why = because(MET_ONCE)
    elif fewest == -(-3 * rounds // others):
        why = because(MEETINGS, meetings=3 * rounds, others=others, times=fewest)
    elif fewest == 2:
        why = because(NO_DESIGN, players=(players,), rounds=rounds)
    else:
        why = because(ROUNDS_REPEAT, times=fewest)
    return {
        "max_meetings": Limit(fewest, why),
        "opponent_spread": Limit(0, because(NO_DIFFERENCE)),
        "most_opponents": Limit(most, _why_most(most, 3 * rounds, others, fewest)),
    }


def _why_most(most: int, meetings: int, others: int, fewest: int) -> Reason:
    if most == meetings:
        return because(NOBODY_TWICE)
    if most == others:
        return because(MEETS_ALL, others=others)
    return because(COUNTED_OUT, times=fewest)


def _with_byes(games: Sequence[int], everyone: int, others: int) -> dict[str, Limit]:
    """Of players some of whom play a game less; `games` in ascending order. `others`: how many the player with the most
    forbidden pairs may meet, who may be one of those who play less.
    """
    cases = ((3 * games[-1], everyone), (3 * games[0], others))
    fewest, meetings, met = max((-(-meetings // met), meetings, met) for meetings, met in cases)
    why = because(MEETINGS, meetings=meetings, others=met, times=fewest) if fewest > 1 else because(MET_ONCE)
    if fewest == 1:
        most = Limit(3 * games[-1], because(NOBODY_TWICE))
        less = 3 * (games[-1] - games[0])
    else:
        top = min(others, 3 * games[0])
        most = Limit(top, _why_most(top, 3 * games[0], others, fewest))
        less = 0
    spread = Limit(less, because(GAME_LESS if less else NO_DIFFERENCE))
    return {"max_meetings": Limit(fewest, why), "opponent_spread": spread, "most_opponents": most}


def _winds(games: Sequence[int], rounds: int, *, whole: bool) -> dict[str, Limit]:
    """`whole`: nobody else sits at the tables, so that the averages of tables say something about these players."""
    most, few = -(-games[-1] // WINDS), sum(count < WINDS for count in games)
    found = {
        "players_missing_a_wind": Limit(few, because(FEW_GAMES if few else NOBODY)),
        "max_same_wind": Limit(most, because(GAMES_ON_WINDS, games=games[-1], times=most)),
    }
    if whole:
        latest = latest_average(rounds) if games[0] == rounds else latest_average_of(games)
        found["latest_average_wind"] = Limit(latest, because(TABLE_AVERAGE))
    return found
