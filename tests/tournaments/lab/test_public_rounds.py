"""“How many rounds?”: the figures are those of the study, the counts follow from powers of two."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import make_user
from tests.public.pages import text_of
from tournaments.lab.selectors.rounds import rounds_for

PAGE = Path(settings.BASE_DIR) / "docs" / "studies" / "rounds.md"
MEAN = re.compile(r"([\d.]+) ± [\d.]+")

pytestmark = pytest.mark.django_db


def test_the_figures_are_those_of_the_study() -> None:
    lines = [
        line.strip("| ").split(" | ") for line in PAGE.read_text().splitlines() if "±" in line and "|" in line
    ]
    assert len(lines) == 78
    for players, rounds, *figures in lines:
        row = next(row for row in rounds_for(int(players)).rows if row.rounds == int(rounds))
        agreement, wins, in_cut, tied = (float(MEAN.fullmatch(text)[1]) for text in figures)
        assert 2 * row.in_order / 100 - 1 == pytest.approx(agreement, abs=0.0001)
        assert (row.best_wins, row.in_cut, row.tied) == pytest.approx((wins, in_cut, tied), abs=0.01)


@pytest.mark.parametrize(
    ("players", "least", "all_meet", "simulated"),
    [
        (2, 1, 1, 8),
        (8, 3, 7, 8),
        (9, 4, 9, 12),
        (33, 6, 33, 48),
        (64, 6, 63, 64),
        (65, 7, 65, 96),
        (3000, 12, 2999, 512),
    ],
)
def test_a_field_is_answered_by_one_that_takes_as_many_rounds(
    players: int, least: int, all_meet: int, simulated: int
) -> None:
    answer = rounds_for(players)
    assert (answer.least, answer.all_meet, answer.simulated) == (least, all_meet, simulated)
    assert all(row.rounds <= all_meet for row in answer.rows)


def test_anybody_asks_and_shares_the_answer(client: Client) -> None:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        text = text_of(client, "/rounds/?players=48")
    assert "48 players: at least 6 rounds" in text and "http://testserver/rounds/?players=48" in text
    assert len(queries) == 0
    answer = client.get("/rounds/", {"players": "48"})
    assert client.get("/rounds/?players=48", headers={"if-none-match": answer["ETag"]}).status_code == 304
    assert 'href="/lab/what-if/?players=48&amp;rounds=6"' in answer.content.decode()


@pytest.mark.parametrize("typed", ["2", "x", "20001", "9" * 400, ""])
def test_a_number_that_is_none_is_refused_beside_the_field(client: Client, typed: str) -> None:
    answer = client.get("/rounds/", {"players": typed})
    assert answer.status_code == 200
    html = answer.content.decode()
    assert 'class="field__error"' in html and 'data-testid="answer"' not in html


def test_the_numbers_come_along_to_a_simulation_of_ones_own(client: Client) -> None:
    client.force_login(make_user())
    html = client.get("/lab/what-if/?players=48&rounds=6").content.decode()
    assert 'name="players" value="48"' in html and 'name="rounds" value="6"' in html
