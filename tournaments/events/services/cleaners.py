"""What events and series have in common among their settings: how they are cleaned, and stored under an address."""

import secrets
from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Any, TypeVar

from django.db import IntegrityError, models, transaction
from django.utils.text import slugify

from pairing.model.calendar import known_zones
from tournaments.events.refusals import refuse
from tournaments.steps.fields import clean_line
from tournaments.steps.refusals import Refusal

SLUG_LENGTH, TRIES = 60, 5
M = TypeVar("M", bound=models.Model)
Cleaners = Mapping[str, Callable[[Any], Any]]
MAX_MINUTES = 24 * 60  # a round, or what is added to it


def cleaned(values: Mapping[str, object], cleaners: Cleaners, unknown: Refusal) -> dict[str, object]:
    """Every setting by its cleaner. Errors: theirs; `unknown` for a name without one."""
    for field in values:
        if field not in cleaners:
            raise unknown(field=field, allowed=", ".join(cleaners))
    return {field: cleaners[field](value) for field, value in values.items()}


def one_of(allowed: Collection[str], refusal: Refusal) -> Callable[[object], str]:
    """A cleaner that takes one of these words. Its errors: `refusal`."""

    def clean(value: object) -> str:
        if value not in allowed:
            raise refusal(allowed=", ".join(allowed))
        return str(value)

    return clean


def clean_slug(reserved: Collection[str]) -> Callable[[object], str | None]:
    """A cleaner of addresses; None for an empty one. Its errors: `bad_slug`, also for a reserved word."""

    def clean(value: object) -> str | None:
        if value is None or value == "":
            return None
        text = str(value)
        if slugify(text) != text or len(text) > SLUG_LENGTH or text in reserved:
            raise refuse.bad_slug()
        return text

    return clean


def clean_zone(value: object) -> str:
    """A cleaner of time zones: the IANA name, in whatever case it is typed; "" is the server's. Errors: `bad_zone`."""
    name = clean_line("" if value is None else value, field="time_zone", length=64)
    known = _zones().get(name.replace(" ", "_").casefold())
    if name and known is None:
        raise refuse.bad_zone(value=name)
    return known or ""


@cache
def _zones() -> Mapping[str, str]:
    return {name.casefold(): name for name in known_zones()}


def slug_for(
    name: str, attempt: int, *, empty: str, reserved: Collection[str], model: type[models.Model]
) -> str:
    """An address made from a name, with a tail nobody else has where it is taken or there was an `attempt` before."""
    base = slugify(name)[:50].strip("-") or empty
    free = not attempt and base not in reserved and base != empty
    if free and not model._base_manager.filter(slug=base).exists():
        return base
    return f"{base}-{secrets.token_hex(3)}"


def create_row(
    model: type[M], values: Mapping[str, Any], slug: str | None, *, empty: str, reserved: Collection[str]
) -> M:
    """Store a new row under `slug`, or under an address made from its name. Errors: `slug_taken`."""
    attempt = 0
    while True:
        made = slug or slug_for(values["name"], attempt, empty=empty, reserved=reserved, model=model)
        try:
            with transaction.atomic():
                return model._default_manager.create(**values, slug=made)
        except IntegrityError as error:
            if slug is not None:
                raise refuse.slug_taken(slug=slug) from error
            if attempt == TRIES:  # the addresses were made up: it is something else
                raise
            attempt += 1


def store(row: models.Model, values: Mapping[str, object]) -> dict[str, object]:
    """Store these settings of a row inside a running change; returns what they were. Errors: `slug_taken`."""
    before = {key: getattr(row, key) for key in values}
    for key, value in values.items():
        setattr(row, key, value)
    try:
        with transaction.atomic():
            row.save(update_fields=list(values))
    except IntegrityError as error:
        if "slug" not in values:
            raise
        raise refuse.slug_taken(slug=values["slug"]) from error
    return before
