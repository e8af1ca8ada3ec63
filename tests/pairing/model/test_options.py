"""An option is declared once; describing, parsing and writing out agree, and bad values are refused by name."""

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from pairing.model.errors import BAD_OPTION, UNKNOWN_OPTION, PairingError
from pairing.model.options import describe, dump, option, parse
from pairing.systems import SYSTEMS
from tests.generator import random_options


@dataclass(frozen=True, slots=True)
class Sample:
    order: str = option(
        "draw", label="Order", help="Who comes first.", choices={"draw": "By lot", "rating": "Best"}
    )
    limit: int | None = option(
        None, label="Limit", help="How many.", kind="int", minimum=1, maximum=9, none="none"
    )
    rematch: bool = option(False, label="Rematch", help="This round only.", per_round=True)
    floor: Fraction = option(
        Fraction(1, 4), label="Floor", help="At least.", minimum=Fraction(0), maximum=Fraction(1)
    )
    free: int = option(3, label="Free", help="Any whole number.")
    hidden: int = 7  # not an option: nobody may set it


def refused(**given: Any) -> PairingError:
    with pytest.raises(PairingError) as caught:
        parse(Sample, given)
    return caught.value


def test_describe_tells_what_was_declared_and_nothing_else() -> None:
    specs = {spec.name: spec for spec in describe(Sample)}
    assert list(specs) == ["order", "limit", "rematch", "floor", "free"]
    assert [spec.kind for spec in specs.values()] == ["choice", "int", "bool", "fraction", "int"]
    assert [spec.default for spec in specs.values()] == ["draw", None, False, Fraction(1, 4), 3]
    assert [name for name, spec in specs.items() if spec.per_round] == ["rematch"]
    assert specs["order"].choices == {"draw": "By lot", "rating": "Best"}


def test_describe_says_in_words_what_is_allowed() -> None:
    assert {spec.name: spec.allowed for spec in describe(Sample)} == {
        "order": "draw, rating",
        "limit": "a whole number from 1 to 9, or none",
        "rematch": "true or false",
        "floor": "a number from 0 to 1",
        "free": "a whole number",
    }


def test_nothing_given_means_the_defaults() -> None:
    assert parse(Sample, {}) == Sample()


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"order": "rating"}, {"order": "rating"}),
        ({"limit": 1}, {"limit": 1}),
        ({"limit": "9"}, {"limit": 9}),
        ({"limit": " 4 "}, {"limit": 4}),
        ({"limit": 2.0}, {"limit": 2}),
        ({"limit": None}, {"limit": None}),
        ({"limit": "none"}, {"limit": None}),
        ({"limit": ""}, {"limit": None}),
        ({"rematch": True}, {"rematch": True}),
        ({"rematch": "true"}, {"rematch": True}),
        ({"rematch": " Yes "}, {"rematch": True}),
        ({"rematch": "on"}, {"rematch": True}),
        ({"rematch": "0"}, {"rematch": False}),
        ({"floor": 0.33}, {"floor": Fraction(33, 100)}),
        ({"floor": "0.1"}, {"floor": Fraction(1, 10)}),
        ({"floor": "1/3"}, {"floor": Fraction(1, 3)}),
        ({"floor": 1}, {"floor": Fraction(1)}),
        ({"free": -5}, {"free": -5}),
    ],
)
def test_good_values_from_documents_forms_and_key_value_words(
    given: dict[str, Any], expected: dict[str, Any]
) -> None:
    assert parse(Sample, given) == Sample(**expected)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("order", "elo"),
        ("order", "Draw"),
        ("order", ""),
        ("order", None),
        ("order", 1),
        ("order", ["draw"]),
        ("limit", 0),
        ("limit", 10),
        ("limit", -1),
        ("limit", 2.5),
        ("limit", float("nan")),
        ("limit", float("inf")),
        ("limit", True),
        ("limit", "two"),
        ("limit", "2.0"),
        ("limit", [2]),
        ("limit", {}),
        ("rematch", "maybe"),
        ("rematch", 1),
        ("rematch", 0),
        ("rematch", None),
        ("rematch", []),
        ("floor", -0.01),
        ("floor", 1.01),
        ("floor", "half"),
        ("floor", "1/0"),
        ("floor", True),
        ("floor", float("nan")),
        ("floor", float("inf")),
        ("floor", None),
        ("free", "none"),
        ("free", None),
        ("free", "1e3"),
    ],
)
def test_bad_values_are_refused_naming_the_option_and_what_is_allowed(name: str, value: Any) -> None:
    error = refused(**{name: value})
    allowed = next(spec.allowed for spec in describe(Sample) if spec.name == name)
    assert error.code == BAD_OPTION
    assert name in str(error)
    assert allowed in str(error)


@pytest.mark.parametrize("name", ["ordr", "hidden", "", "__class__"])
def test_unknown_options_are_refused_listing_the_known_ones(name: str) -> None:
    error = refused(**{name: 1})
    assert error.code == UNKNOWN_OPTION
    assert "order, limit, rematch, floor, free" in str(error)


def test_a_class_without_options_says_none_are_allowed() -> None:
    @dataclass(frozen=True)
    class Nothing:
        pass

    with pytest.raises(PairingError, match="Choose from: none"):
        parse(Nothing, {"a": 1})


def test_dump_is_plain_json_and_parse_reads_it_back() -> None:
    value = Sample(order="rating", limit=None, rematch=True, floor=Fraction(33, 100), free=0)
    plain = dump(value)
    assert plain == {"order": "rating", "limit": "none", "rematch": True, "floor": 0.33, "free": 0}
    assert parse(Sample, plain) == value
    assert dump(Sample(floor=Fraction(1)))["floor"] == 1


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.slug)
def test_what_a_system_declares_can_be_parsed_and_dumped(system: Any) -> None:
    assert dump(parse(system.options, {})) == dump(system.options())
    for seed in range(50):
        given = random_options(Random(seed), system.options)
        value = parse(system.options, given)
        assert parse(system.options, dump(value)) == value
        assert {name: dump(value)[name] for name in given} == given


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.slug)
def test_every_option_of_a_system_has_words_for_people(system: Any) -> None:
    for spec in describe(system.options):
        assert spec.label, spec.name
        assert spec.help, spec.name
        assert all((spec.choices or {}).values()), spec.name
