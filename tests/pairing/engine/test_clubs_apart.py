"""Club mates kept apart: the pairs follow from the clubs, and every system treats them as those named one by one."""

from dataclasses import replace
from typing import Any

import pytest

from pairing.engine import pair
from pairing.formats import document, trf
from pairing.model.errors import Impossible
from pairing.model.field import Field
from pairing.model.types import Entrant, Snapshot
from pairing.model.work import TooMuchWork, Work
from pairing.repair import repairs
from pairing.systems import SYSTEMS, seats_of
from tests.pairing.playing import as_round

CLUBS = ("Ælstrup", "B", "aelstrup ", "", "C", None, "c", "B", " ", "D", "E", "F", "G", "H", "I", "J")
MATES = ((1, 3), (2, 8), (5, 7))


def sixteen(system: str, **facts: object) -> Snapshot:
    entrants = tuple(
        Entrant(id=number, name=f"P{number}", club=club, rating=2000 - number)
        for number, club in enumerate(CLUBS, start=1)
    )
    given: dict[str, Any] = {"system": system, "seats": seats_of(system), **facts}
    return Snapshot(entrants=entrants, rounds_planned=5, draw_seed="clubs", **given)


def test_mates_are_those_of_one_club_however_it_is_typed_and_only_in_the_first_rounds() -> None:
    event = sixteen("monrad", clubs_apart_rounds=2, forbidden_pairs=((16, 1), (3, 1)))
    first, second, third = (Field(event, number) for number in (1, 2, 3))
    assert first.apart == {1: {3, 16}, 3: {1}, 16: {1}, 2: {8}, 8: {2}, 5: {7}, 7: {5}}
    assert not first.is_apart(1, 5) and all(first.is_apart(*pair) for pair in ((1, 16), (8, 2), (1, 3)))
    assert second.are_only_mates(8, 2) and not second.are_only_mates(1, 3)
    never = Field(replace(event, clubs_apart_rounds=0), 1)
    assert third.apart == never.apart == {1: {3, 16}, 3: {1}, 16: {1}}
    assert first.club_of[2] is first.club_of[8]
    with pytest.raises(TooMuchWork):  # counted before clubs are laid out: three of two players, each with two
        _ = Field(event, 1, Work(limit=11)).barred
    assert not third.is_apart(2, 8) and not third.are_only_mates(2, 8)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_pairs_as_if_they_had_been_named_one_by_one(system: str) -> None:
    by_switch = pair(sixteen(system, clubs_apart_rounds=1))
    one_by_one = pair(sixteen(system, forbidden_pairs=MATES))
    assert by_switch.matches and [m.seats for m in by_switch.matches] == [m.seats for m in one_by_one.matches]
    assert [r.players for r in by_switch.relaxed] == [r.players for r in one_by_one.relaxed]
    assert {r.reason.code for r in by_switch.relaxed} <= {"mates_meet"}, (
        "called club mates, not a forbidden pair"
    )
    assert "mates_meet" not in {r.reason.code for r in one_by_one.relaxed}


def test_the_reasons_and_a_refusal_name_the_clubs() -> None:
    event = replace(sixteen("monrad", clubs_apart_rounds=1), options={"order": "registration"})
    close = replace(event, entrants=(event.entrants[0], event.entrants[2], *event.entrants[3:5]))
    first = pair(close).matches[0]
    assert set(first.seats) == {1, 4}
    assert ("not_club_mates", (3,)) in [(why.code, dict(why.params).get("players")) for why in first.why]
    two = replace(event, entrants=(event.entrants[0], event.entrants[2]))
    with pytest.raises(Impossible) as refused:
        pair(two)
    assert refused.value.code == "clubs_apart"
    assert "club mates are kept apart (Ælstrup)" in str(refused.value)
    with pytest.raises(Impossible) as refused:  # the switch is not what stands in the way
        pair(replace(two, forbidden_pairs=((1, 3),)))
    assert refused.value.code != "clubs_apart"


@pytest.mark.parametrize("system", ["monrad", "mahjong_swiss"])
def test_a_repair_parts_mates_who_were_paired_before(system: str) -> None:
    event = sixteen(system)
    before = pair(event)
    together = frozenset(before.matches[0].seats[:2])
    entrants = tuple(replace(e, club="One" if e.id in together else None) for e in event.entrants)
    found = repairs(replace(event, entrants=entrants, clubs_apart_rounds=1), as_round(before))
    assert not any(together <= set(match.seats) for match in found[0].plan.matches)


def test_document_and_report_carry_them() -> None:
    event = sixteen("monrad", clubs_apart_rounds=1)
    written = document.dump(event)
    assert written["clubs_apart_rounds"] == 1
    assert document.load(written).clubs_apart_rounds == 1
    assert "clubs_apart_rounds" not in document.dump(replace(event, clubs_apart_rounds=0))
    report = trf.dump(replace(event, forbidden_pairs=((16, 1),), clubs_apart_rounds=2)).splitlines()
    # The columns are those of shared/data/conformance/trf_samples/grandmommyscup.trf.
    assert [line for line in report if line[:3] in ("XXP", "260")] == [
        "XXP 16 1",
        *(f"260   1   2 {a:4d} {b:4d}" for a, b in MATES),
    ]
    read = trf.read("\n".join(report))
    assert read.snapshot.forbidden_pairs == tuple(sorted([(1, 16), *MATES]))
    assert read.notes[0] == "line 6: pairs forbidden up to round 2 are forbidden in all rounds"
    forever = trf.dump(replace(event, clubs_apart_rounds=1000))
    assert trf.read(forever).notes == () and "260   1 999    1    3" in forever
    with pytest.raises(document.DocumentError, match="clubs_apart_rounds"):
        document.load({**written, "clubs_apart_rounds": -1})
