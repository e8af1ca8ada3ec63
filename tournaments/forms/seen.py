"""Forms that stay open for long: two windows never overwrite each other without a word.

Such a form sends along what stood in its fields when it was shown (`seen`). Each field is then compared three ways: as
it was seen, as it was sent, as it is stored now. What was not touched here follows what is stored. What was changed
here only is taken. What was changed on both sides is a clash: nothing is saved, both are shown at the field, and what
was typed stays. To save again keeps it, and the button `take` puts the stored value into the field.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.text import Truncator
from django.utils.translation import gettext, gettext_lazy as _

from tournaments.forms.base import DeskForm

CHANGED_SINCE = _("This was changed to “%(stored)s” after you opened this page. To keep yours, save again.")
SAID_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Clash:
    """A field changed here and elsewhere; `stored` is what it says now, in words."""

    name: str
    stored: str

    @property
    def text(self) -> str:
        return gettext(str(CHANGED_SINCE)) % {"stored": self.stored}


class SeenForm(DeskForm):
    """A form whose `initial` is what is stored now. Without `seen` in what was sent nothing is compared."""

    # Fields on which others depend: they never change without a word, not even untouched ones.
    alone: tuple[str, ...] = ()
    clashes: Mapping[str, Clash] = {}

    @property
    def seen_text(self) -> str:
        """What is stored now, for the hidden field `seen` of the page."""
        return json.dumps({name: self.stored_text(name) for name in self.names()}, ensure_ascii=False)

    @property
    def seen_name(self) -> str:
        return self.add_prefix("seen")

    @property
    def clashing_name(self) -> str:
        return self.add_prefix("clashing")

    @property
    def take_name(self) -> str:
        return self.add_prefix("take")

    @property
    def clashing(self) -> str:
        """The clashes on the page, for its hidden field: a button that answers one of them keeps the others."""
        return ",".join(self.clashes)

    def __getitem__(self, name: str) -> forms.BoundField:
        bound = super().__getitem__(name)
        bound.clash = self.clashes.get(name)  # type: ignore[attr-defined]
        bound.take_name = self.take_name  # type: ignore[attr-defined]
        return bound

    def is_valid(self) -> bool:
        """A button that answers a clash stores nothing."""
        return super().is_valid() and not self._sent_beside("take")

    def full_clean(self) -> None:
        self.clashes = self._compare() if self.is_bound else {}
        super().full_clean()
        for clash in self.clashes.values():
            self.add_error(clash.name, clash.text)

    def _compare(self) -> dict[str, Clash]:
        """The clashes; untouched fields get the stored value here."""
        taken = self._sent_beside("take")
        if taken in self.names():
            self.take(taken)
        clashes = self._three_ways(_read(self._sent_beside("seen")))
        still = self._sent_beside("clashing").split(",") if taken else []
        return clashes | {n: Clash(n, self.said(n)) for n in self.names() if n in still and n != taken}

    def _three_ways(self, seen: Mapping[str, str]) -> dict[str, Clash]:
        clashes = {}
        for name in self.names():
            stored = self.stored_text(name)
            if name not in seen or self.same(name, seen[name], stored):
                continue
            if self.same(name, self.sent(name), stored):
                continue
            if name not in self.alone and self.same(name, self.sent(name), seen[name]):
                self.take(name)
            else:
                clashes[name] = Clash(name, self.said(name))
        return clashes

    def _sent_beside(self, name: str) -> str:
        return str(self.data.get(self.add_prefix(name), ""))

    # --- one field; one whose text says little to people has `in_words` ---
    def names(self) -> list[str]:
        """What is compared: every field that can be changed."""
        return [name for name, field in self.fields.items() if not field.disabled]

    def stored_text(self, name: str) -> str:
        """The stored value as a browser would send it."""
        field = self.fields[name]
        value = self.get_initial_for_field(field, name)
        if isinstance(field, forms.BooleanField):
            return "on" if value else ""
        shown = field.widget.format_value(field.prepare_value(value))
        shown = next(iter(shown), "") if isinstance(shown, (list, tuple)) else shown
        return "" if shown is None else str(shown)

    def sent(self, name: str) -> object:
        return self.fields[name].widget.value_from_datadict(self.data, self.files, self.add_prefix(name))

    def same(self, name: str, first: object, second: object) -> bool:
        """Whether two values as they are sent mean the same."""
        return bool(_meant(self.fields[name], first) == _meant(self.fields[name], second))

    def take(self, name: str) -> None:
        """Put the stored value in the place of what was sent."""
        data = self.data.copy() if isinstance(self.data, QueryDict) else QueryDict(mutable=True)
        data[self.add_prefix(name)] = self.stored_text(name)
        if isinstance(self.fields[name], forms.BooleanField) and not self.stored_text(name):
            del data[self.add_prefix(name)]
        self.data = data

    def said(self, name: str) -> str:
        """The stored value in words."""
        field, text = self.fields[name], self.stored_text(name)
        if isinstance(field, forms.BooleanField):
            return gettext("yes") if text else gettext("no")
        choices = {str(value): str(label) for value, label in getattr(field, "choices", ())}
        words = field.in_words(text) if hasattr(field, "in_words") else choices.get(text, text)
        return Truncator(words).chars(SAID_LENGTH) or gettext("empty")


def _meant(field: forms.Field, text: object) -> object:
    try:
        value = field.to_python(text)
    except ValidationError:
        return text
    return "" if value is None else value


def _read(text: str) -> dict[str, str]:
    """What the page showed; {} for a page that sends nothing, or nothing readable."""
    try:
        found = json.loads(text) if text else {}
    except ValueError:
        return {}
    if not isinstance(found, dict):
        return {}
    return {str(name): value for name, value in found.items() if isinstance(value, str)}
