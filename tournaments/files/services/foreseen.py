"""What taking a report changes, in words: newcomers and results of a round together, everything else by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _, ngettext

from tournaments.history.wording import People, sentences
from tournaments.steps.delta import Delta
from tournaments.steps.person import CONTACTS, OF_STAFF

MOST_NAMED = 8
# Said in other words, or nobody's business.
_UNSAID_OF_PLAYERS = {"ranking", "starting_rank", "left_after_round", *OF_STAFF, *CONTACTS}
_SAID_OF_EVENT = {"rounds_planned", "scoring", "adjustments", "system"}


def changes(delta: Delta, people: People) -> list[str]:
    """The sentences, the large things first; none where nothing changes."""
    rounds, tables, players = (delta.get(section, {}) for section in ("rounds", "matches", "players"))
    new = {number for number, change in rounds.items() if _is_new(change)}
    came_in = {key for key, change in tables.items() if _came_in(change)}
    rest = {
        **delta,
        "rounds": {number: change for number, change in rounds.items() if number not in new},
        "matches": {k: row for k, row in tables.items() if k not in came_in and _round_of(k) not in new},
        "byes": {k: row for k, row in delta.get("byes", {}).items() if _round_of(k) not in new},
        "players": {n: _without(row, _UNSAID_OF_PLAYERS) for n, row in players.items() if not _is_new(row)},
        "settings": {
            key: _without(row, row.keys() - _SAID_OF_EVENT) for key, row in delta.get("settings", {}).items()
        },
    }
    told = [*_rounds(sorted(new, key=int), tables), *_results(Counter(map(_round_of, came_in)))]
    return [*told, *_players(players, people.names), *sentences(rest, people)]


def _round_of(key: str) -> str:
    """Of a table or a bye."""
    return key.partition("/")[0]


def _is_new(change: object) -> bool:
    return isinstance(change, list) and change[0] is None


def _came_in(change: object) -> bool:
    """Whether all that is new of a table is its result."""
    return isinstance(change, dict) and "players" not in change and change.get("result", [""])[0] is None


def _without(row: Any, fields: Any) -> Any:
    return {name: pair for name, pair in row.items() if name not in fields} if isinstance(row, dict) else row


def _rounds(new: list[str], tables: Mapping[str, Any]) -> Iterator[str]:
    for number in new:
        rows = [change[1] for key, change in tables.items() if _round_of(key) == number]
        told = {"tables": len(rows), "results": sum(row["result"] is not None for row in rows)}
        yield _("Round %(number)s is new: tables: %(tables)s, results: %(results)s.") % {
            "number": number,
            **told,
        }


def _results(came_in: Mapping[str, int]) -> Iterator[str]:
    for number, count in sorted(came_in.items(), key=lambda counted: int(counted[0])):
        yield ngettext(
            "Round %(number)s: %(count)s result comes in.",
            "Round %(number)s: %(count)s results come in.",
            count,
        ) % {"number": number, "count": count}


def _players(players: Mapping[str, Any], names: Mapping[int, str]) -> Iterator[str]:
    new = [names[int(number)] for number, change in players.items() if _is_new(change)]
    if new:
        shown = ", ".join(new[:MOST_NAMED]) + (" …" if len(new) > MOST_NAMED else "")
        text = ngettext("%(count)s new player: %(names)s", "%(count)s new players: %(names)s", len(new))
        yield text % {"count": len(new), "names": shown}
    for number, row in players.items():
        if "left_after_round" in row:
            is_back = row["left_after_round"][1] is None
            back = _("%(name)s is in the report again, and returns.")
            gone = _("%(name)s is not in the report any more, and is withdrawn. The code stays good.")
            yield (back if is_back else gone) % {"name": names[int(number)]}
