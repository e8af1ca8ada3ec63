"""The screens in the hall: named, and told from the desk what to show.

A screen is no part of the event's state, so changing one leaves the version of the event alone: a thousand phones need
not ask for their pages again because a projector turned to the standings. The screens ask by a stamp of their own.
"""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction

from accounts.models import User
from tournaments.hall.refusals import refuse
from tournaments.models import Action, Screen, ScreenMode, ScreenSize, Tournament
from tournaments.names.alphabets import letters_of
from tournaments.steps import log
from tournaments.steps.fields import clean_line, clean_text, clean_whole

NAME_LENGTH, MESSAGE_LENGTH = 60, 300
MOST_SCREENS = 50
LOWEST_SECONDS, HIGHEST_SECONDS = 3, 600
HIGHEST_TABLE = 100_000
LETTERS_LENGTH = 10
FIELDS = (
    *("name", "mode", "message", "first_table", "last_table", "first_letter", "last_letter", "details"),
    *("seconds", "size"),
)


def create_screen(*, tournament: Tournament, actor: User | None, name: str, **fields: object) -> Screen:
    """A new screen. `fields`: mode, message, first_table and last_table (the part of the tables it shows), first_letter
    and last_letter (the part of the list by name), details (whether opponents and tie-breaks are shown; None: where
    that does not make more pages of it in S and XL), seconds (how long a page stays), size (of the names).

    Errors: `screen_name_taken`, `too_many_screens`, `bad_mode`, `bad_size`, `message_missing`, and those of the fields.
    """
    screen = Screen(tournament=tournament)
    with transaction.atomic():
        if Screen.objects.filter(tournament=tournament).count() >= MOST_SCREENS:
            raise refuse.too_many_screens(most=MOST_SCREENS)
        _set(screen, {"name": name, **fields})
        _save(screen)
        _log(tournament, actor, screen, before=None)
    return screen


def update_screen(*, tournament: Tournament, actor: User | None, screen: Screen, **changes: object) -> Screen:
    """Show something else, or under another name. Errors: as `create_screen`; `screen_gone`."""
    with transaction.atomic():
        stored = _stored(tournament, screen)
        before = facts_of(stored)
        _set(stored, changes)
        if facts_of(stored) != before:
            _save(stored)
            _log(tournament, actor, stored, before=before)
    return stored


def delete_screen(*, tournament: Tournament, actor: User | None, screen: Screen) -> None:
    """The screen's address finds nothing any more. Errors: `screen_gone`."""
    with transaction.atomic():
        stored = _stored(tournament, screen)
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.SCREEN_CHANGED,
            subject=stored.name,
            before=facts_of(stored),
            after=None,
        )
        stored.delete()


def facts_of(screen: Screen) -> dict[str, Any]:
    """What a screen shows, in the words of the API."""
    return {
        "name": screen.name,
        "mode": screen.mode,
        "message": screen.message,
        "first_table": screen.part.get("first"),
        "last_table": screen.part.get("last"),
        "first_letter": screen.part.get("first_letter", ""),
        "last_letter": screen.part.get("last_letter", ""),
        "details": screen.part.get("details"),
        "seconds": screen.part.get("seconds"),
        "size": screen.part.get("size", ScreenSize.MEDIUM),
    }


def _stored(tournament: Tournament, screen: Screen) -> Screen:
    row = Screen.objects.filter(pk=screen.pk, tournament=tournament).first()
    if row is None:
        raise refuse.screen_gone()
    return row


def _set(screen: Screen, changes: Mapping[str, object]) -> None:
    for field in changes:
        if field not in FIELDS:
            raise refuse.unknown_field(field=field, allowed=", ".join(FIELDS))
    wanted = {**facts_of(screen), **changes}
    name = clean_line(wanted["name"] or "", field="name", length=NAME_LENGTH)
    if not name:
        raise refuse.missing(field="name")
    if wanted["mode"] not in ScreenMode.values:
        raise refuse.bad_mode(allowed=", ".join(ScreenMode.values))
    message = clean_text(wanted["message"] or "", field="message", length=MESSAGE_LENGTH)
    if wanted["mode"] == ScreenMode.MESSAGE and not message:
        raise refuse.message_missing()
    screen.name, screen.mode, screen.message = name, wanted["mode"], message
    screen.part = {**_part(wanted), **_letters(screen.tournament.language, wanted)}


def _part(wanted: Mapping[str, object]) -> dict[str, Any]:
    first = clean_whole(wanted["first_table"], field="first_table", low=1, high=HIGHEST_TABLE)
    last = clean_whole(wanted["last_table"], field="last_table", low=1, high=HIGHEST_TABLE)
    if first is not None and last is not None and last < first:
        raise refuse.last_before_first_table(first=first)
    seconds = clean_whole(wanted["seconds"], field="seconds", low=LOWEST_SECONDS, high=HIGHEST_SECONDS)
    size = wanted["size"] or ScreenSize.MEDIUM
    if size not in ScreenSize.values:
        raise refuse.bad_size(allowed=", ".join(ScreenSize.values))
    part = {"first": first, "last": last, "seconds": seconds, "size": str(size), "details": wanted["details"]}
    return {name: value for name, value in part.items() if value not in (None, ScreenSize.MEDIUM)}


def _letters(language: str, wanted: Mapping[str, object]) -> dict[str, str]:
    part = {
        name: clean_line(wanted[name] or "", field=name, length=LETTERS_LENGTH)
        for name in ("first_letter", "last_letter")
    }
    first, last = (letters_of(letters, language) for letters in part.values())
    if last and first[: len(last)] > last:
        raise refuse.last_before_first_letter(first=part["first_letter"])
    return {name: letters for name, letters in part.items() if letters}


def _save(screen: Screen) -> None:
    """Errors: `screen_name_taken`."""
    try:
        with transaction.atomic():
            screen.save()
    except IntegrityError as error:
        raise refuse.screen_name_taken(name=screen.name) from error


def _log(tournament: Tournament, actor: User | None, screen: Screen, *, before: object) -> None:
    log.write(
        tournament=tournament,
        actor=actor,
        action=Action.SCREEN_CHANGED,
        subject=screen.name,
        before=before,
        after=facts_of(screen),
    )
