"""A round robin whose schedule is there as a whole: the FIDE tables, and who leaves it."""

from dataclasses import replace

import pytest

from pairing.engine import open_rounds, outlook, pair
from pairing.engine.recheck import recheck
from pairing.engine.standings import explain, points_before, rank, standings_round
from pairing.formats import document
from pairing.model.errors import PairingError
from pairing.model.types import ByeKind, ByeRequest, Round, RoundStatus, Snapshot
from pairing.tiebreaks import parse_chain
from tests.pairing.playing import as_round, corrected, left, with_round
from tests.pairing.systems.test_round_robin import PUBLISHED, event


def whole(count: int, **options: object) -> Snapshot:
    """All rounds of the table, as they are once the first is published."""
    snapshot = event(count, schedule="whole", **options)
    first = with_round(snapshot, as_round(pair(snapshot)))
    return replace(first, rounds=tuple(as_round(plan) for plan in open_rounds(first)))


def decided(snapshot: Snapshot, *results: tuple[int, int, str]) -> Snapshot:
    """With these results (round, table, result); a round with all of them is over."""
    for number, table, result in results:
        snapshot = corrected(snapshot, number, table, result)
    return replace(snapshot, rounds=tuple(_settled(round_) for round_ in snapshot.rounds))


def _settled(round_: Round) -> Round:
    is_open = any(match.is_open for match in round_.matches)
    return replace(round_, status=RoundStatus.IN_PROGRESS if is_open else RoundStatus.COMPLETED)


def games_of(snapshot: Snapshot, player: int) -> list[tuple[int, int]]:
    """Round and table of each match of a player."""
    return [(r.number, m.table) for r in snapshot.rounds for m in r.matches if player in m.seats]


def withdrawn(games: int, **options: object) -> Snapshot:
    """Ten players: number 10 wins so many games and leaves, the rest are lost by forfeit (C.05), all others drawn."""
    snapshot = whole(10, **options)
    for round_ in snapshot.rounds:
        for match in round_.matches:
            result = "1/2-1/2"
            if 10 in match.seats:
                first = match.seats[0] == 10
                won, lost = ("1-0", "0-1") if round_.number <= games else ("+--", "--+")
                result = won if first == (round_.number <= games) else lost
            snapshot = corrected(snapshot, round_.number, match.table, result)
    return left(decided(snapshot), 10, after=9)


@pytest.mark.parametrize("players", PUBLISHED)
def test_all_rounds_are_those_of_the_published_tables(players: int) -> None:
    table = [[tuple(map(int, p.split("-"))) for p in r.split()] for r in PUBLISHED[players].split(" | ")]
    snapshot = whole(players)
    assert [[match.seats for match in round_.matches] for round_ in snapshot.rounds] == table
    assert [[match.table for match in round_.matches] for round_ in snapshot.rounds] == [
        list(range(1, players // 2 + 1))
    ] * (players - 1)


def test_with_an_odd_field_everybody_rests_once_from_the_start() -> None:
    """C.05: "where there is an odd number of players, the highest number counts as a bye"."""
    plans = open_rounds(whole(7))
    rests = [bye.player for plan in plans for bye in plan.byes]
    table = [round_.split()[0] for round_ in PUBLISHED[8].split(" | ")]
    assert rests == [int(pair_.replace("-8", "").replace("8-", "")) for pair_ in table]
    assert {bye.kind for plan in plans for bye in plan.byes} == {ByeKind.ZERO}


def test_rounds_that_are_there_stay_as_they_are() -> None:
    snapshot = decided(whole(6, order="lots"), (3, 1, "1-0"), (1, 2, "0-1"))
    plans = open_rounds(left(snapshot, 4, after=5))
    assert [as_round(plan).matches for plan in plans] == [
        tuple(replace(match, result=None) for match in round_.matches) for round_ in snapshot.rounds
    ]
    assert all(plan.is_whole for plan in plans)


def test_the_rounds_are_those_that_were_told_and_can_be_paired_again() -> None:
    snapshot = event(5, schedule="whole", order="lots")
    told = [plan.matches for plan in outlook(snapshot)]
    stored = open_rounds(with_round(snapshot, as_round(pair(snapshot))))
    assert told[1:] == [plan.matches for plan in stored][1:]
    assert all(check.same for check in recheck(whole(5, order="lots")))


def test_a_bye_that_was_asked_for_before_the_start_stays() -> None:
    asked = replace(event(4, schedule="whole"), bye_requests=(ByeRequest(2, 2, ByeKind.HALF),))
    first = with_round(asked, as_round(pair(asked)))
    plans = open_rounds(first)
    assert {bye.player: bye.kind for bye in plans[1].byes} == {1: ByeKind.FULL, 2: ByeKind.HALF}
    stored = replace(first, rounds=tuple(as_round(plan) for plan in plans))
    assert [plan.byes and {b.player for b in plan.byes} for plan in open_rounds(stored)] == [(), {1, 2}, ()]


def test_too_many_players_are_refused_with_the_limit() -> None:
    with pytest.raises(PairingError, match=r"65 players are too many .* at most 64"):
        pair(event(65, schedule="whole"))
    assert len(pair(event(64, schedule="whole")).matches) == 32


def test_who_leaves_with_less_than_half_of_the_games_is_not_in_the_standings() -> None:
    """C.05: with less than 50 % of the games played, points by or against the player are not counted."""
    snapshot = withdrawn(4)
    lines = rank(snapshot)
    assert {line.player for line in lines} == set(range(1, 10))
    # Eight drawn games each; the forfeits of the later rounds bring nobody a point.
    assert {line.points for line in lines} == {400} and {line.rank for line in lines} == {1}
    assert points_before(snapshot, 10) == {**dict.fromkeys(range(1, 10), 400), 10: 0}
    chain = parse_chain(["DE:forfeits=played", "WIN", "SB:forfeits=played", "KS"])
    for line in rank(replace(snapshot, tiebreaks=chain)):
        assert [value.value for value in line.tiebreaks][1:3] == [0, 8 * 200]
    terms = explain(replace(snapshot, tiebreaks=chain), chain[2], 1).terms
    assert 10 not in {term.opponent for term in terms}


def test_who_leaves_with_half_of_the_games_or_more_stays_and_the_rest_are_lost_by_forfeit() -> None:
    snapshot = withdrawn(5)
    points = {line.player: line.points for line in rank(snapshot)}
    beaten = {
        next(p for p in m.seats if p != 10) for r in snapshot.rounds[:5] for m in r.matches if 10 in m.seats
    }
    assert points == {10: 500} | {p: 400 if p in beaten else 500 for p in range(1, 10)}


def test_an_option_counts_everything() -> None:
    points = {line.player: line.points for line in rank(withdrawn(4, leaving="keep"))}
    assert points[10] == 400 and sorted(points.values()) == [400] * 5 + [500] * 5


def test_standings_after_any_round_leave_the_same_players_out() -> None:
    assert 10 not in {line.player for line in rank(withdrawn(4), 2)}
    assert 10 in {line.player for line in rank(withdrawn(5), 2)}


def test_standings_are_of_the_last_round_with_a_result() -> None:
    assert standings_round(whole(6)) == 0
    assert standings_round(decided(whole(6), (4, 2, "1-0"))) == 4


def test_a_document_with_rounds_side_by_side_comes_back() -> None:
    snapshot = decided(whole(6, ahead=None), (3, 1, "1-0"))
    assert document.load(document.dump(snapshot)).rounds == snapshot.rounds
