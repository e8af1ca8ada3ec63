"""What comes from the players' phones, at the desk: seen at once, accepted, refused, granted, taken."""

import re
from typing import Any

import pytest

from tests.desk.pages import Desk, text
from tests.factories import make_user
from tests.tournaments.steps import at_desk, played, published
from tournaments.events.services import events
from tournaments.hall.services import calls
from tournaments.models import (
    ByeRequest,
    JudgeCall,
    Match,
    Player,
    PlayerRequest,
    Role,
    ScoreClaim,
    Tournament,
)
from tournaments.phones.services import reports
from tournaments.players.selectors.table_codes import code_of
from tournaments.players.services import attendance, requests


@pytest.fixture
def event() -> Tournament:
    tournament, _ = published(field=6, slug="spring")
    return tournament


def pair_at(event: Tournament, number: int = 1) -> tuple[Match, Player, Player]:
    match = Match.objects.get(round__tournament=event, round__number=1, table=number)
    first, second = (seat.player for seat in match.seats.order_by("position").select_related("player"))
    return match, first, second


def reported(event: Tournament, outcome: str = "win", other: str = "", number: int = 1) -> ScoreClaim:
    match, first, second = pair_at(event, number)
    given: dict[str, Any] = {"tournament": event, "match": match}
    report = reports.report_result(**given, player=first, outcome=outcome)
    if other:
        reports.report_result(**given, player=second, outcome=other)
    return report


def asked(event: Tournament, kind: str, number: int = 1, note: str = "") -> PlayerRequest:
    player = event.players.get(number=number)
    return requests.ask(tournament=event, player=player, kind=kind, note=note)


# --- reports ---


def test_a_report_stands_at_its_table_and_one_that_differs_beside_it_with_a_sign(
    desk: Desk, event: Tournament
) -> None:
    reported(event)
    match, first, second = pair_at(event)
    for page in (text(desk.get("round", 1)), text(desk.get("reports"))):
        assert f"{first.name}: 1–0, {first.name} won – not confirmed yet" in page
    assert "1 table has an unconfirmed report." in text(desk.get("event"))
    reports.report_result(tournament=event, player=second, match=match, outcome="win")
    told = (
        f"{first.name}: 1–0, {first.name} won; {second.name}: 0–1, {second.name} won – disputed at the table"
    )
    for response in (desk.get("round", 1), desk.get("reports")):
        assert told in text(response)
        assert "#triangle-alert" in response.content.decode()
    assert re.search(r'phones-count">1<', desk.get("event").content.decode())


def test_what_is_refused_entered_otherwise_or_not_there_waits_no_more(desk: Desk, event: Tournament) -> None:
    report = reported(event, "win", "win")
    assert "Table 1: the report is declined." in desk.press(
        "report", 1, data={"do": f"reject:{report.pk}", "back": "reports"}
    )
    assert set(ScoreClaim.objects.values_list("state", flat=True)) == {"rejected"}
    assert Match.objects.filter(result__isnull=False).count() == 0
    report = reported(event)
    desk.save(1, 1, "0-1", "")
    assert desk.get("results_state", 1).json()["claims"] == {}
    assert "Table 1 already has a result." in desk.press("report", 1, data={"do": f"accept:{report.pk}"})
    assert pair_at(event)[0].result == "0-1"
    for wanted in ("", "accept", "accept:", "accept:x", "accept:999", "reject:" + "9" * 30):
        assert desk.post("report", 1, data={"do": wanted}).status_code == 404


def test_one_of_two_reports_is_accepted_with_its_button_of_which_an_open_page_hears(
    desk: Desk, event: Tournament
) -> None:
    version = desk.get("round", 1).context["event"].version
    report = reported(event, "win", "win")
    _match, first, second = pair_at(event)
    other = ScoreClaim.objects.get(entered_by=second)
    news = desk.get("results_state", 1, query=f"?since={version}").json()
    assert news["claims"] == {
        "1": {
            "pk": other.pk,
            "text": "",
            "told": f"{first.name}: 1–0, {first.name} won; "
            f"{second.name}: 0–1, {second.name} won – disputed at the table",
            "disputed": True,
            "options": [{"pk": report.pk, "text": "1–0"}, {"pk": other.pk, "text": "0–1"}],
        }
    }
    assert "Table 1: saved" in desk.press("report", 1, data={"do": f"accept:{other.pk}"})
    assert pair_at(event)[0].result == "0-1"
    assert "Nothing to decide: no player report is waiting." in text(desk.get("reports"))


# --- requests ---


def test_phones_to_be_recognised_show_their_digits_and_how_many_ask(desk: Desk, event: Tournament) -> None:
    given: dict[str, Any] = {"tournament": event, "player": event.players.get(number=1)}
    first, second = (requests.ask_for_phone(**given) for _ in range(2))
    page = text(desk.get("requests"))
    for asked_for in (first, second):
        assert f"shows you these digits on the phone: {asked_for.note} 2 phones ask for this name." in page
    asked(event, "withdraw")  # a phone that may be anybody's is not in the player's way
    assert "is approved." in desk.press("request", first.pk, data={"do": "grant"})
    assert "is declined." in desk.press("request", second.pk, data={"do": "refuse"})
    assert event.players.get(number=1).left_after_round is None


def test_a_request_is_listed_counted_and_granted_once(desk: Desk, event: Tournament) -> None:
    request = asked(event, "withdraw", note="my train")
    page = text(desk.get("requests"))
    assert "Player 1 Withdraw: not paired from the next round on" in page and "my train" in page
    assert re.search(r'phones-count">1<', desk.get("event").content.decode())
    words = desk.press("request", request.pk, data={"do": "grant", "answer": "safe travels"})
    assert "The request of Player 1 is approved." in words
    assert event.players.get(number=1).left_after_round == 1
    assert "safe travels" in text(desk.get("requests"))
    words = desk.press("request", request.pk, data={"do": "refuse", "answer": "no"})
    assert "This request is already settled: Approved." in words
    assert event.players.get(number=1).left_after_round == 1


def test_sitting_out_takes_the_bye_that_is_chosen_and_what_was_done_by_hand_is_no_mistake(
    desk: Desk, event: Tournament
) -> None:
    by_first: dict[str, Any] = {"tournament": event, "player": event.players.get(number=1)}
    last = requests.ask(**by_first, kind="skip", round_number=event.rounds_planned)
    assert f"Sit out round {event.rounds_planned}" in text(desk.get("requests"))
    requests.cancel(**by_first, request=last)
    request = asked(event, "skip", 2)
    desk.press("request", request.pk, data={"do": "grant", "kind": "half"})
    bye = ByeRequest.objects.get()
    assert (bye.player.number, bye.round_number, bye.kind) == (2, 2, "half")
    request = asked(event, "withdraw")
    attendance.withdraw(tournament=event, actor=event.owner, player=request.player)
    assert "The request of Player 1 is approved." in desk.press("request", request.pk, data={"do": "grant"})
    desk.press("request", asked(event, "return").pk, data={"do": "grant"})
    assert event.players.get(number=1).left_after_round is None


def test_a_refusal_needs_a_word_and_an_answer_is_yes_or_no(desk: Desk, event: Tournament) -> None:
    request = asked(event, "withdraw")
    for sent in ({}, {"do": ""}, {"do": "perhaps", "answer": "no"}):
        assert "Approve or decline the request." in desk.press("request", request.pk, data=sent)
    request.refresh_from_db()
    assert (request.state, request.answer) == ("waiting", "")
    assert "Give a short reason in “Message to the player”." in desk.press(
        "request", request.pk, data={"do": "refuse"}
    )
    request.refresh_from_db()
    assert request.state == "waiting"
    desk.press("request", request.pk, data={"do": "refuse", "answer": "come to the desk first"})
    request.refresh_from_db()
    assert (request.state, request.answer) == ("refused", "come to the desk first")
    assert event.players.get(number=1).left_after_round is None


def test_before_pairing_the_desk_is_reminded_of_requests() -> None:
    event, desk = at_desk(played(1, field=6))
    assert "asked to withdraw" not in text(desk.get("event"))
    asked(event, "withdraw", 1)
    assert "1 player has asked to withdraw." in text(desk.get("event"))
    asked(event, "withdraw", 2)
    assert "2 players have asked to withdraw." in text(desk.get("event"))
    asked(event, "skip", 3)
    assert "3 players wait for an answer." in text(desk.get("event"))


# --- calls ---


def called(event: Tournament, number: int = 1, note: str = "") -> JudgeCall:
    return calls.call_judge(tournament=event, round_number=1, table=number, note=note)


def test_calls_are_listed_the_oldest_first_taken_once_and_done(desk: Desk, event: Tournament) -> None:
    first, second = called(event, 3, "clock"), called(event, 1)
    page = text(desk.get("calls"))
    assert page.index("Table 3") < page.index("Table 1")
    _match, a, b = pair_at(event, 3)
    assert f"{a.name} – {b.name}" in page and "clock" in page and "0 minutes" in page
    desk.press("call", first.pk, data={"do": "take"})
    assert f"{event.owner} is on the way" in text(desk.get("calls"))
    desk.press("call", first.pk, data={"do": "done"})
    desk.press("call", second.pk, data={"do": "done"})
    assert "No table has called for a judge." in text(desk.get("calls"))
    call = called(event)
    desk.press("call", call.pk, data={"do": "take"})
    other = make_user("judge")
    events.set_staff(tournament=event, actor=event.owner, user=other, role=Role.ARBITER)
    words = Desk(other, event).press("call", call.pk, data={"do": "take"})
    assert f"Table 1: {event.owner} is already on the way." in words
    call.refresh_from_db()
    assert call.taken_by == event.owner


def test_the_head_counts_and_pages_that_look_for_news_are_given_their_part_only(
    desk: Desk, event: Tournament
) -> None:
    first = desk.get("top")
    assert "phones-count" not in first.content.decode()
    same = desk.get("top", **{"if-none-match": first["ETag"]})
    assert (same.status_code, same.content) == (304, b"")
    called(event)
    asked(event, "withdraw")
    reported(event, "win", "win")
    news = desk.get("top", **{"if-none-match": first["ETag"]})
    assert re.search(r'phones-count">3<', news.content.decode())
    assert desk.url("calls") in news.content.decode()
    for what in ("reports", "requests", "calls"):
        part = desk.get(what, **{"HX-Request": "true"}).content.decode()
        assert re.match(r'\s*<div\s+id="phones"', part) and "<html" not in part


# --- codes ---


def test_new_codes_of_tables_and_players_make_the_old_ones_void(desk: Desk, event: Tournament) -> None:
    old = code_of(event, 1)
    assert desk.client.get(f"/e/spring/table/{old}/").status_code == 200
    assert "There are 4 codes, up to table 4." in text(desk.get("table_codes"))
    assert "The tables have new codes." in desk.press("table_codes")
    assert desk.client.get(f"/e/spring/table/{old}/").status_code == 404
    event.refresh_from_db()
    assert desk.client.get(f"/e/spring/table/{code_of(event, 1)}/").status_code == 200
    line = event.log_entries.get(action="codes_renewed")
    assert event.table_key not in str((line.before, line.after, line.subject, line.note))
    player = event.players.get(number=1)
    old = f"/e/spring/me/{player.key}/"
    assert f"http://testserver{old}" in desk.get("player_code", 1).content.decode()
    assert "Player 1 has a new code." in desk.press("player_code", 1)
    assert desk.client.get(old).status_code == 404
    player.refresh_from_db()
    assert desk.client.get(f"/e/spring/me/{player.key}/").status_code == 200
    line = event.log_entries.filter(action="codes_renewed").latest("pk")
    assert (line.subject, line.user) == ("Player 1", event.owner)
