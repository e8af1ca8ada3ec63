"""Edits of the past, as values: what is changed, and the event as it would be with it. Nothing is written here.

`corrections.services.edits` checks and writes them; `corrections.selectors.impact` says what each would change.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol

from pairing.engine.seasons import with_ratings_replayed
from pairing.model.types import Adjustment, Bye, ByeKind, Round, Snapshot
from pairing.tiebreaks import parse_chain
from tournaments import snapshots


class Edit(Protocol):
    """`since` is the last round that was paired without knowing what is edited: later ones were paired on it."""

    kind: ClassVar[str]

    @property
    def since(self) -> int: ...

    def on(self, snapshot: Snapshot) -> Snapshot:
        """The event with this edit."""
        ...


@dataclass(frozen=True, slots=True)
class ResultEdit:
    """Another result at a table of two of a completed round."""

    kind: ClassVar[str] = "result"
    round: int
    table: int
    result: str
    games: tuple[int, ...] | None = None

    @property
    def since(self) -> int:
        return self.round

    def on(self, snapshot: Snapshot) -> Snapshot:
        return snapshots.with_result(snapshot, self.round, self.table, self.result, self.games)


@dataclass(frozen=True, slots=True)
class ScoresEdit:
    """Other raw points, or penalties (hundredths), at a table of four of a completed round."""

    kind: ClassVar[str] = "scores"
    round: int
    table: int
    raw: tuple[int, ...]
    penalties: tuple[int, ...]
    sticks: int | None = None

    @property
    def since(self) -> int:
        return self.round

    def on(self, snapshot: Snapshot) -> Snapshot:
        penalties = self.penalties if any(self.penalties) else None
        return snapshots.with_scores(snapshot, self.round, self.table, self.raw, penalties)


@dataclass(frozen=True, slots=True)
class ByeEdit:
    """Another kind of bye for a player in a completed round."""

    kind: ClassVar[str] = "bye"
    round: int
    player: int
    bye: str

    @property
    def since(self) -> int:
        return self.round

    def on(self, snapshot: Snapshot) -> Snapshot:
        def changed(round_: Round) -> Round:
            byes = (replace(b, kind=ByeKind(self.bye)) if b.player == self.player else b for b in round_.byes)
            return replace(round_, byes=tuple(byes)) if round_.number == self.round else round_

        return _each_round(snapshot, changed)


@dataclass(frozen=True, slots=True)
class AdjustmentEdit:
    """A bonus, or below 0 a penalty, in points (hundredths) from a round on, in the place of what is there; 0: none."""

    kind: ClassVar[str] = "adjustment"
    player: int
    points: int
    round: int | None = None

    @property
    def since(self) -> int:
        return self.round or 0

    def on(self, snapshot: Snapshot) -> Snapshot:
        place = (self.player, self.round)
        others = tuple(given for given in snapshot.adjustments if (given.player, given.round) != place)
        own = (Adjustment(self.player, self.points, self.round),) if self.points else ()
        return replace(snapshot, adjustments=others + own)


@dataclass(frozen=True, slots=True)
class LeavingEdit:
    """A player left after another round than was noted, or (None) has not left at all."""

    kind: ClassVar[str] = "leaving"
    player: int
    after_round: int | None
    before: int | None = None

    @property
    def since(self) -> int:
        return min(r for r in (self.after_round, self.before, 10_000) if r is not None)

    def on(self, snapshot: Snapshot) -> Snapshot:
        joined = next(e.joined_round for e in snapshot.entrants if e.id == self.player)

        def changed(round_: Round) -> Round:
            is_there = self.after_round is None or round_.number <= self.after_round
            others = tuple(b for b in round_.byes if b.player != self.player or b.kind is not ByeKind.ABSENT)
            if self.player in _people(replace(round_, byes=others)):
                return round_
            # Somebody who has not left was absent wherever there is nothing else; whoever has left is nowhere.
            if is_there or round_.number < joined:
                others += (Bye(self.player, ByeKind.ABSENT),)
            return replace(round_, byes=tuple(sorted(others, key=lambda b: b.player)))

        left = self.after_round
        return _each_round(_with_entrant(snapshot, self.player, left_after_round=left), changed)


@dataclass(frozen=True, slots=True)
class RatingEdit:
    """Another rating of a player (None: no rating)."""

    kind: ClassVar[str] = "rating"
    player: int
    rating: int | None

    @property
    def since(self) -> int:
        return 0

    def on(self, snapshot: Snapshot) -> Snapshot:
        return _with_entrant(snapshot, self.player, rating=self.rating)


@dataclass(frozen=True, slots=True)
class RemovalEdit:
    """A player who was never paired is taken off the list."""

    kind: ClassVar[str] = "removal"
    player: int

    @property
    def since(self) -> int:
        return 0

    def on(self, snapshot: Snapshot) -> Snapshot:
        def changed(round_: Round) -> Round:
            return replace(round_, byes=tuple(b for b in round_.byes if b.player != self.player))

        return replace(
            _each_round(snapshot, changed),
            entrants=tuple(e for e in snapshot.entrants if e.id != self.player),
            forbidden_pairs=tuple(pair for pair in snapshot.forbidden_pairs if self.player not in pair),
            bye_requests=tuple(r for r in snapshot.bye_requests if r.player != self.player),
        )


@dataclass(frozen=True, slots=True)
class TiebreaksEdit:
    """Another chain of tie-breaks, as the event document has it."""

    kind: ClassVar[str] = "tiebreaks"
    tiebreaks: tuple[Any, ...]

    @property
    def since(self) -> int:
        return 0

    def on(self, snapshot: Snapshot) -> Snapshot:
        then = replace(snapshot, tiebreaks=parse_chain(self.tiebreaks, snapshot.seats))
        return with_ratings_replayed(then) if snapshot.series else then


@dataclass(frozen=True, slots=True)
class ScoringEdit:
    """Another worth of results, as it is stored (hundredths; of four the fields of MahjongScoring)."""

    kind: ClassVar[str] = "scoring"
    scoring: tuple[tuple[str, Any], ...]

    @property
    def since(self) -> int:
        return 0

    def on(self, snapshot: Snapshot) -> Snapshot:
        worth: Any = snapshots.WORTH[snapshot.seats](**dict(self.scoring))
        return replace(snapshot, **{snapshot.seats.rules.scoring: worth})


@dataclass(frozen=True, slots=True)
class PlayerEdit:
    """Other facts of a player. `values` are those that rounds have been paired on, or may be ranked by, as the core
    knows them; `others` (a club, a note) are only stored with them.
    """

    kind: ClassVar[str] = "player"
    player: int
    values: tuple[tuple[str, Any], ...]
    others: tuple[tuple[str, Any], ...] = ()
    since: int = 0

    @property
    def touches(self) -> bool:
        """Whether it is an edit of the past at all."""
        return bool(self.values)

    def on(self, snapshot: Snapshot) -> Snapshot:
        return _with_entrant(snapshot, self.player, **dict(self.values))


@dataclass(frozen=True, slots=True)
class SettingsEdit:
    """Other settings. `values` are those that rounds have been paired on, or are ranked by: tie-breaks, scoring, the
    number of rounds; `others` (a venue) are only stored with them.
    """

    kind: ClassVar[str] = "settings"
    values: tuple[tuple[str, Any], ...]
    others: tuple[tuple[str, Any], ...] = ()

    @property
    def since(self) -> int:
        return 0

    @property
    def touches(self) -> bool:
        """Whether it is an edit of the past at all."""
        return bool(self.values)

    def on(self, snapshot: Snapshot) -> Snapshot:
        values = dict(self.values)
        then = snapshot
        if "tiebreaks" in values:
            then = TiebreaksEdit(tuple(values["tiebreaks"])).on(then)
        if "scoring" in values:
            then = ScoringEdit(tuple(values["scoring"].items())).on(then)
        if "rounds_planned" in values:
            then = replace(then, rounds_planned=values["rounds_planned"])
        return then


def _each_round(snapshot: Snapshot, changed: Callable[[Round], Round]) -> Snapshot:
    return replace(snapshot, rounds=tuple(changed(round_) for round_ in snapshot.rounds))


def _with_entrant(snapshot: Snapshot, player: int, **values: Any) -> Snapshot:
    entrants = (replace(e, **values) if e.id == player else e for e in snapshot.entrants)
    return replace(snapshot, entrants=tuple(entrants))


def _people(round_: Round) -> set[int]:
    """Who has a seat or a bye in a round."""
    seated: Iterable[int] = (player for match in round_.matches for player in match.seats)
    return {*seated, *(bye.player for bye in round_.byes)}
