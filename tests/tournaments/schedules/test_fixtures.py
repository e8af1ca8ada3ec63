"""A club championship of ten over weeks: on paper and on pages, by appointment, with a withdrawal after six rounds."""

import pytest

from pairing.formats import trf
from pairing.model.options import parse
from pairing.systems.round_robin import RoundRobinOptions
from tests.desk.pages import Desk, text
from tests.factories import make_event, pair
from tests.pairing.systems.test_round_robin import PUBLISHED
from tests.sweep import sweep_too
from tests.tournaments.queue.test_advancing import enter, match_of
from tests.tournaments.queue.test_whole_schedule import leave, play_rounds, schedule
from tests.tournaments.steps import fresh
from tournaments.events.forms.phase_presets import preset
from tournaments.files.services import documents
from tournaments.models import RoundState, Tournament
from tournaments.queue.services.advancing import not_begun
from tournaments.rounds.services.appointments import arrange
from tournaments.schedules.selectors.fixtures import fixture_rounds, of_player

pytestmark = pytest.mark.django_db


def numbers(event: Tournament) -> list[str]:
    """Who meets whom, as the handbook writes it."""
    return [
        " ".join("-".join(str(number) for number, _name in match.players) for match in round_.matches)
        for round_ in fixture_rounds(event)
    ]


def test_the_whole_schedule_is_the_table_of_the_handbook() -> None:
    event = schedule(10)
    assert numbers(event) == PUBLISHED[10].split(" | ")
    own = of_player(fixture_rounds(event), 10)
    assert [len(round_.matches) for round_ in own] == [1] * 9


def test_an_odd_field_says_who_rests() -> None:
    rests = [round_.rests for round_ in fixture_rounds(schedule(5))]
    assert sorted(number for ((number, _name),) in rests) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("left_after", [6, *sweep_too(4)])
def test_every_page_and_paper_shows_a_championship_with_a_withdrawal(left_after: int) -> None:
    event = schedule(10, ahead=None)
    arrange(tournament=event, actor=None, match=match_of(event, 8, 2), agreed_for="2026-12-03T19:00")
    arrange(tournament=event, actor=None, match=match_of(event, 9, 2), agreed_for=None, postponed=True)
    play_rounds(event, left_after)
    leave(event, 10)
    desk, site = Desk(event.owner, event), f"/e/{event.slug}/"
    paper = text(desk.get("print_fixtures"))
    assert "Round 9" in paper and "3 Dec 2026, 19:00" in paper and "postponed" in paper
    assert "1:0" in paper and "+:" in paper
    page = text(desk.client.get(f"{site}fixtures/"))
    assert "Round 9" in page and "3 Dec 2026, 19:00" in page and "postponed" in page
    assert "Whole schedule" in text(desk.get("print"))
    for name in ("event", "round", "outstanding", "standings", "players", "player", "print_standings", "print_cross",
                 "print_wall", "log", "files", "print_prizes"):  # fmt: skip
        about = {"round": [9], "outstanding": [9], "player": [10]}.get(name, [])
        assert desk.get(name, *about).status_code in (200, 404), name
    for address in ("", "fixtures/10/", "standings/", "cross/", "players/", "players/10/", "players/1/",
                    "rounds/9/", "pairings/", "outlook/", "find/", "standings/10/", "standings/1/"):  # fmt: skip
        assert desk.client.get(site + address).status_code in (200, 404), address
    for address in (
        "standings/",
        "players/10/",
        "rounds/9/",
        "standings/10/",
        "standings/why/?player=1&other=10",
        "",
    ):
        assert desk.client.get(f"/api/v1/events/{event.slug}/{address}").status_code in (200, 404), address
    for number, table_number in sorted(not_begun(event)):
        enter(event, number, table_number)
    assert {row.state for row in event.rounds.all()} == {RoundState.COMPLETED}
    report = trf.load(documents.export_report(event))
    assert sum(10 in match.seats for round_ in report.rounds for match in round_.matches) == 9


def test_points_beside_a_pairing_leave_out_what_does_not_count() -> None:
    event = schedule(4, ahead=None)
    enter(event, 1, 1)  # 1 beats 4
    leave(event, 4)
    site = Desk(event.owner, event).client.get(f"/api/v1/events/{event.slug}/rounds/3/").json()
    before = {seat["number"]: seat["points_before"] for match in site["matches"] for seat in match["seats"]}
    assert before == {1: 0, 2: 0, 3: 0, 4: 0}


def test_the_preset_of_new_event_makes_a_club_championship() -> None:
    desk = Desk(schedule(4).owner)
    form = desk.client.get("/desk/new/")
    assert "Club championship by appointment" in form.content.decode()
    (phase,) = preset("club_championship", 10)
    assert (phase.system, phase.rounds) == ("round_robin", 9)
    assert parse(RoundRobinOptions, phase.options) == RoundRobinOptions(schedule="whole", ahead=None)


def test_a_draft_of_the_first_round_is_no_schedule_yet() -> None:
    event = make_event(field=4, system="round_robin", options={"schedule": "whole"}, rounds_planned=3)
    pair(event)
    assert fresh(event).rounds.get().state == RoundState.DRAFT
    assert Desk(event.owner, event).client.get(f"/e/{event.slug}/fixtures/").status_code == 404
