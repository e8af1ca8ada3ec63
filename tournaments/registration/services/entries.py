"""What players do with their entries: sign up, change, withdraw, answer an offer. The desk may do it for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils import timezone

from accounts.models import User
from tournaments.models import Action, Entry, Player, Tournament
from tournaments.models.player import new_key
from tournaments.players.services.players import changes_of
from tournaments.registration import line
from tournaments.registration.fields import FIELDS
from tournaments.registration.line import CORRECT, ENTERED, LOOK, OFFERED, OVER, RECEIVED, WAITING
from tournaments.registration.refusals import refuse
from tournaments.registration.selectors.places import OPEN, SOON, is_due, phase_of
from tournaments.registration.services.book import LATER, Book
from tournaments.registration.services.cleaning import (
    clean_answers,
    clean_byes,
    clean_fields,
    refuse_missing,
)
from tournaments.seals import Purpose, seals
from tournaments.steps import listeners, log
from tournaments.steps.changes import Unchanged, changing, touching
from tournaments.steps.fields import same_name_key

ACTIVE = (RECEIVED, LOOK, CORRECT, OFFERED, WAITING, ENTERED)


def sign_up(
    *,
    tournament: Tournament,
    actor: User | None,
    answers: Mapping[str, Any] | None = None,
    byes: object = (),
    consent: bool = False,
    key: str = "",
    **fields: Any,
) -> Entry:
    """Somebody signs up; `actor` is whoever of the desk does it for them, at any time.

    `key` is what the form was given: sent twice, it makes one entry. Errors: `registration_closed`,
    `registration_full`, `consent_needed`, `too_many_players`, and those of the fields.
    """
    cleaned = clean_fields({"name": "", **fields})
    with changing(tournament, touches=(), later=LATER):
        book = Book(tournament)
        twice = _sent_before(tournament, key)
        if twice is not None:
            entry = twice
            raise Unchanged
        given = clean_answers(book.registration, answers or {})
        if actor is None:
            _refuse_closed(book)
            refuse_missing(book.registration, cleaned, given)
            if book.registration.consent and not consent:
                raise refuse.consent_needed()
        entry = added(
            book,
            cleaned,
            answers=given,
            byes=clean_byes(tournament, byes),
            consent_version=book.registration.consent_version if consent else 0,
            confirmed_at=None if actor is None else book.now,
            key=key or new_key(),
        )
        book.close(actor, Action.SIGNED_UP, entry)
    return entry


def added(book: Book, cleaned: Mapping[str, Any], **columns: Any) -> Entry:
    """One more entry, with a place or in line, inside a running change. Errors: `registration_full`."""
    doubt = _doubt(book.tournament, cleaned)
    is_confirmed = columns["confirmed_at"] is not None or not book.rules.confirms
    place = book.newcomer(doubtful=bool(doubt), confirmed=is_confirmed)
    return book.add(place, **cleaned, doubt=doubt, **columns)


def _sent_before(tournament: Tournament, key: str) -> Entry | None:
    if not key:
        return None
    return Entry.objects.filter(tournament=tournament, key__in=list(seals(key, Purpose.ENTRY))).first()


def _refuse_closed(book: Book) -> None:
    phase = phase_of(book.registration, book.tournament, book.now)
    if phase == SOON:
        raise refuse.registration_not_open()
    if phase != OPEN:
        raise refuse.registration_closed()


def _doubt(tournament: Tournament, cleaned: Mapping[str, Any]) -> str:
    """ "same:4" where entry 4 may be the same person, "player:4" where player 4 of the desk's own may be."""
    key, year = same_name_key(cleaned["name"]), cleaned.get("birth_year")
    rows = Entry.objects.filter(tournament=tournament).exclude(state__in=OVER).order_by("number")
    for number, other, other_year in rows.values_list("number", "name", "birth_year"):
        if same_name_key(other) == key and not (year and other_year and year != other_year):
            return f"same:{number}"
    players = Player.objects.filter(tournament=tournament, house=False, entries=None).order_by("number")
    for number, other in players.values_list("number", "name"):
        if same_name_key(other) == key:
            return f"player:{number}"
    return ""


def confirm_address(*, tournament: Tournament, entry: Entry) -> Entry:
    """The owner of the address has opened the link that was sent there. Again it changes nothing."""
    with changing(tournament, touches=(), later=LATER):
        book = Book(tournament)
        place = book.expect(entry, *ACTIVE)
        row = book.row(entry.number)
        if row.confirmed_at is not None:
            raise Unchanged
        row.confirmed_at = timezone.now()
        row.save(update_fields=["confirmed_at"])
        known = replace(place, confirmed=True)
        if place.state == RECEIVED:
            known = line.with_place(known, book.rules, book.now)
        elif place.state != OFFERED:
            known = replace(known, expires_at=None)
        book.put(known)
        book.close(None, Action.ENTRY_CHANGED, row)
    return _fresh(tournament, entry)


def change(
    *,
    tournament: Tournament,
    actor: User | None,
    entry: Entry,
    answers: Mapping[str, Any] | None = None,
    byes: object = None,
    **fields: Any,
) -> Entry:
    """Other fields, answers or byes. Who was asked to correct them has done so; the place in line stays.

    Errors: `wrong_state`, `already_started`, and those of the fields.
    """
    cleaned = clean_fields(fields)
    with changing(tournament, touches=(), later=LATER):
        book = Book(tournament)
        place = book.expect(entry, *ACTIVE)
        if place.state == ENTERED and not book.rules.is_open:
            raise refuse.already_started()
        row = book.row(entry.number)
        wanted = {**cleaned, "answers": {**row.answers, **clean_answers(book.registration, answers or {})}}
        if byes is not None:
            wanted["byes"] = clean_byes(tournament, byes)
        known = {field: getattr(row, field) for field in ("name", *book.registration.fields)}
        if actor is None:
            refuse_missing(book.registration, {**known, **cleaned}, wanted["answers"])
        changed = {name: value for name, value in wanted.items() if getattr(row, name) != value}
        if not changed and not row.to_correct:
            raise Unchanged
        before = {name: getattr(row, name) for name in changed}
        _store(book, row, changed)
        if place.state == CORRECT:
            book.put(line.with_place(place, book.rules, book.now))
        book.close(actor, Action.ENTRY_CHANGED, row, before=_loggable(before), after=_loggable(changed))
    return _fresh(tournament, entry)


def _loggable(values: Mapping[str, Any]) -> dict[str, Any]:
    """What may stand in a line of the log: no address, and no answers, which may be anything."""
    return {name: value for name, value in values.items() if name not in ("email", "answers")}


def _store(book: Book, row: Entry, changed: Mapping[str, Any]) -> None:
    for name, value in changed.items():
        setattr(row, name, value)
    if "email" in changed:
        row.confirmed_at = None
    row.to_correct, row.message = [], ""
    row.save()
    player = row.player_id and Player.objects.filter(pk=row.player_id, tournament=book.tournament).first()
    fields = {name: value for name, value in changed.items() if name in ("name", *FIELDS)}
    if player and fields:
        touching(book.tournament.pk, "players")
        for name, value in changes_of(book.tournament, player, fields, allow_duplicate=True).items():
            setattr(player, name, value)
        player.save()
        if "name" in fields:
            listeners.tell_renamed(player)


def withdraw(*, tournament: Tournament, actor: User | None, entry: Entry) -> Entry:
    """The player does not come; a place that was theirs is for the first who waits.

    Errors: `wrong_state`, `already_started`, `in_schedule`.
    """
    with changing(tournament, touches=(), later=LATER):
        book = Book(tournament)
        place = book.expect(entry, *ACTIVE)
        book.end(place, line.WITHDRAWN)
        book.close(actor, Action.ENTRY_WITHDRAWN, entry, before={"entry": place.state})
    return _fresh(tournament, entry)


def answer_offer(*, tournament: Tournament, entry: Entry, take: bool, actor: User | None = None) -> Entry:
    """Take the place that is offered, or stay on the waiting list, in the same order for the next one.

    Errors: `wrong_state`, also when the offer has run out.
    """
    with changing(tournament, touches=(), later=LATER):
        book = Book(tournament)
        place = book.expect(entry, OFFERED)
        book.put(line.with_place(place, book.rules, book.now) if take else line.passed_on(place))
        book.close(actor, Action.ENTRY_CHANGED, entry, before={"entry": OFFERED})
    return _fresh(tournament, entry)


def renew_key(*, tournament: Tournament, actor: User | None, entry: Entry) -> Entry:
    """Another own link; the old one opens nothing any more. Errors: `entry_gone`."""
    with changing(tournament, touches=(), later=LATER, finished_too=True):
        row = Book(tournament).row(entry.number)
        row.key = new_key()
        row.save(update_fields=["key"])
        log.write(tournament=tournament, actor=actor, action=Action.CODES_RENEWED, subject=row.name)
    return row


def move_on(tournament: Tournament) -> bool:
    """Do what is due: whoever looks at the line asks for it. Whether anything was."""
    if not is_due(tournament):
        return False
    with changing(tournament, touches=(), later=LATER, followed_too=True):
        Book(tournament).close(None, Action.LINE_MOVED)
    return True


def _fresh(tournament: Tournament, entry: Entry) -> Entry:
    return Entry.objects.get(tournament=tournament, number=entry.number)
