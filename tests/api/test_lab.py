"""Simulations and studies over the API: asked for, watched, cancelled; the numbers are those of the core."""

from typing import Any

import pytest

from pairing.simulation import Configuration, run_chunk, summary
from research.published import ALGORITHMS, printed_ranks
from research.simulation import read
from tests.api.conftest import Api
from tests.factories import make_event, make_user, publish
from tournaments.lab import jobs
from tournaments.lab.services import simulation_work
from tournaments.models import Job, Simulation

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kernels_compiled")]
# The example of docs/api.md.
EXAMPLE: dict[str, Any] = {
    "configurations": [
        {
            "field": {"model": "list", "values": [2100, 1950, 1900, 1760, 1700, 1650, 1500, 1400]},
            "outcome": "elo", "rounds": 3, "system": {"name": "random_swiss"},
            "chains": [["solkoff"], ["omw", "BH:cut=1"]], "cut": 2,
        }
    ],
    "runs": 50, "seed": 7,
}  # fmt: skip
NAMES = [f"t{n}" for n in range(1, 25)]


@pytest.fixture(autouse=True)
def _nobody_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "_slices_in_thread", lambda simulation_id: None)


def one(**more: Any) -> dict[str, Any]:
    return {**EXAMPLE["configurations"][0], **more}


def test_a_simulation_from_question_to_answer(api: Api) -> None:
    key = {"Idempotency-Key": "once"}
    answer = api.send("POST", "simulations/", EXAMPLE, **key)
    made = answer.json()
    assert api.post("simulations/", EXAMPLE, 202, **key) == made
    assert (answer.status_code, made["state"], made["results"]) == (202, "queued", [None])
    assert made["progress"] == {"done": 0, "counted": 0, "total": 50}
    assert answer.headers["Location"] == made["url"]
    simulation = Simulation.objects.get(key=made["key"])
    simulation_work.play_all(simulation.pk)
    done = api.get(made["url"])
    assert (done["state"], done["progress"]["counted"], done["error"]) == ("done", 50, "")
    configuration = Configuration.from_data(EXAMPLE["configurations"][0])
    assert done["results"] == [summary(configuration, run_chunk(configuration, 7, 0, 50)).to_data()]
    assert [row["key"] for row in api.get("simulations/")["results"]] == [made["key"]]
    assert api.client.get(made["page"]).status_code == 200


def test_the_document_of_the_command_is_taken_too_and_is_one_configuration_for_each_size(api: Api) -> None:
    """The example of docs/api.md; the old one stays readable (above)."""
    document = {
        "format": "pairwright-simulation/1", "players": [16, 8], "rounds": 4, "runs": 40, "seed": 7,
        "strength": {"model": "arithmetic", "first": 4, "step": 1}, "outcome": {"model": "odds", "draw": 0.2},
        "scoring": {"win": 3, "draw": 1, "loss": 0, "bye": 3}, "pairing": "random_swiss", "cut": 4,
        "chains": [["solkoff"], [{"sum": [["solkoff", 1], ["sonneborn_berger", 0.5]]}]] * 6,
    }  # fmt: skip
    made = api.post("simulations/", document, 202)
    assert [c["field"]["players"] for c in made["configurations"]] == [16, 8]
    assert made["configurations"][0]["scoring"] == {"win": 300, "draw": 100, "loss": 0, "bye": 300}
    simulation_work.play_all(Simulation.objects.get(key=made["key"]).pk)
    done = api.get(made["url"])
    wanted = read(document)
    for found, configuration, tally in zip(
        done["results"],
        wanted.configurations,
        [run_chunk(c, 7, 0, 40) for c in wanted.configurations],
        strict=True,
    ):
        (_base, *rows), said = found["orders"], summary(configuration, tally)
        assert len(rows) == 12 and rows[1]["chain"] == ["solkoff+0.5*sonneborn_berger"]
        for row, order in zip(rows, said.orders[1:], strict=True):
            assert row["measures"]["inversions_by_lot"]["mean"] == order.measures["inversions_by_lot"].mean
            assert [gap["mean"] for gap in row["gaps_by_lot"]] == [gap.mean for gap in order.gaps_by_lot]
    assert api.post("simulations/", {**document, "players": [16, 1]}, 400)["field"] == "players[1]"


@pytest.mark.parametrize(
    ("wrong", "code", "field"),
    [
        ({"configurations": []}, "missing", "configurations"),
        ({"configurations": [one()] * 7}, "too_many_configurations", "configurations"),
        ({"configurations": [one(rounds=8)]}, "bad_input", "configurations[0].rounds"),
        ({"configurations": [one(), one(surprise=1)]}, "bad_input", "configurations[1].surprise"),
        ({"configurations": [one(system={"name": "bridge"})]}, "unknown_system", None),
        ({"configurations": [one(chains=[["nonsense"]])]}, "unknown_tiebreak", None),
        ({"configurations": [one(field={"model": "list", "values": ["strong", 1]})]}, "bad_input",
         "configurations[0].field.values"),
        ({"runs": 1}, None, "runs"),
        ({"runs": 1.5}, None, "runs"),
        ({"seed": -1}, None, "seed"),
        ({"surprise": 1}, "unknown_field", "surprise"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(api: Api, wrong: dict[str, Any], code: str | None, field: str | None) -> None:
    problem = api.post("simulations/", {**EXAMPLE, **wrong}, 400)
    assert (code or problem["code"], field or problem["field"]) == (problem["code"], problem["field"])
    assert not Simulation.objects.exists()


def test_an_event_is_simulated_from_where_it_stands_without_sending_its_players(
    api: Api, anybody: Api
) -> None:
    event = make_event(owner=api.user, field=8, slug="club", system="random_swiss", rounds_planned=4)
    publish(event, after=1)
    asked = {"configurations": [{}, {"rounds": 3}], "runs": 5, "seed": 2}
    made = api.post("events/club/simulations/", asked, 202)
    assert made["start"] == {"round": 2, "paired": 2, "given": 0, "tables": 4, "players": 8}
    assert [c["rounds"] for c in made["configurations"]] == [4, 3]
    simulation_work.play_all(Simulation.objects.get(key=made["key"]).pk)
    done = anybody.get(made["url"])
    assert done["state"] == "done"
    assert [result["events"]["matches"]["mean"] for result in done["results"]] == [16, 12]
    assert [row["key"] for row in api.get("events/club/simulations/")["results"]] == [made["key"]]
    anew = api.post("events/club/simulations/", {"begin": "beginning", "runs": 5}, 202)
    assert anew["start"] is None
    assert api.post("events/club/simulations/", {"begin": "never"}, 400)["field"] == "begin"


# --- studies ---


def study(**more: Any) -> dict[str, Any]:
    return {
        "format": "pairwright-study/1",
        "players": NAMES,
        "rounds": 9,
        "strongest_first": NAMES,
        "algorithms": [{"name": a.name, "options": dict(a.options)} for a in ALGORITHMS],
        **more,
    }


def test_the_published_study_at_once_and_only_for_who_asked(api: Api) -> None:
    key = {"Idempotency-Key": "once"}
    answer = api.send("POST", "studies/", study(), **key)
    made = answer.json()
    assert (answer.status_code, made["state"], made["kind"]) == (201, "done", "study")
    assert [row["ranks"] for row in made["result"]["algorithms"]] == printed_ranks()
    assert api.get(answer.headers["Location"]) == made == api.post("studies/", study(), 201, **key)
    assert [row["id"] for row in api.get("studies/")["results"]] == [made["id"]]
    other = Api(make_user())
    other.get(f"studies/{made['id']}/", 404)
    assert other.get("studies/")["results"] == []


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"rounds": 24}, "rounds"),
        ({"players": ["a"]}, "players"),
        ({"algorithms": [{"system": "chess"}]}, "algorithms[0]"),
        ({"strongest_first": NAMES[1:]}, "strongest_first"),
        ({"surprise": 1}, "document"),
    ],
)
def test_what_is_wrong_with_a_study_is_named(api: Api, wrong: dict[str, Any], field: str) -> None:
    problem = api.post("studies/", study(**wrong), 400)
    assert field in (problem["field"], "document")
    assert not Job.objects.exists()
