"""The phases of an event at the desk, by its pages: edited without a script, refused at the field, cut."""

import re
from itertools import pairwise
from typing import Any

import pytest

from tests.answers import Answer
from tests.desk.pages import Desk, fields, text
from tests.factories import make_event, make_table_event, make_user, play_rounds, publish
from tournaments.events.services import phases
from tournaments.models import Tournament
from tournaments.standings.selectors.columns import columns_of
from tournaments.standings.selectors.standings import standings

pytestmark = pytest.mark.django_db


def phase(system: str, rounds: int | None = None, cut: dict[str, Any] | None = None, **options: Any) -> Any:
    return {"system": {"name": system, "options": options}, "rounds": rounds, "cut": cut}


SWISS_TOP_4 = [phase("monrad", 3), phase("bracket", None, {"rank": 4})]


def event_of(*items: Any, field: int = 8) -> Tournament:
    event = make_event(field=field)
    return phases.set_phases(tournament=event, actor=event.owner, phases=list(items))


def desk_of(event: Tournament) -> Desk:
    return Desk(event.owner, event)


@pytest.fixture
def event() -> Tournament:
    return event_of(*SWISS_TOP_4)


@pytest.fixture
def desk(event: Tournament) -> Desk:
    return desk_of(event)


def sent(response: Answer) -> dict[str, Any]:
    """What a browser would send of the page as it stands."""
    form = response.context["form"]
    data: dict[str, Any] = {"fixed": str(form.fixed), "row": [r.key for r in form.rows if not r.begun]}
    for row in form.rows:
        if not row.begun:
            data[f"p{row.key}-shown"] = row.system_slug
        for field in row:
            value = field.value()
            if not field.field.disabled and value not in (None, False):
                data[field.html_name] = "on" if value is True else str(value)
    return data


def stored(event: Tournament) -> list[tuple[str, Any, Any]]:
    found = Tournament.objects.get(pk=event.pk).phases
    return [(item["system"]["name"], item["rounds"], item["cut"]) for item in found]


@pytest.mark.parametrize(
    ("slug", "field", "expected"),
    [
        # Twenty players: after five rounds at most one can have won everything.
        ("swiss_top_8", 20, [("monrad", 5, None), ("bracket", None, {"rank": 8})]),
        ("swiss_top_4", 9, [("monrad", 4, None), ("double_elimination", None, {"rank": 4})]),
        ("league", 9, [("tiered", 6, None), ("bracket", None, {"losses": 2})]),
        ("round_robin_final", 9, [("round_robin", 9, None), ("bracket", 1, {"rank": 2})]),
    ],
)
def test_a_preset_fills_the_page_and_is_stored_when_it_is_saved(slug: str, field: int, expected: Any) -> None:
    event = make_event(field=field)
    desk = desk_of(event)
    page = desk.post("phases", data={**sent(desk.get("phases")), "do": f"preset:{slug}"})
    assert "Not saved yet." in text(page)
    assert stored(event) == []
    assert "The phases are saved." in desk.press("phases", data=sent(page))
    assert stored(event) == expected
    assert desk.get("phases").status_code == 200


def test_phases_are_added_moved_and_removed_without_a_script(event: Tournament, desk: Desk) -> None:
    page = desk.post("phases", data={**sent(desk.get("phases")), "do": "add"})
    data = sent(page)
    first, second, third = data["row"]
    data |= {f"p{third}-system": "random_swiss", f"p{third}-rounds": "2", f"p{third}-cut_value": "6"}
    page = desk.post("phases", data={**data, "do": f"system:{third}"})
    page = desk.post("phases", data={**sent(page), "do": f"up:{third}"})
    assert sent(page)["row"] == [first, third, second]
    desk.press("phases", data=sent(page))
    middle, last = ("random_swiss", 2, {"rank": 6}), ("bracket", None, {"rank": 4})
    assert stored(event) == [("monrad", 3, None), middle, last]
    for left in ([("monrad", 3, None), last], []):  # one phase alone is an event of one system
        page = desk.get("phases")
        page = desk.post("phases", data={**sent(page), "do": f"remove:{sent(page)['row'][1]}"})
        desk.press("phases", data=sent(page))
        assert stored(event) == left
    event.refresh_from_db()
    assert (event.system, event.rounds_planned) == ("monrad", 3)


def test_another_system_shows_its_options_first_and_keeps_what_was_typed(
    event: Tournament, desk: Desk
) -> None:
    data = sent(desk.get("phases"))
    key = data["row"][1]
    data |= {f"p{key}-system": "double_elimination", f"p{key}-cut_value": "6"}
    page = desk.post("phases", data=data)
    assert "These are the options of the chosen system." in text(page)
    assert "Second final" in text(page)
    assert stored(event)[1] == ("bracket", None, {"rank": 4})
    desk.press("phases", data=sent(page))
    assert stored(event)[1] == ("double_elimination", None, {"rank": 6})
    # What nobody touched is as usual: of double elimination a second final.
    assert Tournament.objects.get(pk=event.pk).phases[1]["system"]["options"]["second_final"] is True


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("cut_value", "many", "Enter a whole number of at least 1."),
        ("cut_value", "", "Enter a whole number of at least 1."),
        ("rounds", "0", "greater than or equal to 1"),
        ("options_second_byes", "some", "second_byes"),
    ],
)
def test_a_mistake_is_said_at_its_field_and_nothing_typed_is_lost(
    event: Tournament, desk: Desk, name: str, value: str, said: str
) -> None:
    data = sent(desk.get("phases"))
    first, key = data["row"]
    page = desk.post("phases", data={**data, f"p{key}-{name}": value, f"p{first}-rounds": "4"})
    form = page.context["form"]
    assert said in " ".join(form.rows[1][name].errors)
    assert (form.rows[1][name].value() or "") == value
    assert form.rows[0]["rounds"].value() == "4"
    assert "Nothing was saved." in text(page)
    assert stored(event) == [("monrad", 3, None), ("bracket", None, {"rank": 4})]


def test_only_the_last_phase_may_leave_its_rounds_open_and_points_of_a_cut_may_have_decimals(
    event: Tournament, desk: Desk
) -> None:
    data = sent(desk.get("phases"))
    first, key = data["row"]
    page = desk.post("phases", data={**data, f"p{first}-rounds": ""})
    said = " ".join(page.context["form"].rows[0]["rounds"].errors)
    assert "only the last phase may leave its rounds open" in said
    desk.press("phases", data={**data, f"p{key}-cut_by": "points", f"p{key}-cut_value": "2,5"})
    assert stored(event)[1] == ("bracket", None, {"points": 2.5})
    assert sent(desk.get("phases"))[f"p{key}-cut_value"] == "2.5"


def test_a_phase_that_has_begun_is_shown_locked_and_only_its_rounds_can_change(
    event: Tournament, desk: Desk
) -> None:
    play_rounds(event, 1)
    page = desk.get("phases")
    assert "Fixed: a round of this phase has been paired." in text(page)
    data = sent(page)
    assert data["row"] == ["1"]
    desk.press("phases", data={**data, "pbegun0-rounds": "2", "pbegun0-system": "random_swiss"})
    assert stored(event) == [("monrad", 2, None), ("bracket", None, {"rank": 4})]
    page = desk.post("phases", data={**data, "pbegun0-rounds": ""})
    assert page.context["form"].rows[0]["rounds"].errors
    page = desk.post("phases", data={**sent(desk.get("phases")), "do": "preset:swiss_top_4"})
    assert [row.name for row in page.context["form"].rows] == ["Swiss-Monrad", "Double elimination"]


def test_a_page_from_before_a_phase_began_changes_only_what_comes_after_it(
    event: Tournament, desk: Desk
) -> None:
    before = sent(desk.get("phases"))
    publish(event)
    before |= {"p0-rounds": "7", "p1-cut_value": "6"}
    desk.press("phases", data=before)
    assert stored(event) == [("monrad", 3, None), ("bracket", None, {"rank": 6})]


def test_who_would_get_in_now_follows_what_is_typed(event: Tournament, desk: Desk) -> None:
    assert "would advance now" not in text(desk.get("phases"))
    play_rounds(event, 1)
    page = desk.get("phases")
    assert "4 players would advance now" in text(page)
    page = desk.post("phases", data={**sent(page), "p1-cut_value": "2", "do": "look"})
    assert "2 players would advance now" in text(page)


def test_two_windows_at_the_phases_are_told_of_each_other(event: Tournament, desk: Desk) -> None:
    page = desk.get("phases")
    first = {**sent(page), "seen": page.context["form"].seen_text}
    desk.press("phases", data={**first, "p0-rounds": "5"})
    page = desk.post("phases", data={**first, "p0-rounds": "4"})
    assert "This was changed to “Swiss-Monrad, 5 rounds” after you opened this page." in text(page)
    event.refresh_from_db()
    assert event.phases[0]["rounds"] == 5
    desk.press("phases", data={**first, "p0-rounds": "4", "seen": page.context["form"].seen_text})
    event.refresh_from_db()
    assert event.phases[0]["rounds"] == 4


def test_tables_of_four_are_led_back_to_their_settings() -> None:
    assert "a final of their own" in desk_of(make_table_event()).press("phases")


def test_what_is_sent_by_no_page_changes_nothing(event: Tournament, desk: Desk) -> None:
    for odd in (
        {"row": ["1", "<b>", "999"], "fixed": "-3", "p1-system": "no such", "do": "up:7"},
        {"row": ["1"], "fixed": "x", "p1-system": "mahjong_final"},
        {"do": "preset:none"},
    ):
        page = desk.post("phases", data=odd)
        assert page.status_code == 200
        assert "<b>" not in page.content.decode().partition("<main")[2][:200]
    assert stored(event) == [("monrad", 3, None), ("bracket", None, {"rank": 4})]


def test_before_a_cut_the_desk_says_who_is_in_and_who_is_out() -> None:
    event = event_of(phase("round_robin", 7), phase("bracket", None, {"rank": 4}))
    desk = desk_of(event)
    play_rounds(event, 6)
    assert "Cut:" not in text(desk.get("event"))
    play_rounds(event, 1)
    page = text(desk.get("event"))
    assert "Cut: The first 4 of the standings advance. Phase 2: Bracket" in page
    assert "4 players are ready for round 8." in page
    inside, outside = page.partition("Who advances?")[2].split("4 eliminated", 1)
    assert "4 advance" in inside
    table = desk.get("standings").context["table"]
    assert all(line.name in inside for line in table.lines[:4])
    assert all(line.name in outside for line in table.lines[4:])
    assert "Player" in desk.press("pair", data={"number": "8"})
    assert event.rounds.count() == 8
    assert "Cut:" not in text(desk.get("event"))


def test_the_desk_says_what_decided_between_equal_points_at_the_cut() -> None:
    # Eight players, one round: four have a point each and the first two go on.
    event = event_of(phase("monrad", 1), phase("bracket", None, {"rank": 2}))
    play_rounds(event, 1)
    assert "Tied on everything at the cut" in text(desk_of(event).get("event"))


def test_the_tiebreak_that_decided_is_named_as_the_standings_name_it() -> None:
    event = make_event(field=10, rounds_planned=4, tiebreaks=["BH:cut=1"])
    play_rounds(event, 4)
    lines = standings(event, 4).lines
    parted = (
        at
        for at, (one, other) in enumerate(pairwise(lines), 1)
        if one.points == other.points and one.tiebreaks[0].value != other.tiebreaks[0].value
    )
    qualified = next(at for at in parted if at > 1)
    parts = [phase("monrad", 4), phase("bracket", None, {"rank": qualified})]
    phases.set_phases(tournament=event, actor=event.owner, phases=parts)
    desk = desk_of(event)
    decided = re.search(r"Equal points at the cut: (.+?) decides\.", text(desk.get("event")))
    assert decided is not None
    assert "1" in decided[1] and decided[1] == columns_of(event)[0].name


def created(**changes: str) -> Tournament:
    desk = Desk(make_user())
    given = {**fields(desk.get("create")), "name": "Spring Open", **changes}
    page = desk.post("create", data=given)
    assert page.status_code == 302, text(page)
    return Tournament.objects.get()


def test_a_new_event_is_one_of_one_system_unless_a_plan_is_chosen_and_then_the_whole_plan() -> None:
    assert created().phases == []
    Tournament.objects.all().delete()
    event = created(plan="round_robin_final", plan_shown="")
    assert stored(event) == [("round_robin", 5, None), ("bracket", 1, {"rank": 2})]
    assert event.rounds_planned == 6


def test_a_plan_fills_the_form_and_becomes_the_phases_of_the_new_event() -> None:
    desk = Desk(make_user())
    given = {**fields(desk.get("create")), "name": "Spring Open", "players_expected": "40"}
    page = desk.post("create", data={**given, "plan": "league", "do": "plan"})
    form = page.context["form"]
    assert (form.system_slug, form["rounds_planned"].value(), form["name"].value()) == (
        "tiered",
        6,
        "Spring Open",
    )
    assert "First as set here, then: Bracket . All players with at most 2 losses advance." in text(page)
    answer = desk.post("create", data={**fields(page), "plan_shown": "league", "rounds_planned": "7"})
    assert answer.status_code == 302, answer.context["form"].errors
    event = Tournament.objects.get()
    assert (event.system, event.options["elimination"]) == ("tiered", 3)
    # Those of a league, not of the system that was shown first.
    assert event.tiebreaks == ["losses", "strength_of_schedule"]
    assert stored(event) == [("tiered", 7, None), ("bracket", None, {"losses": 2})]


def test_a_plan_with_tables_of_four_is_refused_at_its_field_and_makes_no_event() -> None:
    desk = Desk(make_user())
    page = desk.post("create", data={"do": "system", "system": "mahjong_swiss", "name": "Evening"})
    page = desk.post("create", data={**fields(page), "plan": "league", "plan_shown": "league"})
    assert page.context["form"].errors["plan"] == ["This does not fit the game. Choose one of these."]
    assert not Tournament.objects.exists()


def test_settings_lead_to_the_phases_and_leave_them_as_they_are(event: Tournament, desk: Desk) -> None:
    page = desk.get("settings")
    assert "systems and rounds are set with the phases" in text(page)
    before = Tournament.objects.get(pk=event.pk)
    changed = {**fields(page), "name": "Another", "system": "random_swiss", "rounds_planned": "9"}
    assert "The settings are saved." in desk.press("settings", data=changed)
    after = Tournament.objects.get(pk=event.pk)
    assert (after.name, after.system, after.rounds_planned) == (
        "Another",
        before.system,
        before.rounds_planned,
    )
    assert (after.phases, after.options) == (before.phases, before.options)
