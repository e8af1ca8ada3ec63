"""The checker of whole rounds finds every kind of fault, and none in the events of our own generator."""

from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from pairing.model.errors import Impossible
from pairing.model.types import ByeKind, ByeRequest, Round, Snapshot
from pairing.simulation.random_event import Wish, random_event
from tests.pairing.systems.dutch.legality import faults
from tests.pairing.systems.dutch.notation import read, read_answer
from tests.pairing.systems.dutch.snapshots import answer_of, position_of, tpns
from tests.pairing.systems.dutch.worked_examples import EXAMPLES
from tests.sweep import seeds

SWEPT = 10_000

# Of example E16: 3-2 5-4 and the bye for 1 are right; 1 met 3 and 2, 2 met 4; 3 and 5 had the bye, 4 won by forfeit.
ANSWERS = {
    "3-2 5-4 1-bye": [],
    "3-2 5-4": ["1 has 0 places"],
    "3-2 5-4 2-bye": ["1 has 0 places", "2 has 2 places"],
    "3-2 5-4 1-7": ["7 is not in this round"],
    "1-3 2-5 4-bye": ["4 may not have the bye", "1 and 3 may not meet"],
    "2-3 5-4 1-bye": ["2-3 have their colours the wrong way round"],
}


@pytest.mark.parametrize("answer", ANSWERS)
def test_faults(answer: str) -> None:
    _, position, _ = read(EXAMPLES["E16"])
    expected = read_answer(answer)
    assert expected is not None
    found = faults(position, expected)
    assert all(fault in found for fault in ANSWERS[answer]) and bool(found) == bool(ANSWERS[answer])


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_worked_examples_are_legal(name: str) -> None:
    _, position, answer = read(EXAMPLES[name])
    assert answer is not None and faults(position, answer) == []


def test_the_same_absolute_preference_needs_a_topscorer() -> None:
    """Example E14 pairs 4 and 3, both absolutely for White, in the last round."""
    _, position, answer = read(EXAMPLES["E14"].replace("R=5", "R=6"))
    assert answer is not None
    assert "4 and 3 may not meet" in faults(position, answer)


AT_ONCE = 25
"""Events a case: to collect a case takes time too."""


def wish(seed: int) -> Wish:
    """An event of 6 to 200 players, small ones as often as large ones, with every trouble there can be or none."""
    rng = Random(f"legality {seed}")
    trouble = rng.choice((0, 0, 1, 3))
    players = round(6 * (200 / 6) ** rng.random())
    return Wish(
        "dutch",
        players,
        rng.randint(2, min(11, players - 1)),
        seed,
        draws=rng.choice((0, 30, 30, 90)),
        forfeits=5 * trouble,
        byes=5 * trouble,
        late=trouble * players // 20,
        withdrawn=trouble * players // 20,
        accelerated=rng.random() < 0.3,
    )


@pytest.mark.parametrize("seed", seeds(every_day=1, swept=SWEPT // AT_ONCE))
def test_random_events_have_legal_rounds(seed: int) -> None:
    """Colours of a round without past ones follow from the first colour, which is read from the first round."""
    for each in range(AT_ONCE * seed, AT_ONCE * (seed + 1)):
        with suppress(Impossible):
            event = random_event(wish(each))
            for round_ in event.rounds:
                before = as_it_stood(event, round_)
                assert faults(position_of(before), answer_of(round_, before)) == [], (
                    f"seed {each}, {round_.number}"
                )


def as_it_stood(event: Snapshot, coming: Round) -> Snapshot:
    """The event before this round was paired."""
    place, first = tpns(event), event.rounds[0]
    seats = [(place[player], seat) for match in first.matches for seat, player in enumerate(match.seats)]
    asked = (bye for bye in coming.byes if bye.kind is not ByeKind.FULL)
    return replace(
        event,
        rounds=event.rounds[: coming.number - 1],
        bye_requests=tuple(ByeRequest(bye.player, coming.number, bye.kind) for bye in asked),
        options={**event.options, "initial_colour": ("white", "black")[min(seats)[1]]},
    )
