"""Scores of tables of four: entered, overwritten, cleared, entered in bulk, corrected, fined, undone, and refused."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.utils import translation

from tests.factories import (
    FOUR_SCORES,
    enter_all_scores,
    make_event,
    make_table_event,
    make_user,
    play_tables,
    publish,
    refused,
    state_of,
    table,
)
from tests.tournaments.steps import all_refused
from tournaments.events.selectors.unplayed import missing_tables
from tournaments.history import undo
from tournaments.models import Action, LogEntry, Match, RoundState, Seat, Tournament
from tournaments.results.services import results, scores
from tournaments.rounds.selectors.rounds import round_sheet
from tournaments.steps.refusals import ServiceError

TIED = (35_000, 35_000, 30_000, 20_000)


def seats(match: Match, *columns: str) -> list[Any]:
    rows = Seat.objects.filter(match=match).order_by("position")
    return list(rows.values_list(*columns, flat=len(columns) == 1))


def enter(event: Tournament, match: Match, raw: Sequence[int] = FOUR_SCORES, **options: Any) -> Match:
    return scores.enter_scores(tournament=event, actor=event.owner, match=match, raw=raw, **options)


@pytest.fixture
def event() -> Tournament:
    return make_table_event()


@pytest.fixture
def match(event: Tournament) -> Match:
    return table(publish(event))


# rules/mahjong.md, section 5.
SCORES = [
    (FOUR_SCORES, [2730, 620, -700, -2650], [1, 2, 3, 4]),
    ((18_500, 42_300, 28_000, 31_200), [-2650, 2730, -700, 620], [4, 1, 3, 2]),
    (TIED, [1500, 1500, -500, -2500], [1, 1, 3, 4]),
]


def test_scores_become_points_and_places(match: Match, event: Tournament) -> None:
    for raw, points, places in SCORES:
        enter(event, match, raw)
        assert seats(match, "raw") == list(raw)
        assert seats(match, "points") == points
        assert seats(match, "place") == places
        assert Match.objects.get(pk=match.pk).result is None


def test_penalties_count_after_the_uma_and_sticks_left_on_the_table_go_to_the_winner(
    match: Match, event: Tournament
) -> None:
    enter(event, match, (40_300, 31_200, 28_000, 18_500), sticks=2)
    # Two sticks are 2.0 points: 10.3 + 15 + 2.
    assert seats(match, "points")[0] == 2730
    assert round_sheet(event, 1).tables[0].sticks == 2
    enter(event, match, penalties=(0, 0, -2000, 0))
    assert seats(match, "points", "penalty")[2] == (-2700, -2000)
    assert seats(match, "place") == [1, 2, 3, 4]
    enter(event, match, (42_300, 28_000, 31_200, 18_500))
    assert seats(match, "points", "penalty")[2] == (620 - 2000, -2000)
    enter(event, match, (42_300, 28_000, 31_200, 18_500), penalties=(0, 0, 0, 0))
    assert seats(match, "penalty") == [0, 0, 0, 0]


def test_the_first_scores_start_the_round_and_are_logged_before_and_after(
    match: Match, event: Tournament
) -> None:
    round_ = match.round
    keeper = make_user("keeper")
    scores.enter_scores(tournament=event, actor=keeper, match=match, raw=TIED)
    scores.enter_scores(
        tournament=event, actor=keeper, match=match, raw=FOUR_SCORES, penalties=(0, -500, 0, 0)
    )
    assert state_of(round_) is RoundState.IN_PROGRESS
    stored = Match.objects.get(pk=match.pk)
    assert (stored.entered_by, stored.entered_at is not None) == (keeper, True)
    second, first = LogEntry.objects.filter(action=Action.RESULT_ENTERED).order_by("-id")
    assert first.subject == " – ".join(s.player.name for s in match.seats.order_by("position"))
    assert (first.before["scores"], first.after["scores"], first.round_number) == (None, list(TIED), 1)
    assert (second.before["scores"], second.after["scores"]) == (list(TIED), list(FOUR_SCORES))
    assert second.after["penalties"] == [0, -500, 0, 0]


def test_the_same_scores_again_change_nothing_and_a_table_is_cleared_with_its_penalties(
    match: Match, event: Tournament
) -> None:
    enter(event, match)
    version = event.version
    enter(event, match)
    assert Tournament.objects.get(pk=event.pk).version == event.version == version
    assert LogEntry.objects.filter(action=Action.RESULT_ENTERED).count() == 1
    enter(event, match, penalties=(0, 0, 0, -2000))
    scores.clear_scores(tournament=event, actor=event.owner, match=match)
    assert seats(match, "raw", "points", "place", "penalty") == [(None, None, None, 0)] * 4
    assert Match.objects.get(pk=match.pk).entered_at is None


# What the sum says: rules/mahjong.md, section 3 (whole hundreds; sticks of 1,000; else the difference is named).
WRONG_SUMS: list[tuple[dict[str, Any], str, str, dict[str, Any]]] = [
    ({"raw": (42_350, 31_150, 28_000, 18_500)}, "not_hundreds", "scores", {"value": 42_350}),
    ({"raw": (42_400, 31_200, 28_000, 18_500)}, "sum_too_high", "scores", {"difference": 100}),
    ({"raw": (42_200, 31_200, 28_000, 18_500)}, "sum_too_low", "scores", {"difference": 100}),
    ({"raw": FOUR_SCORES, "sticks": 1}, "sticks_differ", "scores", {"difference": 1000}),
    ({"raw": (42_300, 31_200, 28_000)}, "bad_scores", "scores", {}),
    ({"raw": (42_300.0, 31_200, 28_000, 18_500)}, "bad_scores", "scores", {}),
    ({"raw": (10**9, 0, 0, 0)}, "bad_scores", "scores", {}),
    ({"raw": FOUR_SCORES, "penalties": (0, 0, 0)}, "bad_penalties", "penalties", {}),
    ({"raw": FOUR_SCORES, "penalties": (0, 0, 0, -0.5)}, "bad_penalties", "penalties", {}),
    ({"raw": FOUR_SCORES, "sticks": -1}, "bad_sticks", "sticks", {}),
]


def test_what_does_not_add_up_is_refused_with_the_difference(match: Match, event: Tournament) -> None:
    for given, code, field, params in WRONG_SUMS:
        with refused(code, field=field, **params):
            enter(event, match, **given)
        assert seats(match, "raw") == [None] * 4
        assert missing_tables(match.round) == [1, 2]


def test_points_follow_the_scoring_of_the_event_and_a_wrong_sum_is_told_in_the_readers_language(
    match: Match, event: Tournament
) -> None:
    with translation.override("en"), pytest.raises(ServiceError, match=r"120100.*100"):
        enter(event, match, (42_400, 31_200, 28_000, 18_500))
    # 25,000 with return 30,000, oka 20 and uma 20/10: 40,000 is 10 + 20 + 20, then 0 + 10 and so on.
    event = make_table_event(
        scoring={
            "start": 25_000, "oka": 2000, "ties": "seat", "missed_game": 0,
            "uma_first": 2000, "uma_second": 1000, "uma_third": -1000, "uma_fourth": -2000,
        }
    )  # fmt: skip
    match = table(publish(event))
    enter(event, match, (40_000, 30_000, 20_000, 10_000))
    assert seats(match, "points") == [5000, 1000, -2000, -4000]


def test_somebody_elses_scores_are_not_overwritten_unseen(match: Match, event: Tournament) -> None:
    enter(event, match, TIED, seen=None)
    with pytest.raises(ServiceError) as refusal:
        enter(event, match, seen=None)
    assert (refusal.value.code, refusal.value.params["scores"]) == ("result_changed", list(TIED))
    assert "35000" in str(refusal.value)
    with refused("result_changed"):
        enter(event, match, seen=(TIED, (0, -500, 0, 0)))
    enter(event, match, seen=(TIED, (0, 0, 0, 0)))
    assert seats(match, "raw") == list(FOUR_SCORES)


@pytest.mark.parametrize(("system", "later"), [("mahjong_schedule", ()), ("mahjong_swiss", (2,))])
def test_a_round_was_paired_on_the_scores_before_it_in_a_swiss_only(
    system: str, later: tuple[int, ...]
) -> None:
    event = make_table_event(system=system)
    first = play_tables(event)
    publish(event)
    impact = scores.correct_scores(tournament=event, actor=event.owner, match=table(first), raw=TIED)
    assert impact.later_rounds == later


@pytest.mark.parametrize("is_completed", [False, True])
def test_a_penalty_needs_a_reason_and_counts_at_once(is_completed: bool) -> None:
    event = make_table_event(field=4)
    round_ = play_tables(event) if is_completed else publish(event)
    if not is_completed:
        enter_all_scores(round_)
    match = table(round_)
    first = match.seats.get(position=0).player
    given: dict[str, Any] = {"tournament": event, "actor": event.owner, "match": match, "player": first}
    with refused("reason_missing", field="note"):
        scores.set_penalty(**given, points=-2000, note=" ")
    impact = scores.set_penalty(**given, points=-2500, note="two chombo")
    assert impact.changes[0].number != first.number  # 2730 - 2500 is behind 620
    assert seats(match, "points") == [230, 620, -700, -2650]
    line = LogEntry.objects.get(action=Action.PENALTY_SET)
    assert (line.subject, line.note) == (first.name, "two chombo")
    assert (line.before["penalties"], line.after["penalties"]) == ([0] * 4, [-2500, 0, 0, 0])
    undo.undo_last_step(tournament=event, actor=event.owner)
    assert seats(match, "points") == [2730, 620, -700, -2650]
    assert state_of(round_) is (RoundState.COMPLETED if is_completed else RoundState.IN_PROGRESS)


def test_seats_are_not_mixed_up() -> None:
    four, two = make_table_event(), make_event(field=4)
    at_four, at_two = table(publish(four)), table(publish(two))
    all_refused(
        wrong_seats=(
            lambda: results.enter_result(tournament=four, actor=four.owner, match=at_four, result="1-0"),
            lambda: results.enter_results(
                tournament=four, actor=four.owner, round_=at_four.round, results={1: "1-0"}
            ),
            lambda: enter(two, at_two),
        ),
        not_of_event=lambda: enter(four, table(publish(make_table_event()))),
    )
