"""What the page of the second pass is made of: tables without results, the question where two differ, its words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from pairing.model.types import FOUR, TWO, TableKind
from tournaments.desk.entries import (
    Entry,
    ScoreEntry,
    boxes,
    common_of,
    entry_texts,
    score_entry,
    score_texts,
)
from tournaments.forms.result_choices import Choice, choice_of, choices
from tournaments.forms.scores import Scores
from tournaments.models import Match, Tournament
from tournaments.names.namesakes import names_at
from tournaments.results.selectors.texts import of_text
from tournaments.results.selectors.verification import Keyed, Progress
from tournaments.results.services.results import check_result
from tournaments.results.services.tables_of_four import Entry as ScoresKeyed
from tournaments.results.services.verification import Value
from tournaments.rounds.selectors.rounds import TableRow
from tournaments.snapshots import mahjong_of, seats_at_table
from tournaments.steps.refusals import ServiceError
from tournaments.templatetags.pairwright import raw_points
from tournaments.web.contexts import Part


@dataclass(frozen=True, slots=True)
class Row:
    """One table of the page; `mine`: whoever looks at it has entered its result."""

    entry: Entry | ScoreEntry
    mine: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """The tables that wait, in order, and what the page and its script say of them."""

    rows: list[Row]
    choices: list[Choice]
    texts: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Question:
    """A table somebody came back to without a script: all results to choose from, or two that differ."""

    match: Match
    names: str
    first: str
    first_text: str
    second: str
    second_text: str
    keyed: Keyed


@dataclass(frozen=True, slots=True)
class SecondPass:
    """How tables of one kind are keyed a second time.

    `value` is a text as the service takes it and `in_words` as people read it (errors: ServiceError where it is no
    result); `entries` is what the page of a round shows of tables that wait; without a script one of all results can be
    chosen where it `offers_all` of them.
    """

    value: Callable[[str], Value]
    in_words: Callable[[Tournament, str], str]
    entries: Callable[[Tournament, int, Sequence[tuple[TableRow, bool]]], tuple[Part, ...]]
    offers_all: bool


def second_pass(tournament: Tournament) -> SecondPass:
    """The way of this event's tables."""
    return _WAYS[seats_at_table(tournament)]


def verify_entries(
    tournament: Tournament, number: int, progress: Progress, rows: Mapping[int, TableRow], user: User
) -> tuple[Part, ...]:
    """The tables that wait, and what the scripts of their boxes need. `rows` are blank tables by match."""
    waiting = [
        (rows[w.match_id], w.first.by is not None and w.first.by.pk == user.pk) for w in progress.waiting
    ]
    return second_pass(tournament).entries(tournament, number, waiting)


def question(tournament: Tournament, match: Match, stored: str, second: str) -> Question | None:
    """The question about a table; without a readable `second` only where one of all results is to be chosen."""
    way = second_pass(tournament)
    try:
        second_text = way.in_words(tournament, second) if second else ""
    except ServiceError:
        return None
    if not second and not way.offers_all:
        return None
    keyed = Keyed(match.entered_by, match.entered_at)
    told = way.in_words(tournament, stored) if second else ""
    return Question(
        match, names_at(tournament, match), stored if second else "", told, second, second_text, keyed
    )


def _result_in_words(tournament: Tournament, text: str) -> str:
    check_result(*of_text(text))
    return choice_of(tournament, text).label


def verify_texts(texts: dict[str, Any]) -> dict[str, Any]:
    """What the script of the page says, instead of some texts of the pages for entering."""
    return texts | {
        "saving": _("comparing…"),
        "saved": _("verified"),
        "waiting": _("not compared yet – trying again"),
        "refused": _("not verified"),
        "conflict": _("differs from the first entry"),
        "other": _("verified at another desk"),
        "cleared": _("no result"),
        "first": _("first entry"),
        "second": _("second entry"),
    }


def _results(
    tournament: Tournament, number: int, waiting: Sequence[tuple[TableRow, bool]]
) -> tuple[Part, ...]:
    every = choices(tournament, number)
    common = common_of(every)
    rows = [Row(Entry(row, common, None), mine) for row, mine in waiting]
    return (Waiting(rows, every, verify_texts(entry_texts(tournament, number))),)


def _scores(
    tournament: Tournament, _number: int, waiting: Sequence[tuple[TableRow, bool]]
) -> tuple[Part, ...]:
    scoring = mahjong_of(tournament)
    rows = [Row(score_entry(scoring, row), mine) for row, mine in waiting]
    return boxes(scoring), Waiting(rows, [], verify_texts(score_texts()))


def _scores_keyed(text: str) -> ScoresKeyed:
    """Penalties that were not keyed are not compared."""
    scores = Scores.from_text(text)
    penalties = scores.penalties if any(scores.penalties) else None
    return ScoresKeyed(scores.raw, penalties, scores.sticks)


def _scores_in_words(_tournament: Tournament, text: str) -> str:
    return " · ".join(raw_points(score) for score in Scores.from_text(text).raw)


_WAYS: Mapping[TableKind, SecondPass] = {
    TWO: SecondPass(str, _result_in_words, _results, offers_all=True),
    FOUR: SecondPass(_scores_keyed, _scores_in_words, _scores, offers_all=False),
}
