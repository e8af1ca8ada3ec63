"""Results of matches of two, check-in, requests and calls on the own page: without scripts, twice, too late."""

from copy import deepcopy
from typing import Any

import pytest
from django.test import Client

from tests.factories import enter_all, make_event, make_user, pair, play_round, publish, refused, table
from tests.kept import kept
from tests.public.four import seated
from tests.public.pages import read, refusal, words
from tests.tournaments.ahead import MS
from tests.tournaments.seated import FirstTable
from tournaments.events.services import events
from tournaments.hall.services import calls
from tournaments.history.undo import undo_last_step
from tournaments.models import (
    JudgeCall,
    LogEntry,
    Match,
    Player,
    PlayerRequest,
    ScoreClaim,
    Seat,
    SentAnswer,
)
from tournaments.phones.services import answers
from tournaments.players.services import requests
from tournaments.results.services import results
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db


class Phones(FirstTable):
    """The phones of the two who sit there."""

    def __init__(self, client: Client, **settings: Any) -> None:
        self.client = client
        super().__init__(make_event(**{"field": 6, "slug": "spring", **settings}))
        self.first, self.second = self.players

    def own(self, player: Player) -> str:
        return f"/e/{self.event.slug}/me/{player.key}/"

    def sees(self, player: Player) -> str:
        return read(self.client, self.own(player))

    def press(self, player: Player, do: str, **more: Any) -> Any:
        data = {"do": do, "match": str(self.match.pk), **more}
        return self.client.post(self.own(player), data)

    def send(self, player: Player, do: str, key: str, **more: Any) -> tuple[int, dict[str, str]]:
        """What a script sends that keeps it on the phone until it is answered, and the answer."""
        data = {"do": do, "match": str(self.match.pk), "key": key, **more}
        answer = self.client.post(self.own(player), data, headers={"accept": "application/json"})
        return answer.status_code, answer.json()


at_the_table = kept(lambda: Phones(Client(), slug="kept"))


@pytest.fixture
def phones(at_the_table: Phones) -> Phones:
    return deepcopy(at_the_table)


def test_one_says_it_the_other_confirms_and_then_it_counts(phones: Phones) -> None:
    assert "I won Draw I lost" in phones.sees(phones.first)
    answer = phones.press(phones.first, "win")
    assert (answer.status_code, answer["Location"]) == (302, phones.own(phones.first))
    waits = f"Sent. It counts once {phones.second.name}, or the desk, confirms it. You reported: You won"
    assert f"Waiting for {phones.second.name} {waits} Cancel the report" in phones.sees(phones.first)
    seen = phones.sees(phones.second)
    assert f"{phones.first.name} has reported the result. Is that right?" in seen
    assert f"{phones.first.name} reported: You lost Yes, that is right No, that is wrong" in seen
    assert "I won" not in seen
    report = ScoreClaim.objects.get()
    assert phones.press(phones.second, "confirm", claim=report.pk).status_code == 302
    assert phones.result == "1-0"
    assert f"You won Against {phones.second.name}. The result counts." in phones.sees(phones.first)
    assert "You lost" in phones.sees(phones.second)
    assert LogEntry.objects.filter(action="result_reported").count() == 1


def test_two_who_differ_are_told_and_may_still_agree(phones: Phones) -> None:
    phones.press(phones.first, "win")
    phones.press(phones.second, "dispute", claim=ScoreClaim.objects.get().pk)
    assert "Your reports differ" in phones.sees(phones.first)
    phones.press(phones.first, "draw")
    assert "reported: A draw" in phones.sees(phones.second)
    phones.press(phones.first, "win")
    phones.press(phones.second, "win")
    for player, other in ((phones.first, phones.second), (phones.second, phones.first)):
        text = phones.sees(player)
        assert "Your reports differ The desk has been told." in text
        assert f"You reported: You won {other.name} reported: You lost I won Draw I lost" in text
    phones.press(phones.second, "loss")
    assert phones.result == "1-0"
    assert "The desk has decided" not in phones.sees(phones.first)


def test_what_the_desk_makes_of_a_dispute_is_on_both_phones(phones: Phones) -> None:
    phones.press(phones.first, "win")
    phones.press(phones.second, "win")
    for report in ScoreClaim.objects.all():
        answers.reject(tournament=phones.event, actor=None, report=report)
    assert "The desk declined the report. Report the result again. I won" in phones.sees(phones.first)
    phones.press(phones.first, "win")
    assert "The desk declined" not in phones.sees(phones.second)
    results.enter_result(tournament=phones.event, actor=None, match=phones.match, result="0-1")
    for player, said in ((phones.first, "You lost"), (phones.second, "You won")):
        assert f"{said} The desk has decided the result. Against" in phones.sees(player)


def test_when_the_round_is_over_an_old_page_reports_nothing(phones: Phones) -> None:
    enter_all(phones.round)
    rounds.complete(tournament=phones.event, actor=phones.event.owner, round_=phones.round)
    assert phones.press(phones.first, "loss").status_code == 409
    assert "How did it end?" not in phones.sees(phones.first)
    assert phones.result == "1-0"
    publish(phones.event)
    said = "Round 1 is completed. Only the desk can change its results."
    refused = {"code": "round_completed", "message": said}
    assert phones.send(phones.first, "win", "k1") == (409, refused)
    assert not ScoreClaim.objects.exists() and not SentAnswer.objects.exists()


def test_a_report_sent_again_because_the_reply_was_lost_is_answered_as_at_first(phones: Phones) -> None:
    """Here it was taken back from another phone meanwhile: it must not come again by itself."""
    assert phones.send(phones.first, "win", "k1") == (200, {"state": "waiting"})
    report = ScoreClaim.objects.get()
    assert phones.send(phones.first, "withdraw", "k2", claim=report.pk) == (200, {"state": "withdrawn"})
    version = type(phones.event).objects.get(pk=phones.event.pk).version
    assert phones.send(phones.first, "win", "k1") == (200, {"state": "waiting"})
    assert ScoreClaim.objects.get().state == "withdrawn"
    assert type(phones.event).objects.get(pk=phones.event.pk).version == version
    # Another key is another intention, and keys are each player's own.
    assert phones.send(phones.first, "win", "k3") == (200, {"state": "waiting"})
    assert phones.send(phones.second, "loss", "k1") == (200, {"state": "confirmed"})
    assert phones.send(phones.second, "loss", "k4") == (200, {"state": "confirmed"})
    assert phones.result == "1-0"


def test_a_key_belongs_to_one_answer_and_a_refusal_leaves_it_free(phones: Phones) -> None:
    results.enter_result(tournament=phones.event, actor=None, match=phones.match, result="0-1")
    status, refused = phones.send(phones.first, "win", "k1")
    assert (status, refused["code"]) == (409, "already_entered")
    results.clear_result(tournament=phones.event, actor=None, match=phones.match)
    assert phones.send(phones.first, "win", "k1")[0] == 200
    assert phones.send(phones.first, "loss", "k1")[1]["code"] == "key_reused"
    for key in ("x" * 65, "a b", "é"):
        assert phones.send(phones.first, "loss", key)[1]["code"] == "bad_key"
    assert ScoreClaim.objects.get().result == "1-0"


def test_where_players_do_not_report_there_is_nothing_to_press(phones: Phones) -> None:
    events.update_event(tournament=phones.event, actor=None, players_report=False)
    assert "I won" not in phones.sees(phones.first)
    assert "At this event results are entered at the desk." in refusal(phones.press(phones.first, "win"))
    results.enter_result(tournament=phones.event, actor=None, match=phones.match, result="1-0")
    assert "You won" in phones.sees(phones.first)


@pytest.mark.parametrize("do", ["", "1-0", "+--", "both_lose", "game 2-1", "explode", "ask_pizza"])
def test_what_is_not_on_the_page_changes_nothing(phones: Phones, do: str) -> None:
    assert phones.press(phones.first, do).status_code == 409
    assert not ScoreClaim.objects.exists() and not PlayerRequest.objects.exists()


def test_games_are_asked_for_where_they_are_counted(phones: Phones) -> None:
    assert "Score in games (optional)" not in phones.sees(phones.first)
    other = table(phones.round, 2)
    results.enter_result(tournament=phones.event, actor=None, match=other, result="1-0", games=[2, 1])
    assert "Score in games (optional) won lost drawn" in phones.sees(phones.first)
    wrong = phones.press(phones.second, "loss", games_won="2", games_lost="1")
    assert wrong.status_code == 422
    assert phones.press(phones.second, "loss", games_won="x", games_lost="1").status_code == 422
    assert phones.press(phones.second, "loss", games_won="1", games_lost="2").status_code == 302
    assert "(2–1)" in phones.sees(phones.first)
    phones.press(phones.first, "win")
    assert Match.objects.get(pk=phones.match.pk).games == [2, 1]


def test_a_match_of_a_bracket_is_reported_with_its_games(client: Client) -> None:
    options = {"after_round": 0, "best_of": "3"}
    phones = Phones(client, system="bracket", options=options, rounds_planned=3)
    assert "I won 2–0 I won 2–1 I lost 1–2 I lost 0–2" in phones.sees(phones.first)
    assert phones.press(phones.first, "games 2-2").status_code == 422
    assert "best of 3" in words(phones.press(phones.first, "games 3-1"))
    phones.press(phones.first, "games 2-1")
    phones.press(phones.second, "games 1-2")
    match = Match.objects.get(pk=phones.match.pk)
    assert (match.result, match.games) == ("1-0", [2, 1])


def test_a_request_that_was_taken_back_is_not_on_the_page(phones: Phones) -> None:
    phones.press(phones.first, "ask_skip")
    request = PlayerRequest.objects.get()
    taps = [phones.press(phones.first, "take_back", request=request.pk).status_code for _ in range(2)]
    assert taps == [302, 302]
    assert "Your request" not in phones.sees(phones.first)


def test_who_rests_has_nothing_to_report_and_calls_nobody(client: Client) -> None:
    phones = Phones(client, field=5)
    resting = phones.round.byes.get().player
    text = phones.sees(resting)
    assert "How did it end?" not in text and "Call a judge" not in text
    assert phones.press(resting, "win").status_code == 409
    assert phones.press(resting, "call").status_code == 409


def test_two_rounds_at_once_the_next_table_is_asked_about_once_this_one_is_done(client: Client) -> None:
    event = make_event(field=8, slug="spring", system="wcsc", options=MS, rounds_planned=5)
    first = publish(event)
    second = publish(event)
    player = event.players.get(number=1)
    here, there = (Seat.objects.get(round=r, player=player).match for r in (first, second))
    page = f"/e/spring/me/{player.key}/"
    text = words(client.get(page))
    assert text.count("How did it end?") == 1 and "Round 2, table" not in text
    assert client.post(page, {"do": "win", "match": there.pk}).status_code == 409
    results.enter_result(tournament=event, actor=None, match=here, result="1-0")
    assert f"Round 2, table {there.table} How did it end?" in read(client, page)
    assert client.post(page, {"do": "win", "match": there.pk}).status_code == 302
    assert ScoreClaim.objects.get().match_id == there.pk


# --- check-in ---


def test_a_player_says_i_am_here_and_takes_it_back_until_the_pairing_when_late_ones_are_in_the_next_round(
    client: Client,
) -> None:
    event = make_event(field=5, slug="spring", require_check_in=True)
    pages = {n: f"/e/spring/me/{event.players.get(number=n).key}/" for n in range(1, 6)}
    ask = "Are you here? Check in to be paired in round 1. I am here"
    assert ask in words(client.get(pages[1]))
    taps = [client.post(pages[n], {"do": "here"}).status_code for n in (1, 1, 2, 3, 4)]
    assert taps == [302] * 5
    first = LogEntry.objects.filter(action="checked_in").earliest("pk")
    assert first.user_name == event.players.get(number=1).name
    assert "You are checked in" in read(client, pages[1])
    assert client.post(pages[1], {"do": "not_here"}).status_code == 302
    assert not event.players.get(number=1).checked_in
    client.post(pages[1], {"do": "here"})
    play_round(event)
    assert "Undo check-in" not in read(client, pages[1])
    assert "Ask to sit out or to withdraw instead." in refusal(client.post(pages[1], {"do": "not_here"}))
    assert "paired in round 2. I am here" in words(client.get(pages[5]))
    assert client.post(pages[5], {"do": "here"}).status_code == 302


def test_the_page_at_the_door_names_nobody_and_sends_everybody_to_the_own_card(client: Client) -> None:
    event = make_event(field=4, slug="spring")
    text = words(client.get("/e/spring/check-in/"))
    assert "Scan the code on your own card." in text and "Player 1" not in text
    assert "Check in for round 1" in read(client, "/e/spring/")
    assert client.post("/e/spring/check-in/", {"player": "1"}).status_code == 405
    assert client.get("/e/spring/check-in.svg")["Content-Type"] == "image/svg+xml"
    publish(event)
    assert "Players cannot check in by themselves now." in read(client, "/e/spring/check-in/")
    assert "Check in for" not in read(client, "/e/spring/")


# --- requests, calls ---


def test_a_request_waits_is_answered_and_read(phones: Phones) -> None:
    assert phones.press(phones.first, "ask_withdraw", note="my train").status_code == 302
    text = phones.sees(phones.first)
    assert "Waiting for the desk Withdraw" in text and "my train" in text
    assert "Sit out this round" not in text
    request = PlayerRequest.objects.get()
    by: dict[str, Any] = {"tournament": phones.event, "actor": phones.event.owner}
    requests.refuse(**by, request=request, answer="One more round?")
    text = phones.sees(phones.first)
    assert "The desk declined your request" in text and "The desk: One more round?" in text
    assert "Sit out this round" in text
    phones.press(phones.first, "ask_withdraw")
    requests.grant(**by, request=PlayerRequest.objects.latest("pk"))
    text = phones.sees(phones.first)
    assert "The desk approved your request" in text and "Return for the next round" in text
    assert phones.press(phones.first, "ask_return").status_code == 302
    requests.grant(**by, request=PlayerRequest.objects.latest("pk"))
    assert phones.event.players.get(pk=phones.first.pk).left_after_round is None


def test_a_bye_for_a_later_round_is_asked_for_approved_and_undone(phones: Phones) -> None:
    event, me = phones.event, phones.first
    by: dict[str, Any] = {"tournament": event, "actor": event.owner}
    last = event.rounds_planned
    offered = "Round to sit out " + " ".join(f"Round {number}" for number in range(2, last + 1))
    assert offered in phones.sees(me)
    for wrong in (1, last + 1, 10**20, "x"):
        assert "A bye can be requested in rounds 2 to" in refusal(phones.press(me, "ask_skip", round=wrong))
    assert phones.press(me, "ask_skip", round=last).status_code == 302
    assert phones.press(me, "ask_skip", round=last).status_code == 302  # a second tap
    assert f"Waiting for the desk Sit out round {last}" in phones.sees(me)
    assert phones.press(me, "ask_skip", round=2).status_code == 409
    requests.grant(**by, request=PlayerRequest.objects.get(), kind="half")
    assert [(bye.round_number, bye.kind) for bye in me.bye_requests.all()] == [(last, "half")]
    text = phones.sees(me)
    assert f"Rounds you sit out Round {last}" in text
    assert offered.removesuffix(f" Round {last}") in text
    undo_last_step(**by)
    assert not me.bye_requests.exists() and "Rounds you sit out" not in phones.sees(me)


def test_a_bye_for_a_round_that_was_paired_meanwhile_cannot_be_approved(phones: Phones) -> None:
    phones.press(phones.first, "ask_skip", round=2)
    enter_all(phones.round)
    rounds.complete(tournament=phones.event, actor=None, round_=phones.round)
    pair(phones.event)
    with refused("bad_round"):
        requests.grant(tournament=phones.event, actor=None, request=PlayerRequest.objects.get())
    assert PlayerRequest.objects.get().state == "waiting"


def test_a_judge_is_called_and_the_whole_table_sees_what_becomes_of_it(phones: Phones) -> None:
    assert phones.press(phones.first, "call", note="illegal move").status_code == 302
    assert "Judge called at" in phones.sees(phones.second)
    assert phones.press(phones.second, "call").status_code == 302
    call = JudgeCall.objects.get()
    assert (call.player, call.note, call.table) == (phones.first, "illegal move", 1)
    assert phones.press(seated(phones.event, 1, 2)[0], "uncall", call=call.pk).status_code == 409
    calls.take(tournament=phones.event, actor=make_user("judge"), call=call)
    assert "A judge is on the way" in phones.sees(phones.first)
    calls.done(tournament=phones.event, actor=None, call=call)
    assert "is done. What is it about? (optional) Call a judge to table 1" in phones.sees(phones.first)
