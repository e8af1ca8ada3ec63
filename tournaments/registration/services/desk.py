"""What the desk does with entries: enter, ask to correct, refuse, reorder, mark fees, merge what is there twice."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from accounts.models import User
from tournaments.models import Action, Entry, Money, Tournament
from tournaments.registration import line
from tournaments.registration.fields import FIELDS
from tournaments.registration.line import CORRECT, ENTERED, HOLDING, LOOK, RECEIVED, REFUSED, WAITING
from tournaments.registration.refusals import refuse
from tournaments.registration.services.book import LATER, Book, next_receipt
from tournaments.registration.services.entries import ACTIVE
from tournaments.steps.changes import Unchanged, changing
from tournaments.steps.fields import clean_line

MESSAGE_LENGTH = 300
MOST_AT_ONCE = 1_000
# Columns of an entry that another one of the same person may fill.
_FILLED = (*FIELDS, "confirmed_at")


def enter(*, tournament: Tournament, actor: User | None, entries: Sequence[Entry]) -> list[Entry]:
    """These are entered: they become players. Who waits is entered only while there is a free place.

    Errors: `no_place`, `wrong_state`, `entry_gone`, `too_many_players`, and those of late entries.
    """
    with changing(tournament, touches=(), later=LATER):
        book = Book(tournament)
        wanted = [book.expect(entry, *ACTIVE) for entry in entries[:MOST_AT_ONCE]]
        wanted = [place for place in wanted if place.state != ENTERED]
        room = line.free(book.places.values(), book.rules)
        if room is not None and sum(place.state == WAITING for place in wanted) > max(0, room):
            raise refuse.no_place(count=max(0, room))
        if not wanted:
            raise Unchanged
        for place in wanted:
            book.put(replace(place, state=ENTERED, expires_at=None, passed=False, doubtful=False))
        rows = _rows(tournament, {place.number for place in wanted})
        book.close(actor, Action.ENTRIES_ENTERED, *rows)
    return _rows(tournament, {entry.number for entry in entries})


def ask_to_correct(
    *, tournament: Tournament, actor: User | None, entry: Entry, fields: Collection[str], message: str
) -> Entry:
    """The player is asked to correct these fields: "name", "club", "answers.2". The place in line stays.

    Errors: `wrong_state`, `unknown_field`, `missing` (fields, message).
    """
    words = clean_line(message, field="message", length=MESSAGE_LENGTH, required=True)
    with changing(tournament, touches=(), later=LATER):
        book = Book(tournament)
        place = book.expect(entry, *ACTIVE)
        allowed = ["name", *FIELDS, *(f"answers.{row['id']}" for row in book.registration.questions)]
        if unknown := [field for field in fields if field not in allowed]:
            raise refuse.bad_entry_field(field=unknown[0][:40], allowed=", ".join(allowed))
        if not fields:
            raise refuse.missing(field="fields")
        row = book.row(entry.number)
        row.to_correct, row.message = [name for name in allowed if name in fields], words
        row.save(update_fields=["to_correct", "message"])
        if place.state in (RECEIVED, LOOK):
            book.put(replace(place, state=CORRECT, expires_at=None))
        book.close(actor, Action.CORRECTION_ASKED, row, after={"fields": row.to_correct}, note=words)
    return row


def refuse_entry(*, tournament: Tournament, actor: User | None, entry: Entry, message: str = "") -> Entry:
    """This entry is not taken; the player reads why. Errors: `wrong_state`, `already_started`."""
    words = clean_line(message, field="message", length=MESSAGE_LENGTH)
    with changing(tournament, touches=(), later=LATER):
        book = Book(tournament)
        place = book.expect(entry, *ACTIVE)
        row = book.row(entry.number)
        row.message, row.to_correct = words, []
        row.save(update_fields=["message", "to_correct"])
        book.end(place, REFUSED)
        book.close(actor, Action.ENTRY_REFUSED, row, before={"entry": place.state}, note=words)
    return _rows(tournament, {entry.number})[0]


def reorder(*, tournament: Tournament, actor: User | None, entry: Entry, place: int, reason: str) -> Entry:
    """Somebody who waits gets another place on the waiting list, for a reason that the player reads.

    Errors: `wrong_state`, `bad_place`, `missing` (reason).
    """
    words = clean_line(reason, field="reason", length=MESSAGE_LENGTH, required=True)
    with changing(tournament, touches=(), later=LATER):
        book = Book(tournament)
        book.expect(entry, WAITING)
        last = len(line.waiting(book.places.values()))
        if not isinstance(place, int) or not 1 <= place <= last:
            raise refuse.bad_place(last=last)
        before = line.place_in_line(book.places.values(), entry.number)
        if before == place:
            raise Unchanged
        row = book.row(entry.number)
        row.message = words
        row.save(update_fields=["message"])
        book.places = line.reordered(book.places, entry.number, place)
        facts = {"before": {"place": before}, "after": {"place": place}}
        book.close(actor, Action.LINE_REORDERED, row, note=words, **facts)
    return _rows(tournament, {entry.number})[0]


def mark_money(
    *,
    tournament: Tournament,
    actor: User | None,
    entries: Sequence[Entry],
    money: str,
    amount: int | None = None,
) -> list[Entry]:
    """Mark fees as owed, paid, free or paid back; `amount` in hundredths where it is not the usual one.

    Whoever has paid gets the next receipt. Errors: `bad_answer`, `bad_number`, `nothing_owed`, `entry_gone`.
    """
    if money not in Money.values or money == Money.NOTHING:
        raise refuse.bad_answer(field="money", allowed=", ".join(filter(None, Money.values)))
    with changing(tournament, touches=(), later=LATER, finished_too=True):
        book = Book(tournament)
        changed = []
        for number in [book.place(entry).number for entry in entries[:MOST_AT_ONCE]]:
            row = book.row(number)
            if (row.money, row.amount) != (money, row.amount if amount is None else amount):
                _mark(book, row, money, amount)
                changed.append(row)
        if not changed:
            raise Unchanged
        book.close(actor, Action.FEE_CHANGED, *changed, after={"money": money})
    return changed


def _mark(book: Book, row: Entry, money: str, amount: int | None) -> None:
    usual = row.amount or book.registration.fee or 0
    row.money, row.amount = money, 0 if money == Money.FREE else usual if amount is None else amount
    if money == Money.PAID:
        row.paid_at = book.now
        row.receipt = row.receipt or next_receipt(book.tournament)
    elif money != Money.PAID_BACK:
        row.paid_at = row.receipt = None
    row.save(update_fields=["money", "amount", "paid_at", "receipt"])


def merge(*, tournament: Tournament, actor: User | None, keep: Entry, other: Entry) -> Entry:
    """Two entries of one person become the one that came first: its place stays, what it lacks comes from the other.

    Errors: `same_entry`, `wrong_state`, `already_started`.
    """
    if keep.number == other.number:
        raise refuse.same_entry()
    with changing(tournament, touches=(), later=LATER):
        book = Book(tournament)
        first, second = (
            book.expect(entry, *ACTIVE) for entry in sorted((keep, other), key=lambda e: e.number)
        )
        if second.state in HOLDING and first.state not in HOLDING:
            # The better place of the two stays theirs.
            second, first = (
                replace(second, state=first.state, expires_at=None),
                replace(first, state=second.state),
            )
        row, twin = book.row(first.number), book.row(second.number)
        for name in _FILLED:
            if getattr(row, name) in (None, ""):
                setattr(row, name, getattr(twin, name))
        row.answers, row.doubt = {**twin.answers, **row.answers}, ""
        twin.message = f"→ {row.number}"
        row.save()
        twin.save()
        doubtless = replace(first, doubtful=False)
        if doubtless.state == LOOK:
            doubtless = line.with_place(doubtless, book.rules, book.now)
        book.put(doubtless)
        book.end(second, line.WITHDRAWN)
        book.close(actor, Action.ENTRIES_MERGED, row, after={"merged": twin.number})
    return _rows(tournament, {row.number})[0]


def _rows(tournament: Tournament, numbers: Collection[int]) -> list[Entry]:
    return list(Entry.objects.filter(tournament=tournament, number__in=numbers).order_by("number"))


def note_seen(*, tournament: Tournament, actor: User | None, entry: Entry) -> Entry:
    """Nothing is wrong with an entry that needed a look. Errors: `wrong_state`."""
    with changing(tournament, touches=(), later=LATER):
        book = Book(tournament)
        place = book.expect(entry, LOOK)
        row = book.row(entry.number)
        row.doubt = ""
        row.save(update_fields=["doubt"])
        book.put(line.with_place(replace(place, doubtful=False), book.rules, book.now))
        book.close(actor, Action.ENTRY_CHANGED, row)
    return _rows(tournament, {entry.number})[0]
