"""The fields of a person, made from their declarations: for each kind one that takes and one that shows."""

from typing import Any

from rest_framework import serializers

from tournaments.api.fields import Text, Whole
from tournaments.steps.person import Kind, PersonField

Field = serializers.Field[Any, Any, Any, Any]


def taken(one: PersonField) -> Field:
    """The field that takes a fact."""
    if one.kind is Kind.WHOLE:
        return Whole(allow_null=True, min_value=one.low, max_value=one.high, **_about(one))
    return Text(allow_blank=True, max_length=one.longest, **_about(one))


def shown(one: PersonField) -> Field:
    """The field that shows a fact, to whoever may see it."""
    if one.kind is Kind.WHOLE:
        return serializers.IntegerField(allow_null=True, **_about(one))
    return serializers.CharField(**_about(one))


def _about(one: PersonField) -> dict[str, Any]:
    return {"required": False, "help_text": one.taken}
