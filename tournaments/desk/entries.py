"""What the page for entering results is made of: the tables, the words its script says."""

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _, ngettext, pgettext

from pairing.model.scoring.mahjong import SEATS, MahjongScoring
from tournaments.forms.result_choices import SHORT, Choice, choice_of, choices
from tournaments.forms.scores import Scores, ScoresForm, initial
from tournaments.models import Tournament
from tournaments.results.selectors.texts import text_of
from tournaments.rounds.selectors.rounds import RoundSheet, SeatRow, TableRow
from tournaments.snapshots import mahjong_of
from tournaments.templatetags.pairwright import place


@dataclass(frozen=True, slots=True)
class Entry:
    """One table of the entry page."""

    row: TableRow
    common: tuple[Choice, ...]
    rare: Choice | None

    @property
    def text(self) -> str:
        """The result as it is sent and compared."""
        return text_of(self.row.result, self.row.games)

    @property
    def first(self) -> SeatRow:
        return self.row.seats[0]

    @property
    def second(self) -> SeatRow:
        return self.row.seats[1]


def entry_tables(tournament: Tournament, sheet: RoundSheet) -> list[Entry]:
    """The tables in order, each with its buttons and, for a rare result, what stands beside them."""
    every = choices(tournament, sheet.number)
    common = common_of(every)
    rare: dict[str, Choice | None] = dict.fromkeys(["", *(choice.value for choice in common)])
    entries = []
    for row in sheet.tables:
        text = text_of(row.result, row.games)
        if text not in rare:
            rare[text] = choice_of(tournament, text, sheet.number)
        if len(row.seats) == 2:
            entries.append(Entry(row, common, rare[text]))
    return entries


def common_of(every: Iterable[Choice]) -> tuple[Choice, ...]:
    """Those with a button at every table."""
    return tuple(choice for choice in every if choice.is_common)


@dataclass(frozen=True, slots=True)
class ResultEntries:
    """The tables of two of a round for entering their results."""

    entries: list[Entry]
    texts: dict[str, Any]
    choices: list[Choice]


def result_entries(tournament: Tournament, sheet: RoundSheet, _typed: object) -> tuple[ResultEntries]:
    """Nothing is typed there that could come back."""
    texts, every = entry_texts(tournament, sheet.number), choices(tournament, sheet.number)
    return (ResultEntries(entry_tables(tournament, sheet), texts, every),)


def common_texts() -> dict[str, Any]:
    """What the script of every page for results says."""
    stuck = [
        ngettext(
            "%(count)s result is not saved yet. It is kept here and sent again automatically.",
            "%(count)s results are not saved yet. They are kept here and sent again automatically.",
            count,
        )
        for count in (1, 2)
    ]
    return {
        "stuck-one": stuck[0] % {"count": 1},
        "stuck-many": stuck[1] % {"count": "%s"},
        "table": pgettext("the place where a match is played", "Table"),
        "saving": _("saving…"),
        "saved": _("saved"),
        "waiting": _("not saved yet – trying again"),
        "signed-out": _("not saved: you are signed out"),
        "refused": _("not saved"),
        "conflict": _("not saved"),
        "other": _("from another desk or a phone"),
        "cleared": _("no result"),
        "nobody": _("No table or player “%s” here."),
        "mine": _("Enter"),
        "theirs": _("Keep"),
    }


def entry_texts(tournament: Tournament, number: int) -> dict[str, Any]:
    """What the script of the page for matches of two says of a round."""
    every = choices(tournament, number)
    return common_texts() | {
        "results": {choice.value: choice.label for choice in every} | {"": _("no result")},
        "short": {choice.value: choice.short for choice in every},
        "plain": SHORT,
        "kind": {choice.value: choice.kind for choice in every},
        "keys": {keys: choice.value for choice in every for keys in choice.keys},
        "forfeit": _("Forfeit: now press 1, 0 or b."),
        "accept": _("Accept %s"),
        "no-answer": _("no answer – try again"),
    }


# What the page for scores of tables of four is made of: the tables with what stands in their boxes, its
# words.
@dataclass(frozen=True, slots=True)
class Box:
    """What stands in a box of the form, and what is wrong with it."""

    value: str
    errors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """One seat: the raw score and the penalty. `is_tied`: somebody at the table has the same place."""

    seat: SeatRow
    raw: Box
    penalty: Box
    is_tied: bool


@dataclass(frozen=True, slots=True)
class ScoreEntry:
    """A table of four as a form. `result` is what is stored, as one text ("" for nothing)."""

    row: TableRow
    result: str
    cells: tuple[Cell, ...]
    sticks: Box
    note: Box
    errors: tuple[str, ...] = ()

    @property
    def has_bad_penalty(self) -> bool:
        return bool(self.note.errors) or any(cell.penalty.errors for cell in self.cells)


def score_entry(scoring: MahjongScoring, row: TableRow, form: ScoresForm | None = None) -> ScoreEntry:
    """A table with what is stored, or with what was typed in `form` and what is wrong with it."""
    stored = Scores.of(scoring, [seat.raw for seat in row.seats], [seat.penalty for seat in row.seats])
    form = form or ScoresForm(None, scoring, initial=initial(stored))

    def box(name: str) -> Box:
        field = form[name]
        return Box(str(field.value() or ""), tuple(map(str, field.errors)))

    places = [seat.place for seat in row.seats]
    cells = tuple(
        Cell(
            seat,
            box(f"raw_{seat.position}"),
            box(f"penalty_{seat.position}"),
            seat.place is not None and places.count(seat.place) > 1,
        )
        for seat in row.seats
    )
    result = stored.text if stored else ""
    errors = tuple(map(str, form.non_field_errors()))
    return ScoreEntry(row, result, cells, box("sticks"), box("note"), errors)


@dataclass(frozen=True, slots=True)
class Boxes:
    """What the boxes of a table and their script need to know."""

    scoring: MahjongScoring
    scoring_json: dict[str, Any]
    texts: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ScoreEntries:
    """The tables of four of a round for entering their scores."""

    entries: list[ScoreEntry]


def score_entries(
    tournament: Tournament, sheet: RoundSheet, typed: Mapping[int, ScoresForm]
) -> tuple[ScoreEntries, Boxes]:
    """`typed` are forms that were refused, by table."""
    scoring = mahjong_of(tournament)
    entries = [score_entry(scoring, row, typed.get(row.table)) for row in sheet.tables]
    return ScoreEntries(entries), boxes(scoring)


def boxes(scoring: MahjongScoring) -> Boxes:
    return Boxes(scoring, dataclasses.asdict(scoring), score_texts())


def score_texts() -> dict[str, Any]:
    """What the script of the page for tables of four says."""
    stick = [
        ngettext("%(count)s stick left on the table", "%(count)s sticks left on the table", count)
        for count in (1, 2)
    ]
    return common_texts() | {
        "places": [place(number) for number in range(1, SEATS + 1)],
        "tied": _("tied"),
        "stick-one": stick[0] % {"count": 1},
        "stick-many": stick[1] % {"count": "%s"},
        "take": _("take %s"),
        "sum-empty": "",
        "sum-open": _("%s left"),
        "sum-fits": _("adds up"),
        "sum-much": _("%s too many"),
        "sum-few": _("%s too few"),
        "sum-unreadable": _("enter whole hundreds: 42300, 42.3 or 423"),
        "sum-penalty": _("a penalty is points: -20"),
        "no-answer": _("no answer – try again"),
        "no-reason": _("give a reason for this penalty"),
        "other": _("from another desk or a phone"),
        "other-typed": _("entered elsewhere just now: %s"),
    }
