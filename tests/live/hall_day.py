"""A live day with everything: rounds repaired and changed by hand, phones, penalties, edits of the past, old states.

After every step the log is folded from its beginning and has to lead to the event as it is.
"""

from collections.abc import Callable
from typing import Any

from tests.live.day import PLAYED, Day
from tests.live.ledger import Ledger, seated
from tournaments.corrections.selectors.edits import ResultEdit
from tournaments.corrections.selectors.repairs import Change
from tournaments.corrections.services import by_hand, edits, repairs
from tournaments.corrections.services.by_hand import Move
from tournaments.history import restore, restore_points
from tournaments.history.replay import replay
from tournaments.models import (
    ClaimState,
    EventSnapshot,
    Penalty,
    PenaltyKind,
    Player,
    PlayerRequest as Request,
    PlayerRequestState as RequestState,
    Round,
    RoundState,
    Seat,
)
from tournaments.phones.services import reports
from tournaments.players.services import requests
from tournaments.results.services import penalties
from tournaments.rounds.services import playing

FROM_FIRST = {"1-0": ("win", "loss"), "0-1": ("loss", "win"), "1/2-1/2": ("draw", "draw")}


class HallDay(Day):
    """Two desks, phones, judges, and somebody who keeps trying things out."""

    expected = Day.expected | {
        "no_repair", "later_round", "table_has_result", "table_playing", "not_in_round", "already_in_round",
        "no_bye_given", "reason_missing", "same_state", "claim_waiting", "already_entered", "not_at_table",
        "request_waiting", "no_round_left", "request_closed", "proposal_stale", "repair_no_such_player",
        "empty_list", "already_forbidden", "repair_same_player",
    }  # fmt: skip

    def __init__(self, seed: int, **settings: Any) -> None:
        super().__init__(seed, **settings)
        self.given = 0
        self.at_snapshot: dict[int, Ledger] = {}

    def actions(self) -> list[tuple[Callable[[], None], int]]:
        return [
            *super().actions(),
            (self.repair_the_round, 4),
            (self.repair_with_a_change, 4),
            (self.change_by_hand, 4),
            (self.mark_playing, 2),
            (self.report_from_phone, 8),
            (self.ask_and_decide, 2),
            (self.penalise, 1),
            (self.edit_the_past, 2),
            (self.keep_or_restore, 1),
        ]

    def check(self) -> None:
        super().check()
        played_again = replay(self.event)
        assert played_again.same, (self.steps, played_again.misfits, played_again.differences)
        assert Penalty.objects.filter(tournament=self.event).count() == self.given, self.steps

    def last_round(self) -> Round | None:
        return self.event.rounds.exclude(state=RoundState.COMPLETED).order_by("-number").first()

    def repair(self, change: Change) -> None:
        round_ = self.last_round()
        if round_ is None:
            return
        kept = {game: match for game, match in seated(self.event).items() if game in self.ledger}
        found = repairs.ways(self.event, round_, change)
        chosen = self.dice.choice(found.proposals)
        repairs.repair(
            tournament=self.event, actor=None, round_=round_, key=chosen.key, change=change, note="live"
        )
        now = seated(self.event)
        # A table with a result keeps its row, so everything that hangs on it.
        assert all(now[game].pk == match.pk for game, match in kept.items()), self.steps

    def repair_the_round(self) -> None:
        self.repair(Change())

    def repair_with_a_change(self) -> None:
        self.names += 1
        somebody = self.anybody().number
        change = self.dice.choice(
            [
                Change(new={"name": f"Later {self.names}", "rating": 1700}),
                Change(out=(somebody,)),
                Change(absent=(somebody,)),
                Change(join=(somebody,)),
            ]
        )
        self.repair(change)

    def change_by_hand(self) -> None:
        round_ = self.last_round()
        if round_ is None:
            return
        one, other = self.dice.sample([p.number for p in self.event.players.filter(house=False)], 2)
        tables = [match.table for match in round_.matches.all()]
        moves = [
            Move("swap", first=one, second=other),
            Move("pair", first=one, second=other),
            Move("bye", first=one),
            Move("move", table=self.dice.choice(tables), to_table=self.dice.choice(tables))
            if tables
            else None,
        ]
        move = self.dice.choice([move for move in moves if move])
        by_hand.apply(tournament=self.event, actor=None, round_=round_, move=move, note="they asked for it")

    def mark_playing(self) -> None:
        round_ = self.last_round()
        if round_ is not None and round_.state != RoundState.DRAFT:
            tables = [m.table for m in round_.matches.all() if self.dice.random() < 0.3]
            on = self.dice.random() < 0.7
            playing.mark_playing(tournament=self.event, actor=None, round_=round_, tables=tables, playing=on)

    def report_from_phone(self) -> None:
        """A player reports; it counts as soon as the other one has said the same, and not before."""
        games = [(game, match) for game, match in self.open_games() if game not in self.ledger]
        if not games:
            return
        game, match = self.dice.choice(games)
        position, result = self.dice.choice([0, 1]), self.dice.choice(PLAYED[:2])
        player = Seat.objects.get(match=match, position=position).player
        outcome = FROM_FIRST[result][position]
        undecided = match.claims.filter(state__in=[ClaimState.WAITING, ClaimState.DISPUTED])
        other_side = undecided.exclude(entered_by=player).order_by("id").last()
        reports.report_result(tournament=self.event, player=player, match=match, outcome=outcome)
        if other_side is not None and other_side.result == result:
            self.ledger[game] = result

    def ask_and_decide(self) -> None:
        waiting = Request.objects.filter(tournament=self.event, state=RequestState.WAITING).first()
        if waiting is None:
            kind = self.dice.choice(["withdraw", "return", "skip"])
            requests.ask(tournament=self.event, player=self.anybody(), kind=kind)
        elif self.dice.random() < 0.5:
            requests.grant(tournament=self.event, actor=None, request=waiting)
        else:
            requests.refuse(tournament=self.event, actor=None, request=waiting, answer="not now")

    def penalise(self) -> None:
        player: Player = self.anybody()
        penalties.give(
            tournament=self.event,
            actor=self.event.owner,
            player=player,
            kind=PenaltyKind.CAUTION,
            infraction="late to the table",
        )
        self.given += 1

    def edit_the_past(self) -> None:
        done = [(g, m) for g, m in seated(self.event).items() if m.round.state == RoundState.COMPLETED]
        if done:
            game, match = self.dice.choice(done)
            result = self.dice.choice(PLAYED)
            edit = ResultEdit(match.round.number, match.table, result)
            edits.make(tournament=self.event, actor=None, edit=edit, note="the slip says so")
            self.ledger[game] = result

    def keep_or_restore(self) -> None:
        """Go back to an old state: the results are those there were then."""
        kept = list(EventSnapshot.objects.filter(tournament=self.event, pk__in=self.at_snapshot))
        if not kept or self.dice.random() < 0.5:
            snapshot = restore_points.keep_by_hand(tournament=self.event, actor=None, note="to be sure")
            self.at_snapshot[snapshot.pk] = self.ledger.copy()
        else:
            old = self.dice.choice(kept)
            restore.restore(tournament=self.event, actor=None, snapshot=old, note="trying it out")
            self.ledger = dict(self.at_snapshot[old.pk])
