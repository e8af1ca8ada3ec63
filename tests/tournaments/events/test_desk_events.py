"""Creating and changing an event at the desk: one page, made from what the core declares."""

import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils.html import escape

from pairing.model.options import describe
from pairing.systems import SYSTEMS
from pairing.tiebreaks import FAMILIES, PRESETS, TIEBREAKS
from tests.desk.pages import Desk, fields, opened, text
from tests.factories import make_event, make_user, play_round, publish
from tests.tournaments.steps import at_desk, fresh, lower_wins, played, published
from tournaments.events.services.prizes import set_prizes
from tournaments.forms.chain import Chain
from tournaments.hall.services.screens import create_screen
from tournaments.models import Role, Staff, Status, Tournament
from tournaments.series.services.series import create_series, put_event


@pytest.fixture
def desk() -> Desk:
    return Desk(make_user("olga"))


def filled(desk: Desk, **changes: object) -> dict[str, object]:
    return {**fields(desk.get("create")), "name": "Spring Open", **changes}


def created() -> Tournament:
    return Tournament.objects.get()


def test_a_name_is_enough_and_the_order_of_the_rows_is_that_of_the_chain(desk: Desk) -> None:
    response = desk.post("create", data=filled(desk))
    event = created()
    assert response["Location"] == f"/desk/{event.slug}/players/import/"
    assert (event.name, event.owner.username, event.system) == ("Spring Open", "olga", next(iter(SYSTEMS)))
    assert event.tiebreaks == list(SYSTEMS[event.system].default_tiebreaks)
    assert event.scoring == {"win": 100, "draw": 50, "loss": 0, "bye": 100}
    given = fields(desk.get("create"))
    rows = list(given["row"])
    codes = [given[f"code_{row}"] for row in rows]
    desk.post("create", data={**given, "name": "Dragged", "row": rows[::-1]})
    assert Tournament.objects.get(name="Dragged").tiebreaks == codes[::-1]


def test_everything_on_the_page_is_stored(desk: Desk) -> None:
    given = filled(
        desk,
        venue="Hall 3",
        starts_on="2026-12-24",
        start_time="9.30",
        round_starts="10\n12:30\n2 10:00\n",
        description="Bring a clock.",
        visibility="unlisted",
        rounds_planned="7",
        require_check_in="on",
        clubs_apart_rounds="3",
        draw_seed="lucky",
        options_elimination="2",
        options_order="rating",
        scoring_win="3",
        scoring_draw="1",
        scoring_bye="1,5",
    )
    desk.post("create", data=given)
    event = created()
    assert (event.venue, str(event.starts_on), event.description) == (
        "Hall 3",
        "2026-12-24",
        "Bring a clock.",
    )
    assert (event.visibility, event.rounds_planned, event.require_check_in) == ("unlisted", 7, True)
    assert event.clubs_apart_rounds == 3
    starts = [{"day": 1, "time": "10:00"}, {"day": 1, "time": "12:30"}, {"day": 2, "time": "10:00"}]
    assert (str(event.start_time), event.round_starts) == ("09:30:00", starts)
    shown = opened(desk.get("settings", event.slug))
    assert (shown["start_time"], shown["round_starts"]) == ("09:30", "10:00\n12:30\n2 10:00")
    desk.press("settings", event.slug, data={**shown, "start_time": "10"})
    assert str(created().start_time) == "10:00:00" and created().round_starts == starts
    assert (event.draw_seed, event.options["elimination"], event.options["order"]) == ("lucky", 2, "rating")
    assert (event.scoring["win"], event.scoring["draw"], event.scoring["bye"]) == (300, 100, 150)


def test_every_option_of_every_system_is_on_the_page_with_its_help(desk: Desk) -> None:
    for system in SYSTEMS:
        page = desk.post("create", data={"do": "system", "system": system, "name": system})
        words = text(page)
        for spec in describe(SYSTEMS[system].options):
            assert (f"options_{spec.name}" in page.content.decode()) is (not spec.per_round)
            assert spec.per_round or (spec.label in words and spec.help in words)
        desk.post("create", data=fields(page))
        assert Tournament.objects.filter(name=system, system=system).exists()


# One system for each number of seats at a table.
BY_SEATS = {system.seats: slug for slug, system in reversed(SYSTEMS.items())}


def test_every_tiebreak_and_preset_that_fits_is_offered_with_its_help(desk: Desk) -> None:
    for seats in BY_SEATS:
        words = text(desk.post("create", data={"do": "system", "system": BY_SEATS[seats]}))
        for tiebreak in TIEBREAKS.values():
            assert (tiebreak.help in words) is (seats in tiebreak.seats)
        for preset in PRESETS.values():
            assert (preset.help in words) is fits(preset.chain, seats)


def fits(chain: tuple[str, ...], seats: int) -> bool:
    return all(seats in TIEBREAKS[link.partition(":")[0]].seats for link in chain)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_gives_its_chain(desk: Desk, preset: str) -> None:
    for seats, system in BY_SEATS.items():
        if not fits(PRESETS[preset].chain, seats):
            continue
        page = desk.post("create", data={**filled(desk, do=f"preset:{preset}"), "system": system})
        assert Tournament.objects.count() == 0
        desk.post("create", data=fields(page))
        assert created().tiebreaks == list(PRESETS[preset].chain)
        created().delete()


def test_links_are_moved_added_and_removed_without_a_script(desk: Desk) -> None:
    page = desk.post("create", data=filled(desk, do="preset:wcsc"))
    page = desk.post("create", data={**fields(page), "do": "down:0"})
    page = desk.post("create", data={**fields(page), "do": "remove:2"})
    page = desk.post("create", data={**fields(page), "do": "add", "add_code": "omw"})
    key = page.context["form"].chain.rows[-1].key
    desk.post("create", data={**fields(page), f"{key}_floor": "0.33"})
    assert created().tiebreaks == ["beaten_sum", "solkoff", "head_to_head", "list_order", "omw:floor=0.33"]


def test_the_usual_tiebreaks_follow_the_system_and_chosen_ones_stay(desk: Desk) -> None:
    page = desk.post("create", data=filled(desk, system="tiered", do="system"))
    assert [row.tiebreak.code for row in page.context["form"].chain.rows] == [
        "losses",
        "strength_of_schedule",
    ]
    page = desk.post("create", data={**fields(page), "do": "remove:0"})
    page = desk.post("create", data={**fields(page), "system": "monrad", "do": "system"})
    assert [row.tiebreak.code for row in page.context["form"].chain.rows] == ["strength_of_schedule"]


REFUSED = [
    ({"name": ""}, "name", "required"),
    ({"name": "x" * 121}, "name", "120"),
    ({"name": "a\u202eb"}, "name", "control characters"),
    ({"rounds_planned": "0"}, "rounds_planned", "1"),
    ({"rounds_planned": "many"}, "rounds_planned", "whole number"),
    ({"starts_on": "soon"}, "starts_on", "valid date"),
    ({"system": "astrology"}, "system", "not one of the available choices"),
    ({"visibility": "loud"}, "visibility", "not one of the available choices"),
    ({"options_elimination": "-1"}, "options_elimination", "whole number"),
    ({"options_order": "chaos"}, "options_order", "not one of the available choices"),
    ({"scoring_win": "lots"}, "scoring_win", "points from"),
    ({"scoring_draw": "0.333"}, "scoring_draw", "two decimals"),
]


def test_a_refusal_stands_at_its_field_and_nothing_typed_is_lost(desk: Desk) -> None:
    for changes, field, says in REFUSED:
        page = desk.post("create", data=filled(desk, venue="Hall 3", **changes))
        assert page.status_code == 200
        assert Tournament.objects.count() == 0
        form = page.context["form"]
        assert says in " ".join(form.errors[field])
        assert form["venue"].value() == "Hall 3"
        assert form[field].value() == changes[field]


def test_a_wrong_parameter_of_a_tiebreak_is_refused_at_the_chain(desk: Desk) -> None:
    for floor in ("2", "a lot", "-1"):
        page = desk.post("create", data=filled(desk, row=["0"], code_0="omw", **{"0_floor": floor}))
        assert "a number from 0 to 1" in str(page.context["form"].errors["tiebreaks"])
        assert f'value="{floor}"' in page.content.decode()
    assert Tournament.objects.count() == 0


def test_buttons_nobody_offered_change_nothing(desk: Desk) -> None:
    shown = fields(desk.get("create"))
    for junk in (
        {"do": "up:99"}, {"do": "preset:none"}, {"do": "add", "add_code": "none"}, {"do": ""},
        {"row": ["x"], "code_x": "none", "do": "down:x"}, {"do": "system", "system": "none"},
        {"do": "rounds", "players_expected": "9" * 50}, {"do": "rounds", "players_expected": "²"},
    ):  # fmt: skip
        assert desk.post("create", data={**shown, **junk}).status_code == 200
    assert Tournament.objects.count() == 0


# 2^r >= n is the least r after which one player at most can have won every match.
def test_rounds_are_suggested_from_the_number_of_players(desk: Desk) -> None:
    for players, rounds in {2: 1, 3: 2, 8: 3, 9: 4, 33: 6, 128: 7, 129: 8}.items():
        page = desk.post("create", data={"do": "rounds", "players_expected": str(players), "name": "Kept"})
        assert page.context["form"]["rounds_planned"].value() == rounds
        assert page.context["form"]["name"].value() == "Kept"


def test_settings_are_changed_and_once_a_round_is_paired_only_those_that_are_no_rules() -> None:
    event, desk = at_desk(make_event(field=4))
    given = fields(desk.get("settings"))
    desk.press("settings", data={**given, "system": "random_swiss", "name": "Renamed", "scoring_win": "2"})
    event.refresh_from_db()
    assert (event.system, event.name, event.scoring["win"]) == ("random_swiss", "Renamed", 200)
    publish(event)
    seed, given = event.draw_seed, fields(desk.get("settings"))
    desk.press("settings", data={**given, "system": "monrad", "draw_seed": "mine", "venue": "New hall"})
    event.refresh_from_db()
    assert (event.system, event.venue, event.draw_seed) == ("random_swiss", "New hall", seed)


def test_saving_unchanged_settings_changes_nothing() -> None:
    chain = ["solkoff", {"name": "omw", "floor": 0.3}, "BH:cut=1"]
    scoring = {"win": 100, "draw": 50, "loss": 0, "bye": 100}
    event, desk = at_desk(make_event(field=4, options={"elimination": 2}, tiebreaks=chain, scoring=scoring))
    lines = event.log_entries.count()
    stored = Tournament.objects.filter(pk=event.pk).values().get()
    desk.press("settings", data=fields(desk.get("settings")))
    after = Tournament.objects.filter(pk=event.pk).values().get()
    assert {**after, "version": stored["version"]} == stored
    assert event.log_entries.count() == lines


def test_two_windows_at_the_settings_are_told_of_each_other() -> None:
    """Boxes, the system and the tie-breaks too; what one window alone has changed is saved with the other's."""
    event, desk = at_desk(make_event(field=4, tiebreaks=["solkoff", "wins"]))
    first = opened(desk.get("settings"))
    chain = {"row": ["1", "0"]}
    desk.press("settings", data={**first, **chain, "require_check_in": "on", "rounds_planned": "6"})
    desk.press("settings", data={**first, "venue": "New hall"})
    event.refresh_from_db()
    assert (event.require_check_in, event.rounds_planned, event.venue) == (True, 6, "New hall")
    stored = list(event.tiebreaks)
    page = desk.post("settings", data={**first, "row": ["0"], "rounds_planned": "7", "description": "Typed"})
    names = ", ".join(row.label for row in Chain.from_links(stored).rows)
    assert "This was changed to “6”" in text(page) and f"This was changed to “{names}”" in text(page)
    assert "Typed" in page.content.decode()
    answered = {"row": ["0"], "clashing": "tiebreaks,rounds_planned", "take": "tiebreaks"}
    page = desk.post("settings", data={**first, **answered, "rounds_planned": "7"})
    assert page.context["form"].chain.links() == stored and "This was changed to “6”" in text(page)
    event.refresh_from_db()
    assert (event.rounds_planned, list(event.tiebreaks)) == (6, stored)
    # Another system brings other options: it is asked about even where nobody touched it here.
    desk.press("settings", data={**opened(desk.get("settings")), "system": "random_swiss"})
    page = desk.post("settings", data={**first, "name": "Renamed"})
    assert "This was changed to “" in text(page)
    event.refresh_from_db()
    assert event.system == "random_swiss"


def test_every_long_form_of_an_event_says_what_it_showed() -> None:
    """The hall, the screens and the series compare in the same way."""
    event, desk = at_desk(make_event(field=4, tiebreaks=["solkoff", "wins"]))
    series = create_series(owner=event.owner, name="League")
    put_event(series=series, tournament=event, actor=event.owner, season=1)
    create_screen(tournament=event, actor=event.owner, name="Left")
    pages = [desk.get(name).content.decode() for name in ("hall_tables", "screens", "event_series")]
    pages.append(desk.client.get(reverse("desk:series_settings", args=[series.slug])).content.decode())
    assert [re.findall(r'name="(?:s\d+-)?seen"', page) != [] for page in pages] == [True] * 4
    seen = opened(desk.get("hall_tables"))
    desk.press("hall_tables", data={**seen, "ranges": "1-40"})
    assert "This was changed to “1-40”" in text(desk.post("hall_tables", data={**seen, "ranges": "1-50"}))


def test_staff_are_named_and_removed_and_who_cannot_be_is_refused() -> None:
    make_user("helper")
    event, desk = at_desk(make_event(owner=make_user("olga")))
    desk.press("staff", data={"username": "HELPER", "role": "scorekeeper"})
    assert Staff.objects.get(tournament=event).role == Role.SCOREKEEPER
    desk.press("staff", data={"username": "helper", "role": ""})
    for name, role, says in (
        ("nobody", "director", "No user has this name. They have to sign up first."),
        ("", "director", "required"),
        ("olga", "king", "not one of the available choices"),
        ("olga", "director", "The owner of the event keeps all rights."),
    ):
        page = desk.post("staff", data={"username": name, "role": role})
        assert (page.status_code, says in text(page)) == (200, True), says
    assert not Staff.objects.filter(tournament=event).exists()


@pytest.mark.parametrize(
    "rules",
    [{"options": {"elimination": 1}}, {"system": "bracket"}, {"system": "bracket", "rounds_planned": 1}],
)
def test_an_event_with_nothing_left_to_pair_names_its_winner(rules: dict[str, Any]) -> None:
    """One loss and out, two players: after the first match nobody is left to meet, in whatever round."""
    event, desk = at_desk(make_event(field=2, **{"rounds_planned": 4, **rules}))
    play_round(event, lower_wins)
    words = text(desk.get("event"))
    assert "Player 1 has won" in words and "Won by Player 1" in words
    assert "to come:" not in words and "One more round" not in words
    page = text(desk.client.get(f"/e/{event.slug}/"))
    assert page.count("Won by Player 1") == 2 and " of 4" not in page and "will appear" not in page


def test_one_more_round_is_proposed_where_one_can_be_paired() -> None:
    event = played(1, field=4, rounds_planned=1)
    assert "One more round" in text(Desk(event.owner, event).get("event"))


def test_now_is_a_timeline_of_what_was_is_next_and_is_planned_and_nothing_of_it_is_zero() -> None:
    event = played(
        2,
        field=4,
        rounds_planned=4,
        starts_on="2026-12-24",
        round_starts=[None, None, None, {"day": 1, "time": "15:00"}],
    )
    page = text(Desk(event.owner, event).get("event"))
    parts = (
        "Round 1 completed",
        "Round 2 completed",
        "Pair round 3",
        "15:00 Round 4 planned",
        "End of the event",
    )
    assert [page.index(part) for part in parts] == sorted(page.index(part) for part in parts)
    assert "Round 3 planned" not in page and "on the list 4" in page and "withdrawn" not in page
    assert "After round 2 1 Player" in page
    event = played(5, field=6, rounds_planned=5, tiebreaks=[])
    set_prizes(tournament=event, actor=None, prizes=[{"name": "First"}])
    page = text(Desk(event.owner, event).get("event"))
    assert "Rounds 1 to 5 completed" in page and "Round 4" not in page
    assert "Prize-giving 1 prize" in page and "report for ratings" in page


@pytest.mark.parametrize("required", [True, False])
def test_who_has_not_checked_in_matters_only_where_check_in_is_asked_for(required: bool) -> None:
    _event, desk = at_desk(make_event(field=4, require_check_in=required))
    assert ("not checked in" in text(desk.get("players"))) == required
    assert ("not checked in" in text(desk.get("player", 1))) == required
    assert ("not checked in" in text(desk.get("event"))) == required


def test_an_event_is_finished_and_reopened_and_a_second_press_is_harmless_but_no_open_round_left() -> None:
    event, _ = published(field=4)
    assert "not completed" in Desk(event.owner, event).press("finish")
    event.refresh_from_db()
    assert event.status == Status.RUNNING
    event, desk = at_desk(played(1, field=4, rounds_planned=1))
    assert "You can undo this, or reopen the event." in text(desk.get("finish"))
    assert "final standings" in desk.press("finish").lower()
    desk.press("finish")
    event.refresh_from_db()
    assert event.status == Status.FINISHED
    assert event.log_entries.filter(action="event_finished").count() == 1
    desk.press("reopen")
    desk.press("reopen")
    assert fresh(event).status == Status.RUNNING


def test_tie_breaks_are_offered_in_families_each_with_its_sentence(desk: Desk) -> None:
    offered = [code for family in FAMILIES for code in (t.code for t in family.tiebreaks)]
    assert sorted(offered) == sorted(TIEBREAKS)
    page = desk.get("create")
    for family in FAMILIES:
        fits_two = any(2 in t.seats for t in family.tiebreaks)
        assert (f'<optgroup label="{escape(family.name)}">' in page.content.decode()) is fits_two
        assert (family.help in text(page)) is fits_two


def test_the_settings_have_an_index_whose_every_line_leads_to_a_section() -> None:
    event = make_event(field=4)
    page = Desk(event.owner, event).get("settings").content.decode()
    jumps = re.findall(r'<a href="#(part-\w+)"', page)
    assert len(jumps) > 8 and all(page.count(f'id="{part}"') == 1 for part in jumps)
