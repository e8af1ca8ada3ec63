"""The whole installation: people, events, series, work done and work that waits."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from unittest import mock

from django.contrib.auth.hashers import make_password
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.tokens import create_token
from devtools.old_database.desk import opened
from devtools.old_database.four import make_tables_of_four
from devtools.old_database.league import make_league
from devtools.old_database.live_day import make_live_day
from devtools.old_database.small_events import make_small_events
from devtools.old_database.surroundings import Clock
from tournaments.models import (
    ChunkState,
    Job,
    JobKind,
    JobState,
    Round,
    Simulation,
    SimulationChunk,
    Tournament,
)
from tournaments.services import (
    players,
    rounds,
    simulated_events,
    simulation_work,
    simulations,
    snapshots,
    studies,
    work,
)

PASSWORD = "a password of 2026"
ROLES = ("director", "arbiter", "scorekeeper", "invited", "outsider")
FOUR = ["Ann", "Ben", "Cai", "Dee"]
STUDY: Mapping[str, Any] = {
    "format": "pairwright-study/1", "players": FOUR, "strongest_first": FOUR, "rounds": 2,
    "algorithms": [{"system": "wcsc"}],
}  # fmt: skip
RULES: Mapping[str, Any] = {
    "field": {"model": "arithmetic", "players": 8}, "rounds": 3, "system": {"name": "monrad"},
    "chains": [["solkoff"]], "cut": 2,
}  # fmt: skip


def make_installation(clock: Clock) -> dict[str, str]:
    """Everything; what it returns are the secrets that are stored as digests only."""
    owner = make_person("organiser", "Olga Organiser")
    staff = {name: make_person(name, name.capitalize()) for name in ROLES}
    make_live_day(owner, staff, clock)
    # As in events that have run for long, where only the latest of them are kept; and it keeps the dump small.
    with mock.patch.object(snapshots, "MOST_AUTOMATIC", 2):
        make_small_events(owner, clock)
        make_tables_of_four(owner, clock)
        make_league(owner, clock)
        make_jobs(owner, clock)
    make_simulations(owner, clock)
    token = make_requests_of_programs(owner, clock)
    just_asked_for()
    clock.on(seconds=1)
    return {"name": owner.username, "password": PASSWORD, "token": token}


def make_person(username: str, display_name: str) -> User:
    person = User(username=username, display_name=display_name, email=f"{username}@example.org")
    person.password = make_password(PASSWORD, hasher="argon2")
    person.save()
    return person


def just_asked_for() -> None:
    """Work that waits was asked for this moment: looking at it later would have a thread do it."""
    Job.objects.filter(state=JobState.QUEUED).update(created_at=timezone.now())
    Simulation.objects.update(created_at=timezone.now())


def make_jobs(owner: User, clock: Clock) -> None:
    """A round that a worker paired, one it could not, one that waits for it, one it is at; and studies."""
    desk = opened(
        owner, clock, "by-worker", "Paired by a worker", system="monrad", rounds_planned=5,
        tiebreaks=["MP", "MWP", "OMWP", "GW", "OGW", "OOMW", "omw"],
    )  # fmt: skip
    desk.enter(4)
    pairs = {"kind": JobKind.PAIR_ROUND, "params": {"overrides": {}}}
    assert work.run(desk.do(work.create_job, **pairs)[0].pk)
    desk.do(rounds.publish, round_=Round.objects.get(tournament=desk.event, number=1))
    desk.results(Round.objects.get(tournament=desk.event, number=1))
    desk.complete(Round.objects.get(tournament=desk.event, number=1))
    desk.do(work.create_job, **pairs)
    stuck = opened(owner, clock, "no-pairing", "No pairing", system="monrad", rounds_planned=3)
    stuck.enter(2)
    stuck.do(players.forbid_pair, first=stuck.player(1), second=stuck.player(2))
    assert work.run(stuck.do(work.create_job, **pairs)[0].pk)
    at_work, _is_new = stuck.do(work.create_job, **pairs)
    lease = timezone.now() + timedelta(hours=1)
    Job.objects.filter(pk=at_work.pk).update(state=JobState.RUNNING, token="somebody", lease_until=lease)
    clock.on()
    done, _is_small = studies.request_study(actor=owner, document=dict(STUDY))
    assert work.run(done.pk)
    clock.on()
    studies.request_study(actor=owner, document={**STUDY, "rounds": 3})


def make_simulations(owner: User, clock: Clock) -> None:
    """One of an event from where it stands, played; one that waits; one that was called off; one half way."""
    event = Tournament.objects.get(slug="harbour-open")
    document = simulated_events.document_of(event, runs=8, seed=3)
    simulation_work.play_all(simulations.request(actor=owner, document=document, tournament=event).pk)
    clock.on()
    rules = {"configurations": [dict(RULES)], "runs": 8, "seed": 11}
    simulations.request(actor=owner, document=rules)
    clock.on()
    simulations.cancel(actor=owner, simulation=simulations.request(actor=owner, document=rules))
    half = simulations.request(actor=owner, document=rules)
    SimulationChunk.objects.filter(simulation=half).update(
        state=ChunkState.RUNNING,
        token="somebody",
        lease_until=timezone.now() + timedelta(hours=1),
        progress=4,
    )


def make_requests_of_programs(owner: User, clock: Clock) -> str:
    """A token for years, one for an hour; requests under a key that may be sent again."""
    token = create_token(user=owner, name="Scoreboard", expiry=timedelta(days=3650))
    program = Client()
    for path, body in (
        ("/api/v1/events/", {"name": "From a program", "system": "monrad", "rounds_planned": 3}),
        ("/api/v1/events/from-a-program/players/", {"name": "Ann"}),
    ):
        clock.on()
        answer = program.post(
            path,
            json.dumps(body),
            content_type="application/json",
            headers={"authorization": f"Token {token}", "idempotency-key": f"key of {path}"},
        )
        assert answer.status_code == 201, answer.content
    create_token(user=owner, name="For an hour", expiry=timedelta(hours=1))
    return token
