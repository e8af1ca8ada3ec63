"""What is corrected, or comes late, while a phase is being played: who plays in it stays in it."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pairing.engine import may_pair_ahead, pair
from pairing.engine.endings import ended
from pairing.engine.lengths import longest, needed
from pairing.engine.phases import entry
from pairing.engine.recheck import recheck
from pairing.engine.standings import rank
from pairing.model.errors import Impossible, PairingError
from pairing.model.types import Bye, ByeKind, ByeRequest, Entrant, Match, Round, RoundStatus, Snapshot
from pairing.systems.bracket.chart import single
from pairing.systems.bracket.played import as_played
from tests.pairing.engine.test_phases import SWISS_THEN_BRACKET, event, seats
from tests.pairing.playing import by_chance, corrected, lower_id_wins, played, with_round
from tests.sweep import seeds


def test_who_plays_in_a_phase_stays_in_it() -> None:
    """1 and 5 have two wins; 2, 3, 6 and 7 one each, in list order. A 4 who has beaten 3 stands in the place of 3."""
    snapshot = played(event(SWISS_THEN_BRACKET), lower_id_wins, 2)
    assert [*entry(snapshot, 1, rank).qualified] == [1, 5, 2, 3]
    assert [*entry(corrected(snapshot, 1, 2), 1, rank).qualified] == [1, 5, 2, 4]
    after = corrected(played(snapshot, lower_id_wins), 1, 2)
    assert {*entry(after, 1, rank).qualified} == {1, 2, 3, 5}
    assert {p for m in seats(after) for p in m} <= {1, 2, 3, 5}
    assert {line.player for line in rank(after) if line.group < 2} == {1, 2, 3, 5}


def test_whoever_was_absent_from_the_first_round_is_in_by_the_standings() -> None:
    """2 and 9 are absent from round 3: 2 had qualified, 9 came later and got the absence of a late entry."""
    snapshot = played(event(SWISS_THEN_BRACKET), lower_id_wins, 2)
    third = Round(
        3,
        matches=(Match(1, (1, 3), "1-0"),),
        byes=(Bye(5, ByeKind.FULL), Bye(2, ByeKind.ABSENT), Bye(9, ByeKind.ABSENT)),
    )
    late = (*snapshot.entrants, Entrant(9, joined_round=4))
    found = entry(with_round(replace(snapshot, entrants=late), third), 1, rank)
    assert ({*found.qualified}, found.begun) == ({1, 5, 2, 3}, True)


@pytest.mark.parametrize("name", ["bracket", "double_elimination"])
@pytest.mark.parametrize("size", [2, 4, 8])
@pytest.mark.parametrize("seed", seeds(2, 6))
def test_a_bracket_goes_on_as_it_was_drawn(name: str, size: int, seed: int) -> None:
    """Whatever is corrected before it, its rounds are those there would have been, for every result in it."""
    rng = Random(seed)
    options = {"avoid_rematches": False}
    parts: list[dict[str, Any]] = [
        {"system": {"name": "monrad"}, "rounds": 3},
        {"cut": {"rank": size}, "system": {"name": name, "options": options}},
    ]
    snapshot = event(parts, players=10, draw_seed=str(seed))
    snapshot = played(snapshot, by_chance(rng), 4)
    wrong = corrected(snapshot, rng.randint(1, 3), rng.randint(1, 5))
    while True:
        try:
            plan = pair(snapshot)
        except Impossible:
            break
        assert [m.seats for m in pair(wrong).matches] == [m.seats for m in plan.matches]
        snapshot = played(snapshot, by_chance(rng))
        wrong = with_round(wrong, snapshot.rounds[-1])
    with pytest.raises(Impossible):
        pair(wrong)
    assert all(check.same for check in recheck(wrong)[4:])


def test_seeds_are_read_from_tables_and_seats() -> None:
    """Six in a bracket: 3-6 and 4-5 meet, 1 and 2 rest; then 1 meets the winner of 4-5, 2 that of 3-6."""
    first = Round(1, matches=(Match(1, (30, 60), "1-0"), Match(2, (40, 50), "0-1")))
    second = Round(2, matches=(Match(1, (10, 50), None), Match(2, (20, 30), None)))
    chart = single((4, 2))
    anyhow = (20, 60, 50, 40, 30, 10)

    def read(*rounds: Round) -> tuple[int, ...]:
        [order] = as_played(anyhow, chart, rounds, lambda match: False)
        return order

    assert read(first) == (20, 10, 30, 40, 50, 60)
    assert read(first, second) == (10, 20, 30, 40, 50, 60)


def test_a_round_robin_has_no_number_for_whoever_comes_after_the_cut() -> None:
    """Four are in and play three rounds; a fifth who comes in the second of them changes nothing."""
    parts = [SWISS_THEN_BRACKET[0], {"cut": {"rank": 4}, "system": {"name": "round_robin"}, "rounds": 3}]
    snapshot = played(event(parts), lower_id_wins, 3)
    late = replace(snapshot, entrants=(*snapshot.entrants, Entrant(9, "late", joined_round=4)))
    assert seats(late) == seats(snapshot)


def test_a_round_after_a_cut_waits_for_the_results() -> None:
    """A system that pairs ahead does so within a phase; who is in the next one is not known before."""
    options = {"order": "V", "method": "B", "floater": "U", "opponent": "E", "mode": "MS"}
    swiss = {"system": {"name": "wcsc", "options": options}, "rounds": 3}

    def open_after(count: int, cut: dict[str, Any]) -> Snapshot:
        snapshot = event([swiss, {**cut, "system": swiss["system"], "rounds": 3}])
        snapshot = played(snapshot, lower_id_wins, count)
        last = replace(snapshot.rounds[-1], status=RoundStatus.IN_PROGRESS)
        return replace(snapshot, rounds=(*snapshot.rounds[:-1], last))

    for action in (may_pair_ahead, pair):
        with pytest.raises(PairingError, match="Round 3 is not completed"):
            action(open_after(3, {"cut": {"rank": 4}}))
    assert may_pair_ahead(open_after(1, {"cut": {"rank": 4}}))
    assert pair(open_after(1, {"cut": {"rank": 4}})).number == 2


@pytest.mark.parametrize(
    ("name", "options", "players", "rounds"),
    [
        ("bracket", {}, 2, 1),
        ("bracket", {}, 9, 4),
        ("bracket", {"size": 4}, 9, 2),
        ("bracket", {"second_byes": 3}, 9, 4),  # 3 second byes do not fit nine: as if there were none
        ("double_elimination", {"second_final": False}, 8, 6),
        ("round_robin", {}, 5, 5),
        ("round_robin", {"double": True}, 6, 10),
        ("monrad", {}, 100, 7),
        ("unknown", {}, 3, 2),
    ],
)
def test_how_long_a_system_can_take(name: str, options: dict[str, Any], players: int, rounds: int) -> None:
    assert longest(name, options, players) == rounds


# 8 all meet in 7, halve to one in 3; with one loss 9 become 5, 3, 2, 1. With two losses 4 players have 0011, 011 (one
# out), 11 after the unbeaten one loses to one with a loss, 1: counted by hand, as the last.
NEEDED: list[tuple[str, dict[str, Any], int, int]] = [
    ("round_robin", {}, 8, 7),
    ("bracket", {}, 8, 3),
    ("bracket", {"after_round": 2}, 8, 5),
    ("monrad", {}, 8, 0),
    ("monrad", {"elimination": 1}, 9, 4),
    ("random_swiss", {"elimination": 2}, 2, 3),
    ("random_swiss", {"elimination": 2}, 4, 5),
    ("monrad", {"elimination": "?"}, 9, 0),
    ("monrad", {"elimination": 10**9}, 5000, 1000),  # no longer than an event may be planned, and at once
]


@pytest.mark.parametrize(("name", "options", "players", "rounds"), NEEDED)
def test_how_many_rounds_it_takes_until_all_is_decided(
    name: str, options: dict[str, Any], players: int, rounds: int
) -> None:
    assert needed(name, options, players) == rounds


@pytest.mark.parametrize(
    ("left_after", "last", "won"), [(2, "1-0", 2), (None, "1-0", None), (None, "0-0", None)]
)
def test_the_last_one_left_has_won_if_nobody_has_more_points(
    left_after: int | None, last: str, won: int | None
) -> None:
    """One loss and out. After two rounds 1 has 1 point, 2 and 3, who now meet, have 1½; 1 asks for a bye in round 4."""
    rounds = (
        Round(1, matches=(Match(1, (1, 2), "1/2-1/2"), Match(2, (3, 4), "1-0"))),
        Round(2, matches=(Match(1, (1, 3), "1/2-1/2"),), byes=(Bye(2, ByeKind.FULL),)),
        Round(3, matches=(Match(1, (2, 3), last),), byes=(Bye(1, ByeKind.ABSENT),)),
    )
    people = (Entrant(1, left_after_round=left_after), Entrant(2), Entrant(3), Entrant(4))
    wishes = (ByeRequest(1, 4, ByeKind.HALF),)
    found = ended(Snapshot(people, rounds, options={"elimination": 1}, bye_requests=wishes))
    assert (found and found.params["player"]) == won
