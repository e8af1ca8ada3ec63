"""What the style page shows: one of each, with names that are long, right to left, and wide."""

import re
from fractions import Fraction
from typing import Any

from django import forms
from django.conf import settings

from pairing.engine.places import TOP, By, Decided
from pairing.tiebreaks.ranking import POINTS
from tournaments.models import Result, RoundState
from tournaments.rounds.selectors.rounds import SeatRow, TableRow
from tournaments.standings.selectors.columns import Column
from tournaments.standings.selectors.standings import Line, StandingsTable, TiebreakCell

NAMES = (
    "Søren Ågård-Jørgensen",
    "محمد بن سلمان الخوارزمي",
    "羽生 善治",
    "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh Montgomery-Cholmondeley of the Very Long Name 120",
)


class SampleForm(forms.Form):
    """Each kind of field, one of them wrong."""

    name = forms.CharField(label="Name", help_text="As on the name badge.", max_length=10)
    rounds = forms.IntegerField(label="Rounds", required=False, max_value=20)
    system = forms.ChoiceField(label="System", choices=[("monrad", "Monrad"), ("random_swiss", "Random")])
    order = forms.ChoiceField(
        label="Order", choices=[("a", "Fresh draw"), ("b", "Rating")], widget=forms.RadioSelect
    )
    present = forms.BooleanField(label="Pair only checked-in players", required=False)
    text = forms.CharField(label="Description", widget=forms.Textarea(attrs={"rows": 3}), required=False)


def _table(number: int, first: int, second: int, result: str | None) -> TableRow:
    seats = tuple(
        SeatRow(number=who + 1, name=NAMES[who], position=position, points_before=250 - 50 * who)
        for position, who in enumerate((first, second))
    )
    return TableRow(match_id=number, table=number, seats=seats, result=result, games=None, why=())


def _game(number: int, points: tuple[int | None, ...]) -> TableRow:
    raw = (42300, 31200, 28000, 18500)
    seats = tuple(
        SeatRow(
            number=who + 1,
            name=NAMES[who],
            position=who,
            points_before=1230 - 2000 * who,
            points=points[who],
            raw=raw[who] if points[who] is not None else None,
            penalty=-2000 if who == 1 else 0,
            place=who + 1,
            house=who == 2,
        )
        for who in range(len(NAMES))
    )
    return TableRow(match_id=number, table=number, seats=seats, result=None, games=None, why=(), sticks=0)


def _line(rank: int, who: int, points: int) -> Line:
    cells = (
        TiebreakCell("solkoff", 1550 - rank * 50, "points"),
        TiebreakCell("omw:floor=0.33", Fraction(11, 18 + rank), "ratio"),
    )
    by = Decided(By.TIEBREAK, POINTS) if rank > 1 else TOP
    return Line(
        rank, who + 1, NAMES[who], "", "", "", None, points, cells, withdrawn=rank == 4, decided_by=by
    )


SAMPLES: dict[str, Any] = {
    "form": SampleForm({"name": "much too long a name", "system": "monrad", "order": "a"}),
    "rows": (_table(1, 0, 1, Result.FIRST_WINS), _table(2, 2, 3, None), _table(120, 3, 2, Result.DRAW)),
    "games": (_game(7, (2730, -1380, -700, -2650)), _game(8, (None,) * 4)),
    "standings": StandingsTable(3, True, (), tuple(_line(i + 1, i, 300 - 50 * i) for i in range(4))),
    "columns": (
        Column("solkoff", "Solk", "Solkoff", ""),
        Column("omw:floor=0.33", "OMW%", "Opponents' match win percentage", ""),
    ),
    "states": RoundState.values,
    "icons": re.findall('id="([^"]+)"', (settings.BASE_DIR / "static/icons/sprite.svg").read_text()),
}
