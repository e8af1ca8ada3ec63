"""Simulations asked for: cut into slices, each counted once, whoever plays it and whoever dies."""

import re
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

from pairing.simulation import Configuration, Estimate, Tally, run_chunk
from tests.api.conftest import at_once
from tests.factories import make_user, refused
from tests.tournaments.lab import begun as of_event
from tests.tournaments.steps import all_refused
from tournaments.jobs.lease import LeaseLost
from tournaments.lab import jobs
from tournaments.lab.selectors.sentences import conclusions
from tournaments.lab.selectors.simulations import groups, progress_of, tallies
from tournaments.lab.selectors.verdict import verdict
from tournaments.lab.services import kernels, simulation_work, simulations
from tournaments.models import ChunkState, JobState, Simulation, SimulationChunk

pytestmark = pytest.mark.usefixtures("kernels_compiled")

PAST = timedelta(seconds=-1)


def configuration(**more: Any) -> dict[str, Any]:
    return {
        "field": {"model": "arithmetic", "players": 8},
        "rounds": 3,
        "chains": [["solkoff"], ["omw"]],
        "cut": 2,
        **more,
    }


def asked(*configurations: dict[str, Any], runs: int | None = 60, **more: Any) -> dict[str, Any]:
    return {"configurations": list(configurations) or [configuration()], "seed": 7, "runs": runs, **more}


def made(document: dict[str, Any] | None = None, *, sizes: list[int] | None = None) -> Simulation:
    """A simulation nobody plays yet; `sizes` cuts it otherwise."""
    simulation = simulations.request(actor=make_user(), document=document or asked())
    if sizes is not None:
        simulation.chunks.all().delete()
        start = 0
        for size in sizes:
            SimulationChunk.objects.create(simulation=simulation, configuration=0, start=start, count=size)
            start += size
    return simulation


def directly(document: dict[str, Any], number: int = 0) -> Tally:
    """The same numbers without slices, rows or workers."""
    found = Configuration.from_data(document["configurations"][number])
    return run_chunk(found, document["seed"], 0, document["runs"])


def stored(chunk_id: int, token: str, tally: Tally) -> bool:
    """Whether somebody's answer counts."""
    return simulation_work.CHUNKS.end(chunk_id, token, JobState.DONE, tally=tally.to_data())


# --- slices
def test_slices_are_every_run_of_every_configuration_once() -> None:
    simulation = made(asked(configuration(), configuration(rounds=2), runs=50_000))
    for number in (0, 1):
        rows = simulation.chunks.filter(configuration=number).order_by("start")
        at = 0
        for chunk in rows:
            assert chunk.start == at and chunk.count >= 2
            at += chunk.count
        assert at == 50_000
        assert rows[0].count <= rows[1].count
    first = [chunk.configuration for chunk in simulation.chunks.order_by("id")[:2]]
    assert first == [0, 1]  # something of everything, soon


def test_no_slice_is_a_run_alone_and_seed_and_runs_are_chosen_where_they_are_left_out() -> None:
    slow = Configuration.from_data(configuration(system={"name": "monrad"}))
    for runs in (2, 3, 50, 51, 999):
        counts = [count for _number, _start, count in simulations.slices([slow], runs)]
        assert (sum(counts), min(counts) >= 2) == (runs, True), runs
    simulation = made({"configurations": [configuration()]})
    assert simulation.document["runs"] >= 1000
    assert 0 <= simulation.document["seed"] < 1 << 32
    simulation = made({"configurations": [configuration(system={"name": "monrad"})]})
    assert simulation.document["runs"] >= 50


WITHOUT_KERNELS = asked(
    configuration(system={"name": "monrad"}, chains=[["solkoff", "head_to_head"]]), runs=6
)


@pytest.mark.parametrize(
    ("document", "sizes", "seconds"),
    [
        (None, None, None),
        (None, [60], None),
        (None, [20, 20, 20], None),
        (None, [2, 7, 51], None),
        (None, [60], 0.2),  # in pieces of five runs
        (WITHOUT_KERNELS, None, None),
    ],
)
def test_the_numbers_are_those_of_the_core_however_it_is_cut(
    monkeypatch: pytest.MonkeyPatch, document: Any, sizes: list[int] | None, seconds: float | None
) -> None:
    if seconds:
        monkeypatch.setattr(simulation_work, "seconds_of", lambda configuration: seconds)
    simulation = made(document, sizes=sizes)
    simulation_work.play_all(simulation.pk)
    assert tallies(simulation) == [directly(simulation.document)]
    assert progress_of(simulation).state == "done"


# --- once
def test_nobody_takes_what_somebody_holds() -> None:
    chunk = made(sizes=[10]).chunks.get()
    assert simulation_work.CHUNKS.claim(chunk.pk) is not None
    assert simulation_work.CHUNKS.claim(chunk.pk) is None
    assert not simulation_work.play(chunk.pk)
    assert simulation_work.is_held(chunk.pk)


def test_a_worker_killed_before_the_takeover_ends_does_not_count_either() -> None:
    """Its slice is in other hands, which have not answered yet."""
    simulation = made(sizes=[60])
    chunk = simulation.chunks.get()
    late = simulation_work.CHUNKS.claim(chunk.pk)
    SimulationChunk.objects.update(lease_until=timezone.now() + PAST)
    now = simulation_work.CHUNKS.claim(chunk.pk)
    assert late is not None and now is not None
    tally = directly(simulation.document)
    assert not stored(chunk.pk, late, tally)
    assert progress_of(simulation).done == 0
    assert stored(chunk.pk, now, tally)
    assert not stored(chunk.pk, now, tally)
    assert tallies(simulation) == [tally]


@pytest.mark.django_db(transaction=True)
def test_two_workers_with_the_same_messages_count_everything_once(monkeypatch: pytest.MonkeyPatch) -> None:
    simulation = made(sizes=[5] * 12)
    ids = simulation_work.free_chunks(simulation.pk)
    kernels.load()
    played: list[int] = []
    plain = run_chunk

    def counted(configuration: Configuration, seed: int, start: int, count: int) -> Tally:
        played.append(start)
        return plain(configuration, seed, start, count)

    monkeypatch.setattr(simulation_work, "run_chunk", counted)
    at_once(2, lambda _worker: [simulation_work.play(chunk_id) for chunk_id in ids])
    assert sorted(played) == [5 * n for n in range(12)]
    assert tallies(simulation) == [directly(simulation.document)]


# --- who plays
def test_without_a_broker_a_thread_plays(
    monkeypatch: pytest.MonkeyPatch, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    settings.CELERY_BROKER_URL = ""
    started: list[int] = []
    monkeypatch.setattr(jobs, "_slices_in_thread", started.append)
    with django_capture_on_commit_callbacks(execute=True):
        simulation = jobs.simulate(actor=make_user(), document=asked())
    assert started == [simulation.pk]


def test_with_a_broker_every_slice_is_a_message_and_a_broker_that_is_gone_stops_nothing(
    monkeypatch: pytest.MonkeyPatch, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    sent: list[int] = []
    started: list[int] = []
    monkeypatch.setattr(jobs, "_slices_in_thread", started.append)

    class Group:
        task = "celery.group"

        def __init__(self, messages: Any) -> None:
            self.messages = [message.args[0] for message in messages]

        def apply_async(self) -> None:
            sent.extend(self.messages)

    monkeypatch.setattr(jobs, "group", Group)
    with django_capture_on_commit_callbacks(execute=True):
        simulation = jobs.simulate(actor=make_user(), document=asked(runs=30_000))
    assert sent == list(simulation.chunks.order_by("id").values_list("pk", flat=True))
    assert len(sent) > 1 and started == []

    def gone(messages: Any) -> Any:
        raise ConnectionError

    monkeypatch.setattr(Group, "apply_async", gone)
    with django_capture_on_commit_callbacks(execute=True):
        other = jobs.simulate(actor=make_user(), document=asked())
    assert started == [other.pk]


def test_what_nobody_plays_is_taken_over_by_whoever_looks(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    started: list[int] = []
    monkeypatch.setattr(jobs, "_slices_in_thread", started.append)
    simulation = made(sizes=[10, 10])

    def look() -> list[int]:
        started.clear()
        with django_capture_on_commit_callbacks(execute=True):
            jobs.look_after_simulation(Simulation.objects.get(pk=simulation.pk))
        return list(started)

    assert look() == []  # a worker may still come
    Simulation.objects.update(created_at=timezone.now() - timedelta(minutes=1))
    assert look() == [simulation.pk]
    first = simulation.chunks.order_by("id")[0]
    simulation_work.CHUNKS.claim(first.pk)
    assert look() == []  # somebody is at it
    SimulationChunk.objects.filter(pk=first.pk).update(lease_until=timezone.now() + PAST)
    assert look() == [simulation.pk]
    simulation_work.play_all(simulation.pk)
    assert look() == []


# --- cancel and failures
def test_a_cancelled_simulation_keeps_what_was_played_and_plays_no_more() -> None:
    simulation = made(sizes=[20, 20, 20])
    first, second, third = simulation_work.free_chunks(simulation.pk)
    simulation_work.play(first)
    token = simulation_work.CHUNKS.claim(second)
    assert token is not None
    simulations.cancel(actor=simulation.created_by, simulation=simulation)
    with pytest.raises(LeaseLost):
        simulation_work.CHUNKS.renew(second, token, progress=5)
    assert not stored(second, token, directly(simulation.document))
    assert not simulation_work.play(third)
    assert simulation_work.free_chunks(simulation.pk) == []
    progress = progress_of(Simulation.objects.get(pk=simulation.pk))
    assert (progress.state, progress.done, progress.total) == ("cancelled", 20, 60)
    assert [tally and tally.runs for tally in tallies(simulation)] == [20]


def test_cancelling_what_is_done_changes_nothing_and_only_who_started_it_may_cancel_or_delete() -> None:
    simulation = made(sizes=[4])
    simulation_work.play_all(simulation.pk)
    simulations.cancel(actor=simulation.created_by, simulation=simulation)
    assert progress_of(Simulation.objects.get(pk=simulation.pk)).state == "done"
    all_refused(
        not_own_simulation=(
            lambda: simulations.cancel(actor=make_user(), simulation=simulation),
            lambda: simulations.delete(actor=make_user(), simulation=simulation),
        ),
    )
    simulations.delete(actor=simulation.created_by, simulation=simulation)
    assert not SimulationChunk.objects.exists()


def test_a_mistake_of_ours_is_written_down_and_spoils_no_other_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    simulation = made(sizes=[10, 10])
    plain = run_chunk

    def broken(configuration: Configuration, seed: int, start: int, count: int) -> Tally:
        if start == 0:
            raise ZeroDivisionError
        return plain(configuration, seed, start, count)

    monkeypatch.setattr(simulation_work, "run_chunk", broken)
    simulation_work.play_all(simulation.pk)
    states = list(simulation.chunks.order_by("id").values_list("state", flat=True))
    assert states == [ChunkState.FAILED, ChunkState.DONE]
    progress = progress_of(simulation)
    assert (progress.state, progress.done) == ("failed", 10)
    assert progress.error


# --- what can be asked for
REFUSED = [
    ([], "missing", "configurations"),
    ({}, "missing", "configurations"),
    (asked(surprise=1), "unknown_field", "surprise"),
    ({"configurations": [configuration()] * 7}, "too_many_configurations", "configurations"),
    (asked(configuration(chains=[])), "missing", "configurations[0].chains"),
    (asked(configuration(chains=[["solkoff"]] * 13)), "too_many_chains", "configurations[0].chains"),
    ({"format": "pairwright-simulation/1", "players": 1}, "bad_input", "document"),
    (asked(configuration(rounds=8)), "bad_input", "configurations[0].rounds"),
    (asked(configuration(), configuration(cut=9)), "bad_input", "configurations[1].cut"),
    (asked(configuration(brief=True)), "bad_brief", "configurations[0].brief"),
    (asked(configuration(system={"name": "mahjong_swiss"})), "bad_input", "configurations[0].system"),
    (asked(runs=1), "bad_number", "runs"),
    (asked(runs=True), "bad_number", "runs"),
    ({**asked(), "seed": -1}, "bad_number", "seed"),
    (asked(configuration(system={"name": "monrad"}), runs=1_000_000), "simulation_too_large", "runs"),
]


def test_what_cannot_be_is_refused_by_name_and_nothing_is_kept() -> None:
    for document, code, field in REFUSED:
        with refused(code, field=field):
            simulations.request(actor=make_user(), document=document)
        assert not Simulation.objects.exists()


def test_nobody_fills_the_machine() -> None:
    user = make_user()
    for _ in range(simulations.MOST_AT_WORK):
        last = simulations.request(actor=user, document=asked())
    with refused("too_many_simulations"):
        simulations.request(actor=user, document=asked())
    simulations.cancel(actor=user, simulation=last)
    simulations.request(actor=user, document=asked())


# --- how many rounds are advised ---


def test_in_the_middle_of_an_event_the_verdict_is_what_the_rounds_to_come_change() -> None:
    """The stronger always wins and leads: nothing changes any more, and that is why no further round is needed.

    It is no reason to play fewer that the strongest then wins more often.
    """
    event = of_event.begun(open_round=False)
    wanted = [{"rounds": rounds, "outcome": "stronger"} for rounds in (4, 5, 6)]
    simulation = of_event.asked(event, configurations=wanted, runs=60)
    simulation_work.play_all(simulation.pk)
    found = groups(simulation)
    for chosen in found:
        said = conclusions(found, chosen)
        assert re.match(r"Play 3 rounds in all: round 4 would change the winner in only ", said[0])
        assert not re.search("strongest player wins|Playing only|Going on to", " ".join(said))
    event.players.update(rating=None)
    simulation = of_event.asked(event, runs=6)
    simulation_work.play_all(simulation.pk)
    (group,) = groups(simulation)
    assert (
        "today's standings: players who stand higher now count as stronger" in conclusions([group], group)[-1]
    )


def changed(rounds: int, mean: float, around: float) -> Any:
    """The line of an event of which five rounds are over; its last round makes a new winner so often."""
    estimate = Estimate(mean, 0, 0, mean - around, mean + around)
    start = SimpleNamespace(rounds=[SimpleNamespace(number=n, matches=()) for n in range(1, 6)])
    return SimpleNamespace(
        rounds=rounds, goes_on=True, new_winner_at_last=estimate, configuration=SimpleNamespace(start=start)
    )


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        # The first number behind which no round changes much.
        (
            [(6, 0.3, 0.02), (7, 0.2, 0.02), (8, 0.06, 0.02), (9, 0.03, 0.01)],
            "Play 7 rounds in all: round 8 would change the winner in only 6.0 % (±2.0) of events.",
        ),
        (
            [(6, 0.3, 0.04), (7, 0.2, 0.04)],
            "Play at least 7 rounds in all: round 7 still changes the winner in 20 % (±4) of events.",
        ),
        (
            [(6, 0.3, 0.04), (7, 0.09, 0.04)],
            "Play 7 rounds in all. Not settled: round 7 changes the winner in 9 % (±4) of events.",
        ),
        # Nothing is known of round 7.
        (
            [(6, 0.03, 0.01), (8, 0.03, 0.01)],
            "Play 7 rounds in all: round 8 would change the winner in only 3.0 % (±1.0) of events.",
        ),
        (
            [(6, 0.01, 0.01)],
            "Play 5 rounds in all: round 6 would change the winner in only 1.0 % (±1.0) of events.",
        ),
        (
            [(5, 0.01, 0.01)],
            "Play 5 rounds in all: round 5 has begun, and changes the winner in only 1.0 % (±1.0) of events.",
        ),
    ],
)
def test_the_advice_names_a_number_of_rounds(lines: list[tuple[int, float, float]], said: str) -> None:
    assert verdict([changed(*line) for line in lines]) == [said]
