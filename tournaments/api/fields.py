"""Fields that take a JSON value for what it is: no text where a number is meant, no number where text is.

DRF's own fields are generous ("5" is 5, 5 is "5", "on" is true), which hides mistakes of a client until event day.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any, Generic, TypeVar, get_type_hints

from django.utils.translation import gettext_lazy as _
from drf_spectacular.drainage import set_override
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from pairing.formats.document_scoring import points_to_json

Owner = TypeVar("Owner")
Row = TypeVar("Row")

TIME_OF_DAY = "^([01][0-9]|2[0-3]):[0-5][0-9]$"

# What fields of the framework refuse, in words of ours; ours have theirs with them.
_SENTENCES: dict[type[serializers.Field[Any, Any, Any, Any]], dict[str, Any]] = {
    serializers.Field: {"required": _("Give a value."), "null": _("This must not be null.")},
    serializers.CharField: {
        "blank": _("This must not be empty."),
        "max_length": _("Give at most {max_length} characters."),
        "min_length": _("Give at least {min_length} characters."),
    },
    serializers.IntegerField: {
        "invalid": _("Give a whole number."),
        "max_value": _("Give at most {max_value}."),
        "min_value": _("Give at least {min_value}."),
    },
    serializers.FloatField: {
        "invalid": _("Give a number."),
        "max_value": _("Give at most {max_value}."),
        "min_value": _("Give at least {min_value}."),
    },
    serializers.BooleanField: {"invalid": _("Give true or false.")},
    serializers.ListField: {
        "not_a_list": _("Give a list."),
        "empty": _("Give at least one value."),
        "max_length": _("Give at most {max_length} values."),
        "min_length": _("Give at least {min_length} values."),
    },
    serializers.Serializer: {"invalid": _("Give an object.")},
}
for _kind, _texts in _SENTENCES.items():
    _kind.default_error_messages = {**_kind.default_error_messages, **_texts}


# Refuses fields it does not know: names them, those it does, and every other fault. (Not a docstring: that would
# become the description of every request without one.)
class Strict(serializers.Serializer[object]):
    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        fields = super().get_fields()
        for name, field in list(fields.items()):
            if isinstance(field, Reason):
                fields["reason"] = Text(
                    required=False,
                    allow_blank=not field.needed,
                    max_length=field.max_length,
                    help_text=f"The same as `{name}`: send one of them.",
                )
        return fields

    def _named_reason(self, found: dict[str, Any]) -> dict[str, Any]:
        """With what was sent as `reason` under the older name of the field."""
        for name, field in self.fields.items():
            if isinstance(field, Reason) and "reason" in found:
                reason = found.pop("reason")
                found[name] = found.get(name) or reason
            elif isinstance(field, Reason) and field.needed and name not in found:
                missing = serializers.ErrorDetail(str(field.error_messages["required"]), "required")
                raise serializers.ValidationError({name: [missing]})
        return found

    def to_internal_value(self, data: object) -> Any:
        unknown = self._unknown(data) if isinstance(data, dict) else {}
        try:
            found = super().to_internal_value(data)
        except serializers.ValidationError as error:
            others: Any = error.detail
            raise serializers.ValidationError({**unknown, **others}) from error
        if wrong := unknown | self._missing(data):
            raise serializers.ValidationError(wrong)
        return self._named_reason(found)

    def _missing(self, data: Any) -> dict[str, Any]:
        """A PATCH may leave out what stays as it is, but what stands in it, a value of a list say, is whole."""
        if self is self.root:
            return {}
        needed = {name: field for name, field in self.fields.items() if field.required and name not in data}
        return {
            name: [serializers.ErrorDetail(str(field.error_messages["required"]), "required")]
            for name, field in needed.items()
        }

    def _unknown(self, data: dict[str, Any]) -> dict[str, Any]:
        allowed = [name for name, field in self.fields.items() if not field.read_only]
        text = str(_("This is not possible here. Choose from: %(allowed)s.")) % {
            "allowed": ", ".join(allowed) or "–"
        }
        wrong = sorted(str(key) for key in data if key not in allowed)
        return {name[:80]: [serializers.ErrorDetail(text, "unknown_field")] for name in wrong}


class Text(serializers.CharField):
    default_error_messages = {"invalid": _("Give a text.")}

    def to_internal_value(self, data: object) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Whole(serializers.IntegerField):
    default_error_messages = {"invalid": _("Give a whole number.")}

    def to_internal_value(self, data: object) -> int:
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return super().to_internal_value(data)


class Real(serializers.FloatField):
    def to_internal_value(self, data: object) -> float:
        if isinstance(data, bool) or not isinstance(data, int | float):
            self.fail("invalid")
        return super().to_internal_value(data)


class Flag(serializers.BooleanField):
    default_error_messages = {"invalid": _("Give true or false.")}

    def to_internal_value(self, data: object) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class Word(serializers.ChoiceField):
    """One of a few words; the error lists them."""

    default_error_messages = {"invalid_choice": _("“{input}” is not possible here. Choose from: {allowed}.")}

    def to_internal_value(self, data: object) -> str:
        if not isinstance(data, str) or data not in self.choices:
            self.fail("invalid_choice", input=str(data)[:40], allowed=", ".join(map(str, self.choices)))
        return data


@extend_schema_field({"type": "string", "pattern": TIME_OF_DAY})
class TimeOfDay(serializers.Field[object, object, object, object]):
    """Hours and minutes, such as 14:30."""

    default_error_messages = {"invalid": _("Give a time such as 14:30.")}

    def to_internal_value(self, data: object) -> datetime.time:
        if not isinstance(data, str) or not re.fullmatch(TIME_OF_DAY, data):
            self.fail("invalid")
        return datetime.time.fromisoformat(data)

    def to_representation(self, value: object) -> str:
        return value if isinstance(value, str) else f"{value:%H:%M}"


@extend_schema_field(OpenApiTypes.NUMBER)
class Points(serializers.Field[int, Any, Any, Any]):
    """Hundredths of a point inside, a JSON number outside: 250 is shown as 2.5."""

    def to_representation(self, value: int) -> float | int:
        return points_to_json(value)


@extend_schema_field(OpenApiTypes.NUMBER)
class Hundredths(Points):
    """Points as they are sent: a JSON number with at most two decimals, read exactly."""

    default_error_messages = {
        "invalid": _("Give a number of points from -{most} to {most}, with at most two decimals."),
    }

    def __init__(self, *, most: int, **options: Any) -> None:
        self.most = most
        super().__init__(**options)

    def to_internal_value(self, data: object) -> int:
        if isinstance(data, bool) or not isinstance(data, int | float):
            self.fail("invalid", most=self.most)
        exact = Decimal(str(data)) * 100
        if exact != exact.to_integral_value() or abs(exact) > self.most * 100:
            self.fail("invalid", most=self.most)
        return int(exact)


@extend_schema_field({"type": "object", "additionalProperties": True})
class Plain(serializers.Field[object, object, object, object]):
    """A plain JSON object, checked by whoever uses it (the core parses options, scoring and chains)."""

    default_error_messages = {"invalid": _("Give an object.")}

    def to_internal_value(self, data: object) -> dict[str, Any]:
        if not isinstance(data, dict):
            self.fail("invalid")
        return data

    def to_representation(self, value: object) -> object:
        return value


class Reason(Text):
    """Why something is done, where the field has an older name than `reason`, under which it may be sent as well.
    `needed`: one of the two has to be sent.
    """

    def __init__(self, *, needed: bool = False, **options: Any) -> None:
        self.needed = needed
        super().__init__(required=False, allow_blank=not needed, **options)

    def __deepcopy__(self, memo: dict[int, Any]) -> Reason:
        return Reason(needed=self.needed, max_length=self.max_length, help_text=self.help_text)


def reason_field() -> Text:
    """Why the past is changed, where somebody may ask."""
    return Text(
        required=False,
        allow_blank=True,
        max_length=500,
        help_text="Why; needed where a round has been paired on what is changed. It goes into the log.",
    )


def version_field() -> Whole:
    """What the event was like when somebody looked."""
    return Whole(
        required=False,
        min_value=1,
        help_text="Refuse (409 event_changed) if the event has another version by now.",
    )


class Computed(serializers.Field[Row, object, object, Row], Generic[Owner, Row]):
    """What a method of the serializer makes of the whole row; see `computed`."""

    parent: Owner  # type: ignore[assignment]

    def __init__(
        self, work: Callable[[Owner, Row], object], shape: object, help_text: str | None = None
    ) -> None:
        super().__init__(source="*", read_only=True, help_text=help_text)
        self.work, self.shape, self.about = work, shape, help_text
        set_override(self, "field", shape)

    def __deepcopy__(self, memo: dict[int, object]) -> Computed[Owner, Row]:
        return Computed(self.work, self.shape, self.about)

    def to_representation(self, value: Row) -> object:
        return self.work(self.parent, value)


def computed(
    shape: object = None, *, help_text: str | None = None
) -> Callable[[Callable[[Owner, Row], object]], Computed[Owner, Row]]:
    """Make a method of a serializer the field of that name. `shape`, for the documentation, is what it returns unless
    its annotation says so.
    """

    def field(work: Callable[[Owner, Row], object]) -> Computed[Owner, Row]:
        return Computed(work, get_type_hints(work)["return"] if shape is None else shape, help_text=help_text)

    return field
