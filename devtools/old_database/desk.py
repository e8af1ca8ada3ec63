"""A desk: somebody at work on an event, one step after the other, through the services as everybody."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from accounts.models import User
from devtools.old_database.surroundings import Clock
from tournaments.models import Match, Player, Result, Round, Seat, Tournament
from tournaments.services import bulk, clocks, events, results, rounds, scores
from tournaments.services.tables_of_four import Entry

START = 30_000
# Any script, any length.
NAMES = (
    "Søren Østergaard", "佐々木 翔太", "Ingrid Bækgaard Mikkelsen", "Olúwaṣeun Adébáyọ̀", "Zofia Wiśniewska",
    "Виктория Соколова", "Jens-Christian Præstegaard", "田中 美咲", "Nguyễn Thị Minh Châu", "Bo Li",
    "Élodie Saint-Clair", "Δημήτρης Παππάς", "Lærke Holm", "Mads Holm", "Kofi Mensah", "Ólafur Þórðarson",
)  # fmt: skip


class Desk:
    """An event and who works on it. Every step comes half a minute after the one before."""

    def __init__(self, event: Tournament, clock: Clock, actor: User | None = None) -> None:
        self.event, self.clock, self.actor = event, clock, actor or event.owner
        self.chance = random.Random(event.slug)

    def by(self, actor: User) -> Desk:
        """The same event, somebody else at work."""
        return Desk(self.event, self.clock, actor)

    def do(self, service: Callable[..., Any], **given: Any) -> Any:
        return self.phone(service, actor=self.actor, **given)

    def phone(self, service: Callable[..., Any], **given: Any) -> Any:
        """A step of a player, who has no account."""
        self.clock.on()
        self.event = Tournament.objects.get(pk=self.event.pk)
        return service(tournament=self.event, **given)

    def player(self, number: int) -> Player:
        return Player.objects.get(tournament=self.event, number=number)

    def match(self, round_: Round, table: int) -> Match:
        return Match.objects.select_related("round").get(round=round_, table=table)

    def at(self, match: Match) -> list[Player]:
        """Who sits at a table, in the order of the seats."""
        seats = Seat.objects.filter(match=match).order_by("position").select_related("player")
        return [seat.player for seat in seats]

    def tables(self, round_: Round) -> list[int]:
        return sorted(Match.objects.filter(round=round_).values_list("table", flat=True))

    def enter(self, count: int, ratings: Sequence[int | None] = ()) -> None:
        """The first `count` of NAMES, and where there are more, Player 17 and so on."""
        names = [*NAMES[:count], *(f"Player {n}" for n in range(len(NAMES) + 1, count + 1))]
        rated = [*ratings, *(None for _ in names[len(ratings) :])]
        people = [{"name": name, "rating": rating} for name, rating in zip(names, rated, strict=True)]
        self.do(bulk.add_players, players=people)

    def published(self, *, started: bool = False, **overrides: Any) -> Round:
        round_: Round = self.do(rounds.pair_next_round, overrides=overrides or None)
        self.do(rounds.publish, round_=round_)
        if started:
            self.do(clocks.start, round_=round_)
        return round_

    def results(self, round_: Round, *, drawn: float = 0.2, besides: Iterable[int] = ()) -> None:
        """Results by chance at all tables but some."""
        tables = [table for table in self.tables(round_) if table not in set(besides)]
        self.do(results.enter_results, round_=round_, results={t: self._result(drawn) for t in tables})

    def _result(self, drawn: float) -> str:
        if self.chance.random() < drawn:
            return Result.DRAW.value
        return self.chance.choice([Result.FIRST_WINS.value, Result.SECOND_WINS.value])

    def scores(self, round_: Round, besides: Iterable[int] = ()) -> None:
        """Scores by chance at all tables of four but some."""
        tables = [table for table in self.tables(round_) if table not in set(besides)]
        self.do(scores.enter_many_scores, round_=round_, tables={t: Entry(self.raw()) for t in tables})

    def raw(self) -> tuple[int, ...]:
        points = [START] * 4
        for _hand in range(10):
            winner, loser = self.chance.sample(range(4), 2)
            value = self.chance.choice((1000, 2000, 3900, 7700, 12_000))
            points[winner] += value
            points[loser] -= value
        return tuple(points)

    def played(self, count: int = 1, *, drawn: float = 0.2, **overrides: Any) -> None:
        """So many rounds of two from pairing to completion."""
        for _ in range(count):
            round_ = self.published(**overrides)
            self.results(round_, drawn=drawn)
            self.complete(round_)

    def played_by_four(self, count: int = 1) -> None:
        for _ in range(count):
            round_ = self.published()
            self.scores(round_)
            self.complete(round_)

    def complete(self, round_: Round) -> None:
        self.clock.on(minutes=40)
        self.do(rounds.complete, round_=Round.objects.get(pk=round_.pk))

    def finish(self) -> None:
        self.do(events.finish_event)


def opened(owner: User, clock: Clock, slug: str, name: str, **settings: Any) -> Desk:
    """A new event and its desk."""
    clock.on(minutes=1)
    chosen: Mapping[str, Any] = {"draw_seed": f"seed of {slug}", **settings}
    return Desk(events.create_event(owner=owner, name=name, slug=slug, **chosen), clock)
