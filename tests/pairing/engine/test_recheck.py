"""Anybody can pair the past rounds again and see whether they are what the engine gives."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pairing.engine import pair
from pairing.engine.recheck import RoundCheck, recheck, recheck_to_json
from pairing.formats.document import load
from pairing.model.schema import validate
from pairing.model.types import Bye, ByeKind, ByeRequest, Entrant, Match, Round, Snapshot
from tests.pairing.events import event
from tests.pairing.places import VECTORS


def played(system: str, players: int, rounds: int, **fields: Any) -> Snapshot:
    """An event that really took place: late entries, a withdrawal, wishes for byes, absences, random results."""
    rng = Random(players)
    entrants = [Entrant(i, f"P{i}") for i in range(1, players + 1)]
    entrants[0] = replace(entrants[0], joined_round=2)
    entrants[1] = replace(entrants[1], left_after_round=2)
    snapshot = Snapshot(tuple(entrants), system=system, draw_seed="recheck", **fields)
    for number in range(1, rounds + 1):
        wishes = (ByeRequest(5, 2, ByeKind.HALF), ByeRequest(6, 3, ByeKind.ABSENT))
        plan = pair(replace(snapshot, bye_requests=wishes))
        results = ["1-0", "0-1", "1/2-1/2", "+--"]
        matches = tuple(Match(m.table, m.seats, rng.choice(results)) for m in plan.matches)
        byes = tuple(Bye(b.player, b.kind) for b in plan.byes if b.kind is not ByeKind.ABSENT)
        snapshot = replace(snapshot, rounds=(*snapshot.rounds, Round(number, matches=matches, byes=byes)))
    return snapshot


@pytest.mark.parametrize("system", ["monrad", "random_swiss"])
@pytest.mark.parametrize("players", [9, 16])
def test_an_untouched_event_is_what_the_engine_gives(system: str, players: int) -> None:
    checks = recheck(played(system, players, 4))
    assert [c.number for c in checks] == [1, 2, 3, 4]
    assert all(c.same for c in checks), recheck_to_json(checks)
    assert recheck_to_json(checks) == {
        "same": True, "rounds": [{"round": n, "same": True} for n in (1, 2, 3, 4)]
    }  # fmt: skip


def written(*checks: RoundCheck) -> dict[str, Any]:
    """As the command answers, which its schema allows."""
    data = recheck_to_json(checks)
    validate(data, "pairwright-recheck-1")
    return data


def _with_round(snapshot: Snapshot, round_: Round) -> Snapshot:
    rounds = list(snapshot.rounds)
    rounds[round_.number - 1] = round_
    return replace(snapshot, rounds=tuple(rounds))


def test_swapped_opponents_are_found() -> None:
    snapshot = played("monrad", 16, 2)
    first = snapshot.rounds[0]
    a, b, *rest = first.matches
    swapped = (
        replace(a, seats=(a.seats[0], b.seats[1])),
        replace(b, seats=(b.seats[0], a.seats[1])),
        *rest,
    )
    check = recheck(_with_round(snapshot, replace(first, matches=swapped)))[0]
    assert len(written(check)["rounds"][0]) == 4
    assert set(check.only_planned) == {a.seats, b.seats}
    assert set(check.only_played) == {m.seats for m in swapped[:2]}
    assert not check.same


def test_turned_seats_and_moved_tables_are_found() -> None:
    snapshot = played("monrad", 16, 1)
    first = snapshot.rounds[0]
    a, b, c, *rest = first.matches
    matches = (replace(a, seats=a.seats[::-1]), replace(b, table=c.table), replace(c, table=b.table), *rest)
    check = recheck(_with_round(snapshot, replace(first, matches=matches)))[0]
    assert len(written(check)["rounds"][0]) == 4
    assert (check.turned, set(check.moved)) == ((a.seats[::-1],), {b.seats, c.seats})
    assert (check.only_planned, check.only_played) == ((), ())


def test_another_bye_is_found() -> None:
    snapshot = played("monrad", 10, 1)  # nine take part in round 1: player 1 joins later
    first = snapshot.rounds[0]
    [bye] = first.byes
    last = first.matches[-1]
    other = last.seats[0]
    changed = replace(
        first,
        matches=(*first.matches[:-1], replace(last, seats=(bye.player, last.seats[1]))),
        byes=(Bye(other),),
    )
    check = recheck(_with_round(snapshot, changed))[0]
    assert written(check)["rounds"][0]["byes_planned"] == [bye.player]
    assert (check.byes_planned, check.byes_played) == ((bye.player,), (other,))


def test_a_rematch_the_organiser_allowed_is_allowed_again() -> None:
    entrants = (Entrant(1), Entrant(2))
    first = Round(1, matches=(Match(1, (1, 2), "1-0"),))
    known = Snapshot(entrants, (first,), system="monrad", draw_seed="x")
    plan = pair(known, overrides={"allow_rematches": True})
    second = Round(2, matches=tuple(Match(m.table, m.seats, "0-1") for m in plan.matches))
    assert recheck(replace(known, rounds=(first, second)))[1].same


def test_a_round_the_engine_would_not_pair_says_why() -> None:
    only_one = Round(1, byes=(Bye(2, ByeKind.ZERO),), matches=())
    checks = recheck(Snapshot((Entrant(1), Entrant(2)), (only_one,), system="monrad"))
    assert not checks[0].same and checks[0].error
    assert written(*checks)["rounds"][0]["error"] == checks[0].error


def test_a_second_bye_is_known_by_the_rules_of_the_system() -> None:
    """C2 of the Dutch system: a forfeit win bars from the bye. B and C had it, and A, who won without playing, is the
    only one without whom the others can be paired.
    """
    rounds = (
        ["A beats B by forfeit", "C has a bye"],
        ["C beats A", "B has a bye"],
        ["B beats C", "A has a bye"],
    )
    snapshot = event(*rounds, system="dutch", options={"rounds": 9})
    (*_before, third) = recheck(snapshot)
    assert (third.error, third.byes_planned, third.only_planned) == ("", (), ())


def test_a_round_of_the_league_may_have_been_paired_by_the_older_edition() -> None:
    """What the rules give before and since November 2026, in an event that does not say by which it was paired."""
    for name, edition in (
        ("before_november_2026_a_guest_need_not_serve", "before-2026-11"),
        ("a_guest_has_to_serve_the_tier_above", None),
    ):
        vector = json.loads((VECTORS / "tiered" / f"{name}.json").read_text())
        known = replace(load(vector["event"]), options={})
        matches = tuple(Match(t, tuple(pair), "1-0") for t, pair in enumerate(vector["expected"]["pairs"], 1))
        third = written(*recheck(replace(known, rounds=(*known.rounds, Round(3, matches=matches)))))[
            "rounds"
        ][2]
        assert {"only_planned", "only_played", "error"}.isdisjoint(third)
        assert third.get("edition") == edition
