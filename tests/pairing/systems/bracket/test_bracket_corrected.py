"""Brackets in which results are corrected, tables changed or players missing: they go on as they were played."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pairing.engine import pair
from pairing.engine.brackets import bracket_view
from pairing.engine.standings import rank
from pairing.model.errors import Impossible, PairingError
from pairing.model.types import ByeKind, ByeRequest, Entrant, Match, Round, RoundPlan, Snapshot
from tests.pairing.engine.test_phases import event
from tests.pairing.playing import by_chance, corrected, played, with_round
from tests.sweep import seeds

DOUBLE = "double_elimination"
MOSTLY_WON = ["1-0"] * 8 + ["0-1"] * 8 + ["+--", "--+"]


def new_event(
    rng: Random, fixed_tables: bool = False, names: Sequence[str] = ("bracket", DOUBLE)
) -> Snapshot:
    """A Swiss of up to three rounds and a bracket of any size, or a bracket alone."""
    players = rng.randint(3, 17)
    name = rng.choice(names)
    options: dict[str, Any] = {"avoid_rematches": rng.random() < 0.5}
    if name == "bracket":
        options |= {"third_place": rng.random() < 0.5, "reseed_layers": rng.random() < 0.5}
    swiss = rng.randint(0, 3)
    if swiss:
        cut = {"rank": rng.randint(2, players)} if rng.random() < 0.7 else {"losses": 1 + swiss // 2}
        parts = [
            {"system": {"name": "random_swiss"}, "rounds": min(swiss, players - 1)},
            {"cut": cut, "system": {"name": name, "options": options}},
        ]
        found = event(parts, players=players, draw_seed=str(rng.random()))
    else:
        people = tuple(Entrant(i, f"P{i}") for i in range(1, players + 1))
        found = Snapshot(people, system=name, options={"after_round": 0, **options})
    if not fixed_tables:
        return found
    tables = {p: rng.randint(1, 9) for p in rng.sample(range(1, players + 1), rng.randint(1, 3))}
    return replace(found, entrants=tuple(replace(e, fixed_table=tables.get(e.id)) for e in found.entrants))


def next_plan(snapshot: Snapshot) -> RoundPlan | None:
    try:
        return pair(snapshot)
    except Impossible:
        return None


def groups(plan: RoundPlan | None) -> Any:
    if plan is None:
        return None
    return {frozenset(m.seats) for m in plan.matches}, {(b.player, b.kind) for b in plan.byes}


def first_of_bracket(snapshot: Snapshot) -> int:
    return snapshot.phases[0].rounds + 1 if snapshot.phases and snapshot.phases[0].rounds else 1


@pytest.mark.parametrize("fixed_tables", [False, True])
@pytest.mark.parametrize("seed", seeds(6, 60))
def test_a_bracket_goes_on_as_it_was_played(seed: int, fixed_tables: bool) -> None:
    """One result before the last round is corrected: the rounds to come are those there would have been.

    A single result in the bracket decides nothing any more once its players have played on, so that the event which
    was not corrected says what has to come.
    """
    rng = Random(f"{seed} {fixed_tables}")
    # In double elimination winners meet beside losers: the table tells which match is which, unless it is fixed.
    right = wrong = new_event(rng, fixed_tables, ("bracket",) if fixed_tables else ("bracket", DOUBLE))
    first = first_of_bracket(right)
    at = rng.randint(first + 1, first + 4)
    for _ in range(40):
        plan = next_plan(right)
        assert groups(next_plan(wrong)) == groups(plan)
        bracket_view(wrong)
        rank(wrong)
        if plan is None:
            break
        right = played(right, by_chance(rng, *MOSTLY_WON))
        round_ = right.rounds[-1]
        wrong = with_round(wrong, round_)
        if round_.number == at:
            number = rng.randint(first, at - 1)
            match = rng.choice(wrong.rounds[number - 1].matches)
            if not _is_the_last_of_its_players(right, number, match):
                wrong = corrected(wrong, number, match.table)
    else:
        pytest.fail("no end")


def _is_the_last_of_its_players(snapshot: Snapshot, number: int, match: Match) -> bool:
    """Whether no later round says who has gone on: neither has played, or they have met at once again."""
    later = snapshot.rounds[number:]
    full = {b.player for r in later for b in r.byes if b.kind is ByeKind.FULL}
    following = [next((m for r in later for m in r.matches if p in m.seats), None) for p in match.seats]
    return following[0] == following[1] and not full & set(match.seats)


@pytest.mark.parametrize("seed", seeds(12, 120))
def test_whatever_happens_a_bracket_goes_on_and_ends(seed: int) -> None:
    """Results of all kinds corrected anywhere, players who leave or ask for byes, tables changed by hand."""
    rng = Random(seed)
    snapshot = new_event(rng, rng.random() < 0.4)
    for _ in range(60):
        plan = next_plan(snapshot)
        view = bracket_view(snapshot)
        assert view is None or view.problem is None
        rank(snapshot)
        if plan is None:
            break
        snapshot = replace(snapshot, bye_requests=())
        snapshot = with_round(
            snapshot, by_hand(played(snapshot, by_chance(rng, *MOSTLY_WON)).rounds[-1], rng)
        )
        snapshot = disturbed(snapshot, rng)
    else:
        pytest.fail("no end")


def by_hand(round_: Round, rng: Random) -> Round:
    if rng.random() < 0.8 or len(round_.matches) < 2:
        return round_
    one, other, *rest = rng.sample(round_.matches, len(round_.matches))
    if rng.random() < 0.5:
        changed = [replace(one, table=other.table), replace(other, table=one.table)]
    else:
        a, b = one.seats
        c, d = other.seats
        changed = [replace(one, seats=(a, d)), replace(other, seats=(c, b))]
    return replace(round_, matches=(*changed, *rest))


def disturbed(snapshot: Snapshot, rng: Random) -> Snapshot:
    last = len(snapshot.rounds)
    first = first_of_bracket(snapshot)
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        number = rng.randint(1, last)
        if snapshot.rounds[number - 1].matches:
            match = rng.choice(snapshot.rounds[number - 1].matches)
            result = rng.choice(["1-0", "0-1", "+--", "--+", "0-0", "---"])
            snapshot = corrected(snapshot, number, match.table, result)
    if last >= first and rng.random() < 0.1:
        gone = rng.choice(snapshot.entrants).id
        people = tuple(
            replace(e, left_after_round=last) if e.id == gone and e.left_after_round is None else e
            for e in snapshot.entrants
        )
        snapshot = replace(snapshot, entrants=people)
    if last >= first and rng.random() < 0.1:
        kind = rng.choice([ByeKind.ABSENT, ByeKind.ZERO, ByeKind.HALF])
        asks = ByeRequest(rng.choice(snapshot.entrants).id, last + 1, kind)
        if next(e for e in snapshot.entrants if e.id == asks.player).takes_part_in(last + 1):
            snapshot = replace(snapshot, bye_requests=(asks,))
    return snapshot


def test_a_note_says_who_has_gone_on() -> None:
    """1-8 2-7 3-6 4-5; 1, 2, 3 and 4 win. While 1-4 and 2-3 are played it turns out that 8 has beaten 1."""
    people = tuple(Entrant(i, f"P{i}", ranking=i) for i in range(1, 9))
    started = Snapshot(people, system="bracket", options={"after_round": 0, "reseed_layers": False})
    first = Round(
        1, matches=tuple(Match(t, s, "1-0") for t, s in enumerate([(1, 8), (2, 7), (3, 6), (4, 5)], 1))
    )
    second = Round(2, matches=(Match(1, (1, 4), "1-0"), Match(2, (2, 3), "0-1")))
    once = corrected(with_round(started, first), 1, 1)
    assert [m.seats for m in pair(once).matches] == [(4, 8), (2, 3)]  # 8 in the place of 1, the lowest seed
    assert pair(once).notes == ()
    late = corrected(with_round(with_round(started, first), second), 1, 1)
    assert [m.seats for m in pair(late).matches] == [(1, 3)]
    [note] = pair(late).notes
    assert note.text(name_of=lambda p: f"P{p}") == (
        "The result was corrected and P8 would advance, but P1 has already played round "
        "2. The bracket stays as played."
    )
    nobody = corrected(with_round(with_round(started, first), second), 1, 1, "---")
    assert [m.seats for m in pair(nobody).matches] == [(1, 3)]
    assert [note.code for note in pair(nobody).notes] == ["bracket_went_on_alone"]


def test_a_draw_counts_once_somebody_has_gone_on() -> None:
    """A draw that nobody has gone on from is refused with its table; afterwards the next round says who has."""
    people = tuple(Entrant(i, f"P{i}", ranking=i) for i in range(1, 5))
    started = Snapshot(people, system="bracket", options={"after_round": 0, "third_place": True})
    event_ = with_round(started, Round(1, matches=(Match(1, (1, 4), "1-0"), Match(2, (2, 3), "1-0"))))
    with pytest.raises(PairingError, match="Round 1, table 2"):
        pair(corrected(event_, 1, 2, "1/2-1/2"))
    last = Round(2, matches=(Match(1, (1, 2), "0-1"), Match(2, (3, 4), "1-0")))
    with pytest.raises(Impossible, match="2 has won it"):
        pair(corrected(with_round(event_, last), 1, 2, "1/2-1/2"))
    assert [line.player for line in rank(corrected(with_round(event_, last), 1, 2, "1/2-1/2"))] == [
        2,
        1,
        3,
        4,
    ]


def test_a_second_final_that_was_played_counts() -> None:
    """Two players: 1 wins, then 2 the final and the second final; that 1 has won the first final comes too late."""
    people = tuple(Entrant(i, f"P{i}", ranking=i) for i in (1, 2))
    event_ = Snapshot(people, system=DOUBLE, options={"after_round": 0})
    for number, result in enumerate(["1-0", "0-1", "0-1"], 1):
        event_ = with_round(event_, Round(number, matches=(Match(1, (1, 2), result),)))
    for known in (event_, corrected(event_, 2, 1)):
        with pytest.raises(Impossible, match="2 has won it"):
            pair(known)
        view = bracket_view(known)
        assert view is not None and view.champion == 2
