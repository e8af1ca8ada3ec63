"""Studies over the API: small ones at once, large ones as a job, each for who asked for it."""

from __future__ import annotations

from typing import Any

import pytest

from pairing.studies.published import ALGORITHMS, printed_ranks
from tests.api.conftest import Api
from tests.factories import make_user
from tournaments import jobs
from tournaments.models import Job
from tournaments.services import studies, work

pytestmark = pytest.mark.django_db
NAMES = [f"t{n}" for n in range(1, 25)]


def study(**more: Any) -> dict[str, Any]:
    return {
        "format": "pairwright-study/1",
        "players": NAMES,
        "rounds": 9,
        "strongest_first": NAMES,
        "algorithms": [{"name": a.name, "options": dict(a.options)} for a in ALGORITHMS],
        **more,
    }


def test_the_published_study_at_once(api: Api) -> None:
    answer = api.send("POST", "studies/", study())
    made = answer.json()
    assert (answer.status_code, made["state"], made["kind"]) == (201, "done", "study")
    assert [row["ranks"] for row in made["result"]["algorithms"]] == printed_ranks()
    assert api.get(answer.headers["Location"]) == made
    assert [row["id"] for row in api.get("studies/")["results"]] == [made["id"]]


def test_a_large_one_is_a_job(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "SMALL", 0)
    monkeypatch.setattr(jobs, "_send", lambda job: None)
    made = api.post("studies/", study(), 202)
    assert made["state"] == "queued"
    assert work.run(made["id"])
    assert api.get(f"studies/{made['id']}/")["state"] == "done"


def test_the_same_key_makes_one_study(api: Api) -> None:
    key = {"Idempotency-Key": "once"}
    first = api.post("studies/", study(rounds=2), 201, **key)
    assert api.post("studies/", study(rounds=2), 201, **key) == first
    assert Job.objects.count() == 1


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
def test_what_is_wrong_is_named(api: Api, wrong: dict[str, Any], field: str) -> None:
    problem = api.post("studies/", study(**wrong), 400)
    assert field in (problem["field"], "document")
    assert not Job.objects.exists()


def test_studies_of_others_do_not_exist(api: Api, anybody: Api) -> None:
    made = api.post("studies/", study(rounds=2), 201)
    other = Api(make_user())
    assert other.get(f"studies/{made['id']}/", 404)
    assert other.get("studies/")["results"] == []
    anybody.get("studies/", 401)
