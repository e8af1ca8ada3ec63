"""A hall at the end of a round: ten phones and two desks at the same moment, on the database this run uses.

Three server processes with four threads each. What everybody was answered is a ledger of its own: from it alone one can
say what has to stand in the event afterwards.
"""

from collections import Counter
from typing import Any

import pytest

from tests.tournaments.rounds.test_concurrency import Desk, desk, hall

__all__ = ["desk", "hall"]  # fixtures
pytestmark = pytest.mark.django_db(transaction=True)


def press(desk: Desk, event: int, people: list[list[Any]]) -> list[list[Any]]:
    """Let everybody press at once, spread over three servers; what each was answered, in the order of `people`."""
    shares = [people[at::3] for at in range(3)]
    told = desk.at_once(*[("crowd", {"event": event, "people": share}) for share in shares])
    answers: list[Any] = [None] * len(people)
    for at, share in enumerate(told):
        assert "done" in share, share
        answers[at::3] = share["done"]
    return answers


def report(where: dict[str, Any], table: int, seat: int, outcome: str) -> list[Any]:
    here = where["tables"][str(table)]
    return [here["pages"][seat], {"do": outcome, "match": here["match"]}]


def entry(where: dict[str, Any], table: int, result: str) -> list[Any]:
    """What the script of the entry page sends for a table that was empty when the desk looked."""
    fields = {"table": table, "result": result, "seen": "", "match": where["tables"][str(table)]["match"]}
    return [f"/desk/{where['slug']}/rounds/1/result/", fields]


def test_ten_phones_and_two_desks_enter_one_round_at_once(desk: Desk) -> None:
    """Nothing is lost, nothing is doubled, and whoever came later was told."""
    event = desk.alone("make", event=0, field=12, published=True)
    where = desk.alone("phones", event=event)
    before = desk.alone("after", event=event)["version"]
    tables = range(1, 7)
    says = ("win", "loss")
    on_phones = [[report(where, table, seat, says[seat])] for table in range(1, 6) for seat in (0, 1)]
    desks = [
        ["desk", *(entry(where, table, "0-1") for table in tables)],
        ["desk", *(entry(where, table, "1/2-1/2") for table in reversed(tables))],
    ]
    answers = press(desk, event, [*on_phones, *desks])
    after = desk.alone("after", event=event)

    first, second = answers[-2], list(reversed(answers[-1]))
    by_phones = answers[:-2]
    counted = [line for line in after["lines"] if line[0] in ("result_entered", "result_reported")]
    assert sorted(table for _action, table, _who in counted) == list(tables)
    for table in tables:
        action = next(line[0] for line in counted if line[1] == table)
        phones = [answer[0][0] for answer in by_phones[2 * table - 2 : 2 * table]] if table < 6 else []
        result = after["results"][str(table)]
        statuses = (first[table - 1][0], second[table - 1][0])
        expected = {
            (200, 409): "0-1",
            (409, 200): "1/2-1/2",
            (409, 409): "1-0",  # both phones were faster than both desks
        }[statuses]
        assert (result, action == "result_reported") == (expected, expected == "1-0")
        assert phones.count(200) == (2 if expected == "1-0" else phones.count(200))
        for status, current in (first[table - 1], second[table - 1]):
            assert status == 200 or current == result
        assert set(phones) <= {200, 409}
    assert after["points"] == [
        {"0-1": [0, 100], "1/2-1/2": [50, 50], "1-0": [100, 0]}[after["results"][str(table)]]
        for table in tables
    ]
    assert {state for _table, state, _result in after["reports"]} <= {"confirmed", "superseded"}
    changes = [
        line for line in after["lines"] if line[0] in ("result_entered", "result_reported", "scores_claimed")
    ]
    assert after["version"] == before + len(changes)


def test_both_players_and_their_second_taps_at_once_count_once(desk: Desk) -> None:
    event = desk.alone("make", event=0, field=12, published=True)
    where = desk.alone("phones", event=event)
    people = [
        [report(where, table, seat, ("win", "loss")[seat])] * 3 for table in range(1, 7) for seat in (0, 1)
    ]
    answers = press(desk, event, people)
    assert Counter(status for person in answers for status, _said in person) == {200: 36}
    after = desk.alone("after", event=event)
    assert after["results"] == {str(table): "1-0" for table in range(1, 7)}
    lines = Counter(action for action, _table, _who in after["lines"])
    assert (lines["scores_claimed"], lines["result_reported"]) == (6, 6)
    assert [state for _table, state, _result in after["reports"]] == ["confirmed"] * 6


@pytest.mark.sweep
def test_players_who_disagree_at_once_are_a_dispute_at_every_table(desk: Desk) -> None:
    event = desk.alone("make", event=0, field=12, published=True)
    where = desk.alone("phones", event=event)
    people = [[report(where, table, seat, "win")] for table in range(1, 7) for seat in (0, 1)]
    assert press(desk, event, people) == [[[200, None]]] * 12
    after = desk.alone("after", event=event)
    assert set(after["results"].values()) == {None}
    assert Counter((table, state) for table, state, _result in after["reports"]) == {
        (table, "disputed"): 2 for table in range(1, 7)
    }


def test_a_table_that_calls_from_many_phones_calls_once(desk: Desk) -> None:
    event = desk.alone("make", event=0, field=8, published=True)
    here = desk.alone("phones", event=event)["tables"]["1"]
    own = [[[page, {"do": "call", "match": here["match"]}]] for page in here["pages"]]
    by_code = [[[here["code"], {"do": "call"}]]] * 4
    assert press(desk, event, [*own, *by_code]) == [[[200, None]]] * 6
    after = desk.alone("after", event=event)
    assert after["calls"] == ["open"]
    assert [line[0] for line in after["lines"]].count("judge_called") == 1


def test_desks_that_answer_one_request_at_once_do_it_once(desk: Desk) -> None:
    event = desk.alone("make", event=0, field=8, published=True)
    where, numbers = desk.alone("phones", event=event), desk.alone("asked", event=event)
    address = f"/desk/{where['slug']}/requests/{numbers['request']}/"
    grant, refuse = {"do": "grant"}, {"do": "refuse", "answer": "no"}
    press(desk, event, [["desk", [address, grant]], ["desk", [address, refuse]], ["desk", [address, grant]]])
    after = desk.alone("after", event=event)
    lines = Counter(action for action, _table, _who in after["lines"])
    assert lines["request_decided"] == 1
    granted = after["requests"] == ["granted"]
    assert after["requests"] in (["granted"], ["refused"])
    assert (lines["player_withdrawn"], after["left"].count(1)) == ((1, 1) if granted else (0, 0))


@pytest.mark.sweep
def test_everybody_who_checks_in_at_once_is_here(desk: Desk) -> None:
    event = desk.alone("make", event=0, field=12)
    people = [[[page, {"do": "here"}]] * 2 for page in desk.alone("phones", event=event)["pages"]]
    answers = press(desk, event, people)
    assert Counter(status for person in answers for status, _said in person) == {200: 24}
    after = desk.alone("after", event=event)
    assert after["here"] == 12
    assert [line[0] for line in after["lines"]].count("checked_in") == 12
