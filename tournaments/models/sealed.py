"""A column that holds a secret: sealed in the database, the log and every cache, open where an attribute is asked for.

`player.key` is the key; `values_list("key")` gives what stands in the database, a `Sealed` text, which can be written
back as it is. `filter(key=...)` finds what is sealed with the SECRET_KEY of today (see `seals.seals`).
"""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models.query_utils import DeferredAttribute

from tournaments.seals import Purpose, Sealed, key_of, seal


class OpenedAttribute(DeferredAttribute):
    """Opens the seal when somebody asks, not for every row that is read."""

    field: SealedField

    def __get__(self, instance: models.Model | None, cls: Any = None) -> object:
        value = super().__get__(instance, cls)
        return key_of(value, self.field.purpose) if isinstance(value, Sealed) else value

    def __set__(self, instance: models.Model, value: object) -> None:
        instance.__dict__[self.field.attname] = value


class SealedField(models.CharField):  # type: ignore[type-arg]  # no generic when it runs
    """A text of at most `max_length` characters once it is sealed."""

    descriptor_class = OpenedAttribute

    def __init__(self, *args: Any, purpose: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.purpose = Purpose(purpose)

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, {**kwargs, "purpose": self.purpose.value}

    def from_db_value(self, value: str | None, *_args: object) -> Sealed | None:
        return None if value is None else Sealed(value)

    def to_python(self, value: object) -> object:
        return value

    def get_prep_value(self, value: object) -> object:
        if value is None or isinstance(value, Sealed):
            return value if value is None else str(value)
        return str(seal(str(value), self.purpose)) if value else ""
