"""Tables of rounds as a state has them, written with few statements and without losing what hangs on a match."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db.models import F
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from tournaments.models import ClaimState, Match, Player, Round, ScoreClaim, Seat, Tournament
from tournaments.steps.delta import Row, Rows
from tournaments.steps.state import MATCH, SEAT

# Where tables wait that take another number: no hall has so many.
_ASIDE = 1_000_000
_STAMPS = {"playing_since", "verified_at", "entered_at", "agreed_for"}
_USERS = {"entered_by_id", "verified_by_id"}


def write_tables(tournament: Tournament, now: Rows, wanted: Rows, users: Collection[int]) -> None:
    """Turn the tables `now` into those `wanted`; `users` are the accounts there are.

    A match goes on as the same row with whoever sits at it, else at its number. Reports that wait where the players or
    the result change are superseded, as after an entry at the desk.
    """
    old, new = _by_round(now), _by_round(wanted)
    for number in sorted(old.keys() | new.keys(), key=int):
        if old[number] != new[number]:
            round_ = Round.objects.filter(tournament=tournament, number=number).first()
            if round_ is not None:
                _Tables(round_, old[number], new[number], users).write()


def _by_round(rows: Rows) -> dict[str, dict[int, Row]]:
    found: dict[str, dict[int, Row]] = defaultdict(dict)
    for key, row in rows.items():
        number, table = key.split("/")
        found[number][int(table)] = row
    return found


class _Tables:
    """The tables of one round on their way."""

    def __init__(
        self, round_: Round, now: Mapping[int, Row], wanted: Mapping[int, Row], users: Collection[int]
    ) -> None:
        self.round, self.users = round_, users
        self.now = {t: row for t, row in now.items() if wanted.get(t) != row}
        self.wanted = {t: row for t, row in wanted.items() if now.get(t) != row}
        self.rows = {m.table: m for m in Match.objects.filter(round=round_, table__in=list(self.now))}
        self.keys = dict(Player.objects.filter(tournament=round_.tournament_id).values_list("number", "pk"))

    def write(self) -> None:
        came_from = self._origins()
        going = [row.pk for table, row in self.rows.items() if table not in came_from.values()]
        Match.objects.filter(pk__in=going).delete()
        kept = {table: self.rows[origin] for table, origin in came_from.items() if origin in self.rows}
        self._supersede(came_from)
        reseated = [t for t in kept if self.now[came_from[t]]["players"] != self.wanted[t]["players"]]
        Seat.objects.filter(match__in=[kept[t].pk for t in reseated]).delete()
        self._move(kept, came_from)
        self._update(kept, came_from)
        created = self._create([t for t in self.wanted if t not in kept])
        self._seat({**{t: kept[t] for t in reseated}, **created})
        self._score({t: row for t, row in kept.items() if t not in reseated}, came_from)

    def _origins(self) -> dict[int, int]:
        """By wanted table, the table its row has now: the one with the same players, else the one with its number."""
        of_players = {tuple(row["players"]): table for table, row in self.now.items()}
        found: dict[int, int] = {}
        for table, row in self.wanted.items():
            origin = of_players.pop(tuple(row["players"]), None)
            if origin is not None:
                found[table] = origin
        taken = set(found.values())
        for table in self.wanted.keys() - found.keys():
            if table in self.now and table not in taken:
                found[table] = table
        return found

    def _supersede(self, came_from: Mapping[int, int]) -> None:
        changed = [
            self.rows[origin].pk
            for table, origin in came_from.items()
            if any(
                self.now[origin][field] != self.wanted[table][field]
                for field in ("players", "result", "games", "scores")
            )
        ]
        ScoreClaim.objects.filter(match__in=changed, state=ClaimState.WAITING).update(
            state=ClaimState.SUPERSEDED, decided_at=timezone.now()
        )

    def _move(self, kept: Mapping[int, Match], came_from: Mapping[int, int]) -> None:
        moving = {table: row for table, row in kept.items() if came_from[table] != table}
        if not moving:
            return
        Match.objects.filter(pk__in=[row.pk for row in moving.values()]).update(table=F("table") + _ASIDE)
        for table, row in moving.items():
            row.table = table
        Match.objects.bulk_update(moving.values(), ["table"], batch_size=200)

    def _update(self, kept: Mapping[int, Match], came_from: Mapping[int, int]) -> None:
        """Rows alike in what changes and in what it becomes are written together."""
        alike: dict[str, tuple[dict[str, object], list[int]]] = {}
        for table, row in kept.items():
            old, new = self.now[came_from[table]], self.wanted[table]
            known = [field for field in MATCH if field in new]  # a state may be older than a column
            values = {field: self._value(field, new[field]) for field in known if old[field] != new[field]}
            if values:
                alike.setdefault(repr(values), (values, []))[1].append(row.pk)
        for values, keys in alike.values():
            Match.objects.filter(pk__in=keys).update(**values)

    def _create(self, tables: Iterable[int]) -> dict[int, Match]:
        made = [
            Match(
                round=self.round,
                table=table,
                **{f: self._value(f, self.wanted[table][f]) for f in MATCH if f in self.wanted[table]},
            )
            for table in tables
        ]
        return {row.table: row for row in Match.objects.bulk_create(made, batch_size=500)}

    def _seat(self, rows: Mapping[int, Match]) -> None:
        seats = [
            Seat(
                match=row,
                round=self.round,
                player_id=self.keys[number],
                position=position,
                **dict(zip(SEAT, scores, strict=True)),
            )
            for table, row in rows.items()
            for position, (number, scores) in enumerate(
                zip(self.wanted[table]["players"], self.wanted[table]["scores"], strict=True)
            )
        ]
        Seat.objects.bulk_create(seats, batch_size=1000)

    def _score(self, kept: Mapping[int, Match], came_from: Mapping[int, int]) -> None:
        """What stands at seats whose players stay, again with those alike together."""
        alike: dict[tuple[Any, ...], list[int]] = defaultdict(list)
        for table, row in kept.items():
            old, new = self.now[came_from[table]]["scores"], self.wanted[table]["scores"]
            for position, scores in enumerate(new):
                if old[position] != scores:
                    alike[position, *scores].append(row.pk)
        for (position, *scores), keys in alike.items():
            Seat.objects.filter(match__in=keys, position=position).update(
                **dict(zip(SEAT, scores, strict=True))
            )

    def _value(self, field: str, value: Any) -> object:
        if field in _USERS and value not in self.users:
            return None
        return parse_datetime(value) if field in _STAMPS and value else value
