"""Events of several phases: who gets into them, which system pairs them, how they are ranked."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pairing.engine import of_next_round, outlook, pair
from pairing.engine.offers import offers
from pairing.engine.recheck import recheck
from pairing.engine.standings import rank
from pairing.formats import document
from pairing.model.errors import Impossible, PairingError
from pairing.model.schema import DocumentError
from pairing.model.types import Entrant, Snapshot, Standing
from tests.pairing.calls import answer, refusal
from tests.pairing.playing import by_chance, left, lower_id_wins, played
from tests.sweep import seeds

SWISS_THEN_BRACKET = [
    {"system": {"name": "monrad", "options": {"order": "registration"}}, "rounds": 2},
    {"cut": {"rank": 4}, "system": {"name": "bracket", "options": {"third_place": True}}},
]


def event(phases: list[dict[str, Any]], players: int = 8, **more: Any) -> Snapshot:
    data = {
        "format": "pairwright-event/1",
        "phases": phases,
        "players": [{"id": i} for i in range(1, players + 1)],
    }
    return document.load({**data, **more})


def seats(snapshot: Snapshot) -> list[set[int]]:
    return [set(m.seats) for m in pair(snapshot).matches]


def test_a_swiss_a_cut_and_a_bracket_to_the_end() -> None:
    """Monrad in list order: 1-2, 3-4, 5-6, 7-8; then 1-3, 5-7, 2-4, 6-8. The lower id wins: 1 and 5 have two wins; 3,
    7, 2 and 6 one each, in list order 2, 3, 6, 7. The first four are 1, 5, 2, 3.
    """
    snapshot = played(event(SWISS_THEN_BRACKET), lower_id_wins)
    assert seats(snapshot) == [{1, 3}, {5, 7}, {2, 4}, {6, 8}]
    snapshot = played(snapshot, lower_id_wins)
    assert [line.group for line in rank(snapshot)] == [0] * 8
    assert [line.player for line in rank(snapshot)] == [1, 5, 2, 3, 6, 7, 4, 8]
    assert {p for m in seats(snapshot) for p in m} == {1, 2, 3, 5}
    snapshot = played(snapshot, lower_id_wins)
    assert [line.group for line in rank(snapshot)] == [0, 0, 1, 1, 2, 2, 2, 2]
    snapshot = played(snapshot, lower_id_wins)
    standings = rank(snapshot)
    assert [line.group for line in standings] == [0, 1, 2, 3, 4, 4, 4, 4]
    assert [line.player for line in standings[4:]] == [6, 7, 4, 8]
    with pytest.raises(Impossible, match="decided: 1 has won it"):
        pair(snapshot)


def cut_by(cut: dict[str, Any]) -> set[int]:
    phases = [SWISS_THEN_BRACKET[0], {"cut": cut, "system": {"name": "random_swiss"}, "rounds": 1}]
    plan = pair(played(event(phases), lower_id_wins, 2))
    return {p for m in plan.matches for p in m.seats} | {b.player for b in plan.byes}


@pytest.mark.parametrize(
    ("cut", "stay"),
    [
        ({"rank": 5}, {1, 5, 2, 3, 6}),
        ({"points": 1}, {1, 5, 2, 3, 6, 7}),
        ({"points": 1.5}, {1, 5}),
        ({"losses": 0}, {1, 5}),
        ({"losses": 1}, {1, 5, 2, 3, 6, 7}),
    ],
)
def test_a_cut_by_rank_points_or_losses(cut: dict[str, Any], stay: set[int]) -> None:
    assert cut_by(cut) == stay


def test_whoever_has_left_takes_no_place_in_a_cut() -> None:
    snapshot = played(event(SWISS_THEN_BRACKET), lower_id_wins, 2)
    assert {p for m in seats(left(snapshot, 5)) for p in m} == {1, 2, 3, 6}
    # who leaves later has been in the cut
    assert {p for m in seats(left(played(snapshot, lower_id_wins), 5)) for p in m} <= {1, 2, 3}


def test_whoever_comes_after_a_cut_is_not_in() -> None:
    snapshot = played(event(SWISS_THEN_BRACKET), lower_id_wins, 2)
    late = replace(snapshot, entrants=(*snapshot.entrants, Entrant(9, "late", joined_round=3)))
    assert {p for m in seats(late) for p in m} == {1, 2, 3, 5}
    assert {line.player: line.group for line in rank(played(late, lower_id_wins))}[9] == 2


def test_the_option_of_where_it_begins_is_set() -> None:
    phases = [SWISS_THEN_BRACKET[0], {"cut": {"rank": 4}, "system": {"name": "round_robin"}, "rounds": 3}]
    snapshot = played(event(phases), lower_id_wins, 2)
    seen = of_next_round(snapshot)
    assert (seen.system, seen.options["after_round"], seen.rounds_planned, seen.phases) == (
        "round_robin",
        2,
        5,
        (),
    )
    assert [plan.number for plan in outlook(snapshot)] == [3, 4, 5]
    met = set()
    for _ in range(3):
        met |= {frozenset(pair_) for pair_ in seats(snapshot)}
        snapshot = played(snapshot, lower_id_wins)
    assert len(met) == 6
    with pytest.raises(PairingError, match="All 5 planned rounds have been paired"):
        pair(snapshot)


def test_two_cuts_put_the_later_ones_in_front() -> None:
    phases = [
        {"system": {"name": "monrad"}, "rounds": 2},
        {"cut": {"rank": 6}, "system": {"name": "monrad"}, "rounds": 1},
        {"cut": {"rank": 2}, "system": {"name": "bracket"}},
    ]
    snapshot = event(phases)
    for number in range(1, 5):
        snapshot = played(snapshot, lower_id_wins)
        lines = rank(snapshot)
        by_group = {g: {x.player for x in lines if x.group == g} for g in {x.group for x in lines}}
        sizes = [len(by_group[g]) for g in sorted(by_group)]
        assert sizes == {1: [8], 2: [8], 3: [6, 2], 4: [1, 1, 4, 2]}[number]


def test_standings_after_an_earlier_round_are_those_of_its_phase() -> None:
    snapshot = played(event(SWISS_THEN_BRACKET), lower_id_wins, 2)
    assert rank(played(snapshot, lower_id_wins, 2), 2) == rank(snapshot)


@pytest.mark.parametrize("seed", seeds(2, 10))
def test_a_phase_is_paired_like_an_event_of_its_system(seed: int) -> None:
    """Without a cut, two phases of one system are one event of it; recheck finds every round again."""
    rng = Random(seed)
    parts = [{"system": {"name": "monrad"}, "rounds": 2}, {"system": {"name": "monrad"}, "rounds": 2}]
    snapshot = event(parts, players=rng.randint(6, 12), draw_seed=str(seed))
    plain = replace(snapshot, phases=())
    for _ in range(4):
        assert pair(snapshot) == pair(plain)
        assert [_line(x) for x in rank(snapshot)] == [_line(x) for x in rank(plain)]
        snapshot = played(snapshot, by_chance(rng))
        plain = replace(snapshot, phases=())
    assert all(found.same for found in recheck(snapshot))


def _line(line: Standing) -> tuple[int, int, int]:
    return line.rank, line.player, line.points


def test_offers_are_those_of_the_phase() -> None:
    phases = [{"system": {"name": "round_robin"}, "rounds": 1}, {"system": {"name": "monrad"}, "rounds": 3}]
    assert offers(played(event(phases, players=2), lower_id_wins)).names == ("allow_rematches",)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"system": {"name": "monrad"}}, "system: leave it out"),
        ({"rounds_planned": 5}, "rounds_planned: leave it out"),
        ({"phases": [{"system": {"name": "wrong"}}]}, "name: wrong is not possible here; choose from monrad"),
        ({"phases": [{"system": {"name": "mahjong_swiss"}}]}, "phases are for matches of two"),
        (
            {"phases": [{"system": {"name": "mcmahon"}, "rounds": 3}, {"system": {"name": "bracket"}}]},
            "phases[0].system.name: its points are its own",
        ),
        (
            {"phases": [{"system": {"name": "monrad"}, "cut": {"rank": 4}}]},
            "phases[0].cut: there are no players",
        ),
        ({"phases": [{"system": {"name": "monrad"}}] * 2}, "phases[0].rounds: only the last phase"),
        (
            {
                "phases": [
                    SWISS_THEN_BRACKET[0],
                    {"system": {"name": "bracket", "options": {"after_round": 2}}},
                ]
            },
            "phases[1].system.options: after_round is not possible here",
        ),
        (
            {"phases": [SWISS_THEN_BRACKET[0], {"system": {"name": "bracket", "options": {"wrong": 2}}}]},
            "phases[1].system.options: Option “wrong” is not possible here",
        ),
        (
            {
                "phases": [
                    SWISS_THEN_BRACKET[0],
                    {"cut": {"rank": 4, "losses": 1}, "system": {"name": "bracket"}},
                ]
            },
            "phases[1].cut: choose one of rank, points, losses",
        ),
        (
            {"phases": [SWISS_THEN_BRACKET[0], {"cut": {"points": 1.234}, "system": {"name": "bracket"}}]},
            "phases[1].cut.points: 1.234 is not possible here; points have at most two decimals",
        ),
    ],
)
def test_phases_that_do_not_fit_are_refused(changes: dict[str, Any], said: str) -> None:
    data = {"format": "pairwright-event/1", "phases": SWISS_THEN_BRACKET, "players": [{"id": 1}, {"id": 2}]}
    with pytest.raises(DocumentError) as caught:
        document.load({**data, **changes})
    assert said in str(caught.value)


def test_the_commands_work_on_the_whole_event(tmp_path: Path) -> None:
    snapshot = played(event(SWISS_THEN_BRACKET), lower_id_wins, 2)
    path = tmp_path / "event.json"
    path.write_text(json.dumps(document.dump(snapshot)), encoding="utf-8")
    assert {p for m in answer("pair", str(path))["matches"] for p in m["seats"]} == {1, 2, 3, 5}
    assert [x["player"] for x in answer("standings", str(path))["standings"]] == [1, 5, 2, 3, 6, 7, 4, 8]
    assert "--system: the phases of the event name their own" in refusal(
        "pair", "--system", "monrad", str(path)
    )
