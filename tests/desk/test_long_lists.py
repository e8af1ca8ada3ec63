"""A long list is sent in two goes: its first rows, and all of them for whoever wants the rest."""

import re

import pytest
from django.test import Client

from tests.factories import FOUR_SCORES, make_event, make_table_event, pair, play_round, publish
from tournaments.rounds.services import rounds
from tournaments.templatetags import rows

pytestmark = pytest.mark.django_db

FIRST, AT_ONCE, TABLES = 3, 4, 6
ROW = re.compile(r'<(?:li|tr)[^>]*(?:id="table-|data-player="|data-number=|data-filter-row|data-key=)')

KEPT = '<input type="hidden" name="rows" value="all">'

DESK = ("rounds/1/", "rounds/2/", "players/", "players/check-in/", "standings/", "rounds/1/verify/")
PUBLIC = ("pairings/", "rounds/1/", "rounds/2/?by=name", "standings/", "cross/", "players/", "find/")


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "FIRST", FIRST)
    monkeypatch.setattr(rows, "AT_ONCE", AT_ONCE)


def counted(client: Client, address: str, query: str = "") -> int:
    address += query and ("&" if "?" in address else "?") + query
    answer = client.get(address)
    assert answer.status_code == 200, address
    return len(ROW.findall(answer.content.decode()))


def expect_two_goes(client: Client, address: str) -> None:
    assert counted(client, address) == FIRST, address
    assert counted(client, address, "rows=all") in (TABLES, 2 * TABLES), address
    assert counted(client, address, "rows=7") == FIRST, address


def test_every_page_with_a_long_list_sends_its_first_rows_and_all_of_them_when_asked() -> None:
    event = make_event(field=2 * TABLES, rounds_planned=3, visibility="public")
    desk = Client()
    desk.force_login(event.owner)
    play_round(event)
    pair(event)
    expect_two_goes(desk, f"/desk/{event.slug}/rounds/2/")
    rounds.publish(tournament=event, actor=event.owner, round_=event.rounds.get(number=2))
    for page in DESK:
        expect_two_goes(desk, f"/desk/{event.slug}/{page}")
    for page in PUBLIC:
        expect_two_goes(Client(), f"/e/{event.slug}/{page}")


def test_without_a_script_a_form_of_a_later_row_comes_back_to_that_row() -> None:
    """And the next table without a result is on the page it leads to, although it is none of the first rows."""
    event = make_event(field=2 * TABLES, rounds_planned=3, visibility="public")
    desk = Client()
    desk.force_login(event.owner)
    here = f"/desk/{event.slug}/"
    everybody = desk.get(f"{here}players/check-in/?rows=all").content.decode()
    assert KEPT in everybody and KEPT not in desk.get(f"{here}players/check-in/").content.decode()
    for sent, query in (({}, ""), ({"rows": "all"}, "?rows=all")):
        answer = desk.post(f"{here}players/check-in/", {"player": "6:on", **sent})
        assert answer["Location"] == f"{here}players/check-in/{query}#player-6"
    publish(event)
    round_ = f"{here}rounds/1/"
    assert KEPT in desk.get(f"{round_}?rows=all").content.decode()
    for table, goal in ((1, "#table-2"), (FIRST, f"?rows=all#table-{FIRST + 1}"), (6, "?rows=all#table-6")):
        answer = desk.post(f"{round_}result/", {"table": table, "result": "1-0"})
        assert answer["Location"] == round_ + goal
        assert f'id="table-{goal[-1]}"' in desk.get(answer["Location"]).content.decode()
    for table in (2, 4, 5):
        desk.post(f"{round_}result/", {"table": table, "result": "1-0"})
    assert KEPT in desk.get(f"{round_}verify/?rows=all").content.decode()
    answer = desk.post(f"{round_}verify/table/", {"table": 4, "result": "1-0", "rows": "all"})
    assert answer["Location"] == f"{round_}verify/?rows=all#table-5"


def test_four_scores_that_cannot_be_saved_come_back_in_their_row() -> None:
    event = make_table_event(field=4 * TABLES, visibility="public")
    publish(event)
    desk = Client()
    desk.force_login(event.owner)
    round_ = f"/desk/{event.slug}/rounds/1/"
    assert desk.get(f"{round_}?rows=all").content.decode().count(KEPT) == TABLES
    wrong = {"table": "6", **{f"raw_{seat}": "123456" for seat in range(4)}}
    answer = desk.post(f"{round_}scores/", wrong)
    assert answer.status_code == 200
    assert re.search(r'id="table-6".*123456', answer.content.decode(), re.DOTALL)
    right = {f"raw_{seat}": str(score) for seat, score in enumerate(FOUR_SCORES)}
    answer = desk.post(f"{round_}scores/", {"table": "3", **right})
    assert answer["Location"] == f"{round_}?rows=all#table-4"


def test_what_somebody_searches_for_comes_first() -> None:
    event = make_event(field=2 * TABLES, visibility="public")
    found = Client().get(f"/e/{event.slug}/find/?q=Player+12").content.decode()
    assert re.findall(r'<li[^>]*data-player="(\d+)"(?![^>]*hidden)', found) == ["12"]
