"""What the lab makes: simulations of an event that is being played, and studies asked for on a page."""

import json
from itertools import combinations
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from accounts.models import User
from pairing.engine.standings import rank
from pairing.simulation import Configuration, run_chunk
from pairing.simulation.setup import starting
from research.published import ALGORITHMS, printed_ranks
from tests.desk.pages import text
from tests.factories import make_event, make_table_event, make_user, play_round, refused
from tests.tournaments.lab.begun import asked, begun
from tournaments import snapshots
from tournaments.events.services.phases import set_phases
from tournaments.jobs import lease, running
from tournaments.lab import jobs
from tournaments.lab.selectors.sentences import conclusions, where_it_starts
from tournaments.lab.selectors.simulations import (
    configurations_of,
    groups,
    shown_document,
    start_facts,
    tallies,
)
from tournaments.lab.selectors.studies import bars, scatters
from tournaments.lab.services import simulation_work, simulations, studies
from tournaments.lab.services.simulated_events import document_of
from tournaments.models import Job, JobKind, JobState, Simulation
from tournaments.steps.refusals import ServiceError

pytestmark = pytest.mark.usefixtures("kernels_compiled")


def test_the_rest_of_an_event_as_planned() -> None:
    event = begun()
    simulation = asked(event)
    (configuration,) = configurations_of(simulation.document)
    assert configuration.start == starting.position(snapshots.load(event))
    assert (configuration.rounds, configuration.system) == (5, "monrad") and configuration.goes_on_as_it_is
    assert [[link.code for link in chain] for chain in configuration.chains] == [["solkoff"]]
    # Players are rated 2000, 1990, ... and the fifth one has left.
    assert configuration.strengths == (2000, 1990, 1980, 1970, 1950, 1940, 1930, 1920, 1910)
    simulation_work.play_all(simulation.pk)
    assert tallies(simulation) == [run_chunk(configuration, 3, 0, 6)]
    (group,) = groups(simulation)
    assert where_it_starts(group) == "From round 3 on, 0 of 4 results of which are known"
    said = " ".join(conclusions([group], group))
    assert "in all" in said and "3 more rounds, the winner is someone who does not lead now in" in said
    assert said.endswith("ratings of this field. Draws assumed: 0% of matches. Events simulated: 6.")


def test_what_happens_afterwards_changes_nothing() -> None:
    event = begun(open_round=False)
    simulation = asked(event)
    before = configurations_of(simulation.document)
    play_round(event)
    simulation.refresh_from_db()
    assert configurations_of(simulation.document) == before
    assert before[0].start is not None and start_facts(before[0].start).round == 3
    assert where_it_starts(groups(simulation)[0]) == "From round 3 on"


def test_more_rounds_and_other_rules_are_compared_and_the_whole_event_anew() -> None:
    event = begun()
    wanted = [{"rounds": 4}, {"rounds": 6}, {"system": {"name": "random_swiss"}, "chains": [["wins"]]}]
    found = configurations_of(asked(event, configurations=wanted).document)
    assert [(c.rounds, c.system, c.goes_on_as_it_is) for c in found] == [
        (4, "monrad", True),
        (6, "monrad", True),
        (5, "random_swiss", False),
    ]
    (configuration,) = configurations_of(asked(event, begin="beginning").document)
    assert configuration.start is None
    assert configuration.strengths == (2000, 1990, 1980, 1970, 1950, 1940, 1930, 1920, 1910)
    assert (configuration.rounds, configuration.system, configuration.cut) == (5, "monrad", 2)


def test_an_event_of_phases_is_played_anew_with_its_phases() -> None:
    phases = [
        {"system": {"name": "monrad"}, "rounds": 2},
        {"system": {"name": "bracket"}, "rounds": 2, "cut": {"rank": 4}},
    ]
    event = make_event(field=9)
    set_phases(tournament=event, actor=event.owner, phases=phases)
    event.refresh_from_db()
    play_round(event)
    for begin in ("now", "beginning"):
        (configuration,) = configurations_of(asked(event, begin=begin).document)
        assert configuration.start is not None and configuration.goes_on_as_it_is
        assert len(configuration.start.rounds) == (1 if begin == "now" else 0)
        assert run_chunk(configuration, 1, 0, 4).events[0] == 4 * (4 + 4 + 2 + 1)


def test_nobody_has_a_rating_so_who_stands_better_is_taken_for_stronger() -> None:
    event = begun(open_round=False)
    event.players.update(rating=None)
    (configuration,) = configurations_of(asked(event).document)
    assert configuration.start is not None
    lines = [line.player for line in rank(configuration.start)]
    strengths = [configuration.strength_of[player] for player in lines]
    assert strengths == sorted(strengths, reverse=True) and len(set(strengths)) > 3


def test_whoever_has_the_key_sees_no_names_wishes_or_seeds() -> None:
    event = begun(system="round_robin", options={"order": "lots"}, draw_seed="nobody knows")
    document = asked(event).document
    assert "nobody knows" in json.dumps(document)  # a system that draws once needs it
    shown = shown_document(document)
    text = json.dumps(shown)
    for secret in ("nobody knows", "Player 1", "bye_requests", "forbidden_pairs", "draw_seed"):
        assert secret not in text
    assert len(shown["start"]["rounds"]) == 3 and len(shown["start"]["players"]) == 10
    assert shown_document({"configurations": []}) == {"configurations": []}


def test_what_cannot_be_is_refused() -> None:
    with refused("needs_two_seats"):
        document_of(make_table_event())
    event = begun()
    for wanted, code, field in (
        ([{"rounds": 2}], "bad_input", "configurations[0].rounds"),
        ([{"scoring": {"win": 300}}], "bad_input", "configurations[0].scoring"),
        ([{"start": {}}], "unknown_field", "configurations[0].start"),
        (["x"], "bad_input", "configurations[0].configuration"),
    ):
        with refused(code, field=field):
            asked(event, configurations=wanted)
    with pytest.raises(ServiceError) as error:
        simulations.request(
            actor=make_user(), document={"configurations": [{"rounds": 3}], "start": {"x": 1}}
        )
    assert error.value.code == "bad_input" and (error.value.field or "").startswith("start")
    assert not Simulation.objects.exists()


def test_more_work_is_left_the_fewer_rounds_are_over() -> None:
    start = starting.position(snapshots.load(begun()))
    from_now, anew = (
        Configuration.from_data({"rounds": 5, "chains": [["solkoff"]]}, position)
        for position in (start, starting.position(snapshots.load(make_event(field=10, rounds_planned=5))))
    )
    assert simulations.seconds_of(from_now) < simulations.seconds_of(anew)


# --- studies

URL = "/lab/studies/"
FIELDS = {"teams": 24, "rounds": 9, "table": "list", "top": 5, "published": "on", "missing": "refuse"}


@pytest.fixture
def person() -> User:
    return make_user("curious")


@pytest.fixture
def browser(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def spec_of(**more: Any) -> dict[str, Any]:
    names = ["Ann", "Ben", "Cai", "Dee"]
    return {
        "format": "pairwright-study/1", "players": names, "rounds": 2, "strongest_first": names,
        "algorithms": [{"system": "wcsc"}], **more,
    }  # fmt: skip


def made(browser: Client, **more: Any) -> Job:
    """The study that these fields ask for."""
    given = {**FIELDS, **more}
    answer = browser.post(URL, {k: v for k, v in given.items() if v is not None})
    assert answer.status_code == 302, text(answer)
    return Job.objects.get(pk=int(answer["Location"].rstrip("/").rpartition("/")[2]))


def not_started(browser: Client, **more: Any) -> str:
    answer = browser.post(URL, {**FIELDS, **more})
    assert answer.status_code == 200
    assert not Job.objects.exists()
    return text(answer)


def test_the_published_study_comes_out_as_printed_with_bars_plots_and_numbers(browser: Client) -> None:
    """Table 2-1: 24 teams, 9 rounds, the stronger always wins, twelve algorithms."""
    job = made(browser)
    assert (job.kind, job.state) == (JobKind.STUDY, JobState.DONE)
    assert [row["ranks"] for row in job.result["algorithms"]] == printed_ranks()
    assert [row["name"] for row in job.result["algorithms"]] == [a.name for a in ALGORITHMS]
    assert job.result["round_robin"] == list(range(1, 25))
    assert job.result["failed"] == []
    answer = browser.get(f"{URL}{job.pk}/")
    page = answer.content.decode()
    assert page.count('class="lab-plot"') == 12 and page.count("<circle") == 12 * 24
    assert page.count('class="lab-bar ') == 12 * 3
    # What a reader sees: the token of a form may hold any two characters.
    assert "a6" not in text(answer) and "24 teams, 9 rounds" in text(answer)
    data = json.loads(browser.get(f"{URL}{job.pk}/study.json").content)
    assert data["result"] == job.result and data["study"] == job.params["document"]
    places = browser.get(f"{URL}{job.pk}/places.csv").content.decode().splitlines()
    assert len(places) == 25 and places[0].startswith("team,round_robin,") and ",1," in places[1]
    assert len(browser.get(f"{URL}{job.pk}/agreement.csv").content.decode().splitlines()) == 1 + 12 * 3
    assert browser.get(f"{URL}{job.pk}/nonsense.csv").status_code == 404
    assert browser.get(f"{URL}{job.pk}/?by=kendall").status_code == 200
    assert browser.get(f"{URL}{job.pk}/?by=nonsense").status_code == 200


def test_any_field_any_order_of_strength_and_other_systems(browser: Client) -> None:
    names = ["Ann", "Ben", "Cai", "Dee", "Eva", "Fay"]
    job = made(
        browser, names="\n".join(names), rounds=3, table="order", strength="\n".join(reversed(names)), top=3,
        published=None, order=["V"], method=["A", "B"], floater=["M"], opponent=["E"], mode=["S"], others=["monrad"],
    )  # fmt: skip
    assert job.result["players"] == names
    assert job.result["round_robin"] == [6, 5, 4, 3, 2, 1]
    assert [row["name"] for row in job.result["algorithms"]] == ["VAME-S", "VBME-S", "Swiss-Monrad"]
    assert job.result["ranges"] == [6, 3]


def test_results_are_pasted_or_uploaded_and_missing_ones_drawn_only_if_that_is_said(browser: Client) -> None:
    typed = {"names": "A\nB\nC\nD", "rounds": 2, "table": "results", "results": "A;B;1-0", "top": 2}
    assert "is missing" in not_started(browser, **typed)
    job = made(browser, **typed, missing="draw")
    # A 2, C and D 1.5, B 1; C before D by the list.
    assert job.result["round_robin"] == [1, 4, 2, 3]
    # The same six matches typed and in a file; the points of the round robin follow by hand.
    names = ["A", "B", "C", "D"]
    rows = ["A;B;1-0", "C;A;0-1", "A;D;1-0", "B;C;1-0", "B;D;½-½", "C;D;1-0"]
    typed = {"names": "\n".join(names), "rounds": 2, "table": "results", "top": 2}
    pasted = made(browser, **typed, results="\n".join(rows))
    file = SimpleUploadedFile("results.csv", "\n".join(rows).encode())
    uploaded = made(browser, **typed, file=file)
    # A 3, B 1.5, C 1, D 0.5.
    assert pasted.result["round_robin"] == [1, 2, 3, 4]
    assert pasted.result == uploaded.result


NOT_STARTED: list[tuple[dict[str, Any], str]] = [
    ({"rounds": 24}, "no more than 23 rounds"),
    ({"rounds": ""}, "This field is required"),
    ({"names": "A\nB\nA", "rounds": 1, "top": 2}, "twice"),
    ({"table": "order", "strength": "1\n2"}, "every player once"),
    ({"table": "results", "results": "A;B"}, "Line 1 is not two teams and a result"),
    ({"table": "results", "results": "1;99;1-0"}, "99 is not one of the players"),
    (
        {"published": ""},
        "Nothing to compare: tick the twelve algorithms of the published study, or choose others.",
    ),
    ({"top": 25}, "only 24 players"),
    ({"teams": 1}, "greater than or equal to 2"),
    ({"order": ["X"]}, "X is not one of the available choices"),
]


def test_what_cannot_be_is_said_and_nothing_is_started(browser: Client) -> None:
    for given, said in NOT_STARTED:
        assert said in not_started(browser, **given)


def test_studies_are_for_who_asked_for_them(browser: Client, person: User) -> None:
    job = jobs.study(actor=person, document=spec_of())
    other = Client()
    for address in (URL, f"{URL}{job.pk}/", f"{URL}{job.pk}/study.json"):
        assert browser.get(address).status_code == 200
        assert other.get(address)["Location"].startswith(reverse("accounts:sign_in"))
    other.force_login(make_user())
    assert other.get(f"{URL}{job.pk}/").status_code == 404
    assert "4 teams, 2 rounds" in text(browser.get(URL))
    assert "4 teams, 2 rounds" not in text(other.get(URL))


def test_a_large_study_is_a_job_with_progress(
    browser: Client, person: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    monkeypatch.setattr(studies, "SMALL", 0)
    sent: list[int] = []
    monkeypatch.setattr(running, "send", sent.append)
    with django_capture_on_commit_callbacks(execute=True):
        job = jobs.study(
            actor=person, document=spec_of(algorithms=[{"system": "wcsc"}, {"system": "monrad"}])
        )
    assert (job.state, job.total, sent) == (JobState.QUEUED, 4, [job.pk])
    assert 'data-testid="waiting"' in browser.get(f"{URL}{job.pk}/").content.decode()
    told: list[tuple[int, int]] = []
    jobs.make_study(job, lambda done, total: told.append((done, total)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert lease.run(job.pk)
    assert 'data-testid="bars"' in browser.get(f"{URL}{job.pk}/").content.decode()


def test_nobody_fills_the_machine_and_a_wrong_document_names_the_place(
    person: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    with refused(field="algorithms[0]"):
        studies.request_study(actor=person, document=spec_of(algorithms=[{"system": "chess"}]))
    assert not Job.objects.exists()
    with refused("study_too_large"):
        names = [str(n) for n in range(500)]
        studies.request_study(
            actor=person, document=spec_of(players=names, strongest_first=names, rounds=499,
                                           algorithms=[{"system": "wcsc"}] * 10),
        )  # fmt: skip
    monkeypatch.setattr(studies, "SMALL", 0)
    for _ in range(studies.MOST_AT_WORK):
        studies.request_study(actor=person, document=spec_of())
    with refused("too_many_studies"):
        studies.request_study(actor=person, document=spec_of())
    studies.request_study(actor=make_user(), document=spec_of())


def test_an_algorithm_without_an_end_does_not_spoil_the_others(person: User) -> None:
    """Six players, five rounds: some draws run out of legal pairings, which is an answer of its own."""
    names = [str(n) for n in range(1, 7)]
    found = None
    for seed in range(30):
        document = spec_of(
            players=names, strongest_first=names, rounds=5, draw_seed=str(seed),
            algorithms=[{"system": "wcsc", "name": "first"}, {"system": "random_swiss"}],
        )  # fmt: skip
        job = jobs.study(actor=person, document=document)
        assert job.state == JobState.DONE
        ended = [row["name"] for row in job.result["algorithms"]]
        failed = [row["name"] for row in job.result["failed"]]
        assert len(ended) + len(failed) == 2
        found = found or (failed and job)
    assert found, "no seed led to a dead end"
    client = Client()
    client.force_login(person)
    assert f"{found.result['failed'][0]['name']} could not be completed: " in text(
        client.get(f"{URL}{found.pk}/")
    )


# --- the drawings
def result_with(*values: float | None) -> dict[str, Any]:
    return {
        "players": ["A", "B", "C"],
        "round_robin": [1, 2, 3],
        "algorithms": [
            {
                "name": f"n{at}",
                "ranks": [1, 3, 2],
                "agreement": [{"best": 3, "pearson": v, "spearman": v, "kendall": v}],
            }
            for at, v in enumerate(values)
        ],
    }


def test_bars_are_as_long_as_their_values_the_best_first_and_negative_ones_go_the_other_way() -> None:
    chart = bars(result_with(0.5, 1.0, 0.25), "pearson")
    assert [group.name for group in chart.groups] == ["n1", "n0", "n2"]
    lengths = [group.bars[0].width for group in chart.groups]
    assert lengths[1] == pytest.approx(lengths[0] / 2) and lengths[2] == pytest.approx(lengths[0] / 4)
    assert len({(bar.y) for group in chart.groups for bar in group.bars}) == 3
    chart = bars(result_with(-0.5, None, 0.5), "kendall")
    first, second, third = (group.bars[0] for group in chart.groups)
    assert (first.value, second.value, third.value) == (0.5, -0.5, None)
    assert first.x == chart.zero and second.x + second.width == pytest.approx(chart.zero)
    assert first.width == pytest.approx(second.width)


def test_points_lie_on_the_diagonal_where_the_ranks_agree() -> None:
    (plot,) = scatters(result_with(0.5))
    for point in plot.points:
        assert (point.x == point.y) == (point.right == point.rank)
    for one, other in combinations(plot.points, 2):
        assert (one.x < other.x) == (one.right < other.right)
        assert (one.y < other.y) == (one.rank < other.rank)
