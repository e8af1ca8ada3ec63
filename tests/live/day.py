"""A day in the hall at random: two desks, people who come late and go, wrong results, a database that dies."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import OperationalError, connection

from tests.factories import make_event
from tests.live.ledger import Game, Ledger, faults, points, seated
from tournaments.history import undo
from tournaments.models import Match, Player, Round, RoundState, Seat, Tournament
from tournaments.players.services import attendance, players
from tournaments.results.services import results, scores
from tournaments.rounds.services import rounds
from tournaments.standings.selectors.standings import standings
from tournaments.steps.refusals import ServiceError

PLAYED = ["1-0", "0-1", "1/2-1/2"]
ALL = [*PLAYED, "0-0", "+--", "--+", "---"]


class PowerCut(OperationalError):
    """The database is gone in the middle of a step."""


@contextmanager
def power_cut(after: int) -> Iterator[None]:
    """The connection fails at the query after so many."""
    left = [after]

    def cut(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        left[0] -= 1
        if left[0] < 0 and not sql.startswith(("SAVEPOINT", "ROLLBACK", "RELEASE")):
            raise PowerCut("the database is gone")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(cut):
        yield


class Day:
    """An event, its ledger, and the dice. `steps` is what happened, to be read when something is wrong.

    `expected` are refusals that a live day may meet; any other is a fault of the program or of this script.
    """

    expected = frozenset({
        "already_withdrawn", "bad_round", "in_draft", "not_withdrawn", "wrong_state", "missing_results", "later_round",
        "round_exists", "too_few", "nothing_to_undo", "result_changed", "same_player", "event_changed",
    })  # fmt: skip

    def __init__(self, seed: int, **settings: Any) -> None:
        self.dice = random.Random(seed)
        chosen = {
            "field": self.dice.randint(7, 20),
            "rounds_planned": 5,
            "draw_seed": f"day {seed}",
            **settings,
        }
        self.event: Tournament = make_event(**chosen)
        self.ledger: Ledger = {}
        self.before: dict[int, Ledger] = {}  # the results there were before a line of the log
        self.steps: list[str] = []
        self.furthest = 0  # the most rounds there were at any moment
        self.names = 0

    # What a desk looks at

    def rounds(self, *states: RoundState) -> list[Round]:
        return list(self.event.rounds.filter(state__in=states or RoundState.values))

    def open_games(self) -> list[tuple[Game, Match]]:
        playing = (RoundState.PUBLISHED, RoundState.IN_PROGRESS)
        return [(game, m) for game, m in seated(self.event).items() if m.round.state in playing]

    def anybody(self) -> Player:
        return self.dice.choice(list(self.event.players.filter(house=False)))

    def live(self, steps: int) -> int:
        """Live the day; how many rounds there were at most."""
        for _ in range(steps):
            self.step()
        return self.furthest

    # Steps

    def step(self) -> None:
        """One thing happens; then everything has to be right."""
        what = self.dice.choices([action for action, _w in self.actions()], [w for _a, w in self.actions()])[
            0
        ]
        before = self.ledger.copy()
        try:
            what()
            self.steps.append(what.__name__)
        except ServiceError as refusal:
            self.ledger = before
            self.steps.append(f"{what.__name__}: {refusal.code}")
            assert refusal.code in self.expected or refusal.params.get("impossible"), (
                refusal.code,
                str(refusal),
            )
        except PowerCut:
            # Cut off after the last write, all of the step is there, and so is its line.
            if not self.event.log_entries.exclude(pk__in=self.before).exists():
                self.ledger = before
            self.steps.append(f"{what.__name__}: power cut")
        self.event = Tournament.objects.get(pk=self.event.pk)
        for line in self.event.log_entries.exclude(pk__in=self.before).values_list("pk", flat=True):
            self.before[line] = before
        self.check()

    def check(self) -> None:
        self.furthest = max(self.furthest, self.event.rounds.count())
        found = faults(self.event, self.ledger)
        assert found == [], (found, self.steps)
        self.check_standings()

    def check_standings(self) -> None:
        table = standings(self.event)
        shown = {line.number: line.points for line in table.lines}
        right = points(self.event, table.after_round)
        assert shown == right, (shown.items() ^ right.items(), self.steps)

    def actions(self) -> list[tuple[Callable[[], None], int]]:
        return [
            (self.go_on, 8),
            (self.enter, 10),
            (self.enter_from_an_old_page, 2),
            (self.correct, 2),
            (self.late_entry, 2),
            (self.withdraw, 2),
            (self.come_back, 1),
            (self.keep_apart, 1),
            (self.take_back, 2),
            (self.crash, 2),
        ]

    def go_on(self) -> None:
        """What the desk's green button does: pair, publish, complete."""
        drafts = self.rounds(RoundState.DRAFT)
        playing = self.rounds(RoundState.PUBLISHED, RoundState.IN_PROGRESS)
        if drafts:
            rounds.publish(tournament=self.event, actor=None, round_=drafts[0])
        elif playing:
            rounds.complete(tournament=self.event, actor=None, round_=playing[0])
        elif self.event.rounds.count() < self.event.rounds_planned:
            rounds.pair_next_round(tournament=self.event, actor=None)

    def enter(self) -> None:
        games = [(g, m) for g, m in self.open_games() if g not in self.ledger] or self.open_games()
        if games:
            self.store(*self.dice.choice(games))

    def store(self, game: Game, match: Match) -> None:
        """What is meant goes to the ledger first: `step` takes it back unless it was stored."""
        result = self.dice.choice(ALL if self.dice.random() < 0.2 else PLAYED)
        self.ledger[game] = result
        results.enter_result(tournament=self.event, actor=None, match=match, result=result)

    def enter_from_an_old_page(self) -> None:
        """The other desk has entered a result since; this desk still sees an empty table and is told."""
        taken = [(game, match) for game, match in self.open_games() if match.result]
        if taken:
            _game, match = self.dice.choice(taken)
            other = self.dice.choice([r for r in PLAYED if r != match.result])
            results.enter_result(tournament=self.event, actor=None, match=match, result=other, seen=None)

    def correct(self) -> None:
        done = [(g, m) for g, m in seated(self.event).items() if m.round.state == RoundState.COMPLETED]
        if done:
            self.store_correction(*self.dice.choice(done))

    def store_correction(self, game: Game, match: Match) -> None:
        result = self.dice.choice(PLAYED)
        self.ledger[game] = result
        results.correct_result(tournament=self.event, actor=None, match=match, result=result, note="slip")

    def late_entry(self) -> None:
        self.names += 1
        players.add_player(tournament=self.event, actor=None, name=f"Late {self.names}", rating=1800)

    def withdraw(self) -> None:
        if self.event.players.filter(left_after_round=None).count() > 5:
            attendance.withdraw(tournament=self.event, actor=None, player=self.anybody())

    def come_back(self) -> None:
        gone = list(self.event.players.exclude(left_after_round=None))
        if gone:
            attendance.return_player(tournament=self.event, actor=None, player=self.dice.choice(gone))

    def keep_apart(self) -> None:
        one, other = self.dice.sample(list(self.event.players.filter(house=False)), 2)
        players.forbid_pair(tournament=self.event, actor=None, first=one, second=other)

    def take_back(self) -> None:
        """Undo the latest step: the results are those there were before it."""
        step = undo.undo_last_step(tournament=self.event, actor=None)
        self.ledger = dict(self.before[step.pk])

    def crash(self) -> None:
        """Another step, and the database dies somewhere in the middle: all of the step is there or nothing."""
        what = self.dice.choice([self.go_on, self.enter, self.correct, self.late_entry, self.withdraw])
        with power_cut(self.dice.randint(1, 40)):
            what()


class DayOfFour(Day):
    """The same at tables of four, where the rounds are planned at once and house players fill the seats."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, system="mahjong_schedule", field=random.Random(seed).choice([8, 11, 12, 16]))

    def raw(self) -> tuple[int, ...]:
        """Four scores of a table without sticks left on it."""
        first = [self.dice.randrange(-50, 700) for _seat in range(3)]
        return (*[100 * score for score in first], 120_000 - 100 * sum(first))

    def store(self, game: Game, match: Match) -> None:
        raw = self.raw()
        self.ledger[game] = raw
        scores.enter_scores(tournament=self.event, actor=None, match=match, raw=raw)

    def store_correction(self, game: Game, match: Match) -> None:
        raw = self.raw()
        self.ledger[game] = raw
        scores.correct_scores(tournament=self.event, actor=None, match=match, raw=raw, note="slip")

    def enter_from_an_old_page(self) -> None:
        taken = [(game, match) for game, match in self.open_games() if game in self.ledger]
        if taken:
            _game, match = self.dice.choice(taken)
            scores.enter_scores(tournament=self.event, actor=None, match=match, raw=self.raw(), seen=None)

    def check_standings(self) -> None:
        """The standings add up to what is stored at the seats, and what missed games cost those who left."""
        table = standings(self.event)
        seats = Seat.objects.filter(round__tournament=self.event, round__number__lte=table.after_round)
        stored = seats.filter(player__house=False).values_list("points", flat=True)
        total = sum(value or 0 for value in stored) + self.missed(table.after_round)
        assert sum(line.points for line in table.lines) == total, self.steps

    def missed(self, after_round: int) -> int:
        """Hundredths taken from players who left, for every completed round they are not in."""
        done = self.event.rounds.filter(state=RoundState.COMPLETED, number__lte=after_round)
        games = 0
        for player in self.event.players.filter(house=False, left_after_round__isnull=False):
            later = done.filter(number__gt=player.left_after_round)
            games += later.exclude(seats__player=player).exclude(byes__player=player).count()
        return games * int(self.event.scoring["missed_game"])
