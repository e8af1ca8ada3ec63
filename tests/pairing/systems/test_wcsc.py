"""The shogi championship system on whole events: the worked example of the source, a round ahead, byes, refusals."""

import json
from dataclasses import replace
from typing import Any

import pytest

from pairing.engine import pair
from pairing.formats import document
from pairing.model.errors import Impossible, PairingError
from pairing.model.field import Field
from pairing.model.options import describe, parse
from pairing.model.reasons import Reason
from pairing.model.types import Entrant, Match, Round, RoundPlan, RoundStatus, Snapshot
from pairing.systems.wcsc import WCSC
from pairing.systems.wcsc.basis import basis
from pairing.systems.wcsc.options import WcscOptions
from pairing.tiebreaks import PRESETS
from tests.pairing.places import VECTORS

WORKED = [
    json.loads(p.read_text(encoding="utf-8")) for p in sorted(VECTORS.glob("wcsc/worked_example_round_*"))
]
every_search = pytest.mark.parametrize("search", ["paper", "exact"])
every_round = pytest.mark.parametrize("vector", WORKED, ids=lambda v: f"round{len(v['event']['rounds']) + 1}")


def event(players: int, *rounds: list[tuple[int, int, str | None]], **options: Any) -> Snapshot:
    """Rounds of (first seat, second seat, result); a round with a missing result is still being played."""
    played = tuple(
        Round(
            number,
            RoundStatus.IN_PROGRESS if any(m[2] is None for m in matches) else RoundStatus.COMPLETED,
            tuple(Match(table, (a, b), result) for table, (a, b, result) in enumerate(matches, 1)),
        )
        for number, matches in enumerate(rounds, 1)
    )
    planned = options.pop("rounds_planned", 5)
    people = tuple(Entrant(id) for id in range(1, players + 1))
    return Snapshot(people, played, system="wcsc", options=options, rounds_planned=planned)


def pairs(plan: RoundPlan) -> list[set[int]]:
    return [set(match.seats) for match in plan.matches]


def codes(reasons: tuple[Reason, ...]) -> set[str]:
    return {reason.code for reason in reasons}


# ---- the worked example --------------------------------------------------------------------------------------


def test_the_worked_example_has_five_rounds() -> None:
    assert [len(vector["event"]["rounds"]) for vector in WORKED] == [0, 1, 2, 3, 4]


@every_search
@every_round
def test_worked_example_boards_in_order(vector: dict[str, Any], search: str) -> None:
    plan = pair(document.load(vector["event"]), overrides={"search": search})
    assert pairs(plan) == [set(board) for board in vector["expected"]["pairs"]]


@every_round
def test_worked_example_standings_used_for_pairing(vector: dict[str, Any]) -> None:
    snapshot = document.load(vector["event"])
    assert basis(Field(snapshot), parse(WcscOptions, snapshot.options)).order == vector["expected"]["order"]


@every_round
def test_worked_example_backtracks_where_it_is_printed(vector: dict[str, Any]) -> None:
    notes = codes(pair(document.load(vector["event"])).notes)
    assert ("wcsc_backtrack_merged" in notes) == vector["expected"]["backtrack"]


def test_worked_example_told_in_reasons() -> None:
    """Section 1.2 of the source: A and D float in round 4; in round 5 K and I, L and J are joined."""
    fourth, fifth = (pair(document.load(vector["event"])) for vector in WORKED[3:])
    why = {match.table: codes(match.why) for match in fourth.matches}
    assert {"float", "float_alone"} <= why[1]
    assert {"float", "wcsc_floater_top", "wcsc_cross_by_half"} <= why[2]
    assert {"same_score", "not_met", "not_others", "wcsc_next_choice"} <= why[4]
    assert {table.table for table in fifth.matches if "wcsc_merged" in codes(table.why)} == {5, 6}
    note = next(n for n in fifth.notes if n.code == "wcsc_backtrack_merged")
    assert dict(note.params) == {"score": 50, "top_score": 100, "low_score": 50}


def test_missing_results_change_nothing_in_a_round_that_is_paired_ahead() -> None:
    for vector in WORKED[1:4]:
        snapshot = document.load(vector["event"])
        last = snapshot.rounds[-1]
        for cleared in (1, len(last.matches)):
            matches = tuple(replace(m, result=None if m.table <= cleared else m.result) for m in last.matches)
            opened = replace(last, status=RoundStatus.IN_PROGRESS, matches=matches)
            assert pair(replace(snapshot, rounds=(*snapshot.rounds[:-1], opened))) == pair(snapshot)


# ---- which results count ---------------------------------------------------------------------------------------

FIRST = [(1, 4, "0-1"), (2, 3, "0-1")]


def test_round_two_assumes_that_the_higher_placed_win() -> None:
    plan = pair(event(4, FIRST, mode="MS"))
    assert pairs(plan) == [{1, 2}, {3, 4}]
    assert [n.text() for n in plan.notes] == [
        "Paired on assumed results of round 1: the higher placed player of each table wins."
    ]


@pytest.mark.parametrize(
    "options", [{}, {"rounds_planned": 2, "mode": "MS"}], ids=["plain Swiss", "the last round"]
)
def test_plain_swiss_and_the_last_round_are_paired_on_what_happened(options: dict[str, Any]) -> None:
    plan = pair(event(4, FIRST, **options))
    assert pairs(plan) == [{3, 4}, {1, 2}]
    assert plan.notes == ()


def test_later_rounds_assume_draws_whatever_is_known() -> None:
    second = [(1, 2, "1-0"), (3, 4, "0-1")]
    assert codes(pair(event(4, FIRST, second, mode="MS")).notes) == {"wcsc_assumed_drawn"}
    assert basis(Field(event(4, FIRST, second, mode="MS")), WcscOptions(mode="MS")).points == {
        1: 50, 2: 50, 3: 150, 4: 150,
    }  # fmt: skip


def test_an_assumed_round_keeps_its_byes() -> None:
    snapshot = event(3, [(1, 3, None)], mode="MS")
    snapshot = document.load(
        document.dump(snapshot) | {"rounds": [with_bye(r, 2) for r in document.dump(snapshot)["rounds"]]}
    )
    assert basis(Field(snapshot), WcscOptions(mode="MS")).points == {1: 100, 2: 100, 3: 0}


def with_bye(played: dict[str, Any], player: int) -> dict[str, Any]:
    return {**played, "byes": [{"player": player, "kind": "full"}]}


# ---- refusals --------------------------------------------------------------------------------------------------

OPEN = [(1, 4, None), (2, 3, "0-1")]


@pytest.mark.parametrize(
    ("snapshot", "code", "said"),
    [
        pytest.param(event(4, OPEN), "round_open", "Round 1", id="plain Swiss waits for every round"),
        pytest.param(
            event(4, OPEN, rounds_planned=2, mode="MS"), "wcsc_last_round_waits", "round 1",
            id="the last round waits for all results",
        ),
        pytest.param(
            event(4, OPEN, [(1, 2, None), (3, 4, None)], mode="MS"), "round_open", "Round 1",
            id="only one round can be paired ahead",
        ),
        pytest.param(
            event(4, OPEN, rounds_planned=1, mode="MS"), "no_round_left", "", id="all planned rounds are paired",
        ),
        *(
            pytest.param(
                event(4, *rounds, rounds_planned=None, mode="MS"), "wcsc_rounds_planned", "Rounds planned",
                id=f"modified Swiss has to know the last round, after {len(rounds)}",
            )
            for rounds in ([], [FIRST])
        ),
        pytest.param(
            event(4, OPEN, rounds_planned=None, mode="MS"), "wcsc_rounds_planned", "Rounds planned",
            id="modified Swiss has to know the last round while one is played",
        ),
    ],
)  # fmt: skip
def test_a_round_that_has_to_wait_is_refused(snapshot: Snapshot, code: str, said: str) -> None:
    with pytest.raises(PairingError) as caught:
        pair(snapshot)
    assert not isinstance(caught.value, Impossible)
    assert caught.value.code == code
    assert said in str(caught.value)


def test_modified_swiss_does_not_wait() -> None:
    assert pairs(pair(event(4, OPEN, mode="MS"))) == [{1, 2}, {3, 4}]


@every_search
def test_an_impossible_round_shows_who_is_left_without_opponents(search: str) -> None:
    met = event(6, [(1, 6, "1-0"), (2, 5, "1-0"), (3, 4, "1-0")], search=search)
    three_apart = replace(met, forbidden_pairs=((1, 2), (1, 3), (2, 3), (1, 4), (1, 5)))
    with pytest.raises(Impossible) as caught:
        pair(three_apart)
    assert caught.value.players == (1,)


@every_search
def test_an_impossible_round_of_many_players_is_refused_at_once(search: str) -> None:
    """More than half of the field in one club: nobody tries all pairings to find that out."""
    club = range(1, 102)
    forbidden = tuple((a, b) for a in club for b in club if a < b)
    with pytest.raises(Impossible) as caught:
        pair(replace(event(200, search=search), forbidden_pairs=forbidden))
    shown = set(caught.value.players)
    assert shown <= set(club)
    assert len(shown) > 200 - len(club), "more than there are opponents for them"


# ---- byes, first movers, declarations ---------------------------------------------------------------------------


def test_the_first_mover_is_drawn_by_lot_unless_chosen_otherwise() -> None:
    assert {spec.name: spec.default for spec in describe(WcscOptions)}["first_mover"] == "lot"
    second = [(a, b, "1-0") for a, b in ((1, 5), (2, 6), (3, 7), (4, 8))]
    after = event(8, second, method="A", first_mover="alternate")
    moved = {a for a, _, _ in second}
    for match in pair(after).matches:
        first, other = match.seats
        assert first not in moved or other in moved


def test_the_chain_is_the_published_one() -> None:
    assert WCSC.default_tiebreaks == PRESETS["wcsc"].chain
    assert WCSC.default_tiebreaks == (
        "solkoff", "beaten_sum", "beaten_median", "head_to_head", "list_order",
    )  # fmt: skip
