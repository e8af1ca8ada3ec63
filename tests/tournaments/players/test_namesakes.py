"""Players of one name: the word that tells each apart, on every page that names them."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.desk.pages import Desk
from tests.factories import make_event, make_user, pair
from tests.public.pages import text_of
from tournaments.models import LogEntry, Player, Seat, Tournament
from tournaments.selectors.log_people import about_player
from tournaments.selectors.namesakes import Known, extra_words, names_in
from tournaments.services import attendance, players, reports
from tournaments.services.rounds import publish


def test_the_club_tells_apart_else_the_rating_else_the_number() -> None:
    people = [
        Known(1, "Lars Toft", "Odense", 1500),
        Known(2, "Lars Toft", "Odense", 1600),
        Known(3, "Lars Toft", "Aarhus", 1600),
        Known(4, "lars  toft", "", None),
        Known(5, "Anna Berg", "Odense", 1500),
        Known(6, "Søren Holm", "Vejle", None),
        Known(7, "Soren Holm", "Vejle", None),
    ]
    words = {number: str(word) for number, word in extra_words(people).items()}
    assert words == {1: "1500", 2: "no. 2", 3: "Aarhus", 4: "no. 4", 6: "no. 6", 7: "no. 7"}


DESK = (
    "/desk/spring/players/", "/desk/spring/players/check-in/", "/desk/spring/rounds/1/", "/desk/spring/players/pairs/",
    "/desk/spring/rounds/1/by-hand/", "/desk/spring/rounds/1/repair/", "/desk/spring/print/1/tables/",
    "/desk/spring/print/1/names/", "/desk/spring/print/1/slips/", "/desk/spring/print/standings/",
)  # fmt: skip
PUBLIC = (
    "/e/spring/find/", "/e/spring/rounds/1/", "/e/spring/rounds/1/?by=name", "/e/spring/players/",
    "/e/spring/standings/", "/e/spring/screen/?show=names", "/e/spring/screen/?show=tables",
    "/e/spring/screen/?show=standings",
)  # fmt: skip


@pytest.fixture
def two_of_a_name(db: None) -> Tournament:
    event = make_event(slug="spring", owner=make_user("olga"))
    for name, club in (("Lars Toft", "Odense"), ("Lars Toft", "Vejle"), ("Lars Toft", ""), ("Bo Ask", "")):
        players.add_player(tournament=event, actor=None, name=name, club=club, allow_duplicate=True)
    return event


def test_every_page_tells_players_of_one_name_apart(client: Client, two_of_a_name: Tournament) -> None:
    event = two_of_a_name
    client.force_login(event.owner)
    round_ = pair(event)
    draft = text_of(client, "/desk/spring/rounds/1/")
    publish(tournament=event, actor=event.owner, round_=round_)
    bare = {
        url: text
        for url in (*DESK, *PUBLIC)
        if not all(word in (text := text_of(client, url)) for word in ("Odense", "Vejle", "no. 3"))
    }
    assert not bare
    assert "Lars Toft (Odense)" in draft and "Lars Toft (no. 3)" in draft and "Bo Ask (" not in draft
    assert "You: Lars Toft (no. 3)" in text_of(client, "/e/spring/players/3/card/")
    assert names_in(event)[2] == "Lars Toft (Vejle)"
    assert "Code of Lars Toft (Vejle)" in text_of(client, "/desk/spring/players/2/code/")
    reporter = Player.objects.get(tournament=event, number=2)
    seat = Seat.objects.get(player=reporter)
    reports.report_result(tournament=event, player=reporter, match=seat.match, outcome="draw")
    assert "Lars Toft (Vejle): ½–½ – not confirmed yet" in text_of(client, "/desk/spring/rounds/1/")
    assert "Lars Toft (Vejle) has withdrawn" in Desk(event.owner, event).press("withdraw", 2)
    assert "Lars Toft (Vejle): left" in text_of(client, "/desk/spring/undo/")


def test_the_log_tells_them_apart_and_finds_the_lines_of_each(two_of_a_name: Tournament) -> None:
    event = two_of_a_name
    for club in ("Odense", "Ribe"):
        players.add_player(tournament=event, actor=None, name="Ib Lund", club=club, allow_duplicate=True)
    people = list(event.players.order_by("number"))
    for first, second in ((0, 1), (2, 4)):
        players.forbid_pair(tournament=event, actor=None, first=people[first], second=people[second])
    attendance.withdraw(tournament=event, actor=None, player=people[1])

    def lines(number: int) -> list[str]:
        rows = LogEntry.objects.filter(about_player(event, number), tournament=event).exclude(
            action="player_added"
        )
        return list(rows.order_by("pk").values_list("subject", flat=True))

    kept_apart = "Lars Toft (Odense) – Lars Toft (Vejle)"
    assert lines(1) == [kept_apart]
    assert lines(2) == [kept_apart, "Lars Toft (Vejle)"]
    assert lines(3) == lines(5) == ["Lars Toft (no. 3) – Ib Lund (Odense)"]
    assert lines(6) == []
