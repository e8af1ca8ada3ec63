"""A serializer that mirrors a dataclass has the fields that are named, as the dataclass types them, in that order."""

import datetime
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import pytest
from rest_framework import serializers

from pairing.model.types import Hundredths
from tournaments.api.fields import Points
from tournaments.api.mirrored import Mirror


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Inner:
    number: int
    secret: str = "nobody's business"


@dataclass(frozen=True, slots=True)
class Outer:
    name: str
    points: Hundredths
    points_before: Hundredths | None
    share: float
    colour: Colour
    at: datetime.datetime | None
    tables: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    first: Inner
    others: tuple[Inner, ...]

    @property
    def is_long(self) -> bool:
        return len(self.name) > 3


class InnerOut(Mirror, of=Inner, shows="number"):
    pass


class OuterOut(
    Mirror,
    of=Outer,
    shows="is_long points points_before share colour at tables rows first others name",
    at="When.",
):
    """What the dataclass is, read by programs."""

    name = serializers.CharField(source="first.number")
    extra = serializers.SerializerMethodField()

    def get_extra(self, row: Outer) -> int:
        return len(row.others)


class LongerOut(InnerOut, of=Outer, nested=False, shows="points"):
    number = serializers.CharField()


FOUND = Outer("Ann", 250, None, 0.5, Colour.RED, None, (1, 2), ((1, 2), (3,)), Inner(7), (Inner(8), Inner(9)))


def test_the_answer_has_the_names_that_are_shown_in_their_order_and_then_those_of_the_body() -> None:
    assert list(OuterOut(FOUND).data.items()) == [
        ("is_long", False),
        ("points", 2.5),
        ("points_before", None),
        ("share", 0.5),
        ("colour", "red"),
        ("at", None),
        ("tables", [1, 2]),
        ("rows", [[1, 2], [3]]),
        ("first", {"number": 7}),
        ("others", [{"number": 8}, {"number": 9}]),
        ("name", "7"),
        ("extra", 2),
    ]


def test_types_help_texts_and_what_may_be_missing_follow_the_dataclass() -> None:
    fields: Any = OuterOut().fields
    assert isinstance(fields["points"], Points) and isinstance(fields["at"], serializers.DateTimeField)
    assert fields["at"].help_text == "When." and fields["points"].help_text is None
    assert [name for name, field in fields.items() if field.allow_null] == ["points_before", "at"]
    assert dict(fields["colour"].choices) == {"red": "red", "blue": "blue"}


def test_what_is_inherited_comes_first_unless_it_is_declared_again() -> None:
    assert list(LongerOut().fields) == ["points", "number"]


def test_a_name_the_dataclass_does_not_have_is_our_mistake() -> None:
    with pytest.raises(KeyError, match="rank"):

        class Wrong(Mirror, of=Inner, shows="rank"):
            pass


def test_a_help_text_for_what_is_not_derived_is_our_mistake() -> None:
    with pytest.raises(TypeError, match="Wrong has help texts for what it does not derive: secret"):

        class Wrong(Mirror, of=Inner, shows="number", secret="Not shown."):
            pass


def test_of_two_mirrors_one_is_nested_and_the_order_of_imports_chooses_nothing() -> None:
    with pytest.raises(TypeError, match="OuterOut mirrors Outer, too: one of them is not nested"):

        class Wrong(Mirror, of=Outer, shows="points"):
            pass
