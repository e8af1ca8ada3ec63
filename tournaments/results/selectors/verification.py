"""The second pass over the results of a round: how far it is, and which tables still wait for it."""

from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from tournaments.events.selectors.unplayed import missing_tables
from tournaments.models import Match, Round, RoundState, Tournament

# Where results can be keyed a second time: while a round is played, and after it.
STATES = (RoundState.PUBLISHED, RoundState.IN_PROGRESS, RoundState.COMPLETED)


@dataclass(frozen=True, slots=True)
class Keyed:
    """Who keyed a result, and when; `by` is None where it came from the players' phones or from a document."""

    by: User | None
    at: datetime | None

    @property
    def name(self) -> str:
        return str(self.by) if self.by else ""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A table with a result that nobody has keyed a second time. What the result is, is not said here."""

    match_id: int
    table: int
    first: Keyed


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the second pass over a round is. `missing` are the tables without any result."""

    total: int
    verified: int
    waiting: tuple[Waiting, ...]
    missing: tuple[int, ...]

    @property
    def is_done(self) -> bool:
        return self.verified == self.total

    def keyed_by(self, user: User) -> int:
        """How many of the waiting results `user` has entered: somebody else had better verify them."""
        return sum(row.first.by is not None and row.first.by.pk == user.pk for row in self.waiting)


def progress(tournament: Tournament, round_: Round) -> Progress:
    """The second pass over a round, in two queries."""
    rows = list(
        Match.objects.filter(round=round_, round__tournament=tournament)
        .select_related("entered_by")
        .order_by("table")
    )
    missing = tuple(missing_tables(round_))
    open_ = [row for row in rows if row.verified_at is None and row.table not in set(missing)]
    return Progress(
        total=len(rows),
        verified=sum(row.verified_at is not None for row in rows),
        waiting=tuple(Waiting(row.pk, row.table, Keyed(row.entered_by, row.entered_at)) for row in open_),
        missing=missing,
    )
