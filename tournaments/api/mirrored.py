"""Serializers of frozen dataclasses and of rows: what a field is, is said by the dataclass or the model, once.

    class PlannedRoundOut(Mirror, of=RoundOfPlan, shows="number day is_paired tables rests", rests="Who has no table."):
        \"""One round: as it is, or as it will be if nobody leaves or comes.\"""

`shows` says what is in the answer, in this order; help texts follow. What is not named is not shown: a dataclass may
know what is nobody's business. What is otherwise than in the dataclass, by another name or in another shape, is
declared in the body as in any serializer, and comes last unless `shows` names it, too.

Where another dataclass holds such a value, it is shown by its mirror; of two mirrors of one, only one is `nested`.
"""

from __future__ import annotations

import datetime
from enum import Enum
from functools import cached_property
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from django.db import models
from rest_framework import serializers

from pairing.model.types import Hundredths
from tournaments.api.fields import Points

PLAIN: dict[Any, type[serializers.Field[Any, Any, Any, Any]]] = {
    bool: serializers.BooleanField,
    int: serializers.IntegerField,
    float: serializers.FloatField,
    str: serializers.CharField,
    Hundredths: Points,
    datetime.date: serializers.DateField,
    datetime.datetime: serializers.DateTimeField,
}
# The types of columns; the first that fits.
_COLUMNS: dict[type[models.Field[Any, Any]], type] = {
    models.BooleanField: bool,
    models.IntegerField: int,
    models.FloatField: float,
    models.DateTimeField: datetime.datetime,
    models.CharField: str,
    models.TextField: str,
}
# What is the same in JSON (no `float`: an int may stand for one).
AS_THEY_ARE = {bool, int, str, NoneType}
# Dataclass → the serializer that mirrors it, for those that lie in others.
_mirrors: dict[type, type[serializers.Serializer[Any]]] = {}


class _Mirroring(serializers.SerializerMetaclass):
    def __new__(
        mcs,
        name: str,
        bases: tuple[type, ...],
        attrs: dict[str, Any],
        /,
        *,
        of: type | None = None,
        shows: str = "",
        nested: bool = True,
        **helps: str,
    ) -> Any:
        own = [key for key, value in attrs.items() if isinstance(value, serializers.Field)]
        shown = shows.split()
        derived = [key for key in shown if key not in own]
        if unknown := helps.keys() - set(derived):
            raise TypeError(
                f"{name} has help texts for what it does not derive: {', '.join(sorted(unknown))}"
            )
        kinds = kinds_of(of) if of else {}
        fields = {key: field_of(kinds[key], helps.get(key, "")) for key in derived}
        made: Any = super().__new__(mcs, name, bases, {**attrs, **fields})
        as_they_are = {key for key in derived if _parts(kinds[key]) <= AS_THEY_ARE}
        made._as_they_are = (made._as_they_are - set(own)) | as_they_are
        found = made._declared_fields
        inherited = [key for key in found if key not in own and key not in shown]
        made._declared_fields = {key: found[key] for key in [*inherited, *shown, *own]}
        if of and nested:
            if of in _mirrors:  # the order of imports must not choose what is shown
                raise TypeError(
                    f"{_mirrors[of].__name__} mirrors {of.__name__}, too: one of them is not nested"
                )
            _mirrors[of] = made
        return made


class Mirror(serializers.Serializer[object], metaclass=_Mirroring):
    _as_they_are: frozenset[str] = frozenset()

    @cached_property
    def _shown(self) -> list[tuple[str, bool, Any]]:
        """Each field by its name, and whether its value is shown as it is."""
        return [(name, name in self._as_they_are, field) for name, field in self.fields.items()]

    def to_representation(self, instance: object) -> dict[str, Any]:
        """As in any serializer, without asking a field for what it returns as it is: rounds have 10,000 seats."""
        shown = {}
        for name, is_as_it_is, field in self._shown:
            if is_as_it_is:
                shown[name] = getattr(instance, name)
            else:
                value = field.get_attribute(instance)
                shown[name] = None if value is None else field.to_representation(value)
        return shown


def kinds_of(shape: type) -> dict[str, Any]:
    """The types of its fields and of its properties; of a model those of its columns."""
    if issubclass(shape, models.Model):
        return _kinds_of_columns(shape)
    kinds = get_type_hints(shape, include_extras=True)
    for base in shape.__mro__:
        for name, member in vars(base).items():
            getter = member.fget if isinstance(member, property) else getattr(member, "func", None)
            if isinstance(member, property | cached_property) and getter:
                kinds.setdefault(name, get_type_hints(getter, include_extras=True)["return"])
    return kinds


def _kinds_of_columns(model: type[models.Model]) -> dict[str, Any]:
    """Those of its columns. Choices are named after their class and declared: they have none here."""
    plain: dict[Any, Any] = {
        column: next((kind for of, kind in _COLUMNS.items() if isinstance(column, of)), None)
        for column in model._meta.concrete_fields
        if not column.choices
    }
    return {column.name: kind | None if column.null else kind for column, kind in plain.items() if kind}


def _parts(kind: object) -> set[Any]:
    """The type, or those of a union."""
    return set(get_args(kind)) if get_origin(kind) in (Union, UnionType) else {kind}


def field_of(kind: object, help_text: str = "") -> serializers.Field[Any, Any, Any, Any]:
    """A field for values of this type."""
    options: dict[str, Any] = {"help_text": help_text} if help_text else {}
    parts = _parts(kind)
    if NoneType in parts:
        (kind,) = parts - {NoneType}
        options["allow_null"] = True
    if get_origin(kind) in (tuple, list, frozenset):
        inner = get_args(kind)[0]
        if inner in _mirrors:
            return _mirrors[inner](many=True, **options)
        return serializers.ListField(child=field_of(inner), **options)
    if kind in _mirrors:
        return _mirrors[kind](**options)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return serializers.ChoiceField([member.value for member in kind], **options)
    return PLAIN[kind](**options)
