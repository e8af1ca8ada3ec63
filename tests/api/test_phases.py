"""The phases of an event, its bracket and its outlook over the API, worked out by hand."""

from typing import Any

import pytest

from accounts.models import User
from tests.api.conftest import Api
from tests.factories import enter_all, make_event, pair, play_round, publish
from tests.outlook import worked_out
from tests.public.pages import hand_made
from tests.tournaments.events.test_phases_seeded import STAGES, championship
from tests.tournaments.steps import lower_wins
from tournaments.models import Match, Tournament

SWISS: dict[str, Any] = {"system": {"name": "monrad", "options": {"order": "registration"}}, "rounds": 2}
BRACKET: dict[str, Any] = {"cut": {"rank": 4}, "system": {"name": "bracket"}}


def test_phases_are_given_and_read_again(api: Api, event: Tournament) -> None:
    assert api.get("events/club/")["phases"] == [] and api.get("events/club/phases/") == []
    given = api.put("events/club/phases/", {"phases": [SWISS, BRACKET]})
    shown = [(p["number"], p["system"], p["first"], p["last"], p["state"], p["cut"]) for p in given]
    assert shown == [
        (1, "monrad", 1, 2, "to_come", None),
        (2, "bracket", 3, None, "to_come", {"rank": 4}),
    ]
    assert given[1]["cut_in_words"] == "The first 4 of the standings advance."
    assert api.get("events/club/phases/") == given
    found = api.get("events/club/")
    assert (found["system"], found["rounds_planned"]) == ("monrad", 4)
    assert found["phases"][1]["cut"] == {"rank": 4}
    version = found["version"]
    assert api.patch("events/club/", {"phases": found["phases"]})["version"] == version


def test_who_gets_in_is_told_before_and_after(api: Api, event: Tournament) -> None:
    """1-2 3-4 5-6 7-8, then 1-3 5-7 2-4 6-8, the lower wins: 1 and 5 have two wins, then 2, 3, 6, 7 one each."""
    api.put("events/club/phases/", {"phases": [SWISS, {**BRACKET, "cut": {"points": 1.5}}]})
    play_round(event, lower_wins)
    now = api.get("events/club/phases/")[1]
    assert [x["number"] for x in now["lines"] if x["is_in"]] == []
    play_round(event, lower_wins)
    now = api.get("events/club/phases/")[1]
    assert ([x["number"] for x in now["lines"] if x["is_in"]], now["begun"]) == ([1, 5], False)
    assert {x["losses"] for x in now["lines"] if x["is_in"]} == {0}
    api.post("events/club/rounds/pair/", {}, 201)
    assert api.get("events/club/phases/")[1]["begun"] is True
    # nobody but the staff knows of a draft
    assert Api().get("events/club/phases/")[1]["begun"] is False


def test_settings_and_phases_change_together_or_not_at_all(api: Api, event: Tournament) -> None:
    changed = api.patch("events/club/", {"venue": "Hall", "phases": [SWISS, BRACKET]})
    assert (changed["venue"], len(changed["phases"])) == ("Hall", 2)
    wrong = {"venue": "Elsewhere", "phases": [SWISS, {**BRACKET, "cut": {"rank": 0}}]}
    assert api.patch("events/club/", wrong, 400)["field"] == "phases[1].cut.rank"
    assert api.get("events/club/")["venue"] == "Hall"
    assert api.patch("events/club/", {"phases": [], "seen_version": 1}, 409)["code"] == "event_changed"


def test_refusals_name_the_place(api: Api, event: Tournament) -> None:
    assert api.put("events/club/phases/", {"phases": "no"}, 400)["field"] == "phases"
    assert api.put("events/club/phases/", {}, 400)["field"] == "phases"
    assert api.put("events/club/phases/", {"phases": [SWISS], "more": 1}, 400)["field"] == "more"
    api.put("events/club/phases/", {"phases": [SWISS, BRACKET]})
    for change in ({"system": "monrad", "options": {"order": "redraw"}}, {"rounds_planned": 9}):
        refused = api.patch("events/club/", change, 409)
        assert refused["code"] == "has_phases"
    # what is there already is no change
    there = api.get("events/club/")
    same = {name: there[name] for name in ("system", "options", "rounds_planned")}
    assert api.patch("events/club/", same)["version"] == there["version"]
    api.post("events/club/rounds/pair/", {}, 201)
    refused = api.put(
        "events/club/phases/", {"phases": [{**SWISS, "system": {"name": "wcsc"}}, BRACKET]}, 409
    )
    assert (refused["code"], refused["field"]) == ("phase_begun", "phases[0]")


def test_phases_of_a_season_can_be_given_back_as_they_were_read(api: Api, event: Tournament) -> None:
    """A series replays the ratings of its events; that is no option somebody has given."""
    api.put("events/club/phases/", {"phases": [{"system": {"name": "tiered"}, "rounds": 2}, BRACKET]})
    api.post("series/", {"name": "League"}, 201)
    api.put("series/league/events/club/", {"season": 1})
    play_round(event, lower_wins)
    read = api.get("events/club/phases/")
    again = [
        {"system": {"name": p["system"], "options": p["options"]}, "rounds": p["rounds"], "cut": p["cut"]}
        for p in read
    ]
    again[0]["rounds"] = 3
    assert [p["first"] for p in api.put("events/club/phases/", {"phases": again})] == [1, 4]


def test_an_event_is_made_with_its_phases(api: Api) -> None:
    made = api.post("events/", {"name": "Cup", "phases": [SWISS, BRACKET], "scoring": {"win": 3}}, 201)
    assert (made["system"], made["options"]["order"], made["scoring"]["win"]) == ("monrad", "registration", 3)
    by_hand = api.post("events/", {"name": "Cup", "system": "monrad", "rounds_planned": 2}, 201)
    given = api.put(f"events/{by_hand['slug']}/phases/", {"phases": [SWISS, BRACKET]})
    assert api.get(f"events/{made['slug']}/phases/") == given


@pytest.mark.parametrize(
    ("settings", "faults"),
    [
        ({}, {"system": "required", "rounds_planned": "required"}),
        ({"system": "monrad", "phases": [SWISS, BRACKET]}, {"system": "has_phases"}),
        ({"phases": [SWISS, {**BRACKET, "cut": {"rank": 0}}]}, {"phases[1].cut.rank": None}),
    ],
)
def test_a_new_event_needs_a_system_or_phases_and_not_both(
    api: Api, settings: dict[str, Any], faults: dict[str, str | None]
) -> None:
    problem = api.post("events/", {"name": "Cup", **settings}, 400)
    found = {row["field"]: row["code"] for row in problem["errors"]} or {problem["field"]: problem["code"]}
    assert found.keys() == faults.keys()
    assert all(code in (None, found[field]) for field, code in faults.items())
    assert not Tournament.objects.exists()


# --- the bracket and the outlook ---


CHART = "events/cup/bracket/"

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(owner: User) -> Tournament:
    options = {"after_round": 0, "reseed_layers": False, "third_place": True}
    return make_event(owner=owner, slug="cup", field=4, system="bracket", options=options)


def better_wins(match: Match) -> str:
    one, other = (seat.player.number for seat in match.seats.order_by("position"))
    return "1-0" if one < other else "0-1"


def players(game: dict[str, Any]) -> list[int]:
    return [side["number"] for side in game.get("sides", game.get("seats"))]


def test_a_bracket_from_its_projection_to_its_winner(api: Api, cup: Tournament) -> None:
    found = api.get(CHART)
    assert (found["is_projected"], found["seeds"], found["champion"]) == (True, [1, 2, 3, 4], None)
    assert [players(game) for game in found["games"]] == [[1, 4], [2, 3], [None, None], [None, None]]
    assert [(s["stage"], s["round"]) for s in found["stages"]] == [(1, 1), (2, 2)]
    after = [(g["winner_to"], g["loser_to"]) for g in found["games"]]
    assert after == [(3, 4), (3, 4), (None, None), (None, None)]
    come_from = [{"kind": "loser", "number": number} for number in (1, 2)]
    assert [s["comes_from"] for s in found["games"][3]["sides"]] == come_from
    pair(cup)
    assert api.get(CHART)["is_projected"]
    api.post("events/cup/rounds/1/publish/")
    found = api.get(CHART)
    assert not found["is_projected"]
    assert [(g["state"], g["table"]) for g in found["games"][:2]] == [("paired", 1), ("paired", 2)]
    enter_all(cup.rounds.get(), better_wins)
    found = api.get(CHART)
    assert [g["winner"] for g in found["games"]] == [1, 2, None, None]
    assert [players(game) for game in found["games"][2:]] == [[1, 2], [4, 3]]
    assert [s["is_winner"] for s in found["games"][0]["sides"]] == [True, False]
    api.post("events/cup/rounds/1/complete/")
    play_round(cup, better_wins)
    assert api.get(CHART)["champion"] == 1
    assert api.post("events/cup/rounds/pair/", {}, 409)["code"] == "bracket_over"


def test_other_events_have_none_and_one_player_is_too_few(api: Api, owner: User) -> None:
    make_event(owner=owner, slug="swiss", field=4)
    api.get("events/swiss/bracket/", 404)
    make_event(owner=owner, slug="cup", field=1, system="bracket")
    refusal = api.get(CHART, 400)
    assert refusal["code"] == "bracket_too_small" and "at least 2 players" in refusal["detail"]


def test_everybody_with_what_is_proven_and_what_is_likely(anybody: Api) -> None:
    """Ann 2, Dee 1.5, Cy 0.5, Bo 0; the last round is Ann-Dee and Cy-Bo."""
    event = hand_made()
    outlook = f"events/{event.slug}/race/"
    assert anybody.get(outlook, status=409)["code"] == "being_worked_out"
    worked_out(event)
    assert anybody.get(outlook)["rounds_left"] == 1  # two rounds are played: the third is left
    anybody.get("events/nothing/race/", status=404)
    publish(event)
    last = anybody.get(outlook)
    assert (last["is_current"], last["as_of_round"], last["rounds_left"]) == (False, 2, 1)
    worked_out(event)
    found = anybody.get(outlook)
    assert (found["is_current"], found["as_of_round"]) == (True, 3)
    where = [found[name] for name in ("after_round", "phase", "rounds_left", "open_tables")]
    assert where == [3, None, 1, 2]
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


# --- paired ahead of the results ---


def test_what_was_assumed_is_told_and_rounds_are_completed_in_their_order(api: Api, owner: User) -> None:
    """Of round 1 it is assumed that the higher wins."""
    options = {"order": "V", "method": "B", "floater": "U", "opponent": "E", "mode": "MS"}
    event = make_event(owner=owner, slug="shogi", field=12, system="wcsc", rounds_planned=3, options=options)
    publish(event)
    base = "events/shogi/rounds/"
    first = api.get(f"{base}1/")
    assert first["assumed_round"] is None
    rows = [{"table": table, "result": "0-1"} for table in (1, 2, 3)]
    api.post(f"{base}1/results/", {"results": rows})
    publish(event)
    second = api.get(f"{base}2/")
    assert second["assumed_round"] == 1
    assert [row["result"] for row in second["assumed"]] == [
        "1-0" if one < other else "0-1" for one, other in (players(m) for m in first["matches"])
    ]
    refused = api.post(f"{base}2/complete/", status=409)
    assert (refused["code"], refused["params"]["earlier"]) == ("earlier_round_open", 1)


def test_the_api_gives_and_takes_them(api: Api, event: Tournament) -> None:
    event = championship(slug="club-2", owner=event.owner)
    shown = api.get("events/club-2/phases/")
    assert [(p["seeded"], p["anew"]) for p in shown][2] == (
        [{"number": 2, "name": "Player 2", "is_in": True}, {"number": 1, "name": "Player 1", "is_in": True}],
        True,
    )
    given_ = api.put("events/club-2/phases/", {"phases": [*STAGES[:2], {**STAGES[2], "seeded": [1]}]})
    assert [line["number"] for line in given_[2]["seeded"]] == [1]
    wrong = {"phases": [*STAGES[:2], {**STAGES[2], "seeded": [77]}]}
    assert api.put("events/club-2/phases/", wrong, 400)["field"] == "phases[2].seeded[0]"
