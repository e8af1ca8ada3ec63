"""What no schedule can beat, with the reason: it lets a schedule be called the best one there is.

n players, t = n / 4 tables, R rounds; c(a, b) is how often a and b meet. Everybody has 3R meetings, c summed over
the others.

1. Somebody is met at least 3R / (n - 1) times.
2. *Two rounds.* With two tables the four players of a table sit at two tables of another round and repeat at
   least 2 pairs there; with three tables at least 1 (four players, three tables). So the sum of C(c, 2) over all
   pairs is at least t * w * C(R, 2) with w = 2 or 1, while a player with d different opponents, none met more than
   m times, has at most what filling up opponent after opponent to m gives.
3. *Parity.* With eight players any three of them share a table in pairs once or three times a round, never twice or
   not at all, so c(a, b) + c(a, d) + c(b, d) has the parity of R. Then the pairs whose c has the other parity than R
   are exactly those between two parts of the players (every triangle has an even number of them), and each
   player's counts, of known parity and at most m, have to add up to 3R.
4. *Twenty players, six rounds, nobody met twice* would be a resolvable group divisible design with blocks of four
   and ten groups of two; there is none (a published result, taken from the rules of this system:
   mahjong.md, "What is attainable").
5. Everybody has 3R different opponents only if nobody is met twice.

Winds: each is sat on n R / 4 times and the average of a table is 2.5; see `latest_average`.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import comb

from pairing.seating.opponents.task import Key, Task

NO_SUCH_DESIGN = frozenset({(20, 6)})


def fewest_meetings(players: int, rounds: int, others: int | None = None) -> int:
    """A lower bound of `max_meetings`; at `players` = 4 everybody meets every round. `others`: how many the player
    with the most forbidden pairs may meet at all (by default everybody else).
    """
    most = -(-3 * rounds // (others or players - 1))
    if most == 1 and (players, rounds) in NO_SUCH_DESIGN:
        most = 2
    while not any(
        _possible(players, rounds, most, different)
        for different in range(1, min(players - 1, 3 * rounds) + 1)
    ):
        most += 1
    return most


def most_different(players: int, rounds: int, most: int, others: int | None = None) -> int:
    """An upper bound of everybody's different opponents when all have the same number of them (spread 0) and the
    most frequent pair meets exactly `most` times. `others`: as above.
    """
    top = min(others or players - 1, 3 * rounds - (most > 1))
    return next(d for d in range(top, 0, -1) if _possible(players, rounds, most, d))


def _possible(players: int, rounds: int, most: int, different: int) -> bool:
    """Whether the arguments above leave room for an average of `different` opponents, none met over `most` times."""
    if not different <= 3 * rounds <= different * most:
        return False
    if players == 8 and not _parity(rounds, most, met=different == 7):
        return False
    again = {8: 2, 12: 1}.get(players, 0) * (players // 4) * comb(rounds, 2)
    return players * _most_repeats(rounds, most, different) >= 2 * again


def _most_repeats(rounds: int, most: int, different: int) -> int:
    """The largest sum of C(c, 2) of one player with so many opponents, each met 1 to `most` times, 3R in all."""
    if most == 1:
        return 0
    full, rest = divmod(3 * rounds - different, most - 1)
    return full * comb(most, 2) + comb(rest + 1, 2)


def _parity(rounds: int, most: int, *, met: bool) -> bool:
    """Argument 3 for eight players; `met`: everybody meets everybody."""

    def fits(own: int) -> bool:
        """For a player in a part of `own` players, whose counts with the other part have the other parity."""
        low = high = 0
        for others, parity in ((own - 1, rounds % 2), (8 - own, 1 - rounds % 2)):
            least = parity if parity or not met else 2
            greatest = most - (most - parity) % 2
            if others and greatest < least:
                return False
            low, high = low + others * least, high + others * greatest
        return low <= 3 * rounds <= high

    return any(fits(8 - part) and (part == 0 or fits(part)) for part in range(5))


def latest_average(rounds: int) -> Fraction:
    """A lower bound of `latest_average_wind` among schedules that reach the bounds of the two figures before it.

    The average over all players is 2.5, so somebody has at least that, in whole winds. More can be said where four
    winds, none more than ceil(R / 4) times, leave no choice. R = 4q + 3: everybody has three winds q + 1 times and one
    q times; East is dealt out nR / 4 times, so somebody has it q times, and 10 (q + 1) - 1 in all. 1: somebody sits
    North. 5, everybody on all winds: North is dealt out 5n / 4 times, so somebody has it twice and 1 + 2 + 3 + 4 + 4.
    """
    known = {1: 4, 5: 14}
    if rounds % 4 == 3:
        return Fraction(10 * (rounds // 4) + 9, rounds)
    return Fraction(known.get(rounds, -(-5 * rounds // 2)), rounds)


def latest_average_of(games: Sequence[int]) -> Fraction:
    """The same when players play so many games each: the sums of their winds are whole, none beyond its share of this
    average, and together make 2.5 a game.
    """
    total = sum(games)
    counts = Counter(games)
    shares = sorted(
        Fraction(wind_sum, played)
        for played in counts
        if played
        for wind_sum in range(5 * played // 2, 4 * played + 1)
    )
    fits = (
        share
        for share in shares
        if 2 * sum(count * (share * played // 1) for played, count in counts.items()) >= 5 * total
    )
    return next(fits, Fraction(0))


def best_opponents(players: int, rounds: int, others: int | None = None) -> tuple[int, int, int]:
    """(max_meetings, opponent_spread, -most_opponents) that no schedule can beat: a search may stop there."""
    fewest = fewest_meetings(players, rounds, others)
    return fewest, 0, -most_different(players, rounds, fewest, others)


def best_key(task: Task) -> Key:
    """The key of a task (see Task.key) that no schedule can beat."""
    if task.is_plain:
        return 0, 0, *best_opponents(task.players, task.rounds, min(_others(task)))
    return 0, 0, _fewest_more(task), 0, -max(task.possible[player] for player in task.judged)


def _others(task: Task) -> list[int]:
    """How many others each may meet."""
    barred = Counter(player for pair in task.barred for player in pair)
    return [task.players - 1 - barred[player] for player in range(task.players)]


def _fewest_more(task: Task) -> int:
    """How often somebody will have met somebody at least, whatever is planned: everybody's new meetings have to fit
    in what others leave below that number.
    """
    planned = [
        all_ - before for all_, before in zip(task.all_games, task.games or [0] * task.players, strict=True)
    ]
    rows = task.met or ((0,) * task.players,) * task.players
    most = max(max(rows[player]) for player in task.judged)
    while any(
        3 * planned[player] > sum(max(0, most - times) for times in rows[player]) - most
        for player in task.judged
    ):
        most += 1
    return most
