"""What the rounds so far have made of every player: score, colours, floats, byes (C.04.3, articles 1.4 to 1.8).

Games that were forfeited have no colours, and their players may meet (C.04.2, 3.4 and 3.5).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from pairing.model.field import Field
from pairing.model.types import RESULTS, ByeKind, Outcome, Round
from pairing.systems.dutch.acceleration import Acceleration

WHITE, BLACK = 0, 1  # as the seats of a match; what is wanted is one of them, or ANY
ANY = -1
NONE, MILD, STRONG, ABSOLUTE = 0, 1, 2, 3  # strengths of a colour preference
NO_FLOAT, DOWN, UP = 0, 1, 2


@dataclass(slots=True)
class History:
    """One player before the round. `number`: pairing number, 1 for the strongest; `score`: pairing score (hundredths).

    `colours`: those of the games played, WHITE or BLACK, the latest last; `difference`: games with White minus games
    with Black; `wants` and `strength`: the colour preference.

    `last_float` is that of the round before, `earlier_float` of the one before that. `missed`: rounds without a game.
    `had_bye`: may not get the pairing-allocated bye (C2). `top`: a topscorer of the last round. `odd`: whether the
    number is odd among those who have taken part (5.2.5).
    """

    player: int
    number: int
    score: int = 0
    colours: list[int] = field(default_factory=list)
    last_float: int = NO_FLOAT
    earlier_float: int = NO_FLOAT
    missed: int = 0
    had_bye: bool = False
    top: bool = False
    odd: bool = True
    difference: int = 0
    wants: int = ANY
    strength: int = NONE


def histories(
    field: Field, acceleration: Acceleration, *, last: bool, until_2026: bool = False
) -> dict[int, History]:
    """The history of every entrant before round `field.number`; `last`: whether that is the last one. By the rules
    `until_2026` every round without a game was a downfloat, and of what was won without playing only forfeits barred
    from the bye.
    """
    place = field.start_place
    found = {id: History(id, place[id] + 1) for id in field.entrants}
    running = _Running(field, acceleration, found, until_2026)
    for round_ in field.rounds:
        running.add(round_)
    extra = acceleration.of_round(field.number)
    half = (field.turn - 1) * field.snapshot.scoring.win
    for id, history in found.items():
        points = field.points[id]
        history.score = points + extra.get(id, 0)
        history.missed = field.turn - 1 - len(history.colours)
        history.top = last and 2 * points > half
        _prefer(history)
    _count_numbers(field, found, running.paired)
    return found


def _prefer(history: History) -> None:
    """Colour difference and colour preference (1.6, 1.7)."""
    colours = history.colours
    if not colours:
        return
    difference = history.difference = len(colours) - 2 * sum(colours)
    latest = colours[-1]
    # 1.7.1: absolute, by the difference or after the same colour twice; 1.7.2: strong; 1.7.3: mild.
    if abs(difference) > 1:
        history.wants, history.strength = (BLACK if difference > 0 else WHITE), ABSOLUTE
    elif len(colours) > 1 and colours[-2] == latest:
        history.wants, history.strength = 1 - latest, ABSOLUTE
    elif difference:
        history.wants, history.strength = (BLACK if difference > 0 else WHITE), STRONG
    else:
        history.wants, history.strength = 1 - latest, MILD


def _count_numbers(given: Field, found: dict[int, History], paired: set[int]) -> None:
    """Numbers counted anew over those who are paired now or have been before: a later arrival has none yet."""
    counted = paired.union(given.present)
    odd = True
    for id in sorted(counted, key=given.start_place.__getitem__):
        found[id].odd = odd
        odd = not odd


class _Running:
    """The event round by round."""

    def __init__(
        self, given: Field, acceleration: Acceleration, found: dict[int, History], until_2026: bool
    ) -> None:
        self.given, self.acceleration, self.found = given, acceleration, found
        self.until_2026 = until_2026
        self.points = dict.fromkeys(found, 0)
        self.paired: set[int] = set()
        scoring = given.snapshot.scoring
        self.scoring = scoring
        self.worth = {r: tuple((o, scoring.for_outcome(o)) for o in pair) for r, pair in RESULTS.items()}
        self._adjust(None)

    def _adjust(self, number: int | None) -> None:
        for given in self.given.snapshot.adjustments:
            if given.round == number:
                self.points[given.player] += given.points

    def add(self, round_: Round) -> None:
        """One more round: games, forfeits and byes, and the floats in it where they still count."""
        number = round_.number
        recent = number >= self.given.number - 2
        before = dict(self.points) if recent else {}
        if recent:
            for id, extra in self.acceleration.of_round(number).items():
                before[id] += extra
        down: list[int] = []
        up: list[int] = []
        playing: set[int] = set()
        for match in round_.matches:
            first, second = match.seats
            self.paired.update((first, second))
            halves = self.worth[match.result] if match.result else ()
            if not halves or halves[0][0].is_forfeit:
                down += self._forfeited(match.seats, halves)
            else:
                self.found[first].colours.append(WHITE)
                self.found[second].colours.append(BLACK)
                playing.update((first, second))
                # 1.4: a float is a game between different scores.
                if recent and before[first] != before[second]:
                    higher, lower = (first, second) if before[first] > before[second] else (second, first)
                    down.append(higher)
                    up.append(lower)
            for player, (_, points) in zip(match.seats, halves, strict=False):
                self.points[player] += points
        down += self._byes(round_)
        if self.until_2026:
            down += self.found.keys() - playing
        if recent:
            self._note(number, down, up)
        self._adjust(number)

    def _forfeited(self, seats: tuple[int, ...], halves: tuple[tuple[Outcome, int], ...]) -> list[int]:
        """Who got more than for a loss without playing, which is a downfloat; for a win's worth no bye any more."""
        down = []
        for player, (outcome, worth) in zip(seats, halves, strict=False):
            won = outcome is Outcome.FORFEIT_WIN if self.until_2026 else worth >= self.scoring.win
            if won:
                self.found[player].had_bye = True
            if worth > self.scoring.loss:
                down.append(player)
        return down

    def _byes(self, round_: Round) -> list[int]:
        down = []
        for bye in round_.byes:
            worth = self.scoring.for_bye(bye.kind)
            self.points[bye.player] += worth
            full = bye.kind is ByeKind.FULL
            if full:
                self.paired.add(bye.player)
            if full or (worth >= self.scoring.win and not self.until_2026):
                self.found[bye.player].had_bye = True
            if full or worth > self.scoring.loss:
                down.append(bye.player)
        return down

    def _note(self, number: int, down: Iterable[int], up: Iterable[int]) -> None:
        latest = number == self.given.number - 1
        for players, kind in ((down, DOWN), (up, UP)):
            for player in players:
                if latest:
                    self.found[player].last_float = kind
                else:
                    self.found[player].earlier_float = kind
