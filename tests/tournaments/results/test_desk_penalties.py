"""Penalties at the desk: given, looked for, taken back, taken home; and who reads them."""

import csv
import io

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.desk.pages import Desk, text
from tests.factories import make_event, make_user, publish
from tournaments.events.services import events
from tournaments.models import Penalty, Player, Tournament
from tournaments.results.services import penalties

pytestmark = pytest.mark.django_db
SECRET = "Asked a friend for a move"


@pytest.fixture
def event() -> Tournament:
    tournament = make_event(field=4)
    publish(tournament)
    return tournament


@pytest.fixture
def judge(event: Tournament) -> User:
    user = make_user("judge")
    events.set_staff(tournament=event, actor=event.owner, user=user, role="arbiter")
    return user


def player(event: Tournament, number: int) -> Player:
    return Player.objects.get(tournament=event, number=number)


def give(
    event: Tournament, judge: User, number: int = 2, kind: str = "caution", what: str = SECRET
) -> Penalty:
    return penalties.give(
        tournament=event,
        actor=judge,
        player=player(event, number),
        kind=kind,
        infraction=what,
        round_number=1,
    )


def test_a_penalty_is_given_by_a_form_that_a_link_fills_in_and_mistakes_stand_at_its_fields(
    event: Tournament, judge: User
) -> None:
    desk = Desk(judge, event)
    page = desk.get("penalties", query="?player=3&round=1&table=2")
    form = page.context["form"]
    assert (form["player"].value(), form["round_number"].value(), form["table"].value()) == (3, 1, 2)
    assert '<option value="3" selected>' in page.content.decode()
    wrong = {"player": "99", "kind": "fine", "infraction": "", "round_number": "7", "table": "x"}
    assert set(desk.post("penalties", data=wrong).context["form"].errors) == set(wrong)
    assert not Penalty.objects.exists()
    right = {"player": "2", "kind": "warning", "infraction": "Late", "round_number": "1", "table": ""}
    assert "Player 2: Warning given." in desk.press("penalties", data=right)
    one = Penalty.objects.get()
    assert (one.player.number, one.kind, one.round_number, one.given_by) == (2, "warning", 1, judge)
    assert one.table == player(event, 2).seats.get().match.table


def test_the_page_of_the_player_shows_what_stands_and_what_was_taken_back(
    event: Tournament, judge: User
) -> None:
    give(event, judge)
    second = give(event, judge, what="Again")
    desk = Desk(judge, event)
    assert "Caution (no. 2)" in text(desk.get("player", 2))
    assert "Fill in “Note”." in desk.press("revoke_penalty", second.pk, data={"note": ""})
    assert not Penalty.objects.exclude(revoked_at=None).exists()
    desk.press("revoke_penalty", second.pk, data={"note": "Not him"})
    page = text(desk.get("player", 2))
    assert "Cancelled by judge" in page and "Not him" in page and "(no. 2)" not in page
    assert "Cancelled" not in text(desk.get("player", 1))


def test_the_list_is_narrowed_and_taken_home(event: Tournament, judge: User) -> None:
    give(event, judge, 2)
    give(event, judge, 3, "warning", "=HYPERLINK(1)")
    desk = Desk(judge, event)
    page = text(desk.get("penalties", query="?find-words=friend"))
    assert SECRET in page and "HYPERLINK" not in page
    assert "No match." in text(desk.get("penalties", query="?find-kind=note"))
    answer = desk.get("penalties_csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert [(row["number"], row["penalty"], row["count"], row["given_by"]) for row in rows] == [
        ("3", "warning", "1", "judge"),
        ("2", "caution", "1", "judge"),
    ]
    assert rows[0]["what_happened"] == "'=HYPERLINK(1)"  # no spreadsheet runs it
    only = desk.get("penalties_csv", query="?find-kind=caution").content.decode()
    assert only.count("\r\n") == 2


@pytest.mark.parametrize(
    ("kind", "says"),
    [("match_loss", "Enter the result of table"), ("disqualification", "Withdraw the player")],
)
def test_what_is_left_to_do_is_a_link(event: Tournament, judge: User, kind: str, says: str) -> None:
    give(event, judge, 2, kind)
    assert says in text(Desk(judge, event).get("penalties"))
    assert player(event, 2).left_after_round is None


def test_a_sign_stands_beside_the_name_for_judges_only(event: Tournament, judge: User) -> None:
    helper = make_user()
    events.set_staff(tournament=event, actor=event.owner, user=helper, role="scorekeeper")
    give(event, judge, 2)
    give(event, judge, 3, "note")
    page = Desk(judge, event).get("round", 1).content.decode()
    assert 'data-penalties="2"' in page and 'title="Caution"' in page
    assert 'data-penalties="3"' not in page
    assert "data-penalties" not in Desk(helper, event).get("round", 1).content.decode()


def test_a_player_reads_the_own_ones_and_nobody_elses(event: Tournament, judge: User) -> None:
    give(event, judge, 2)
    give(event, judge, 2, "note", "Watch this table")
    own = Client().get(reverse("public:me", args=[event.slug, player(event, 2).key]))
    assert SECRET in text(own) and "Watch this table" not in text(own)
    others = Client().get(reverse("public:me", args=[event.slug, player(event, 3).key]))
    assert SECRET not in others.content.decode()


PUBLIC = {
    "event": (), "players": (), "player": (2,), "pairings": (), "round": (1,), "standings": (), "screen": (),
    "why": (1, 1), "cross": (),
}  # fmt: skip


def test_no_public_page_tells_of_a_penalty(event: Tournament, judge: User) -> None:
    give(event, judge, 2)
    anybody, owner = Client(), Client()
    owner.force_login(event.owner)
    for page, arguments in PUBLIC.items():
        for client in (anybody, owner):
            answer = client.get(reverse(f"public:{page}", args=[event.slug, *arguments]))
            assert answer.status_code == 200, page
            assert SECRET not in answer.content.decode(), page
            assert "data-penalties" not in answer.content.decode(), page
