"""Screens of the hall: made, named, told from the desk what to show, seen or missed; each shows what it should."""

import re
import time
from copy import deepcopy
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.api.conftest import Api
from tests.desk.pages import Desk, text
from tests.factories import enter_all, make_event, make_user, pair, play_round, publish, refused
from tests.kept import kept
from tests.public.pages import text_of
from tournaments.events.services import events
from tournaments.hall.services import screens
from tournaments.models import Action, LogEntry, Player, Round, Screen, Tournament
from tournaments.people.services import invitations
from tournaments.rounds.services import clocks, rounds
from tournaments.web import unchanged

pytestmark = pytest.mark.django_db


def publish_one() -> Tournament:
    tournament = make_event(field=12, slug="spring", round_minutes=50)
    publish(tournament)
    return tournament


published = kept(publish_one)


@pytest.fixture
def event(published: Tournament) -> Tournament:
    unchanged.forget()
    return deepcopy(published)


def make(event: Tournament, name: str = "Left", **fields: Any) -> Screen:
    return screens.create_screen(tournament=event, actor=event.owner, name=name, **fields)


def shown(event: Tournament, screen: Screen) -> str:
    return text_of(Client(), f"/e/{event.slug}/screen/{screen.key}/")


def test_each_mode_shows_its_own(event: Tournament) -> None:
    clocks.start(tournament=event, actor=None, round_=event.rounds.get())
    expected = {
        "auto": "Find your table",
        "names": "Find your table",
        "tables": "Round 1 of 5 In progress",
        "standings": "Standings",
        "timer": "end",
        "message": "Lunch until 13:15",
        "bracket": "Find your table",  # there is none: what fits the moment
    }
    screen = make(event, message="Lunch until 13:15\r\nRound 3: 13:30")
    assert screen.message == "Lunch until 13:15\nRound 3: 13:30"
    for mode, words in expected.items():
        screens.update_screen(tournament=event, actor=None, screen=screen, mode=mode)
        page = shown(event, screen)
        assert words in page, mode
        assert ("Lunch" in page) is (mode == "message")
        assert ("Player 7" in page) is (mode not in ("timer", "message"))


def test_a_screen_shows_the_part_of_the_tables_it_was_given(event: Tournament) -> None:
    screen = make(event, mode="tables", first_table=3, last_table=4)
    seats = {
        m.table: set(m.seats.values_list("player__name", flat=True)) for m in event.rounds.get().matches.all()
    }
    for mode in ("tables", "names"):
        screens.update_screen(tournament=event, actor=None, screen=screen, mode=mode)
        page = Client().get(f"/e/spring/screen/{screen.key}/").content.decode()
        for table, names in seats.items():
            assert all((f"<bdi>{name}</bdi>" in page) is (table in (3, 4)) for name in names)


def test_the_screen_hears_of_a_change_and_phones_do_not(event: Tournament) -> None:
    screen, client = make(event), Client()
    address = f"/e/spring/screen/{screen.key}/"
    tag, phone = client.get(address)["ETag"], client.get("/e/spring/")["ETag"]
    version = Tournament.objects.get(pk=event.pk).version
    assert client.get(address, headers={"if-none-match": tag}).status_code == 304
    screens.update_screen(tournament=event, actor=None, screen=screen, mode="standings")
    answer = client.get(address, headers={"if-none-match": tag})
    assert answer.status_code == 200
    assert answer["ETag"] != tag
    assert client.get("/e/spring/", headers={"if-none-match": phone}).status_code == 304
    assert Tournament.objects.get(pk=event.pk).version == version
    events.update_event(tournament=event, actor=None, name="Autumn")
    changed = client.get(address, headers={"if-none-match": answer["ETag"]})
    assert "Autumn" in changed.content.decode()


def test_a_screen_that_asks_is_there_and_a_preview_is_not(event: Tournament) -> None:
    screen, client, desk = make(event), Client(), Desk(event.owner, event)
    address = f"/e/spring/screen/{screen.key}/"
    stamp = Screen.objects.get().changed_at
    client.get(f"{address}?preview=1")
    assert Screen.objects.get().seen_at is None
    assert "never opened" in text(desk.get("screens"))
    tag = client.get(address)["ETag"]
    assert "connected" in text(desk.get("screens"))
    seen = Screen.objects.get().seen_at
    client.get(address)
    assert Screen.objects.get().seen_at == seen  # it is written down now and then, not at every question
    long_ago = timezone.now() - timedelta(minutes=5)
    Screen.objects.update(seen_at=long_ago)
    assert f"not seen since {timezone.localtime(long_ago):%H:%M}" in text(desk.get("screens"))
    assert client.get(address, headers={"if-none-match": tag}).status_code == 304
    assert "connected" in text(desk.get("screens"))
    assert Screen.objects.get().changed_at == stamp


BAD: list[tuple[str, dict[str, Any]]] = [
    ("missing", {"name": " "}),
    ("too_long", {"name": "x" * 61}),
    ("bad_mode", {"mode": "cinema"}),
    ("message_missing", {"mode": "message"}),
    ("too_long", {"message": "x" * 301}),
    ("bad_number", {"first_table": 0}),
    ("bad_number", {"first_table": 9, "last_table": 8}),
    ("bad_text", {"first_letter": "L", "last_letter": "K"}),
    ("too_long", {"first_letter": "x" * 11}),
    ("bad_number", {"seconds": 2}),
    ("bad_number", {"seconds": 601}),
    ("unknown_field", {"colour": "red"}),
    ("screen_name_taken", {"name": "Right"}),
]


def test_bad_settings_are_refused_and_change_nothing(event: Tournament) -> None:
    make(event, "Right")
    screen = make(event)
    lines, before = LogEntry.objects.count(), screens.facts_of(screen)
    for code, fields in BAD:
        with refused(code):
            screens.update_screen(tournament=event, actor=None, screen=screen, **fields)
        with refused(code):
            screens.create_screen(tournament=event, actor=None, **{"name": "Third", **fields})
    assert screens.facts_of(Screen.objects.get(pk=screen.pk)) == before
    assert (Screen.objects.count(), LogEntry.objects.count()) == (2, lines)


def test_every_change_is_in_the_log(event: Tournament) -> None:
    screen = make(event)
    screens.update_screen(tournament=event, actor=event.owner, screen=screen, mode="timer")
    screens.update_screen(tournament=event, actor=event.owner, screen=screen, mode="timer")  # nothing new
    screens.delete_screen(tournament=event, actor=event.owner, screen=screen)
    lines = LogEntry.objects.filter(action=Action.SCREEN_CHANGED).order_by("pk")
    modes = [((x.before or {}).get("mode"), (x.after or {}).get("mode")) for x in lines]
    assert modes == [(None, "auto"), ("auto", "timer"), ("timer", None)]


def test_a_screen_belongs_to_its_event(event: Tournament) -> None:
    other = make_event(field=4, slug="other")
    screen = make(event)
    with refused("screen_gone"):
        screens.update_screen(tournament=other, actor=None, screen=screen, mode="timer")
    assert Client().get(f"/e/other/screen/{screen.key}/").status_code == 404
    assert Client().get("/e/spring/screen/nobody/").status_code == 404
    desk = Desk(other.owner, other)
    assert desk.post("show_on_screen", screen.pk, data={"mode": "timer"}).status_code == 404


def test_a_screen_of_a_private_event_is_for_its_staff(event: Tournament) -> None:
    address = f"/e/spring/screen/{make(event).key}/"
    events.update_event(tournament=event, actor=event.owner, visibility="private")
    assert Client().get(address).status_code == 404
    signed_in = Client()
    signed_in.force_login(event.owner)
    answer = signed_in.get(address)
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "private, no-cache"
    stranger = Client()
    stranger.force_login(make_user())
    assert stranger.get(address).status_code == 404


def test_a_browser_invited_as_a_display_shows_the_named_screens_of_that_event_until_it_is_revoked(
    event: Tournament,
) -> None:
    screen = make(event, message="Lunch until 13:15", mode="message")
    events.update_event(tournament=event, actor=event.owner, visibility="private")
    elsewhere = make(make_event(field=4, slug="other", visibility="private"))
    invitation = invitations.create(tournament=event, actor=event.owner, role="display")
    beamer, address = Client(), f"/e/spring/screen/{screen.key}/"
    assert beamer.get(address).status_code == 404
    beamer.post(f"/join/{invitation.key}/")
    answer = beamer.get(address)
    assert answer.status_code == 200
    assert "Lunch until 13:15" in answer.content.decode()
    assert answer["Cache-Control"] == "private, no-cache"
    assert Screen.objects.get(pk=screen.pk).seen_at is not None
    see_all_that_a_screen_asks_for(beamer, answer.content.decode())
    tag = {"if-none-match": answer["ETag"]}
    assert beamer.get(address, headers=tag).status_code == 304
    for other in (f"/e/other/screen/{elsewhere.key}/", f"/e/spring/screen/{elsewhere.key}/"):
        assert beamer.get(other).status_code == 404
    assert Client().get(address).status_code == 404
    invitations.revoke(tournament=event, actor=event.owner, invitation=invitation)
    assert beamer.get(address).status_code == 404
    assert beamer.get(address, headers=tag).status_code == 404


def see_all_that_a_screen_asks_for(beamer: Client, page: str) -> None:
    """The code with the address, too: a picture that is missing is what a hall sees first."""
    asked = set(re.findall(r'(?:src|hx-get)="(/[^"]+)"|rel="manifest" href="([^"]+)"', page))
    ours = {one or two for one, two in asked if not (one or two).startswith("/static/")}
    assert {"/e/spring/qr.svg", "/e/spring/manifest.webmanifest"} < ours
    assert {address: beamer.get(address).status_code for address in ours} == dict.fromkeys(ours, 200)
    assert {Client().get(address).status_code for address in ours} == {404}


def test_no_screen_shows_a_draft_or_what_the_staff_noted(event: Tournament) -> None:
    Player.objects.filter(number=7).update(note="banned last year")
    fresh = make_event(field=4, slug="fresh")
    pair(fresh)
    waiting = make(fresh, mode="tables")
    assert "Player 1" not in shown(fresh, waiting)
    screen = make(event, message="Hello")
    for mode in ("names", "tables", "standings", "timer", "message"):
        screens.update_screen(tournament=event, actor=None, screen=screen, mode=mode)
        assert "banned" not in shown(event, screen)


def test_the_desk_makes_switches_and_removes_screens(event: Tournament) -> None:
    desk = Desk(event.owner, event)
    page = desk.press("screens", data={"name": "Stage", "mode": "auto", "seconds": "12", "last_table": "40"})
    assert "Stage never opened" in page
    screen = Screen.objects.get()
    assert screen.part == {"seconds": 12, "last": 40}
    desk.press("show_on_screen", screen.pk, data={"mode": "timer"})
    assert Screen.objects.get().mode == "timer"
    assert "Enter the message" in desk.press("show_on_screen", screen.pk, data={"mode": "message"})
    given = {
        f"s{screen.pk}-{name}": value
        for name, value in {
            "name": "Stage",
            "mode": "message",
            "message": "Hello",
            "first_table": "",
            "last_table": "",
            "seconds": "",
            "details": "False",
            "first_letter": "L",
        }.items()
    }
    desk.press("screen", screen.pk, data=given)
    part = {"first_letter": "L", "details": False}
    assert (Screen.objects.get().message, Screen.objects.get().part) == ("Hello", part)
    desk.press("delete_screen", screen.pk)
    assert not Screen.objects.exists()


def test_what_was_typed_stays_and_the_field_is_named(event: Tournament) -> None:
    make(event, "Stage")
    desk = Desk(event.owner, event)
    answer = desk.post(
        "screens", data={"name": "Stage", "mode": "auto", "first_table": "9", "last_table": "3"}
    )
    assert answer.status_code == 200
    assert "must not be before the first table, 9" in text(answer)
    answer = desk.post("screens", data={"name": "Stage", "mode": "auto"})
    assert "A screen named Stage already exists" in text(answer)
    assert 'value="Stage"' in answer.content.decode()


def test_the_unnamed_screen_still_chooses_by_itself(event: Tournament) -> None:
    assert "Find your table" in text_of(Client(), "/e/spring/screen/")
    finished = make_event(field=4, slug="done")
    play_round(finished)
    assert "Standings after round 1" in text_of(Client(), "/e/done/screen/")
    assert "50:00 not started" in text_of(Client(), "/e/spring/screen/?show=timer")


def test_the_api_does_the_same(event: Tournament) -> None:
    api, base = Api(event.owner), "events/spring/screens/"
    made = api.post(base, {"name": "Stage", "mode": "tables", "last_table": 40}, 201)
    assert made["url"].endswith(f"/e/spring/screen/{made['key']}/")
    assert (made["first_table"], made["last_table"], made["is_there"]) == (None, 40, False)
    changed = api.patch(f"{base}{made['key']}/", {"mode": "timer", "last_letter": "K", "details": True})
    assert (changed["mode"], changed["last_table"], changed["size"]) == ("timer", 40, "M")
    assert (changed["first_letter"], changed["last_letter"], changed["details"]) == ("", "K", True)
    assert [row["name"] for row in api.get(base)] == ["Stage"]
    api.delete(f"{base}{made['key']}/")
    assert api.get(base) == []


def test_the_size_is_one_of_four_and_the_desk_says_what_each_screen_shows_now(event: Tournament) -> None:
    api, screen = Api(event.owner), make(event, size="XL")
    clocks.start(tournament=event, actor=None, round_=event.rounds.get())
    with refused("bad_size", field="size", allowed="S, M, L, XL"):
        make(event, "Right", size="XXL")
    assert 'data-size="XL"' in Client().get(f"/e/spring/screen/{screen.key}/").content.decode()
    assert 'data-size="S"' in Client().get("/e/spring/screen/?size=S").content.decode()
    assert 'data-size="M"' in Client().get("/e/spring/screen/?size=XXL").content.decode()
    assert "Shows now: Pairings by name → Clock Size XL" in text(Desk(event.owner, event).get("screens"))
    assert api.patch(f"events/spring/screens/{screen.key}/", {"size": "L"})["size"] == "L"


# --- what fits the moment -------------------------------------------------------------------------------------------


def turn(event: Tournament, screen: Screen) -> list[str]:
    """What the boards of the screen show, in turn."""
    unchanged.forget()
    page = Client().get(f"/e/{event.slug}/screen/{screen.key}/").content.decode()
    return re.findall(r'data-board\s+data-size="M"\s+data-show="(\w+)"', page)


def finish(event: Tournament, round_: Round) -> None:
    enter_all(round_)
    rounds.complete(tournament=event, actor=None, round_=round_)


def minutes_ago(minutes: float) -> datetime:
    return timezone.now() - timedelta(minutes=minutes)


def test_a_screen_turns_to_the_clock_while_it_runs_and_after_the_first_round_to_the_standings(
    event: Tournament,
) -> None:
    screen, first = make(event), event.rounds.get()
    given: dict[str, Any] = {"tournament": event, "actor": None, "round_": first}
    assert turn(event, screen) == ["names"]
    clocks.start(**given)
    assert turn(event, screen) == ["names", "timer"]
    clocks.pause(**given)
    assert turn(event, screen) == ["names", "timer"]
    clocks.stop(**given)
    assert turn(event, screen) == ["names"]
    finish(event, first)
    assert turn(event, screen) == ["standings"]
    second = publish(event)
    assert turn(event, screen) == ["names"]
    clocks.start(tournament=event, actor=None, round_=second)
    assert turn(event, screen) == ["names", "timer", "standings"]
    page = shown(event, screen)
    assert "Standings after round 1" in page and "Find your table" in page
    finish(event, second)
    assert turn(event, screen) == ["standings"]


def test_once_the_event_is_over_the_winners_take_turns_with_the_standings() -> None:
    event = make_event(field=4, slug="over", rounds_planned=1)
    play_round(event)
    screen = make(event)
    assert turn(event, screen) == ["standings"]
    events.finish_event(tournament=event, actor=event.owner)
    assert turn(event, screen) == ["winners", "standings"]
    assert "Shared first place 1 Player" in shown(event, screen)


@pytest.mark.parametrize(
    ("ran", "shows"), [(9.9, ["names", "timer", "standings"]), (10.1, ["timer", "standings"])]
)
def test_nobody_looks_for_a_table_when_ten_minutes_have_run(ran: float, shows: list[str]) -> None:
    """Pauses do not count; while the clock runs the page says when that will be, and the screen turns by it."""
    event = make_event(field=4, slug="second", round_minutes=50)
    play_round(event)
    round_, screen = publish(event), make(event)
    clocks.start(tournament=event, actor=None, round_=round_, at=minutes_ago(60))
    clocks.pause(tournament=event, actor=None, round_=round_, at=minutes_ago(60 - ran))
    assert turn(event, screen) == shows
    clocks.start(tournament=event, actor=None, round_=round_)
    unchanged.forget()
    page = Client().get(f"/e/second/screen/{screen.key}/").content.decode()
    until = int(re.findall(r'data-until="(\d+)"', page)[0]) / 1000
    assert until - time.time() == pytest.approx(60 * (10 - ran), abs=5)


def test_a_bracket_takes_the_place_of_the_standings() -> None:
    event = make_event(field=4, slug="cup", system="double_elimination", round_minutes=50)
    play_round(event)
    screen = make(event)
    assert turn(event, screen) == ["bracket"]
    clocks.start(tournament=event, actor=None, round_=publish(event))
    assert turn(event, screen) == ["names", "timer", "bracket"]


def test_what_the_desk_chooses_is_shown_alone_and_without_a_script_the_first_of_the_turn(
    event: Tournament,
) -> None:
    screen = make(event)
    clocks.start(tournament=event, actor=None, round_=event.rounds.get())
    for mode in ("names", "tables", "standings", "timer"):
        screens.update_screen(tournament=event, actor=None, screen=screen, mode=mode)
        assert turn(event, screen) == [mode]
    page = Client().get("/e/spring/screen/").content.decode()
    assert re.findall(r'<div\s+(hidden)?\s*class="\s*board\s+board--', page) == ["", "hidden"]
