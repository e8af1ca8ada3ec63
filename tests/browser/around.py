"""Pages around the rounds, opened rarely: the list of events, prizes, a message, what is copied or in the bin."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from tests.factories import make_event, make_table_event, play_round, play_rounds, publish
from tests.public.browser.phones import LONG_NAME
from tests.tournaments.files.reports import BUDAPEST, after
from tournaments.events.services import archive, bin as bin_, events, phases, prizes
from tournaments.files.services.following import take
from tournaments.hall.services import messages
from tournaments.history import undo
from tournaments.models import Job, JobState, Player, Tournament
from tournaments.players.services import attendance, players
from tournaments.queue.services import queue
from tournaments.registration.fields import FIELDS, KINDS, LISTS
from tournaments.registration.services import desk as register, entries
from tournaments.registration.services.settings import set_registration
from tournaments.schedules.jobs import plan_schedule

# Who looks, and at which addresses.
Scene = tuple[User | None, list[str]]


def of(event: Tournament, *pages: str, root: str = "desk") -> list[str]:
    return [f"/{root}/{event.slug}/{page}" for page in pages]


def few_tables(owner: User) -> Tournament:
    """A bracket match by match on three tables: the queue has called the first matches, one is late for its table."""
    pool = make_event(
        owner=owner, field=7, slug="pool", system="double_elimination", options={"advance": "match"}
    )
    publish(pool)
    queue.open_queue(tournament=pool, actor=None, tables=[1, 2, 11, 12], minutes=20, rest=600)
    queue.call_next(tournament=pool, actor=None)
    return pool


def signing_up() -> Scene:
    """Registration with everything on: full, somebody to correct, an offer, one there twice; and not open yet."""
    event = make_event(slug="signing-up", rounds_planned=5)
    by: dict[str, Any] = {"tournament": event, "actor": event.owner}
    fields = dict.fromkeys(FIELDS, "optional")
    questions = [
        {"label": f"Which {kind}?", "kind": kind, "choices": ["A", "B"], "lists": LISTS} for kind in KINDS
    ]
    set_registration(
        **by, capacity=4, offer_hours=24, fee=30_000, currency="kr.", fields=fields, questions=questions,
        consent="My name and my results may be shown.",
    )  # fmt: skip
    names = ("Ann", LONG_NAME, "Bo", "Bo", "Cy", "Di")
    people = [entries.sign_up(**by, name=name, rating=1500, answers={"1": "two"}) for name in names]
    register.mark_money(**by, entries=people[:1], money="paid")
    entries.withdraw(**by, entry=people[0])
    register.ask_to_correct(**by, entry=people[3], fields=["name", "rating"], message="Which one? " * 9)
    make_event(owner=event.owner, slug="not-yet")
    desk = ("registration/", "registration/?entry=4", "registration/?entry=6", "registration/settings/")
    own = [f"entry/{person.key}/" for person in people]
    return event.owner, [
        "/desk/not-yet/registration/",
        *of(event, *desk),
        *of(event, "sign-up/", *own, f"{own[1]}?change=1", root="e"),
    ]


def rarely_opened() -> Scene:
    """Around the rounds: players who have not come, prizes, a message, what is copied, archived, in the bin."""
    event = make_event(field=12, rounds_planned=3, require_check_in=True, slug="rare")
    owner = event.owner
    by: dict[str, Any] = {"tournament": event, "actor": owner}
    prizes.set_prizes(**by, prizes=[{"name": LONG_NAME[:80]}, {"name": "Under 1900", "rating_below": 1900}])
    messages.set_message(**by, message="Lunch until 13:30 " * 5)
    first, second, third = event.players.order_by("number")[:3]
    attendance.request_bye(**by, player=third, round_number=2, kind="half")
    players.forbid_pair(**by, first=first, second=second)
    Player.objects.filter(tournament=event, number__lte=9).update(checked_in=True)
    own = (
        "",
        "message/",
        "players/3/",
        "players/pairs/",
        "standings/prizes/",
        "settings/copy/",
        "settings/hand-over/",
    )
    done = make_event(owner=owner, field=4, rounds_planned=1, slug="done")
    play_round(done)
    events.finish_event(tournament=done, actor=owner)
    archive.set_archived(tournament=done, archived=True)
    again = make_event(owner=owner, field=4, slug="again")
    play_rounds(again, 2)
    undo.undo_last_step(tournament=again, actor=owner)
    early = make_event(owner=owner, field=4, slug="early")
    plan = [{"system": {"name": "bracket"}, "rounds": 5}, {"system": {"name": "monrad"}, "rounds": 1}]
    phases.set_phases(tournament=early, actor=owner, phases=plan)
    play_rounds(early, 2)
    bin_.delete_event(tournament=make_event(owner=owner, slug="binned"), actor=owner, confirm_slug="binned")
    return owner, [
        *of(event, *own, "print/prizes/"),
        *of(done, "", "settings/", "standings/", "print/cross/"),
        *of(again, "undo/"),
        *of(early, "", "rounds/2/"),
        *("/desk/?archived=on", "/desk/events/bin/", "/desk/events/hand-over/"),
        *plans_to_make(owner),
    ]


def plans_to_make(owner: User) -> list[str]:
    """The schedule of an event before there is one, while one is searched for, and when it is there."""
    for slug in ("no-plan", "plan", "search"):
        riichi = make_table_event(owner=owner, slug=slug)
        if slug != "no-plan":
            plan_schedule(tournament=riichi, actor=owner, seconds=0)
    Job.objects.filter(tournament=riichi).update(
        state=JobState.RUNNING,
        lease_until=timezone.now() + timedelta(hours=1),
        progress=12,
        total=30,
        result=None,
    )
    return [f"/desk/{slug}/schedule/" for slug in ("no-plan", "plan", "search")]


def followed() -> Scene:
    """An event that follows another program, with a round published by its latest report."""
    event = make_event(name="Spring", slug="followed", rounds_planned=9)
    report = after(BUDAPEST, 1, open_too=True)
    take(tournament=event, actor=event.owner, content=report, filename="round-2.trf", program="Swiss-Manager")
    pages = ("", "settings/follow/", "rounds/2/", "rounds/2/tables/1/", "players/", "players/1/", "settings/")
    own = f"me/{event.players.get(number=1).key}/"
    return event.owner, [*of(event, *pages), *of(event, own, root="e")]
