"""Results of matches of two, reported by the players: what counts, who may say what; the codes on the tables."""

import re
from typing import Any

import pytest

from tests.factories import make_event, make_table_event, publish, refused, table
from tests.tournaments.seated import FirstTable
from tests.tournaments.steps import all_refused, played
from tournaments.events.services import events
from tournaments.history import undo
from tournaments.models import Action, LogEntry, Match, Player, RoundState, ScoreClaim, Seat, Tournament
from tournaments.models.event import new_table_key
from tournaments.phones.services import answers, reports
from tournaments.players.selectors.table_codes import code_of, codes, table_of
from tournaments.results.services import results
from tournaments.rounds.services import rounds


class Hall(FirstTable):
    """`first` moves first, `second` second."""

    def __init__(self) -> None:
        super().__init__(make_event(field=6))
        self.first, self.second = self.players

    def says(self, player: Player, outcome: str, **more: object) -> ScoreClaim:
        given = {"tournament": self.event, "player": player, "match": self.match}
        return reports.report_result(**given, outcome=outcome, **more)  # type: ignore[arg-type]

    @property
    def states(self) -> list[str]:
        return list(ScoreClaim.objects.order_by("id").values_list("state", flat=True))

    def logged(self, action: Action) -> list[LogEntry]:
        return list(LogEntry.objects.filter(tournament=self.event, action=action).order_by("id"))


@pytest.fixture
def hall() -> Hall:
    return Hall()


@pytest.fixture
def report(hall: Hall) -> ScoreClaim:
    return hall.says(hall.first, "win")


@pytest.mark.parametrize(
    ("first", "second", "result"),
    [("win", "loss", "1-0"), ("loss", "win", "0-1"), ("draw", "draw", "1/2-1/2")],
)
def test_the_same_from_both_sides_counts(hall: Hall, first: str, second: str, result: str) -> None:
    assert hall.says(hall.second, second).state == "waiting"
    assert hall.result is None
    assert hall.says(hall.first, first).state == "confirmed"
    assert hall.result == result
    points = {"1-0": (100, 0), "0-1": (0, 100), "1/2-1/2": (50, 50)}[result]
    assert (
        tuple(Seat.objects.filter(match=hall.match).order_by("position").values_list("points", flat=True))
        == points
    )
    (line,) = hall.logged(Action.RESULT_REPORTED)
    assert line.user_name == f"{hall.second.name}, {hall.first.name}"
    assert (line.before["result"], line.after) == (None, {"table": 1, "result": result, "games": None})
    hall.round.refresh_from_db()
    assert hall.round.state == RoundState.IN_PROGRESS


def test_the_other_side_confirms_what_it_is_shown_and_the_desk_takes_it_back(
    report: ScoreClaim, hall: Hall
) -> None:
    answers.confirm(tournament=hall.event, player=hall.second, report=report)
    assert (hall.result, report.state, report.confirmed_by) == ("1-0", "confirmed", hall.second)
    assert len(hall.logged(Action.RESULT_REPORTED)) == 1
    undone = undo.undo_last_step(tournament=hall.event, actor=hall.event.owner)
    assert (undone.action, hall.result) == (Action.RESULT_REPORTED, None)
    assert hall.says(hall.first, "draw").state == "waiting"


def test_no_is_a_dispute_and_so_are_two_different_reports_until_one_agrees(
    report: ScoreClaim, hall: Hall
) -> None:
    answers.dispute(tournament=hall.event, player=hall.second, report=report)
    assert (hall.result, hall.states) == (None, ["disputed"])
    assert hall.logged(Action.REPORT_DISPUTED)[0].user_name == hall.second.name
    hall.says(hall.second, "win")
    assert (hall.result, hall.states) == (None, ["disputed", "disputed"])
    assert len(hall.logged(Action.REPORT_DISPUTED)) == 2
    hall.says(hall.first, "loss")
    assert hall.result == "0-1"


@pytest.mark.parametrize("who", ["first", "second"])
def test_whoever_was_wrong_says_it_and_then_it_counts(hall: Hall, who: str) -> None:
    hall.says(hall.first, "win")
    hall.says(hall.second, "win")
    hall.says(getattr(hall, who), "loss")
    assert hall.result == ("0-1" if who == "first" else "1-0")
    assert "disputed" not in hall.states and hall.states.count("confirmed") == 1


def test_the_same_again_changes_nothing(hall: Hall) -> None:
    first = hall.says(hall.first, "win")
    version = Tournament.objects.get(pk=hall.event.pk).version
    assert hall.says(hall.first, "win").pk == first.pk
    assert (hall.states, Tournament.objects.get(pk=hall.event.pk).version) == (["waiting"], version)
    hall.says(hall.second, "win")
    hall.says(hall.second, "win")
    assert hall.states == ["disputed", "disputed"]


def test_the_own_claim_can_be_changed_and_taken_back(hall: Hall) -> None:
    hall.says(hall.first, "win")
    again = hall.says(hall.first, "draw")
    assert hall.states == ["withdrawn", "waiting"]
    with refused("not_own_claim"):
        answers.withdraw(tournament=hall.event, player=hall.second, report=again)
    answers.withdraw(tournament=hall.event, player=hall.first, report=again)
    assert hall.states == ["withdrawn", "withdrawn"]


def test_games_only_one_side_has_counted_stand_and_other_games_are_a_dispute(hall: Hall) -> None:
    hall.says(hall.first, "win")
    hall.says(hall.second, "loss", games=[1, 2])
    assert Match.objects.get(pk=hall.match.pk).games == [2, 1]
    other = table(hall.round, 2)
    a, b = (seat.player for seat in other.seats.order_by("position"))
    given: dict[str, Any] = {"tournament": hall.event, "match": other}
    reports.report_result(**given, player=a, outcome="win", games=[2, 0])
    reports.report_result(**given, player=b, outcome="loss", games=[1, 2])
    other.refresh_from_db()
    assert other.result is None
    assert list(other.claims.values_list("state", flat=True)) == ["disputed", "disputed"]


def test_only_won_drawn_and_lost_are_for_players_to_say_with_games_that_fit(hall: Hall) -> None:
    for outcome in ("", "1-0", "both_lose", "forfeit", "+--"):
        with refused("bad_outcome"):
            hall.says(hall.first, outcome)
    assert hall.states == []
    for games in ([1, 2], [2], [2, 1, -1], [2, 1, 0, 0], [100, 0]):
        with refused("bad_games"):
            hall.says(hall.first, "win", games=games)
    report = hall.says(hall.second, "loss", games=[1, 2, 3])
    assert (report.result, report.games) == ("1-0", [2, 1, 3])
    hall.says(hall.first, "win", games=[2, 1, 3])
    assert Match.objects.get(pk=hall.match.pk).games == [2, 1, 3]


def test_nobody_speaks_for_the_other_side_or_another_table(report: ScoreClaim, hall: Hall) -> None:
    stranger = table(hall.round, 2).seats.get(position=0).player
    ways = (answers.confirm, answers.dispute, answers.withdraw)
    for player, code, refused_answers in (
        (hall.first, "own_claim", ways[:2]),
        (stranger, "not_at_table", ways),
    ):
        for answer in refused_answers:
            with refused(code):
                answer(tournament=hall.event, player=player, report=report)
    with refused("not_at_table"):
        hall.says(stranger, "win")
    assert hall.states == ["waiting"]


def test_one_browser_at_the_table_does_not_answer_for_both_sides(hall: Hall) -> None:
    report = hall.says(hall.first, "win", device="phone")
    for answer in (answers.confirm, answers.dispute):
        with refused("same_device"):
            answer(tournament=hall.event, player=hall.second, report=report, device="phone")
    for outcome in ("loss", "win"):
        with refused("same_device"):
            hall.says(hall.second, outcome, device="phone")
    assert (hall.result, hall.states) == (None, ["waiting"])
    answers.confirm(tournament=hall.event, player=hall.second, report=report, device="another")
    assert hall.result == "1-0"


def test_what_the_desk_enters_counts_and_closes_every_report(hall: Hall) -> None:
    given: dict[str, Any] = {"tournament": hall.event, "actor": hall.event.owner, "match": hall.match}
    report = hall.says(hall.first, "win")
    hall.says(hall.second, "win")
    results.enter_result(**given, result="1/2-1/2")
    assert (hall.result, hall.states) == ("1/2-1/2", ["superseded", "superseded"])
    all_refused(
        already_entered=(
            lambda: answers.confirm(tournament=hall.event, player=hall.second, report=report),
            lambda: hall.says(hall.first, "win"),
            lambda: answers.accept(tournament=hall.event, actor=hall.event.owner, report=report),
        ),
    )
    results.clear_result(**given)
    assert hall.says(hall.first, "win").state == "waiting"


def test_the_desk_accepts_one_of_two_reports(hall: Hall) -> None:
    hall.says(hall.first, "win")
    mine = hall.says(hall.second, "draw")
    answers.accept(tournament=hall.event, actor=hall.event.owner, report=mine)
    assert (hall.result, hall.states) == ("1/2-1/2", ["superseded", "confirmed"])
    line = hall.logged(Action.RESULT_REPORTED)[0]
    assert (line.user, line.note) == (hall.event.owner, f"entered at the table by {hall.second.name}")


def test_a_round_that_is_over_or_a_finished_event_takes_no_report(report: ScoreClaim, hall: Hall) -> None:
    for match in hall.round.matches.all():
        results.enter_result(tournament=hall.event, actor=None, match=match, result="1-0")
    rounds.complete(tournament=hall.event, actor=hall.event.owner, round_=hall.round)
    all_refused(
        wrong_state=(
            lambda: hall.says(hall.first, "win"),
            lambda: answers.confirm(tournament=hall.event, player=hall.second, report=report),
        ),
    )
    events.finish_event(tournament=hall.event, actor=hall.event.owner)
    with refused("event_finished"):
        hall.says(hall.first, "win")


def test_where_players_do_not_report_the_desk_is_named(report: ScoreClaim, hall: Hall) -> None:
    Tournament.objects.filter(pk=hall.event.pk).update(players_report=False)
    all_refused(
        reports_off=(
            lambda: hall.says(hall.second, "loss"),
            lambda: answers.confirm(tournament=hall.event, player=hall.second, report=report),
        ),
    )
    answers.accept(tournament=hall.event, actor=None, report=report)
    assert hall.result == "1-0"


def test_players_of_another_event_report_nothing(hall: Hall) -> None:
    other = played(1, field=4)
    with refused("not_of_event"):
        reports.report_result(tournament=other, player=hall.first, match=hall.match, outcome="win")


# --- the codes on the tables


def test_every_table_the_players_need_has_an_address_and_those_of_the_hall_and_fixed_ones() -> None:
    event = make_event(field=7, slug="spring")
    found = codes(event, "https://hall.example/")
    assert [table for table, _url in found] == [1, 2, 3, 4]
    assert len({url for _table, url in found}) == 4
    for number, url in found:
        assert re.fullmatch(rf"https://hall\.example/e/spring/table/{number}-[a-z2-7]{{10}}/", url)
    event = make_table_event(field=16)
    assert [table for table, _url in codes(event, "")] == [1, 2, 3, 4, 5]
    publish(event).matches.filter(table=4).update(table=77)
    assert 77 in dict(codes(event, ""))
    event = make_event(field=4)
    event.tables = {"ranges": [[1, 4], [101, 103]], "skip": [3]}
    event.save(update_fields=["tables"])
    event.players.filter(number=2).update(fixed_table=200)
    assert [table for table, _url in codes(event, "")] == [1, 2, 4, 101, 102, 103, 200]


def test_a_code_opens_its_own_table_and_nothing_else_until_there_is_a_new_key() -> None:
    event, other = make_event(field=4), make_event(field=4)
    code = code_of(event, 2)
    assert table_of(event, code) == 2
    assert table_of(other, code) is None
    wrong = (code.replace("2-", "1-", 1), code[:-1], code + "a", code.upper(), "2-", "2", "", "0-" + code[2:],
             "2-" + "a" * 10, "9" * 12 + code[1:])  # fmt: skip
    assert [table_of(event, text) for text in wrong] == [None] * len(wrong)
    old = code_of(event, 1)
    Tournament.objects.filter(pk=event.pk).update(table_key=new_table_key())
    event.refresh_from_db()
    assert table_of(event, old) is None
    assert table_of(event, code_of(event, 1)) == 1
