"""The registration at the desk: the table, the panel, the settings, the cash list."""

from __future__ import annotations

from typing import Any

import pytest

from tests.desk.pages import Desk, text
from tests.factories import make_event
from tournaments.models import Tournament
from tournaments.registration.services import entries
from tournaments.registration.services.settings import set_registration


@pytest.fixture
def event() -> Tournament:
    return make_event(slug="open")


def taking(event: Tournament, *names: str, **settings: Any) -> None:
    set_registration(tournament=event, actor=event.owner, fee=30_000, currency="kr.", **settings)
    for name in names:
        entries.sign_up(tournament=event, actor=None, name=name)


def act(desk: Desk, do: str, **given: Any) -> Any:
    return desk.client.post(f"/desk/{desk.event.slug}/registration/act/", {"do": do, **given}, follow=True)


def states(event: Tournament) -> list[str]:
    return list(event.entries.order_by("number").values_list("state", flat=True))


def test_saving_the_settings_opens_registration_with_questions(desk: Desk, event: Tournament) -> None:
    assert "Players sign up themselves" in text(desk.get("registration"))
    sent = {
        "capacity": "32", "fee": "12.50", "currency": "€", "ask_club": "required", "opens_at": "2027-02-01T10:00",
        "questions-TOTAL_FORMS": "2", "questions-INITIAL_FORMS": "0", "questions-0-label": "Section?",
        "questions-0-kind": "choice", "questions-0-choices": "A, B", "questions-0-lists": ["public"],
        "questions-1-kind": "text",
    }  # fmt: skip
    assert desk.client.post("/desk/open/registration/settings/", sent).status_code == 302
    row = event.registration
    assert (row.capacity, row.fee, row.fields) == (32, 1250, {"club": "required"})
    assert row.questions == [
        {
            "id": 1, "label": "Section?", "kind": "choice", "choices": ["A", "B"], "required": False,
            "lists": ["public"],
        }
    ]  # fmt: skip
    bad = desk.client.post("/desk/open/registration/settings/", {**sent, "closes_at": "2027-02-01T10:00"})
    assert bad.status_code == 200 and "must close after it opens" in text(bad)


def test_those_ticked_are_entered_by_one_press(desk: Desk, event: Tournament) -> None:
    taking(event, "Ann", "Bo", "Cy", "Di", capacity=3, approval=True)
    page = text(desk.get("registration"))
    assert "3 of 3 places taken" in page and page.index("Ann") < page.rindex("Di")
    assert "2 entries are entered." in text(act(desk, "enter", entries=["1", "3"]))
    assert states(event) == ["entered", "received", "entered", "waiting"]
    assert "There are 0 free places" in text(act(desk, "enter", entry="4"))


def test_the_panel_asks_marks_moves_and_refuses(desk: Desk, event: Tournament) -> None:
    taking(event, "Ann", "Bo", "Cy", capacity=1, approval=True)
    act(desk, "ask", entry="1", fields=["name"], message="Whole name?")
    assert event.entries.get(number=1).to_correct == ["name"]
    act(desk, "paid", entry="1")
    assert "300 kr." in text(desk.get("registration")) and event.entries.get(number=1).receipt == 1
    act(desk, "reorder", entry="3", place="1", reason="came by train")
    assert "Waiting, number 1" in text(desk.client.get(f"/e/open/entry/{event.entries.get(number=3).key}/"))
    act(desk, "refuse", entry="1", message="Members only.")
    assert states(event) == ["refused", "waiting", "received"]
    cash = desk.client.get("/desk/open/registration/cash.csv").content.decode()
    assert cash.splitlines()[0] == "Receipt,Name,Club,State,Fee,Amount,Paid"
    assert "1,Ann,,refused,paid,300 kr.," in cash


def test_what_is_there_twice_stands_side_by_side_and_becomes_one(desk: Desk, event: Tournament) -> None:
    taking(event, "Ann", "Ann")
    page = desk.client.get("/desk/open/registration/?entry=2")
    assert "The same person?" in text(page) and "same person as Ann, entry 1?" in text(page)
    act(desk, "merge", entry="2", twin="1")
    assert states(event) == ["entered", "withdrawn"]


def test_states_and_debts_are_chosen(desk: Desk, event: Tournament) -> None:
    taking(event, "Ann", "Bo", capacity=1)
    assert (
        "Ann" not in text(desk.client.get("/desk/open/registration/?state=waiting")).partition("Note")[2][:40]
    )
    assert desk.client.get("/desk/open/registration/?state=nonsense&money=x&entry=99").status_code == 200
    assert act(desk, "enter", entry="77").status_code == 200


def test_a_list_is_taken_or_refused_as_a_whole(desk: Desk, event: Tournament) -> None:
    taking(event)
    address = f"/desk/{event.slug}/registration/import/"
    sent = desk.client.post(address, {"list": "Name;Club\nAnn;North\nBo;South"}, follow=True)
    assert "The list is taken." in text(sent) and states(event) == ["entered", "entered"]
    wrong = desk.client.post(address, {"list": f"Name;Club\nCy;{'x' * 200}"}, follow=True)
    assert "Line 2:" in text(wrong) and "Nothing was taken." in text(wrong) and len(states(event)) == 2
