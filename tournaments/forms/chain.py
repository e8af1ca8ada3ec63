"""The editor of a tie-break chain: rows that can be moved, without a script too.

Every row has a key that stays with it: `row` = KEY gives the order, `code_KEY` the tie-break and `KEY_NAME`
its parameters. Buttons named `do` (up:KEY, down:KEY, remove:KEY, add, preset:SLUG) change the rows and store
nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext

from pairing.model.errors import PairingError
from pairing.model.options import OptionSpec, describe
from pairing.model.types import TiebreakSpec
from pairing.tiebreaks import FAMILIES, PRESETS, TIEBREAKS, parse_chain
from pairing.tiebreaks.base import Tiebreak

MAX_ROWS = 20
USUAL = "usual"


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter of a row as an input."""

    name: str
    spec: OptionSpec
    value: str

    @property
    def usual(self) -> str:
        return word(self.spec, self.spec.default)

    @property
    def is_usual(self) -> bool:
        return self.value.strip() in ("", self.usual)

    @property
    def choices(self) -> list[tuple[str, str]]:
        """What a select offers; empty for a box to type in."""
        if self.spec.kind == "bool":
            return [("false", gettext("no")), ("true", gettext("yes"))]
        listed = [(value, gettext(label)) for value, label in (self.spec.choices or {}).items()]
        return [(self.spec.none, gettext(self.spec.none)), *listed] if listed and self.spec.none else listed

    @property
    def typed(self) -> str:
        """The value as it stands in a box."""
        return typed(self.spec, self.value)

    @property
    def said(self) -> str:
        """The value in the reader's language."""
        return dict(self.choices).get(self.value, self.typed)

    @property
    def label(self) -> str:
        return gettext(self.spec.label)

    @property
    def help(self) -> str:
        return gettext(self.spec.help)


@dataclass(frozen=True, slots=True)
class Row:
    key: str
    tiebreak: Tiebreak
    values: Mapping[str, str]

    @property
    def label(self) -> str:
        return gettext(self.tiebreak.name)

    @property
    def help(self) -> str:
        return gettext(self.tiebreak.help)

    @property
    def params(self) -> list[Param]:
        return [
            Param(f"{self.key}_{spec.name}", spec, self.values.get(spec.name, word(spec, spec.default)))
            for spec in describe(self.tiebreak.options)
        ]

    @property
    def unusual(self) -> list[Param]:
        """The parameters that say what kind of this tie-break it is."""
        return [param for param in self.params if not param.is_usual]

    def link(self) -> str:
        """The row as a link of the chain, such as BH:cut=1; usual parameters are left out."""
        return ":".join([self.tiebreak.code, *(f"{p.spec.name}={p.value.strip()}" for p in self.unusual)])


class Chain:
    """The rows as they stand in the form."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = list(rows)

    @classmethod
    def from_links(cls, links: Sequence[Any]) -> Chain:
        """From a stored chain."""
        try:
            specs = parse_chain(links)
        except PairingError:
            specs = ()
        return cls([_row(str(key), spec) for key, spec in enumerate(specs)])

    @classmethod
    def from_post(cls, data: QueryDict) -> Chain:
        """From the form as it was sent. Rows nobody could have sent by the page are left out."""
        rows: dict[str, Row] = {}
        for key in data.getlist("row")[:MAX_ROWS]:
            tiebreak = TIEBREAKS.get(data.get(f"code_{key}", ""))
            if tiebreak is not None:
                specs = describe(tiebreak.options)
                given = {spec.name: data.get(f"{key}_{spec.name}", "")[:40] for spec in specs}
                rows[key] = Row(key, tiebreak, {spec.name: untyped(spec, given[spec.name]) for spec in specs})
        return cls(list(rows.values()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chain) and self.links() == other.links()

    def links(self, stored: Sequence[Any] = ()) -> list[Any]:
        """The chain as the services take it; `stored` as it is written there when it is the same chain."""
        links = [row.link() for row in self.rows]
        try:
            return list(stored) if parse_chain(links) == parse_chain(stored) else links
        except PairingError:
            return links

    def is_one_of(self, chains: Iterable[Sequence[object]]) -> bool:
        """Whether it is one of these chains, link by link."""
        return any(self.links(chain) == list(chain) for chain in chains)

    def fits(self, seats: int) -> bool:
        """Whether every link is for tables with so many seats."""
        return all(seats in row.tiebreak.seats for row in self.rows)

    def do(self, command: str, data: QueryDict, usual: Sequence[object]) -> None:
        """Carry out a button of the editor; `usual` is the chain of the chosen system."""
        word, _colon, argument = command.partition(":")
        if word == "preset" and (argument == USUAL or argument in PRESETS):
            self.rows = Chain.from_links(usual if argument == USUAL else PRESETS[argument].chain).rows
        elif word == "add" and len(self.rows) < MAX_ROWS:
            added = TIEBREAKS.get(data.get("add_code", ""))
            self.rows += [Row(self._free_key(), added, {})] if added else []
        elif word in ("up", "down", "remove"):
            self._move(word, argument)

    def _move(self, word: str, key: str) -> None:
        at = next((i for i, row in enumerate(self.rows) if row.key == key), None)
        if at is None:
            return
        row = self.rows.pop(at)
        if word != "remove":
            self.rows.insert(max(0, at + (-1 if word == "up" else 1)), row)

    def _free_key(self) -> str:
        taken = {row.key for row in self.rows}
        return next(str(i) for i in range(MAX_ROWS + 1) if str(i) not in taken)


def _row(key: str, spec: TiebreakSpec) -> Row:
    tiebreak = TIEBREAKS[spec.code]
    declared = {option.name: option for option in describe(tiebreak.options)}
    return Row(key, tiebreak, {name: word(declared[name], value) for name, value in spec.params})


class ChainWidget(forms.Widget):
    """The rows of the editor; a chain in one text under the name of the field goes before them."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> object:
        return data.get(name) or Chain.from_post(data)

    def format_value(self, value: Chain) -> str:
        return json.dumps(value.links())


class ChainField(forms.Field):
    """A chain as a value of a form: stored links, the text of them, or the rows as they were sent."""

    widget = ChainWidget

    def to_python(self, value: Any) -> Chain:
        if isinstance(value, str):
            value = _read(value)
        return value if isinstance(value, Chain) else Chain.from_links(value)

    prepare_value = to_python

    def in_words(self, text: str) -> str:
        return ", ".join(row.label for row in self.to_python(text).rows)


def _read(text: str) -> list[object]:
    try:
        found = json.loads(text)
    except ValueError:
        return []
    return found if isinstance(found, list) else []


@dataclass(frozen=True, slots=True)
class PresetButton:
    slug: str
    label: str
    help: str


def presets(seats: int) -> list[PresetButton]:
    """The usual chain of the system, and every chain with a name that fits tables with so many seats."""
    help_text = gettext("The usual choice for this pairing system.")
    usual = PresetButton(USUAL, gettext("Usual for the system"), help_text)
    fitting = [p for p in PRESETS.values() if Chain.from_links(p.chain).fits(seats)]
    return [usual, *(PresetButton(p.slug, gettext(p.label), gettext(p.help)) for p in fitting)]


@dataclass(frozen=True, slots=True)
class AddableFamily:
    """Tie-breaks to choose from that ask the same question: code, name and help of each."""

    name: str
    help: str
    tiebreaks: list[tuple[str, str, str]]


def addable(seats: int) -> list[AddableFamily]:
    """Every tie-break for tables with so many seats, by family."""
    families = [
        AddableFamily(
            gettext(family.name),
            gettext(family.help),
            [(t.code, gettext(t.name), gettext(t.help)) for t in family.tiebreaks if seats in t.seats],
        )
        for family in FAMILIES
    ]
    return [family for family in families if family.tiebreaks]


def word(spec: OptionSpec, value: object) -> str:
    """A value of an option as it stands in a form and in a chain."""
    return spec.none or "" if value is None else value_text(value)


def typed(spec: OptionSpec, value: str) -> str:
    """What a box shows: the word for None is one of the reader's language."""
    return gettext(value) if value and value == spec.none else value


def untyped(spec: OptionSpec, text: str) -> str:
    """What was typed, with the word for None as the core knows it; its English word is understood too."""
    is_none = spec.none is not None and text.strip().casefold() == gettext(spec.none).casefold()
    return str(spec.none) if is_none else text


def value_text(value: object) -> str:
    """A value as text: 1/4 as 0.25, a fraction that no short decimal says as it is."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Fraction):
        plain = str(value.numerator) if value.denominator == 1 else str(float(value))
        return plain if Fraction(plain) == value else str(value)
    return "" if value is None else str(value)
