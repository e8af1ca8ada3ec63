"""Whole events lived through the services at random, every round looked at by the independent checker."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pairing import document, engine
from tests.checker import check
from tests.factories import add_player, make_event, pair, table
from tests.live.ledger import BYES, WORTH
from tournaments.models import Match, Player, Round, RoundInput, RoundState, Seat, Tournament
from tournaments.selectors.standings import standings
from tournaments.services import attendance, players, results, rounds, undo
from tournaments.services.documents import export_event, import_event
from tournaments.services.errors import ServiceError

pytestmark = pytest.mark.django_db

RESULTS = ["1-0", "0-1", "1/2-1/2", "1-0", "0-1", "1/2-1/2", "0-0", "+--", "--+", "---"]


def answer_of(round_: Round) -> dict[str, Any]:
    """A stored round in the words of `manage.py pair`."""
    matches = [
        {
            "table": match.table,
            "seats": list(match.seats.order_by("position").values_list("player__number", flat=True)),
            "why": match.why,
        }
        for match in round_.matches.all()
    ]
    byes = [{"player": bye.player.number, "kind": bye.kind, "why": bye.why} for bye in round_.byes.all()]
    return {
        "round": round_.number,
        "matches": matches,
        "byes": byes,
        "relaxed": [{"rule": r["rule"], "players": r["players"]} for r in round_.relaxed],
        "notes": round_.notes,
    }


class Life:
    """An organiser with dice."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.event = make_event(
            field=self.dice.randint(6, 24),
            rounds_planned=4,
            draw_seed=f"life {seed}",
            require_check_in=seed % 3 == 0,
            options={"elimination": self.dice.choice(["none", 2, 3])},
        )
        if self.event.require_check_in:
            attendance.set_checked_in(tournament=self.event, actor=None, players=None)

    def anybody(self) -> Player:
        return self.dice.choice(list(self.event.players.filter(left_after_round=None)))

    def happen(self) -> None:
        """Something that happens between two rounds; what the event refuses does not happen."""
        what = self.dice.choice(
            [self.late, self.leave, self.back, self.bye, self.apart, self.no_show, self.correct]
        )
        try:
            what()
        except ServiceError as refusal:
            assert str(refusal)

    def late(self) -> None:
        add_player(self.event, f"Late {self.dice.random()}")

    def leave(self) -> None:
        attendance.withdraw(tournament=self.event, actor=None, player=self.anybody())

    def back(self) -> None:
        gone = list(self.event.players.exclude(left_after_round=None))
        if gone:
            attendance.return_player(tournament=self.event, actor=None, player=self.dice.choice(gone))

    def bye(self) -> None:
        attendance.request_bye(
            tournament=self.event,
            actor=None,
            player=self.anybody(),
            round_number=self.event.rounds.count() + 1,
            kind=self.dice.choice(["half", "zero", "full"]),
        )

    def apart(self) -> None:
        players.forbid_pair(tournament=self.event, actor=None, first=self.anybody(), second=self.anybody())

    def no_show(self) -> None:
        attendance.set_checked_in(tournament=self.event, actor=None, players=[self.anybody()], present=False)

    def correct(self) -> None:
        played = list(Match.objects.filter(round__tournament=self.event, round__state=RoundState.COMPLETED))
        if played:
            results.correct_result(
                tournament=self.event,
                actor=None,
                match=self.dice.choice(played),
                result=self.dice.choice(RESULTS),
            )

    def play(self, round_: Round) -> None:
        rounds.publish(tournament=self.event, actor=None, round_=round_)
        for number in range(1, round_.matches.count() + 1):
            match = Match.objects.get(round=round_, table=number)
            results.enter_result(
                tournament=self.event, actor=None, match=match, result=self.dice.choice(RESULTS)
            )
            if self.dice.random() < 0.1:
                undo.undo_last_step(tournament=self.event, actor=None)
                results.enter_result(
                    tournament=self.event, actor=None, match=match, result=self.dice.choice(RESULTS)
                )
        rounds.complete(tournament=self.event, actor=None, round_=round_)


def points_by_hand(event: Tournament) -> dict[int, int]:
    """Points of everybody from results and byes as they are stored, without the core."""
    total = dict.fromkeys(event.players.values_list("number", flat=True), 0)
    seats = Seat.objects.filter(round__tournament=event).select_related("match", "player")
    for seat in seats:
        if seat.match.result:
            total[seat.player.number] += WORTH[seat.match.result][seat.position]
    for round_ in event.rounds.all():
        for bye in round_.byes.select_related("player"):
            total[bye.player.number] += BYES[bye.kind]
    return total


@pytest.mark.parametrize("seed", range(12))
def test_an_event_with_everything_that_can_happen_stays_sound(seed: int) -> None:
    life = Life(seed)
    paired = 0
    for _ in range(life.event.rounds_planned):
        for _ in range(life.dice.randint(0, 4)):
            life.happen()
        try:
            round_ = pair(life.event)
        except ServiceError as refusal:
            assert refusal.code in ("too_few",) or refusal.params["impossible"]
            break
        paired += 1
        made_from = RoundInput.objects.get(round=round_).document
        assert check(made_from, answer_of(round_)) == []
        # A dispute is replayed: the stored document and options give the stored round.
        plan = engine.pair(document.load(made_from), overrides=round_.options)
        assert [[m.table, *m.seats] for m in plan.matches] == [
            [m["table"], *m["seats"]] for m in answer_of(round_)["matches"]
        ]
        life.play(round_)
        shown = {line.number: line.points for line in standings(life.event).lines}
        assert shown == points_by_hand(life.event)
        stored = sum(Seat.objects.filter(round__tournament=life.event).values_list("points", flat=True))
        stored += sum(b.points for r in life.event.rounds.all() for b in r.byes.all())
        assert stored == sum(shown.values())
    assert paired >= 1
    there = export_event(life.event)
    assert export_event(import_event(document_data=there, owner=life.event.owner)) == there


def test_an_elimination_event_pairs_only_who_is_still_in() -> None:
    event = make_event(field=9, rounds_planned=4, options={"elimination": 1})
    sizes = []
    for _ in range(4):
        round_ = pair(event)
        sizes.append(Seat.objects.filter(round=round_).count())
        rounds.publish(tournament=event, actor=None, round_=round_)
        for number in range(1, round_.matches.count() + 1):
            results.enter_result(tournament=event, actor=None, match=table(round_, number), result="1-0")
        rounds.complete(tournament=event, actor=None, round_=round_)
    # 9 players: 4 matches and a bye leave 5; then 2 and a bye leave 3; then 1 and a bye leave 2; then the last.
    assert sizes == [8, 4, 2, 2]
    with pytest.raises(ServiceError) as refused:
        event.rounds_planned = 5
        Tournament.objects.filter(pk=event.pk).update(rounds_planned=5)
        pair(event)
    assert refused.value.code == "too_few"
