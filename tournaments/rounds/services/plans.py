"""Store another plan of a round that is paired already: rows of tables that stay are kept, with all they have."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F

from pairing.model.types import PlannedMatch, RoundPlan, Snapshot
from tournaments import round_rows
from tournaments.models import Bye, ByeKind, Match, Player, Round, Seat, Tournament
from tournaments.rounds.refusals import refuse
from tournaments.rounds.services import drafts
from tournaments.steps.changes import touching

# Table numbers are unique in a round, so those that change are first moved out of the way.
ASIDE = 10_000_000


@dataclass(frozen=True, slots=True)
class Stored:
    """What was there before a plan was stored, by table: the players in the order of their seats."""

    gone: dict[int, tuple[int, ...]]
    new: dict[int, tuple[int, ...]]
    moved: dict[int, int]
    byes_gone: tuple[int, ...]
    byes_new: tuple[int, ...]

    def to_json(self) -> tuple[dict[str, object], dict[str, object]]:
        """Before and after, as the log keeps them."""
        before = {"tables": _listed(self.gone), "byes": list(self.byes_gone)}
        after: dict[str, object] = {"tables": _listed(self.new), "byes": list(self.byes_new)}
        if self.moved:
            after["moved"] = [{"from": old, "to": new} for old, new in sorted(self.moved.items())]
        return before, after


def _listed(tables: dict[int, tuple[int, ...]]) -> list[dict[str, object]]:
    return [{"table": table, "players": list(seats)} for table, seats in sorted(tables.items())]


def store(
    tournament: Tournament, row: Round, plan: RoundPlan, snapshot: Snapshot, done: Iterable[int]
) -> Stored:
    """Make the stored round what `plan` says, inside a running change; returns what that changed.

    A table whose players stay in their seats keeps its row, and with it reports, extra time and the reasons, also at
    another number. In other seats they get a new row: a page that is open elsewhere must not take the first player for
    the second. `done` are tables that must stay as they are. Errors: `table_has_result` (params: table).
    """
    old = _old_tables(row)
    wanted = {match.seats: match for match in plan.matches}
    gone = [table for seats, table in old.items() if seats not in wanted]
    new = [match for match in plan.matches if match.seats not in old]
    kept = [(old[seats], match) for seats, match in wanted.items() if seats in old]
    moved = [(was, match) for was, match in kept if was.table != match.table]
    _refuse_done([table.table for table in gone] + [was.table for was, _match in moved], done)
    changed = [*gone, *(was for was, match in kept if was.table != match.table or _why(match) != was.why)]
    touching(tournament.pk, "rounds", "players", matches=[table.pk for table in changed])
    if new:
        touching(tournament.pk, "matches")
    Match.objects.filter(pk__in=[table.pk for table in gone]).delete()
    drafts.add_house_players(tournament, plan.house, row.number)
    keys = dict(Player.objects.filter(tournament=tournament).values_list("number", "pk"))
    _move(moved)
    _reword(kept)
    round_rows.save_tables(row, new, keys)
    byes_gone, byes_new = _store_byes(row, plan, snapshot, keys)
    row.relaxed = [
        {"rule": r.rule, "players": list(r.players), "reason": r.reason.to_json()} for r in plan.relaxed
    ]
    row.save(update_fields=["relaxed"])
    _let_in(tournament, row, plan)
    drafts.drop_idle_house_players(tournament)
    return Stored(
        gone={table.table: table.seats for table in gone},
        new={match.table: match.seats for match in new},
        moved={was.table: match.table for was, match in moved},
        byes_gone=byes_gone,
        byes_new=byes_new,
    )


def _let_in(tournament: Tournament, row: Round, plan: RoundPlan) -> None:
    """Whoever was to come later, or had left, and is put at a table by hand takes part in this round after all."""
    seated = [number for match in plan.matches for number in match.seats]
    people = Player.objects.filter(tournament=tournament, number__in=seated)
    people.filter(joined_round__gt=row.number).update(joined_round=row.number)
    people.filter(left_after_round__lt=row.number).update(left_after_round=row.number)


@dataclass(frozen=True, slots=True)
class _Table:
    pk: int
    table: int
    seats: tuple[int, ...]
    why: list[object]


def _old_tables(row: Round) -> dict[tuple[int, ...], _Table]:
    seats: dict[int, list[int]] = {}
    heads: dict[int, tuple[int, list[object]]] = {}
    rows = Seat.objects.filter(round=row).order_by("match__table", "position")
    for pk, table, why, number in rows.values_list(
        "match_id", "match__table", "match__why", "player__number"
    ):
        heads[pk] = (table, why)
        seats.setdefault(pk, []).append(number)
    tables = (_Table(pk, table, tuple(seats[pk]), why) for pk, (table, why) in heads.items())
    return {table.seats: table for table in tables}


def _refuse_done(tables: list[int], done: Iterable[int]) -> None:
    touched = sorted(set(tables) & set(done))
    if touched:
        raise refuse.table_has_result(table=touched[0])


def _move(moved: list[tuple[_Table, PlannedMatch]]) -> None:
    Match.objects.filter(pk__in=[was.pk for was, _match in moved]).update(table=F("table") + ASIDE)
    for was, match in moved:
        Match.objects.filter(pk=was.pk).update(table=match.table)


def _why(match: PlannedMatch) -> list[object]:
    return [reason.to_json() for reason in match.why]


def _reword(kept: list[tuple[_Table, PlannedMatch]]) -> None:
    for was, match in kept:
        if _why(match) != was.why:
            Match.objects.filter(pk=was.pk).update(why=_why(match))


def _store_byes(
    row: Round, plan: RoundPlan, snapshot: Snapshot, keys: dict[int, int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Byes of the plan; whoever comes later, and is absent for that only, stays absent. Returns who has none any more
    and who has a new one.
    """
    seated = {number for match in plan.matches for number in match.seats}
    later = {e.id for e in snapshot.entrants if e.joined_round > row.number} - seated
    old = {bye.player.number: bye for bye in Bye.objects.filter(round=row).select_related("player")}
    wanted = {bye.player: bye for bye in plan.byes}
    stays = {n for n, bye in old.items() if bye.kind == ByeKind.ABSENT and n in later}
    gone = [number for number in old if number not in wanted and number not in stays]
    same = [n for n in wanted if n in old and old[n].kind == wanted[n].kind.value]
    replaced = [n for n in wanted if n in old and n not in same]
    new = [number for number in wanted if number not in same]
    if gone or new:
        touching(row.tournament_id, "byes")
    Bye.objects.filter(pk__in=[old[number].pk for number in [*gone, *replaced]]).delete()
    Bye.objects.bulk_create(
        Bye(
            round=row,
            player_id=keys[number],
            kind=wanted[number].kind.value,
            points=snapshot.worth.for_bye(wanted[number].kind),
            why=[reason.to_json() for reason in wanted[number].why],
        )
        for number in new
    )
    return tuple(sorted([*gone, *replaced])), tuple(sorted(new))
