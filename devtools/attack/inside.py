"""The part of an attack that has the settings and tables of the attacked instance.

`main` prints what was made for the attack, goes on until a line comes in with what the people outside know, and prints
what must not have happened.
"""

import json
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import psycopg
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import CharField, F, Value
from django.db.models.functions import Cast, Concat
from django.test import Client

from accounts.models import User
from accounts.tokens import create_token
from devtools.attack.stored import everything_stored
from pairing.engine.round_seeds import round_seed
from tournaments.events.services import events
from tournaments.models import Invitation, LogEntry, Match, Player, Role, Round, RoundInput, Tournament
from tournaments.people.services import invitations
from tournaments.players.selectors.table_codes import code_of
from tournaments.players.services import players
from tournaments.results.services import results
from tournaments.rounds.services import rounds

Part = Generator[dict[str, Any], dict[str, Any], list[str]]
NAME, PASSWORD, MAIL = "attacked", "not one of the guesses", "attacked@example.org"
FORGED = "a" * 32
# The database goes away, or its lock is held, every so many seconds.
EVERY, LOCKED_FOR = 1.5, 0.5
READ_BY_STAFF = (
    *("/api/v1/events/secrets/document/", "/api/v1/events/secrets/", "/api/v1/events/secrets/rounds/2/"),
    *("/desk/secrets/log/list.json", "/desk/secrets/rounds/2/", "/e/secrets/lots/"),
)


def everybody(_address: str) -> Part:
    """What visitors look at: a public event in its second round, and its owner."""
    call_command("migrate", interactive=False, verbosity=0)
    event = begun(NAME, 60)
    User.objects.filter(username=NAME).update(email=MAIL, password=make_password(PASSWORD))
    play(event)
    rounds.publish(tournament=event, actor=event.owner, round_=pair(event))
    processes = 1 if settings.REDIS_URL else int(os.environ["WEB_WORKERS"])
    limits = {
        name: processes * settings.LIMITS[name][0] for name in ("sign_ups", "resets_of_address", "searches")
    }
    owner = {"Cookie": f"{session(event.owner)['Cookie']}; csrftoken={FORGED}", "X-CSRFToken": FORGED}
    yield {"name": NAME, "password": PASSWORD, "mail": MAIL, "allowed": limits, "owner": owner}
    return []


def nothing(_address: str) -> Part:
    yield {}
    return []


def crowd(_address: str) -> Part:
    event = begun("crowd", 300)
    yield {"token": token(event.owner), "keys": [player.key for player in event.players.all()]}
    return []


def cuts(_address: str) -> Part:
    """Results that are not what was acknowledged or sent since, and acknowledgements without a line in the log."""
    event, began = begun("cuts", 40), time.monotonic()
    with again_and_again(cut_connections if connection.vendor == "postgresql" else hold_the_lock) as went:
        known = yield {"token": token(event.owner), "pages_may_be": (200, 429, 503)}
    often = len(went) >= (time.monotonic() - began) / (EVERY + LOCKED_FOR) / 2
    stored = dict(Match.objects.filter(round__tournament=event).values_list("table", "result"))
    faults = [] if often else [f"the database went away {len(went)} times only"]
    faults += [
        f"table {table}: {stored[int(table)]} is stored, not {one['possible']}"
        for table, one in known.items()
        if one["changes"] and stored[int(table)] not in one["possible"]
    ]
    changes = sum(one["changes"] for one in known.values())
    lines = LogEntry.objects.filter(tournament=event, action="result_entered").count()
    if lines < changes or not changes:
        faults.append(f"{changes} changes were acknowledged, {lines} are in the log")
    return faults


def cut_connections() -> str:
    """All that the instance has to its database."""
    time.sleep(EVERY)
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    return ""


def hold_the_lock() -> str:
    """SQLite has no connections to cut: somebody else writes for a while instead."""
    time.sleep(EVERY)
    with transaction.atomic():
        User.objects.filter(username="cuts").update(display_name="held")
        time.sleep(LOCKED_FOR)
    return ""


def storm(address: str) -> Part:
    """A pairing made from two moments has seen half of a change."""
    event = begun("storm", 40)
    play(event)
    pair(event)
    rounds.publish(tournament=event, actor=event.owner, round_=event.rounds.get(number=2))
    play(event)
    change_moment(event)
    headers = token(event.owner)
    with again_and_again(
        partial(change_moment, event), partial(pair_and_discard, event, address, headers)
    ) as said:
        yield {"token": headers, "cookie": session(event.owner)}
    return [fault for fault in said if fault]


def change_moment(event: Tournament) -> str:
    """Directly, in one transaction: no service changes so much that can be read off every page."""
    with transaction.atomic():
        Tournament.objects.filter(pk=event.pk).update(
            version=F("version") + 1,
            public_version=F("public_version") + 1,
            people_version=F("version") + 1,  # names are kept under it
        )
        moment = Tournament.objects.get(pk=event.pk).version
        Tournament.objects.filter(pk=event.pk).update(name=f"Moment {moment}")
        name = Concat(Value("Player "), Cast("number", CharField()), Value(f", Moment {moment}"))
        Player.objects.filter(tournament=event).update(name=name)
    time.sleep(moment % 8 / 20)  # long enough, once in a while, to pair a round
    return ""


def pair_and_discard(event: Tournament, address: str, headers: dict[str, str]) -> str:
    """To be refused because the event keeps changing (409) is no fault."""
    path = f"{address}/api/v1/events/{event.slug}/rounds"
    try:
        urlopen(
            Request(f"{path}/pair/", b"{}", headers | {"Content-Type": "application/json"}), timeout=90
        ).close()
    except HTTPError as error:
        return "" if error.code == 409 else f"pair: {error.code}"
    stored = RoundInput.objects.get(round__tournament=event, round__number=3)
    moments = set(re.findall(r"Moment (\d+)", json.dumps(stored.document)))
    urlopen(Request(f"{path}/3/", headers=headers, method="DELETE"), timeout=90).close()
    return "" if len(moments) == 1 else f"a pairing was made from the moments {sorted(moments)}"


@contextmanager
def again_and_again(*acts: Callable[[], str]) -> Iterator[list[str]]:
    """What they said, a line each time, until the body is left."""
    over, said = threading.Event(), list[str]()

    def run(act: Callable[[], str]) -> None:
        try:
            while not over.is_set():
                said.append(act())
        except Exception as error:
            said.append(f"gave up: {error!r}")
        connection.close()

    threads = [threading.Thread(target=run, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    try:
        yield said
    finally:
        over.set()
        for thread in threads:
            thread.join()


def secrets(address: str) -> Part:
    """Seeds of an unpublished round in what a scorekeeper can read, and keys in a copy of the database."""
    event = begun("secrets", 8, system="random_swiss", secret_seeds=True)
    play(event)
    pair(event)
    invitations.create(tournament=event, actor=event.owner, role=Role.DIRECTOR)
    event.refresh_from_db()
    helper = User.objects.create_user("scorekeeper", password=PASSWORD)
    events.set_staff(tournament=event, actor=event.owner, user=helper, role=Role.SCOREKEEPER)
    signed, cookie = token(helper), session(helper)
    yield {}
    ahead = {event.draw_seed, round_seed(event.draw_seed, 3)}
    faults = [
        f"a seed stands in {path}"
        for path in READ_BY_STAFF
        for text in [
            urlopen(Request(f"{address}{path}", headers=signed | cookie), timeout=90).read().decode()
        ]
        if any(seed in text for seed in {*ahead, round_seed(event.draw_seed, 2)})
    ]
    keys = {*ahead, PASSWORD, event.table_key, code_of(event, 1)}
    keys |= {signed["Authorization"].partition(" ")[2], cookie["Cookie"].partition("=")[2]}
    keys |= {Invitation.objects.get(tournament=event).key, *(player.key for player in event.players.all())}
    stored = "\n".join(everything_stored())
    assert event.name in stored
    return faults + [f"a copy of the database shows {key}" for key in keys if key in stored]


def begun(slug: str, field: int, system: str = "monrad", **settings: Any) -> Tournament:
    """A public event whose first round is being played."""
    owner = User.objects.create_user(slug, password=None)
    event = events.create_event(
        owner=owner,
        name=f"Event {slug}",
        slug=slug,
        visibility="public",
        rounds_planned=5,
        system=system,
        **settings,
    )
    for number in range(1, field + 1):
        players.add_player(tournament=event, actor=owner, name=f"Player {number}", rating=1000 + number)
    rounds.publish(tournament=event, actor=owner, round_=pair(event))
    return event


def pair(event: Tournament) -> Round:
    return rounds.pair_next_round(tournament=event, actor=event.owner)


def play(event: Tournament) -> None:
    """The first seat wins everywhere."""
    last = event.rounds.latest("number")
    wanted = {match.table: "1-0" for match in last.matches.all()}
    results.enter_results(tournament=event, actor=event.owner, round_=last, results=wanted)
    rounds.complete(tournament=event, actor=event.owner, round_=last)


def session(user: User) -> dict[str, str]:
    browser = Client()
    browser.force_login(user)
    return {"Cookie": f"sessionid={browser.cookies['sessionid'].value}"}


def token(user: User) -> dict[str, str]:
    return {"Authorization": f"Token {create_token(user=user, name='x', expiry=None)}"}


def main() -> None:
    part = globals()[sys.argv[1]](sys.argv[2])
    print(json.dumps(next(part)), flush=True)
    connection.close()  # it may be cut
    try:
        part.send(json.loads(sys.stdin.readline() or "{}"))
    except StopIteration as over:
        print(json.dumps(over.value))
    connection.close()
