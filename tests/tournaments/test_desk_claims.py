"""Scores from the phones of a table: the desk sees, accepts or refuses them; what it enters itself counts."""

from __future__ import annotations

import pytest

from tests.desk.four import RAW, TEXT, match_at, raw_at, riichi, seats
from tests.desk.pages import Desk, text
from tests.factories import publish
from tournaments.models import ScoreClaim, Tournament
from tournaments.services import claims

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    tournament = riichi()
    publish(tournament)
    return tournament


@pytest.fixture
def desk(event: Tournament) -> Desk:
    return Desk(event.owner, event)


def entered(event: Tournament, table: int = 1) -> ScoreClaim:
    east = seats(event, table)[0].player
    return claims.claim_scores(tournament=event, player=east, match=match_at(event, table), raw=RAW)


def decide(desk: Desk, claim: ScoreClaim, do: str) -> str:
    return desk.press("claim", 1, data={"claim": claim.pk, "do": do})


def test_what_a_player_has_entered_stands_at_its_table(desk: Desk, event: Tournament) -> None:
    claim = entered(event)
    page = text(desk.get("round", 1))
    assert "From the phones: 42,300 · 31,200 · 28,000 · 18,500" in page
    assert f"entered by {claim.entered_by.name}, not confirmed yet" in page
    assert raw_at(event) == [None] * 4


def test_a_dispute_is_told_with_its_reason(desk: Desk, event: Tournament) -> None:
    claim = entered(event)
    south = seats(event)[1].player
    claims.dispute(tournament=event, player=south, claim=claim, note="I had 31,300")
    assert "disputed at the table: I had 31,300" in text(desk.get("round", 1))


def test_accepted_scores_count(desk: Desk, event: Tournament) -> None:
    assert "Table 1: saved" in decide(desk, entered(event), "accept")
    assert raw_at(event) == list(RAW)
    assert "42,300 · 31,200" not in text(desk.get("round", 1))


def test_refused_scores_do_not_count_and_are_gone_from_the_page(desk: Desk, event: Tournament) -> None:
    assert "is refused" in decide(desk, entered(event), "reject")
    assert raw_at(event) == [None] * 4
    assert "42,300" not in desk.get("round", 1).content.decode().split("data-entries")[1]


def test_what_the_desk_enters_counts_whatever_the_phones_say(desk: Desk, event: Tournament) -> None:
    claim = entered(event)
    desk.save(1, 1, "31200,42300,28000,18500;0,0,0,0;0", "")
    assert raw_at(event) == [31200, 42300, 28000, 18500]
    words = decide(desk, claim, "accept")
    assert "has been entered already" in words
    assert raw_at(event) == [31200, 42300, 28000, 18500]


def test_a_page_left_open_hears_of_new_scores_from_the_phones(desk: Desk, event: Tournament) -> None:
    version = desk.get("round", 1).context["event"].version
    claim = entered(event)
    news = desk.get("results_state", 1, query=f"?since={version}").json()
    told = f"entered by {claim.entered_by.name}, not confirmed yet"
    assert news["claims"] == {"1": {"pk": claim.pk, "text": TEXT, "told": told, "disputed": False}}


def test_the_script_is_answered_in_json(desk: Desk, event: Tournament) -> None:
    claim = entered(event)
    data = {"claim": claim.pk, "do": "accept"}
    assert desk.post("claim", 1, data=data, accept="application/json").json() == {"table": 1}
    again = desk.post("claim", 1, data=data, accept="application/json")
    assert (again.status_code, again.json()["code"]) == (422, "already_entered")


@pytest.mark.parametrize("claim", ["", "x", "999", "²", "1" * 30])
def test_what_nobody_entered_is_not_found(desk: Desk, event: Tournament, claim: str) -> None:
    assert desk.post("claim", 1, data={"claim": claim, "do": "accept"}).status_code == 404


def test_scores_of_another_event_are_not_found(desk: Desk) -> None:
    other = riichi(slug="other")
    publish(other)
    data = {"claim": entered(other).pk, "do": "accept"}
    assert desk.post("claim", 1, data=data).status_code == 404
    assert raw_at(other) == [None] * 4


def test_the_overview_says_how_many_wait(desk: Desk, event: Tournament) -> None:
    assert "from a phone" not in text(desk.get("event"))
    entered(event)
    assert "1 table has scores from a phone that do not count yet." in text(desk.get("event"))
    entered(event, 2)
    assert "2 tables have scores from a phone" in text(desk.get("event"))
