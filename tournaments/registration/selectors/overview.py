"""What pages say of the registration: how full it is, what each entry is, what is owed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from math import ceil

from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext

from tournaments.models import Entry, EntryState, Money, Registration, Tournament
from tournaments.moments import for_programs
from tournaments.registration import line
from tournaments.registration.fields import FIELDS
from tournaments.registration.line import CORRECT, ENTERED, LOOK, OFFERED, OVER, RECEIVED, WAITING
from tournaments.registration.refusals import refuse
from tournaments.registration.selectors.places import (
    OPEN,
    has_started,
    phase_of,
    places_of,
    registration_of,
    rules_of,
)
from tournaments.seals import Purpose, seals

# By what the desk has to do with them.
ORDER = (RECEIVED, LOOK, CORRECT, OFFERED, WAITING, ENTERED, *sorted(OVER))
FULL, LIST_FULL = "full", "list_full"


@dataclass(frozen=True, slots=True)
class Fullness:
    """How registration stands: `state` is `soon`, `open`, `full` (the waiting list is open), `list_full` or `over`."""

    registration: Registration
    state: str
    taken: int
    waiting: int
    free: int | None

    @property
    def is_open(self) -> bool:
        return self.state in (OPEN, FULL)

    @property
    def share(self) -> int:
        """Of the places that are taken, per cent."""
        places = self.registration.capacity
        return min(100, 100 * self.taken // places) if places else 0


def fullness(tournament: Tournament) -> Fullness:
    """As it is now. Errors: `no_registration`."""
    registration = registration_of(tournament)
    rules = rules_of(tournament, registration)
    places = places_of(tournament, rules)
    state = phase_of(registration, tournament, timezone.now())
    queue = line.waiting(places.values())
    room = line.free(places.values(), rules)
    if state == OPEN and room is not None and (room <= 0 or any(not place.passed for place in queue)):
        most = rules.waiting_most
        state = FULL if most is None or len(queue) < most else LIST_FULL
    return Fullness(registration, state, line.taken(places.values(), rules), len(queue), room)


def entry_by_key(tournament: Tournament, key: str) -> Entry | None:
    """The entry whose own link this is."""
    rows = Entry.objects.filter(tournament=tournament, key__in=list(seals(key, Purpose.ENTRY)))
    return rows.select_related("player").first()


def entry_numbered(tournament: Tournament, number: int) -> Entry:
    """Errors: `entry_gone`."""
    row = Entry.objects.filter(tournament=tournament, number=number).first()
    if row is None:
        raise refuse.entry_gone()
    return row


@dataclass(frozen=True, slots=True)
class Fact:
    """A field of an entry as people read it; `name` as in `Entry.to_correct`."""

    name: str
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class OwnEntry:
    """What the own page says. `place` in line, `behind`: how many wait behind; `hours_left` of an offer."""

    entry: Entry
    registration: Registration
    facts: list[Fact]
    place: int | None
    behind: int
    hours_left: int
    has_started: bool

    @property
    def is_active(self) -> bool:
        return self.entry.state not in OVER

    @property
    def may_change(self) -> bool:
        return self.is_active and not (self.has_started and self.entry.state == ENTERED)

    @property
    def must_confirm(self) -> bool:
        return self.is_active and self.registration.confirm_email and self.entry.confirmed_at is None


def own_entry(tournament: Tournament, entry: Entry) -> OwnEntry:
    registration = registration_of(tournament)
    places = places_of(tournament, rules_of(tournament, registration)).values()
    place = line.place_in_line(places, entry.number)
    mine = next((one.line for one in places if one.number == entry.number), 0)
    behind = sum(one.line > mine for one in line.waiting(places))
    return OwnEntry(
        entry,
        registration,
        facts_of(entry, registration),
        place,
        behind,
        _hours_until(entry.expires_at),
        has_started(tournament),
    )


def _hours_until(moment: datetime | None) -> int:
    return max(0, ceil((moment - timezone.now()).total_seconds() / 3600)) if moment else 0


def facts_of(entry: Entry, registration: Registration) -> list[Fact]:
    """All that somebody gave, in the order of the form."""
    found = [
        Fact(name, label_of_field(name), answer_text(getattr(entry, name)))
        for name in ("name", *FIELDS)
        if name == "name" or name in registration.fields or getattr(entry, name)
    ]
    found += [
        Fact(f"answers.{row['id']}", row["label"], answer_text(entry.answers.get(str(row["id"]))))
        for row in registration.questions
    ]
    byes = ", ".join(map(str, entry.byes))
    return [*found, *([Fact("byes", gettext("Rounds to sit out"), byes)] if byes else [])]


def label_of_field(name: str) -> str:
    """What a field of an entry is called."""
    return capfirst(str(getattr(Entry._meta.get_field(name), "verbose_name", name)))


def answer_text(value: object) -> str:
    """An answer as people read it."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return "" if value is None else str(value)


def money_text(registration: Registration, amount: int) -> str:
    """ "300 kr.", "12.50 €"."""
    number = Decimal(amount) / 100
    text = f"{number:.0f}" if number == number.to_integral() else f"{number:.2f}"
    return f"{text} {registration.currency}".rstrip()


@dataclass(frozen=True, slots=True)
class DeskRow:
    """An entry in the table of the desk; `note` says why it needs somebody."""

    entry: Entry
    place: int | None
    note: str
    answers: list[str]


@dataclass(frozen=True, slots=True)
class Sum:
    """How many entries are in one state of money, and how much that is."""

    money: str
    label: str
    count: int
    amount: str


@dataclass(frozen=True, slots=True)
class DeskEntries:
    """The page of the desk: rows sorted by what needs it; all entries counted by state; sums of money."""

    registration: Registration
    fullness: Fullness
    rows: list[DeskRow]
    counts: list[tuple[str, str, int]]
    total: int
    sums: list[Sum]

    @property
    def asked(self) -> list[str]:
        """The questions whose answers have a column of their own."""
        return questions_on(self.registration, "desk")


def desk_entries(tournament: Tournament, state: str = "", money: str = "") -> DeskEntries:
    full = fullness(tournament)
    rows = list(Entry.objects.filter(tournament=tournament).order_by("line"))
    queue = [row.number for row in rows if row.state == WAITING]
    places = {number: at for at, number in enumerate(queue, 1)}
    counts = Counter(row.state for row in rows)
    names = {row.number: row.name for row in rows}
    chosen = [row for row in rows if state in ("", row.state) and money in ("", row.money)]
    chosen.sort(key=lambda row: ORDER.index(row.state))
    return DeskEntries(
        full.registration,
        full,
        [
            DeskRow(row, places.get(row.number), _note(row, names), _answers(row, full.registration, "desk"))
            for row in chosen
        ],
        [(name, str(EntryState(name).label), counts[name]) for name in ORDER if counts[name]],
        len(rows),
        _sums(rows, full.registration),
    )


def questions_on(registration: Registration, where: str) -> list[str]:
    """The questions whose answers a list shows: "desk" or "public"."""
    return [row["label"] for row in registration.questions if where in row["lists"]]


def _answers(entry: Entry, registration: Registration, where: str) -> list[str]:
    return [
        answer_text(entry.answers.get(str(row["id"])))
        for row in registration.questions
        if where in row["lists"]
    ]


def public_list(tournament: Tournament, registration: Registration) -> list[tuple[str, list[str]]]:
    """Who is entered, as the public reads the names of players, with the answers everybody may see; nobody where there
    is no such question.
    """
    if not questions_on(registration, "public"):
        return []
    rows = Entry.objects.filter(tournament=tournament, state=ENTERED, player__number__isnull=False)
    entered = rows.select_related("player").order_by("number")
    return [(row.player.name, _answers(row, registration, "public")) for row in entered if row.player]


def _note(row: Entry, names: Mapping[int, str]) -> str:
    if row.state == LOOK or row.doubt:
        kind, _colon, number = row.doubt.partition(":")
        if kind == "same":
            return gettext("same person as %(name)s, entry %(number)s?") % {
                "name": names.get(int(number), ""),
                "number": number,
            }
        if kind == "player":
            return gettext("same person as player %(number)s?") % {"number": number}
    return row.message


def _sums(rows: Sequence[Entry], registration: Registration) -> list[Sum]:
    found = []
    for money in (Money.OWED, Money.PAID, Money.FREE, Money.PAID_BACK):
        mine = [row for row in rows if row.money == money]
        if mine:
            amount = money_text(registration, sum(row.amount for row in mine))
            found.append(Sum(money.value, str(money.label), len(mine), amount))
    return found


@dataclass(frozen=True, slots=True)
class Panel:
    """The entry under the cursor, and the one it may be the same person as."""

    entry: Entry
    facts: list[Fact]
    twin: Entry | None
    twin_facts: list[Fact]
    place: int | None

    @property
    def both(self) -> list[tuple[Fact, Fact]]:
        return list(zip(self.facts, self.twin_facts, strict=False))


def panel(tournament: Tournament, number: int) -> Panel | None:
    entry = Entry.objects.filter(tournament=tournament, number=number).first()
    if entry is None:
        return None
    registration = registration_of(tournament)
    places = places_of(tournament, rules_of(tournament, registration)).values()
    kind, _colon, other = entry.doubt.partition(":")
    twin = Entry.objects.filter(tournament=tournament, number=int(other)).first() if kind == "same" else None
    return Panel(
        entry,
        facts_of(entry, registration),
        twin,
        facts_of(twin, registration) if twin else [],
        line.place_in_line(places, number),
    )


def cash_list(tournament: Tournament) -> list[tuple[object, ...]]:
    """Who owes and who has paid, in the order of names: receipt, name, club, state, fee, amount, when it was paid."""
    registration = registration_of(tournament)
    rows = Entry.objects.filter(tournament=tournament).exclude(money=Money.NOTHING).order_by("name", "number")
    return [
        (
            row.receipt or "",
            row.name,
            row.club,
            EntryState(row.state).label,
            Money(row.money).label,
            money_text(registration, row.amount),
            for_programs(row.paid_at) if row.paid_at else "",
        )
        for row in rows
    ]
