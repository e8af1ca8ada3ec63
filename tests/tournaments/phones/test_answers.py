"""Scores entered at the table: reported, confirmed, disputed, taken back; accepted or refused at the desk."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.factories import FOUR_SCORES, make_table_event, refused, state_of, table
from tests.tournaments.seated import FirstTable
from tests.tournaments.steps import all_refused, drafted
from tournaments.history import undo
from tournaments.models import Action, ClaimState, LogEntry, Match, Player, RoundState, ScoreClaim
from tournaments.phones.selectors.reports import open_reports, report_of
from tournaments.phones.services import answers, reports
from tournaments.results.services import scores

OTHERS = (31_200, 42_300, 28_000, 18_500)


class Hall(FirstTable):
    """The four players by their winds."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(make_table_event(**settings))
        self.east, self.south, self.west, self.north = self.players

    def report(self, player: Player, raw: Sequence[int] = FOUR_SCORES, **options: Any) -> ScoreClaim:
        return reports.report_scores(
            tournament=self.event, player=player, match=self.match, raw=raw, **options
        )

    def confirm(self, player: Player, report: ScoreClaim) -> Match:
        return answers.confirm(tournament=self.event, player=player, report=report)

    @property
    def points(self) -> list[int | None]:
        return list(self.match.seats.order_by("position").values_list("points", flat=True))


def state(report: ScoreClaim) -> ClaimState:
    return ClaimState(ScoreClaim.objects.get(pk=report.pk).state)


@pytest.fixture
def hall() -> Hall:
    return Hall()


def test_scores_count_once_another_player_confirms_them_and_the_log_names_both(hall: Hall) -> None:
    report = hall.report(hall.east)
    assert (hall.points, state(report), report_of(hall.match)) == ([None] * 4, ClaimState.WAITING, report)
    hall.confirm(hall.south, report)
    assert hall.points == [2730, 620, -700, -2650]
    assert (state(report), report.confirmed_by) == (ClaimState.CONFIRMED, hall.south)
    assert state_of(hall.round) is RoundState.IN_PROGRESS
    assert report_of(hall.match) is None
    reported = LogEntry.objects.get(action=Action.SCORES_REPORTED)
    entered = LogEntry.objects.get(action=Action.RESULT_ENTERED)
    assert (reported.user, reported.user_name) == (None, hall.east.name)
    assert (entered.user, entered.user_name) == (None, f"{hall.east.name}, {hall.south.name}")
    assert entered.after["scores"] == list(FOUR_SCORES)


def test_only_the_players_of_the_table_and_of_the_event_have_a_say(hall: Hall) -> None:
    with refused("not_at_table"):
        hall.report(table(hall.round, 2).seats.get(position=0).player)
    with refused("not_of_event"):
        answers.confirm(tournament=make_table_event(), player=hall.west, report=hall.report(hall.east))


def test_a_house_player_never_enters_or_confirms() -> None:
    hall = Hall(field=7)
    match = next(m for m in hall.round.matches.all() if m.seats.filter(player__house=True).exists())
    house = match.seats.get(player__house=True).player
    person = match.seats.filter(player__house=False).first().player
    hall.match = match
    with refused("not_at_table"):
        hall.report(house)
    report = hall.report(person)
    with refused("not_at_table"):
        hall.confirm(house, report)


def test_the_sum_is_checked_and_other_scores_of_ones_own_replace_the_first(hall: Hall) -> None:
    all_refused(
        sum_too_high=lambda: hall.report(hall.east, (42_400, 31_200, 28_000, 18_500)),
        sticks_differ=lambda: hall.report(hall.east, (41_300, 31_200, 28_000, 18_500), sticks=0),
    )
    assert hall.report(hall.east, (41_300, 31_200, 28_000, 18_500), sticks=1).sticks == 1
    first = hall.report(hall.east)
    assert hall.report(hall.east) == first
    second = hall.report(hall.east, OTHERS)
    assert (state(first), state(second)) == (ClaimState.WITHDRAWN, ClaimState.WAITING)


def test_the_same_scores_from_another_phone_confirm_them_and_are_undone_at_the_desk(hall: Hall) -> None:
    first = hall.report(hall.east, device="phone")
    with refused("same_device"):
        hall.report(hall.north, device="phone")
    assert state(first) is ClaimState.WAITING
    assert hall.report(hall.north, device="another") == first
    assert state(first) is ClaimState.CONFIRMED
    assert hall.points[0] == 2730
    undo.undo_last_step(tournament=hall.event, actor=hall.event.owner)
    assert hall.points == [None] * 4
    hall.confirm(hall.west, hall.report(hall.east, OTHERS))
    assert hall.points[0] == 620


def test_other_scores_from_another_phone_have_to_wait_for_an_answer(hall: Hall) -> None:
    first = hall.report(hall.east)
    with refused("claim_waiting"):
        hall.report(hall.north, OTHERS)
    answers.dispute(tournament=hall.event, player=hall.north, report=first, note="we changed seats")
    assert (state(first), report_of(hall.match)) == (ClaimState.DISPUTED, first)
    second = hall.report(hall.north, OTHERS)
    assert report_of(hall.match) == second
    with refused("claim_closed"):
        hall.confirm(hall.west, first)
    hall.confirm(hall.west, second)
    assert hall.points == [620, 2730, -700, -2650]


def test_the_desk_supersedes_a_report_that_waits(hall: Hall) -> None:
    report = hall.report(hall.east)
    scores.enter_scores(tournament=hall.event, actor=hall.event.owner, match=hall.match, raw=OTHERS)
    assert state(report) is ClaimState.SUPERSEDED
    all_refused(
        already_entered=(lambda: hall.confirm(hall.west, report), lambda: hall.report(hall.west)),
    )
    assert hall.points[0] == 620


@pytest.mark.parametrize("is_disputed", [False, True])
def test_the_desk_accepts_what_was_entered(hall: Hall, is_disputed: bool) -> None:
    report = hall.report(hall.east)
    if is_disputed:
        answers.dispute(tournament=hall.event, player=hall.west, report=report)
    (row,) = open_reports(hall.event)
    assert (row.table, row.scores, row.name, row.is_disputed) == (1, FOUR_SCORES, hall.east.name, is_disputed)
    assert row.points == (2730, 620, -700, -2650)
    answers.accept(tournament=hall.event, actor=hall.event.owner, report=report)
    assert hall.points[0] == 2730
    assert (state(report), report.confirmed_by, open_reports(hall.event)) == (ClaimState.CONFIRMED, None, ())
    entered = LogEntry.objects.get(action=Action.RESULT_ENTERED)
    assert entered.user == hall.event.owner
    assert hall.east.name in entered.note


def test_penalties_of_the_desk_stay_when_players_enter_the_scores(hall: Hall) -> None:
    hall.match.seats.filter(position=3).update(penalty=-2000)
    hall.confirm(hall.west, hall.report(hall.east))
    assert hall.points == [2730, 620, -700, -4650]


def test_players_enter_no_scores_into_a_draft() -> None:
    event, draft = drafted(make_table_event)
    match = table(draft)
    player = match.seats.get(position=0).player
    with refused("wrong_state"):
        reports.report_scores(tournament=event, player=player, match=match, raw=FOUR_SCORES)
