"""The events of the table of rights: one for every state, with everything in it that the addresses name."""

from collections.abc import Callable
from functools import partial
from typing import Any

from accounts.models import User
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
from tests.outlook import worked_out
from tournaments.events.services import bin as bins, events
from tournaments.hall.services import calls
from tournaments.history.undo import undo_last_step
from tournaments.lab.services import simulations
from tournaments.models import (
    Job,
    JobKind,
    JobState,
    Player,
    Role,
    ScoreClaim,
    Screen,
    Seat,
    Simulation,
    Tournament,
)
from tournaments.people.services import invitations
from tournaments.phones.services import reports
from tournaments.players.services import attendance, players, requests
from tournaments.registration.services import entries
from tournaments.registration.services.settings import set_registration
from tournaments.results.services import penalties
from tournaments.schedules.jobs import plan_schedule
from tournaments.series.services import series

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
SCORES = [42_300, 31_200, 28_000, 18_500]


def club(owner: User, state: str, visibility: str) -> Tournament:
    """An event in which everything the table names exists: a helper, player 5 withdrawn, a bye asked for, a pair."""
    make = make_table_event if state.startswith("four") else partial(make_event, system="random_swiss")
    event = make(owner=owner, field=8 if state.startswith("four") else 6, slug="club", visibility=visibility)
    helper = make_user("helper")
    given: dict[str, Any] = {"tournament": event, "actor": owner}
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


def seated(event: Tournament) -> list[Player]:
    """The people at table 1 of round 1, in the order of their seats."""
    seats = Seat.objects.filter(round__tournament=event, round__number=1, match__table=1, player__house=False)
    return [seat.player for seat in seats.order_by("position").select_related("player")]


def names_in_addresses(event: Tournament) -> dict[str, object]:
    """What stands in the braces of the addresses, 0 for what is not there in this state."""
    first, second = [player.key for player in seated(event)][:2] or ["", ""]
    rows = {
        "job": event.jobs.filter(kind=JobKind.PAIR_ROUND),
        "study": Job.objects.filter(kind=JobKind.STUDY),
        "plan": event.jobs.filter(kind=JobKind.PLAN_SCHEDULE),  # the latest: the first is kept already
        "claim": ScoreClaim.objects.filter(match__round__tournament=event),
        "asked": event.player_requests.all(),
        "call": event.judge_calls.all(),
        "penalty": event.penalties.all(),
        "snapshot": event.snapshots.order_by("pk"),
        "invitation": event.invitations.all(),
    }
    return {
        **{name: getattr(found.first(), "pk", 0) for name, found in rows.items()},
        "key": first,
        "other": second,
        "free": event.players.get(number=1).key,
        "person": event.players.get(number=1).identity_id,
        "invitation_key": event.invitations.get().key,
    }


def _four_reported(event: Tournament) -> None:
    match = publish(event).matches.get(table=1)
    reports.report_scores(tournament=event, player=seated(event)[0], match=match, raw=SCORES)


def _completed(event: Tournament) -> None:
    play_round(event)
    worked_out(event)


def _deleted(event: Tournament) -> None:
    publish(event)
    bins.delete_event(tournament=event, actor=event.owner, confirm_slug=event.slug)


def _proposed(event: Tournament) -> None:
    """A plan is kept, another one waits for somebody to choose."""
    for _ in range(2):
        plan_schedule(tournament=event, actor=event.owner)


def _entered(event: Tournament) -> None:
    enter_all(publish(event))


def _registering(event: Tournament) -> None:
    set_registration(tournament=event, actor=event.owner, capacity=9, approval=True)
    entries.sign_up(tournament=event, actor=None, name="Ann")


def _finished(event: Tournament) -> None:
    play_round(event)
    events.finish_event(tournament=event, actor=event.owner)


def _in_series(event: Tournament) -> None:
    made = series.create_series(owner=event.owner, name="League", slug="league")
    series.put_event(series=made, tournament=event, season=1, actor=event.owner)


def _reported(event: Tournament) -> None:
    """Round 1 is out: at table 1 the first has reported and called a judge, and asks to go home."""
    match = publish(event).matches.get(table=1)
    first = seated(event)[0]
    reports.report_result(tournament=event, player=first, match=match, outcome="win")
    calls.call_judge(tournament=event, round_number=1, table=1, player=first)
    requests.ask(tournament=event, player=first, kind="withdraw")


def _with_screen(event: Tournament) -> None:
    Screen.objects.create(tournament=event, name="Left of the door", key="left-of-the-door")


def _undone(event: Tournament) -> None:
    """Something that could be done again."""
    pair(event)
    undo_last_step(tournament=event, actor=event.owner)


STATES: dict[str, Callable[[Tournament], Any]] = {
    "setup": lambda event: None,
    "draft": pair,
    "published": publish,
    "entered": _entered,
    "completed": _completed,
    "finished": _finished,
    "four": lambda event: None,
    "four_planned": lambda event: plan_schedule(tournament=event, actor=event.owner),
    "four_proposed": _proposed,
    "four_published": publish,
    "four_reported": _four_reported,
    "four_entered": lambda event: enter_all_scores(publish(event)),
    "four_completed": play_tables,
    "series": _in_series,
    "reported": _reported,
    "with_screen": _with_screen,
    "registering": _registering,
    "undone": _undone,
    "deleted": _deleted,
}
