"""The page behind the code on a table: who one is there, one browser for one seat, and no key in it."""

from copy import deepcopy
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client

from tests.factories import FOUR_SCORES, make_event, make_table_event, publish
from tests.kept import kept
from tests.public.pages import read, refusal, words
from tests.tournaments.phones.test_public_scores import TYPED
from tests.tournaments.seated import FirstTable
from tournaments.events.services import events
from tournaments.models import JudgeCall, Player, ScoreClaim, Seat, Tournament
from tournaments.phones.public import at_table
from tournaments.players.selectors.table_codes import path_of
from tournaments.players.services import codes
from tournaments.results.services import results
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db


class Hall(FirstTable):
    """Its code, and any number of phones."""

    def __init__(self, event: Tournament) -> None:
        super().__init__(event)
        self.path = path_of(event, 1)

    def phone(self, player: Player | None = None) -> Client:
        client = Client()
        if player is not None:
            assert self.press(client, "i_am", number=player.number).status_code == 302
        return client

    def press(self, client: Client, do: str, **more: Any) -> Any:
        return client.post(self.path, {"do": do, "match": str(self.match.pk), **more})

    def sees(self, client: Client) -> str:
        return read(client, self.path)


halls = kept(
    lambda: (Hall(make_event(field=6, slug="spring")), Hall(make_table_event(field=8, slug="riichi")))
)


@pytest.fixture
def hall(halls: tuple[Hall, Hall]) -> Hall:
    return deepcopy(halls[0])


@pytest.fixture
def riichi(halls: tuple[Hall, Hall]) -> Hall:
    return deepcopy(halls[1])


def test_it_asks_who_one_is_and_two_phones_report_from_the_table(hall: Hall) -> None:
    first, second = hall.players
    text = hall.sees(hall.phone())
    assert f"Round 1 Who are you? {first.name} {second.name}" in text
    assert "I won" not in text
    a, b = hall.phone(first), hall.phone(second)
    assert f"You: {first.name}" in hall.sees(a) and "I won Draw I lost" in hall.sees(a)
    assert hall.press(a, "win").status_code == 302
    assert f"{first.name} reported: You lost Yes, that is right" in hall.sees(b)
    assert hall.press(b, "loss").status_code == 302
    assert hall.result == "1-0"
    assert "You lost" in hall.sees(b)


def test_one_browser_does_not_answer_for_both_sides_but_with_the_own_card(hall: Hall) -> None:
    first, second = hall.players
    phone = hall.phone(first)
    hall.press(phone, "win")
    for do in ("i_am", "not_me"):
        assert f"This phone has already answered for {first.name}" in refusal(
            hall.press(phone, do, number=second.number)
        )
    assert f"You: {first.name}" in hall.sees(phone)
    assert (hall.result, ScoreClaim.objects.get().state) == (None, "waiting")
    answer = phone.post(f"/e/spring/me/{second.key}/", {"do": "loss", "match": hall.match.pk})
    assert (answer.status_code, hall.result) == (302, "1-0")


def test_a_cookie_that_was_changed_to_the_other_seat_is_no_cookie(hall: Hall) -> None:
    first, second = hall.players
    phone = hall.phone(first)
    value = phone.cookies[at_table.COOKIE].value
    phone.cookies[at_table.COOKIE] = value[:-2] + ("AA" if value[-2:] != "AA" else "BB")
    assert "Who are you?" in hall.sees(phone)
    other = Hall(make_event(field=6, slug="other"))
    phone.cookies[at_table.COOKIE] = value
    assert "Who are you?" in words(phone.get(other.path))
    assert second.name in hall.sees(hall.phone(second))


def test_what_waited_on_a_phone_counts_for_the_player_who_said_it_only(hall: Hall) -> None:
    """The phone has changed hands, or another round is being played, before it was online again."""
    first, second = hall.players
    by_script: dict[str, Any] = {"headers": {"accept": "application/json"}}
    said = {"do": "win", "match": hall.match.pk, "as": first.number, "key": "k1"}
    for number, code in ((None, "who"), (second.number, "another_player")):
        phone = hall.phone(second if number else None)
        assert phone.post(hall.path, said, **by_script).json()["code"] == code
    assert not ScoreClaim.objects.exists()
    assert hall.phone(first).post(hall.path, said, **by_script).json() == {"state": "waiting"}


def test_whoever_chose_the_wrong_name_may_choose_again_before_answering(hall: Hall) -> None:
    first, second = hall.players
    phone = hall.phone(first)
    assert hall.press(phone, "not_me").status_code == 302
    assert "Who are you?" in hall.sees(phone)
    hall.press(phone, "i_am", number=second.number)
    assert f"You: {second.name}" in hall.sees(phone)


def test_nothing_is_answered_before_one_has_said_who_one_is(hall: Hall) -> None:
    assert "Choose who you are first." in refusal(hall.press(hall.phone(), "win"))
    stranger = hall.event.players.exclude(pk__in=[p.pk for p in hall.players]).first()
    assert stranger is not None
    assert "Other players are at this table now." in refusal(
        hall.press(hall.phone(), "i_am", number=stranger.number)
    )
    assert hall.press(hall.phone(), "i_am", number="x").status_code == 409


def test_in_the_next_round_one_says_it_anew(hall: Hall) -> None:
    phone = hall.phone(hall.players[0])
    for match in hall.round.matches.all():
        results.enter_result(tournament=hall.event, actor=None, match=match, result="1-0")
    rounds.complete(tournament=hall.event, actor=hall.event.owner, round_=hall.round)
    assert "No one is playing at this table." in hall.sees(phone)
    assert hall.press(phone, "win").status_code == 409
    publish(hall.event)
    assert "Round 2 Who are you?" in hall.sees(phone)


def test_what_only_the_own_card_may_and_reports_nobody_wants_are_refused(hall: Hall) -> None:
    phone = hall.phone(hall.players[0])
    for do in ("ask_withdraw", "ask_skip", "here", "take_back"):
        assert hall.press(phone, do).status_code == 409
    assert "Withdraw" not in hall.sees(phone)
    events.update_event(tournament=hall.event, actor=None, players_report=False)
    text = hall.sees(phone)
    assert "Results are entered at the desk." in text and "I won" not in text and "Call a judge" in text
    assert hall.press(phone, "win").status_code == 409


def test_a_browser_without_cookies_is_told_so(hall: Hall) -> None:
    answer = hall.press(Client(), "i_am", number=hall.players[0].number)
    assert "This browser blocks cookies" in words(Client().get(answer["Location"]))


def test_anybody_at_the_table_calls_a_judge(hall: Hall) -> None:
    phone = hall.phone()
    assert hall.press(phone, "call", note="spilt coffee").status_code == 302
    call = JudgeCall.objects.get()
    assert (call.player, call.table, call.note) == (None, 1, "spilt coffee")
    assert "Judge called at" in hall.sees(hall.phone(hall.players[1]))
    assert hall.press(hall.phone(), "uncall", call=call.pk).status_code == 302
    assert JudgeCall.objects.get().state == "cancelled"


def test_calls_and_a_stuck_button_are_limited_by_table(hall: Hall, settings: Any) -> None:
    for limit, most, do, given in (
        ("calls", 3, "call", [302, 302, 302, 429]),
        ("answers_of_table", 2, "win", [409, 409, 429]),
    ):
        caches["limits"].clear()
        settings.LIMITS = {**settings.LIMITS, limit: (most, 300)}
        assert [hall.press(hall.phone(), do).status_code for _ in given] == given
    assert JudgeCall.objects.count() == 1


def test_four_at_a_table_enter_and_confirm_scores_by_its_code(riichi: Hall) -> None:
    assert riichi.phone().get(riichi.path + "result/").status_code == 302  # a name is needed
    east, south = riichi.players[:2]
    a, b = riichi.phone(east), riichi.phone(south)
    assert "Enter the result" in riichi.sees(a)
    data = {"match": str(riichi.match.pk), **TYPED}
    answer = a.post(riichi.path + "result/", {**data, "raw_3": "18600"})
    assert answer.status_code == 422 and "100 too many" in words(answer)
    answer = a.post(riichi.path + "result/", data)
    assert (answer.status_code, answer["Location"]) == (302, riichi.path)
    report = ScoreClaim.objects.get()
    assert riichi.press(a, "confirm", claim=report.pk).status_code == 409
    assert f"{east.name} entered the result. Is that right?" in riichi.sees(b)
    assert riichi.press(b, "confirm", claim=report.pk).status_code == 302
    raw = Seat.objects.filter(match=riichi.match).order_by("position").values_list("raw", flat=True)
    assert tuple(raw) == FOUR_SCORES


def test_house_players_are_nobody_to_be() -> None:
    event = make_table_event(field=7, slug="seven")
    publish(event)
    house = Seat.objects.get(player__house=True)
    path = path_of(event, house.match.table)
    client = Client()
    assert house.player.name not in words(client.get(path))
    assert client.post(path, {"do": "i_am", "number": house.player.number}).status_code == 409


def test_no_key_of_a_player_is_on_these_pages(hall: Hall, riichi: Hall) -> None:
    for here in (hall, riichi):
        keys = [player.key.encode() for player in here.event.players.all()]
        phone = here.phone(here.players[0])
        for path in (here.path, f"{here.path}result/"):
            for client in (phone, Client()):
                content = client.get(path, follow=True).content
                assert not [key for key in keys if key in content]


def test_nobody_keeps_it_and_no_other_site_hears_of_its_address(hall: Hall) -> None:
    answer = hall.phone(hall.players[0]).get(hall.path)
    assert answer["Cache-Control"] == "private, no-store"
    assert answer["Referrer-Policy"] == "no-referrer"
    assert answer["X-Robots-Tag"].startswith("noindex")
    cookie = hall.press(Client(), "i_am", number=hall.players[0].number).cookies[at_table.COOKIE]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == ("/e/spring/table/", True, "Lax")


def test_wrong_old_and_private_codes_find_nothing(hall: Hall) -> None:
    for wrong in (hall.path[:-2] + "/", hall.path.replace("/1-", "/2-"), "/e/spring/table/1/"):
        assert Client().get(wrong).status_code == 404
        assert Client().post(wrong, {"do": "call"}).status_code == 404
    events.update_event(tournament=hall.event, actor=None, visibility="private")
    assert Client().get(hall.path).status_code == 404
    events.update_event(tournament=hall.event, actor=None, visibility="public")
    codes.renew_table_codes(tournament=hall.event, actor=None)
    assert Client().get(hall.path).status_code == 404
