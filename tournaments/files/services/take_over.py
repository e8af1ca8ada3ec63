"""An event from another installation, row by row: with other primary keys, keys sealed anew, accounts by user name."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, models, transaction

from accounts.models import User
from pairing.model.errors import PairingError
from tournaments.events.services.cleaners import clean_slug
from tournaments.events.services.quotas import refuse_too_many_events
from tournaments.events.services.settings import RESERVED_SLUGS
from tournaments.files.refusals import refuse
from tournaments.files.selectors import (
    DELTA,
    FACTS,
    NAMED_IN_LOG,
    NOT_OF_EVENT,
    ROWS,
    STATE,
    Ways,
    translated_delta,
    translated_row,
)
from tournaments.history.restore_points import nearest_whole
from tournaments.models import Entry, LogEntry, Penalty, Player, Role, Staff, Tournament
from tournaments.players.services.quotas import refuse_too_many_players
from tournaments.sandbox.packs import PACK_DAMAGED, PACK_NEWER, PACK_TOO_LARGE
from tournaments.seals import Purpose, seal, seals
from tournaments.steps.delta import Row, State, pack
from tournaments.steps.refusals import CoreError, ServiceError

clean_address = clean_slug(RESERVED_SLUGS)
# Of JSON, all kept states together: each row stands in the pack once and in the database with every state.
MOST_BYTES_OF_STATES = 600_000_000
# Opening a pack tells which of its user names have accounts here: not of the whole installation at once.
MOST_STAFF = 100
# So many keys are looked for in one statement.
_MANY = 1_000


class Written(NamedTuple):
    """An event as its pack has it, the user names on its staff that have no account here, and the series it was in."""

    event: Tournament
    without_account: list[str]
    series: str


def write_event(contents: Mapping[str, object], *, owner: User, slug: str = "", limited: bool) -> Written:
    """The event with everything in it. `limited`: with no more staff than a visitor may ask about.

    Errors: `event_here_already`, `slug_taken`, `too_many_events`, `too_many_players`; `pack_newer`, `pack_too_large`
    and `pack_damaged` for what this installation cannot hold. Nothing is stored then.
    """
    with damage_named():
        writer = _Writer(contents, owner, slug, limited)
        try:
            with transaction.atomic():
                return Written(writer.write(), sorted(writer.without_account), writer.series)
        except IntegrityError:
            writer.refuse_known()  # somebody else has opened the same pack meanwhile
            raise


@contextmanager
def damage_named() -> Iterator[None]:
    """Whoever makes a pack by hand can put anything into it: what fits nowhere is damage. Errors: `pack_damaged`.

    A full disk or a lost connection is none.
    """
    try:
        yield
    except (
        ValidationError,
        DataError,
        IntegrityError,
        PairingError,
        LookupError,
        OverflowError,
        TypeError,
        ValueError,
        AttributeError,
    ) as error:
        raise unfit(PACK_DAMAGED) from error


def unfit(code: str) -> ServiceError:
    return CoreError(PairingError(code), field="file")


M = TypeVar("M", bound=models.Model)


class _Writer:
    def __init__(self, contents: Mapping[str, Any], owner: User, slug: str, limited: bool) -> None:
        self.contents, self.owner, self.limited = contents, owner, limited
        self.old_slug: str = contents["event"]["slug"]
        self.series = str(contents["series"] or "")
        self.slug = clean_address(slug or self.old_slug) or ""
        self.people = {
            contents["owner"]: Role.OWNER,
            **{row["user_id"]: row["role"] for row in self._rows(Staff)},
        }
        accounts = User.objects.filter(username__in=[name for name in self.people if name], is_active=True)
        self.accounts: dict[str, int] = dict(accounts.values_list("username", "pk"))
        self.pks: dict[Any, dict[Any, Any]] = {model: {} for model in ROWS}
        # Columns that point to rows which are written later: the row, the column and the old primary key.
        self.pending: list[tuple[models.Model, Any, Any]] = []
        self.ways: Ways = {
            ("players", "id"): self.pks[Player].__getitem__,
            ("players", "key"): lambda key: seal(key, Purpose.PLAYER),
            ("entries", "player_id"): lambda pk: pk and self.pks[Player][pk],
            ("entries", "key"): lambda key: seal(key, Purpose.ENTRY),
            ("settings", "draw_seed"): lambda seed: seal(seed, Purpose.SEED),
            ("settings", "slug"): lambda was: self.slug if was == self.old_slug else was,
            ("matches", "entered_by_id"): self.accounts.get,
            ("matches", "verified_by_id"): self.accounts.get,
        }

    @property
    def without_account(self) -> set[str]:
        return self.people.keys() - self.accounts.keys() - {None}

    def write(self) -> Tournament:
        if self.contents["rows"].keys() - {model.__name__ for model in ROWS}:
            raise unfit(PACK_NEWER)
        if self.limited and len(self.people) > MOST_STAFF:
            raise unfit(PACK_TOO_LARGE)
        self.refuse_known()
        refuse_too_many_events(self.owner)
        refuse_too_many_players(sum(not row["house"] for row in self._rows(Player)), field="file")
        self.event = self._event()
        self._players()
        self.states = _States(self.contents["states"], self.ways)
        for model in ROWS:
            if model not in (Player, Staff):
                for row in self._rows(model):
                    self._write(model, row)
        for one, field, old in self.pending:
            setattr(one, field.attname, self.pks[field.related_model][old])
            one.save(update_fields=[field.name])
        self._refuse_groundless()
        self._staff()
        return self.event

    def _refuse_groundless(self) -> None:
        """A kept state that is a place in the log only follows from one before it that is whole."""
        for kept in self.event.snapshots.filter(state=None):
            if nearest_whole(self.event, kept.log_entry_id or 0) is None:
                raise unfit(PACK_DAMAGED)

    def _rows(self, model: type[models.Model]) -> list[Row]:
        found: list[Row] = self.contents["rows"].get(model.__name__, [])
        return found

    def refuse_known(self) -> None:
        """An event is the same if a code for its tables or the key of one of its players is.

        Errors: `event_here_already`.
        """
        tables = list(seals(self.contents["event"]["table_key"], Purpose.TABLES))
        keys = [sealed for row in self._rows(Player) for sealed in seals(row["key"], Purpose.PLAYER)]
        there = Tournament.stored.filter(table_key__in=tables).first()
        for start in range(0, len(keys), _MANY):
            there = there or Tournament.stored.filter(players__key__in=keys[start : start + _MANY]).first()
        if there is None:
            return
        refusal = refuse.event_here_already if there.deleted_at is None else refuse.event_here_in_bin
        raise refusal(slug=there.slug)

    def _event(self) -> Tournament:
        row = {name: value for name, value in self.contents["event"].items() if name not in NOT_OF_EVENT}
        event = self._made(Tournament, {**row, "slug": self.slug})
        event.owner = self.owner
        try:
            with transaction.atomic():
                event.save_base(raw=True, force_insert=True)
        except IntegrityError as error:
            if not Tournament.stored.filter(slug=self.slug).exists():
                raise
            raise refuse.slug_taken_here(slug=self.slug) from error
        return event

    def _players(self) -> None:
        """In their order, with a place for each who was taken off the list: undo brings them back in it."""
        there = {row["id"]: row for row in self._rows(Player)}
        gone = self._players_named() - there.keys()
        free = max((row["number"] for row in there.values()), default=0)
        for pk in sorted(there.keys() | gone):
            if pk in there:
                self._write(Player, there[pk])
            else:
                free += 1
                kept = Player.objects.create(tournament=self.event, number=free, name="?")
                self.pks[Player][pk] = kept.pk
        Player.objects.filter(pk__in=[self.pks[Player][pk] for pk in gone]).delete()

    def _players_named(self) -> set[int]:
        """Primary keys of all players whom kept states, steps, penalties and entries name."""
        named = {row["id"] for row in self.contents["states"].get("players", [])}
        named |= {row["player_id"] for row in (*self._rows(Penalty), *self._rows(Entry))} - {None}
        for line in self._rows(LogEntry):
            for change in (line["delta"] or {}).get("players", {}).values():
                named |= (
                    {row["id"] for row in change if row}
                    if isinstance(change, list)
                    else {*change.get("id", ())}
                )
        return named

    def _write(self, model: type[models.Model], row: Row) -> None:
        one = self._made(model, row)
        for field in model._meta.concrete_fields:
            if field.related_model is Tournament:
                setattr(one, field.attname, self.event.pk)
        one.save_base(raw=True, force_insert=True)
        self.pks[model][row[model._meta.pk.attname]] = one.pk

    def _made(self, model: type[M], row: Row) -> M:
        """A row as it stood there. What this version has no column for came from a newer one."""
        fields = {field.attname: field for field in model._meta.concrete_fields}
        if row.keys() - fields.keys():
            raise unfit(PACK_NEWER)
        one = model()
        for name, value in row.items():
            if not fields[name].primary_key or fields[name].related_model:
                setattr(one, name, self._value(one, fields[name], value))
        return one

    def _value(self, one: models.Model, field: Any, value: Any) -> Any:
        if value is None:
            return None
        place = (type(one), field.name)
        if place == STATE:
            return self.states.packed(value)
        if place == DELTA:
            return translated_delta(value, self.ways)
        if place in FACTS:
            return self._facts(value)
        if field.related_model is None:
            value = field.to_python(value)
            if value not in field.empty_values:
                field.validate(value, one)
                field.run_validators(value)
            return value
        return self._pointed_at(one, field, value)

    def _pointed_at(self, one: models.Model, field: Any, old: Any) -> Any:
        target = field.related_model
        if target is User:
            return self.accounts.get(old)
        if target is LogEntry and not isinstance(one, LogEntry):
            self.pending.append((one, field, old))
            return None
        return self.pks[target][old]

    def _facts(self, facts: object) -> Any:
        """What a line says in facts, with the rows it names."""
        if not isinstance(facts, dict):
            return facts
        named = {
            name: self.pks[NAMED_IN_LOG[name]].get(facts[name]) for name in NAMED_IN_LOG.keys() & facts.keys()
        }
        return {**facts, **named}

    def _staff(self) -> None:
        """Who has an account of the same name here; whoever takes the event over is its owner."""
        for name, role in self.people.items():
            user = self.accounts.get(name)
            if user is not None and user != self.owner.pk:
                kept = Role.DIRECTOR if role == Role.OWNER else Role(role)
                Staff.objects.create(tournament=self.event, user_id=user, role=kept)


class _States:
    """Kept states put together again from the rows that the pack holds once."""

    def __init__(self, rows: Mapping[str, list[Row]], ways: Ways) -> None:
        self.rows = {
            section: [translated_row(section, row, ways) for row in found] for section, found in rows.items()
        }
        self.sizes = {
            section: [len(json.dumps(row)) for row in found] for section, found in self.rows.items()
        }
        self.size = 0

    def packed(self, places: Mapping[str, Mapping[str, int]]) -> bytes:
        """Errors: `pack_too_large`, counted before anything is put together."""
        self.size += sum(
            self.sizes[section][at] for section, found in places.items() for at in found.values()
        )
        if self.size > MOST_BYTES_OF_STATES:
            raise unfit(PACK_TOO_LARGE)
        state: State = {
            section: {key: self.rows[section][at] for key, at in found.items()}
            for section, found in places.items()
        }
        return pack(state)
