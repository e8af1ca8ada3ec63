"""The line of places as one would keep it on paper, to be compared with the program: it shares no code with it.

One list of everybody in order; who has which state stands beside it.
"""

import copy
from datetime import datetime, timedelta

HAS_PLACE = ("received", "entered", "offered")


class Refused(Exception):
    pass


class Club:
    def __init__(self, places: int, most: int | None, desk: bool, hours: int | None) -> None:
        self.places, self.most, self.desk, self.hours = places, most, desk, hours
        self.order: list[int] = []
        self.state: dict[int, str] = {}
        self.until: dict[int, datetime] = {}
        self.had_it: set[int] = set()
        self.past: list[dict[str, object]] = []

    def do(self, what: str, now: datetime, *given: int) -> None:
        """One deed; nothing is changed where it is refused."""
        before = copy.deepcopy({name: value for name, value in vars(self).items() if name != "past"})
        try:
            self.due(now)
            getattr(self, what)(now, *given)
            self.due(now)
        except Refused:
            vars(self).update(before)
            raise
        if any(before[name] != getattr(self, name) for name in before):
            self.past.append(before)

    def undo(self) -> None:
        vars(self).update(self.past.pop())

    def having(self, *states: str) -> list[int]:
        return [number for number in self.order if self.state[number] in states]

    def due(self, now: datetime) -> None:
        late = [number for number in self.having("offered") if self.until[number] <= now]
        for number in sorted(late, key=lambda number: self.until[number]):
            self.stays(number)
            self.order.remove(number)
            self.order.append(number)
        while len(self.having(*HAS_PLACE)) < self.places:
            first = [number for number in self.having("waiting") if number not in self.had_it][:1]
            if not first:
                return
            self.moves_up(first[0], now)

    def moves_up(self, number: int, now: datetime) -> None:
        if self.hours is None:
            self.gets_place(number)
        else:
            self.state[number], self.until[number] = "offered", now + timedelta(hours=self.hours)

    def gets_place(self, number: int) -> None:
        self.state[number] = "received" if self.desk else "entered"
        self.had_it.discard(number)

    def stays(self, number: int) -> None:
        self.state[number] = "waiting"
        self.had_it.add(number)

    def look(self, now: datetime) -> None:
        pass

    def sign_up(self, now: datetime) -> None:
        number = 1 + max(self.order, default=0)
        line = self.having("waiting")
        has_room = len(self.having(*HAS_PLACE)) < self.places and set(line) <= self.had_it
        if not has_room and self.most is not None and len(line) >= self.most:
            raise Refused
        self.order.append(number)
        if has_room:
            self.gets_place(number)
        else:
            self.state[number] = "waiting"

    def withdraw(self, now: datetime, number: int) -> None:
        if self.state[number] == "withdrawn":
            raise Refused
        if self.state[number] in ("received", "entered"):
            self.had_it.clear()
        self.state[number] = "withdrawn"

    def enter(self, now: datetime, number: int) -> None:
        if self.state[number] in ("withdrawn", "entered"):
            raise Refused
        if self.state[number] == "waiting" and len(self.having(*HAS_PLACE)) >= self.places:
            raise Refused
        self.state[number] = "entered"
        self.had_it.discard(number)

    def take(self, now: datetime, number: int) -> None:
        if self.state[number] != "offered":
            raise Refused
        self.gets_place(number)

    def stay(self, now: datetime, number: int) -> None:
        if self.state[number] != "offered":
            raise Refused
        self.stays(number)

    def capacity(self, now: datetime, places: int) -> None:
        if places == self.places:
            raise Refused
        if places > self.places:
            self.had_it.clear()
        self.places = places

    def reorder(self, now: datetime, number: int, place: int) -> None:
        line = self.having("waiting")
        if number not in line or not 1 <= place <= len(line) or line[place - 1] == number:
            raise Refused
        after = [other for other in line if other != number]
        after[place - 1 : place - 1] = [number]
        where = [self.order.index(other) for other in line]
        for at, other in zip(where, after, strict=True):
            self.order[at] = other
