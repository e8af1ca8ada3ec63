"""Events of several phases played here, from the first pairing to the end; expected values by the rules, by hand.

In all of them the lower number wins, and lists are in the order of registration, so that a result can be told.
"""

import json
from typing import Any

from django.test import Client

from pairing.engine.recheck import recheck
from pairing.formats import document
from tests.factories import (
    add_player,
    enter_all,
    import_event,
    make_event,
    pair,
    play_round,
    publish,
    refused,
)
from tests.tournaments.ahead import MS
from tests.tournaments.events.test_phases import BRACKET, MONRAD, SWISS, give, numbers
from tests.tournaments.steps import fresh, lower_wins, played
from tournaments.desk.next_steps import attendance as desk_attendance, lineup, next_step
from tournaments.events.desk.failure import failure_of
from tournaments.events.selectors import phases as selector
from tournaments.events.selectors.now import EventNow
from tournaments.events.services.phases import begin_next_phase
from tournaments.files.services import documents
from tournaments.models import Player, Round, Seat, Tournament
from tournaments.players.services import attendance
from tournaments.results.services import results
from tournaments.rounds.services import rounds
from tournaments.standings.selectors.standings import standings
from tournaments.whereabouts.selectors.whereabouts import Whereabouts, places


def phased(*parts: Any, field: int = 8, rounds_done: int = 0, **more: Any) -> Tournament:
    event = make_event(field=field, **more)
    give(event, *parts)
    for _ in range(rounds_done):
        play_round(event, lower_wins)
    event.refresh_from_db()
    return event


def there(round_: Round) -> set[int]:
    """Who has a seat or a bye."""
    seats = Player.objects.filter(seats__round=round_).values_list("number", flat=True)
    return {*seats, *round_.byes.exclude(kind="absent").values_list("player__number", flat=True)}


def step(event: Tournament) -> Any:
    event.refresh_from_db()
    return next_step(EventNow(event), desk_attendance(event))


def same_again(event: Tournament) -> bool:
    """Whether every round of the exported event is found again."""
    snapshot = document.load(json.loads(json.dumps(documents.export_event(event))))
    return all(check.same for check in recheck(snapshot))


def test_a_finished_bracket_says_so_whatever_was_planned(client: Client) -> None:
    event = played(2, field=4, system="bracket", rounds_planned=5, slug="club")
    assert (step(event).code, lineup(EventNow(event)).playing) == ("finish", 0)
    client.force_login(event.owner)
    for address in ("/desk/club/", "/e/club/", "/e/club/standings/"):
        assert client.get(address).status_code == 200
    won = standings(event).lines[0].number
    out = {n for n, place in places(event).by_number.items() if place.is_out}
    assert out == {1, 2, 3, 4} - {won}


def test_the_desk_goes_from_phase_to_phase() -> None:
    """Monrad: 1-2 3-4 5-6 7-8, then 1-3 5-7 2-4 6-8, then 1-5 with two wins each, 2-3 and 6-7 with one, 4-8.

    1 has three wins; 5, 2 and 6 two; all others fewer. These four go on, whatever the chain.
    """
    event = phased(SWISS, BRACKET, rounds_done=3)
    assert (step(event).code, lineup(EventNow(event)).playing, lineup(EventNow(event)).out) == ("pair", 4, 4)
    round_ = pair(event)
    assert there(round_) == {1, 2, 5, 6}
    assert (round_.system, round_.options["after_round"], round_.number) == ("bracket", 3, 4)
    rounds.publish(tournament=event, actor=event.owner, round_=round_)
    found = places(event).by_number
    assert {n for n, place in found.items() if place.kind is Whereabouts.ELIMINATED} == {3, 4, 7, 8}
    enter_all(round_, lower_wins)
    rounds.complete(tournament=event, actor=event.owner, round_=round_)
    assert there(play_round(event, lower_wins)) <= {1, 2, 5, 6}
    decided = step(event)
    assert decided.code == "finish" and "Player 1" in decided.sentence
    assert [p.state for p in selector.phases(event)] == ["over", "over"]
    table = standings(event)
    assert [line.number for line in table.lines][:1] == [1]
    assert {line.number for line in table.lines if line.group >= 3} == {3, 4, 7, 8}
    assert event.rounds.get(number=3).system == "monrad"
    assert same_again(event)


def play_to_the_end(event: Tournament, most: int = 20) -> list[Round]:
    done: list[Round] = []
    while step(event).code == "pair" and len(done) < most:
        done.append(play_round(event, lower_wins))
    return done


def test_a_round_robin_then_double_elimination_for_those_with_points_enough() -> None:
    """Of six everybody meets everybody, the lower wins: 5, 4, 3, 2, 1 and 0 points; 3 are enough for 1, 2 and 3."""
    table = {"system": {"name": "round_robin"}, "rounds": 5}
    event = phased(
        table, {"cut": {"points": 3}, "system": {"name": "double_elimination"}}, field=6, rounds_done=5
    )
    facts = selector.phases(event)[1]
    assert [(line.number, line.points) for line in facts.lines][:4] == [
        (1, 500),
        (2, 400),
        (3, 300),
        (4, 200),
    ]
    assert numbers(facts.qualified) == [1, 2, 3]
    assert facts.cut == "All players with at least 3 points advance."
    for round_ in play_to_the_end(event):
        assert there(round_) <= {1, 2, 3}
    assert [line.number for line in standings(event).lines] == [1, 2, 3, 4, 5, 6]
    assert same_again(event)


def test_who_comes_late_or_has_left_is_in_no_cut() -> None:
    """1, 5, 2 and 6 would be in; 5 leaves before the cut, so that the next one is; 9 comes too late."""
    event = phased(SWISS, BRACKET, rounds_done=3)
    attendance.withdraw(tournament=event, actor=event.owner, player=event.players.get(number=5))
    late = add_player(event, "Late")
    facts = selector.phases(event)[1]
    assert numbers(facts.qualified)[:3] == [1, *sorted({2, 6}, key=numbers(facts.lines).index)]
    assert len(facts.qualified) == 4 and {5, late.number}.isdisjoint(numbers(facts.lines))
    assert there(play_round(event, lower_wins)) == set(numbers(facts.qualified))
    assert {p.number for p in places(event).by_number.values() if p.kind is Whereabouts.ELIMINATED} >= {
        late.number
    }


def test_a_result_corrected_before_the_cut_changes_standings_and_not_who_plays() -> None:
    event = phased(SWISS, BRACKET, rounds_done=3)
    first = play_round(event, lower_wins)
    match = Seat.objects.get(round__tournament=event, round__number=3, player__number=2).match
    before = standings(event, 3)
    other = "0-1" if match.result == "1-0" else "1-0"
    results.correct_result(tournament=event, actor=event.owner, match=match, result=other)
    event.refresh_from_db()
    assert standings(event, 3).lines != before.lines
    facts = selector.phases(event)[1]
    assert (set(numbers(facts.qualified)), facts.begun) == (there(first), True)
    final = play_round(event, lower_wins)
    winners = set(Seat.objects.filter(round=first, outcome="win").values_list("player__number", flat=True))
    assert there(final) == winners
    assert step(event).code == "finish"


def test_a_phase_that_is_decided_early_is_followed_by_the_next_with_one_press(client: Client) -> None:
    """Four in a bracket of five rounds are done after two; then everybody plays another round."""
    early = {"system": {"name": "bracket"}, "rounds": 5}
    event = phased(early, {"system": MONRAD, "rounds": 1}, field=4, rounds_done=2)
    found = step(event)
    assert (found.code, found.button) == ("next_phase", "Start phase 2")
    assert "Player 1" in found.sentence
    client.force_login(event.owner)
    assert found.button in client.get(f"/desk/{event.slug}/").content.decode()
    client.post(found.url)
    event.refresh_from_db()
    assert ([p["rounds"] for p in event.phases], event.rounds_planned) == ([2, 1], 3)
    assert [p.state for p in selector.phases(event)] == ["over", "to_come"]
    assert (step(event).code, step(event).lineup.playing) == ("pair", 4)
    third = play_round(event, lower_wins)
    assert (third.system, there(third)) == ("monrad", {1, 2, 3, 4})
    with refused("no_next_phase"):  # the last phase
        begin_next_phase(tournament=event, actor=event.owner)
    assert step(event).code == "finish"
    assert same_again(event)


def test_the_next_phase_waits_for_the_round_being_played() -> None:
    event = phased(SWISS, BRACKET, rounds_done=1)
    publish(event)
    with refused("round_open"):
        begin_next_phase(tournament=event, actor=event.owner)
    assert [p["rounds"] for p in fresh(event).phases] == [3, None]


def test_an_event_in_its_second_phase_travels_without_loss() -> None:
    event = phased(SWISS, BRACKET, rounds_done=4)
    out = json.loads(json.dumps(documents.export_event(event)))
    copy = import_event(document_data=out, owner=event.owner)
    assert documents.export_event(copy) == out
    assert (copy.phases, copy.rounds_planned, copy.system) == (event.phases, 5, "monrad")
    assert list(copy.rounds.values_list("system", flat=True)) == ["monrad"] * 3 + ["bracket"]
    assert there(play_round(copy, lower_wins)) == there(play_round(event, lower_wins))
    assert same_again(copy)


def test_a_round_after_a_cut_is_not_paired_ahead() -> None:
    swiss = {"system": {"name": "wcsc", "options": {**MS}}, "rounds": 2}
    event = phased(swiss, {**swiss, "cut": {"rank": 4}}, rounds_done=1)
    publish(event)
    found = EventNow(event).ahead
    assert found is not None and (found.number, found.may, len(found.missing)) == (3, False, 4)
    with refused("waits_for_results"):
        pair(event)


def test_what_may_be_allowed_is_a_matter_of_the_phase() -> None:
    event = phased({"system": {"name": "round_robin"}, "rounds": 1}, {"system": MONRAD, "rounds": 3}, field=2)
    assert rounds.offers(EventNow(event)) == []
    play_round(event, lower_wins)
    assert "allow_rematches" in rounds.offers(EventNow(event))
    with refused("monrad_no_opponent"):
        pair(event)
    failure = failure_of(event)
    assert failure is not None and [offer.name for offer in failure.offers] == ["allow_rematches"]
    assert pair(event, overrides={"allow_rematches": True}).options["allow_rematches"] is True
