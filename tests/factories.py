"""Events for tests, made the way an organiser makes them: through the services."""

import itertools
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from accounts.models import ApiToken, User
from pairing.formats import document
from tests.replayed import step
from tournaments.events.services import events
from tournaments.files.services import documents
from tournaments.models import Match, Player, Round, RoundState, Tournament
from tournaments.players.services import players
from tournaments.results.services import results, scores
from tournaments.results.services.tables_of_four import Entry
from tournaments.rounds.services import rounds
from tournaments.steps.refusals import ServiceError

PASSWORD = "correct horse battery staple"
# The example of EMA scoring (rules/mahjong.md, section 5), worth +27.3, +6.2, -7.0, -26.5.
FOUR_SCORES = (42_300, 31_200, 28_000, 18_500)
# Steps are shared by the processes of a run, so none may make a user whom another has made.
_counter = itertools.count(1 + 100_000 * int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")))


@step
def make_user(username: str | None = None, **fields: Any) -> User:
    """A user who can sign in with PASSWORD."""
    return User.objects.create_user(username or f"user{next(_counter)}", password=PASSWORD, **fields)


@step
def make_token(user: User) -> str:
    """A key for the API."""
    return str(ApiToken.objects.create(user=user)[1])


@step
def make_event(*, owner: User | None = None, field: int = 0, **settings: Any) -> Tournament:
    """An event of `field` players named Player 1, Player 2, ... rated 2000, 1990, ..."""
    chosen = {
        "name": "Wednesday club",
        "system": "monrad",
        "rounds_planned": 5,
        "draw_seed": "test",
        **settings,
    }
    tournament = events.create_event(owner=owner or make_user(), **chosen)
    if settings.get("secret_seeds"):
        # What is typed is a part of the master only; tests compute from one that they know.
        tournament.draw_seed = chosen["draw_seed"]
        tournament.save(update_fields=["draw_seed"])
    make_players(tournament, field)
    return tournament


def make_table_event(*, field: int = 8, **settings: Any) -> Tournament:
    """An event of tables of four: every round planned, EMA scoring."""
    chosen = {
        "name": "Riichi evening",
        "system": "mahjong_schedule",
        "rounds_planned": 4,
        **settings,
    }
    return make_event(field=field, **chosen)


def import_event(*, document_data: Any, owner: User) -> Tournament:
    """A private event from a document of our own."""
    return documents.store(document.load(document_data), owner=owner)


@step
def make_players(tournament: Tournament, count: int) -> list[Player]:
    """Players straight into the table, for tests that are about something else than registering."""
    first = tournament.players.count() + 1
    return Player.objects.bulk_create(
        Player(tournament=tournament, number=n, name=f"Player {n}", rating=2010 - 10 * n)
        for n in range(first, first + count)
    )


@contextmanager
def refused(code: str | None = None, *, field: str | None = None, **params: Any) -> Iterator[None]:
    """The body is refused in words, with this code, at this field, with these parameters: those that are given."""
    with pytest.raises(ServiceError) as refusal:
        yield
    told = refusal.value
    assert code in (None, told.code), told.code
    assert field in (None, told.field), told.field
    assert str(told)
    assert {name: told.params.get(name) for name in params} == params


@step
def add_player(tournament: Tournament, name: str, **fields: Any) -> Player:
    return players.add_player(tournament=tournament, actor=tournament.owner, name=name, **fields)


def first_wins(match: Match) -> str:
    return "1-0"


@step
def pair(tournament: Tournament, **options: Any) -> Round:
    """The next round, as a draft."""
    return rounds.pair_next_round(tournament=tournament, actor=tournament.owner, **options)


@step
def publish(tournament: Tournament, *, after: int = 0) -> Round:
    """The next round, paired and published, when `after` so many others have been played."""
    play_rounds(tournament, after)
    return rounds.publish(tournament=tournament, actor=tournament.owner, round_=pair(tournament))


@step
def enter_all(round_: Round, result_of: Callable[[Match], str] = first_wins) -> None:
    """A result at every table of a published round."""
    tournament = round_.tournament
    wanted = {match.table: result_of(match) for match in round_.matches.all()}
    results.enter_results(tournament=tournament, actor=tournament.owner, round_=round_, results=wanted)


def example_scores(match: Match) -> Sequence[int]:
    return FOUR_SCORES


@step
def enter_all_scores(round_: Round, scores_of: Callable[[Match], Sequence[int]] = example_scores) -> None:
    """Scores at every table of a published round; East to North as in the example unless told otherwise."""
    tournament = round_.tournament
    tables = {match.table: Entry(scores_of(match)) for match in round_.matches.all()}
    scores.enter_many_scores(tournament=tournament, actor=tournament.owner, round_=round_, tables=tables)


@step
def play_tables(
    tournament: Tournament, scores_of: Callable[[Match], Sequence[int]] = example_scores
) -> Round:
    """The next round of tables of four from pairing to completion."""
    round_ = publish(tournament)
    enter_all_scores(round_, scores_of)
    return rounds.complete(tournament=tournament, actor=tournament.owner, round_=round_)


@step
def play_round(tournament: Tournament, result_of: Callable[[Match], str] = first_wins) -> Round:
    """The next round from pairing to completion."""
    round_ = publish(tournament)
    enter_all(round_, result_of)
    return rounds.complete(tournament=tournament, actor=tournament.owner, round_=round_)


def play_rounds(tournament: Tournament, count: int) -> list[Round]:
    return [play_round(tournament) for _ in range(count)]


def table(round_: Round, number: int = 1) -> Match:
    """One table of a round."""
    return Match.objects.get(round=round_, table=number)


def state_of(round_: Round) -> RoundState:
    return RoundState(Round.objects.get(pk=round_.pk).state)
