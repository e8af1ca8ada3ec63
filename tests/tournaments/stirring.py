"""Events in which anything may happen at any time, for tests of what the log makes of it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from django.db.models import Count

from tests.factories import FOUR_SCORES, make_event, make_table_event
from tournaments.models import Bye, Match, Player, Round, RoundState
from tournaments.services import (
    attendance,
    bulk,
    by_hand,
    clocks,
    draw_numbers,
    events,
    imports,
    past,
    phases,
    players,
    repairs,
    reports,
    requests,
    results,
    rounds,
    schedules,
    scores,
    verification,
)
from tournaments.services.by_hand import Move
from tournaments.services.codes import renew_player_key
from tournaments.services.errors import ServiceError
from tournaments.services.playing import mark_playing
from tournaments.services.tables_of_four import Entry

RESULTS = ["1-0", "0-1", "1/2-1/2", "0-0", "+--", "--+", "---"]


class Stirred:
    """An event and somebody who does whatever comes to mind; what the event refuses does not happen."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.four = seed % 3 == 2
        size = self.dice.randint(8, 13)
        if self.four:
            self.event = make_table_event(field=size, draw_seed=f"stir {seed}", rounds_planned=4)
        else:
            self.event = make_event(
                field=size, rounds_planned=5, draw_seed=f"stir {seed}", secret_seeds=seed % 3 == 1
            )
        self.count = 0

    def happen(self) -> str | None:
        """Do something; returns its name, or None if it was refused."""
        what = self.dice.choice(self.deeds())
        self.event.refresh_from_db()
        try:
            what()
        except ServiceError as refusal:
            assert refusal.code != "internal"
            return None
        return what.__name__

    def deeds(self) -> list[Callable[[], Any]]:
        usual = [self.pair, self.publish, self.fill, self.complete, self.enter, self.enter, self.clear]
        people = [
            self.add,
            self.many,
            self.imported,
            self.edit,
            self.remove,
            self.leave,
            self.back,
            self.here,
        ]
        wishes = [self.bye, self.no_bye, self.apart, self.together]
        whole = [self.settings, self.finish, self.reopen, self.discard, self.reopen_round, self.correct]
        ahead = [self.draw, self.clear_plan, self.start, self.phases]
        hall = [self.playing, self.longer, self.verified, self.reported, self.asked, self.codes]
        hand = [self.by_hand, self.by_hand, self.repaired]
        past = [self.scoring, self.left, self.other_bye]
        return [*usual, *usual, *people, *wishes, *whole, *ahead, *hall, *hand, *past]

    @property
    def given(self) -> dict[str, Any]:
        return {"tournament": self.event, "actor": self.dice.choice([None, self.event.owner])}

    def anybody(self) -> Player:
        return self.dice.choice(list(self.event.players.all()))

    def round(self, *states: str) -> Round:
        found = list(self.event.rounds.filter(state__in=states or RoundState.values))
        if not found:
            raise ServiceError("nothing", "nothing")
        return self.dice.choice(found)

    def match(self, *states: str) -> Match:
        return self.dice.choice(list(self.round(*states).matches.all()))

    # --- what can happen
    def pair(self) -> None:
        rounds.pair_next_round(**self.given)

    def publish(self) -> None:
        rounds.publish(**self.given, round_=self.round("draft"))

    def start(self) -> None:
        rounds.start(**self.given, round_=self.round("published"))

    def enter(self) -> None:
        match = self.match("published", "in_progress")
        if self.four:
            raw = list(FOUR_SCORES)
            self.dice.shuffle(raw)
            scores.enter_scores(**self.given, match=match, raw=raw, penalties=[0, 0, -2000, 0])
        else:
            results.enter_result(**self.given, match=match, result=self.dice.choice(RESULTS))

    def clear(self) -> None:
        clear: Any = scores.clear_scores if self.four else results.clear_result
        clear(**self.given, match=self.match("published", "in_progress"))

    def fill(self) -> None:
        round_ = self.round("published", "in_progress")
        tables = list(round_.matches.annotate(n=Count("seats")).values_list("table", flat=True))
        if self.four:
            scores.enter_many_scores(
                **self.given, round_=round_, tables={t: Entry(FOUR_SCORES) for t in tables}
            )
        else:
            wanted = {t: self.dice.choice(RESULTS) for t in tables}
            results.enter_results(**self.given, round_=round_, results=wanted)

    def complete(self) -> None:
        rounds.complete(**self.given, round_=self.round("in_progress"))

    def reopen_round(self) -> None:
        rounds.reopen_round(**self.given, round_=self.round("completed"))

    def discard(self) -> None:
        rounds.discard_draft(**self.given, round_=self.round("draft"))

    def correct(self) -> None:
        match = self.match("completed")
        if self.four:
            scores.correct_scores(**self.given, match=match, raw=[30000, 30000, 30000, 30000])
        else:
            results.correct_result(**self.given, match=match, result=self.dice.choice(RESULTS))

    def add(self) -> None:
        self.count += 1
        players.add_player(**self.given, name=f"Late {self.count}", rating=1500)

    def many(self) -> None:
        self.count += 2
        names = [{"name": f"Group {self.count}"}, {"name": f"Group {self.count + 1}", "club": "A"}]
        bulk.add_players(**self.given, players=names)

    def imported(self) -> None:
        self.count += 1
        content = f"name\trating\nPlayer 1\t{1000 + self.count}\nListed {self.count}\t1234\n"
        imports.apply_import(**self.given, content=content)

    def edit(self) -> None:
        self.count += 1
        what = self.dice.choice([{"name": f"Other {self.count}"}, {"rating": self.count}, {"note": "x"}])
        players.edit_player(**self.given, player=self.anybody(), **what)

    def remove(self) -> None:
        players.remove_player(**self.given, player=self.anybody())

    def leave(self) -> None:
        attendance.withdraw(**self.given, player=self.anybody())

    def back(self) -> None:
        attendance.return_player(**self.given, player=self.anybody())

    def here(self) -> None:
        one = self.anybody()
        attendance.set_checked_in(**self.given, players=[one], present=not one.checked_in)

    def bye(self) -> None:
        number = self.event.rounds.count() + 1
        attendance.request_bye(**self.given, player=self.anybody(), round_number=number)

    def no_bye(self) -> None:
        request = self.event.bye_requests.first()
        if request is not None:
            given = {"player": request.player, "round_number": request.round_number}
            attendance.cancel_bye(**self.given, **given)

    def apart(self) -> None:
        players.forbid_pair(**self.given, first=self.anybody(), second=self.anybody())

    def together(self) -> None:
        pair = self.event.forbidden_pairs.first()
        if pair is not None:
            players.allow_pair(**self.given, first=pair.a, second=pair.b)

    def settings(self) -> None:
        self.count += 1
        what: dict[str, Any] = self.dice.choice(
            [{"venue": f"Hall {self.count}"}, {"starts_on": "2026-11-22"}, {"require_check_in": False}]
        )
        events.update_event(**self.given, **what)

    def finish(self) -> None:
        if self.event.rounds.count() > 2:
            events.finish_event(**self.given)

    def reopen(self) -> None:
        events.reopen_event(**self.given)

    def draw(self) -> None:
        draw_numbers.draw_all(**self.given)

    def clear_plan(self) -> None:
        schedules.clear(**self.given)

    def phases(self) -> None:
        swiss: dict[str, Any] = {"system": {"name": "monrad"}, "rounds": self.dice.randint(2, 4)}
        final = {"system": {"name": "monrad"}, "rounds": 2}
        phases.set_phases(**self.given, phases=[swiss, final])

    # --- in the hall
    def playing(self) -> None:
        mark_playing(**self.given, round_=self.round("published", "in_progress"), tables=None)

    def longer(self) -> None:
        clocks.extend_table(**self.given, match=self.match("in_progress"), minutes=5, why="late")

    def verified(self) -> None:
        match = self.match("in_progress", "completed")
        if match.result:
            verification.verify(
                tournament=self.event, actor=self.event.owner, match=match, value=(match.result, None)
            )

    def reported(self) -> None:
        match = self.match("published", "in_progress")
        for player, outcome in zip(Player.objects.filter(seats__match=match), ("win", "loss"), strict=False):
            reports.report_result(tournament=self.event, player=player, match=match, outcome=outcome)

    def asked(self) -> None:
        kind = self.dice.choice(["withdraw", "return", "skip"])
        request = requests.ask(tournament=self.event, player=self.anybody(), kind=kind)
        requests.grant(**self.given, request=request)

    def codes(self) -> None:
        renew_player_key(**self.given, player=self.anybody())

    # --- repairs, and what is put right later
    def by_hand(self) -> None:
        round_ = self.round("draft", "published")
        one, other = self.anybody().number, self.anybody().number
        move = self.dice.choice(
            [Move("swap", one, other), Move("pair", one, other), Move("move", table=1, to_table=9)]
        )
        by_hand.apply(**self.given, round_=round_, move=move, note="wanted")

    def repaired(self) -> None:
        round_ = self.round("draft", "published", "in_progress")
        found = repairs.ways(self.event, round_)
        if found.proposals:
            key = self.dice.choice(found.proposals).key
            repairs.repair(**self.given, round_=round_, key=key)

    def scoring(self) -> None:
        if not self.four:
            scoring = {**self.event.scoring, "win": self.dice.choice([100, 200, 300])}
            events.update_event(**self.given, confirmed=True, scoring=scoring)

    def left(self) -> None:
        after = self.dice.choice([None, self.event.rounds.count()])
        past.correct_leaving(**self.given, player=self.anybody(), after_round=after)

    def other_bye(self) -> None:
        bye = Bye.objects.filter(round=self.round("completed")).first()
        if bye is not None:
            given = {"number": bye.round.number, "kind": self.dice.choice(["half", "zero", "full"])}
            past.correct_bye(**self.given, player=bye.player, **given)
