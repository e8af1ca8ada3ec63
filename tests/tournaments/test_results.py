"""Results: entered, overwritten, cleared, entered in bulk, corrected, and refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factories import make_event, make_user, pair, play_round, play_rounds, publish, state_of, table
from tournaments.models import Action, LogEntry, Match, RoundState, Seat, Tournament
from tournaments.selectors.standings import standings
from tournaments.services import results
from tournaments.services.errors import ServiceError

pytestmark = pytest.mark.django_db


def points(match: Match) -> list[int | None]:
    return list(Seat.objects.filter(match=match).order_by("position").values_list("points", flat=True))


def outcomes(match: Match) -> list[str]:
    return list(Seat.objects.filter(match=match).order_by("position").values_list("outcome", flat=True))


def enter(event: Tournament, match: Match, result: str, **options: Any) -> Match:
    return results.enter_result(tournament=event, actor=event.owner, match=match, result=result, **options)


# The usual scoring: win 1, draw 1/2, loss 0 (rules/monrad.md); a forfeit loss gives nothing.
@pytest.mark.parametrize(
    ("result", "given", "what"),
    [
        ("1-0", [100, 0], ["win", "loss"]),
        ("0-1", [0, 100], ["loss", "win"]),
        ("1/2-1/2", [50, 50], ["draw", "draw"]),
        ("0-0", [0, 0], ["loss", "loss"]),
        ("+--", [100, 0], ["forfeit_win", "forfeit_loss"]),
        ("--+", [0, 100], ["forfeit_loss", "forfeit_win"]),
        ("---", [0, 0], ["forfeit_loss", "forfeit_loss"]),
    ],
)
def test_every_result_gives_its_points(result: str, given: list[int], what: list[str]) -> None:
    event = make_event(field=4)
    match = table(publish(event))
    enter(event, match, result)
    assert (points(match), outcomes(match)) == (given, what)


def test_points_follow_the_scoring_of_the_event() -> None:
    event = make_event(field=4, scoring={"win": 300, "draw": 100, "loss": 0, "forfeit_loss": 0})
    match = table(publish(event))
    enter(event, match, "1/2-1/2")
    assert points(match) == [100, 100]
    enter(event, match, "0-1")
    assert points(match) == [0, 300]


def test_the_first_result_starts_the_round_and_is_logged_with_names() -> None:
    event = make_event(field=4)
    round_ = publish(event)
    match = table(round_)
    keeper = make_user("keeper")
    results.enter_result(tournament=event, actor=keeper, match=match, result="1-0")
    assert state_of(round_) is RoundState.IN_PROGRESS
    stored = Match.objects.get(pk=match.pk)
    assert (stored.entered_by, stored.entered_at is not None) == (keeper, True)
    line = LogEntry.objects.get(action=Action.RESULT_ENTERED)
    names = [s.player.name for s in match.seats.order_by("position")]
    assert line.subject == " – ".join(names)
    assert (line.before["result"], line.after["result"], line.round_number) == (None, "1-0", 1)


def test_the_same_result_again_changes_nothing() -> None:
    event = make_event(field=4)
    match = table(publish(event))
    enter(event, match, "1-0")
    version = event.version
    enter(event, match, "1-0")
    assert Tournament.objects.get(pk=event.pk).version == version
    assert LogEntry.objects.filter(action=Action.RESULT_ENTERED).count() == 1


def test_a_result_can_be_overwritten_and_cleared_while_the_round_is_open() -> None:
    event = make_event(field=4)
    match = table(publish(event))
    enter(event, match, "1-0", games=[2, 1])
    enter(event, match, "0-1")
    assert Match.objects.filter(pk=match.pk, games__isnull=True).exists()
    results.clear_result(tournament=event, actor=event.owner, match=match)
    stored = Match.objects.get(pk=match.pk)
    assert (stored.result, stored.entered_at, points(match), outcomes(match)) == (
        None,
        None,
        [None, None],
        ["", ""],
    )


def test_somebody_elses_result_is_not_overwritten_unseen() -> None:
    event = make_event(field=4)
    match = table(publish(event))
    enter(event, match, "1-0", seen=None)
    with pytest.raises(ServiceError) as refused:
        enter(event, match, "0-1", seen=None)
    assert (refused.value.code, refused.value.params["current"]) == ("result_changed", "1-0")
    assert Match.objects.get(pk=match.pk).result == "1-0"
    enter(event, match, "0-1", seen="1-0")
    assert Match.objects.get(pk=match.pk).result == "0-1"


@pytest.mark.parametrize("result", ["2-0", "", "1 - 0", "½", None, 1, "1-0 ", ["1-0"], "x" * 9999])
def test_an_unknown_result_names_the_known_ones_and_changes_nothing(result: Any) -> None:
    event = make_event(field=4)
    match = table(publish(event))
    version = event.version
    with pytest.raises(ServiceError, match="1/2-1/2") as refused:
        enter(event, match, result)
    assert (refused.value.code, refused.value.field) == ("bad_result", "result")
    assert Tournament.objects.get(pk=event.pk).version == version
    assert Match.objects.get(pk=match.pk).result is None


@pytest.mark.parametrize(
    ("result", "games"),
    [
        ("1-0", [1, 2]),
        ("1-0", [1, 1]),
        ("1/2-1/2", [2, 1]),
        ("1-0", [2]),
        ("1-0", [2, 1, 0, 0]),
        ("1-0", [2, -1]),
        ("1-0", [2.5, 1]),
        ("1-0", "21"),
        ("1-0", [True, False]),
        ("1-0", [100, 0]),
        ("+--", [2, 0]),
        ("0-0", [1, 1]),
    ],
)
def test_games_have_to_fit_the_result(result: str, games: Any) -> None:
    event = make_event(field=4)
    with pytest.raises(ServiceError) as refused:
        enter(event, table(publish(event)), result, games=games)
    assert refused.value.code == "bad_games"


@pytest.mark.parametrize(("result", "games"), [("1-0", [2, 1]), ("0-1", [0, 2, 1]), ("1/2-1/2", [1, 1, 1])])
def test_games_that_fit_are_stored(result: str, games: list[int]) -> None:
    event = make_event(field=4)
    match = table(publish(event))
    enter(event, match, result, games=games)
    assert Match.objects.get(pk=match.pk).games == games


def test_no_results_in_a_draft_or_a_completed_round() -> None:
    event = make_event(field=4)
    for round_ in (pair(event), None):
        if round_ is None:
            round_ = play_round(make_event(owner=event.owner, field=4))
        with pytest.raises(ServiceError) as refused:
            enter(round_.tournament, table(round_), "0-1")
        assert refused.value.code == "wrong_state"


def test_a_table_of_another_event_is_refused() -> None:
    event, other = make_event(field=4), make_event(field=4)
    publish(event)
    match = table(publish(other))
    with pytest.raises(ServiceError) as refused:
        enter(event, match, "1-0")
    assert refused.value.code == "not_of_event"
    assert Match.objects.get(pk=match.pk).result is None


def test_many_results_are_entered_together_or_not_at_all() -> None:
    event = make_event(field=8)
    round_ = publish(event)

    def bulk(wanted: dict[int, Any]) -> int:
        return results.enter_results(tournament=event, actor=event.owner, round_=round_, results=wanted)

    for wanted, field in (({1: "1-0", 9: "1-0"}, "table"), ({1: "1-0", 2: "9-0"}, "result")):
        with pytest.raises(ServiceError) as refused:
            bulk(wanted)
        assert refused.value.field == field
        assert not Match.objects.filter(result__isnull=False).exists()
    assert bulk({1: "1-0", 2: "0-1", 3: "1/2-1/2", 4: "---"}) == 4
    assert bulk({1: "1-0", 2: "1-0"}) == 1
    assert points(table(round_, 2)) == [100, 0]
    assert LogEntry.objects.filter(action=Action.RESULTS_ENTERED).count() == 2


def test_a_correction_says_who_changes_place_and_which_rounds_were_paired_on_it() -> None:
    event = make_event(field=4, rounds_planned=3)
    first, _second = play_rounds(event, 2)
    before = {line.number: (line.rank, line.points) for line in standings(event).lines}
    match = table(first)
    impact = results.correct_result(
        tournament=event, actor=event.owner, match=match, result="0-1", note="slips were mixed up"
    )
    after = {line.number: (line.rank, line.points) for line in standings(event).lines}
    assert impact.later_rounds == (2,)
    assert (impact.result_before, impact.result_after) == ("1-0", "0-1")
    changed = {number for number in before if before[number] != after[number]}
    assert {c.number for c in impact.changes} == changed
    assert {(c.number, c.rank_after, c.points_after) for c in impact.changes} == {
        (number, *after[number]) for number in changed
    }
    seats = [s.player.number for s in match.seats.order_by("position")]
    assert after[seats[0]][1] == before[seats[0]][1] - 100
    assert after[seats[1]][1] == before[seats[1]][1] + 100
    line = LogEntry.objects.get(action=Action.RESULT_CORRECTED)
    assert (line.before["result"], line.after["result"], line.note) == ("1-0", "0-1", "slips were mixed up")
    assert state_of(first) is RoundState.COMPLETED


def test_an_open_round_is_not_corrected_but_entered() -> None:
    event = make_event(field=4)
    with pytest.raises(ServiceError) as refused:
        results.correct_result(tournament=event, actor=event.owner, match=table(publish(event)), result="1-0")
    assert refused.value.code == "wrong_state"
