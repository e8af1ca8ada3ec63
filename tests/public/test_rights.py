"""Who may do what, for anybody to read: the table that pages and API ask."""

import re

import pytest
from django.test import Client

from tests.desk.pages import Desk, text
from tests.factories import make_event, make_user
from tournaments.people.services import invitations
from tournaments.rights import COLUMNS, TABLE, Right

ADDRESS = "/about/rights/"


def cells() -> dict[str, list[bool]]:
    """The rows of the page: the right by its label, and who has it."""
    page = Client().get(ADDRESS).content.decode()
    rows = re.findall(r'<tr\s+data-testid="right-(\w+)"\s*>(.*?)</tr>', page, flags=re.DOTALL)
    return {
        name: [
            bool(re.search(r">\s*yes\s*<", cell)) for cell in re.findall(r"<td.*?</td>", row, flags=re.DOTALL)
        ]
        for name, row in rows
    }


def test_the_page_says_what_is_checked() -> None:
    expected = {right.value: [column in TABLE[right] for column in COLUMNS] for right in Right}
    assert cells() == expected
    assert expected["delete"] == [True, False, False, False, False, False, False]


def test_it_names_every_role_in_the_readers_language() -> None:
    page = text(Client().get(ADDRESS))
    assert all(str(column.label) in page for column in COLUMNS)
    danish = Client().get(ADDRESS, headers={"accept-language": "da"})
    assert 'lang="da"' in danish.content.decode()[:200]
    assert "Dommer" in text(danish)


def test_it_asks_the_database_nothing_starts_no_session_and_is_kept(client: Client) -> None:
    """Nothing here may open the database: a query would fail."""
    answer = client.get(ADDRESS)
    assert not answer.cookies
    assert client.get(ADDRESS, headers={"if-none-match": answer["ETag"]}).status_code == 304
    assert client.post(ADDRESS).status_code == 405


@pytest.mark.django_db
def test_the_staff_page_the_own_table_and_invitations_lead_there() -> None:
    event = make_event(field=4)
    desk = Desk(event.owner, event)
    link = f'href="{ADDRESS}"'
    assert link in desk.get("staff").content.decode()
    assert link in desk.get("rights").content.decode()
    one = invitations.create(tournament=event, actor=event.owner, role="arbiter")
    assert link in Client().get(f"/join/{one.key}/").content.decode()
    invited = Desk(make_user())
    assert link in invited.client.get(f"/join/{one.key}/").content.decode()
