"""A name taken out of everything that an event keeps: texts, facts of the log, deltas, kept states, round inputs.

What was kept stays whole: states and deltas say the same of every person but the one, so each step can still be undone,
and none brings the name back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tournaments.steps.delta import INPUTS, pack_text, unpack_text
from tournaments.steps.names import guessed_sort_name

# Shorter words of a name are words of any text.
LETTERS = 3
# Columns and facts in which people write what they like.
TEXTS = frozenset(
    {
        "subject",
        "note",
        "message",
        "infraction",
        "revoked_note",
        "answer",
        "extra_why",
        "postponed_why",
        "label",
        "reason",
    }
)


@dataclass(frozen=True)
class Scrub:
    """Who is forgotten: by `number`, under all `names` the person has had. `row` is what stands there from now on, by
    column; `others` are the names of everybody else.
    """

    number: int
    names: tuple[str, ...]
    row: Mapping[str, Any]
    others: tuple[str, ...] = ()

    @property
    def placeholder(self) -> str:
        return str(self.row["name"])

    @cached_property
    def _full(self) -> re.Pattern[str]:
        """The full names, in either order."""
        turned = (guessed_sort_name(name) for name in self.names)
        return _any_of({*self.names, *(text for name in turned for text in (name, name.replace(",", "")))})

    @cached_property
    def _words(self) -> re.Pattern[str]:
        """The words of the names that nobody else has."""
        theirs = {word for name in self.others for word in _words(name)}
        mine = {word for name in self.names for word in _words(name) if len(word) >= LETTERS}
        return _any_of(mine - theirs)

    def text(self, text: str) -> str:
        """What people have written, without the name or a word of it."""
        once = self._words.sub(self.placeholder, self._full.sub(self.placeholder, text))
        twice = re.escape(self.placeholder)
        return re.sub(rf"{twice}(?:[\s,]+{twice})+", self.placeholder, once)

    def facts(self, value: Any, key: str = "") -> Any:
        """Facts as JSON. What is no text of people is the name or has nothing of it."""
        if isinstance(value, dict):
            return {name: self.facts(each, name) for name, each in value.items()}
        if isinstance(value, list):
            return [self.facts(each, key) for each in value]
        if not isinstance(value, str):
            return value
        return self.text(value) if key in TEXTS else self._full.sub(self.placeholder, value)

    def state(self, state: Mapping[str, Any]) -> dict[str, Any]:
        """A kept state."""
        found = {section: self._rows(section, rows) for section, rows in state.items() if section != INPUTS}
        mine = found.get("players", {}).get(str(self.number))
        if mine:
            mine["lots"] = self.row["lots"]
        if INPUTS in state:
            found[INPUTS] = {number: self.document(each) for number, each in state[INPUTS].items()}
        return found

    def delta(self, delta: Mapping[str, Any]) -> dict[str, Any]:
        """What a step has changed."""
        found = {section: self._rows(section, rows) for section, rows in delta.items() if section != INPUTS}
        if INPUTS in delta:
            packed = delta[INPUTS].items()
            found[INPUTS] = {number: [self._packed(each) for each in both] for number, both in packed}
        return found

    def _rows(self, section: str, rows: Mapping[str, Any]) -> dict[str, Any]:
        """Rows of a section, or what changed of them; what an event is called has nothing to do with its players."""
        if section == "settings":
            return dict(rows)
        facts: dict[str, Any] = self.facts(dict(rows))
        mine = facts.get(str(self.number)) if section == "players" else None
        if isinstance(mine, list):
            facts[str(self.number)] = [row and self._player(row, lambda _old, new: new) for row in mine]
        elif mine and all(isinstance(change, list) for change in mine.values()):
            facts[str(self.number)] = self._player(mine, lambda _old, new: [new, new])
        elif mine:
            facts[str(self.number)] = self._player(mine, lambda _old, new: new)
        return facts

    def _player(self, row: Mapping[str, Any], become: Callable[[Any, Any], Any]) -> dict[str, Any]:
        return {key: become(old, self.row[key]) if key in self.row else old for key, old in row.items()}

    def document(self, document: Mapping[str, Any]) -> dict[str, Any]:
        """A document a round was paired from: the lots of the name stay."""
        players = [self._of_document(one) if one["id"] == self.number else one for one in document["players"]]
        return {**document, "players": players}

    def _of_document(self, player: Mapping[str, Any]) -> dict[str, Any]:
        kept = {key: value for key, value in player.items() if key not in self.row}
        return {**kept, "name": self.placeholder, **({"lots": self.row["lots"]} if self.row["lots"] else {})}

    def _packed(self, text: str | None) -> str | None:
        return None if text is None else pack_text(self.document(unpack_text(text)))


def _any_of(texts: Collection[str]) -> re.Pattern[str]:
    """Any of these as whole words, the longest first; nothing where there are none."""
    longest = sorted(texts, key=len, reverse=True)
    return re.compile(
        "|".join(rf"(?<!\w){re.escape(text)}(?!\w)" for text in longest) or r"(?!)", re.IGNORECASE
    )


def _words(name: str) -> Iterable[str]:
    return re.findall(r"\w+", name.casefold())
