"""Players from a pasted list, a CSV file or a workbook: first what would happen, then, if confirmed, that."""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.labels import label_of_player
from tournaments.models import Action, Player, Tournament
from tournaments.players.refusals import refuse
from tournaments.players.services import sheets
from tournaments.players.services.import_columns import (
    Column,
    Columns,
    Layout,
    columns_of,
    from_header,
    is_header,
)
from tournaments.players.services.import_rows import (
    ERROR,
    KINDS,
    NEW,
    SKIP,
    UNCLEAR,
    UPDATE,
    NotTaken,
    Row,
    Seen,
    against_lines,
    changes,
)
from tournaments.players.services.players import first_round_to_join, settle_late
from tournaments.players.services.quotas import refuse_too_many_players
from tournaments.players.services.table_numbers import refuse_fixed_table
from tournaments.steps import log
from tournaments.steps.changes import changing
from tournaments.steps.fields import TEXT_LENGTHS, clean_player, same_name_key
from tournaments.steps.names import joined_name
from tournaments.steps.person import without_contacts
from tournaments.steps.refusals import ServiceError

FOUND_OUT = Layout()
# Columns in which an odd value is kept aside, beside the player it belongs to, rather than refused with its line.
_NUMBERS = ("rating", "ranking", "fixed_table", "fide_id", "birth_year", "second_rating")
# A whole date of birth: the year first, or the day first with dots.
_DATES = (
    re.compile(r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?: 00:00(?::00)?)?"),
    re.compile(r"(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.\s?(?P<year>\d{4})"),
)


@dataclass(frozen=True, slots=True)
class Plan:
    """What an import would do. `digest` ties the confirmation to what was shown.

    `text` is the list as text with tabs: a page can carry it from the preview to the confirmation, together with
    `layout`, which reads it in the same way again. `header_in_doubt`: the first line is taken for titles by its looks.
    """

    rows: tuple[Row, ...]
    layout: tuple[Column, ...]
    header: bool
    plain: bool
    digest: str
    text: str
    header_in_doubt: bool = False

    @property
    def columns(self) -> tuple[str, ...]:
        """What is taken, in the order of the list."""
        return tuple(column.field for column in self.layout if column.field)

    @property
    def ignored_columns(self) -> tuple[str, ...]:
        """Columns that are not used: their titles; in a list without titles, which they are."""
        return tuple(
            column.title or str(_("column %(number)s") % {"number": number})
            for number, column in enumerate(self.layout, 1)
            if not (column.field or column.stands_in)
            and (column.title or (column.sample and not self.header))
        )

    @property
    def counts(self) -> Mapping[str, int]:
        found = Counter(row.kind for row in self.rows)
        return {kind: found[kind] for kind in KINDS}

    @property
    def odd(self) -> int:
        """How many lines have a value that is not taken."""
        return sum(bool(row.not_taken) for row in self.rows)


@dataclass(frozen=True, slots=True)
class Summary:
    """What an import did: numbers of the players added and changed, and how many lines were left out.

    `not_taken` are lines with the values that are in no field of a player; `ignored_columns` those not used at all.
    """

    added: tuple[int, ...]
    updated: tuple[int, ...]
    skipped: int
    not_taken: tuple[Row, ...] = ()
    ignored_columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Known:
    """Players of the event by name."""

    tournament: Tournament
    by_key: Mapping[str, Sequence[Player]] = field(default_factory=dict)


def preview_import(
    *, tournament: Tournament, content: str | bytes, filename: str = "", layout: Layout = FOUND_OUT
) -> Plan:
    """What importing this list would do; nothing is changed.

    Takes one name a line, or columns (name, rating, club, title, federation, ranking, fixed_table, note; with or
    without a header) separated by tabs, semicolons, bars or commas, or a workbook; up to 10,000 lines.
    Errors: those of `sheets.read`, `bad_columns`. What is wrong with a single line is on its row.
    """
    return _plan(tournament, _sheet(content, filename, layout), layout)


def _plan(tournament: Tournament, sheet: sheets.Sheet, layout: Layout) -> Plan:
    columns = columns_of(sheet, layout)
    if len(columns.body) > sheets.MAX_LINES:
        raise refuse.too_many_lines(limit=sheets.MAX_LINES)
    known = _known(tournament)
    seen: Seen = defaultdict(list)
    read = _plain_row if sheet.plain else _row
    rows = tuple(
        replace(read(line, cells, columns, known, seen), index=index)
        for index, (line, cells) in enumerate(columns.body, 1)
    )
    text = sheets.with_tabs(sheet.rows)
    digest = _digest(text, columns, rows)
    return Plan(rows, columns.columns, columns.header, sheet.plain, digest, text, columns.in_doubt)


def _sheet(content: str | bytes, filename: str, layout: Layout) -> sheets.Sheet:
    if layout.carried and isinstance(content, str):
        return replace(sheets.read_tabs(content), plain=bool(layout.plain))
    sheet = sheets.read(content, filename, is_header=is_header)
    return sheet if layout.header is False else from_header(sheet)


def apply_import(
    *,
    tournament: Tournament,
    actor: User | None,
    content: str | bytes,
    filename: str = "",
    decisions: Mapping[int, str] | None = None,
    skip_errors: bool = False,
    digest: str | None = None,
    layout: Layout = FOUND_OUT,
    keep_odd: bool = False,
) -> Summary:
    """Import the list: everything or nothing. `decisions` by row index: "new", "update" or "skip";
    rows without one are treated as the preview says. `keep_odd`: values that are not taken go into the note of a new
    player.

    Errors: `import_changed` (the list or the players are not what `digest` was made from), `import_has_errors`
    unless `skip_errors`, `bad_decision`, `too_many_players`, those of `sheets.read`.
    """
    # Before the transaction: a workbook waits for its turn, and other writers would wait for that.
    sheet = _sheet(content, filename, layout)
    with changing(tournament, touches=("players",), later=("byes",)):
        plan = _plan(tournament, sheet, layout)
        if digest is not None and digest != plan.digest:
            raise refuse.import_changed()
        chosen = [(row, _decision(row, decisions or {}, skip_errors)) for row in plan.rows]
        new = [row for row, what in chosen if what == NEW]
        added = _add(tournament, [_with_note(row) for row in new] if keep_odd else new)
        updated = _update(tournament, [row for row, what in chosen if what == UPDATE])
        _log(tournament, actor, added, updated)
    changed = tuple(after["number"] for _before, after in updated)
    return Summary(
        tuple(player.number for player in added),
        changed,
        len(plan.rows) - len(added) - len(changed),
        tuple(row for row in plan.rows if row.not_taken),
        plan.ignored_columns,
    )


def _log(
    tournament: Tournament,
    actor: User | None,
    added: Sequence[Player],
    updated: Sequence[tuple[object, object]],
) -> None:
    if not added and not updated:
        return
    log.write(
        tournament=tournament,
        actor=actor,
        action=Action.PLAYERS_IMPORTED,
        subject=f"+{len(added)}, ~{len(updated)}",
        before={"updated": [before for before, _after in updated]},
        after={
            "added": [player.number for player in added],
            "updated": [after for _before, after in updated],
        },
    )


def _known(tournament: Tournament) -> _Known:
    by_key: dict[str, list[Player]] = defaultdict(list)
    for player in Player.objects.filter(tournament=tournament, house=False).order_by("number"):
        by_key[same_name_key(player.name)].append(player)
    return _Known(tournament, by_key)


def _plain_row(line: int, cells: Sequence[str], columns: Columns, known: _Known, seen: Seen) -> Row:
    """A name; or a line that looks as if it had columns, which somebody has to look at."""
    parts = sheets.split_line(cells[0])
    row = _row(line, parts[:1], columns, known, seen)
    if len(parts) == 1 or row.kind == ERROR:
        return row
    aside = tuple(
        NotTaken(_("column %(number)s") % {"number": number}, part)
        for number, part in enumerate(parts[1:], 2)
        if part
    )
    if row.kind != NEW:
        return replace(row, not_taken=aside)
    text = _("this line looks as if it had columns; the others are names")
    return replace(row, kind=UNCLEAR, field="name", message=text, not_taken=aside)


def _row(line: int, cells: Sequence[str], columns: Columns, known: _Known, seen: Seen) -> Row:
    given = {column: cell for column, cell in zip(columns.fields, cells, strict=False) if column}
    given = _with_birthday(_whole_name(given))
    if "rating" in columns.fields:
        second = (cell for cell, column in zip(cells, columns.columns, strict=False) if column.stands_in)
        given["rating"] = next(
            filter(None, map(columns.ratings.plain, (given.get("rating", ""), *second))), ""
        )
    aside = _kept_aside(known.tournament, given) + _beyond(cells, columns)
    try:
        values = clean_player(given)
    except ServiceError as error:
        text = error.about(label_of_player(error.field or ""))
        return Row(0, line, ERROR, given, field=error.field, message=text, not_taken=aside)
    key = same_name_key(values["name"])
    found = against_lines(line, values, seen[key], known.by_key.get(key, ()))
    seen[key].append(found)
    return replace(found, not_taken=aside)


def _kept_aside(tournament: Tournament, given: dict[str, str]) -> tuple[NotTaken, ...]:
    """Numbers that are none, taken out of what is given."""
    aside = []
    for name in _NUMBERS:
        if name in given:
            try:
                refuse_fixed_table(tournament, clean_player({name: given[name]}))
            except ServiceError:
                aside.append(NotTaken(label_of_player(name), given.pop(name)))
    return tuple(aside)


def _beyond(cells: Sequence[str], columns: Columns) -> tuple[NotTaken, ...]:
    """What stands in columns that the titles of the list do not reach."""
    if not columns.header:
        return ()
    return tuple(
        NotTaken(_("column %(number)s") % {"number": number}, cell)
        for number, (cell, column) in enumerate(zip(cells, columns.columns, strict=False), 1)
        if cell and not column.field and not column.title
    )


def _with_note(row: Row) -> Row:
    """The row with what is not taken in the note, as far as it has room."""
    told = [row.values.get("note", ""), *(f"{odd.column}: {odd.value}" for odd in row.not_taken)]
    note = " · ".join(filter(None, told))[: TEXT_LENGTHS["note"]]
    return replace(row, values={**row.values, "note": note})


def _whole_name(given: dict[str, str]) -> dict[str, str]:
    """The name of its parts, which say more than a column with all of it: `Berg,Alma` beside `Berg` and `Alma`."""
    first, last = given.pop("first_name", "").strip(), given.pop("last_name", "").strip()
    if first and last:
        given["name"] = joined_name(first, last)
        given.setdefault("sort_name", f"{last}, {first}")
    else:
        given.setdefault("name", f"{first}{last}")
    given["name"] = re.sub(r"^\s*\d{1,5}[.)]\s+", "", given["name"])
    return given


def _with_birthday(given: dict[str, str]) -> dict[str, str]:
    """A whole date in the column of the year is year and birthday; a FIDE ID of 0 is none."""
    born = given.get("birth_year", "")
    for found in filter(None, (date.fullmatch(born) for date in _DATES)):
        given["birth_year"] = found["year"]
        if int(found["month"]) or int(found["day"]):
            given.setdefault("birth_day", f"{found['month']:0>2}-{found['day']:0>2}")
    if given.get("fide_id") == "0":
        del given["fide_id"]
    return given


def _decision(row: Row, decisions: Mapping[int, str], skip_errors: bool) -> str:
    what = decisions.get(row.index, row.usual)
    if row.kind == ERROR:
        if what != SKIP or (not skip_errors and row.index not in decisions):
            raise refuse.import_has_errors(line=row.line, what=str(row.message))
        return SKIP
    if what not in (NEW, UPDATE, SKIP) or (what == UPDATE and row.player is None):
        possible = [_("add the player"), *([_("change the player")] if row.player else []), _("leave out")]
        raise refuse.bad_decision(line=row.line, what=str(what)[:20], allowed=", ".join(map(str, possible)))
    return what


def _add(tournament: Tournament, rows: Sequence[Row]) -> list[Player]:
    last: int = tournament.players.aggregate(last=Max("number"))["last"] or 0
    refuse_too_many_players(len(rows), field="file", event=tournament)
    joined = first_round_to_join(tournament) if rows else 0
    players = Player.objects.bulk_create(
        [
            Player(tournament=tournament, number=last + i, joined_round=joined, **_filled(row.values))
            for i, row in enumerate(rows, 1)
        ],
        batch_size=1000,
    )
    settle_late(players, joined)
    return players


def _filled(values: Mapping[str, object]) -> dict[str, Any]:
    return {k: v for k, v in values.items() if v is not None}


def _update(tournament: Tournament, rows: Sequence[Row]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Change players; returns what each was and is."""
    numbers = [row.player for row in rows if row.player is not None]
    players = {p.number: p for p in Player.objects.filter(tournament=tournament, number__in=numbers)}
    told: list[tuple[dict[str, object], dict[str, object]]] = []
    fields: set[str] = set()
    for row in rows:
        player = players[row.player or 0]
        changed = changes(player, row.values)
        if not changed:
            continue
        before = {key: getattr(player, key) for key in changed}
        for key, value in changed.items():
            setattr(player, key, value)
        fields |= set(changed)
        told.append(
            (
                {"number": player.number, **without_contacts(before)},
                {"number": player.number, **without_contacts(changed)},
            )
        )
    if fields:
        Player.objects.bulk_update(players.values(), sorted(fields), batch_size=100)
    return told


def _digest(text: str, columns: Columns, rows: Sequence[Row]) -> str:
    state = [f"{columns.header} {columns.fields}", *(f"{row.kind} {row.player} {row.usual}" for row in rows)]
    return hashlib.sha256("\0".join([text, *state]).encode("utf-8", "surrogatepass")).hexdigest()
