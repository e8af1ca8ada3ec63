"""The columns of a list of players: what each is taken for, by its title, by what stands in it, or as chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.players.refusals import refuse
from tournaments.players.services.sheets import NUMBER, PLACEHOLDER, Sheet
from tournaments.steps.names import folded

# Column titles people write, without accents and case. Columns with other titles are not used.
TITLES = {
    "name": ("name", "player", "players", "full name", "navn", "spiller", "名前", "氏名", "選手", "選手名"),
    "last_name": ("last name", "lastname", "surname", "family name", "efternavn", "姓"),
    "first_name": ("first name", "firstname", "given name", "fornavn", "名"),
    "sort_name": (
        "sort name",
        "sorted as",
        "reading",
        "sorteringsnavn",
        "並べ替え用の名前",
        "読み",
        "よみ",
        "ふりがな",
        "フリガナ",
        "よみがな",
    ),
    "rating": ("rating", "elo", "rtg", "ratingtal", "レーティング"),
    "club": ("club", "team", "school", "klub", "forening", "所属", "クラブ"),
    "title": ("title", "titel", "称号", "段位"),
    "federation": ("federation", "fed", "country", "nation", "land", "forbund", "国", "連盟"),
    "ranking": ("ranking", "seed", "seeding", "rangering", "順位", "序列"),
    "fixed_table": ("fixed table", "table", "fast bord", "固定卓"),
    "note": ("note", "remark", "bemaerkning", "備考", "メモ"),
}
FIELDS = tuple(TITLES)
UNUSED = ""
_SAMPLE_ROWS = 50
_SHOWN_VALUES = 3
_COLUMN = {folded(title): column for column, titles in TITLES.items() for title in (column, *titles)}

Rows = Sequence[tuple[int, tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class Layout:
    """What somebody has chosen; None: found out. `columns` are fields in the order of the list, "" for one not used.

    `plain`: one name a line, whatever stands in it. `carried`: the text is that of a plan, with tabs.
    """

    columns: tuple[str, ...] | None = None
    header: bool | None = None
    plain: bool | None = None
    carried: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the list: its title ("" without one), what it is taken for ("" not used), and what stands in it."""

    title: str
    field: str
    sample: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """All columns, whether the first line holds their titles, and the lines with players."""

    columns: tuple[Column, ...]
    header: bool
    body: Rows

    @property
    def fields(self) -> tuple[str, ...]:
        return tuple(column.field for column in self.columns)


def is_header(cells: Sequence[str]) -> bool:
    """Two known titles, one of them for the name: "Player, Gary" alone is a person."""
    found = {_field_of(cell.strip(' "')) for cell in cells} - {UNUSED}
    return len(found) > 1 and bool(found & {"name", "last_name"})


def columns_of(sheet: Sheet, layout: Layout) -> Columns:
    """What the columns of a list are taken for. Errors: `bad_columns`."""
    width = max(len(cells) for _line, cells in sheet.rows)
    titles = _padded(sheet.rows[0][1], width)
    by_title = _by_title(titles)
    header = layout.header
    if header is None:
        header = bool({"name", "last_name"} & {*by_title}) and not layout.carried
    body = sheet.rows[1:] if header else sheet.rows
    if layout.columns is not None:
        fields = _chosen(layout.columns, width)
    elif header and {"name", "last_name"} & {*by_title}:
        fields = by_title
    else:
        fields = _guessed(body, width)
    return Columns(
        tuple(Column(titles[i] if header else "", fields[i], _sample(body, i)) for i in range(width)),
        header,
        body,
    )


def _field_of(title: str) -> str:
    return _COLUMN.get(folded(title), UNUSED)


def _padded(cells: Sequence[str], width: int) -> tuple[str, ...]:
    return (*cells, *([""] * (width - len(cells))))


def _by_title(titles: Sequence[str]) -> tuple[str, ...]:
    """A title that stands there twice counts where it stands first."""
    found = tuple(_field_of(title) for title in titles)
    return tuple(field if field and found.index(field) == i else UNUSED for i, field in enumerate(found))


def _chosen(columns: Sequence[str], width: int) -> tuple[str, ...]:
    """Columns as somebody chose them; those not mentioned are not used."""
    unknown = next((field for field in columns if field not in (*FIELDS, UNUSED)), None)
    if unknown is not None or len(columns) > width:
        raise refuse.bad_columns(width=width, allowed=", ".join(FIELDS))
    doubled = next((field for field, times in Counter(columns).items() if field and times > 1), None)
    if doubled is not None:
        raise refuse.column_twice(column=doubled)
    return _padded(columns, width)


def _guessed(rows: Rows, width: int) -> tuple[str, ...]:
    """Columns without titles: a leading counter, the name, then mostly numbers are the rating, a text the club.

    A single odd value among ratings changes nothing; a column of nothing but "-" or "unr" says nothing.
    """
    fields: list[str] = []
    for i in range(width):
        cells = _cells(rows[:_SAMPLE_ROWS], i)
        numbers = sum(bool(NUMBER.fullmatch(cell)) for cell in cells)
        fillers = sum(bool(PLACEHOLDER.fullmatch(cell)) for cell in cells)
        numeric = numbers > 0 and (numbers + fillers) * 2 > len(cells)
        if "name" not in fields:
            fields.append(UNUSED if numeric and i + 1 < width else "name")
        elif not cells or fillers == len(cells):
            fields.append(UNUSED)
        else:
            field = "rating" if numeric else "club"
            fields.append(UNUSED if field in fields else field)
    return tuple(fields)


def _cells(rows: Rows, column: int) -> list[str]:
    """What stands in a column, without empty cells."""
    return [cells[column] for _line, cells in rows if column < len(cells) and cells[column]]


def _sample(rows: Rows, column: int) -> tuple[str, ...]:
    return tuple(_cells(rows[:_SAMPLE_ROWS], column)[:_SHOWN_VALUES])
