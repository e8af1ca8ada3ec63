"""The columns of a list of players: what each is taken for, by its title, by what stands in it, or as chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.players.refusals import refuse
from tournaments.players.services.import_ratings import Ratings
from tournaments.players.services.import_titles import FIELDS, NAMES, NATIONAL, UNUSED, is_polish, meaning
from tournaments.players.services.sheets import HEAD_LINES, NUMBER, PLACEHOLDER, Sheet

_SAMPLE_ROWS = 50
_SHOWN_VALUES = 3
# What chess writes before a name, in a column that has no title of its own.
_CHESS_TITLES = frozenset("GM IM FM CM NM WGM WIM WFM WCM WNM".split())

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
    """A column of the list: its title ("" without one), what it is taken for ("" not used), and what stands in it.

    `stands_in`: it is a second rating, for players without the first.
    """

    title: str
    field: str
    sample: tuple[str, ...]
    stands_in: bool = False


@dataclass(frozen=True, slots=True)
class Columns:
    """All columns, whether the first line holds their titles, the lines with players, and how ratings are written.

    `in_doubt`: the first line only looks like titles, none of which is known for a name.
    """

    columns: tuple[Column, ...]
    header: bool
    body: Rows
    ratings: Ratings
    in_doubt: bool

    @property
    def fields(self) -> tuple[str, ...]:
        return tuple(column.field for column in self.columns)


def is_header(cells: Sequence[str]) -> bool:
    """Two known titles, one of them for the name: "Player, Gary" alone is a person."""
    found = {meaning(cell.strip(' "'))[0] for cell in cells} - {UNUSED}
    return len(found) > 1 and bool(found & NAMES)


def from_header(sheet: Sheet) -> Sheet:
    """Without the lines before the titles: workbooks of chess-results begin with the event, its place and a date."""
    start = next((i for i, (_line, cells) in enumerate(sheet.rows[:HEAD_LINES]) if is_header(cells)), 0)
    return replace(sheet, rows=sheet.rows[start:])


def columns_of(sheet: Sheet, layout: Layout) -> Columns:
    """What the columns of a list are taken for. Errors: `bad_columns`."""
    width = max(len(cells) for _line, cells in sheet.rows)
    titles, below = _padded(sheet.rows[0][1], width), sheet.rows[1:]
    by_title = _by_title(titles, below)
    is_named = bool(NAMES & {*by_title})
    header = layout.header
    if header is None:
        header = is_named or _look_like_titles(titles, below, by_title)
    body = below if header else sheet.rows
    if layout.columns is not None:
        fields = _chosen(layout.columns, width)
    elif header and is_named:
        fields = by_title
    else:
        fields = _guessed(body, width, by_title if header else ())
    ratings = Ratings.of(_cells(body, fields.index("rating")) if "rating" in fields else ())
    second = _second_rating(titles, fields, body, ratings) if header and fields == by_title else None
    return Columns(
        tuple(
            Column(titles[i] if header else "", fields[i], _sample(body, i), i == second)
            for i in range(width)
        ),
        header,
        body,
        ratings,
        in_doubt=header and not is_named and layout.columns is None,
    )


def _padded(cells: Sequence[str], width: int) -> tuple[str, ...]:
    return (*cells, *([""] * (width - len(cells))))


def _by_title(titles: tuple[str, ...], body: Rows) -> tuple[str, ...]:
    """Of titles that mean the same the better one counts, else the first; one without values never does."""
    ranking = "rating" if is_polish(titles) else "ranking"
    known = [(ranking if field == "ranking" else field, place) for field, place in map(meaning, titles)]
    ranks = [
        (field, (not any(cell.strip("0") for cell in _cells(body, i)), place, i))
        for i, (field, place) in enumerate(known)
    ]
    fields = [
        field if field and rank == min(other for of, other in ranks if of == field) else UNUSED
        for field, rank in ranks
    ]
    _separate_names(fields, body)
    for i, title in enumerate(titles):
        if not title and "title" not in fields and _are_chess_titles(_cells(body, i)):
            fields[i] = "title"
    return tuple(fields)


def _separate_names(fields: list[str], body: Rows) -> None:
    """Beside first names only, "name" is the family name (and the other way round), unless it repeats them."""
    for part, other in (("first_name", "last_name"), ("last_name", "first_name")):
        if "name" in fields and part in fields and other not in fields:
            at, whole = fields.index(part), fields.index("name")
            both = [c for _line, c in body[:_SAMPLE_ROWS] if len(c) > max(whole, at) and c[at]]
            if sum(cells[at] in cells[whole] for cells in both) * 2 <= len(both):
                fields[whole] = other


def _second_rating(titles: Sequence[str], fields: Sequence[str], body: Rows, ratings: Ratings) -> int | None:
    """The national ratings, where some players have no other."""
    rows = [_padded(cells, len(titles)) for _line, cells in body]
    spare = (i for i, title in enumerate(titles) if not fields[i] and meaning(title) in NATIONAL)
    fill = (
        i
        for i in spare
        for row in rows
        if ratings.plain(row[i]) and not ratings.plain(row[fields.index("rating")])
    )
    return next(fill, None)


def _are_chess_titles(cells: list[str]) -> bool:
    return bool(cells) and _CHESS_TITLES.issuperset(cells)


def _look_like_titles(titles: Sequence[str], body: Rows, by_title: Sequence[str]) -> bool:
    """Whether a line is no player by its looks: it has a known title or ends with a colon, words stand over numbers, or
    single words over a column of names.
    """
    if not body or any(NUMBER.fullmatch(title) for title in titles):
        return False
    if any(by_title) or titles[0].endswith(":"):
        return True
    columns = [_cells(body[:_SAMPLE_ROWS], i) for i in range(len(titles))]
    # "Nr" is no rating where it stands over a counter.
    words = [title and (not i or not PLACEHOLDER.fullmatch(title)) for i, title in enumerate(titles)]
    if any(word and _is_numeric(cells) for word, cells in zip(words, columns, strict=True)):
        return True
    names = columns[0]
    return len(titles) > 1 < len(names) and " " not in "".join(titles) and all(" " in name for name in names)


def _chosen(columns: Sequence[str], width: int) -> tuple[str, ...]:
    """Columns as somebody chose them; those not mentioned are not used."""
    unknown = next((field for field in columns if field not in (*FIELDS, UNUSED)), None)
    if unknown is not None or len(columns) > width:
        raise refuse.bad_columns(width=width, allowed=", ".join(FIELDS))
    doubled = next((field for field, times in Counter(columns).items() if field and times > 1), None)
    if doubled is not None:
        raise refuse.column_twice(column=doubled)
    return _padded(columns, width)


def _guessed(rows: Rows, width: int, by_title: Sequence[str]) -> tuple[str, ...]:
    """Columns without titles: a leading counter, the name, then mostly numbers are the rating, a text the club.

    A single odd value among ratings changes nothing; a column of nothing but "-" or "unr" says nothing.
    """
    fields = list(by_title) or [UNUSED] * width
    for i in range(width):
        cells = _cells(rows[:_SAMPLE_ROWS], i)
        if not fields[i]:
            field = _guess(cells, may_be_name="name" not in fields, is_last=i + 1 == width)
            fields[i] = UNUSED if field in fields else field
    return tuple(fields)


def _guess(cells: list[str], *, may_be_name: bool, is_last: bool) -> str:
    numeric = _is_numeric(cells)
    if _are_chess_titles(cells):
        return "title"
    if may_be_name:
        return UNUSED if numeric and not is_last else "name"
    if all(map(PLACEHOLDER.fullmatch, cells)):
        return UNUSED
    if numeric and all(sum(map(str.isdigit, cell)) > 5 for cell in cells):
        return UNUSED  # numbers of a federation
    return "rating" if numeric else "club"


def _is_numeric(cells: Sequence[str]) -> bool:
    """Whether it holds numbers, mostly numbers or what stands for none."""
    numbers = sum(bool(NUMBER.fullmatch(cell)) for cell in cells)
    fillers = sum(bool(PLACEHOLDER.fullmatch(cell)) for cell in cells)
    return numbers > 0 and (numbers + fillers) * 2 > len(cells)


def _cells(rows: Rows, column: int) -> list[str]:
    """What stands in a column, without empty cells."""
    return [cells[column] for _line, cells in rows if column < len(cells) and cells[column]]


def _sample(rows: Rows, column: int) -> tuple[str, ...]:
    return tuple(_cells(rows[:_SAMPLE_ROWS], column)[:_SHOWN_VALUES])
