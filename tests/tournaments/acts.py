"""What one person at one computer can do to an event; `press.py` lets a process of its own do it."""

import time
import uuid
from collections import Counter
from datetime import timedelta
from typing import Any

from django.utils import timezone

from pairing import engine
from tests.factories import make_event, make_table_event, make_user, publish
from tests.tournaments.crowd import CROWD
from tournaments.events.selectors.now import EventNow
from tournaments.jobs.running import look_after
from tournaments.lab import jobs
from tournaments.lab.selectors.simulations import tallies
from tournaments.models import (
    Bye,
    Job,
    LogEntry,
    Match,
    Round,
    ScoreClaim,
    Seat,
    Simulation,
    SimulationChunk,
    Tournament,
)
from tournaments.phones.services import answers, reports
from tournaments.players.services import players
from tournaments.results.services import results, scores
from tournaments.rounds.jobs import pair_next
from tournaments.steps.refusals import ServiceError


def make(event: int, **options: Any) -> Any:
    make_it = make_table_event if options.get("tables_of_four") else make_event
    tournament = make_it(owner=make_user(f"organiser-{uuid.uuid4().hex}"), field=options["field"])
    if options.get("published"):
        publish(tournament)
    return tournament.pk


def pair(event: int, **options: Any) -> Any:
    made = _pair_next(event)
    if isinstance(made, Job):
        return {"job": made.pk, "state": _wait(made.pk, **options)}
    return {"round": made.number}


def _pair_next(event: int) -> Any:
    return pair_next(now=EventNow(Tournament.objects.get(pk=event)), actor=None)


def _wait(job: int, wait: float = 60, only_watch: bool = False) -> str:

    end = time.monotonic() + wait
    while time.monotonic() < end:
        row = Job.objects.get(pk=job)
        if not only_watch:
            row = look_after(row)
        if row.state in ("done", "failed"):
            return row.state
        time.sleep(0.05)
    return Job.objects.get(pk=job).state


def stall(event: int, **options: Any) -> Any:
    """Begin to pair and never come to an end, as a process that is about to be killed."""

    def endless(*_args: Any, **_named: Any) -> Any:
        print("in the middle", flush=True)
        time.sleep(600)

    engine.pair = endless
    _pair_next(event)
    time.sleep(600)


def enter(event: int, **options: Any) -> Any:
    tournament = Tournament.objects.get(pk=event)
    for number in options["tables"]:
        match = Match.objects.get(round__tournament=event, table=number)
        results.enter_result(
            tournament=tournament, actor=None, match=match, result=options["result"], seen=None
        )
    return options["result"]


def report_scores(event: int, **options: Any) -> Any:
    """The player on seat `seat` of table 1 enters its scores."""
    match = Match.objects.get(round__tournament=event, table=1)
    player = match.seats.get(position=options["seat"]).player
    tournament = Tournament.objects.get(pk=event)
    return reports.report_scores(
        tournament=tournament, player=player, match=match, raw=options["scores"]
    ).state


def confirm(event: int, **options: Any) -> Any:
    """The player on seat `seat` of table 1 confirms what waits there."""
    row = ScoreClaim.objects.get(match__round__tournament=event, pk=options["report"])
    player = row.match.seats.get(position=options["seat"]).player
    answers.confirm(tournament=Tournament.objects.get(pk=event), player=player, report=row)
    return options["seat"]


def waiting(event: int, **options: Any) -> Any:
    return ScoreClaim.objects.get(match__round__tournament=event, state="waiting").pk


def enter_scores(event: int, **options: Any) -> Any:
    """The desk enters the scores of table 1, which was empty when it looked."""
    match = Match.objects.get(round__tournament=event, table=1)
    scores.enter_scores(
        tournament=Tournament.objects.get(pk=event), actor=None, match=match, raw=options["scores"], seen=None
    )
    return "desk"


def at_table(event: int, **options: Any) -> Any:
    seats = Seat.objects.filter(round__tournament=event, match__table=1).order_by("position")
    return {
        "raw": list(seats.values_list("raw", flat=True)),
        "reports": list(
            ScoreClaim.objects.filter(match__round__tournament=event)
            .order_by("pk")
            .values_list("state", flat=True)
        ),
        "entered": LogEntry.objects.filter(tournament=event, action="result_entered").count(),
    }


def add(event: int, **options: Any) -> Any:
    tournament = Tournament.objects.get(pk=event)
    return [
        players.add_player(tournament=tournament, actor=None, name=name).number for name in options["names"]
    ]


def let_lease_run_out(event: int, **options: Any) -> Any:
    return Job.objects.filter(tournament=event).update(lease_until=timezone.now() - timedelta(seconds=1))


def report(event: int, **options: Any) -> Any:
    return {
        "version": Tournament.objects.get(pk=event).version,
        "rounds": list(Round.objects.filter(tournament=event).values_list("number", flat=True)),
        "placed": Seat.objects.filter(round__tournament=event).count()
        + Bye.objects.filter(round__tournament=event).count(),
        "results": list(
            Match.objects.filter(round__tournament=event).order_by("table").values_list("result", flat=True)
        ),
        "jobs": list(Job.objects.filter(tournament=event).order_by("pk").values_list("state", flat=True)),
        "actions": list(
            LogEntry.objects.filter(tournament=event).order_by("pk").values_list("action", flat=True)
        ),
    }


def simulate(event: int, **options: Any) -> Any:
    user = make_user(f"curious-{uuid.uuid4().hex}")
    return jobs.simulate(actor=user, document=options["document"]).pk


def slices(event: int, **options: Any) -> Any:
    """Wait until so many slices of a simulation (all of them) are done; how many are in which state then."""

    simulation, end = Simulation.objects.get(pk=event), time.monotonic() + options.get("wait", 60)
    while True:
        states = Counter(simulation.chunks.values_list("state", flat=True))
        if states["done"] >= options.get("until", simulation.chunks.count()) or time.monotonic() > end:
            return dict(states)
        if options.get("look"):
            jobs.look_after_simulation(simulation)
        time.sleep(0.02)


def let_slices_run_out(event: int, **options: Any) -> Any:
    at_work = SimulationChunk.objects.filter(simulation=event, state="running")
    return at_work.update(lease_until=timezone.now() - timedelta(seconds=1))


def tally(event: int, **options: Any) -> Any:
    (found,) = tallies(Simulation.objects.get(pk=event))
    assert found is not None
    return found.to_data()


SIMULATIONS = (simulate, slices, let_slices_run_out, tally)
TABLES_OF_FOUR = (report_scores, confirm, waiting, enter_scores, at_table)
EVENTS = (make, pair, stall, enter, add, let_lease_run_out, report)
ACTIONS = {f.__name__: f for f in (*EVENTS, *TABLES_OF_FOUR, *SIMULATIONS, *CROWD)}


def act(action: str, options: dict[str, Any]) -> dict[str, Any]:
    try:
        return {"done": ACTIONS[action](**options)}
    except ServiceError as error:
        return {"refused": error.to_json()}
