"""What the API shows is what the pages show: asked of both, for everybody, in every state of an event."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.api.conftest import Api, staff_of
from tests.factories import make_event, make_table_event, make_user, pair, publish
from tournaments.models import Player, Role, Tournament, Visibility

# (page, the same in the API); what is staff's work is at the desk.
PAGES = [
    ("public:event", {}, "events/club/"),
    ("public:players", {}, "events/club/players/"),
    ("public:player", {"number": 1}, "events/club/players/1/history/"),
    ("public:standings", {}, "events/club/standings/"),
    ("public:tiebreaks", {"number": 1}, "events/club/standings/1/"),
    ("public:round", {"number": 1}, "events/club/rounds/1/"),
    ("public:why", {"number": 1, "table": 1}, "events/club/rounds/1/matches/1/"),
]
DESK = [
    ("desk:log", {}, "events/club/log/"),
    ("desk:undo", {}, "events/club/undo/"),
    ("desk:staff", {}, "events/club/staff/"),
    ("desk:table", {"number": 1, "table": 1}, "events/club/rounds/1/matches/1/correction/?result=1-0"),
]
ROLES = ("anonymous", "outsider", *Role.values)
SEEN, HIDDEN = "seen", "hidden"


def _person(role: str, event: Tournament) -> User | None:
    if role == "anonymous":
        return None
    if role == "outsider":
        return make_user()
    return event.owner if role == Role.OWNER else staff_of(event, Role(role))


def _verdict(status: int) -> str:
    """Both refuse in their own words: the desk sends strangers to the sign-in page."""
    return SEEN if status == 200 else HIDDEN


@pytest.mark.django_db
@pytest.mark.parametrize("visibility", Visibility.values)
@pytest.mark.parametrize("drafted", [True, False], ids=["draft", "published"])
@pytest.mark.parametrize("role", ROLES)
def test_pages_and_api_show_the_same(owner: User, visibility: str, drafted: bool, role: str) -> None:
    event = make_event(owner=owner, field=4, slug="club", system="random_swiss", visibility=visibility)
    (pair if drafted else publish)(event)
    user = _person(role, event)
    client, api = Client(), Api(user)
    if user is not None:
        client.force_login(user)
    staff = role in Role.values
    for page, parts, path in PAGES + DESK:
        if drafted and staff and page in ("public:round", "public:why"):
            continue  # public pages never show drafts, the staff sees them at the desk
        shown = client.get(reverse(page, kwargs={"slug": "club", **parts})).status_code
        answered = api.send("GET", path).status_code
        assert _verdict(answered) == _verdict(shown), (page, shown, path, answered)
        assert answered < 500 and shown < 500


@pytest.mark.django_db
@pytest.mark.parametrize("visibility", Visibility.values)
@pytest.mark.parametrize("drafted", [True, False], ids=["draft", "published"])
@pytest.mark.parametrize("role", ["anonymous", "outsider", Role.SCOREKEEPER.value])
def test_pages_and_api_show_the_same_of_tables_of_four(
    owner: User, visibility: str, drafted: bool, role: str
) -> None:
    event = make_table_event(owner=owner, slug="club", visibility=visibility)
    (pair if drafted else publish)(event)
    user = _person(role, event)
    client, api = Client(), Api(user)
    if user is not None:
        client.force_login(user)
    key = event.players.get(number=1).key
    of_four = [("public:me", {"key": key}, f"events/club/me/{key}/")]
    if drafted:  # as soon as it is published, everybody sees it
        of_four += [("desk:schedule", {}, "events/club/schedule/")]
    for page, parts, path in PAGES + of_four:
        if drafted and role in Role.values and page in ("public:round", "public:why"):
            continue
        shown = client.get(reverse(page, kwargs={"slug": "club", **parts})).status_code
        answered = api.send("GET", path).status_code
        assert _verdict(answered) == _verdict(shown), (page, shown, path, answered)


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
