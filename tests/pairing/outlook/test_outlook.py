"""What is proven in an outlook is compared with every way the event can end, each ranked by the rules."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from pairing.engine import pair
from pairing.engine.phases import entry
from pairing.engine.standings import rank
from pairing.model.types import (
    FOUR,
    RESULTS,
    Adjustment,
    Bye,
    Cut,
    CutBy,
    Entrant,
    Match,
    Outcome,
    Phase,
    Round,
    RoundStatus,
    Scoring,
    Snapshot,
)
from pairing.outlook import outlook_of
from pairing.outlook.contest import Target, contest_of
from pairing.outlook.event_outlook import EventOutlook
from pairing.outlook.odds import MOST, played as endings
from pairing.outlook.prospects import NARROW, Odds, Proof, Prospect, State, odds, reliable
from pairing.tiebreaks import parse_chain
from tests.checker.exhaustive import all_pairings
from tests.checker.objective import BYE
from tests.pairing.events import event
from tests.pairing.playing import with_round
from tests.sweep import seeds, sweep_too

CHAIN = parse_chain(["solkoff", "wins"])
TWO_PHASES = (Phase("random_swiss", rounds=3), Phase("bracket", cut=Cut(CutBy.RANK, 2)))


def played(field: int, rounds: int, seed: int, open_tables: int = 0, **facts: object) -> Snapshot:
    """A random Swiss with random results; so many tables of the last round are open."""
    chance = Random(seed)
    found = Snapshot(
        entrants=tuple(Entrant(n) for n in range(1, field + 1)),
        system="random_swiss",
        tiebreaks=CHAIN,
        draw_seed=str(seed),
        **facts,  # type: ignore[arg-type]
    )
    for number in range(1, rounds + 1):
        plan = pair(found)
        still_open = open_tables if number == rounds else 0
        matches = tuple(
            Match(
                m.table, m.seats, None if m.table <= still_open else chance.choice(["1-0", "0-1", "1/2-1/2"])
            )
            for m in plan.matches
        )
        status = RoundStatus.IN_PROGRESS if still_open else RoundStatus.COMPLETED
        byes = tuple(Bye(b.player, b.kind) for b in plan.byes)
        found = with_round(found, Round(number, status, matches, byes))
    return found


def endings_of_round(snapshot: Snapshot) -> Iterator[tuple[dict[int, Outcome], Snapshot]]:
    """Every way the open tables can end, with the own outcomes there."""
    *before, last = snapshot.rounds
    tables = [m for m in last.matches if m.result is None]
    for results in product(RESULTS, repeat=len(tables)):
        given = dict(zip((m.table for m in tables), results, strict=True))
        matches = tuple(replace(m, result=given.get(m.table, m.result)) for m in last.matches)
        own = {
            p: o
            for m in matches
            if given.get(m.table) in ("1-0", "0-1", "1/2-1/2")
            for p, o in zip(m.seats, RESULTS[m.result or ""], strict=True)
        }
        done = Round(last.number, matches=matches, byes=last.byes)
        yield own, replace(snapshot, rounds=(*before, done))


def of(found: EventOutlook, player: int) -> Sequence[Prospect]:
    return next(line.prospects for line in found.lines if line.player == player)


@pytest.mark.parametrize("seed", seeds(1, 3))
@pytest.mark.parametrize(("field", "open_tables"), [(8, 4), (8, 2), (7, 3), (6, 1)])
def test_the_last_round_is_told_exactly_with_tiebreaks(field: int, open_tables: int, seed: int) -> None:
    snapshot = played(field, 3, seed, open_tables, rounds_planned=3)
    found = outlook_of(snapshot)
    assert found is not None
    ranks = [(own, {s.player: s.rank for s in rank(end)}) for own, end in endings_of_round(snapshot)]
    for at, target in enumerate(found.targets):
        for line in found.lines:
            p = line.player
            _same(line.prospects[at], {places[p] <= target.value for _, places in ranks})
            for outcome, prospects in line.own.items():
                reached = {places[p] <= target.value for own, places in ranks if own.get(p) is outcome}
                _same(prospects[at], reached)


def _same(prospect: Prospect, reached: set[bool]) -> None:
    expected = (
        State.STILL_POSSIBLE
        if len(reached) == 2
        else State.CLINCHED
        if True in reached
        else State.OUT_OF_REACH
    )
    assert prospect.state is expected


@pytest.mark.parametrize("seed", seeds(2, 8))
def test_a_cut_by_rank_is_told_as_it_will_be_made(seed: int) -> None:
    snapshot = played(6, 3, seed, 2, phases=TWO_PHASES)
    found = outlook_of(snapshot)
    assert found is not None
    assert (found.phase, found.last, found.targets) == (2, 3, (Target(CutBy.RANK, 2, is_cut=True),))
    qualified = [
        set(entry(end, 1, lambda s, n: rank(s, n)).qualified) for _, end in endings_of_round(snapshot)
    ]
    for line in found.lines:
        _same(line.prospects[0], {line.player in among for among in qualified})


@pytest.mark.parametrize("seed", seeds(2, 6))
@pytest.mark.parametrize("scoring", [Scoring(win=300, draw=100, bye=300), *sweep_too(Scoring())])
def test_with_rounds_not_paired_nothing_is_claimed_that_an_outcome_contradicts(
    seed: int, scoring: Scoring
) -> None:
    """Every pairing of every round left, legal or not, with every result, is an outcome."""
    snapshot = played(5 if seed % 2 else 4, 3, seed, seed % 3, rounds_planned=4 + seed % 2, scoring=scoring)
    found = outlook_of(snapshot)
    assert found is not None
    ends = _all_points(snapshot)
    assert ends
    for at, target in enumerate(found.targets):
        for line in found.lines:
            for points in ends:
                mine = points[line.player - 1]
                others = [p for i, p in enumerate(points, 1) if i != line.player]
                if line.prospects[at].state is State.CLINCHED:
                    assert sum(p >= mine for p in others) < target.value
                elif line.prospects[at].state is State.OUT_OF_REACH:
                    assert sum(p > mine for p in others) >= target.value
                assert line.fewest <= mine <= line.most


def _all_points(snapshot: Snapshot) -> set[tuple[int, ...]]:
    """The points everybody can have in the end."""
    scoring, size = snapshot.scoring, len(snapshot.entrants)
    gains = {tuple(map(scoring.for_outcome, pair)) for pair in RESULTS.values()}
    last = snapshot.rounds[-1]
    start = [0] * size
    for round_ in snapshot.rounds:
        for match in round_.matches:
            if match.result:
                for p, outcome in zip(match.seats, RESULTS[match.result], strict=True):
                    start[p - 1] += scoring.for_outcome(outcome)
        for bye in round_.byes:
            start[bye.player - 1] += scoring.for_bye(bye.kind)
    states = {tuple(start)}
    states = _after(states, [[m.seats for m in last.matches if m.result is None]], gains, 0)
    for _ in range((snapshot.rounds_planned or 0) - len(snapshot.rounds)):
        states = _after(states, list(_pairings(tuple(range(1, size + 1)))), gains, scoring.bye)
    return states


def _after(
    states: set[tuple[int, ...]],
    pairings: Sequence[Sequence[tuple[int, ...]]],
    gains: set[tuple[int, ...]],
    bye: int,
) -> set[tuple[int, ...]]:
    found = set()
    for state, pairs in product(states, pairings):
        seated = {p for seats in pairs for p in seats}
        for results in product(gains, repeat=len(pairs)):
            points = [p + (bye if bye and i not in seated else 0) for i, p in enumerate(state, 1)]
            for seats, given in zip(pairs, results, strict=True):
                for p, gain in zip(seats, given, strict=True):
                    points[p - 1] += gain
            found.add(tuple(points))
    return found


def _pairings(players: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to pair, one left over if they are odd."""
    seats = [*players, *[BYE] * (len(players) % 2)]
    anybody = {a: {b for b in seats if b != a} for a in seats}
    for pairs in all_pairings(seats, anybody):
        yield [pair for pair in pairs if BYE not in pair]


def test_two_at_one_table_cannot_both_win() -> None:
    """A has 2, B and C 1 and meet each other, D 0: only one of B and C can come up to A, so A is among two."""
    snapshot = event(
        ["A beats C", "B beats D"],
        ["A beats D", "C beats B"],
        ["B plays C", "A plays D"],
        rounds_planned=3,
    )
    found = outlook_of(snapshot, targets=[Target(CutBy.RANK, 1), Target(CutBy.RANK, 2)])
    assert found is not None
    first, second = of(found, 1)
    assert (first.state, first.proof) == (
        State.CLINCHED,
        Proof.OUTCOMES,
    )  # level at worst: a shared first place
    assert (second.state, second.proof, second.points, second.others) == (
        State.CLINCHED,
        Proof.POINTS,
        200,
        1,
    )
    assert of(found, 4)[0].state is State.OUT_OF_REACH


def test_cuts_by_points_and_by_losses() -> None:
    """A 2 points, B and C 1, D 0, one round to come: two points or more, and at most one loss."""
    snapshot = event(["A beats C", "B beats D"], ["A beats D", "C beats B"], rounds_planned=3)
    found = outlook_of(snapshot, targets=[Target(CutBy.POINTS, 200, True), Target(CutBy.LOSSES, 1, True)])
    assert found is not None
    states = {line.player: tuple(p.state for p in line.prospects) for line in found.lines}
    assert states == {
        1: (State.CLINCHED, State.CLINCHED),
        2: (State.STILL_POSSIBLE, State.STILL_POSSIBLE),
        3: (State.STILL_POSSIBLE, State.STILL_POSSIBLE),
        4: (State.OUT_OF_REACH, State.OUT_OF_REACH),
    }


def test_whoever_has_left_makes_no_cut_and_wins_no_points() -> None:
    snapshot = event(
        ["A beats C", "B beats D"],
        ["A beats D", "C beats B"],
        about={"A": {"left_after_round": 2}},
        phases=TWO_PHASES,
    )
    found = outlook_of(snapshot)
    assert found is not None
    assert [line.player for line in found.lines].count(1) == 0
    places = outlook_of(replace(snapshot, phases=(), rounds_planned=3))
    assert places is not None
    left = next(line for line in places.lines if line.player == 1)
    assert (left.most, {prospect.odds for prospect in left.prospects}) == (200, {None})


def test_odds_are_the_same_for_the_same_seed_and_near_what_symmetry_says() -> None:
    """Nobody has played, all are equally strong: each of eight is first in an eighth of all endings."""
    snapshot = played(8, 1, 1, 4, rounds_planned=3)
    one, again = outlook_of(snapshot, "a"), outlook_of(snapshot, "a")
    assert one == again and one is not None and 0 < one.runs <= MOST
    shares = [line.prospects[0].odds for line in one.lines]
    assert all(s is not None and s.low < s.mean < s.high for s in shares)
    # Shared first places count for all who share them, so the shares add up to more than one.
    assert all(0.07 < s.mean < 0.4 for s in shares if s)
    for line in one.lines:
        win, loss = (line.own[o][0].odds for o in (Outcome.WIN, Outcome.LOSS))
        assert win is not None and (loss is None or win.mean > loss.mean)


def test_odds_are_told_only_where_their_range_says_something() -> None:
    """Ratings far apart: the favourites' losses are too rare for it, all the rest is narrow."""
    people = [replace(e, rating=2400 - 120 * e.id) for e in played(10, 0, 1).entrants]
    snapshot = played(10, 2, 1, 5, rounds_planned=4)
    found = outlook_of(replace(snapshot, entrants=tuple(people)), "a")
    assert found is not None and found.runs <= MOST
    told_of = [p for line in found.lines for row in (line.prospects, *line.own.values()) for p in row]
    assert max(p.odds.high - p.odds.low for p in told_of if p.odds is not None) <= NARROW
    assert any(p.state is State.STILL_POSSIBLE and p.odds is None for p in told_of)
    for line in found.lines:
        assert all(p.odds is not None for p in line.prospects if p.state is State.STILL_POSSIBLE)
        for at in range(len(found.targets)):
            likely = [
                line.own[o][at].odds for o in (Outcome.WIN, Outcome.DRAW, Outcome.LOSS) if o in line.own
            ]
            highs = [o.high for o in likely if o is not None]
            assert highs == sorted(highs, reverse=True)


def test_what_only_chance_sets_the_wrong_way_round_is_not_told() -> None:
    """A loss: 0 to 14 %, a win: 0 to 1 %. Of 24 endings none, of 400 none: the loss says nothing yet."""

    def after(win: Odds | None, loss: Odds | None) -> list[Odds | None]:
        own = {
            Outcome.WIN: (Prospect(State.STILL_POSSIBLE, odds=win),),
            Outcome.LOSS: (Prospect(State.STILL_POSSIBLE, odds=loss),),
        }
        return [row[0].odds for row in reliable(own).values()]

    win, loss = odds(400, 0), odds(24, 0)
    assert (win.high < 0.01, round(loss.high, 2)) == (True, 0.14)
    assert after(win, loss) == [win, None]
    assert after(win, odds(40, 0)) == [win, None], "narrow, and still only chance"
    assert after(odds(400, 80), win) == [odds(400, 80), win]
    assert after(odds(400, 8), odds(400, 80)) == [odds(400, 8), odds(400, 80)], "that is no chance"


def test_interval_of_wilson() -> None:
    """Published: 0 of 10 gives 0 to 27.8 %, 5 of 10 gives 23.7 to 76.3 %."""
    none, half = odds(10, 0), odds(10, 5)
    assert (none.low, round(none.high, 3)) == (0, 0.278)
    assert (round(half.low, 3), round(half.high, 3)) == (0.237, 0.763)


def test_nothing_is_told_of_open_events_brackets_and_tables_of_four() -> None:
    snapshot = event(["A beats C", "B beats D"])
    assert outlook_of(snapshot) is None  # no number of rounds is planned
    assert outlook_of(replace(snapshot, system="bracket", rounds_planned=2)) is None
    assert outlook_of(replace(snapshot, system="mahjong_schedule", seats=FOUR, rounds_planned=2)) is None
    assert outlook_of(replace(snapshot, rounds=(), rounds_planned=2)) is None
    assert outlook_of(replace(snapshot, rounds_planned=2, tiebreaks=parse_chain(["wins", "points"]))) is None


# --- what a forfeited match is to the system --------------------------------------------------------------------------
def _surely(snapshot: Snapshot, points: int, player: int) -> set[bool]:
    """Whether the player reaches these points (hundredths): in all endings, in none, or in some only."""
    contest = contest_of(snapshot, [Target(CutBy.POINTS, points)])
    assert contest is not None
    found = endings(contest, "seed", lambda *_asked: True)
    return {found.hits[player, 0] > 0, found.hits[player, 0] == found.total}


RATED = {"A": 2500, "B": 500, "C": 4500, "D": 500}


@pytest.mark.parametrize(("system", "meets"), [("dutch", "B"), ("random_swiss", "C")])
def test_whoever_was_to_meet_by_a_forfeited_match_may_meet_where_the_system_says_so(
    system: str, meets: str
) -> None:
    """C.04.2, 3.4: players of a forfeited match may be paired again. A is first and has played D: in the last round A
    meets B, who was to meet A in the first, and wins for certain. Elsewhere A meets C and loses.
    """
    snapshot = event(
        ["A beats B by forfeit", "C has a half bye", "D has a half bye"],
        ["A draws D", "B beats C"],
        players="A B C D",
        about={name: {"rating": rating} for name, rating in RATED.items()},
        system=system,
        rounds_planned=3,
    )
    wins = meets == "B"
    assert _surely(snapshot, 250, player=1) == {wins}


def test_a_win_by_forfeit_bars_from_the_bye_where_the_system_says_so() -> None:
    """C.04.3, C2: A has won by forfeit, so B has the bye of the last round, though both are on the lowest score. A
    plays somebody far stronger, and stays where A is.
    """
    snapshot = event(
        ["A beats B by forfeit", "C draws D", "E has a bye"],
        players="A B C D E",
        about={name: {"rating": 100 if name == "A" else 4000} for name in "ABCDE"},
        system="dutch",
        rounds_planned=2,
        adjustments=(Adjustment(1, -100),),
    )
    assert _surely(snapshot, 100, player=1) == {False}
    assert _surely(replace(snapshot, system="random_swiss"), 100, player=1) == {True, False}
