"""Which lines of the log are about a player or a table, also those of steps that touched many at once."""

import re
from collections.abc import Collection

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils.translation import override

from tournaments.models import Action, LogEntry, Player, Seat, Tournament
from tournaments.names.namesakes import of_event
from tournaments.steps.names import folded, search_key

SIDES = ("before", "after")


def about_player(tournament: Tournament, number: int) -> Q:
    """Lines with the player's number, and those that name the player, by any name there has been."""
    found = Q(before__number=number) | Q(after__number=number) | among_many(tournament, {number})
    others = _words_of_others(tournament, number)
    for name in _names(tournament, number):
        found |= Q(subject__regex=among(name, besides=others))
    return found


def about_people_named(tournament: Tournament, text: str) -> Q | None:
    """Lines about somebody whose name, of now or earlier, has all these words, also of steps that touched many; None:
    nobody's has.
    """
    words = folded(text).split()
    rows = [*Player.objects.filter(tournament=tournament).values_list("number", "name")]
    rows += _renamed(tournament).values_list("before__number", "before__name")
    found = {
        (number, name)
        for number, name in rows
        if name and words and all(word in search_key(name) for word in words)
    }
    if not found:
        return None
    lines = among_many(tournament, {number for number, _name in found})
    # By the names as they are written: the database does not fold accents.
    return lines | Q(subject__regex=among(*sorted({name for _number, name in found})))


def about_table(table: int) -> Q:
    """Lines of one table, and of steps that touched it among others."""
    found = Q()
    for side in SIDES:
        found |= Q(**{f"{side}__table": table})
        found |= Q(**{f"{side}__results__regex": _at(str(table))})
        found |= Q(**{f"{side}__tables__regex": _at(str(table))})
        playing = {f"{side}__has_key": "playing", f"{side}__tables__regex": _one_of(str(table))}
        found |= Q(**playing)
    return found


def among_many(tournament: Tournament, numbers: Collection[int]) -> Q:
    """Lines of steps that touched many players, among them one of these."""
    people = "|".join(map(str, sorted(numbers)))
    listed = rf'"players": ?\[([0-9, ]*[ ,])?({people})(,|\])'
    found = Q()
    for side in SIDES:
        for key in ("results", "tables"):
            found |= Q(**{f"{side}__{key}__regex": listed})
        for key in ("players", "numbers", "added", "byes"):
            found |= Q(**{f"{side}__{key}__regex": _one_of(people)})
        found |= Q(**{f"{side}__updated__regex": rf'"number": ?({people})(,|\}})'})
    return found | _by_seats(tournament, numbers)


def among(*names: str, besides: Collection[str] = ()) -> str:
    """A pattern for one of these names among several: `Ann – Ben`, `Ann, Ben`, `Ann: caution`, `Ann (Odense) – Ben`;
    not with one of the words `besides`, which tell others of the name apart.
    """
    unlike = f"(?!({'|'.join(map(re.escape, besides))})\\))" if besides else ""
    return rf"(^|, | – |: )({'|'.join(map(re.escape, names))})( \({unlike}.*?\))?($|, | – |:)"


def _names(tournament: Tournament, number: int) -> set[str]:
    rows = _renamed(tournament).filter(before__number=number).values_list("before__name", flat=True)
    now = Player.objects.filter(tournament=tournament, number=number).values_list("name", flat=True)
    return {name for name in (*rows, *now) if name}


def _words_of_others(tournament: Tournament, number: int) -> list[str]:
    """What tells the others of the player's name apart now, in every language a line may have been written in."""
    words = of_event(tournament)
    if number not in words:
        return []
    names = dict(Player.objects.filter(tournament=tournament, number__in=words).values_list("number", "name"))
    same = folded(names[number])
    others = [word for other, word in words.items() if other != number and folded(names[other]) == same]
    found: list[str] = []
    for language, _name in settings.LANGUAGES:
        with override(language):
            found += map(str, others)
    return sorted(set(found))


def _renamed(tournament: Tournament) -> QuerySet[LogEntry]:
    return LogEntry.objects.filter(tournament=tournament, action=Action.PLAYER_CHANGED)


def _by_seats(tournament: Tournament, numbers: Collection[int]) -> Q:
    """Older lines, which name tables but not who sat there: found by where the players sit now."""
    tables: dict[int, set[int]] = {}
    seats = Seat.objects.filter(round__tournament=tournament, player__number__in=numbers)
    for round_number, table in seats.values_list("round__number", "match__table"):
        tables.setdefault(round_number, set()).add(table)
    found = Q(pk__in=[])
    for round_number, seated in tables.items():
        many = "|".join(map(str, sorted(seated)))
        found |= Q(round_number=round_number) & (
            Q(action=Action.RESULTS_ENTERED, after__results__regex=_at(many))
            & ~Q(after__results__regex='"players"')
            | Q(action=Action.TABLES_PLAYING, after__tables__regex=_one_of(many))
            & ~Q(after__has_key="players")
        )
    return found


def _at(tables: str) -> str:
    """A pattern for one of these tables among facts about tables."""
    return rf'"table": ?({tables})(,|\}})'


def _one_of(numbers: str) -> str:
    """A pattern for one of these numbers in a list of numbers."""
    return rf"^\[([0-9, ]*[ ,])?({numbers})(,|\])"
