"""Lots are public: anybody can recompute one with any SHA-256 tool. So the expected values here come from
others: the examples of FIPS 180-2 (appendix B) and coreutils, as in: printf 'dok|13|2' | sha256sum | cut
-c1-16
"""

import unicodedata

import pytest

from pairing.model.lots import Lots, lot
from tests.pairing.calls import run_alone

PUBLISHED = {
    "abc": 0xBA7816BF8F01CFEA,
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": 0x248D6A61D20638B8,
}


@pytest.mark.parametrize("text", PUBLISHED)
def test_a_lot_is_the_first_eight_bytes_of_the_published_digest(text: str) -> None:
    assert lot(text) == PUBLISHED[text]


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (("dok", 13, 2), 0xC6489EF364FAA6A1),
        (("Zoë", 1, 1), 0xBC6D782B6E14414A),
    ],
)
def test_parts_are_joined_by_bars(parts: tuple[object, ...], expected: int) -> None:
    assert lot(*parts) == expected


def test_two_ways_to_write_an_accent_are_one_name() -> None:
    decomposed = unicodedata.normalize("NFD", "Zoë")
    assert decomposed != "Zoë"
    assert lot(decomposed, 1, 1) == lot("Zoë", 1, 1)
    assert Lots("").order([decomposed, "Anna", "Bo"]) == [
        unicodedata.normalize("NFD", name) for name in Lots("").order(["Zoë", "Anna", "Bo"])
    ]


def test_numbers_of_an_event_start_from_its_seed() -> None:
    assert Lots("dok").number(13, 2) == lot("dok", 13, 2)
    assert Lots("other").number(13, 2) != lot("dok", 13, 2)


def test_the_lower_lot_comes_first() -> None:
    """coreutils: 1 -> 20D262DB0506C3D6, 7 -> F2F604C7CF61FF55, 12 -> 509B7C36A92E0413."""
    published = {1: 0x20D262DB0506C3D6, 7: 0xF2F604C7CF61FF55, 12: 0x509B7C36A92E0413}
    order = Lots("wednesday-2026-11-20").order([1, 7, 12], "draw", 3)
    assert order == sorted(published, key=lambda player: published[player])


def test_an_order_is_the_order_of_single_lots_whatever_the_key() -> None:
    lots, names = Lots("seed"), ["Ада", "Jens", "王", "jens", "  ", "|"]
    assert lots.order(names, "draw", 1) == sorted(names, key=lambda name: lot("seed", "draw", 1, name))
    assert lots.order(names, key=len) == sorted(names, key=lambda name: lot("seed", len(name)))


def test_equal_lots_keep_the_given_order() -> None:
    assert Lots("seed").order(["b", "a", "c"], key=lambda _: "same") == ["b", "a", "c"]


def test_another_round_is_another_draw() -> None:
    assert len({tuple(Lots("seed").order(range(10), "draw", number)) for number in range(20)}) == 20


def test_lots_do_not_depend_on_the_process() -> None:
    """Unlike `hash`, which Python salts anew in every process."""
    code = "from pairing.model.lots import Lots; print(Lots('s').order(range(30), 'draw', 2))"
    runs = {run_alone("-c", code, env={"PYTHONHASHSEED": salt}).stdout.decode() for salt in ("1", "2")}
    assert runs == {f"{Lots('s').order(range(30), 'draw', 2)}\n"}
