"""Who wins the prizes of an event, by its standings."""

import re
from dataclasses import dataclass, replace

from tournaments.models import Player, Tournament
from tournaments.standings.selectors.standings import Line, standings
from tournaments.steps.names import folded

# What events of before do not say of a prize.
SILENT = {"money": "", "rating_from": None}


@dataclass(frozen=True, slots=True)
class Passed:
    """Somebody of the category who stands higher and wins an exclusive prize before it; `pays_less` than this one."""

    line: Line
    prize: str
    pays_less: bool


@dataclass(frozen=True, slots=True)
class Prize:
    """What there is to win, for whom, who wins it now, the best first, and who was passed over for them."""

    name: str
    money: str
    places: int
    rating_from: int | None
    rating_below: int | None
    club: str
    note: str
    exclusive: bool
    winners: tuple[Line, ...]
    passed: tuple[Passed, ...] = ()


def prizes(tournament: Tournament) -> list[Prize]:
    """The prizes in the order in which they are given, each to the best players who are in its category.

    Players who are equal to the last one who gets it share it. Nobody wins two exclusive prizes: the first one counts.
    Before a round is completed nobody wins anything.
    """
    if not tournament.prizes:
        return []
    table, notes = standings(tournament), _notes(tournament)
    lines = table.lines if table.after_round else ()
    taken: dict[int, Prize] = {}
    found = []
    for stored in tournament.prizes:
        prize = Prize(**SILENT | stored, winners=())
        fit = [line for line in lines if _fits(prize, line, notes.get(line.number, ""))]
        free = [line for line in fit if not prize.exclusive or line.number not in taken]
        winners = _best(free, prize.places)
        passed = tuple(
            Passed(line, taken[line.number].name, amount(taken[line.number].money) < amount(prize.money))
            for line in fit
            if line not in free and (not winners or line.rank <= winners[-1].rank)
        )
        prize = replace(prize, winners=winners, passed=passed)
        if prize.exclusive:
            taken |= {line.number: prize for line in winners}
        found.append(prize)
    return found


def amount(money: str) -> int:
    """The whole units of what a prize pays, 0 for what is no money: "1 200,50 kr." is 1200, "book" is 0."""
    number = re.search(r"\d[\d .,'\u00a0\u202f]*", money)
    whole = re.sub(r"[.,]\d\d?$", "", number[0].strip(" .,")) if number else ""
    return int(re.sub(r"\D", "", whole) or 0)


def public_prizes(tournament: Tournament) -> list[Prize]:
    """What the public pages say of them: nothing, unless the event shows them."""
    return prizes(tournament) if tournament.show_prizes else []


def _notes(tournament: Tournament) -> dict[int, str]:
    """The notes of the players, where a prize asks for them."""
    if not any(prize["note"] for prize in tournament.prizes):
        return {}
    rows = Player.objects.filter(tournament=tournament).exclude(note="")
    return dict(rows.values_list("number", "note"))


def _fits(prize: Prize, line: Line, note: str) -> bool:
    """Whether the player is in the category of the prize. Who has no rating is in no band of ratings."""
    low, below, rating = prize.rating_from, prize.rating_below, line.rating
    if low is not None and (rating is None or rating < low):
        return False
    if below is not None and (rating is None or rating >= below):
        return False
    if prize.club and folded(prize.club) != folded(line.club):
        return False
    return not prize.note or folded(prize.note) in folded(note)


def _best(lines: list[Line], places: int) -> tuple[Line, ...]:
    """The first so many, and all who are equal to the last of them."""
    if len(lines) <= places:
        return tuple(lines)
    last = lines[places - 1].rank
    return tuple(line for at, line in enumerate(lines) if at < places or line.rank == last)
