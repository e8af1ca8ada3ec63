"""How players sign up for an event: opened, changed, ended."""

from __future__ import annotations

import datetime
from typing import Any

from accounts.models import User
from tournaments.models import Action, Registration, Tournament
from tournaments.registration import line
from tournaments.registration.fields import (
    CONSENT_LENGTH,
    FIELDS,
    MOST_FEE,
    MOST_HOURS,
    MOST_PLACES,
    OPTIONAL,
    REQUIRED,
)
from tournaments.registration.refusals import refuse
from tournaments.registration.services.book import LATER, Book
from tournaments.registration.services.cleaning import clean_questions
from tournaments.steps import log
from tournaments.steps.changes import Unchanged, changing
from tournaments.steps.fields import clean_line, clean_text, clean_whole

SETTINGS = (
    "opens_at", "closes_at", "capacity", "waiting_most", "approval", "offer_hours", "fee", "currency", "fee_note",
    "confirm_email", "consent", "fields", "questions",
)  # fmt: skip
_WHOLE = {
    "capacity": (1, MOST_PLACES),
    "waiting_most": (0, MOST_PLACES),
    "offer_hours": (1, MOST_HOURS),
    "fee": (0, MOST_FEE),
}


def set_registration(*, tournament: Tournament, actor: User | None, **given: Any) -> Registration:
    """Open registration, or change how it works; what is not given stays. More places go to whoever waits.

    Errors: those of the fields, `closes_before_opening`.
    """
    cleaned = {name: _clean(name, value) for name, value in given.items()}
    with changing(tournament, touches=("registration",), later=LATER):
        row = Registration.objects.filter(tournament=tournament).first()
        is_new = row is None
        book = None if is_new else Book(tournament)  # what is due by now is due by the rules until now
        row = row or Registration(tournament=tournament, fields={"club": OPTIONAL})
        changed = {name: value for name, value in cleaned.items() if getattr(row, name) != value}
        if not changed and not is_new:
            raise Unchanged
        before = {name: _logged(getattr(row, name)) for name in changed}
        grows = "capacity" in changed and _is_more(row.capacity, changed["capacity"])
        for name, value in changed.items():
            setattr(row, name, value)
        if "consent" in changed:
            row.consent_version += 1
        if row.opens_at and row.closes_at and row.closes_at <= row.opens_at:
            raise refuse.closes_before_opening()
        row.save()
        after = {name: _logged(value) for name, value in changed.items()}
        book = book or Book(tournament)
        book.set_rules(row)
        if grows:
            book.places = line.freed(book.places)
        book.close(actor, Action.REGISTRATION_CHANGED, before=before, after=after)
    return row


def end_registration(*, tournament: Tournament, actor: User | None) -> None:
    """No entries any more, and no page of it: only as long as nobody has signed up. Errors: `wrong_state`."""
    with changing(tournament, touches=("registration",)):
        if tournament.entries.exists():
            raise refuse.has_entries()
        deleted, _by_model = Registration.objects.filter(tournament=tournament).delete()
        if not deleted:
            raise Unchanged
        log.write(tournament=tournament, actor=actor, action=Action.REGISTRATION_CHANGED)


def _is_more(old: int | None, new: int | None) -> bool:
    return old is not None and (new is None or new > old)


def _logged(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime.datetime) else value


def _clean(name: str, value: Any) -> Any:
    if name not in SETTINGS:
        raise refuse.bad_entry_field(field=name[:40], allowed=", ".join(SETTINGS))
    if name in _WHOLE:
        low, high = _WHOLE[name]
        return clean_whole(value, field=name, low=low, high=high)
    if name in ("approval", "confirm_email"):
        return bool(value)
    if name in ("opens_at", "closes_at"):
        return _moment(name, value)
    if name == "questions":
        return clean_questions(value)
    if name == "fields":
        return _clean_asked(value)
    if name == "consent":
        return clean_text(value, field=name, length=CONSENT_LENGTH)
    return clean_line(value, field=name, length=8 if name == "currency" else 200)


def _moment(name: str, value: Any) -> datetime.datetime | None:
    if value in (None, ""):
        return None
    if not isinstance(value, datetime.datetime) or value.tzinfo is None:
        raise refuse.bad_date(field=name, value=str(value)[:40])
    return value


def _clean_asked(value: Any) -> dict[str, str]:
    """Which fields are asked for, and whether they must be filled in. Errors: `unknown_field`, `bad_answer`."""
    asked: dict[str, Any] = value if isinstance(value, dict) else {}
    for field, need in asked.items():
        if field not in FIELDS:
            raise refuse.bad_entry_field(field=str(field)[:40], allowed=", ".join(FIELDS))
        if need not in (OPTIONAL, REQUIRED):
            raise refuse.bad_answer(field="fields", allowed=f"{OPTIONAL}, {REQUIRED}")
    return {field: asked[field] for field in FIELDS if field in asked}
