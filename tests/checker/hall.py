"""The numbers of tables, from what docs/event-format.md says of `tables` and of a player's `fixed_table`."""

from collections.abc import Iterator
from itertools import count, islice
from typing import Any

Json = dict[str, Any]


def numbers(document: Json) -> Iterator[int]:
    """The numbers of the tables in order, without end: after the last they go on."""
    hall = document.get("tables") or {}
    missing = set(hall.get("skip", []))
    end = 0
    for first, last in hall.get("ranges", []):
        yield from (number for number in range(first, last + 1) if number not in missing)
        end = last
    yield from (number for number in count(end + 1) if number not in missing)


def first_numbers(document: Json, many: int) -> list[int]:
    return list(islice(numbers(document), many))


def wrong_key(document: Json) -> Iterator[str]:
    """What the key `tables` of a document, or a fixed table beside it, must not say."""
    hall = document.get("tables") or {}
    ranges, missing = hall.get("ranges", []), set(hall.get("skip", []))
    before = 0
    for first, last in ranges:
        if last < first:
            yield f"tables {first} to {last} do not ascend"
        if first <= before:
            yield f"tables {first} to {last} do not come after {before}"
        before = last
    for player in document["players"]:
        table = player.get("fixed_table")
        there = not ranges or any(first <= table <= last for first, last in ranges if table)
        if table and (not there or table in missing):
            yield f"fixed table {table} of player {player['id']} is none of the hall's"


def are_side_by_side(document: Json) -> bool:
    """Whether several rounds are open at once: then tables are numbers of matches, which no fixed table moves."""
    options = document.get("system", {}).get("options") or {}
    return options.get("advance") == "match" or options.get("schedule") == "whole"


def wrong_numbers(document: Json, answer: Json, gaps_up_to: int | None = None) -> Iterator[str]:
    """Tables of a round that is to come with another number than the next one.

    Fixed tables that their players sit at are where they are; the others have the first numbers that are left. With
    `gaps_up_to` numbers some may stay empty: those of a schedule that nobody is there for.
    """
    if are_side_by_side(document):
        yield from _wrong_places([match["table"] for match in answer["matches"]])
        return
    wishes = {p["id"]: p["fixed_table"] for p in document["players"] if p.get("fixed_table")}
    taken = {m["table"] for m in answer["matches"] if m["table"] in {wishes.get(p) for p in m["seats"]}}
    others = sorted(match["table"] for match in answer["matches"] if match["table"] not in taken)
    most = max(len(others), gaps_up_to or 0) + len(taken)
    free = [number for number in first_numbers(document, most) if number not in taken]
    if not set(others) <= set(free) if gaps_up_to else others != free[: len(others)]:
        yield f"tables {others} where {free[: len(others)]} are next"


def _wrong_places(tables: list[int]) -> Iterator[str]:
    """Where rounds are open side by side a table is the number of a match in its round (docs/decisions/0029)."""
    if len(set(tables)) != len(tables) or any(table < 1 for table in tables):
        yield f"numbers of matches: {tables}"
