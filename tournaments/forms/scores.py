"""The scores of a table of four: typed in several ways, checked to add up, with what was typed kept when they do not.

The page's script reads by the same rules (static/js/mahjong.js).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _, ngettext

from pairing.model.reasons import show_points
from pairing.model.scoring.mahjong import RAW_STEP, SEATS, STICK, MahjongScoring, check_raw
from tournaments.forms.base import DeskForm
from tournaments.steps.refusals import common as refuse

# What a player may say; penalties are the desk's business.
BOXES = (*(f"raw_{seat}" for seat in range(SEATS)), "sticks")
MOST_RAW = 1_000_000
_RAW = re.compile(r"([+-]?)(\d{1,7})(?:([.,])(\d{1,3}))?")
_PENALTY = re.compile(r"([+-]?)(\d{1,4})(?:[.,](\d{1,2}))?")
_DASHES = re.compile("[‐-―−ー]")
NOT_RAW = _("“%(value)s” is not raw points. Enter whole hundreds such as 42300, 42.3 or 423.")
NOT_PENALTY = _("“%(value)s” is not a number of points. Enter points such as -20.")


@dataclass(frozen=True, slots=True)
class Scores:
    """A table as it was entered, in seat order: raw points, penalties in hundredths, sticks left on the table."""

    raw: tuple[int, ...]
    penalties: tuple[int, ...]
    sticks: int

    @property
    def text(self) -> str:
        """One text, the same for the same scores: what the script sends and compares."""
        parts = (",".join(map(str, self.raw)), ",".join(map(str, self.penalties)), str(self.sticks))
        return ";".join(parts)

    @classmethod
    def of(
        cls, scoring: MahjongScoring, raw: Sequence[int | None], penalties: Sequence[int]
    ) -> Scores | None:
        """What is stored on the seats of a table; None while there are no scores."""
        played = tuple(score for score in raw if score is not None)
        if len(played) != SEATS:
            return None
        return cls(played, tuple(penalties), check_raw(scoring, played))

    @classmethod
    def from_text(cls, text: str) -> Scores:
        """Errors: ServiceError `bad_scores`."""
        if not re.fullmatch(r"(-?\d{1,7},){3}-?\d{1,7};(-?\d{1,7},){3}-?\d{1,7};\d{1,3}", text):
            raise refuse.four_scores_needed(field="result")
        raw, penalties, sticks = text.split(";")
        return cls(
            tuple(int(value) for value in raw.split(",")),
            tuple(int(value) for value in penalties.split(",")),
            int(sticks),
        )


def read_raw(text: str) -> int | None:
    """A raw score; None if nothing is typed.

    Up to three digits are hundreds (423, 80), a point or comma stands after the thousands (42.3, 42,300), four digits
    and more are the points themselves (42300).
    Errors: ValueError.
    """
    typed = _tidy(text)
    if not typed:
        return None
    found = _RAW.fullmatch(typed)
    if found is None:
        raise ValueError(text)
    sign, whole, mark, part = found.groups()
    value = int(whole)
    if mark and len(whole) > 3:
        raise ValueError(text)
    if mark:
        value = value * 1000 + int(part.ljust(3, "0"))
    elif len(whole) <= 3:
        value *= RAW_STEP
    if value % RAW_STEP or value > MOST_RAW:
        raise ValueError(text)
    return -value if sign == "-" else value


def read_penalty(text: str) -> int:
    """A penalty in hundredths of a point: without a sign it is taken off (20 is -20). Errors: ValueError."""
    typed = _tidy(text)
    found = _PENALTY.fullmatch(typed)
    if found is None:
        if typed:
            raise ValueError(text)
        return 0
    sign, whole, part = found.groups()
    value = int(whole) * 100 + int((part or "").ljust(2, "0"))
    return value if sign == "+" else -value


def _tidy(text: str) -> str:
    """As typed on any keyboard: full-width digits, any dash for a minus, no spaces."""
    return "".join(_DASHES.sub("-", unicodedata.normalize("NFKC", text)).split())


class _Typed(forms.Field):
    """A box whose text `read` understands, or says with `wrong` that it does not."""

    def __init__(self, read: Callable[[str], Any], wrong: Any) -> None:
        super().__init__(required=False)
        self.read, self.wrong = read, wrong

    def to_python(self, value: Any) -> object:
        text = str(value or "")
        try:
            return self.read(text)
        except ValueError:
            raise forms.ValidationError(self.wrong, params={"value": text[:20]}) from None


class ScoresForm(DeskForm):
    """Four scores with what is left on the table and penalties. All empty means: no result yet."""

    field_names = {"scores": "raw_0", "penalties": "penalty_0"}

    sticks = forms.IntegerField(label=_("Riichi sticks left"), min_value=0, max_value=999, required=False)
    note = forms.CharField(label=_("Why"), max_length=500, required=False)

    def __init__(self, data: Mapping[str, object] | None, scoring: MahjongScoring, **more: Any) -> None:
        super().__init__(data, **more)
        self.scoring = scoring
        for seat in range(SEATS):
            self.fields[f"raw_{seat}"] = _Typed(read_raw, NOT_RAW)
            self.fields[f"penalty_{seat}"] = _Typed(read_penalty, NOT_PENALTY)

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        raw: list[Any] = [data.get(f"raw_{seat}") for seat in range(SEATS)]
        if self.errors or all(value is None for value in raw):
            return data
        for seat, value in enumerate(raw):
            if value is None:
                self.add_error(f"raw_{seat}", _("Enter the missing score here."))
        if not self.errors:
            self._check_sum(sum(raw) + (data["sticks"] or 0) * STICK)
        return data

    def _check_sum(self, total: int) -> None:
        over = total - SEATS * self.scoring.start
        if over > 0:
            text = _("The scores add up to %(total)s: %(difference)s too many.")
            raise forms.ValidationError(text, params=_score_groups(total=total, difference=over))
        if over < 0:
            text = _("The scores add up to %(total)s: %(difference)s too few.")
            errors = [forms.ValidationError(text, params=_score_groups(total=total, difference=-over))]
            if over % STICK == 0:
                sticks = (self.cleaned_data["sticks"] or 0) - over // STICK
                errors.append(forms.ValidationError(sticks_left(sticks)))
            raise forms.ValidationError(errors)

    @property
    def scores(self) -> Scores | None:
        """What was entered; None for no result. After `is_valid`."""
        data = self.cleaned_data
        raw = [data[f"raw_{seat}"] for seat in range(SEATS)]
        if raw[0] is None:
            return None
        penalties = tuple(data[f"penalty_{seat}"] for seat in range(SEATS))
        return Scores(tuple(raw), penalties, data["sticks"] or 0)


def initial(scores: Scores | None) -> dict[str, str]:
    """Stored scores as they stand in the boxes."""
    if scores is None:
        return {"sticks": "0"}
    return {
        **{f"raw_{seat}": box_text(value) for seat, value in enumerate(scores.raw)},
        **{f"penalty_{seat}": show_points(value) for seat, value in enumerate(scores.penalties) if value},
        "sticks": str(scores.sticks),
    }


def box_text(value: int) -> str:
    """A raw score as it stands in a box: `read_raw` reads the same score again, so 600 gets its point."""
    if value == 0 or abs(value) >= STICK:
        return str(value)
    return f"{'-' if value < 0 else ''}0.{abs(value) // RAW_STEP}"


def sticks_left(sticks: int) -> str:
    """What would explain whole thousands that are missing."""
    return ngettext(
        "Was %(sticks)s riichi stick left on the table?",
        "Were %(sticks)s riichi sticks left on the table?",
        sticks,
    ) % {"sticks": sticks}


def _score_groups(**values: int) -> dict[str, str]:
    return {name: number_format(value, use_l10n=True, force_grouping=True) for name, value in values.items()}
