"""What a page costs: queries for few and many players, bytes on a phone."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import (
    make_event,
    make_table_event,
    play_rounds,
    play_tables,
    publish,
)
from tests.public.four import PAGES_OF_FOUR, SYSTEMS
from tests.public.pages import READ
from tournaments.models import Player, Tournament

pytestmark = pytest.mark.django_db


# 60 kB for everything a phone loads for one page of a 300-player event.
FIRST_VIEW_LIMIT = 60_000


@pytest.mark.parametrize("page", READ)
def test_a_page_asks_the_same_questions_of_8_and_of_64_players(client: Client, page: str) -> None:
    asked = []
    for field in (8, 64):
        event = make_event(field=field, slug=f"of-{field}")
        play_rounds(event, 2)
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"/e/of-{field}/{page}").status_code == 200
        asked.append(len(queries))
    assert asked[0] == asked[1]


@pytest.mark.parametrize("system", SYSTEMS)
def test_pages_of_four_at_a_table_ask_the_same_questions_of_8_and_of_64_players(
    client: Client, system: str
) -> None:
    asked: dict[str, list[int]] = {page: [] for page in PAGES_OF_FOUR}
    for field in (8, 64):
        event = make_table_event(field=field, slug=f"of-{field}", system=system, rounds_planned=4)
        play_tables(event)
        play_tables(event)
        publish(event)
        for page in PAGES_OF_FOUR:
            cache.clear()
            with CaptureQueriesContext(connection) as queries:
                assert client.get(f"/e/of-{field}/{page}").status_code == 200
            asked[page].append(len(queries))
    assert {page: counts for page, counts in asked.items() if counts[0] != counts[1]} == {}


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
    play_rounds(event, 3)
    publish(event)
    assert _too_heavy(client, event, READ) == {}


def _too_heavy(client: Client, event: Tournament, pages: Iterable[str]) -> dict[str, int]:
    """The pages whose first view is over the limit, with their weight."""
    weights = {}
    for page in pages:
        answer = client.get(f"/e/{event.slug}/{page}", headers={"accept-encoding": "gzip"})
        assert answer["Content-Encoding"] == "gzip"
        weights[page] = len(answer.content) + _weight_of_files(gzip.decompress(answer.content).decode())
    return {page: weight for page, weight in weights.items() if weight >= FIRST_VIEW_LIMIT}


def _real_names(event: Tournament) -> None:
    """Names as different from each other as in a real hall: sizes must not profit from `Player 1`, `Player 2`."""
    given = "Søren Åse Jens Mette Lærke Łukasz Zoë José Björn Aoife Øyvind Þóra Ingrid Karl Émile Jürgen Sofía".split()
    family = "Hansen Ågård Møller Østergaard García Kowalski O'Brien Smith Björnsson Petersen Larsen Åkesson".split()
    rows = list(event.players.all())
    for i, row in enumerate(rows):
        row.name = f"{given[i % 17]} {family[(i // 17) % 12]} {family[(i * 7) % 11]}-{given[(i * 5) % 13]}"
    Player.objects.bulk_update(rows, ["name"])


def _weight_of_files(page: str) -> int:
    """Styles, scripts and pictures the page names, each once, compressed as the server sends them."""
    linked = set(re.findall(r'(?:src|href)="/static/([^"#]+\.(?:css|js|svg))', page))
    assert {"vendor/htmx/htmx.min.js", "css/pairwright.css", "icons/sprite.svg"} & linked
    return sum(len(gzip.compress((settings.BASE_DIR / "static" / name).read_bytes(), 9)) for name in linked)
