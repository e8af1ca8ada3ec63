"""Simulations of an event that is being played: from where it stands, kept as it stood, shown as the hall sees it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pairing.ranking import rank
from pairing.simulation import Configuration, run_chunk, starting
from tests.factories import make_event, make_table_event, make_user, play_round, publish, refused
from tournaments import snapshots
from tournaments.models import Simulation, Tournament
from tournaments.selectors.simulation_words import conclusions, where_it_starts
from tournaments.selectors.simulations import (
    configurations_of,
    groups,
    shown_document,
    start_facts,
    tallies,
)
from tournaments.services import attendance, players, simulation_work, simulations
from tournaments.services.errors import ServiceError
from tournaments.services.phases import set_phases
from tournaments.services.simulated_events import document_of

pytestmark = pytest.mark.django_db


def begun(*, open_round: bool = True, **settings: Any) -> Tournament:
    """Ten players, two rounds played and the third one published, all but one result missing; 5 has left, 2 and 9 may
    not meet, and 3 wants no match in round 4.
    """
    chosen = {"field": 10, "system": "monrad", "rounds_planned": 5, "tiebreaks": ["solkoff"], **settings}
    event = make_event(**chosen)
    play_round(event)
    play_round(event)
    by_number = {player.number: player for player in event.players.all()}
    given = {"tournament": event, "actor": event.owner}
    attendance.withdraw(**given, player=by_number[5])
    players.forbid_pair(**given, first=by_number[2], second=by_number[9])
    if open_round:
        publish(event)
        attendance.request_bye(**given, player=by_number[3], round_number=4)
    event.refresh_from_db()
    return event


def asked(event: Tournament, **given: Any) -> Simulation:
    document = document_of(event, **{"runs": 6, "seed": 3, **given})
    return simulations.request(actor=event.owner, document=document, tournament=event)


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
    assert conclusions([group], group)[0] == (
        "The event goes on from where it stands, with 2 more rounds: 5 in all."
    )


def test_what_happens_afterwards_changes_nothing() -> None:
    event = begun(open_round=False)
    simulation = asked(event)
    before = configurations_of(simulation.document)
    play_round(event)
    simulation.refresh_from_db()
    assert configurations_of(simulation.document) == before
    assert before[0].start is not None and start_facts(before[0].start).round == 3
    assert where_it_starts(groups(simulation)[0]) == "From round 3 on"


def test_more_rounds_and_other_rules_are_compared() -> None:
    event = begun()
    wanted = [{"rounds": 4}, {"rounds": 6}, {"system": {"name": "random_swiss"}, "chains": [["wins"]]}]
    found = configurations_of(asked(event, configurations=wanted).document)
    assert [(c.rounds, c.system, c.goes_on_as_it_is) for c in found] == [
        (4, "monrad", True),
        (6, "monrad", True),
        (5, "random_swiss", False),
    ]


def test_the_whole_event_anew_is_still_there() -> None:
    (configuration,) = configurations_of(asked(begun(), begin="beginning").document)
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
        ended = run_chunk(configuration, 1, 0, 4)
        assert ended.events[0] == 4 * (4 + 4 + 2 + 1)


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
        with pytest.raises(ServiceError) as error:
            asked(event, configurations=wanted)
        assert (error.value.code, error.value.field) == (code, field)
    with pytest.raises(ServiceError) as error:
        simulations.request(
            actor=make_user(), document={"configurations": [{"rounds": 3}], "start": {"x": 1}}
        )
    assert error.value.code == "bad_input" and (error.value.field or "").startswith("start")
    assert not Simulation.objects.exists()


def test_more_work_is_left_the_fewer_rounds_are_over() -> None:
    event = begun()
    start = starting.position(snapshots.load(event))
    from_now, anew = (
        Configuration.from_data({"rounds": 5, "chains": [["solkoff"]]}, position)
        for position in (start, starting.position(snapshots.load(make_event(field=10, rounds_planned=5))))
    )
    assert simulations.seconds_of(from_now) < simulations.seconds_of(anew)
