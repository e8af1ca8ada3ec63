"""Penalties as they are read: in order, each with how many of its kind the player has by then; sums by player."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.timezone import localtime

from tournaments.models import Penalty, PenaltyKind, Player, Tournament
from tournaments.names.ordering import a_to_z
from tournaments.steps.names import matches
from tournaments.steps.version_cache import at_hand

# From the mildest to the gravest; a note is no penalty and never a sign beside a name.
GRAVITY = list(PenaltyKind)


@dataclass(frozen=True, slots=True)
class PenaltyRow:
    """A penalty. `count`: which of its kind it is for this player, 2 for a second caution; 0 once it is taken back."""

    penalty: Penalty
    count: int

    @property
    def player(self) -> Player:
        return self.penalty.player

    @property
    def is_revoked(self) -> bool:
        return self.penalty.revoked_at is not None

    @property
    def next_step(self) -> str:
        """What a judge has to do besides: `result` (enter it), `withdraw`, or nothing. It is never done by itself."""
        if self.is_revoked:
            return ""
        if self.penalty.kind == PenaltyKind.DISQUALIFICATION:
            return "withdraw" if self.player.left_after_round is None else ""
        loses = self.penalty.kind in (PenaltyKind.GAME_LOSS, PenaltyKind.MATCH_LOSS)
        return "result" if loses and self.penalty.round_number and self.penalty.table else ""


@dataclass(frozen=True, slots=True)
class Sum:
    """What stands against a player: how many of each kind, gravest first."""

    player: Player
    counts: tuple[tuple[PenaltyKind, int], ...]

    @property
    def total(self) -> int:
        return sum(count for kind, count in self.counts if kind != PenaltyKind.NOTE)

    @property
    def gravest(self) -> PenaltyKind:
        return self.counts[0][0]


def rows(tournament: Tournament, **of: Player) -> list[PenaltyRow]:
    """Every penalty of the event (`player=`: of that player), latest first, in one query."""
    counted: Counter[tuple[int, str]] = Counter()
    found = []
    given = Penalty.objects.filter(tournament=tournament, **of)
    for penalty in given.select_related("player").order_by("id"):
        if penalty.revoked_at is None:
            counted[penalty.player_id, penalty.kind] += 1
        count = counted[penalty.player_id, penalty.kind] if penalty.revoked_at is None else 0
        found.append(PenaltyRow(penalty, count))
    return found[::-1]


def search(
    tournament: Tournament,
    *,
    words: str = "",
    kind: str = "",
    player: int | None = None,
    round_number: int | None = None,
) -> list[PenaltyRow]:
    """Those that fit: `words` in the name or in what happened, and the rest as it is given."""

    def fits(row: PenaltyRow) -> bool:
        one = row.penalty
        return (
            (not words or matches(words, f"{one.player.name} {one.infraction} {one.given_by_name}"))
            and (not kind or one.kind == kind)
            and (player is None or one.player.number == player)
            and (round_number is None or one.round_number == round_number)
        )

    return [row for row in rows(tournament) if fits(row)]


def sums(tournament: Tournament, rows: Iterable[PenaltyRow]) -> list[Sum]:
    """What stands against each player of these rows, in the order of their names."""
    counts: dict[int, Counter[str]] = {}
    players: dict[int, Player] = {}
    for row in rows:
        if not row.is_revoked:
            players[row.player.pk] = row.player
            counts.setdefault(row.player.pk, Counter())[row.penalty.kind] += 1
    listed = [
        Sum(players[key], tuple((kind, mine[kind]) for kind in reversed(GRAVITY) if mine[kind]))
        for key, mine in counts.items()
    ]
    return a_to_z(tournament, listed, lambda one: one.player.number)


def signs(tournament: Tournament) -> dict[int, Sum]:
    """Who has more than notes against them, by player number. Kept on the event: a page asks for every name."""
    kept: dict[int, Sum] | None = tournament.__dict__.get("_penalty_signs")
    if kept is None:
        # Most events have none, and to read and order them takes many times as long as this question.
        penalties = Penalty.objects.filter(tournament=tournament)
        listed = sums(tournament, rows(tournament)) if penalties.exists() else []
        kept = {one.player.number: one for one in listed if one.total}
        tournament.__dict__["_penalty_signs"] = kept
    return kept


def own(tournament: Tournament, player: Player) -> list[PenaltyRow]:
    """What a player may read about themselves: penalties that stand, latest first; notes are the judges' own."""
    if not at_hand(tournament, "penalties", lambda: Penalty.objects.filter(tournament=tournament).exists()):
        return []  # as in most events, for every phone of the hall
    return [
        row
        for row in rows(tournament, player=player)
        if not row.is_revoked and row.penalty.kind != PenaltyKind.NOTE
    ]


def as_table(rows: Iterable[PenaltyRow]) -> list[list[object]]:
    """The rows for a table of text, with its head."""
    head = ["number", "player", "round", "table", "penalty", "count", "what_happened", "given_by", "given_at"]
    table: list[list[object]] = [[*head, "taken_back_at", "taken_back_by", "why"]]
    for row in rows:
        one = row.penalty
        table.append([
            one.player.number, one.player.name, one.round_number or "", one.table or "", one.kind,
            row.count or "", one.infraction, one.given_by_name, localtime(one.given_at).isoformat(timespec="seconds"),
            localtime(one.revoked_at).isoformat(timespec="seconds") if one.revoked_at else "",
            one.revoked_by_name, one.revoked_note,
        ])  # fmt: skip
    return table
