"""ETags from the event's version: whoever has the answer already is told so without it being computed."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.api.conftest import Api, staff_of
from tests.factories import (
    add_player,
    make_event,
    make_table_event,
    make_user,
    pair,
    play_round,
    play_tables,
    publish,
)
from tournaments.models import Role, Tournament, Visibility
from tournaments.web import unchanged

READS = (
    "events/club/",
    "events/club/players/",
    "events/club/players/1/",
    "events/club/players/1/history/",
    "events/club/rounds/",
    "events/club/rounds/1/",
    "events/club/rounds/1/matches/1/",
    "events/club/standings/",
    "events/club/standings/1/",
    "events/club/standings/why/?player=1&other=2",
    "events/club/document/",
)


@pytest.fixture
def played(event: Tournament) -> Tournament:
    play_round(event)
    return event


def _check_not_sent_twice(api: Api, paths: Iterable[str], change: Callable[[], object]) -> None:
    """Whoever has the answer is told so, until something has changed."""
    tags = {path: api.send("GET", path).headers["ETag"] for path in paths}
    for path, tag in tags.items():
        again = api.send("GET", path, **{"If-None-Match": f'"other", {tag}'})
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag), path
    change()
    for path, tag in tags.items():
        changed = api.send("GET", path, **{"If-None-Match": tag})
        assert (changed.status_code, changed.headers["ETag"] == tag) == (200, False), path


def test_an_answer_is_not_sent_twice(anybody: Api, played: Tournament) -> None:
    def change() -> None:
        add_player(played, "Ann")
        unchanged.forget()  # what is looked up again after a second

    _check_not_sent_twice(anybody, READS, change)


def test_the_tag_depends_on_address_language_and_role(anybody: Api, api: Api, played: Tournament) -> None:
    def tag(who: Api, path: str, language: str = "en") -> str:
        return str(who.send("GET", path, **{"Accept-Language": language}).headers["ETag"])

    tags = [
        tag(anybody, "events/club/players/"),
        tag(anybody, "events/club/players/?page_size=2"),
        tag(anybody, "events/club/standings/"),
        tag(anybody, "events/club/players/", "da"),
        tag(api, "events/club/players/"),
    ]
    assert len(set(tags)) == len(tags)


@pytest.mark.parametrize(
    ("visibility", "signed_in", "expected"),
    [
        (Visibility.PUBLIC, False, "public, no-cache"),
        (Visibility.UNLISTED, False, "public, no-cache"),
        (Visibility.PUBLIC, True, "private, no-cache"),
        (Visibility.PRIVATE, True, "private, no-cache"),
    ],
)
def test_caches_are_told_what_they_may_keep(
    owner: User, visibility: str, signed_in: bool, expected: str
) -> None:
    make_event(owner=owner, field=4, slug="club", system="random_swiss", visibility=visibility)
    answer = Api(owner if signed_in else None).send("GET", "events/club/")
    assert answer.headers["Cache-Control"] == expected
    assert {"Authorization", "Cookie", "Accept-Language"} <= set(answer.headers["Vary"].split(", "))


def test_what_changes_without_a_new_version_is_not_kept_nor_refusals_and_writes(
    api: Api, event: Tournament
) -> None:
    ends = (
        "events/club/log/",
        "events/club/jobs/",
        "events/club/undo/",
        "me/",
        "tokens/",
        "events/club/players/99/",
    )
    answers = [api.send("GET", path) for path in ends]
    answers += [api.send("POST", "events/club/players/", {"name": "Ann"}) for _ in range(2)]
    for answer in answers:
        assert answer.headers["Cache-Control"] == "private, no-store" and "ETag" not in answer.headers


def test_nobody_learns_of_a_draft_by_an_old_tag(anybody: Api, event: Tournament) -> None:
    pair(event)
    tag = anybody.send("GET", "events/club/rounds/").headers["ETag"]
    assert anybody.send("GET", "events/club/rounds/1/", **{"If-None-Match": tag}).status_code == 404
    assert Api(make_user()).send("GET", "events/club/rounds/1/", **{"If-None-Match": "*"}).status_code != 200


def _questions(work: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as asked:
        work()
    return len(asked)


def test_nothing_new_costs_who_sends_a_token_two_questions_and_nothing_of_the_limit(
    api: Api, played: Tournament, django_assert_num_queries: Any
) -> None:
    Tournament.objects.update(visibility=Visibility.PRIVATE)
    first = api.send("GET", "events/club/standings/")
    known = {"If-None-Match": first.headers["ETag"]}
    with django_assert_num_queries(2):
        again = api.send("GET", "events/club/standings/", **known)
    assert (again.status_code, again.headers["ETag"]) == (304, first.headers["ETag"])
    assert "RateLimit-Limit" in first.headers and "RateLimit-Limit" not in again.headers
    for other, status in (
        (staff_of(played, Role.DIRECTOR), 200),
        (make_user(), 404),
    ):  # another role, and none
        assert Api(other).send("GET", "events/club/standings/", **known).status_code == status


STAFF_READS = [f"events/club/{end}/" for end in ("log", "bye-requests", "forbidden-pairs", "jobs")]
OF_FOUR = ["events/club/schedule/", "events/club/players/1/coming/"]


@pytest.mark.parametrize(
    ("make", "of_all", "of_staff"),
    [
        (partial(make_event, system="random_swiss"), [], STAFF_READS),
        (make_table_event, [*OF_FOUR, "events/club/me/{key}/"], ["events/club/claims/"]),
    ],
)
def test_the_number_of_queries_does_not_depend_on_the_size_of_the_field(
    owner: User, make: Callable[..., Tournament], of_all: list[str], of_staff: list[str]
) -> None:
    counts: dict[int, list[tuple[str, int]]] = {}
    for field in (8, 16):
        event = make(owner=owner, field=field, slug=f"f{field}")
        (play_tables if of_all else play_round)(event)
        publish(event)
        people = {"owner": Api(owner), "organiser": Api(staff_of(event, Role.DIRECTOR)), "visitor": Api()}
        own = {"key": event.players.get(number=1).key}
        counts[field] = [
            (f"{who} {path}", _questions(partial(api.get, path.replace("club", event.slug).format(**own))))
            for who, api in people.items()
            for path in [*READS, *of_all, *(of_staff if who != "visitor" else [])]
        ]
    assert counts[8] == counts[16]


def test_the_list_of_events_asks_no_more_for_many_events(owner: User, anybody: Api) -> None:
    counts = []
    for _ in range(4):
        make_event(owner=owner, field=3)
        counts.append(_questions(lambda: anybody.get("events/")))
    assert len(set(counts)) == 1
