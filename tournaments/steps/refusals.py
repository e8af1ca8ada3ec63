"""The one kind of error a service raises for something the person in front of it can act on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pairing.model.errors import TEXTS, PairingError
from pairing.model.reasons import shown_params
from pairing.model.wording import Said
from tournaments.labels import label_of


class ServiceError(Exception):
    """Refused: nothing was changed.

    `code` is stable and for programs, `field` names the input at fault (or None), `message` is a lazily
    translated sentence with `%(name)s` places, `params` fill them. `str(error)` is the sentence for
    people, in the language of the moment: the field is what they call it.
    """

    def __init__(self, code: str, message: str | Promise, *, field: str | None = None, **params: Any) -> None:
        self.code = code
        self.message = message
        self.field = field
        self.params = params
        super().__init__(code)

    def __str__(self) -> str:
        label = label_of(self.field or "")
        is_place = "[" in label  # of a file: it stands as it is written there
        return self.about(label if is_place else capfirst(label))

    def about(self, label: object) -> str:
        """The sentence with the name that a reader knows the field by."""
        return str(self.message) % {"field": label, **self.params}

    def to_json(self) -> dict[str, Any]:
        """What a script of a page is told and what a job stores. `params` that are not plain JSON are given as text."""
        plain = {k: v if isinstance(v, int | str | list | None) else str(v) for k, v in self.params.items()}
        return {"code": self.code, "field": self.field, "message": str(self), "params": plain}


class CoreError(ServiceError):
    """A `PairingError` of the core, said in the reader's language, with names in place of player numbers."""

    def __init__(
        self, error: PairingError, *, field: str | None = None, names: Mapping[int, str] | None = None
    ) -> None:
        params = {k: list(v) if isinstance(v, tuple) else v for k, v in error.params.items()}
        super().__init__(error.code, TEXTS[error.code], field=field, **params)
        self.error = error
        self.name_of: Callable[[int], str] = lambda number: (names or {}).get(number, str(number))

    def about(self, label: object) -> str:
        shown = shown_params(tuple(self.error.params.items()), self.name_of)
        texts = {key: in_words(value) for key, value in shown.items()}
        return gettext(TEXTS[self.code]).format(**texts)


@contextmanager
def core_errors_by_place(otherwise: str = "document") -> Iterator[None]:
    """What the core says of data from outside, as a CoreError; the place in the data is the field."""
    try:
        yield
    except PairingError as error:
        raise CoreError(error, field=str(error.params.get("where", otherwise))) from error


def in_words(text: str) -> str:
    """A text of the core in the reader's language, where it can be translated."""
    return text.text(gettext) if isinstance(text, Said) else text


def event_changed() -> ServiceError:
    """What somebody saw, or what a plan rests on, is no longer so."""
    return ServiceError(
        "event_changed", _("Somebody else has changed the event in the meantime. Look again and repeat.")
    )
