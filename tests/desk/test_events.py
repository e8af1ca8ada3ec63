"""My events at the desk: opened by every role, made from a file, and the outlook of one that is being played."""

import json
import re
from itertools import cycle
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from tests.desk.pages import Desk, text
from tests.factories import add_player, make_event, make_user, play_rounds, publish
from tests.outlook import worked_out
from tests.pairing.formats.test_trf import REPORT, abnormal
from tournaments.events.services import archive, events
from tournaments.files.services.documents import export_event
from tournaments.hall.services import screens
from tournaments.models import Role, Tournament, Visibility
from tournaments.people.services.staff import hand_over
from tournaments.rights import TABLE, Right

pytestmark = pytest.mark.django_db


def staffed(role: Role, **settings: Any) -> tuple[Tournament, User]:
    event = make_event(field=4, slug="spring", **settings)
    publish(event)
    if role is Role.OWNER:
        return event, event.owner
    user = make_user()
    events.set_staff(tournament=event, actor=event.owner, user=user, role=role)
    return event, user


def card(user: User) -> tuple[str, list[str]]:
    """The words and the links of the one event of the list."""
    page = Desk(user).get("events")
    found = re.search(r'<li class="card event-card".*?</li>', page.content.decode(), flags=re.DOTALL)
    assert found is not None
    page.content = found[0].encode()
    return text(page), re.findall(r'<a [^>]*href="([^"]+)"', found[0])


@pytest.mark.parametrize("visibility", ["public", "private"])
@pytest.mark.parametrize("role", list(Role))
def test_every_link_of_the_list_can_be_opened_by_every_role(role: Role, visibility: str) -> None:
    event, user = staffed(role, visibility=visibility)
    screens.create_screen(tournament=event, actor=event.owner, name="Left of the door")
    words, links = card(user)
    browser = Desk(user).client
    assert [browser.get(link).status_code for link in links] == [200] * len(links)
    assert (str(role.label) in words) is (role is not Role.OWNER)
    has_desk = role in TABLE[Right.SEE_DRAFTS]
    assert links[0] == ("/desk/spring/" if has_desk else "/e/spring/")
    assert ("Left of the door" in words) is not has_desk


def test_a_display_finds_its_screens_there() -> None:
    event, user = staffed(Role.DISPLAY, visibility="private")
    screen = screens.create_screen(tournament=event, actor=event.owner, name="Left of the door")
    _words, links = card(user)
    assert links == ["/e/spring/", "/e/spring/screen/", f"/e/spring/screen/{screen.key}/"]


def test_a_longer_list_asks_the_database_no_more(django_assert_num_queries: Any) -> None:
    helper = make_user()
    desk = Desk(helper)
    for roles, count in ((("display", "arbiter"), 2), (("display", "director", "scorekeeper"), 5)):
        for role in roles:
            event = make_event(field=4)
            events.set_staff(tournament=event, actor=event.owner, user=helper, role=role)
            screens.create_screen(tournament=event, actor=event.owner, name="Stage")
        assert "Compare pairing algorithms" in text(desk.get("events"))
        with django_assert_num_queries(6):  # session, user, events, roles, screens, bin
            assert desk.get("events").content.decode().count("event-card") == count


def test_staff_see_the_outlook_from_the_standings() -> None:
    event = make_event(field=8, rounds_planned=4)
    publish(event, after=2)
    desk = Desk(event.owner, event)
    assert f'href="{desk.url("outlook")}"' in desk.get("standings").content.decode()
    assert "This is being calculated." in text(desk.get("outlook"))
    worked_out(event)
    words = text(desk.get("outlook"))
    assert (
        "2 rounds are left before this is decided, after round 4. 4 tables are still being played." in words
    )
    assert "First place" in words and "Place 3 or better" in words and "Place 8" not in words


def exported() -> str:
    """Nine players after three rounds, as the desk gives them to be kept."""
    event = make_event(field=9, name="Spring Open", visibility="public")
    play_rounds(event, 3)
    desk = Desk(event.owner, event)
    answer = desk.get("document")
    assert answer["Content-Disposition"] == f'attachment; filename="{event.slug}.json"'
    found = answer.content.decode()
    assert 'href="' + desk.url("document") in desk.get("files").content.decode()
    event.delete()
    return found


def file(content: str | bytes, name: str = "event.json") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content if isinstance(content, bytes) else content.encode())


@pytest.mark.parametrize("how", ["pasted", "file"])
def test_what_the_desk_gives_away_comes_in_again_and_is_private(how: str) -> None:
    document = exported()
    desk = Desk(make_user())
    assert 'href="/desk/import/"' in desk.get("events").content.decode()
    page = desk.press("import_event", data={how: document if how == "pasted" else file(document)})
    assert "Spring Open is imported. It is private until you decide otherwise." in page
    event = Tournament.objects.get()
    assert event.visibility == Visibility.PRIVATE
    assert export_event(event) == json.loads(document)


@pytest.mark.parametrize("data", [{"pasted": REPORT}, {"file": file(REPORT, "club.TRF")}])
def test_a_fide_report_comes_in_too(data: dict[str, Any]) -> None:
    Desk(make_user()).press("import_event", data=data)
    event = Tournament.objects.get()
    assert (event.name, event.players.count(), event.rounds.count()) == ("Wednesday Cup", 4, 3)
    assert event.players.get(number=1).name == "Møller, Åge"


def test_what_a_report_says_and_an_event_cannot_hold_is_told_and_strangers_sign_in_first() -> None:
    desk = Desk(make_user())
    said = "An event document (.json), or a FIDE report (.trf)."
    assert said in text(desk.get("import_event"))
    # Player 4 has one point, and takes half a point as a penalty that the printed points leave out.
    page = desk.press("import_event", data={"pasted": f"{REPORT}\n{abnormal('', '-0.5', '2', 4)}"})
    assert "the 1 points printed leave out record 299; 0.5 are counted" in page
    event = Tournament.objects.get()
    for shown in (Desk(event.owner, event).get("player", 4), desk.client.get(f"/e/{event.slug}/players/4/")):
        assert "Penalty: −0.5 (round 2)" in text(shown)
    Tournament.objects.all().delete()
    answer = Desk().post("import_event", data={"pasted": REPORT})
    assert answer.status_code == 302 and "login" in answer["Location"]
    assert not Tournament.objects.exists()


BROKEN = [
    ("{", "line 1 column 2"),
    ("hello", "line 1 column 1"),
    ("[]", "document"),
    ('{"format": "pairwright-event/1", "players": [{"id": 1}, {"id": 1}]}', "players[1]"),
    ('{"format": "pairwright-event/1", "players": [{"id": 1, "name": "a\\u0000b"}]}', "players[0].name"),
    ('{"format": "pairwright-event/1", "players": [{"id": 1, "name": "\\ud800"}]}', "players[0].name"),
    ('{"format": "pairwright-event/1", "season": 1e400, "players": []}', "season"),
    ('{"format": "pairwright-event/1", "season": 99999999999999999999, "players": []}', "season"),
    ("[" * 100_000, "document"),
    ("001 nonsense", "line 1"),
    ("012 Cup", "001"),
]


def test_what_is_wrong_is_said_with_its_place_and_nothing_is_lost() -> None:
    desk = Desk(make_user())
    for (broken, place), how in zip(BROKEN, cycle(("pasted", "file")), strict=False):
        page = desk.post("import_event", data={how: broken if how == "pasted" else file(broken)})
        assert page.status_code == 200 and not Tournament.objects.exists()
        form = page.context["form"]
        assert place in str(form.errors["pasted"]).lower()
        assert form["pasted"].value() == broken
        assert 'aria-invalid="true"' in page.content.decode()


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({}, "pasted"),
        ({"pasted": "  "}, "pasted"),
        ({"file": file(b"\xff\xfe\x00\x01" * 99)}, "pasted"),
        ({"file": file(b" " * 5_000_001)}, "file"),
    ],
)
def test_nothing_a_picture_and_too_much_are_refused(data: dict[str, Any], field: str) -> None:
    page = Desk(make_user()).post("import_event", data=data)
    assert page.status_code == 200 and list(page.context["form"].errors) == [field]
    assert not Tournament.objects.exists()


def slugs(desk: Desk, query: str = "") -> list[str]:
    return [row.event.slug for row in desk.get("events", query=query).context["rows"]]


def test_the_list_is_searched_and_narrowed_to_a_state() -> None:
    owner = make_user()
    make_event(owner=owner, name="Ågård Open", slug="aagaard")
    publish(make_event(owner=owner, name="Spring", slug="spring", venue="Hall 3", field=2))
    desk = Desk(owner)
    assert slugs(desk) == ["spring", "aagaard"]
    assert slugs(desk, "?search=agard") == ["aagaard"] and slugs(desk, "?search=hall") == ["spring"]
    assert slugs(desk, "?status=setup") == ["aagaard"] and slugs(desk, "?status=running") == ["spring"]
    assert slugs(desk, "?status=nonsense") == ["spring", "aagaard"]
    assert "No events found." in text(desk.get("events", query="?status=finished"))


def test_an_archived_event_is_out_of_its_owners_list_and_nowhere_else() -> None:
    event, director = staffed(Role.DIRECTOR)
    desk, version, lines = Desk(event.owner), event.version, event.log_entries.count()
    said = desk.press("archive", event.slug, data={"archived": "yes"})
    assert "is archived." in said and "No events found." in said
    assert slugs(desk) == [] and slugs(desk, "?archived=on") == ["spring"]
    assert slugs(Desk(director)) == ["spring"] and Desk().client.get("/e/spring/").status_code == 200
    event.refresh_from_db()
    assert (event.version, event.log_entries.count()) == (version, lines)
    assert "back in the list" in desk.press("archive", event.slug, data={"archived": "no"})
    assert slugs(desk) == ["spring"]


def test_who_takes_an_event_over_finds_it_in_the_list() -> None:
    event, user = staffed(Role.DIRECTOR)
    archive.set_archived(tournament=event, archived=True)
    hand_over(tournament=event, actor=event.owner, user=user, confirm_slug=event.slug)
    assert slugs(Desk(user)) == ["spring"]


def test_the_list_of_the_api_knows_the_archive() -> None:
    _event, user = staffed(Role.OWNER)
    program = Client()
    program.force_login(user)

    def listed(query: str) -> int:
        return int(program.get(f"/api/v1/events/?{query}").json()["count"])

    assert program.put("/api/v1/events/spring/archived/").status_code == 204
    assert [listed(query) for query in ("", "archived=true", "archived=false")] == [1, 1, 0]
    assert program.delete("/api/v1/events/spring/archived/").status_code == 204
    assert [listed(query) for query in ("", "archived=true", "archived=false")] == [1, 0, 1]


def test_the_first_places_on_now_tell_namesakes_apart_and_a_finished_event_takes_no_players() -> None:
    event = make_event(slug="spring", rounds_planned=1)
    for name, club in (("Al Lee", "Lund"), ("Al Lee", "Odense")):
        add_player(event, name, club=club, allow_duplicate=True)
    play_rounds(event, 1)
    desk = Desk(event.owner)
    shown = text(desk.get("event", "spring"))
    assert "(Lund)" in shown and "(Odense)" in shown and "Import a list" in shown
    assert "Import a list" not in desk.press("finish", "spring")
