"""The race over the API; what is proven is worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Api
from tests.factories import publish
from tests.public.pages import hand_made

pytestmark = pytest.mark.django_db


def test_everybody_with_what_is_proven_and_what_is_likely(anybody: Api) -> None:
    """Ann 2, Dee 1.5, Cy 0.5, Bo 0; the last round is Ann-Dee and Cy-Bo."""
    event = hand_made()
    publish(event)
    found = anybody.get(f"events/{event.slug}/race/")
    assert (found["after_round"], found["phase"], found["rounds_left"], found["open_tables"]) == (
        3,
        None,
        1,
        2,
    )
    assert [(t["by"], t["value"], t["is_cut"], t["title"]) for t in found["targets"]] == [
        ("rank", 1, False, "First place"),
        ("rank", 3, False, "Place 3 or better"),
    ]
    ann, dee, *_ = found["lines"]
    assert (ann["number"], ann["points"], ann["fewest"], ann["most"]) == (1, 2, 2, 3)
    first, third = ann["prospects"]
    assert (first["state"], first["proof"]) == ("open", None)
    assert 0 < first["odds"]["low"] < first["odds"]["mean"] < first["odds"]["high"] < 1
    assert (third["state"], third["odds"]) == ("in", None)
    assert _states(ann) == {"win": "in", "draw": "in", "loss": "out"}
    assert _states(dee) == {"win": "in", "draw": "out", "loss": "out"}


def _states(line: dict[str, Any]) -> dict[str, str]:
    return {own["outcome"]: own["prospects"][0]["state"] for own in line["own"]}


def test_404_where_nothing_can_be_told(anybody: Api) -> None:
    event = hand_made()
    assert (
        anybody.get(f"events/{event.slug}/race/")["rounds_left"] == 1
    )  # two rounds are played: the third is left
    anybody.get("events/nothing/race/", status=404)
