"""What a page costs: queries for few and many players, bytes on a phone."""

from __future__ import annotations

import gzip
import re

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import (
    make_event,
    play_rounds,
    publish,
)
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


def test_the_first_view_of_every_page_of_300_players_stays_under_60_kilobytes(client: Client) -> None:
    event = make_event(field=300, name="Grand Prix", slug="grand", tiebreaks=[
        "solkoff", {"name": "omw", "floor": 0.33}, "sonneborn_berger", "median", "head_to_head", "wins"])  # fmt: skip
    _real_names(event)
    play_rounds(event, 3)
    publish(event)
    too_heavy = {}
    for page in READ:
        answer = client.get(f"/e/grand/{page}", headers={"accept-encoding": "gzip"})
        assert answer["Content-Encoding"] == "gzip"
        weight = len(answer.content) + _weight_of_files(gzip.decompress(answer.content).decode())
        if weight >= FIRST_VIEW_LIMIT:
            too_heavy[page] = weight
    assert not too_heavy


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
