"""The line of places inside a running change: what is due is done first, and what follows from the change at its end.

Whoever gets a place that counts becomes a player, by the rules for new players; whoever gives it up is taken off the
list of players again. All of it is one step.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.db.models import Max
from django.utils import timezone

from accounts.models import User
from tournaments.models import (
    Action,
    ByeRequest,
    Entry,
    EntryState,
    Money,
    Player,
    Registration,
    RequestKind,
    Tournament,
)
from tournaments.players.services.players import latest_rounds, registered, take_off
from tournaments.registration import line
from tournaments.registration.fields import FIELDS
from tournaments.registration.line import ENTERED, HOLDING, OFFERED, OVER, Place
from tournaments.registration.refusals import refuse
from tournaments.registration.selectors.places import places_of, registration_of, rules_of
from tournaments.steps import log
from tournaments.steps.changes import touching
from tournaments.steps.state import Section

# What a step of the line may come to touch.
LATER: tuple[Section, ...] = ("entries", "players", "requests", "forbidden", "byes", "settings")
# Who holds a place that is theirs owes the fee.
_OWING = HOLDING - {OFFERED}


class Book:
    """The entries of one event and their places, read once. `moved`: who has another state than before, by number."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.now = timezone.now()
        self.registration = registration_of(tournament)
        self.rules = rules_of(tournament, self.registration)
        self.before = places_of(tournament, self.rules)
        self.places = line.settled(self.before, self.rules, self.now)
        self.moved: dict[int, str] = {}

    def set_rules(self, registration: Registration) -> None:
        """From now on places are given otherwise."""
        self.registration, self.rules = registration, rules_of(self.tournament, registration)

    def place(self, entry: Entry) -> Place:
        """Where an entry stands now, with all that is due. Errors: `entry_gone`."""
        place = self.places.get(entry.number)
        if place is None or entry.tournament_id != self.tournament.pk:
            raise refuse.entry_gone()
        return place

    def expect(self, entry: Entry, *states: str) -> Place:
        """The same. Errors: `wrong_state`, unless it is in one of these states; `entry_gone`."""
        place = self.place(entry)
        if place.state not in states:
            raise refuse.entry_state(label=EntryState(place.state).label)
        return place

    def put(self, place: Place) -> None:
        """An entry at another place of the line."""
        self.places[place.number] = place

    def end(self, place: Place, state: str) -> None:
        """An entry leaves the line; a place of its own is for the first who waits. Errors: `already_started`."""
        if place.state == ENTERED and not place.is_gone and not self.rules.is_open:
            raise refuse.already_started()
        self.put(replace(place, state=state, expires_at=None))
        if place.state in _OWING:
            self.places = line.freed(self.places)

    def newcomer(self, *, doubtful: bool, confirmed: bool) -> Place:
        """A place for somebody who signs up. Errors: `registration_full`."""
        number = 1 + max(self.places, default=0)
        last = 1 + max((place.line for place in self.places.values()), default=0)
        wish = Place(number, line.WAITING, last, confirmed=confirmed, doubtful=doubtful)
        place = line.newcomer(self.places, self.rules, wish, self.now)
        if place is None:
            raise refuse.line_full()
        self.put(place)
        return place

    def row(self, number: int) -> Entry:
        """The row of an entry, to be written to: from now on the step touches it."""
        row = Entry.objects.get(tournament=self.tournament, number=number)
        touching(self.tournament.pk, entries=[row.pk])
        return row

    def add(self, place: Place, **columns: Any) -> Entry:
        """A new row, with the place it was given."""
        touching(self.tournament.pk, "entries")
        row = Entry(tournament=self.tournament, number=place.number, **columns)
        row.first_place = line.place_in_line(self.places.values(), place.number)
        _to_row(row, place)
        self._follow(row, was=line.WAITING)
        row.save(force_insert=True)
        self.before[place.number] = place
        return row

    def close(
        self, actor: User | None, action: Action, *entries: Entry, note: str = "", **facts: Any
    ) -> None:
        """Give what is free, write what has changed, and log it: `facts` are `before` and `after`."""
        self._write()
        about = {entry.number for entry in entries}
        others = Entry.objects.filter(tournament=self.tournament, number__in=self.moved.keys() - about)
        up = list(others.order_by("line").values_list("name", flat=True))
        states = {self.places[number].state for number in about}
        after = {**facts.get("after", {}), **({"entry": states.pop()} if len(states) == 1 else {})}
        who = entries[0].name if actor is None and entries else ""
        log.write(
            tournament=self.tournament,
            actor=actor,
            who=who,
            action=action,
            subject=", ".join(entry.name for entry in entries) or ", ".join(up),
            before=facts.get("before"),
            after={**after, "moved_up": up} if up and entries else after,
            note=note,
        )

    def _write(self) -> None:
        self.places = line.settled(self.places, self.rules, self.now)
        changed = [number for number, place in self.places.items() if place != self.before.get(number)]
        rows = list(Entry.objects.filter(tournament=self.tournament, number__in=changed).order_by("line"))
        if rows:
            touching(self.tournament.pk, entries=[row.pk for row in rows])
        # Whoever leaves does so last: nobody gets the number of another.
        for row in sorted(rows, key=lambda row: self.places[row.number].state in OVER):
            was = row.state
            _to_row(row, self.places[row.number])
            if row.state != was:
                self.moved[row.number] = row.state
                self._follow(row, was)
            row.save()

    def _follow(self, row: Entry, was: str) -> None:
        """What another state brings with it: a player on the list, or none; a fee that is owed, or nothing."""
        if row.state == ENTERED and row.player_id is None:
            row.player = self._player(row)
        elif was == ENTERED and row.state in OVER:
            self._take_off(row)
        fee = self.registration.fee
        if row.state in _OWING and row.money == Money.NOTHING and fee:
            row.money, row.amount = Money.OWED, fee
        elif row.state not in _OWING and row.money == Money.OWED:
            row.money, row.amount = Money.NOTHING, 0

    def _player(self, row: Entry) -> Player:
        event = self.tournament
        touching(event.pk, "players")
        fields = {name: getattr(row, name) for name in ("name", *FIELDS)}
        player = registered(event, fields)
        last = max(latest_rounds(event))
        rounds = [number for number in row.byes if last < number <= event.rounds_planned]
        if rounds:
            touching(event.pk, "requests")
        ByeRequest.objects.bulk_create(
            ByeRequest(tournament=event, player=player, round_number=number, kind=RequestKind.HALF)
            for number in rounds
        )
        return player

    def _take_off(self, row: Entry) -> None:
        """Whom the desk has withdrawn stays on the list, as withdrawn."""
        player = self.tournament.players.filter(entries=row).first()
        if player is not None and player.left_after_round is None:
            touching(self.tournament.pk, "players", "requests", "forbidden", "byes")
            take_off(self.tournament, player)
        row.player = None


def _to_row(row: Entry, place: Place) -> None:
    row.state, row.line = place.state, place.line
    row.expires_at, row.passed = place.expires_at, place.passed


def next_receipt(tournament: Tournament) -> int:
    """Receipts are numbered through."""
    last: int | None = Entry.objects.filter(tournament=tournament).aggregate(last=Max("receipt"))["last"]
    return (last or 0) + 1
