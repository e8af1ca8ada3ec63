"""Scores of a published event recomputed; skipped where the file is not there.

The sample gives raw points against the start and the uma of every seat. Two of its 48 tables contradict themselves:
in round 3, table 4 the second and third have 1.5 and -1.5 (a typo for 5 and -5), and in round 8, table 5 the uma of the
second and third stand at each other's names: raw -2,500 is given the second place, raw -100 the third.
"""

import json
from collections import Counter
from typing import Any

import pytest

from pairing.engine.standings import rank
from pairing.formats import document
from pairing.model.field import Field
from pairing.model.types import Snapshot
from tests.pairing.places import CONFORMANCE

SAMPLE = CONFORMANCE / "mahjong" / "sample_24p_8r_scores.json"
pytestmark = [
    pytest.mark.skipif(not SAMPLE.is_file(), reason="needs the conformance files in ../shared/data"),
    pytest.mark.usefixtures("four"),
]
START = 30_000
# Round and table: by raw points, what the uma should be.
MISPRINTED = {(3, 4): {-2600: -5000, 2600: 5000}, (8, 5): {-2500: -5000, -100: 5000}}


@pytest.fixture(scope="module")
def published() -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = json.loads(SAMPLE.read_text(encoding="utf-8"))["games"]
    return games


@pytest.fixture(scope="module")
def snapshot(published: list[dict[str, Any]], four: object) -> Snapshot:
    """The event read from its document."""
    rounds: dict[int, list[dict[str, Any]]] = {}
    for game in published:
        seats = game["seats_E_S_W_N"]
        rounds.setdefault(game["round"], []).append(
            {
                "table": game["table"],
                "seats": [seat["player"] for seat in seats],
                "scores": [START + seat["raw"] for seat in seats],
                "penalties": [seat["penalty"] / 1000 for seat in seats],
            }
        )
    data = {
        "format": "pairwright-event/1",
        "system": {"name": "four"},
        "scoring": {"preset": "ema"},
        "tiebreaks": ["firsts", "seconds", "thirds", "best_game", "raw_points"],
        "players": [{"id": number} for number in range(1, 25)],
        "rounds": [
            {"number": number, "status": "completed", "matches": matches}
            for number, matches in sorted(rounds.items())
        ],
    }
    return document.load(document.parse_json(json.dumps(data)))


def uma_of(game: dict[str, Any], seat: dict[str, Any]) -> int:
    uma: int = seat["uma"]
    return MISPRINTED.get((game["round"], game["table"]), {}).get(seat["raw"], uma)


def test_the_misprinted_tables_are_those_that_contradict_themselves(published: list[dict[str, Any]]) -> None:
    unusual = []
    for game in published:
        by_raw = sorted(game["seats_E_S_W_N"], key=lambda seat: -seat["raw"])
        if [seat["uma"] for seat in by_raw] != [15_000, 5000, -5000, -15_000]:
            unusual.append((game["round"], game["table"]))
    assert (len(published), unusual) == (48, list(MISPRINTED))


def test_every_seat_has_its_published_points(published: list[dict[str, Any]], snapshot: Snapshot) -> None:
    sheets = Field(snapshot).sheets
    for game in published:
        for seat in game["seats_E_S_W_N"]:
            sheet = sheets[seat["player"]][game["round"] - 1]
            assert sheet.table == game["table"]
            # Published in raw points; a hundredth of a final point is ten of them.
            assert sheet.points * 10 == seat["raw"] + uma_of(game, seat) + seat["penalty"]


def test_the_standings_have_the_published_totals(published: list[dict[str, Any]], snapshot: Snapshot) -> None:
    totals: Counter[int] = Counter()
    for game in published:
        for seat in game["seats_E_S_W_N"]:
            totals[seat["player"]] += seat["raw"] + uma_of(game, seat) + seat["penalty"]
    standings = rank(snapshot)
    assert {s.player: s.points * 10 for s in standings} == dict(totals)
    assert [s.points for s in standings] == sorted((total // 10 for total in totals.values()), reverse=True)
    assert sum(s.points for s in standings) == 0
    # Of eight games each, 48 were won, and so on.
    for place in range(3):
        assert sum(int(s.tiebreaks[place].value or 0) for s in standings) == len(published)
