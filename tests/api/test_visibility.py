"""What the API shows is what the pages show: asked of both, for everybody, in every state of an event."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.api.conftest import Api, staff_of
from tests.factories import make_event, make_table_event, make_user, pair
from tests.sweep import sweep_too
from tournaments.models import Player, Role, RoundState, Tournament, Visibility
from tournaments.rounds.services import rounds

# (page, the same in the API); what is staff's work is at the desk.
PAGES: list[tuple[str, dict[str, Any], str]] = [
    ("public:event", {}, "events/club/"),
    ("public:players", {}, "events/club/players/"),
    ("public:player", {"number": 1}, "events/club/players/1/history/"),
    ("public:standings", {}, "events/club/standings/"),
    ("public:tiebreaks", {"number": 1}, "events/club/standings/1/"),
    ("public:tiebreaks", {"number": 1}, "events/club/standings/why/?player=1&other=2"),
    ("public:round", {"number": 1}, "events/club/rounds/1/"),
    ("public:why", {"number": 1, "table": 1}, "events/club/rounds/1/matches/1/"),
]
DESK: list[tuple[str, dict[str, Any], str]] = [
    ("desk:log", {}, "events/club/log/"),
    ("desk:undo", {}, "events/club/undo/"),
    ("desk:staff", {}, "events/club/staff/"),
    ("desk:table", {"number": 1, "table": 1}, "events/club/rounds/1/matches/1/correction/?result=1-0"),
]
# Where a right to read begins; what the others may stands in two tables: of rights here, and of the desk's addresses.
STAFF = (Role.DISPLAY, Role.SCOREKEEPER, Role.DIRECTOR)
SEEN, HIDDEN = "seen", "hidden"


def _verdict(status: int) -> str:
    """Both refuse in their own words: the desk sends strangers to the sign-in page."""
    assert status < 500
    return SEEN if status == 200 else HIDDEN


def _check(event: Tournament, role: str, pages: list[tuple[str, dict[str, Any], str]]) -> None:
    """Every page and its like in the API are both there or both hidden."""
    staff = role in Role.values
    user = event.owner if role == Role.OWNER else staff_of(event, Role(role)) if staff else None
    if role == "outsider":
        user = make_user()
    client, api = Client(), Api(user)
    if user is not None:
        client.force_login(user)
    drafted = not event.rounds.exclude(state=RoundState.DRAFT).exists()
    for page, parts, path in pages:
        if drafted and staff and page in ("public:round", "public:why"):
            continue  # public pages never show drafts, the staff sees them at the desk
        shown = client.get(reverse(page, kwargs={"slug": "club", **parts})).status_code
        answered = api.send("GET", path).status_code
        assert _verdict(answered) == _verdict(shown), (role, page, shown, path, answered)


@pytest.mark.django_db
@pytest.mark.parametrize("visibility", ["public", "private", *sweep_too("unlisted")])
def test_pages_and_api_show_the_same(owner: User, visibility: str) -> None:
    """The staff sees as much of a private event as of any: once is enough for them."""
    event = make_event(owner=owner, field=4, slug="club", system="random_swiss", visibility=visibility)
    roles = ["anonymous", "outsider", *(STAFF if visibility == Visibility.PRIVATE else [])]
    round_ = pair(event)
    for role in roles:
        _check(event, role, PAGES + DESK)
    rounds.publish(tournament=event, actor=owner, round_=round_)
    for role in roles:
        _check(event, role, PAGES + DESK)


@pytest.mark.django_db
@pytest.mark.parametrize("visibility", ["private", *sweep_too("public")])
def test_pages_and_api_show_the_same_of_tables_of_four(owner: User, visibility: str) -> None:
    event = make_table_event(owner=owner, slug="club", visibility=visibility)
    key = event.players.get(number=1).key
    of_four: list[tuple[str, dict[str, Any], str]] = [("public:me", {"key": key}, f"events/club/me/{key}/")]
    round_ = pair(event)
    for role in ("anonymous", Role.SCOREKEEPER):
        # as soon as it is published, everybody sees the plan
        _check(event, role, [*PAGES, *of_four, ("desk:schedule", {}, "events/club/schedule/")])
    rounds.publish(tournament=event, actor=owner, round_=round_)
    for role in ("anonymous", Role.SCOREKEEPER):
        _check(event, role, PAGES + of_four)


@pytest.mark.django_db
@pytest.mark.parametrize("system", ["mahjong_schedule", *sweep_too("mahjong_swiss")])
def test_house_players_of_a_draft_are_for_the_staff(owner: User, system: str) -> None:
    # With check-in by phone everybody sees it end with the draft of round 1.
    settings = {"system": system, "players_check_in": False}
    event, anybody = make_table_event(field=7, owner=owner, slug="club", **settings), Api()
    tag = anybody.send("GET", "events/club/").headers["ETag"]
    round_ = pair(event)
    house = "events/club/players/?house=true"
    assert [row["number"] for row in Api(owner).get(house)["results"]] == [8]
    assert anybody.get(house)["results"] == []
    for path in ("players/8/", "players/8/history/"):
        anybody.get(f"events/club/{path}", 404)
    assert len(anybody.get("events/club/document/")["players"]) == 7
    assert anybody.send("GET", "events/club/").headers["ETag"] == tag
    rounds.publish(tournament=event, actor=owner, round_=round_)
    assert [row["number"] for row in anybody.get(house)["results"]] == [8]
    assert anybody.get("events/club/players/8/")["house"]
    assert len(anybody.get("events/club/document/")["players"]) == 8


@pytest.mark.django_db
def test_only_public_events_and_ones_own_are_listed(owner: User) -> None:
    for visibility in Visibility.values:
        make_event(owner=owner, slug=visibility, system="random_swiss", visibility=visibility)
    stranger = make_event(slug="theirs", system="random_swiss", visibility=Visibility.PRIVATE)
    helper = Api(staff_of(Tournament.objects.get(slug="private"), Role.SCOREKEEPER))

    def listed(api: Api, query: str = "") -> set[str]:
        return {row["slug"] for row in api.get(f"events/{query}")["results"]}

    assert listed(Api()) == {"public"}
    assert listed(Api(owner)) == {"public", "unlisted", "private"}
    assert listed(helper) == {"public", "private"} and listed(helper, "?mine=true") == {"private"}
    assert listed(Api(stranger.owner)) == {"public", "theirs"}


@pytest.mark.django_db
def test_events_are_found_by_words_dates_and_state(owner: User) -> None:
    for name, venue, date in (("Ølhus Open", "Århus", "2026-05-01"), ("Spring Cup", "Bergen", "2026-06-01")):
        make_event(owner=owner, name=name, venue=venue, starts_on=date, system="random_swiss")

    def found(query: str) -> list[str]:
        return [row["name"] for row in Api().get(f"events/?{query}")["results"]]

    assert found("search=olhus") == found("search=arhus open") == ["Ølhus Open"]
    assert found("starts_from=2026-05-15") == ["Spring Cup"] and found("starts_to=2026-05-15") == [
        "Ølhus Open"
    ]
    assert found("status=finished") == [] and len(found("status=setup&system=random_swiss")) == 2


@pytest.mark.django_db
def test_notes_seeds_and_wishes_are_for_the_staff(owner: User, event: Tournament) -> None:
    Player.objects.filter(tournament=event, number=1).update(note="owes the fee")
    staff, others = Api(owner), Api(make_user())
    assert staff.get("events/club/players/1/")["note"] == "owes the fee"
    assert staff.get("events/club/")["draw_seed"] == "test"
    staff.post("events/club/forbidden-pairs/", {"first": 1, "second": 2}, 201)
    staff.put("events/club/players/3/byes/1/", {"kind": "half"})
    document = staff.get("events/club/document/")
    assert document["forbidden_pairs"] == [[1, 2]] and document["bye_requests"]
    for api in (others, Api()):
        assert "note" not in api.get("events/club/players/1/")
        assert all("note" not in row for row in api.get("events/club/players/")["results"])
        assert api.get("events/club/")["draw_seed"] is None
        assert not {"forbidden_pairs", "bye_requests", "draw_seed"} & set(api.get("events/club/document/"))
