"""The page of an event that follows another program, what is gone meanwhile, and what phones show."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.answers import Answer
from tests.desk.pages import Desk, text
from tests.factories import make_event, make_user
from tests.public.pages import text_of
from tests.tournaments.files.reports import BUDAPEST, after, tables
from tests.tournaments.steps import fresh
from tournaments.events.services import events
from tournaments.files.services.following import take, take_over
from tournaments.models import Role, Tournament

pytestmark = pytest.mark.django_db


def upload(content: str, name: str = "round.trf") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content.encode())


def followed(report: str) -> Tournament:
    event = make_event(name="Spring", slug="spring", rounds_planned=9)
    take(tournament=event, actor=event.owner, content=report, program="Vega")
    return fresh(event)


def sent(page: Answer) -> dict[str, Any]:
    """What the button sends that takes what is shown."""
    foreseen, form = page.context["foreseen"], page.context["form"]
    return {"take": "1", "version": foreseen.version, "program": foreseen.program, **form.sent}


def test_a_report_is_shown_before_it_is_taken() -> None:
    event = make_event(name="Spring", slug="spring", rounds_planned=9)
    desk = Desk(event.owner, event)
    look = desk.post("follow", data={"file": upload(after(BUDAPEST, 0)), "program": "Vega"})
    assert "104 new players: Player0001, Player0002" in text(look)
    assert not fresh(event).players.exists()
    assert "The report is taken. You can undo this." in desk.press("follow", data=sent(look))
    assert fresh(event).follows == "Vega"
    look = desk.post("follow", data={"file": upload(after(BUDAPEST, 1, open_too=True), "r2.trf")})
    page = text(look)
    assert f"Round 1 is new: tables: {tables(BUDAPEST, 1)}, results: {tables(BUDAPEST, 1)}." in page
    assert f"Round 2 is new: tables: {tables(BUDAPEST, 2)}, results: 0." in page
    assert "Every round is paired as automatic pairing would pair it." in page
    assert "r2.trf" in desk.press("follow", data=sent(look))
    page = text(desk.post("follow", data={"file": upload(after(BUDAPEST, 2))}))
    assert f"Round 2: {tables(BUDAPEST, 2)} results come in. Round 2: Published → Completed" in page
    page = text(desk.post("follow", data={"file": upload(after(BUDAPEST, 1, open_too=True))}))
    assert "Nothing: all of it is here already." in page


def test_where_automatic_pairing_differs_the_page_and_the_round_say_so() -> None:
    event = followed(after(BUDAPEST, 7))
    desk = Desk(event.owner, event)
    look = desk.post("follow", data={"file": upload(BUDAPEST)})
    said = "Automatic pairing would pair 3 of its 49 tables otherwise. The bye could go to a player on 1"
    assert said in text(look)
    desk.press("follow", data=sent(look))
    for page in (text(desk.get("round", 8)), text_of(Client(), "/e/spring/rounds/8/")):
        assert "Automatic pairing would pair 3 of its 49 tables otherwise." in page


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({}, "Choose a file."),
        ({"file": upload("")}, "Choose a file."),
        ({"file": upload("001    x broken")}, "start number"),
        ({"file": upload("x" * 5_000_001)}, "The file is too large"),
        ({"take": "1", "text": "001    x", "version": "1"}, "start number"),
        ({"take": "1", "text": after(BUDAPEST, 2), "version": "1"}, "Someone else changed the event"),
    ],
)
def test_what_cannot_be_taken_is_said_at_the_file(data: dict[str, Any], said: str) -> None:
    event = followed(after(BUDAPEST, 1))
    assert said in text(Desk(event.owner, event).post("follow", data=data))
    assert fresh(event).version == event.version


def test_the_program_is_asked_for_with_the_first_report() -> None:
    event = make_event()
    page = text(Desk(event.owner, event).post("follow", data={"file": upload(after(BUDAPEST, 0))}))
    assert "Fill in “Program”." in page


def test_the_desk_offers_nothing_that_reports_say() -> None:
    event = followed(after(BUDAPEST, 1, open_too=True))
    desk = Desk(event.owner, event)
    now = text(desk.get("event"))
    assert "This event follows Vega: its next report brings it on. Take the next report" in now
    for gone in ("Check-in", "Import a list", "Complete round", "Pair round"):
        assert gone not in now
    assert "What next" in text(desk.get("round", 2))
    for name, args in (
        ("round", (2,)),
        ("round", (1,)),
        ("player", (1,)),
        ("players", ()),
    ):
        page = desk.get(name, *args)
        main = page.content.decode().partition("<main")[2].partition("</main>")[0]
        assert 'method="post"' not in main, name
    assert "result-form" not in desk.get("table", 2, 1).content.decode()
    assert "Show code" in text(desk.get("player", 1))
    assert "follows Vega" in desk.press("complete", 2)
    arbiter = make_user()
    events.set_staff(tournament=event, actor=event.owner, user=arbiter, role=Role.ARBITER)
    assert "A director takes the next step." in text(Desk(arbiter, event).get("event"))


def test_phones_show_the_table_and_no_forms_until_the_event_is_taken_over() -> None:
    event = followed(after(BUDAPEST, 1, open_too=True))
    player = event.players.get(number=1)
    own = f"/e/spring/me/{player.key}/"
    phone = Client()
    page = phone.get(own).content.decode()
    assert "Table" in text_of(phone, own)
    for gone in ('value="win"', "own-check-in", 'value="withdraw"', 'value="skip"'):
        assert gone not in page
    assert "this-phone" not in phone.get("/e/spring/players/1/").content.decode()
    for wish in ("win", "withdraw", "check_in"):
        phone.post(own, {"do": wish})
    assert fresh(event).version == event.version
    take_over(tournament=event, actor=event.owner)
    assert 'value="win"' in phone.get(own).content.decode()


def test_taking_over_is_a_step_that_can_be_undone() -> None:
    event = followed(after(BUDAPEST, 1, open_too=True))
    desk = Desk(event.owner, event)
    assert "The event is taken over." in desk.press("end_following")
    assert "Complete round 2" in text(desk.get("round", 2))
    page = text(desk.get("log"))
    assert "The report Vega is taken" in page
    assert "The event is taken over, and no longer follows Vega" in page
    step = desk.get("undo").context["back"].line
    desk.press("undo", data={"step": step.pk})
    assert fresh(event).follows == "Vega"
