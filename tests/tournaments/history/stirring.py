"""Events in which anything may happen at any time, for tests of what the log makes of it."""

import random
from collections.abc import Callable
from typing import Any

from django.db.models import Count

from tests.factories import FOUR_SCORES, make_event
from tournaments.corrections.services import by_hand, past_rounds, repairs
from tournaments.corrections.services.by_hand import Move
from tournaments.events.services import events, phases
from tournaments.models import Bye, Match, Player, Round, RoundState
from tournaments.phones.services import reports
from tournaments.players.services import attendance, bulk, draw_numbers, imports, players, requests
from tournaments.players.services.codes import renew_player_key
from tournaments.results.services import results, scores, verification
from tournaments.results.services.tables_of_four import Entry
from tournaments.rounds.services import clocks, rounds, taking_back
from tournaments.rounds.services.playing import mark_playing
from tournaments.schedules import services as schedules
from tournaments.steps.refusals import ServiceError

RESULTS = ["1-0", "0-1", "1/2-1/2", "0-0", "+--", "--+", "---"]


class Stirred:
    """An event and somebody who does whatever comes to mind; what the event refuses does not happen."""

    def __init__(self, seed: int, **settings: Any) -> None:
        self.dice = random.Random(seed)
        self.four = seed % 3 == 1
        size = self.dice.randint(8, 13)
        usual: dict[str, Any] = {"rounds_planned": 5, "secret_seeds": seed % 3 == 2}
        if self.four:
            usual = {"system": "mahjong_schedule", "rounds_planned": 4}
        self.event = make_event(**{**usual, "field": size, "draw_seed": f"stir {seed}", **settings})
        self.count = 0

    def happen(self, among: dict[str, Callable[[], Any]] | None = None) -> str | None:
        """Do something; returns its name, or None if it was refused."""
        name, deed = self.dice.choice(list((among or self.deeds()).items()))
        self.event.refresh_from_db()
        try:
            deed()
        except ServiceError as refusal:
            assert refusal.code != "internal"
            return None
        return name.partition(" again")[0]

    def deeds(self) -> dict[str, Callable[[], Any]]:
        """What can happen; what happens more often stands there `again`."""
        return {
            **self.usual(),
            **{f"{name} again": deed for name, deed in self.usual().items()},
            **self.people(),
            **self.whole(),
            **self.in_the_hall(),
            "by hand": self.by_hand,
            "by hand again": self.by_hand,
            "repaired": self.repaired,
            "scoring": self.scoring,
            "other bye": self.other_bye,
        }

    def usual(self) -> dict[str, Callable[[], Any]]:
        clear: Any = scores.clear_scores if self.four else results.clear_result
        return {
            "pair": lambda: rounds.pair_next_round(**self.given),
            "publish": lambda: rounds.publish(**self.given, round_=self.round("draft")),
            "fill": self.fill,
            "complete": lambda: rounds.complete(**self.given, round_=self.round("in_progress")),
            "enter": self.enter,
            "enter again, twice": self.enter,
            "clear": lambda: clear(**self.given, match=self.match("published", "in_progress")),
        }

    def people(self) -> dict[str, Callable[[], Any]]:
        changes: list[dict[str, Any]] = [{"name": f"Other {self.next}"}, {"rating": self.next}, {"note": "x"}]
        return {
            "add": lambda: players.add_player(**self.given, name=f"Late {self.next}", rating=1500),
            "many": lambda: bulk.add_players(
                **self.given,
                players=[{"name": f"One {self.next}"}, {"name": f"Two {self.next}", "club": "A"}],
            ),
            "imported": lambda: imports.apply_import(
                **self.given,
                content=f"name\trating\nPlayer 1\t{1000 + self.next}\nListed {self.next}\t1234\n",
            ),
            "edit": lambda: players.edit_player(
                **self.given,
                player=self.anybody(),
                **self.dice.choice(changes),
            ),
            "remove": lambda: players.remove_player(**self.given, player=self.anybody()),
            "leave": lambda: attendance.withdraw(**self.given, player=self.anybody()),
            "back": lambda: attendance.return_player(**self.given, player=self.anybody()),
            "here": self.here,
            "bye": lambda: attendance.request_bye(
                **self.given, player=self.anybody(), round_number=self.event.rounds.count() + 1
            ),
            "no bye": self.no_bye,
            "apart": lambda: players.forbid_pair(**self.given, first=self.anybody(), second=self.anybody()),
            "together": self.together,
            "left": lambda: past_rounds.correct_leaving(
                **self.given,
                player=self.anybody(),
                after_round=self.dice.choice([None, self.event.rounds.count()]),
            ),
        }

    def whole(self) -> dict[str, Callable[[], Any]]:
        monrad: dict[str, Any] = {"system": {"name": "monrad"}}
        settings: list[dict[str, Any]] = [
            {"venue": f"Hall {self.next}"}, {"starts_on": "2026-11-22"}, {"require_check_in": False},
        ]  # fmt: skip
        return {
            "settings": lambda: events.update_event(**self.given, **self.dice.choice(settings)),
            "finish": lambda: self.event.rounds.count() > 2 and events.finish_event(**self.given),
            "reopen": lambda: events.reopen_event(**self.given),
            "discard": lambda: rounds.discard_draft(**self.given, round_=self.round("draft")),
            "reopen round": lambda: rounds.reopen_round(**self.given, round_=self.round("completed")),
            "take back": lambda: taking_back.take_back(**self.given, round_=self.round("published")),
            "pair again": lambda: taking_back.pair_again(
                **self.given, round_=self.round("draft", "published")
            ),
            "correct": self.correct,
            "draw": lambda: draw_numbers.draw_all(**self.given),
            "clear plan": lambda: schedules.clear(**self.given),
            "start": lambda: rounds.start(**self.given, round_=self.round("published")),
            "phases": lambda: phases.set_phases(
                **self.given, phases=[{**monrad, "rounds": self.dice.randint(2, 4)}, {**monrad, "rounds": 2}]
            ),
        }

    def in_the_hall(self) -> dict[str, Callable[[], Any]]:
        return {
            "playing": lambda: mark_playing(
                **self.given, round_=self.round("published", "in_progress"), tables=None
            ),
            "longer": lambda: clocks.extend_table(
                **self.given, match=self.match("in_progress"), minutes=5, why="late"
            ),
            "verified": self.verified,
            "reported": self.reported,
            "asked": self.asked,
            "codes": lambda: renew_player_key(**self.given, player=self.anybody()),
        }

    @property
    def next(self) -> int:
        self.count += 1
        return self.count

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
    def enter(self) -> None:
        match = self.match("published", "in_progress")
        if self.four:
            raw = list(FOUR_SCORES)
            self.dice.shuffle(raw)
            scores.enter_scores(**self.given, match=match, raw=raw, penalties=[0, 0, -2000, 0])
        else:
            results.enter_result(**self.given, match=match, result=self.dice.choice(RESULTS))

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

    def correct(self) -> None:
        match = self.match("completed")
        if self.four:
            scores.correct_scores(**self.given, match=match, raw=[30000, 30000, 30000, 30000])
        else:
            results.correct_result(**self.given, match=match, result=self.dice.choice(RESULTS))

    def here(self) -> None:
        one = self.anybody()
        attendance.set_checked_in(**self.given, players=[one], present=not one.checked_in)

    def no_bye(self) -> None:
        request = self.event.bye_requests.first()
        if request is not None:
            given: dict[str, Any] = {"player": request.player, "round_number": request.round_number}
            attendance.cancel_bye(**self.given, **given)

    def together(self) -> None:
        pair = self.event.forbidden_pairs.first()
        if pair is not None:
            players.allow_pair(**self.given, first=pair.a, second=pair.b)

    # --- in the hall
    def verified(self) -> None:
        match = self.match("in_progress", "completed")
        if match.result:
            verification.verify(
                tournament=self.event, actor=self.event.owner, match=match, value=match.result
            )

    def reported(self) -> None:
        match = self.match("published", "in_progress")
        for player, outcome in zip(Player.objects.filter(seats__match=match), ("win", "loss"), strict=False):
            reports.report_result(tournament=self.event, player=player, match=match, outcome=outcome)

    def asked(self) -> None:
        kind = self.dice.choice(["withdraw", "return", "skip"])
        request = requests.ask(tournament=self.event, player=self.anybody(), kind=kind)
        requests.grant(**self.given, request=request)

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

    def other_bye(self) -> None:
        bye = Bye.objects.filter(round=self.round("completed")).first()
        if bye is not None:
            given: dict[str, Any] = {
                "number": bye.round.number,
                "kind": self.dice.choice(["half", "zero", "full"]),
            }
            past_rounds.correct_bye(**self.given, player=bye.player, **given)
