"""Who came by the event's own code: from the own name to a phone that may report, without a dead end."""

import re

import pytest
from django.test import Client

from tests.factories import make_event, make_user, publish
from tests.public.pages import read, refusal, text_of, words
from tests.tournaments.seated import FirstTable
from tournaments.events.services import events
from tournaments.models import PlayerRequest
from tournaments.players.selectors.table_codes import code_of, path_of
from tournaments.players.services import attendance, codes, requests

pytestmark = pytest.mark.django_db

ASK = "/e/spring/me/ask/"
ASK_DESK = "ask the desk to show your own code and scan it."


def player_page(number: int) -> str:
    return f"/e/spring/players/{number}/"


def test_before_round_1_a_player_reads_how_to_check_in_and_report(client: Client) -> None:
    make_event(field=4, slug="spring")
    text = text_of(client, player_page(2))
    assert "Is this you? Check in and report from this phone" in text
    assert "When you sit at your table, scan its card and tap your name." in text
    assert (
        "Ask the desk to show your own code and scan it. You can then check in for round 1 and report."
        in text
    )
    assert "A name is not enough, so that no one else can report for you." in text


def test_during_a_round_the_page_names_the_table_and_the_card_of_the_event_leads_there(
    client: Client,
) -> None:
    hall = FirstTable(make_event(field=6, slug="spring"))
    me = hall.players[0]
    text = text_of(client, player_page(me.number))
    assert f"Scan the card on table 1 and tap {me.name}. Then report the result." in text
    assert ASK_DESK in text
    card = client.get(f"/e/spring/players/{me.number}/card/").content.decode()
    assert f'href="{player_page(me.number)}#this-phone"' in card and "Report the result" in card
    assert 'href="/e/spring/code/"' in client.get(player_page(me.number)).content.decode()


def test_neither_key_nor_code_is_on_the_way(client: Client) -> None:
    """Nobody may report for somebody else who has only found their name."""
    hall = FirstTable(make_event(field=6, slug="spring"))
    for page in (player_page(hall.players[0].number), "/e/spring/code/"):
        content = client.get(page).content.decode()
        assert code_of(hall.event, 1) not in content and hall.players[0].key not in content
        forms = re.findall(r'<form method="post" action="([^"]+)"', content)
        assert set(forms) <= {ASK}  # the desk has to say yes to it


@pytest.mark.parametrize(
    "typed", ["{code}", " {code} ", "{upper}", "{plain}", "https://hall.example{path}", "{path}"]
)
def test_the_code_of_a_table_is_typed_as_it_is_printed(client: Client, typed: str) -> None:
    event = FirstTable(make_event(field=6, slug="spring")).event
    code, path = code_of(event, 1), path_of(event, 1)
    written = typed.format(code=code, upper=code.upper(), plain=code.replace("-", ""), path=path)
    answer = client.get("/e/spring/code/", {"code": written})
    assert (answer.status_code, answer["Location"]) == (302, path)
    assert "Who are you?" in words(client.get(path))


@pytest.mark.parametrize("typed", ["x", "1-aaaaaaaaaa", "9" * 400, "99999999999-aaaaaaaaaa"])
def test_a_wrong_code_opens_nothing_and_says_what_to_do(client: Client, typed: str) -> None:
    publish(make_event(field=6, slug="spring"))
    answer = client.get("/e/spring/code/", {"code": typed}, follow=True)
    assert "No table has this code. Type it as it is printed on the card of your table" in words(answer)


def test_wrong_codes_are_counted_as_wrong_keys_are_and_a_right_one_opens_still(
    client: Client, settings: object
) -> None:
    event = FirstTable(make_event(field=6, slug="spring")).event
    settings.LIMITS = {**settings.LIMITS, "wrong_keys": (2, 600)}  # type: ignore[attr-defined]
    wrong = [client.get("/e/spring/code/", {"code": "1-aaaaaaaaaa"}).status_code for _ in range(3)]
    assert wrong == [302, 302, 429]
    assert client.get("/e/spring/code/", {"code": code_of(event, 1)})["Location"] == path_of(event, 1)


def test_where_there_is_nothing_to_do_nothing_is_offered(client: Client) -> None:
    event = make_event(field=4, slug="spring")
    attendance.withdraw(tournament=event, actor=event.owner, player=event.players.get(number=3))
    assert "Is this you?" not in text_of(client, player_page(3))
    events.update_event(tournament=event, actor=event.owner, players_report=False)
    assert "Is this you? Check in from this phone" in text_of(client, player_page(2))
    events.update_event(tournament=event, actor=event.owner, players_check_in=False)
    assert "Is this you?" not in text_of(client, player_page(2))


# --- recognised by the desk ---


def ask(phone: Client, number: int) -> PlayerRequest:
    """The phone asks for this player, and shows the digits the desk sees."""
    answer = phone.post(ASK, {"number": str(number)})
    assert (answer.status_code, answer["Location"]) == (302, ASK)
    asked = PlayerRequest.objects.latest("pk")
    assert f"{asked.player.name} {asked.note}" in text_of(phone, ASK)
    return asked


def test_the_desk_recognises_a_phone_that_then_checks_in_and_is_found_again(client: Client) -> None:
    event = make_event(field=4, slug="spring")
    asked, stranger = ask(client, 2), Client()
    other = ask(stranger, 2)
    assert asked.note != other.note
    me = event.players.get(number=2)
    requests.grant(tournament=event, actor=event.owner, request=asked)
    page = f"/e/spring/me/{me.key}/"
    assert client.get("/e/spring/me/")["Location"] == ASK and client.get(ASK)["Location"] == page
    assert client.get(ASK, headers={"hx-request": "true"})["HX-Redirect"] == page
    client.post(page, {"do": "here"})
    assert event.players.get(number=2).checked_in
    assert page not in stranger.get(ASK).content.decode()
    requests.refuse(tournament=event, actor=event.owner, request=other, answer="")
    assert "The desk did not recognise this phone." in read(stranger, ASK)
    client.post(page, {"do": "forget"})
    assert client.get("/e/spring/me/")["Location"] == "/e/spring/code/?own=none"


def test_a_request_opens_nothing_for_another_phone_or_after_a_new_code(client: Client) -> None:
    event = make_event(field=4, slug="spring")
    asked = ask(client, 2)
    requests.grant(tournament=event, actor=event.owner, request=asked)
    forger = Client()
    forger.cookies["pairwright_asks"] = f"{asked.pk}:1x:{'y' * 43}"
    assert forger.get(ASK)["Location"] == Client().get(ASK)["Location"] == "/e/spring/find/"
    codes.renew_player_key(tournament=event, actor=event.owner, player=asked.player)
    assert client.get(ASK)["Location"] == "/e/spring/find/"


def test_phones_that_ask_are_bounded_by_player_by_address_and_one_by_phone(
    client: Client, settings: object
) -> None:
    event = make_event(field=4, slug="spring")
    ask(client, 2)
    assert client.post(ASK, {"number": "2"})["Location"] == ASK
    ask(client, 3)  # instead of the other
    waiting = PlayerRequest.objects.filter(state="waiting")
    assert [row.player.number for row in waiting] == [3]
    for _ in range(2):
        ask(Client(), 3)
    assert "Other phones already ask for Player 3" in refusal(Client().post(ASK, {"number": "3"}))
    assert waiting.all().count() == 3
    assert [client.post(ASK, {"number": text}).status_code for text in ("99", "x", "")] == [404] * 3
    settings.LIMITS = {**settings.LIMITS, "phones": (1, 600)}  # type: ignore[attr-defined]
    assert client.post(ASK, {"number": "1"}).status_code == 429
    settings.LIMITS = {**settings.LIMITS, "phones": (0, 600)}  # type: ignore[attr-defined]
    events.update_event(tournament=event, actor=event.owner, players_report=False, players_check_in=False)
    assert "Go to the desk." in refusal(Client().post(ASK, {"number": "1"}))


def test_a_private_event_has_no_such_page(client: Client) -> None:
    make_event(field=4, slug="spring", visibility="private")
    client.force_login(make_user())
    assert client.get("/e/spring/code/").status_code == client.post(ASK, {"number": "1"}).status_code == 404
    assert client.get("/e/spring/code/", {"code": "1-aaaaaaaaaa"}).status_code == 404


def test_the_printed_card_has_its_code_in_letters_too() -> None:
    event = FirstTable(make_event(field=6, slug="spring")).event
    client = Client()
    client.force_login(event.owner)
    assert code_of(event, 1) in read(client, "/desk/spring/print/table-cards/")
