"""The desk of an event of tables of four: set up, draw numbers, house players, leaving, drafts, paper, the end."""

import dataclasses
import re
from typing import Any

import pytest

from pairing.model.scoring.mahjong import EMA, PRESETS
from tests.desk.four import play, riichi
from tests.desk.pages import Desk, fields, text
from tests.factories import add_player, make_event, make_user, pair, play_tables, publish
from tests.tournaments.corrections.test_foreseen import hidden
from tests.tournaments.steps import at_desk
from tournaments.models import Player, Seat, Tournament

# --- setting it up ---


@pytest.fixture
def organiser() -> Desk:
    return Desk(make_user())


def chosen(desk: Desk, system: str = "mahjong_schedule", **changes: Any) -> dict[str, Any]:
    """The form of a new event after choosing a system and pressing the button that shows its options."""
    page = desk.post("create", data={"do": "system", "system": system, "name": "Riichi Open"})
    return {**fields(page), **changes}


def test_choosing_a_system_of_four_shows_its_scoring_and_creates_it_with_the_values_of_the_rules(
    organiser: Desk,
) -> None:
    page = organiser.post(
        "create", data={**fields(organiser.get("create")), "do": "system", "system": "mahjong_final"}
    )
    words = text(page)
    assert "Uma, first" in words and "Half-point bye" not in words
    form = page.context["form"]
    assert form.scoring_preset == "ema"
    assert form.chain.fits(4)
    assert form.chain.rows[0].tiebreak.code == "firsts"
    organiser.post("create", data=chosen(organiser))
    event = Tournament.objects.get()
    assert (event.system, event.scoring) == ("mahjong_schedule", dataclasses.asdict(EMA))


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_fills_the_boxes_and_nothing_else(organiser: Desk, preset: str) -> None:
    page = organiser.post("create", data=chosen(organiser, do=f"scoring:{preset}", venue="Hall 3"))
    assert not Tournament.objects.exists()
    assert page.context["form"].scoring_preset == preset
    organiser.post("create", data=fields(page))
    event = Tournament.objects.get()
    assert (event.scoring, event.venue) == (dataclasses.asdict(PRESETS[preset]), "Hall 3")


def test_every_value_of_the_scoring_can_be_changed(organiser: Desk) -> None:
    changed = {"scoring_uma_first": "12,5", "scoring_uma_fourth": "-12.5", "scoring_start": "25000",
               "scoring_ties": "seat", "scoring_chombo": "−40"}  # fmt: skip
    organiser.post("create", data=chosen(organiser, **changed))
    wanted = dataclasses.replace(
        EMA, uma_first=1250, uma_fourth=-1250, start=25000, ties="seat", chombo=-4000
    )
    assert Tournament.objects.get().scoring == dataclasses.asdict(wanted)


def test_a_value_that_cannot_be_is_refused_at_its_box(organiser: Desk) -> None:
    shown = chosen(organiser)
    for field, typed in (
        ("uma_first", "x"), ("uma_first", "1.234"), ("start", "30050"), ("start", "-5"), ("ties", "?"),
    ):  # fmt: skip
        page = organiser.post("create", data={**shown, f"scoring_{field}": typed})
        assert page.status_code == 200
        assert f"scoring_{field}" in page.context["form"].errors
        assert page.context["form"][f"scoring_{field}"].value() == typed
    assert not Tournament.objects.exists()


def test_another_uma_is_shown_first_and_gives_all_points_anew() -> None:
    """Five more for every first and five less for every fourth; nobody in between notices."""
    event = riichi()
    play_tables(event)
    desk = Desk(event.owner, event)

    def points() -> dict[int, list[int]]:
        """By table, the best raw score first (no two are equal)."""
        found: dict[int, list[int]] = {}
        rows = Seat.objects.filter(round__tournament=event).order_by("match__table", "-raw")
        for table, given in rows.values_list("match__table", "points"):
            found.setdefault(table, []).append(given)
        return found

    before = points()
    uma = {"scoring_uma_first": "20", "scoring_uma_fourth": "-20"}
    page = desk.post("settings", data={**fields(desk.get("settings")), **uma})
    assert "This changes earlier rounds" in text(page)
    assert points() == before
    desk.press("settings", data={**hidden(page), "confirm": "1", "reason": "uma of the league"})
    added = (500, 0, 0, -500)
    assert points() == {
        table: [p + more for p, more in zip(old, added, strict=True)] for table, old in before.items()
    }


def test_going_back_to_two_seats_brings_their_points_back_and_players_say_how_many_rounds(
    organiser: Desk,
) -> None:
    page = organiser.post("create", data=chosen(organiser, do="rounds", players_expected="24"))
    assert "For 24 players: up to 7 rounds without rematches." in text(page)
    page = organiser.post("create", data={**chosen(organiser), "do": "system", "system": "monrad"})
    assert "Half-point bye" in text(page)
    organiser.post("create", data=fields(page))
    assert Tournament.objects.get().scoring["win"] == 100


# --- draw numbers ---


@pytest.fixture
def event() -> Tournament:
    return riichi(10, system="mahjong_schedule", rounds_planned=3)


def numbers(event: Tournament) -> dict[int, int | None]:
    rows = Player.objects.filter(tournament=event, house=False, draw_number__isnull=False)
    return dict(rows.values_list("number", "draw_number"))


def typed(**given: str) -> dict[str, str]:
    return {f"number_{name.removeprefix('p')}": number for name, number in given.items()}


def test_numbers_are_typed_as_people_draw_them_and_exchanged(desk: Desk, event: Tournament) -> None:
    desk.press("numbers", data=typed(p1="7", p2="3"))
    assert numbers(event) == {1: 7, 2: 3}
    desk.press("numbers", data=typed(p1="7", p2=""))
    assert numbers(event) == {1: 7}
    desk.press("numbers", data=typed(p1="3", p2="7"))
    assert numbers(event) == {1: 3, 2: 7}
    # A window opened before all that: a box nobody touched there follows, one that was is asked about.
    desk.press("numbers", data={**typed(p1="", p2="", p4="8"), "seen_1": "", "seen_2": "", "seen_4": ""})
    assert numbers(event) == {1: 3, 2: 7, 4: 8}
    page = desk.post("numbers", data={**typed(p1="9"), "seen_1": ""})
    assert "This was changed to “3”" in text(page) and 'value="9"' in page.content.decode()
    assert numbers(event) == {1: 3, 2: 7, 4: 8}


def test_a_number_that_cannot_be_or_was_drawn_stays_in_its_box_and_the_others_are_saved(
    desk: Desk, event: Tournament
) -> None:
    for wrong in ("x", "0", "-1", "1.5", "999999"):
        page = desk.post("numbers", data=typed(p1="7", p2=wrong)).content.decode()
        assert f'value="{wrong}"' in page
        assert "field__error" in page
    assert numbers(event) == {1: 7}
    assert "Player 1 has drawn number 7" in text(desk.post("numbers", data=typed(p1="7", p2="7")))
    assert numbers(event) == {1: 7}


def test_whoever_has_no_number_gets_one_by_lot_until_a_round_is_paired(desk: Desk, event: Tournament) -> None:
    desk.press("numbers", data={**typed(p1="7"), "draw": "1"})
    drawn = numbers(event)
    assert drawn[1] == 7
    assert sorted(filter(None, drawn.values())) == list(range(1, 11))
    pair(event)
    assert "the numbers are fixed" in text(desk.get("numbers"))
    desk.post("numbers", data=typed(p1="9"))
    assert numbers(event) == drawn


# --- house players, drafts, leaving ---


def test_house_players_stand_apart_are_marked_in_the_draft_and_never_counted(
    desk: Desk, event: Tournament
) -> None:
    round_ = pair(event)
    house = Player.objects.filter(tournament=event, house=True)
    assert house.count() == 2
    page = desk.get("players")
    assert "10 players on the list" in text(page)
    listed, apart = page.content.decode().split('data-testid="house"')
    assert all(player.name in apart and f'player-{player.number}"' not in listed for player in house)
    draft = desk.get("round", round_.number)
    assert draft.context["review"].house == 2
    assert text(draft).count("house player") >= 2
    assert "the schedule drawn at the start" in text(draft)
    page = desk.get("check_in")
    assert page.context["present"].total == 10
    assert not any(player.house for player in page.context["players"])
    number = Player.objects.filter(tournament=event, house=True).values_list("number", flat=True)[0]
    page = desk.get("player", number)
    assert page.status_code == 200
    assert 'data-testid="withdraw"' not in page.content.decode()
    data = {**fields(page), "name": "The house"}
    desk.press("player", number, data=data)
    assert Player.objects.get(tournament=event, number=number).name == "The house"


def test_leaving_says_who_takes_the_seat_and_what_a_missed_game_costs(desk: Desk, event: Tournament) -> None:
    play(event, publish(event))
    page = text(desk.get("player", 1))
    assert "a house player replaces the player" in page and "Each missed game: −30.0 points" in page
    assert "a house player replaces them" in desk.press("withdraw", 1)
    draft = desk.get("round", pair(event).number)
    assert draft.context["review"].house == 3
    assert "Player 1, who withdrew after round 1" in text(draft).replace("\u2068", "").replace("\u2069", "")


def test_a_late_player_is_added_and_a_bye_of_four_is_worth_nothing(desk: Desk, event: Tournament) -> None:
    kinds = desk.get("player", 1).context["bye_form"].fields["kind"].choices
    assert [value for value, _label in kinds] == ["zero"]
    play(event, publish(event))
    add_player(event, "Late Lena")
    words = text(desk.get("round", pair(event).number)).replace("\u2068", "").replace("\u2069", "")
    assert "Late Lena, who joined in round 2, has the seat of a house player." in words


def test_what_leaving_means_follows_the_system() -> None:
    for system, options, words in (
        ("mahjong_schedule", {"leavers": "replan"}, "planned again for the players still in"),
        ("mahjong_swiss", {}, "house players fill the tables"),
        ("mahjong_final", {"qualifying": "swiss"}, "house players fill the tables"),
        ("mahjong_final", {}, "a house player replaces the player"),
    ):
        _event, desk = at_desk(riichi(system=system, options=options))
        assert words in text(desk.get("player", 1)), system


# --- paper ---


def test_slips_of_four_have_everything_to_fill_in_and_a_draft_says_that_it_is_one(
    desk: Desk, event: Tournament
) -> None:
    pair(event)
    for name in ("print_tables", "print_names", "print_slips"):
        assert "DRAFT" in text(desk.get(name, 1))
    desk.press("publish", 1)
    page = desk.get("print_slips", 1)
    words = text(page)
    for part in (
        "Table 1",
        "Round 1",
        "Riichi sticks left",
        "Signature",
        "1st +15.0",
        "All together: 120,000",
        "東",
    ):
        assert part in words
    assert len(re.findall(r"<article", page.content.decode())) == 4


# --- the end ---


def test_final_standings_are_parted_where_nobody_could_pass(organiser: Desk) -> None:
    options = {"qualifying": "swiss", "qualifying_rounds": 1, "final_rounds": 2, "cut": "8"}
    event, desk = at_desk(riichi(12, system="mahjong_final", rounds_planned=3, options=options))
    play(event, publish(event))
    words = text(desk.get("standings"))
    assert "Top 8" in words and "Everybody else" in words
    for _round in range(2):
        play(event, publish(event))
    for page in ("standings", "print_standings"):
        words = text(desk.get(page))
        assert "Final table" in words and "Table 2 of the final" in words and "Everybody else" in words
        assert "Carried" in words


def test_the_line_of_the_cut_is_drawn_while_it_is_open(organiser: Desk) -> None:
    event, desk = at_desk(riichi(12, system="mahjong_final", rounds_planned=4))
    assert "go on, as it stands" not in text(desk.get("standings"))
    play(event, publish(event))
    for page in ("standings", "print_standings"):
        shown = desk.get(page)
        assert shown.context["cut_after"] == shown.context["table"].lines[7].number
        assert "The top 8 advance right now" in text(shown)


def test_a_table_of_four_needs_four_players_and_numbers_are_for_such_tables_only() -> None:
    for field in (1, 2, 3):
        _event, desk = at_desk(riichi(field))
        assert desk.get("event").context["step"].code == "players"
    other = make_event(field=4)
    assert Desk(other.owner, other).get("numbers").status_code == 404
