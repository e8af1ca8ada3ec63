"""What a page costs: queries for few and many players, bytes on a phone; nothing at all while it is unchanged."""

import gzip
import json
import re
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from pairing.outlook import odds
from tests.factories import (
    enter_all,
    make_event,
    make_table_event,
    play_rounds,
    play_tables,
    publish,
    table,
)
from tests.forgetting import forget_all
from tests.kept import kept
from tests.outlook import worked_out
from tests.public.four import PAGES_OF_FOUR, SCHEDULE, SYSTEMS, seated
from tests.public.pages import PAGES, READ, running_event
from tournaments.events.services import events
from tournaments.models import Player, Seat, Tournament
from tournaments.phones.services import reports
from tournaments.players.services import requests
from tournaments.results.services import results
from tournaments.web import unchanged

pytestmark = pytest.mark.django_db


# 60 kB for everything a phone loads for one page of a 300-player event.
FIRST_VIEW_LIMIT = 60_000


def _of_two(**facts: Any) -> Tournament:
    event = make_event(**facts)
    play_rounds(event, 2)
    return event


def _of_four(**facts: Any) -> Tournament:
    event = make_table_event(rounds_planned=4, **facts)
    play_tables(event)
    play_tables(event)
    publish(event)
    return event


def _being_played(**facts: Any) -> Tournament:
    """One round played, a result of the second entered, another reported; somebody asks to sit out."""
    event = make_event(**facts)
    round_ = publish(event, after=1)
    results.enter_result(tournament=event, actor=event.owner, match=table(round_), result="1-0")
    player, match = seated(event, 2, 2)[0], table(round_, 2)
    reports.report_result(tournament=event, player=player, match=match, outcome="win")
    requests.ask(tournament=event, player=player, kind="skip")
    worked_out(event)
    return event


def _bracket(**facts: Any) -> Tournament:
    return make_event(system="bracket", options={"after_round": 0}, rounds_planned=12, **facts)


OWN = ("me/{key}/", "me/{key}/result/")
OF_BRACKET = ("bracket/", "bracket/print/", "bracket.svg", "screen/?show=bracket")


@pytest.mark.parametrize(
    ("make", "pages", "facts"),
    [
        (_of_two, READ, {}),
        (_being_played, ("race/", "me/{key}/"), {}),
        (_bracket, OF_BRACKET, {}),
        (_of_four, PAGES_OF_FOUR + SCHEDULE + OWN, {"system": "mahjong_schedule"}),
        *(
            pytest.param(_of_four, PAGES_OF_FOUR, {"system": system}, marks=pytest.mark.sweep)
            for system in SYSTEMS
            if system != "mahjong_schedule"
        ),
    ],
)
def test_pages_ask_the_same_questions_of_8_and_of_24_players(
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    make: Callable[..., Tournament],
    pages: Sequence[str],
    facts: dict[str, str],
) -> None:
    monkeypatch.setattr(odds, "MOST", odds.STEP)  # a page shows what was worked out, however likely that is
    asked: dict[str, list[int]] = {page: [] for page in pages}
    for field in (8, 24):
        event = make(field=field, slug=f"of-{field}", **facts)
        seats = Seat.objects.filter(round__tournament=event, match__table=2, position=0)
        seat = seats.order_by("round__number").last()
        for page in pages:
            forget_all()
            address = page.format(key=seat and seat.player.key)
            with CaptureQueriesContext(connection) as queries:
                assert client.get(f"/e/of-{field}/{address}").status_code == 200
            asked[page].append(len(queries))
    assert {page: counts for page, counts in asked.items() if counts[0] != counts[1]} == {}


@pytest.mark.sweep
def test_the_first_view_of_four_at_64_places_stays_under_60_kilobytes(client: Client) -> None:
    event = make_table_event(field=64, name="Riichi Grand Prix", slug="grand", rounds_planned=8)
    _real_names(event)
    for _ in range(3):
        play_tables(event)
    publish(event)
    key = event.players.get(number=1).key
    pages = [*PAGES_OF_FOUR, f"me/{key}/", f"me/{key}/result/"]
    assert _too_heavy(client, event, pages) == {}


def test_the_first_view_of_every_page_of_300_players_stays_under_60_kilobytes(client: Client) -> None:
    event = make_event(field=300, name="Grand Prix", slug="grand", tiebreaks=[
        "solkoff", {"name": "omw", "floor": 0.33}, "sonneborn_berger", "median", "head_to_head", "wins"])  # fmt: skip
    _real_names(event)
    publish(event, after=3)
    assert _too_heavy(client, event, READ) == {}


def test_the_schedule_of_172_players_and_10_rounds_stays_under_60_kilobytes(client: Client) -> None:
    event = make_table_event(field=172, slug="grand", rounds_planned=10, options={"rounds_per_day": 5})
    _real_names(event, "{0} {1}-{3}")
    publish(event)
    assert _too_heavy(client, event, SCHEDULE) == {}


def _too_heavy(client: Client, event: Tournament, pages: Iterable[str]) -> dict[str, int]:
    """The pages whose first view is over the limit, with their weight."""
    weights = {}
    for page in pages:
        answer = client.get(f"/e/{event.slug}/{page}", headers={"accept-encoding": "gzip"})
        assert answer["Content-Encoding"] == "gzip"
        weights[page] = len(answer.content) + _weight_of_files(gzip.decompress(answer.content).decode())
    return {page: weight for page, weight in weights.items() if weight >= FIRST_VIEW_LIMIT}


def _real_names(event: Tournament, pattern: str = "{0} {1} {2}-{3}") -> None:
    """Names as different from each other as in a real hall: sizes must not profit from `Player 1`, `Player 2`."""
    given = "Søren Åse Jens Mette Lærke Łukasz Zoë José Björn Aoife Øyvind Þóra Ingrid Karl Émile Jürgen Sofía".split()
    family = "Hansen Ågård Møller Østergaard García Kowalski O'Brien Smith Björnsson Petersen Larsen Åkesson".split()
    rows = list(event.players.all())
    for i, row in enumerate(rows):
        parts = given[i % 17], family[(i // 17) % 12], family[(i * 7) % 11], given[(i * 5) % 13]
        row.name = pattern.format(*parts)
    Player.objects.bulk_update(rows, ["name"])


def _weight_of_files(page: str) -> int:
    """Styles, scripts and pictures the page names, each once, compressed as the server sends them."""
    linked = set(re.findall(r'(?:src|href)="/static/([^"#]+\.(?:css|js|svg))', page))
    assert {"vendor/htmx/htmx.min.js", "css/pairwright.css", "icons/sprite.svg"} & linked
    return sum(len(gzip.compress((settings.BASE_DIR / "static" / name).read_bytes(), 9)) for name in linked)


running = kept(lambda: running_event(venue="Town Hall"))


@pytest.fixture
def event(running: Tournament) -> Tournament:
    return deepcopy(running)


def test_an_unchanged_page_is_answered_without_content_and_without_queries(
    client: Client, event: Tournament
) -> None:
    tag = client.get("/e/spring/standings/")["ETag"]
    first = client.get("/e/spring/standings/", headers={"if-none-match": tag})
    with CaptureQueriesContext(connection) as queries:
        second = client.get("/e/spring/standings/", headers={"if-none-match": tag})
    assert (first.status_code, second.status_code) == (304, 304)
    assert second.content == b""
    assert second["ETag"] == tag
    assert len(queries) == 0


def test_a_change_is_seen_and_a_private_event_is_never_said_to_be_unchanged(
    client: Client, event: Tournament
) -> None:
    tag = client.get("/e/spring/")["ETag"]
    answer = client.get("/e/spring/", headers={"if-none-match": tag, "accept-language": "ja"})
    assert answer.status_code == 200  # another language is another page
    assert '<html lang="ja"' in answer.content.decode()
    enter_all(event.rounds.get(number=3))
    unchanged.forget()
    answer = client.get("/e/spring/", headers={"if-none-match": tag})
    assert answer.status_code == 200
    assert answer["ETag"] != tag
    assert "4 of 4 results are in." in " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())
    events.update_event(tournament=event, actor=event.owner, visibility="private")
    unchanged.forget()
    assert client.get("/e/spring/", headers={"if-none-match": answer["ETag"]}).status_code == 404


def test_the_front_page_is_unchanged_until_an_event_changes(client: Client) -> None:
    other = make_event(field=3)
    tag = client.get("/")["ETag"]
    assert client.get("/", headers={"if-none-match": tag}).status_code == 304
    publish(other)
    assert client.get("/", headers={"if-none-match": tag}).status_code == 200


def test_a_page_is_built_once_per_version_and_language_whatever_parameters_are_invented(
    client: Client, event: Tournament
) -> None:
    for page, again in (("cross/", "cross/"), ("standings/", "standings/?x=1&after=abc&after=")):
        client.get(f"/e/spring/{page}")
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"/e/spring/{again}").status_code == 200
        assert len(queries) == 1  # the event itself: may this visitor see it, and which version is it?


def test_public_pages_set_no_cookie_and_carry_no_token(client: Client, event: Tournament) -> None:
    client.force_login(event.owner)
    for page in PAGES:
        forget_all()
        answer = client.get(f"/e/spring/{page}")
        assert not answer.cookies, page
        assert b"csrf" not in answer.content, page
        assert event.owner.username.encode() not in answer.content, page


def test_only_public_events_may_be_indexed_and_a_shared_link_carries_name_and_picture(
    client: Client, event: Tournament
) -> None:
    events.update_event(tournament=event, actor=event.owner, for_search_engines=True)
    answer = client.get("/e/spring/")
    page = answer.content.decode()
    assert "X-Robots-Tag" not in answer
    assert 'content="noindex"' not in page
    assert '<meta property="og:title" content="Spring Open">' in page
    assert '<meta property="og:url" content="http://testserver/e/spring/">' in page
    assert re.search(r'<meta property="og:image" content="http://testserver/static/icons/[^"]+\.png">', page)
    of_player = " ".join(client.get("/e/spring/players/1/").content.decode().split())
    assert '<meta property="og:title" content="Player 1 · Spring Open">' in of_player
    told = re.search(r'property="og:description" content="([^"]*)"', of_player)
    said = r"Round 3, table \d · Standings after round 2: Place \d, [\d½]+"
    assert told and re.fullmatch(said, told[1].strip())
    of_round = " ".join(client.get("/e/spring/pairings/").content.decode().split())
    assert 'property="og:title" content=" Pairings of round 3 · Spring Open"' in of_round
    assert client.get("/e/spring/qr.svg")["Content-Type"] == "image/svg+xml"
    facts = json.loads(client.get("/e/spring/manifest.webmanifest").content)
    assert facts["start_url"] == "/e/spring/"
    events.update_event(tournament=event, actor=event.owner, visibility="unlisted")
    unlisted = client.get("/e/spring/")
    assert unlisted["X-Robots-Tag"] == "noindex"
    assert b'<meta name="robots" content="noindex">' in unlisted.content
