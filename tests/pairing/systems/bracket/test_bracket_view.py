"""`bracket_view` against the chart it is read from, against the rounds of the event, and against cases by hand."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pairing.engine import pair
from pairing.engine.brackets import bracket_view
from pairing.formats import document
from pairing.model.errors import PairingError
from pairing.model.options import dump, parse
from pairing.model.types import (
    ByeKind,
    ByeRequest,
    Entrant,
    Match,
    Outcome,
    PlannedMatch,
    Round,
    RoundStatus,
    Snapshot,
)
from pairing.systems.bracket.chart import Part, Source
from pairing.systems.bracket.options import BracketOptions
from pairing.systems.bracket.view import BracketView, State, ViewGame
from tests.pairing.playing import corrected, left, lower_id_wins, played, with_round
from tests.sweep import sweep_too

SIZES = [*range(2, 14), 16, 17, 33, *sweep_too(*range(18, 33), *range(34, 71))]


def event(players: int, system: str = "bracket", **options: object) -> Snapshot:
    """Nobody has met anybody, and everybody is seeded as numbered."""
    people = tuple(Entrant(i, f"P{i}", ranking=i) for i in range(1, players + 1))
    chosen = {"after_round": 0, "reseed_layers": False, **options}
    return Snapshot(people, system=system, options=chosen)


def next_round(
    snapshot: Snapshot, wins: dict[frozenset[int], int] | None = None, *, upset: float = 0.3
) -> Snapshot:
    """The next round played: who wins is said by `wins`, else by lot with `upset` for the lower seed."""
    rng = Random(len(snapshot.rounds) + 1)

    def result(match: PlannedMatch) -> str:
        first = rng.random() >= upset if wins is None else wins[frozenset(match.seats)] == match.seats[0]
        return "1-0" if first else "0-1"

    return played(snapshot, result)


def seen(snapshot: Snapshot) -> BracketView:
    view = bracket_view(snapshot)
    assert view is not None
    return view


def to_the_end(snapshot: Snapshot, **how: Any) -> Snapshot:
    while seen(snapshot).champion is None:
        snapshot = next_round(snapshot, **how)
    return snapshot


@pytest.mark.parametrize("system", ["bracket", "double_elimination"])
@pytest.mark.parametrize("players", SIZES)
def test_every_line_leads_to_whoever_stands_at_its_end(players: int, system: str) -> None:
    """With no rematch to avoid, both sides of a game come from where the chart says; and every way is a source."""
    view = seen(to_the_end(event(players, system, avoid_rematches=False)))
    check_ways(view)
    by_number = {g.number: g for g in view.games}
    lost = dict.fromkeys(view.order, 0)
    for game in view.games:
        if game.state is State.NOT_NEEDED:
            continue
        for side in game.sides:
            assert side.player == came_from(view, by_number, side.source)
        assert game.winner in {s.player for s in game.sides}
        for side in game.sides:
            lost[side.player or 0] += not side.is_winner
    allowed = 2 if system == "double_elimination" else 1
    assert view.champion is not None and lost.pop(view.champion) < allowed
    assert set(lost.values()) <= {allowed}


def came_from(view: BracketView, games: dict[int, ViewGame], source: Source) -> int | None:
    if source.kind == "seed":
        return view.order[source.number - 1]
    game = games[source.number]
    if source.kind == "winner":
        return game.winner
    return next(s.player for s in game.sides if s.player != game.winner)


def check_ways(view: BracketView) -> None:
    """`winner_to` and `loser_to` are the sources, read from the other end."""
    sources = {(s.source.kind, s.source.number): g.number for g in view.games for s in g.sides}
    for game in view.games:
        assert game.winner_to == sources.get(("winner", game.number))
        assert game.loser_to == sources.get(("loser", game.number))


@pytest.mark.parametrize("players", SIZES)
def test_the_rounds_and_tables_are_those_of_the_event(players: int) -> None:
    for system in ("bracket", "double_elimination"):
        snapshot = event(players, system)
        for _ in range(3):
            if seen(snapshot).champion is None:
                snapshot = next_round(snapshot)
        played = {
            (r.number, m.table): (frozenset(m.seats), m.result) for r in snapshot.rounds for m in r.matches
        }
        games = [g for g in seen(snapshot).games if g.state is State.PLAYED]
        assert {(g.round, g.table) for g in games} == set(played)
        for game in games:
            assert game.round and game.table
            who, result = played[game.round, game.table]
            assert who == {s.player for s in game.sides}
            assert {s.outcome for s in game.sides} == {Outcome.WIN, Outcome.LOSS}
            assert result in ("1-0", "0-1")


@pytest.mark.parametrize(("players", "second"), [(10, 1), (11, 6), (13, 4), (22, 3), (40, 6)])
def test_players_with_two_byes_enter_in_the_third_round(players: int, second: int) -> None:
    """The field of the third round is a power of two, and the best of it have rested twice."""
    view = seen(to_the_end(event(players, second_byes=second), upset=0))
    twice = {s.player for g in view.games for s in g.sides if g.byes == 2 and s.source.kind == "seed"}
    assert twice == set(range(1, second + 1))
    third = [g for g in view.games if g.stage == 2]
    assert len({s.player for g in third for s in g.sides}) == 2 * len(third)
    assert 2 * len(third) & (2 * len(third) - 1) == 0
    assert view.champion == 1 and len(view.games) == players - 1


def test_before_it_begins_the_bracket_is_a_projection_of_the_standings() -> None:
    """Four players, a Swiss round before: 3 and 4 have won, so the best two meet the other two."""
    snapshot = event(4, after_round=2)
    one = Round(1, matches=(Match(1, (1, 4), "0-1"), Match(2, (2, 3), "0-1")))
    view = seen(replace(snapshot, rounds=(one,)))
    assert view.is_projected and view.champion is None and view.rounds == (3, 4)
    assert set(view.order[:2]) == {3, 4} and set(view.order[2:]) == {1, 2}
    assert {g.state for g in view.games} == {State.TO_COME}
    assert seen(event(4)).is_projected


def test_a_phase_that_is_a_bracket_is_shown_before_and_while_it_is_played() -> None:
    data = {
        "format": "pairwright-event/1",
        "phases": [
            {"system": {"name": "monrad", "options": {"order": "registration"}}, "rounds": 2},
            {"cut": {"rank": 4}, "system": {"name": "bracket"}},
        ],
        "players": [{"id": i} for i in range(1, 9)],
    }
    snapshot = document.load(data)
    view = seen(snapshot)
    assert view.is_projected and len(view.order) == 4 and view.rounds == (3, 4)
    snapshot = next_round(next_round(snapshot, upset=0), upset=0)
    assert seen(snapshot).is_projected
    four = set(seen(snapshot).order)
    snapshot = next_round(snapshot, upset=0)
    view = seen(snapshot)
    assert not view.is_projected and set(view.order) == four
    assert [g.state for g in view.games] == [State.PLAYED, State.PLAYED, State.TO_COME]
    assert all(s.player for s in view.games[2].sides)
    assert seen(next_round(snapshot)).champion in four


def test_lower_seeds_that_change_places_stand_where_they_play() -> None:
    """In the Swiss 1 met 4 before; so in the first stage 4 and 3 change places (1 meets 3, 2 meets 4)."""
    before = Round(1, matches=(Match(1, (1, 4), "1-0"), Match(2, (2, 3), "1-0")))
    snapshot = replace(event(4, after_round=1), rounds=(before,))
    snapshot = next_round(snapshot)
    first = [g for g in seen(snapshot).games if g.stage == 0]
    met = {frozenset(s.player for s in g.sides) for g in first}
    assert met == {frozenset((1, 3)), frozenset((2, 4))}
    assert all(len(g.swaps) == 1 and {g.swaps[0].moved, g.swaps[0].other} == {3, 4} for g in first)


def test_a_rematch_nobody_can_avoid_is_told() -> None:
    before = Round(1, matches=(Match(1, (1, 2), "1-0"),))
    snapshot = next_round(replace(event(2, after_round=1), rounds=(before,)))
    assert [(g.is_rematch, g.swaps) for g in seen(snapshot).games] == [(True, ())]


def test_whoever_has_left_loses_without_playing() -> None:
    snapshot = next_round(event(4), upset=0)  # 1 and 2 are in the final
    view = seen(left(snapshot, 2))
    final = view.games[2]
    assert final.state is State.WALKOVER and final.winner == 1 and final.round is None
    assert {s.player for s in final.sides} == {1, 2}
    assert view.champion == 1 and view.rounds == (1, None)


def test_of_two_who_are_both_gone_nobody_goes_on() -> None:
    snapshot = next_round(event(8), upset=0)  # 1 against 4, 2 against 3
    view = seen(left(snapshot, 1, 4))
    empty = next(g for g in view.games if {s.player for s in g.sides} == {1, 4})
    assert empty.state is State.EMPTY and empty.winner is None
    final = view.games[-1]
    assert [s.is_empty for s in final.sides if s.player is None and s.source.number == empty.number] == [True]


def test_a_bye_that_was_asked_for_is_a_loss_in_a_bracket() -> None:
    played = next_round(event(4), upset=0)  # 1 and 2 are in the final
    final = seen(replace(played, bye_requests=(ByeRequest(1, 2, ByeKind.ZERO),))).games[-1]
    assert (final.state, final.winner) == (State.WALKOVER, 2)


def test_games_being_played_have_a_table_and_no_result() -> None:
    snapshot = next_round(event(8))
    plan = pair(snapshot)
    matches = tuple(Match(m.table, m.seats, "1-0" if m.table == 1 else None) for m in plan.matches)
    running = with_round(snapshot, Round(2, RoundStatus.IN_PROGRESS, matches))
    semifinals = [g for g in seen(running).games if g.stage == 1]
    assert {g.table: g.state for g in semifinals} == {1: State.PLAYED, 2: State.PAIRED}
    final = seen(running).games[-1]
    assert final.state is State.TO_COME and [s.player for s in final.sides].count(None) == 1


def test_the_second_final_is_played_only_if_both_have_lost_once() -> None:
    easy = seen(to_the_end(event(4, "double_elimination"), upset=0))
    assert easy.games[-1].state is State.NOT_NEEDED and easy.champion == 1
    assert easy.rounds[-1] is None and easy.games[-2].part is Part.FINAL
    snapshot = event(4, "double_elimination")
    snapshot = played(snapshot, lower_id_wins, 3)
    final = seen(snapshot).games[-2]
    assert final.part is Part.FINAL and {s.player for s in final.sides} == {1, 2}
    snapshot = next_round(snapshot, {frozenset((1, 2)): 2})
    second = seen(snapshot).games[-1]
    assert seen(snapshot).champion is None and second.state is State.TO_COME
    assert {s.player for s in second.sides} == {1, 2}
    snapshot = next_round(snapshot, {frozenset((1, 2)): 2})
    assert seen(snapshot).champion == 2 and seen(snapshot).games[-1].state is State.PLAYED


def test_the_last_length_that_is_declared_counts_for_all_later_rounds() -> None:
    assert seen(event(8, best_of="3, 5")).best_of == (3, 5, 5)
    assert seen(event(8, best_of="1 3 5 7")).best_of == (1, 3, 5)
    assert seen(event(4)).best_of == (None, None)


def test_a_length_is_written_out_as_it_is_typed() -> None:
    options = parse(BracketOptions, {"best_of": "3, 3 5"})
    assert options.best_of == (3, 3, 5) and dump(options)["best_of"] == "3 3 5"
    assert dump(BracketOptions())["best_of"] == "none"


@pytest.mark.parametrize("words", ["3 4", "0", "101", "three", "3 -5", "3.5", "1 " * 21])
def test_a_match_of_an_even_number_of_games_could_end_level(words: str) -> None:
    with pytest.raises(PairingError, match="odd numbers") as refusal:
        seen(event(4, best_of=words))
    assert refusal.value.params["name"] == "best_of"


def test_a_draw_stops_the_view_where_it_stands_and_says_why() -> None:
    view = seen(corrected(next_round(event(4)), 1, 1, "1/2-1/2"))
    assert view.problem is not None and view.problem.code == "no_winner"
    assert view.games[-1].state is State.TO_COME


def test_other_events_have_no_bracket_and_one_player_is_not_enough() -> None:
    assert bracket_view(replace(event(8), system="monrad", options={})) is None
    with pytest.raises(PairingError, match="at least 2 players"):
        bracket_view(event(1))
