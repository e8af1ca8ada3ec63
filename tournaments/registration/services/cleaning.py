"""What may stand in an entry: the fields an event asks for, and the answers to its own questions."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from typing import Any

from tournaments.models import Registration, Tournament
from tournaments.registration.fields import (
    ANSWER_LENGTH,
    FIELDS,
    KINDS,
    LABEL_LENGTH,
    LISTS,
    MOST_CHOICES,
    MOST_QUESTIONS,
    REQUIRED,
)
from tournaments.registration.refusals import refuse
from tournaments.steps.fields import clean_line, clean_player, clean_whole


def clean_fields(given: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of an entry, as they are stored. Errors: those of the fields, which they name."""
    allowed = ("name", *FIELDS)
    for field in given:
        if field not in allowed:
            raise refuse.bad_entry_field(field=field, allowed=", ".join(allowed))
    return clean_player(given)


def refuse_missing(
    registration: Registration, cleaned: Mapping[str, Any], answers: Mapping[str, Any]
) -> None:
    """What the event needs of everybody. Errors: `missing`."""
    needed = [field for field in FIELDS if registration.fields.get(field) == REQUIRED]
    if registration.confirm_email and "email" not in needed:
        needed.append("email")
    for field in needed:
        if cleaned.get(field) in (None, ""):
            raise refuse.missing(field=field)
    for question in registration.questions:
        if question["required"] and answers.get(str(question["id"])) in (None, "", False):
            raise refuse.missing(field=question["label"])


def clean_answers(registration: Registration, given: Mapping[str, Any]) -> dict[str, Any]:
    """Answers by the id of their question. Errors: `unknown_field`, and those of the answers."""
    questions = {str(question["id"]): question for question in registration.questions}
    for number in given:
        if number not in questions:
            raise refuse.bad_entry_field(field=f"answers.{number}"[:40], allowed=", ".join(questions))
    return {
        number: _ANSWERS[questions[number]["kind"]](value, questions[number])
        for number, value in given.items()
    }


def _text(value: object, question: Mapping[str, Any]) -> str:
    return clean_line("" if value is None else value, field=question["label"], length=ANSWER_LENGTH)


def _number(value: object, question: Mapping[str, Any]) -> int | None:
    return clean_whole(value, field=question["label"], low=-1_000_000, high=1_000_000)


def _choice(value: object, question: Mapping[str, Any]) -> str:
    chosen = _text(value, question)
    if chosen and chosen not in question["choices"]:
        raise refuse.bad_answer(field=question["label"], allowed=", ".join(question["choices"]))
    return chosen


def _yes_no(value: object, _question: Mapping[str, Any]) -> bool:
    return value in (True, "true", "yes", "on", "1", 1)


def _date(value: object, question: Mapping[str, Any]) -> str:
    text = _text(value, question)
    try:
        return text and datetime.date.fromisoformat(text).isoformat()
    except ValueError as error:
        raise refuse.bad_date(field=question["label"], value=text[:40]) from error


_ANSWERS: dict[str, Callable[[object, Mapping[str, Any]], object]] = {
    "text": _text,
    "number": _number,
    "choice": _choice,
    "yes_no": _yes_no,
    "date": _date,
}


def clean_byes(event: Tournament, given: object) -> list[int]:
    """Rounds to sit out. Errors: `bad_number`."""
    if not isinstance(given, list | tuple):
        raise refuse.bad_number(field="byes", low=1, high=event.rounds_planned, value=str(given)[:40])
    last = event.rounds_planned
    numbers = {clean_whole(number, field="byes", low=1, high=last) for number in given[: last + 1]}
    return sorted(number for number in numbers if number is not None)


def clean_questions(given: object) -> list[dict[str, Any]]:
    """The questions an organiser adds; each keeps its id. Errors: `bad_question`, `too_many_questions`, `missing`."""
    rows = given if isinstance(given, list) else []
    if len(rows) > MOST_QUESTIONS:
        raise refuse.too_many_questions(limit=MOST_QUESTIONS)
    last = max(
        (row["id"] for row in rows if isinstance(row, dict) and isinstance(row.get("id"), int)), default=0
    )
    found: list[dict[str, Any]] = []
    for row in rows:
        if not isinstance(row, dict) or row.get("kind") not in KINDS:
            raise refuse.bad_question(allowed=", ".join(KINDS))
        number = row.get("id")
        if not isinstance(number, int) or any(other["id"] == number for other in found):
            number = last = last + 1
        found.append(_question(row, number))
    return found


def _question(row: Mapping[str, Any], number: int) -> dict[str, Any]:
    label = clean_line(row.get("label", ""), field="questions", length=LABEL_LENGTH, required=True)
    lines = row.get("choices") or []
    given = lines if isinstance(lines, list) else [lines]
    choices = [clean_line(text, field="questions", length=LABEL_LENGTH) for text in given[:MOST_CHOICES]]
    if row["kind"] == "choice" and not any(choices):
        raise refuse.missing(field="choices")
    lists = [name for name in LISTS if name in (row.get("lists") or ())]
    return {
        "id": number,
        "label": label,
        "kind": row["kind"],
        "choices": list(dict.fromkeys(filter(None, choices))) if row["kind"] == "choice" else [],
        "required": bool(row.get("required")),
        "lists": lists,
    }
