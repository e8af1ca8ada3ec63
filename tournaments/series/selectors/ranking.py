"""The ranking of a series: everybody by rating, and what the latest season has changed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pairing.model.trueskill import Rating
from tournaments.models import RankingOrder, Series
from tournaments.names.alphabets import collated
from tournaments.series.selectors.facts import Facts, Someone, Taken, facts_of
from tournaments.series.selectors.series import View
from tournaments.steps.names import guessed_sort_name, matches
from tournaments.steps.version_cache import by_key


@dataclass(frozen=True, slots=True)
class Row:
    """One person of the ranking. `rank` is None for who has no rated match yet; equal values share a rank.

    `change` is what the latest season with rated matches did to `value`, None for who had none in it. `won` and
    `lost` count rated matches, those of the seasons shown.
    """

    rank: int | None
    person: int
    name: str
    rating: Rating
    value: float
    change: float | None
    won: int
    lost: int
    seasons: int
    last_season: int

    @property
    def mu(self) -> float:
        return self.rating.mu

    @property
    def sigma(self) -> float:
        return self.rating.sigma

    @property
    def conservative(self) -> float:
        return self.rating.conservative

    @property
    def is_rated(self) -> bool:
        return self.rank is not None


@dataclass(frozen=True, slots=True)
class Ranking:
    """`latest` is the season that `change` is about, None before the first rated match."""

    latest: int | None
    rows: tuple[Row, ...]

    def of(self, person: int) -> Row | None:
        return next((row for row in self.rows if row.person == person), None)

    def found(self, query: str) -> tuple[Row, ...]:
        """The rows of the names that answer to a query, all of them for an empty one."""
        wanted = query.strip()
        return tuple(row for row in self.rows if matches(wanted, row.name)) if wanted else self.rows


def value_of(series: Series, rating: Rating) -> float:
    """What the ranking of this series goes by."""
    return rating.mu if series.order == RankingOrder.MU else rating.conservative


def ranking(view: View) -> Ranking:
    """Everybody of the seasons shown, the best first; who has no rated match yet comes last, by name.

    Ratings count all seasons, those that are not shown too.
    """
    key = f"ranking:{view.series.pk}:{view.stamp}"
    return by_key(key, lambda: _rank(view, facts_of(view.series, view.stamp)))


def _rank(view: View, facts: Facts) -> Ranking:
    shown = view.shown
    people = [
        (someone, tuple(taken for taken in someone.seasons if taken.event in shown))
        for someone in facts.people.values()
    ]
    latest = max((t.season for _, taken in people for t in taken if t.after), default=None)
    rows = [_row(view.series, someone, taken, latest) for someone, taken in people if taken]
    rows.sort(key=lambda row: (collated(guessed_sort_name(row.name), view.language), row.person))
    rated = sorted((row for row in rows if row.won + row.lost), key=lambda row: -row.value)
    others = [row for row in rows if not row.won + row.lost]
    return Ranking(latest, (*_ranked(rated), *others))


def _row(series: Series, someone: Someone, seasons: tuple[Taken, ...], latest: int | None) -> Row:
    now = seasons[-1] if seasons[-1].season == latest else None
    change = None
    if now and now.before and now.after:
        change = value_of(series, now.after) - value_of(series, now.before)
    return Row(
        None,
        someone.id,
        someone.name,
        someone.rating,
        value_of(series, someone.rating),
        change,
        sum(taken.won for taken in seasons),
        sum(taken.lost for taken in seasons),
        len(seasons),
        seasons[-1].season,
    )


def _ranked(rows: Sequence[Row]) -> list[Row]:
    ranked: list[Row] = []
    for place, row in enumerate(rows, 1):
        same = ranked and ranked[-1].value == row.value
        ranked.append(replace(row, rank=ranked[-1].rank if same else place))
    return ranked
