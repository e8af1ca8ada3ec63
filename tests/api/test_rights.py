"""Who may do what, as one table. Every address and method of the API must stand in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import transaction
from django.urls import resolve

from accounts.models import User
from tests.api.conftest import Api, staff_of
from tests.api.rights_of_history import HISTORY, undone
from tests.api.rights_of_phones import PHONES, numbers_and_keys, reported
from tests.api.rights_of_repairs import REPAIRS
from tests.api.rights_of_series import SERIES
from tests.api.rights_of_staff import STAFF
from tests.api.rights_of_the_hall import HALL, Row, with_screen
from tests.factories import (
    enter_all,
    enter_all_scores,
    make_event,
    make_table_event,
    make_user,
    pair,
    play_round,
    play_tables,
    publish,
)
from tournaments import jobs
from tournaments.api.urls import urlpatterns
from tournaments.models import (
    Job,
    JobKind,
    JobState,
    Penalty,
    Player,
    Role,
    ScoreClaim,
    Seat,
    Simulation,
    Tournament,
    Visibility,
)
from tournaments.services import (
    attendance,
    claims,
    events,
    invitations,
    penalties,
    players,
    rounds,
    series,
    simulations,
)

ROLES = ("anonymous", "outsider", "display", "scorekeeper", "arbiter", "director", "owner")
DOCUMENT = {
    "format": "pairwright-event/1",
    "name": "Two",
    "system": {"name": "random_swiss"},
    "players": [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Ben"}],
}
EVENT = {"name": "New", "system": "random_swiss", "rounds_planned": 3}
STUDY = {
    "format": "pairwright-study/1",
    "players": ["Ann", "Ben", "Cai", "Dee"],
    "rounds": 2,
    "strongest_first": ["Ann", "Ben", "Cai", "Dee"],
    "algorithms": [{"system": "wcsc"}],
}
SIMULATION = {
    "configurations": [
        {"field": {"model": "arithmetic", "players": 8}, "rounds": 3, "chains": [["solkoff"]], "cut": 2}
    ],
    "runs": 20,
}
PHASES = {
    "phases": [
        {"system": {"name": "monrad"}, "rounds": 3},
        {"cut": {"rank": 4}, "system": {"name": "bracket"}},
    ]
}
LIST = {"content": "Ann\nBen"}
SCORES = [42_300, 31_200, 28_000, 18_500]


# fmt: off
#                                                     anon out disp scor arb  dir owner
TABLE = [
    Row("GET", "",                                    "200 200 200 200 200 200 200"),
    Row("GET", "me/",                                 "401 200 200 200 200 200 200"),
    Row("GET", "tokens/",                             "401 200 200 200 200 200 200"),
    Row("POST", "tokens/",                            "401 201 201 201 201 201 201", {"name": "bot"}),
    Row("DELETE", "tokens/pw_unknown/",               "401 404 404 404 404 404 404"),
    Row("GET", "systems/",                            "200 200 200 200 200 200 200"),
    Row("GET", "systems/random_swiss/",               "200 200 200 200 200 200 200"),
    Row("GET", "scoring/",                            "200 200 200 200 200 200 200"),
    Row("GET", "tiebreaks/",                          "200 200 200 200 200 200 200"),
    Row("GET", "tiebreaks/solkoff/",                  "200 200 200 200 200 200 200"),
    Row("GET", "schemas/",                            "200 200 200 200 200 200 200"),
    Row("GET", "schemas/pairwright-event-1/",         "200 200 200 200 200 200 200"),
    Row("POST", "tools/pair/",                        "200 200 200 200 200 200 200", DOCUMENT),
    Row("POST", "tools/standings/",                   "200 200 200 200 200 200 200", DOCUMENT),
    Row("POST", "tools/seating/",                     "200 200 200 200 200 200 200", {"players": 16, "rounds": 4}),
    Row("GET", "studies/",                            "401 200 200 200 200 200 200"),
    Row("POST", "studies/",                           "401 201 201 201 201 201 201", STUDY),
    Row("GET", "studies/{study}/",                    "401 404 404 404 404 404 200"),
    Row("GET", "simulations/",                        "401 200 200 200 200 200 200"),
    Row("POST", "simulations/",                       "401 202 202 202 202 202 202", SIMULATION),
    Row("GET", "simulations/key-of-owner/",           "200 200 200 200 200 200 200"),
    Row("DELETE", "simulations/key-of-owner/",        "401 403 403 403 403 403 204"),
    Row("POST", "simulations/key-of-owner/cancel/",   "401 403 403 403 403 403 200"),
    Row("GET", "events/",                             "200 200 200 200 200 200 200"),
    Row("POST", "events/",                            "401 201 201 201 201 201 201", EVENT),
    Row("POST", "events/import/",                     "401 201 201 201 201 201 201", DOCUMENT),
    Row("GET", "events/club/",                        "200 200 200 200 200 200 200"),
    Row("PATCH", "events/club/",                      "401 403 403 403 403 200 200", {"venue": "Hall"}),
    Row("DELETE", "events/club/?confirm=club",        "401 403 403 403 403 403 204"),
    Row("GET", "events/club/phases/",                 "200 200 200 200 200 200 200"),
    Row("PUT", "events/club/phases/",                 "401 403 403 403 403 200 200", PHASES),
    Row("POST", "events/club/finish/",                "401 403 403 403 403 200 200", state="completed"),
    Row("POST", "events/club/reopen/",                "401 403 403 403 403 200 200", state="finished"),
    Row("GET", "events/club/simulations/",            "401 403 403 200 200 200 200"),
    Row("POST", "events/club/simulations/",           "401 403 403 202 202 202 202", {"runs": 4}),
    Row("POST", "events/club/simulations/",           "401 403 403 202 202 202 202", {"runs": 4}, "completed"),
    Row("GET", "events/club/document/",               "200 200 200 200 200 200 200"),
    Row("GET", "events/club/staff/",                  "401 403 403 403 403 403 200"),
    Row("PUT", "events/club/staff/helper/",           "401 403 403 403 403 403 200", {"role": "director"}),
    Row("DELETE", "events/club/staff/helper/",        "401 403 403 403 403 403 204"),
    Row("GET", "events/club/players/",                "200 200 200 200 200 200 200"),
    Row("POST", "events/club/players/",               "401 403 403 403 403 201 201", {"name": "Ann"}),
    Row("POST", "events/club/players/bulk/",          "401 403 403 403 403 201 201", {"players": [{"name": "Ann"}]}),
    Row("POST", "events/club/players/import/preview/", "401 403 403 403 403 200 200", LIST),
    Row("POST", "events/club/players/import/",        "401 403 403 403 403 409 409", {**LIST, "digest": "another"}),
    Row("POST", "events/club/players/check-in/",      "401 403 403 200 200 200 200", {"players": None}),
    Row("GET", "events/club/players/1/",              "200 200 200 200 200 200 200"),
    Row("PATCH", "events/club/players/1/",            "401 403 403 403 403 200 200", {"club": "North"}),
    Row("DELETE", "events/club/players/6/",           "401 403 403 403 403 204 204"),
    Row("GET", "events/club/players/1/history/",      "200 200 200 200 200 200 200"),
    Row("POST", "events/club/players/1/withdraw/",    "401 403 403 403 200 200 200"),
    Row("POST", "events/club/players/5/return/",      "401 403 403 403 200 200 200"),
    Row("PUT", "events/club/players/1/check-in/",     "401 403 403 200 200 200 200"),
    Row("DELETE", "events/club/players/1/check-in/",  "401 403 403 200 200 200 200"),
    Row("GET", "events/club/players/1/coming/",       "404 404 404 200 200 200 200", state="four"),
    Row("GET", "events/club/players/1/coming/",       "200 200 200 200 200 200 200", state="four_published"),
    Row("POST", "events/club/players/draw-numbers/",  "401 403 403 403 403 200 200", state="four"),
    Row("PUT", "events/club/players/1/draw-number/",  "401 403 403 403 403 200 200", {"number": 7}, "four"),
    Row("PUT", "events/club/players/1/byes/3/",       "401 403 403 403 200 200 200", {"kind": "zero"}),
    Row("DELETE", "events/club/players/2/byes/2/",    "401 403 403 403 204 204 204"),
    Row("GET", "events/club/bye-requests/",           "401 403 403 200 200 200 200"),
    Row("GET", "events/club/forbidden-pairs/",        "401 403 403 200 200 200 200"),
    Row("POST", "events/club/forbidden-pairs/",       "401 403 403 403 403 201 201", {"first": 1, "second": 2}),
    Row("DELETE", "events/club/forbidden-pairs/3/4/", "401 403 403 403 403 204 204"),
    Row("GET", "events/club/rounds/",                 "200 200 200 200 200 200 200"),
    Row("POST", "events/club/rounds/pair/",           "401 403 403 403 403 201 201"),
    Row("GET", "events/club/rounds/1/",               "200 200 200 200 200 200 200", state="published"),
    Row("GET", "events/club/rounds/1/",               "404 404 404 200 200 200 200", state="draft"),
    Row("DELETE", "events/club/rounds/1/",            "401 403 403 403 403 204 204", state="draft"),
    Row("POST", "events/club/rounds/1/publish/",      "401 403 403 403 403 200 200", state="draft"),
    Row("POST", "events/club/rounds/1/start/",        "401 403 403 200 200 200 200", state="published"),
    Row("POST", "events/club/rounds/1/complete/",     "401 403 403 403 403 200 200", state="entered"),
    Row("POST", "events/club/rounds/1/reopen/",       "401 403 403 403 403 200 200", state="completed"),
    *PHONES,
    *HALL,
    *REPAIRS,
    *HISTORY,
    *STAFF,
    Row("GET", "events/club/rounds/1/matches/1/",     "200 200 200 200 200 200 200", state="published"),
    Row("GET", "events/club/rounds/1/matches/1/",     "404 404 404 200 200 200 200", state="draft"),
    Row("PUT", "events/club/rounds/1/matches/1/result/", "401 403 403 200 200 200 200", {"result": "1-0"}, "published"),
    Row("DELETE", "events/club/rounds/1/matches/1/result/", "401 403 403 200 200 200 200", state="entered"),
    Row("POST", "events/club/rounds/1/results/",      "401 403 403 200 200 200 200",
        {"results": [{"table": 1, "result": "1-0"}]}, "published"),
    Row("GET", "events/club/rounds/1/matches/1/correction/?result=0-1", "401 403 403 200 200 200 200",
        state="completed"),
    Row("POST", "events/club/rounds/1/matches/1/correction/", "401 403 403 403 200 200 200", {"result": "0-1"},
        "completed"),
    Row("PUT", "events/club/rounds/1/matches/1/result/", "401 403 403 200 200 200 200", {"scores": SCORES},
        "four_published"),
    Row("DELETE", "events/club/rounds/1/matches/1/result/", "401 403 403 200 200 200 200", state="four_entered"),
    Row("POST", "events/club/rounds/1/matches/1/correction/", "401 403 403 403 200 200 200", {"scores": SCORES},
        "four_completed"),
    Row("POST", "events/club/rounds/1/matches/1/penalty/", "401 403 403 200 200 200 200",
        lambda event: {"player": _seated(event)[1].number, "points": -20, "note": "chombo"}, "four_entered"),
    Row("GET", "events/club/claims/",                 "401 403 403 200 200 200 200", state="four_claimed"),
    Row("POST", "events/club/claims/{claim}/accept/", "401 403 403 200 200 200 200", state="four_claimed"),
    Row("POST", "events/club/claims/{claim}/reject/", "401 403 403 200 200 200 200", {"note": "no"}, "four_claimed"),
    Row("GET", "events/club/me/{key}/",               "200 200 200 200 200 200 200", state="four_claimed"),
    Row("POST", "events/club/me/{key}/scores/",       "200 200 200 200 200 200 200", {"round": 1, "scores": SCORES},
        "four_published"),
    Row("POST", "events/club/me/{other}/claims/{claim}/confirm/", "200 200 200 200 200 200 200", state="four_claimed"),
    Row("POST", "events/club/me/{other}/claims/{claim}/dispute/", "200 200 200 200 200 200 200", {"note": "no"},
        "four_claimed"),
    Row("POST", "events/club/me/{key}/claims/{claim}/withdraw/", "200 200 200 200 200 200 200", state="four_claimed"),
    Row("GET", "events/club/schedule/",               "404 404 404 200 200 200 200", state="four"),
    Row("GET", "events/club/schedule/",               "200 200 200 200 200 200 200", state="four_published"),
    Row("POST", "events/club/schedule/",              "401 403 403 403 403 201 201", state="four"),
    Row("DELETE", "events/club/schedule/",            "401 403 403 403 403 204 204", state="four_planned"),
    Row("POST", "events/club/schedule/{plan}/stop/",  "401 403 403 403 403 200 200", state="four_proposed"),
    Row("POST", "events/club/schedule/{plan}/keep/",  "401 403 403 403 403 200 200", state="four_proposed"),
    Row("POST", "events/club/schedule/{plan}/drop/",  "401 403 403 403 403 200 200", state="four_proposed"),
    Row("GET", "events/club/bracket/",                "404 404 404 404 404 404 404"),
    Row("GET", "events/club/lots/",                   "200 200 200 200 200 200 200"),
    Row("GET", "events/club/lots/?round=1",           "404 404 404 404 404 404 404", state="draft"),
    Row("GET", "events/club/race/",                   "404 404 404 404 404 404 404", state="draft"),
    Row("GET", "events/club/race/",                   "200 200 200 200 200 200 200", state="completed"),
    Row("GET", "events/club/standings/",              "200 200 200 200 200 200 200", state="completed"),
    Row("GET", "events/club/standings/?after_round=1", "404 404 404 404 404 404 404", state="draft"),
    Row("GET", "events/club/standings/1/",            "200 200 200 200 200 200 200", state="completed"),
    Row("GET", "events/club/jobs/",                   "401 403 403 200 200 200 200"),
    Row("GET", "events/club/jobs/{job}/",             "401 403 403 200 200 200 200"),
    *SERIES,
]
# fmt: on


def _club(owner: User, state: str, visibility: str = Visibility.PUBLIC) -> Tournament:
    """An event in which everything the table names exists: a helper, player 5 withdrawn, a bye asked for, a pair."""
    make = make_table_event if state.startswith("four") else partial(make_event, system="random_swiss")
    event = make(owner=owner, field=8 if state.startswith("four") else 6, slug="club", visibility=visibility)
    helper = make_user("helper")
    given = {"tournament": event, "actor": owner}
    by_number = {player.number: player for player in event.players.all()}
    events.set_staff(**given, user=helper, role=Role.SCOREKEEPER)
    attendance.withdraw(**given, player=by_number[5])
    attendance.request_bye(**given, player=by_number[2], round_number=2)
    players.forbid_pair(**given, first=by_number[3], second=by_number[4])
    penalties.give(**given, player=by_number[1], kind="warning", infraction="Late")
    invitations.create(**given, role=Role.ARBITER)
    Job.objects.create(tournament=event, kind=JobKind.PAIR_ROUND, state=JobState.DONE, result={"round": 1})
    Job.objects.create(kind=JobKind.STUDY, state=JobState.DONE, created_by=owner, params={"document": STUDY})
    simulations.request(actor=owner, document=SIMULATION)
    Simulation.objects.update(key="key-of-owner")
    STATES[state](event)
    return event


def _seated(event: Tournament) -> list[Player]:
    """The people at table 1 of round 1, in the order of their seats."""
    seats = Seat.objects.filter(round__tournament=event, round__number=1, match__table=1, player__house=False)
    return [seat.player for seat in seats.order_by("position").select_related("player")]


def _claimed(event: Tournament) -> None:
    publish(event)
    match = event.rounds.get().matches.get(table=1)
    claims.claim_scores(tournament=event, player=_seated(event)[0], match=match, raw=SCORES)


def _proposed(event: Tournament) -> None:
    """A plan is kept, another one waits for somebody to choose."""
    for _ in range(2):
        jobs.plan_schedule(tournament=event, actor=event.owner)


def _entered(event: Tournament) -> None:
    enter_all(publish(event))


def _finished(event: Tournament) -> None:
    play_round(event)
    events.finish_event(tournament=event, actor=event.owner)


def _in_series(event: Tournament) -> None:
    made = series.create_series(owner=event.owner, name="League", slug="league")
    series.put_event(series=made, tournament=event, season=1, actor=event.owner)


STATES: dict[str, Callable[[Tournament], Any]] = {
    "setup": lambda event: None,
    "draft": pair,
    "published": publish,
    "entered": _entered,
    "completed": play_round,
    "finished": _finished,
    "four": lambda event: None,
    "four_planned": lambda event: jobs.plan_schedule(tournament=event, actor=event.owner),
    "four_proposed": _proposed,
    "four_published": publish,
    "four_claimed": _claimed,
    "four_entered": lambda event: enter_all_scores(publish(event)),
    "four_completed": play_tables,
    "series": _in_series,
    "reported": reported,
    "with_screen": with_screen,
    "undone": undone,
}


def _people(owner: User, event: Tournament) -> dict[str, Api]:
    return {
        "anonymous": Api(),
        "outsider": Api(make_user()),
        **{role: Api(staff_of(event, Role(role))) for role in ROLES[2:-1]},
        "owner": Api(owner),
    }


def filled(path: str, event: Tournament | None = None) -> str:
    """The address with the numbers and keys of an event, or with any that are well-formed."""
    if event is None:
        numbers = dict.fromkeys(
            ("job", "study", "claim", "plan", "person", "invitation", "penalty", "snapshot"), 1
        )
        return path.format(
            **numbers,
            **dict.fromkeys(("key", "other", "invitation_key"), "any_key"),
            **numbers_and_keys(None),
        )
    own = Job.objects.filter(tournament=event)
    seated = [player.key for player in _seated(event)] or ["", ""]
    claim = ScoreClaim.objects.filter(match__round__tournament=event).first()
    return path.format(
        job=own.get(kind=JobKind.PAIR_ROUND).pk,
        study=Job.objects.get(kind=JobKind.STUDY).pk,
        plan=getattr(own.filter(kind=JobKind.PLAN_SCHEDULE).order_by("pk").last(), "pk", 0),
        claim=getattr(claim, "pk", 0),
        key=seated[0],
        other=seated[1],
        person=event.players.get(number=1).identity_id,
        penalty=Penalty.objects.get(tournament=event).pk,
        snapshot=event.snapshots.order_by("pk").values_list("pk", flat=True)[0],
        invitation=event.invitations.get().pk,
        invitation_key=event.invitations.get().key,
        **numbers_and_keys(event),
    )


def _statuses(row: Row, people: dict[str, Api], event: Tournament) -> dict[str, int]:
    """What each role is answered, each from the same state."""
    path = filled(row.path, event)
    body = row.body(event) if callable(row.body) else row.body
    found = {}
    for role, api in people.items():
        with transaction.atomic():
            found[role] = api.send(row.method, path, body).status_code
            transaction.set_rollback(True)
    return found


@pytest.mark.django_db
@pytest.mark.parametrize("row", TABLE, ids=str)
def test_rights_are_as_in_the_table(row: Row, owner: User) -> None:
    event = _club(owner, row.state)
    assert _statuses(row, _people(owner, event), event) == dict(
        zip(ROLES, map(int, row.statuses.split()), strict=True)
    )


@pytest.mark.django_db
@pytest.mark.parametrize("row", [row for row in TABLE if row.path.startswith("events/club/")], ids=str)
def test_a_private_event_does_not_exist_for_others(row: Row, owner: User) -> None:
    """Outsiders get what they get for an event that was never made; the staff gets what it gets in a public one."""
    event = _club(owner, row.state, Visibility.PRIVATE)
    expected = dict(zip(ROLES, map(int, row.statuses.split()), strict=True))
    hidden = row.method == "GET" or "/me/" in row.path  # else: 401 before anybody has looked for the event
    expected |= {"anonymous": 404 if hidden else 401, "outsider": 404}
    people = _people(owner, event)
    assert _statuses(row, people, event) == expected
    here_path, body = filled(row.path, event), None if callable(row.body) else row.body
    nowhere = here_path.replace("/club/", "/never-made/", 1)
    for role in ("anonymous", "outsider"):
        here = people[role].send(row.method, here_path, body)
        there = people[role].send(row.method, nowhere, body)
        assert (here.status_code, here.content) == (there.status_code, there.content)


def test_every_address_and_method_stands_in_the_table() -> None:
    offered = {
        (method.upper(), pattern.name)
        for pattern in urlpatterns
        if pattern.name
        for method in ("get", "post", "put", "patch", "delete")
        if hasattr(pattern.callback.view_class, method)
    }
    listed = {(row.method, resolve("/api/v1/" + filled(row.path).split("?")[0]).url_name) for row in TABLE}
    assert listed == offered


def test_methods_that_are_not_offered_are_refused(api: Api, event: Tournament) -> None:
    for path in sorted({filled(row.path).split("?")[0] for row in TABLE}):
        view = resolve("/api/v1/" + path).func.view_class  # type: ignore[attr-defined]
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"):
            if not hasattr(view, method.lower()) or method in ("OPTIONS", "TRACE"):
                assert api.send(method, path, {}).status_code == 405, (method, path)


def test_rounds_that_nobody_may_see_yet_do_not_count(event: Tournament, anybody: Api, api: Api) -> None:
    pair(event)
    assert [row["number"] for row in api.get("events/club/rounds/")] == [1]
    assert anybody.get("events/club/rounds/") == []
    assert anybody.get("events/club/players/1/history/") == []
    assert anybody.get("events/club/document/")["rounds"] == []
    assert api.get("events/club/document/")["rounds"][0]["status"] == "paired"
    rounds.publish(tournament=event, actor=event.owner, round_=event.rounds.get())
    assert [row["number"] for row in anybody.get("events/club/rounds/")] == [1]
