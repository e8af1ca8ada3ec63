"""My events: everybody gets to something the own role may open."""

from __future__ import annotations

import re
from typing import Any

import pytest

from accounts.models import User
from tests.desk.pages import Desk, text
from tests.factories import make_event, make_user, publish
from tournaments.models import Role, Tournament
from tournaments.permissions import TABLE, Right
from tournaments.services import events, screens

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
        with django_assert_num_queries(5):  # session, user, events, roles, screens
            assert desk.get("events").content.decode().count("event-card") == count
