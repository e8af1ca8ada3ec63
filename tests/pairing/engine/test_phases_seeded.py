"""Phases with entrants of their own: players who are seeded into a later phase, and phases that begin anew."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pairing.engine import pair, phases
from pairing.engine.places import compare, worked_out
from pairing.engine.recheck import recheck
from pairing.engine.standings import points_before, rank
from pairing.formats import document, trf_write
from pairing.model.errors import PairingError
from pairing.model.schema import DocumentError
from pairing.model.types import Adjustment, Snapshot
from pairing.simulation import Configuration
from pairing.simulation.reference.onward import play_onward
from pairing.simulation.setup.starting import position
from tests.pairing.calls import answer, refusal
from tests.pairing.playing import by_chance, corrected, left, lower_id_wins, played
from tests.sweep import seeds

# 1 to 3 are seeded into the final, 4 to 13 into the second stage, 14 to 27 begin: 16 places there, 8 in the final.
FIRST, SECOND, FINAL = 5, 7, 7
CHAIN = ["solkoff", "beaten_sum", "beaten_median", "head_to_head", "list_order"]
CHAMPIONSHIP: list[dict[str, Any]] = [
    {"system": {"name": "wcsc", "options": {"mode": "MS"}}, "rounds": FIRST},
    {
        "system": {"name": "wcsc", "options": {"mode": "MS"}},
        "rounds": SECOND,
        "cut": {"rank": 16},
        "seeded": list(range(4, 14)),
        "anew": True,
    },
    {"system": {"name": "round_robin"}, "cut": {"rank": 8}, "seeded": [3, 1, 2], "anew": True},
]
Played = list[tuple[int, int, float]]


def event(stages: list[dict[str, Any]], count: int = 27, **more: Any) -> Snapshot:
    data = {
        "format": "pairwright-event/1",
        "phases": stages,
        "players": [{"id": i} for i in range(1, count + 1)],
        "tiebreaks": CHAIN,
    }
    return document.load({**data, **more})


def games(snapshot: Snapshot, first: int, last: int) -> Played:
    """Winner, loser and 1, or the two and half a point, of these rounds; there are no byes in them."""
    worth = {"1-0": (0, 1, 1.0), "0-1": (1, 0, 1.0), "1/2-1/2": (0, 1, 0.5)}
    found = []
    for round_ in snapshot.rounds[first - 1 : last]:
        assert not round_.byes
        for match in round_.matches:
            a, b, points = worth[str(match.result)]
            found.append((match.seats[a], match.seats[b], points))
    return found


def ranking(list_: Sequence[int], results: Played) -> list[int]:
    """The order of the championship, straight from the article: points, SOS, SB, the middle of SB, games among those
    level, the list.
    """
    points = dict.fromkeys(list_, 0.0)
    met: dict[int, list[int]] = {p: [] for p in list_}
    beaten: dict[int, list[int]] = {p: [] for p in list_}
    for one, other, worth in results:
        points[one] += worth
        points[other] += 1 - worth
        met[one].append(other)
        met[other].append(one)
        if worth == 1:
            beaten[one].append(other)
    sums = {}
    for p in list_:
        won = sorted(points[o] for o in beaten[p])
        sums[p] = (points[p], sum(points[o] for o in met[p]), sum(won), sum(won[1:-1]))
    level = {
        p: sum(
            (one == p) - (other == p)
            for one, other, worth in results
            if worth == 1 and sums[one] == sums[other]
        )
        for p in list_
    }
    return sorted(list_, key=lambda p: (*(-x for x in sums[p]), -level[p], list_.index(p)))


def there(snapshot: Snapshot, number: int) -> set[int]:
    return {p for m in snapshot.rounds[number - 1].matches for p in m.seats}


@pytest.mark.parametrize("seed", seeds(3, 20))
def test_the_shogi_championship_of_24_and_three_seeds(seed: int) -> None:
    """Who is in each stage, and how all 27 end, by the order of the article alone."""
    start = event(CHAMPIONSHIP)
    by_lot = by_chance(Random(seed), "1-0", "0-1", "1/2-1/2")
    first = played(start, by_lot, FIRST)
    assert all(there(first, number) == set(range(14, 28)) for number in range(1, FIRST + 1))
    order_1 = ranking(range(14, 28), games(first, 1, FIRST))
    list_2 = [*range(4, 14), *order_1[:6]]
    second = played(first, by_lot, SECOND)
    assert all(there(second, FIRST + n) == set(list_2) for n in range(1, SECOND + 1))
    order_2 = ranking(list_2, games(second, FIRST + 1, FIRST + SECOND))
    list_3 = [3, 1, 2, *order_2[:5]]
    end = played(second, by_lot, FINAL)
    begin = FIRST + SECOND
    assert all(there(end, begin + n) == set(list_3) for n in range(1, FINAL + 1))
    order_3 = ranking(list_3, games(end, begin + 1, begin + FINAL))
    assert [line.player for line in rank(end)] == [*order_3, *order_2[5:], *order_1[6:]]
    assert [line.rank for line in rank(end)] == list(range(1, 28))
    assert [line.group for line in rank(end)] == [0] * 8 + [1] * 11 + [2] * 8
    assert all(check.same for check in recheck(end))
    assert document.load(document.dump(end)) == end


def test_the_standings_between_the_stages() -> None:
    """Those who enter later stand behind those who play, and before those who are out."""
    first = played(event(CHAMPIONSHIP), lower_id_wins, FIRST)
    assert [line.player for line in rank(first)][14:] == list(range(1, 14))
    assert [line.group for line in rank(first)] == [0] * 14 + [1] * 13
    second = played(first, lower_id_wins)
    assert [line.group for line in rank(second)] == [0] * 16 + [1] * 3 + [2] * 8
    assert sum(line.points for line in rank(second)[:16]) == 800  # eight matches, nothing of before
    assert rank(second, FIRST) == rank(first)
    assert set(points_before(first, FIRST + 1).values()) == {0}
    assert points_before(second, FIRST + 2)[4] == 100


def test_a_stage_that_begins_anew_is_paired_like_an_event_of_its_own() -> None:
    first = played(event(CHAMPIONSHIP), lower_id_wins, FIRST)
    entry = phases.entry(first, 1, rank)
    alone = document.load(
        {
            "format": "pairwright-event/1",
            "system": CHAMPIONSHIP[1]["system"],
            "rounds_planned": SECOND,
            "players": [{"id": p} for p in (*entry.seeded, *entry.qualified)],
        }
    )
    whole = first
    for _number in range(SECOND):
        assert [m.seats for m in pair(whole).matches] != []
        pairs = [{frozenset(m.seats) for m in pair(each).matches} for each in (whole, alone)]
        assert pairs[0] == pairs[1]
        whole, alone = played(whole, lower_id_wins), played(alone, lower_id_wins)


@pytest.mark.parametrize(
    "system", ["dutch", "burstein", "dubov", "monrad", "random_swiss", "tiered", "monrad_rank"]
)
def test_every_swiss_begins_anew_like_an_event_of_its_own(system: str) -> None:
    """Of 12 rated players all go on; the accelerated halves and the last round come in their own rounds."""
    accelerated = {"acceleration": "baku"} if system in ("dutch", "burstein", "dubov") else {}
    rules = {"name": system, "options": accelerated}
    people = [
        {"id": i, "name": f"P{i}", "rating": 2500 - i, "mu": 50.0 - i, "sigma": 1.0} for i in range(1, 13)
    ]
    stages = [{"system": rules, "rounds": 2}, {"system": rules, "rounds": 5, "anew": True}]
    whole = played(event(stages, players=people, tiebreaks=[]), lower_id_wins, 2)
    order = [line.player for line in rank(whole)]
    alone = document.load(
        {
            "format": "pairwright-event/1",
            "system": rules,
            "rounds_planned": 5,
            "players": sorted(people, key=lambda p: order.index(p["id"])),
        }
    )
    by_lot = system in ("monrad", "random_swiss", "monrad_rank", "tiered")  # whose lots name the round
    for number in range(1, 6):
        plans = [pair(each) for each in (whole, alone)]
        assert plans[0].number == number + 2
        if not by_lot:
            assert [m.seats for m in plans[0].matches] == [m.seats for m in plans[1].matches]
        whole, alone = played(whole, lower_id_wins), played(alone, lower_id_wins)
    if not by_lot:
        assert [x.player for x in rank(whole)] == [x.player for x in rank(alone)]
    assert sum(x.points for x in rank(whole)) == 5 * 6 * 100


def test_a_bracket_that_begins_anew_is_seeded_by_its_list() -> None:
    """1 is seeded; of 2 to 8 the first three of two rounds: by wins, then in the order of the list."""
    stages = [
        {"system": {"name": "monrad", "options": {"order": "registration"}}, "rounds": 2},
        {"system": {"name": "bracket"}, "cut": {"rank": 4}, "seeded": [1], "anew": True},
    ]
    first = played(event(stages, 9, tiebreaks=[]), lower_id_wins, 2)
    assert there(first, 1) == set(range(2, 10))
    best = [line.player for line in rank(first)][:3]
    assert {frozenset(m.seats) for m in pair(first).matches} == {
        frozenset((1, best[2])),
        frozenset((best[0], best[1])),
    }


def test_without_beginning_anew_a_seeded_player_comes_as_a_late_entry_does() -> None:
    """The list says who is a late entry, or the phase that they are seeded: the same rounds come of it."""
    stages = [{"system": {"name": "monrad"}, "rounds": 2}, {"system": {"name": "monrad"}, "rounds": 3}]
    seeded = [stages[0], {**stages[1], "seeded": [8, 9]}]
    people = [{"id": i, "joined_round": 3 if i > 7 else 1} for i in range(1, 10)]
    late, now = event(stages, players=people), event(seeded, 9)
    for _number in range(5):
        late, now = played(late, lower_id_wins), played(now, lower_id_wins)
        assert late.rounds == now.rounds
    assert [line.player for line in rank(late)] == [line.player for line in rank(now)]


def test_a_seeded_player_who_leaves_frees_the_place() -> None:
    second = played(event(CHAMPIONSHIP), lower_id_wins, FIRST + SECOND)
    entry = phases.entry(second, 2, rank)
    assert (entry.seeded, len(entry.qualified)) == ((3, 1, 2), 5)
    entry = phases.entry(left(second, 3), 2, rank)
    assert (entry.seeded, len(entry.qualified)) == ((1, 2), 6)
    begun = left(played(second, lower_id_wins), 3)
    entry = phases.entry(begun, 2, rank)
    assert (entry.seeded, len(entry.qualified)) == ((3, 1, 2), 5)


def test_who_plays_stays_whatever_is_corrected_before() -> None:
    second = played(event(CHAMPIONSHIP), lower_id_wins, FIRST + 1)
    again = corrected(second, FIRST, 1)
    assert phases.entry(again, 1, rank).qualified != () and there(again, FIRST + 1) == there(
        second, FIRST + 1
    )
    assert {p for m in pair(again).matches for p in m.seats} == there(second, FIRST + 1)


def test_the_first_round_anew_waits_for_every_result_of_before() -> None:
    first = played(event(CHAMPIONSHIP), lower_id_wins, FIRST)
    open_ = document.dump(first)
    open_["rounds"][-1]["status"] = "in_progress"
    open_["rounds"][-1]["matches"][0]["result"] = None
    with pytest.raises(PairingError, match="Round 5 is not completed"):
        pair(document.load(open_))


def test_only_adjustments_of_its_own_rounds_count_anew() -> None:
    second = played(event(CHAMPIONSHIP), lower_id_wins, FIRST + 1)
    given = (Adjustment(4, 50), Adjustment(5, 70, FIRST), Adjustment(6, -30, FIRST + 1))
    plain, now = ({x.player: x.points for x in rank(s)} for s in (second, replace(second, adjustments=given)))
    assert {p: now[p] - plain[p] for p in (4, 5, 6)} == {4: 0, 5: 0, 6: -30}


def test_values_are_explained_by_the_rounds_of_their_stage() -> None:
    """Of somebody who is out by the rounds of the first stage, of somebody who plays by those of the second."""
    second = played(event(CHAMPIONSHIP), lower_id_wins, FIRST + 2)
    out = rank(second)[-1].player
    rounds = {
        player: [
            t.round for t in dict(worked_out(second, player))[document.tiebreak_chain(["solkoff"])[0]].terms
        ]
        for player in (4, out)
    }
    assert rounds == {4: [6, 7], out: [1, 2, 3, 4, 5]}
    assert compare(second, out, 4).ahead == 4


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"seeded": [99]}, r"phases\[1\].seeded\[0\]: there is no player 99"),
        ({"seeded": [4, 5, 4]}, r"phases\[1\].seeded\[2\]: player 4 is seeded twice"),
        ({"cut": {"rank": 9}}, r"phases\[1\].cut.rank: 9 places are too few for 10 seeded players"),
        ({"seeded": [0]}, r"phases\[1\].seeded\[0\]"),
        ({"anew": 1}, r"phases\[1\].anew"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(change: dict[str, Any], where: str) -> None:
    with pytest.raises(DocumentError, match=where):
        event([CHAMPIONSHIP[0], CHAMPIONSHIP[1] | change, CHAMPIONSHIP[2]])


@pytest.mark.parametrize(
    ("first", "where"),
    [
        ({"seeded": [27]}, r"phases\[0\].seeded: all players enter with the first phase"),
        ({"anew": True}, r"phases\[0\].anew: the first phase has no rounds before it"),
    ],
)
def test_nobody_is_seeded_into_the_first_phase(first: dict[str, Any], where: str) -> None:
    with pytest.raises(DocumentError, match=where):
        event([CHAMPIONSHIP[0] | first, *CHAMPIONSHIP[1:]])


def test_a_seeded_player_has_no_seat_before() -> None:
    data = document.dump(played(event(CHAMPIONSHIP), lower_id_wins))
    data["phases"][1]["seeded"].append(14)
    where = r"rounds\[0\].matches\[.\].seats: player 14 takes part from round 6, not in round 1"
    with pytest.raises(DocumentError, match=where):
        document.load(data)


def test_a_document_without_them_is_written_as_before() -> None:
    plain = [{"system": {"name": "monrad", "options": {}}, "rounds": 2, "cut": None}]
    assert document.dump(event(plain, 4))["phases"] == plain


def test_the_commands_read_them(tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    data = document.dump(played(event(CHAMPIONSHIP), lower_id_wins, FIRST))
    path.write_text(json.dumps(data))
    paired = answer("pair", str(path))
    assert {p for m in paired["matches"] for p in m["seats"]} >= set(range(4, 14))
    assert len(answer("standings", str(path))["standings"]) == 27
    assert answer("recheck", str(path))["same"]
    data["phases"][1]["seeded"] = [99]
    path.write_text(json.dumps(data))
    assert "phases[1].seeded[0]" in refusal("pair", str(path))


def test_a_report_has_the_places_of_the_standings() -> None:
    """Start numbers go by rating here, so they are others than the numbers of the players."""
    people = [{"id": i, "name": f"Player {i}", "rating": 1000 + i} for i in range(1, 28)]
    end = played(event(CHAMPIONSHIP, players=people), lower_id_wins, FIRST + SECOND + FINAL)
    lines = [line for line in trf_write.dump(end).splitlines() if line.startswith("001")]
    places = {int(line[14:47].removeprefix("Player ")): int(line[85:89]) for line in lines}
    assert places == {line.player: line.rank for line in rank(end)}


@pytest.mark.parametrize("played_rounds", [FIRST - 1, FIRST + 1, FIRST + SECOND])
def test_the_rest_of_the_championship_is_simulated(played_rounds: int) -> None:
    """The stronger wins, so the three that are seeded into the final, the strongest of all, are its first three."""
    stages = [*CHAMPIONSHIP[:2], CHAMPIONSHIP[2] | {"rounds": FINAL}]
    start = played(event(stages), lower_id_wins, played_rounds)
    given = {"rounds": FIRST + SECOND + FINAL, "outcome": "stronger", "cut": 2, "chains": [["wins"]]}
    values = {"model": "list", "values": [100 - i for i in range(27)]}
    end = play_onward(Configuration.from_data({**given, "field": values}, position(start)), 1, 0)
    assert end.rounds[:played_rounds] == start.rounds and len(end.rounds) == FIRST + SECOND + FINAL
    assert [line.player for line in rank(end)][:3] == [1, 2, 3]
