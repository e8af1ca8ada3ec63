"""What may stand in the fields of a player: one rule for forms, API, imports and event documents."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from accounts.names import is_visible
from tournaments.models import NameForm
from tournaments.steps.names import guessed_sort_name
from tournaments.steps.person import PERSON, RATING_RANGE, Kind, PersonField
from tournaments.steps.refusals import common as refuse

NAME_LENGTH = 120
TEXT_LENGTHS = {"sort_name": 120, "club": 120, "note": 500}
RANKING_RANGE = (1, 1_000_000)
TABLE_RANGE = (1, 100_000)
MAX_DRAW_NUMBER = 100_000
# Direction overrides can make one name look like another; lone surrogates cannot be stored.
_REFUSED = re.compile("[\u202a-\u202e\u2066-\u2069\u2028\u2029]")


def clean_line(text: object, *, field: str, length: int, required: bool = False) -> str:
    """One line of text in NFC with single spaces. Errors: ServiceError `bad_text`, `too_long`, `missing`."""
    if not isinstance(text, str):
        raise refuse.bad_text(field=field)
    if any(unicodedata.category(c) in ("Cc", "Cs") and c not in "\t\r\n" for c in text) or _REFUSED.search(
        text
    ):
        raise refuse.control_characters(field=field)
    line = " ".join(unicodedata.normalize("NFC", text).split())
    if required and not is_visible(line):
        raise refuse.missing(field=field)
    if len(line) > length:
        raise refuse.too_long(field=field, limit=length, length=len(line))
    return line


def clean_text(text: object, *, field: str, length: int) -> str:
    """Text of several lines. Errors: ServiceError `bad_text`, `too_long`."""
    lines = text.splitlines() if isinstance(text, str) else [text]
    cleaned = "\n".join(clean_line(line, field=field, length=length) for line in lines).strip()
    clean_line(cleaned, field=field, length=length)
    return cleaned


def clean_name(text: object, field: str = "name") -> str:
    """A player's or an event's name: any script, 1 to 120 characters."""
    return clean_line(text, field=field, length=NAME_LENGTH, required=True)


def clean_whole(value: object, *, field: str, low: int, high: int) -> int | None:
    """A whole number from a form, a cell or JSON; empty is None. Errors: ServiceError `bad_number`."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    number: int | None = None
    if isinstance(value, str) and re.fullmatch(r"\s*[+-]?\d{1,9}(\.0+)?\s*", value):
        number = int(value.strip().split(".")[0])
    elif isinstance(value, int) and not isinstance(value, bool):
        number = value
    elif isinstance(value, float) and value.is_integer():
        number = int(value)
    if number is None or not low <= number <= high:
        raise refuse.bad_number(field=field, low=low, high=high, value=str(value)[:40])
    return number


def clean_real(value: object, *, field: str, positive: bool = False) -> float | None:
    """A finite number; empty is None. Errors: ServiceError `bad_number`."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    try:
        number = (
            float(value) if isinstance(value, int | float | str) and not isinstance(value, bool) else math.nan
        )
    except (ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number) or (positive and number <= 0):
        raise refuse.unusable_number(field=field, value=str(value)[:40])
    return number


def clean_day(value: object, *, field: str) -> str:
    """Month and day as `04-23`, which a leap year has; empty is "". Errors: ServiceError `bad_day`."""
    line = clean_line(value or "", field=field, length=20)
    try:
        return line and date.fromisoformat(f"2000-{line}").isoformat()[5:]
    except ValueError as error:
        raise refuse.bad_day(field=field, value=line) from error


def clean_email(value: object, *, field: str, length: int) -> str:
    """An e-mail address; empty is "". Errors: ServiceError `bad_email`, `too_long`."""
    line = clean_line(value or "", field=field, length=length)
    try:
        if line:
            validate_email(line)
    except ValidationError as error:
        raise refuse.bad_email(field=field) from error
    return line


def clean_name_form(value: object, *, allowed: Sequence[str]) -> str:
    """How the public reads a name. Errors: ServiceError `bad_name_form`."""
    if value not in allowed:
        raise refuse.bad_name_form(allowed=", ".join(filter(None, allowed)))
    return str(value)


def _text(field: str) -> Callable[[object], Any]:
    return lambda value: clean_line("" if value is None else value, field=field, length=TEXT_LENGTHS[field])


def _whole(field: str, low: int, high: int) -> Callable[[object], Any]:
    return lambda value: clean_whole(value, field=field, low=low, high=high)


_OF_PERSON: Mapping[Kind, Callable[[PersonField, Any], Any]] = {
    Kind.LINE: lambda one, v: clean_line("" if v is None else v, field=one.name, length=one.longest),
    Kind.WHOLE: lambda one, v: clean_whole(v, field=one.name, low=one.low, high=one.high),
    Kind.DAY: lambda one, v: clean_day(v, field=one.name),
    Kind.EMAIL: lambda one, v: clean_email(v, field=one.name, length=one.longest),
}
CLEANERS: dict[str, Callable[[object], Any]] = {
    "name": clean_name,
    **{field: _text(field) for field in TEXT_LENGTHS},
    "rating": _whole("rating", *RATING_RANGE),
    "ranking": _whole("ranking", *RANKING_RANGE),
    "fixed_table": _whole("fixed_table", *TABLE_RANGE),
    "name_form": lambda value: clean_name_form(value, allowed=("", *NameForm.values)),
    "mu": lambda value: clean_real(value, field="mu"),
    "sigma": lambda value: clean_real(value, field="sigma", positive=True),
    **{one.name: partial(_OF_PERSON[one.kind], one) for one in PERSON.values()},
}
PLAYER_FIELDS = tuple(CLEANERS)


def clean_player(fields: Mapping[str, object]) -> dict[str, Any]:
    """The given fields of a player, validated; a sort name that the name gives anyway is left empty.

    Errors: ServiceError, naming the field.
    """
    for field in fields:
        if field not in CLEANERS:
            raise refuse.unknown_player_field(field=field, allowed=", ".join(PLAYER_FIELDS))
    cleaned = {field: CLEANERS[field](value) for field, value in fields.items()}
    if cleaned.get("sort_name") and cleaned["sort_name"] == guessed_sort_name(cleaned.get("name", "")):
        cleaned["sort_name"] = ""
    return cleaned


def same_name_key(name: str) -> str:
    """Two names with the same key are taken for the same person written twice."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def is_whole(value: object) -> bool:
    """Whether it is a whole number (to Python `True` is one)."""
    return isinstance(value, int) and not isinstance(value, bool)
