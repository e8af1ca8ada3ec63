"""The frame of the desk: where one is, what can be undone, where to go, what is found (design.md, section 2)."""

import re

import pytest
from django.urls import reverse

from tests.desk.pages import Desk, fields, text
from tests.factories import make_event, make_table_event, make_user, pair, play_round, publish, table
from tests.sweep import sweep_too
from tournaments.events.services import events
from tournaments.hall.services import calls
from tournaments.models import Role, RoundState, Tournament
from tournaments.players.services import attendance, players
from tournaments.results.services import results

pytestmark = pytest.mark.django_db

PAGES = (
    "event", "players", "check_in", "import", "pairs", "penalties", "standings", "screens", "hall_tables", "print",
    "settings", "files", "phases", "staff", "event_series", "table_codes", "snapshots", "rights", "log", "undo",
    "reports", "requests", "calls",
)  # fmt: skip


@pytest.fixture
def event() -> Tournament:
    """Eight players in round 2, one result of four in."""
    event = make_event(field=8, name="Harbour Open")
    play_round(event)
    match = table(publish(event))
    results.enter_result(tournament=event, actor=event.owner, match=match, result="1-0")
    return event


@pytest.fixture
def desk(event: Tournament) -> Desk:
    return Desk(event.owner, event)


def test_every_page_says_which_event_and_round_and_how_much_is_in(desk: Desk) -> None:
    for name in PAGES:
        head = re.search(r"<header\s.*?</header>", desk.get(name).content.decode(), re.DOTALL)
        assert head, name
        words = " ".join(re.sub(r"<[^>]+>", " ", head[0]).split())
        assert "Harbour Open Round 2 In progress 1 of 4 in" in words, name


def test_undo_says_what_it_would_undo_and_redo_does_it_again(desk: Desk, event: Tournament) -> None:
    assert "Undo: Result entered" in desk.get("players").content.decode()
    step = re.search(r'name="step" value="(\d+)"', desk.get("undo").content.decode())
    assert step
    desk.press("undo", data={"step": step[1]})
    page = desk.get("players").content.decode()
    assert ("0 of 4 in" in " ".join(page.split()), "Redo: Result entered" in page) == (True, True)
    preview = desk.get("redo")
    again = re.search(r'name="step" value="(\d+)"', preview.content.decode())
    assert again
    assert "This step will be redone: Result entered" in text(preview)
    assert re.search(r"What it does .*Round 2, table 1 .*: – → 1-0", text(preview)), "as Undo says it"
    assert "1 of 4 in" in desk.press("redo", data={"step": again[1]})
    assert "Step redone" in text(desk.get("log"))
    assert "Undo: Result entered" in desk.get("players").content.decode(), "not the redo, but what it did"


def test_a_scorekeeper_is_offered_neither_undo_nor_the_places_of_managers(event: Tournament) -> None:
    helper = make_user("helper")
    events.set_staff(tournament=event, actor=event.owner, user=helper, role=Role.SCOREKEEPER)
    page = Desk(helper, event).get("standings").content.decode()
    for name in ("undo", "settings", "screens", "penalties"):
        assert f'href="{reverse(f"desk:{name}", args=[event.slug])}"' not in page, name
    found = Desk(helper, event).get("find").json()
    pages = dict(map(reversed, found["pages"]))
    assert found["player_url"] == ""
    assert reverse("desk:settings", args=[event.slug]) not in pages
    assert reverse("desk:check_in", args=[event.slug]) in pages


def test_a_scorekeeper_reads_and_is_offered_only_what_a_scorekeeper_may_do() -> None:
    event, helper = make_table_event(round_minutes=50), make_user("helper")
    events.set_staff(tournament=event, actor=event.owner, user=helper, role=Role.SCOREKEEPER)
    desk = Desk(helper, event)
    before_the_first_round = desk.get("event")
    publish(event)
    calls.call_judge(tournament=event, round_number=1, table=1)
    for page, said, buttons in (
        (
            before_the_first_round,
            "A director takes the next step.",
            ('data-testid="next-step"', "/settings/"),
        ),
        (desk.get("round", 1), "50:00 not started", ("change_clock", 'data-testid="clock-start"')),
        (desk.get("schedule"), "A director plans the schedule.", ("plan_schedule", "search_schedule")),
        (desk.get("reports"), "", (desk.url("calls"), desk.url("requests"))),
    ):
        assert said in text(page)
        assert [each for each in buttons if each in page.content.decode()] == []


def test_players_are_found_with_club_rating_and_the_table_they_sit_at(desk: Desk, event: Tournament) -> None:
    players.edit_player(
        tournament=event, actor=event.owner, player=event.players.get(number=3), club="Aarhus", rating=1900
    )
    found = {row[0]: row[1:] for row in desk.get("find").json()["players"]}
    seat = event.rounds.get(number=2).matches.get(seats__player__number=3)
    assert found[3][1:] == ["Aarhus", 1900, seat.table, "in"]
    assert len(found) == 8


@pytest.mark.parametrize("role", [None, Role.SCOREKEEPER, *sweep_too(Role.DIRECTOR, Role.ARBITER)])
def test_every_page_and_deed_that_is_offered_opens_at_its_button_or_field(
    event: Tournament, role: Role | None
) -> None:
    who = event.owner
    if role:
        who = make_user("helper")
        events.set_staff(tournament=event, actor=event.owner, user=who, role=role)
    player_ = event.players.get(number=2)
    attendance.withdraw(tournament=event, actor=event.owner, player=player_)
    desk = Desk(who, event)
    found = desk.get("find").json()
    assert len(found["pages"]) > 8
    of_players = [url for _title, _also, url, whose in found["player_deeds"] if whose != "out"]
    places = [url for _title, _also, url in found["deeds"]]
    places += [re.sub(r"(.*[/=])0(?=[/#]|$)", r"\g<1>3", url) for url in of_players]
    for url in {*(url for _title, url in found["pages"]), *places}:
        page = desk.client.get(url.partition("#")[0])
        assert page.status_code == 200, url
        part = url.partition("#")[2]
        assert not part or f'id="{part}"' in page.content.decode(), url


def test_deeds_are_found_by_what_people_call_them_and_offered_when_they_can_be_done(
    desk: Desk, event: Tournament
) -> None:
    def titles(words: str) -> list[str]:
        found = desk.get("find").json()["deeds"]
        return [
            title for title, also, _url in found if all(w in f"{title} {also}".lower() for w in words.split())
        ]

    assert "Pair round 3" in titles("pair") and "Complete round 2" in titles("complete")
    assert titles("publish") == [] and "Give a penalty" in titles("penalty")
    assert titles("copy event") == ["Copy event"]
    assert "Download the event document" in titles("export") and "Print: Result slips" in titles(
        "print slips"
    )
    assert {row[0] for row in desk.get("find").json()["player_deeds"]} >= {
        "Withdraw",
        "Return",
        "Give a penalty",
    }
    for match in event.rounds.get(number=2).matches.filter(result=None):
        results.enter_result(tournament=event, actor=event.owner, match=match, result="1-0")
    assert "Before round 3" in desk.press("complete", 2)
    pair(event)
    assert titles("publish") == ["Publish round 3"] and "Pair round 3 again" in titles("pair")
    assert "Pair round 4" not in titles("pair"), "round 3 is still a draft"
    desk.client.cookies["django_language"] = "da"
    assert [title for title, *_rest in desk.get("find").json()["deeds"]][:1] == ["Offentliggør runde 3"]


@pytest.mark.parametrize(("chosen", "shown"), [("compact", True), ("roomy", True), ("<b>", False)])
def test_a_density_that_was_chosen_is_kept_and_nothing_else_is(desk: Desk, chosen: str, shown: bool) -> None:
    desk.client.cookies["density"] = chosen
    for page in (desk.get("players"), desk.client.get(reverse("desk:events"))):
        assert (f'data-density="{chosen}"' in page.content.decode()) is shown


def test_a_table_beside_the_rows_says_who_they_are_and_their_rounds_so_far(desk: Desk) -> None:
    part = desk.get("table", 2, 1, **{"HX-Request": "true"})
    assert "<html" not in part.content.decode()
    words = text(part)
    for expected in ("Table 1", "Why this pairing?", "Rounds so far", "Penalty", "History of this table"):
        assert expected in words
    assert "has withdrawn" not in words  # it has its result; the next one has not
    assert "has withdrawn" in text(desk.get("table", 2, 2, **{"HX-Request": "true"}))
    assert "Rounds so far 1" in words  # both at table 1 of round 2 have won


def test_the_documents_are_those_of_the_round_in_view(desk: Desk, event: Tournament) -> None:
    page = desk.get("print", query="?round=1").content.decode()
    assert reverse("desk:print_slips", args=[event.slug, 1]) in page
    assert reverse("desk:print_slips", args=[event.slug, 2]) in desk.get("print").content.decode()
    assert desk.get("print", query="?round=99").status_code == 200
    assert f'{desk.url("print")}?round=1"' in desk.get("round", 1).content.decode()
    standings = f"{reverse('desk:print_standings', args=[event.slug])}"
    assert f'{standings}?after=1"' in page, "of a completed round its standings, else those of now"
    assert f'{standings}"' in desk.get("print").content.decode()


def test_from_signing_in_to_a_published_round_in_six_presses_and_one_paste() -> None:
    """New event, create, show, import, pair, publish: each page one lands on has the next of them."""
    desk = Desk(make_user("new"))
    assert f'href="{reverse("desk:create")}"' in desk.client.get(reverse("desk:events")).content.decode()
    form = fields(desk.client.get(reverse("desk:create")))
    page = desk.client.post(reverse("desk:create"), {**form, "name": "Spring"}, follow=True)
    desk.event = Tournament.objects.get(slug="spring")
    assert 'name="pasted"' in page.content.decode()
    names = "\n".join(f"Player {number}" for number in range(1, 34))
    plan = desk.post("import", data={"pasted": names}).context["plan"]
    given = {"text": plan.text, "digest": plan.digest, "column_0": "name", "confirm": "1"}
    page = desk.client.post(desk.url("import"), given, follow=True)
    assert f'action="{desk.url("pair")}"' in page.content.decode()
    page = desk.client.post(desk.url("pair"), {"number": "1"}, follow=True)
    assert 'data-testid="publish"' in page.content.decode()
    desk.press("publish", 1)
    assert desk.event.rounds.get(number=1).state == RoundState.PUBLISHED


def test_a_new_event_is_asked_each_thing_once() -> None:
    page = Desk(make_user("new")).client.get(reverse("desk:create")).content.decode()
    form = page[page.index('id="event-form"') : page.index("</form>", page.index('id="event-form"'))]
    asked = re.findall(r'<(?:input|select|textarea)\s[^>]*?name="(\w+)"[^>]*?>', form)
    radios = re.findall(r'<input\s[^>]*?type="radio"[^>]*?name="(\w+)"', form)
    once = [name for name in asked if name not in {*radios, "row"}]  # a row for each tie-break of the chain
    assert sorted(once) == sorted(set(once))
    assert set(radios) >= {"game", "plan"}
