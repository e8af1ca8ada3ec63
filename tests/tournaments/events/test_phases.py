"""Phases of an event: set, changed while it runs, refused where something has begun."""

from typing import Any

import pytest

from tests.factories import make_event, make_table_event, pair, play_round, play_rounds
from tests.tournaments.steps import fresh, played
from tournaments.events.selectors import phases as selector
from tournaments.events.services import events, phases
from tournaments.models import Action, LogEntry, Tournament
from tournaments.steps.refusals import ServiceError

MONRAD = {"name": "monrad", "options": {"order": "registration"}}
SWISS = {"system": MONRAD, "rounds": 3}
BRACKET = {"cut": {"rank": 4}, "system": {"name": "bracket"}}


def give(event: Tournament, *parts: Any, **more: Any) -> Tournament:
    return phases.set_phases(tournament=event, actor=event.owner, phases=list(parts), **more)


def refusal(event: Tournament, *parts: Any, **more: Any) -> ServiceError:
    event.refresh_from_db()
    version = event.version
    with pytest.raises(ServiceError) as refusal:
        give(event, *parts, **more)
    assert fresh(event).version == version
    return refusal.value


def phased(*parts: Any, field: int = 8) -> Tournament:
    event = make_event(field=field)
    give(event, *parts)
    return event


def numbers(lines: Any) -> list[int]:
    return [line.number for line in lines]


@pytest.fixture
def event() -> Tournament:
    return phased(SWISS, BRACKET)


def test_the_event_keeps_the_system_of_the_first_phase_and_the_sum_of_the_rounds(event: Tournament) -> None:
    """A bracket of four takes two rounds."""
    event.refresh_from_db()
    assert (event.system, event.options["order"], event.rounds_planned) == ("monrad", "registration", 5)
    assert [p["system"]["name"] for p in event.phases] == ["monrad", "bracket"]
    assert [p["cut"] for p in event.phases] == [None, {"rank": 4}]
    entry = LogEntry.objects.get(tournament=event, action=Action.PHASES_CHANGED)
    assert (entry.before["rounds_planned"], entry.after["rounds_planned"]) == (5, 5)
    assert (entry.before["phases"], entry.after["phases"]) == ([], event.phases)


LEAGUE = {"system": {"name": "tiered", "options": {"elimination": 3}}, "rounds": 3}


def test_the_usual_tiebreaks_follow_the_first_system_until_a_round_is_paired() -> None:
    """Those of a league are losses, then strength of schedule (tiered-league.md)."""
    event = make_event(field=8, tiebreaks=None)
    of_monrad = list(event.tiebreaks)
    give(event, LEAGUE, BRACKET)
    event.refresh_from_db()
    assert event.tiebreaks == ["losses", "strength_of_schedule"] != of_monrad
    entry = LogEntry.objects.get(tournament=event, action=Action.PHASES_CHANGED)
    assert (entry.before["tiebreaks"], entry.after["tiebreaks"]) == (of_monrad, event.tiebreaks)
    give(event, SWISS, BRACKET)
    event.refresh_from_db()
    assert event.tiebreaks == of_monrad
    play_round(event)
    give(event, SWISS, LEAGUE)
    assert fresh(event).tiebreaks == of_monrad
    assert "tiebreaks" not in LogEntry.objects.filter(action=Action.PHASES_CHANGED).latest("pk").after


def test_a_chain_of_ones_own_stays_and_phases_are_appended_to_an_event_being_played() -> None:
    event = make_event(field=8, tiebreaks=["wins"])
    give(event, LEAGUE, BRACKET)
    event.refresh_from_db()
    assert (event.system, event.tiebreaks) == ("tiered", ["wins"])
    # The first number wins each time, in list order: after 3 rounds of 8 one has 3 wins and three have 2.
    event = played(3, field=8, rounds_planned=3, options={"order": "registration"})
    give(event, SWISS, BRACKET)
    round_ = pair(event)
    assert (round_.number, round_.matches.count(), round_.byes.count()) == (4, 2, 0)


def test_the_same_phases_again_change_nothing_and_one_alone_is_an_event_of_one_system(
    event: Tournament,
) -> None:
    version = event.version
    give(event, SWISS, BRACKET)
    give(event, *event.phases)
    assert event.version == version
    assert LogEntry.objects.filter(tournament=event, action=Action.PHASES_CHANGED).count() == 1
    give(event)
    assert (event.phases, event.system, event.rounds_planned) == ([], "monrad", 3)
    give(event, SWISS, BRACKET)
    give(event, {"system": {"name": "random_swiss"}, "rounds": 4})
    assert (event.phases, event.system, event.rounds_planned) == ([], "random_swiss", 4)
    assert selector.phases(event) == ()


OPEN_ENDS = [
    ({"system": {"name": "bracket"}}, 3 + 4),  # nine players: sixteen places
    ({"system": {"name": "bracket"}, "cut": {"losses": 1}}, 3 + 4),
    ({"system": {"name": "bracket"}, "cut": {"rank": 8}}, 3 + 3),
    (
        {"system": {"name": "double_elimination"}, "cut": {"rank": 4}},
        3 + 2 + 3,
    ),  # 2 of winners, a final, two more
    ({"system": {"name": "round_robin"}, "cut": {"rank": 6}}, 3 + 5),
    ({"system": {"name": "round_robin", "options": {"double": True}}, "cut": {"rank": 3}}, 3 + 6),
    ({"system": {"name": "monrad"}, "rounds": 2}, 3 + 2),
]


def test_an_open_last_phase_counts_as_long_as_its_system_can_take() -> None:
    for last, rounds in OPEN_ENDS:
        assert phased(SWISS, last, field=9).rounds_planned == rounds


MISFITS: list[tuple[list[Any], str, str]] = [
    ([{"system": {"name": "wrong"}, "rounds": 3}, BRACKET], "bad_input", "phases[0].system.name"),
    ([SWISS, {"system": {"name": "wrong"}}], "bad_input", "phases[1].system.name"),
    ([SWISS, {**BRACKET, "cut": {"rank": 0}}], "bad_input", "phases[1].cut.rank"),
    ([SWISS, {**BRACKET, "cut": {"points": 1.234}}], "bad_input", "phases[1].cut.points"),
    ([SWISS, {**BRACKET, "cut": {"rank": 4, "losses": 1}}], "bad_input", "phases[1].cut"),
    ([{"system": MONRAD}, BRACKET], "bad_input", "phases[0].rounds"),
    ([{**SWISS, "cut": {"rank": 4}}, BRACKET], "bad_input", "phases[0].cut"),
    ([{**SWISS, "more": 1}, BRACKET], "bad_input", "phases[0]"),
    ([SWISS, {"system": {"name": "mahjong_swiss"}}], "bad_input", "phases[1].system.name"),
    (
        [SWISS, {"system": {"name": "bracket", "options": {"wrong": 1}}}],
        "bad_input",
        "phases[1].system.options",
    ),
    (
        [SWISS, {"system": {"name": "monrad", "options": {"allow_rematches": True}}}],
        "per_round_option",
        "phases[1].system.options.allow_rematches",
    ),
    ([{**SWISS, "rounds": 200}, BRACKET], "too_many_rounds", "phases"),
    (["bracket"], "bad_input", "phases[0]"),
    ([{}] * 21, "bad_input", "phases"),
]


def test_what_does_not_fit_is_refused_with_its_place() -> None:
    for parts, code, field in MISFITS:
        error = refusal(make_event(field=4), *parts)
        assert (error.code, error.field) == (code, field)


def test_what_comes_too_late_is_for_tables_of_four_or_from_an_old_page_is_refused() -> None:
    assert refusal(make_table_event(), SWISS, BRACKET).code == "phases_for_two"
    event = make_event(field=4)
    assert refusal(event, SWISS, BRACKET, seen_version=event.version - 1).code == "event_changed"
    play_round(event)
    events.finish_event(tournament=event, actor=event.owner)
    assert refusal(event, SWISS, BRACKET).code == "event_finished"


def test_what_has_begun_is_fixed_and_the_rest_is_not(event: Tournament) -> None:
    pair(event)
    error = refusal(event, {**SWISS, "system": {"name": "random_swiss"}}, BRACKET)
    assert (error.code, error.field, error.params["number"]) == ("phase_begun", "phases[0]", 1)
    other = {**SWISS, "system": {"name": "monrad", "options": {"order": "redraw"}}}
    assert refusal(event, other, BRACKET).code == "phase_begun"
    give(event, SWISS, {**BRACKET, "cut": {"rank": 2}})
    assert event.rounds_planned == 4
    give(event, {**SWISS, "rounds": 1}, BRACKET)
    assert event.rounds_planned == 3


def test_a_running_phase_keeps_the_rounds_that_are_paired(event: Tournament) -> None:
    play_rounds(event, 2)
    error = refusal(event, {**SWISS, "rounds": 1}, BRACKET)
    assert (error.code, error.field, error.params["count"]) == ("too_few_rounds", "phases[0].rounds", 2)
    give(event, {**SWISS, "rounds": 2}, BRACKET)
    pair(event)
    for parts in ([{**SWISS, "rounds": 2}, {**BRACKET, "cut": {"rank": 2}}], [SWISS, BRACKET]):
        assert refusal(event, *parts).code == "phase_begun"
    assert refusal(event).field == "phases[1]"
