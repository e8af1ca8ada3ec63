"""Two players of the standings over the API; values worked out by hand."""

import pytest

from tests.api.conftest import Api
from tests.public.pages import hand_made
from tests.tournaments.standings.test_public_places import swiss

pytestmark = pytest.mark.django_db
WHY = "events/by-hand/standings/why/"


def test_two_players_are_compared_link_by_link(anybody: Api) -> None:
    """Points: Ann 2, Cy 1, Dee 1, Bo 0. Solkoff: Cy met Dee and Ann = 3; Dee met Cy and Bo = 1."""
    swiss("solkoff", "wins")
    told = anybody.get(f"{WHY}?player=4&other=3")
    assert (told["after_round"], told["ahead"]) == (2, 3)
    assert told["decided_by"] == {"by": "tiebreak", "label": "solkoff"}
    assert told["players"] == [
        {"rank": 3, "number": 4, "name": "Dee", "points": 1},
        {"rank": 2, "number": 3, "name": "Cy", "points": 1},
    ]
    found = [(one["label"], one["status"], *(v["value"] for v in one["values"])) for one in told["tiebreaks"]]
    assert found == [("points", "tied", 1, 1), ("solkoff", "decides", 1, 3), ("wins", "unused", 1, 1)]
    cy = told["tiebreaks"][1]["values"][1]
    assert (cy["number"], cy["combine"]) == (3, "sum")
    assert [(term["round"], term["opponent"], term["value"]) for term in cy["terms"]] == [
        (1, 4, 1),
        (2, 1, 2),
    ]
    earlier = anybody.get(f"{WHY}?player=1&other=3&after_round=1")
    assert (earlier["ahead"], earlier["decided_by"]) == (None, {"by": "shared", "label": None})


def test_every_line_of_the_standings_says_what_separates_it_from_the_one_above(anybody: Api) -> None:
    hand_made()  # Ann 2, Dee 1.5, Cy 0.5, Bo 0
    lines = anybody.get("events/by-hand/standings/")["lines"]
    assert [(line["name"], line["decided_by"]["by"], line["decided_by"]["label"]) for line in lines] == [
        ("Ann", "top", None), ("Dee", "tiebreak", "points"), ("Cy", "tiebreak", "points"), ("Bo", "tiebreak", "points"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("?player=1", "other"), ("?other=1", "player"), ("?player=2&other=2", "other"), ("?player=x&other=2", "player"),
        ("?player=0&other=2", "player"), (f"?player=1&other={2**31}", "other"), ("?player=1&other=2&x=1", "x"),
    ],
)  # fmt: skip
def test_what_is_asked_wrong_is_named(anybody: Api, query: str, field: str) -> None:
    swiss("solkoff")
    problem = anybody.get(f"{WHY}{query}", 400)
    assert field in {error["field"] for error in problem["errors"]}
