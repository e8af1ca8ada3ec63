"""Players from a pasted list, a CSV file or a workbook: first what would happen, then, if confirmed, that."""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.models import Action, Player, Tournament
from tournaments.selectors.names import folded
from tournaments.services import log, sheets
from tournaments.services.changes import changing
from tournaments.services.errors import ServiceError
from tournaments.services.fields import clean_player, same_name_key
from tournaments.services.hall import refuse_fixed_table
from tournaments.services.players import MAX_PLAYERS, next_unpaired_round, record_absences

NEW, UPDATE, SAME, DUPLICATE, ERROR = "new", "update", "same", "duplicate", "error"
SKIP = "skip"
_USUAL = {NEW: NEW, UPDATE: UPDATE, SAME: SKIP, DUPLICATE: SKIP, ERROR: SKIP}

# Column titles people write, without accents and case. Columns with other titles are left out.
TITLES = {
    "name": ("name", "player", "players", "full name", "navn", "spiller", "名前", "氏名", "選手", "選手名"),
    "last_name": ("last name", "lastname", "surname", "family name", "efternavn", "姓"),
    "first_name": ("first name", "firstname", "given name", "fornavn", "名"),
    "rating": ("rating", "elo", "rtg", "ratingtal", "レーティング"),
    "club": ("club", "team", "school", "klub", "forening", "所属", "クラブ"),
    "title": ("title", "titel", "称号", "段位"),
    "federation": ("federation", "fed", "country", "nation", "land", "forbund", "国", "連盟"),
    "ranking": ("ranking", "seed", "seeding", "rangering", "順位", "序列"),
    "fixed_table": ("fixed table", "table", "fast bord", "固定卓"),
    "note": ("note", "remark", "bemaerkning", "備考", "メモ"),
}
_COLUMN = {folded(title): column for column, titles in TITLES.items() for title in (column, *titles)}


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list and what would become of it: `kind` is new, update, same, duplicate or error.

    `index` counts the rows from 1 and is what a decision names; `line` is the line of the list, for messages.
    `player` is the number of the player it names already; `message` (lazy) says why it is no plain new
    player.
    """

    index: int
    line: int
    kind: str
    values: Mapping[str, Any]
    player: int | None = None
    field: str | None = None
    message: Any = ""

    @property
    def usual(self) -> str:
        """What happens unless decided otherwise: new, update or skip."""
        return _USUAL[self.kind]


@dataclass(frozen=True, slots=True)
class Plan:
    """What an import would do. `digest` ties the confirmation to what was shown.

    `text` is the list as plain text with tabs: a page can carry it from the preview to the confirmation.
    """

    rows: tuple[Row, ...]
    columns: tuple[str, ...]
    ignored_columns: tuple[str, ...]
    digest: str
    text: str

    @property
    def counts(self) -> Mapping[str, int]:
        found = Counter(row.kind for row in self.rows)
        return {kind: found[kind] for kind in (NEW, UPDATE, SAME, DUPLICATE, ERROR)}


@dataclass(frozen=True, slots=True)
class Summary:
    """What an import did: numbers of the players added and changed, and how many lines were left out."""

    added: tuple[int, ...]
    updated: tuple[int, ...]
    skipped: int


@dataclass(frozen=True, slots=True)
class _Known:
    """Players of the event by name."""

    tournament: Tournament
    by_key: Mapping[str, Sequence[Player]] = field(default_factory=dict)


def preview_import(*, tournament: Tournament, content: str | bytes, filename: str = "") -> Plan:
    """What importing this list would do; nothing is changed.

    Takes one name a line, or columns (name, rating, club, title, federation, ranking, fixed_table, note;
    with or
    without a header) separated by tabs, semicolons, bars or commas, or a workbook; up to 10,000 lines.
    Errors: those of `sheets.read`. What is wrong with a single line is on its row.
    """
    sheet = sheets.read(content, filename, is_header=_is_header)
    columns, ignored, body = _columns(sheet)
    if len(body) > sheets.MAX_LINES:
        raise sheets.too_many()
    known = _known(tournament)
    seen: dict[str, int] = {}
    rows = tuple(
        replace(_row(line, cells, columns, known, seen), index=index)
        for index, (line, cells) in enumerate(body, 1)
    )
    text = _text(columns, body)
    return Plan(rows, tuple(c for c in columns if c), ignored, _digest(text, rows), text)


def apply_import(
    *,
    tournament: Tournament,
    actor: User | None,
    content: str | bytes,
    filename: str = "",
    decisions: Mapping[int, str] | None = None,
    skip_errors: bool = False,
    digest: str | None = None,
) -> Summary:
    """Import the list: everything or nothing. `decisions` by row index: "new", "update" or "skip";
    rows without one are treated as the preview says.

    Errors: `import_changed` (the list or the players are not what `digest` was made from),
    `import_has_errors`
    unless `skip_errors`, `bad_decision`, `too_many_players`, those of `sheets.read`.
    """
    with changing(tournament):
        plan = preview_import(tournament=tournament, content=content, filename=filename)
        if digest is not None and digest != plan.digest:
            raise ServiceError(
                "import_changed",
                _("The list or the players have changed since the preview. Look at the preview again."),
            )
        chosen = [(row, _decision(row, decisions or {}, skip_errors)) for row in plan.rows]
        added = _add(tournament, [row for row, what in chosen if what == NEW])
        updated = _update(tournament, [row for row, what in chosen if what == UPDATE])
        if added or updated:
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
    changed = tuple(after["number"] for _before, after in updated)
    return Summary(
        tuple(player.number for player in added), changed, len(plan.rows) - len(added) - len(changed)
    )


def _is_header(cells: Sequence[str]) -> bool:
    """Two known titles, one of them for the name: "Player, Gary" alone is a person."""
    found = {_COLUMN.get(folded(cell.strip(' "')), "") for cell in cells} - {""}
    return len(found) > 1 and bool(found & {"name", "last_name"})


def _columns(
    sheet: sheets.Sheet,
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[tuple[int, tuple[str, ...]], ...]]:
    """Column names ("" for one left out), titles left out, and the lines below the header."""
    _line, first = sheet.rows[0]
    found = tuple(_COLUMN.get(folded(title), "") for title in first)
    doubled = {c for c, times in Counter(found).items() if c and times > 1}
    found = tuple(c if c not in doubled or found.index(c) == i else "" for i, c in enumerate(found))
    if "name" in found or "last_name" in found:
        ignored = tuple(t for t, column in zip(first, found, strict=True) if t and not column)
        return found, ignored, sheet.rows[1:]
    return _guessed(sheet.rows), (), sheet.rows


def _guessed(rows: Sequence[tuple[int, tuple[str, ...]]]) -> tuple[str, ...]:
    """Columns of a list without a header: a leading counter, the name, then a number is the rating, a text
    the club.
    """
    sample = [cells for _line, cells in rows[:50]]
    width = max(len(cells) for cells in sample)
    columns: list[str] = []
    for i in range(width):
        cells = [row[i] for row in sample if i < len(row) and row[i]]
        numeric = bool(cells) and all(re.fullmatch(r"\d+\.?0*", cell) for cell in cells)
        if "name" not in columns:
            columns.append("" if numeric and i + 1 < width else "name")
        elif numeric:
            columns.append("" if "rating" in columns else "rating")
        else:
            columns.append("" if "club" in columns else "club")
    return tuple(columns)


def _known(tournament: Tournament) -> _Known:
    by_key: dict[str, list[Player]] = defaultdict(list)
    for player in Player.objects.filter(tournament=tournament, house=False).order_by("number"):
        by_key[same_name_key(player.name)].append(player)
    return _Known(tournament, by_key)


def _row(line: int, cells: Sequence[str], columns: Sequence[str], known: _Known, seen: dict[str, int]) -> Row:
    given = {column: cell for column, cell in zip(columns, cells, strict=False) if column}
    given = _whole_name(given)
    try:
        values = clean_player(given)
        refuse_fixed_table(known.tournament, values)
    except ServiceError as error:
        return Row(0, line, ERROR, given, field=error.field, message=error.about(_label(error.field)))
    key = same_name_key(values["name"])
    first = seen.setdefault(key, line)
    if first != line:
        text = _("the same name stands on line %(line)s") % {"line": first}
        return Row(0, line, DUPLICATE, values, field="name", message=text)
    return _against_known(line, values, known.by_key.get(key, ()))


def _against_known(line: int, values: Mapping[str, Any], players: Sequence[Player]) -> Row:
    if not players:
        return Row(0, line, NEW, values)
    if len(players) > 1:
        text = _("%(count)s players have this name") % {"count": len(players)}
        return Row(0, line, DUPLICATE, values, field="name", message=text)
    (player,) = players
    changed = _changes(player, values)
    if not changed:
        return Row(0, line, SAME, values, player.number, message=_("registered already"))
    text = _("registered already; this changes: %(fields)s") % {"fields": ", ".join(map(_label, changed))}
    return Row(0, line, UPDATE, values, player.number, message=text)


def _label(field: str | None) -> str:
    """What a reader calls a column."""
    return str(getattr(Player._meta.get_field(field), "verbose_name", field)) if field else ""


def _changes(player: Player, values: Mapping[str, Any]) -> dict[str, Any]:
    """Fields the list gives and the player has otherwise. An empty cell never empties a field."""
    return {
        k: v for k, v in values.items() if k != "name" and v not in (None, "") and getattr(player, k) != v
    }


def _whole_name(given: dict[str, str]) -> dict[str, str]:
    first, last = given.pop("first_name", ""), given.pop("last_name", "")
    if "name" not in given:
        given["name"] = f"{first} {last}".strip()
    given["name"] = re.sub(r"^\s*\d{1,5}[.)]\s+", "", given["name"])
    return given


def _decision(row: Row, decisions: Mapping[int, str], skip_errors: bool) -> str:
    what = decisions.get(row.index, row.usual)
    if row.kind == ERROR:
        if what != SKIP or (not skip_errors and row.index not in decisions):
            raise ServiceError(
                "import_has_errors",
                _("Line %(line)s: %(what)s Mend the list, or leave this line out."),
                field="file",
                line=row.line,
                what=str(row.message),
            )
        return SKIP
    if what not in (NEW, UPDATE, SKIP) or (what == UPDATE and row.player is None):
        raise ServiceError(
            "bad_decision",
            _("Line %(line)s: “%(what)s” cannot be done with it."),
            field="decisions",
            line=row.line,
            what=str(what)[:20],
        )
    return what


def _add(tournament: Tournament, rows: Sequence[Row]) -> list[Player]:
    last: int = tournament.players.aggregate(last=Max("number"))["last"] or 0
    if tournament.players.count() + len(rows) > MAX_PLAYERS:
        raise ServiceError(
            "too_many_players",
            _("An event holds at most %(limit)s players."),
            field="file",
            limit=MAX_PLAYERS,
        )
    joined = next_unpaired_round(tournament)
    players = Player.objects.bulk_create(
        [
            Player(tournament=tournament, number=last + i, joined_round=joined, **_filled(row.values))
            for i, row in enumerate(rows, 1)
        ],
        batch_size=1000,
    )
    record_absences(players, up_to=joined - 1)
    return players


def _filled(values: Mapping[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in values.items() if v is not None}


def _update(tournament: Tournament, rows: Sequence[Row]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Change players; returns what each was and is."""
    numbers = [row.player for row in rows if row.player is not None]
    players = {p.number: p for p in Player.objects.filter(tournament=tournament, number__in=numbers)}
    told: list[tuple[dict[str, Any], dict[str, Any]]] = []
    fields: set[str] = set()
    for row in rows:
        player = players[row.player or 0]
        changed = _changes(player, row.values)
        if not changed:
            continue
        before = {key: getattr(player, key) for key in changed}
        for key, value in changed.items():
            setattr(player, key, value)
        fields |= set(changed)
        told.append(({"number": player.number, **before}, {"number": player.number, **changed}))
    if fields:
        Player.objects.bulk_update(players.values(), sorted(fields), batch_size=100)
    return told


def _text(columns: Sequence[str], body: Sequence[tuple[int, tuple[str, ...]]]) -> str:
    """The list with a header and tabs; reading it again gives the same rows."""
    used = [i for i, column in enumerate(columns) if column]
    rows = [[columns[i] for i in used]]
    rows += [[" ".join(cells[i].split()) if i < len(cells) else "" for i in used] for _line, cells in body]
    if len(used) == 1:
        return "\n".join(cell for (cell,) in rows)
    out = io.StringIO()
    csv.writer(out, delimiter="\t", lineterminator="\n").writerows(rows)
    return out.getvalue()


def _digest(text: str, rows: Sequence[Row]) -> str:
    state = "\n".join(f"{row.kind} {row.player}" for row in rows)
    return hashlib.sha256(f"{text}\0{state}".encode("utf-8", "surrogatepass")).hexdigest()
