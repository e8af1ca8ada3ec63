"""Seeded players on the pages: chosen, told where they enter, listed at the cut, kept out of the rounds before."""

from typing import Any

import pytest
from django.test import Client

from tests.desk.pages import Desk, fields, text
from tests.factories import make_event, make_user, pair, play_round, play_rounds, publish, refused
from tests.public.pages import read
from tests.tournaments.events.test_desk_phases import sent
from tests.tournaments.events.test_phases_seeded import championship
from tests.tournaments.steps import at_desk, fresh, given
from tournaments.corrections.selectors.repairs import Change
from tournaments.corrections.services import repairs
from tournaments.desk.next_steps import attendance
from tournaments.models import Bye, Tournament
from tournaments.players.services.attendance import return_player, withdraw
from tournaments.rounds.selectors.rounds import round_sheet

pytestmark = pytest.mark.django_db


def seeded(event: Tournament) -> list[tuple[Any, Any]]:
    return [(phase.get("seeded", []), phase.get("anew", False)) for phase in fresh(event).phases]


def test_players_are_ticked_and_stay_in_their_order() -> None:
    """The page stores what stands on it; who is added comes behind those chosen before."""
    event, desk = at_desk(championship())
    page = desk.get("phases")
    assert "Seeded players" in text(page) and "Starts from zero" in text(page)
    data = sent(page)
    key = data["row"][2]
    assert data[f"p{key}-seeded"] == "2,1"
    data |= {f"p{key}-seeded": ["2", "1", "12"]}
    assert "The phases are saved." in desk.press("phases", data=data)
    assert seeded(event) == [([], False), ([3, 4, 5, 6], True), ([2, 1, 12], True)]
    del data[f"p{key}-anew"]
    data |= {f"p{key}-seeded": []}
    page = desk.post("phases", data={**data, "do": "add"})  # a button that stores nothing forgets nothing
    assert seeded(event)[2] == ([2, 1, 12], True)
    last = sent(page)["row"][3]
    page = desk.post("phases", data={**sent(page), "do": f"remove:{last}"})
    desk.press("phases", data=sent(page))
    assert seeded(event)[2] == ([], False)


@pytest.mark.parametrize("typed", [["99"], ["3"], [str(n) for n in (1, 2, 7, 8, 9)]])
def test_what_does_not_fit_is_said_at_its_field(typed: list[str]) -> None:
    """No player, one of another phase, more than places: of the last the number of places is wrong."""
    event, desk = at_desk(championship())
    data = sent(desk.get("phases"))
    key = data["row"][2]
    page = desk.post("phases", data={**data, f"p{key}-seeded": typed})
    row = page.context["form"].rows[2]
    assert (row["cut_value"] if len(typed) > 1 else row["seeded"]).errors
    assert seeded(event)[2] == ([2, 1], True)


def test_nobody_who_has_been_paired_is_offered() -> None:
    event, desk = at_desk(championship())
    play_round(event)
    rows = desk.get("phases").context["form"].rows
    assert [number for number, _name in rows[2].fields["seeded"].widget.choices] == [2, 1, 3, 4, 5, 6]


def test_the_cut_tells_who_is_seeded_and_who_comes_from_the_standings() -> None:
    event, desk = at_desk(championship())
    play_rounds(event, 2)
    now = text(desk.get("event"))
    assert "The first 4 of the standings advance. 4 players are seeded." in now
    assert "4 seeded" in now and "4 from the standings" in now and "eliminated" in now
    withdraw(**given(event), player=event.players.get(number=3))
    for player in event.players.filter(number__in=(7, 8, 9)):
        withdraw(**given(event), player=player)
    now = text(
        desk.get("event")
    )  # 10, 11 and 12 are left for the five places that three seeded players leave
    assert "3 from the standings" in now and "2 places are left." in now and "withdrawn" in now


def test_pages_say_where_a_seeded_player_enters(client: Client) -> None:
    event, desk = at_desk(championship())
    assert "enters in phase 2 (round 3)" in text(desk.get("players"))
    assert "enters in phase 3 (round 5)" in text(desk.get("player", 1))
    assert "Enters in phase 3 (round 5)." in read(client, f"/e/{event.slug}/players/1/")
    play_round(event)
    assert "Enters in phase 3 (round 5)." in read(client, f"/e/{event.slug}/players/1/")
    assert "Enter later" in read(client, f"/e/{event.slug}/standings/")
    play_rounds(event, 3)
    assert "Eliminated after round 2" in read(client, f"/e/{event.slug}/standings/")
    play_rounds(event, 2)
    page = read(client, f"/e/{event.slug}/standings/")
    assert "Enter later" not in page and "Eliminated after round 4" in page


def test_points_before_a_round_are_those_of_its_stage() -> None:
    event = championship()
    play_rounds(event, 2)
    round_ = pair(event)
    assert {
        seat.points_before
        for table in round_sheet(event, round_.number, drafts=True).tables
        for seat in table.seats
    } == {0}


def test_only_those_who_play_are_counted_as_missing() -> None:
    event = championship(require_check_in=True)
    assert attendance(event).not_here == 6


def test_who_returns_before_the_own_phase_was_not_absent() -> None:
    event = championship()
    withdraw(**given(event), player=event.players.get(number=1))
    play_rounds(event, 2)
    return_player(**given(event), player=event.players.get(number=1))
    assert not Bye.objects.filter(player__number=1).exists()


def test_the_preset_makes_the_championship_and_seeds_nobody_yet() -> None:
    event, desk = at_desk(make_event(field=43))
    page = desk.post("phases", data={**sent(desk.get("phases")), "do": "preset:shogi_championship"})
    desk.press("phases", data=sent(page))
    stages = fresh(event).phases
    assert [(s["system"]["name"], s["rounds"], s["cut"]) for s in stages] == [
        ("wcsc", 7, None),
        ("wcsc", 9, {"rank": 24}),
        ("round_robin", None, {"rank": 8}),
    ]
    assert seeded(event) == [([], False), ([], True), ([], True)]


def test_nobody_is_repaired_into_a_round_before_the_own_phase() -> None:
    event = championship()
    round_ = publish(event)
    with refused("enters_later", name="Player 1", phase=3, number=5):
        repairs.ways(event, round_, Change(join=(1,)))


@pytest.mark.parametrize(
    ("game", "plan", "stages"),
    [
        (
            "shogi",
            "shogi_championship",
            [("wcsc", None), ("wcsc", {"rank": 24}), ("round_robin", {"rank": 8})],
        ),
        ("darts", "double_elimination_by_match", []),
    ],
)
def test_a_new_event_is_played_so(game: str, plan: str, stages: list[Any]) -> None:
    desk = Desk(make_user("olga"))
    given_ = {**fields(desk.get("create")), "name": "Open", "game": game, "plan": plan}
    assert desk.post("create", data=given_).status_code == 302
    event = Tournament.objects.get()
    assert [(s["system"]["name"], s["cut"]) for s in event.phases] == stages
    if not stages:
        assert (event.system, event.options["advance"]) == ("double_elimination", "match")
