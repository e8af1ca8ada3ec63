"""The pages there are, events that have them all, and what a reader sees of one."""

import html
import re

from django.test import Client

from tests.answers import Answer
from tests.factories import import_event, make_event, make_user, publish, table
from tournaments.events.services import events
from tournaments.models import Tournament
from tournaments.results.services import results
from tournaments.web import unchanged

PAGES = (
    "", "find/", "find/?q=player", "players/", "players/3/", "players/3/card/", "pairings/", "pairings/?by=name",
    "rounds/1/", "rounds/2/?by=name", "rounds/2/tables/1/", "standings/", "standings/?after=1", "standings/3/",
    "cross/", "screen/", "screen/?show=names", "screen/?show=tables", "screen/?show=standings",
    "manifest.webmanifest", "qr.svg",
)  # fmt: skip


def running_event(field: int = 9, **facts: object) -> Tournament:
    """Two rounds played, the third published with some results in."""
    event = make_event(field=field, name="Spring Open", slug="spring", **facts)  # type: ignore[arg-type]
    round_ = publish(event, after=2)
    results.enter_result(tournament=event, actor=event.owner, match=table(round_), result="1-0")
    return event


def text_of(client: Client, address: str) -> str:
    """What a reader sees, tags removed and white space joined."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    return words(answer)


def words(answer: Answer) -> str:
    page = re.sub(r"<script.*?</script>|<[^>]+>", " ", answer.content.decode(), flags=re.DOTALL)
    return " ".join(html.unescape(page).split())


def read(client: Client, address: str) -> str:
    """What a reader sees who comes when the version of the event is not remembered any more."""
    unchanged.forget()
    return text_of(client, address)


def refusal(answer: Answer) -> str:
    """What a page says that cannot do what was asked now."""
    assert answer.status_code == 409, words(answer)
    return words(answer)


def hand_made() -> Tournament:
    """Ann beat Bo and Cy; Dee drew with Cy and beat Bo. Points: Ann 2, Dee 1.5, Cy 0.5, Bo 0."""
    played: list[list[dict[str, object]]] = [
        [{"table": 1, "seats": [1, 2], "result": "1-0"}, {"table": 2, "seats": [3, 4], "result": "1/2-1/2"}],
        [{"table": 1, "seats": [1, 3], "result": "1-0"}, {"table": 2, "seats": [4, 2], "result": "1-0"}],
    ]
    return event_of("monrad", ["solkoff", "median", "sonneborn_berger"], played)


def event_of(system: str, tiebreaks: list[str], played: list[list[dict[str, object]]]) -> Tournament:
    """Ann, Bo, Cy and Dee after these rounds; three are planned."""
    document = {
        "format": "pairwright-event/1",
        "name": "By hand",
        "system": {"name": system},
        "rounds_planned": 3,
        "tiebreaks": tiebreaks,
        "draw_seed": "x",
        "players": [{"id": n, "name": name} for n, name in enumerate(("Ann", "Bo", "Cy", "Dee"), 1)],
        "rounds": [
            {"number": n, "status": "completed", "matches": matches} for n, matches in enumerate(played, 1)
        ],
    }
    event = import_event(document_data=document, owner=make_user())
    return events.update_event(tournament=event, actor=event.owner, visibility="public")


# Those that are read, not drawn or fetched by the phone itself.
READ = tuple(page for page in PAGES if page not in ("qr.svg", "manifest.webmanifest"))
