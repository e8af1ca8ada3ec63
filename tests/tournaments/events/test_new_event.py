"""New event: what fits a game is offered, and rounds that do not suffice are said."""

import pytest

from pairing.systems import seats_of
from tests.desk.pages import Desk, fields, text
from tests.factories import make_event, make_user, pair
from tests.sweep import sweep_too
from tests.tournaments.events.test_desk_events import filled
from tests.tournaments.steps import at_desk, fresh, played
from tournaments.events.forms.games import GAMES, Game
from tournaments.models import Tournament


@pytest.fixture
def desk() -> Desk:
    return Desk(make_user("olga"))


def test_an_event_whose_rounds_do_not_suffice_says_so(desk: Desk) -> None:
    """8 players all meet in 7 rounds. Said at creation, in the draft of the last round, and at the end."""
    chosen = filled(desk, system="round_robin", players_expected="8", do="system")
    given = {**fields(desk.post("create", data=chosen)), "options_order": "lots"}
    page = desk.post("create", data={**given, "do": "rounds"})
    assert page.context["form"]["rounds_planned"].value() == 7
    made = desk.press("create", data={**given, "rounds_planned": "3"})
    assert "With 8 players this can take 7 rounds; 3 are planned." in made
    event, desk = at_desk(played(1, field=4, rounds_planned=2, system="round_robin"))
    pair(event)
    assert "it can take 3 rounds" in text(desk.get("round", 2))
    event, desk = at_desk(played(1, field=4, rounds_planned=1, system="round_robin"))
    assert "it can take 3 until all is decided" in text(desk.get("event"))
    event, desk = at_desk(played(1, field=4, rounds_planned=1))
    assert "All 1 rounds are completed." in text(desk.get("event"))


def test_elimination_is_a_list_which_warns_of_tie_breaks_and_keeps_what_is_stored() -> None:
    event, desk = at_desk(make_event(field=4, options={"elimination": 12}))
    page = desk.get("settings")
    field = page.context["form"]["options_elimination"]
    assert [value for value, _label in field.field.widget.choices] == ["none", *"123456", "12"]
    assert "Tie-breaks by the opponents' results suffer from it." in text(page)
    desk.press("settings", data={**fields(page), "venue": "New hall"})
    assert fresh(event).options["elimination"] == 12
    desk.press("settings", data={**fields(page), "options_elimination": "2"})
    assert fresh(event).options["elimination"] == 2


@pytest.mark.parametrize("shown", ["magic", ""])
def test_a_game_sets_system_points_and_tiebreaks_and_says_so(desk: Desk, shown: str) -> None:
    """Magic Tournament Rules, appendix C: 3 for a win and a bye, 1 for a draw. Also chosen and not looked at."""
    page = desk.post("create", data=filled(desk, game="magic", do="game"))
    says = text(page)
    assert "Random Swiss" in says
    assert "win 3, draw 1, loss 0, bye 3" in says
    given = fields(page) if shown else filled(desk, game="magic")
    assert desk.post("create", data={**given, "game_shown": shown}).status_code == 302
    event = Tournament.objects.get()
    assert (event.system, event.tiebreaks) == ("random_swiss", ["OMWP", "GW", "OGW"])
    points = event.scoring
    assert (points["win"], points["draw"], points["loss"], points["bye"]) == (300, 100, 0, 300)


def test_fide_rated_chess_is_paired_by_c_04_3_and_ranked_by_c_07(desk: Desk) -> None:
    """C.04.3; C.04.1, article 3: the bye is worth a win; C.07: Buchholz Cut 1 first. Acceleration is a choice."""
    page = desk.post("create", data=filled(desk, game="chess_fide", do="game"))
    assert "Acceleration (Baku)" in text(page)
    given = fields(page)
    assert given["options_acceleration"] == "none"
    given |= {"options_acceleration": "baku", "rounds_planned": "9", "game_shown": "chess_fide"}
    assert desk.post("create", data=given).status_code == 302
    event = Tournament.objects.get()
    assert (event.system, event.rounds_planned) == ("dutch", 9)
    assert event.options["acceleration"] == "baku"
    assert event.tiebreaks[:2] == ["BH:cut=1", "BH"]
    points = event.scoring
    assert [points[name] for name in ("win", "draw", "loss", "bye")] == [100, 50, 0, 100]


# At tables of two, at tables of four, and with a phase of its own; the others differ in words and points.
DAILY = ("chess", "riichi", "darts")


@pytest.mark.parametrize("game", [*DAILY, *sweep_too(*(game for game in GAMES if game not in DAILY))])
def test_every_game_makes_an_event_in_each_way_it_is_played_and_no_other(desk: Desk, game: str) -> None:
    page = desk.post("create", data=filled(desk, game=game, do="game"))
    plans = [plan for plan, _label in page.context["form"].fields["plan"].choices]
    for plan in plans:
        assert desk.post("create", data=filled(desk, game=game, plan=plan)).status_code == 302, plan
    made = list(Tournament.objects.order_by("pk").values_list("system", flat=True))
    assert made[0] == GAMES[game].system
    assert {seats_of(system) for system in made} == {seats_of(made[0])}
    other = "swiss_top_8" if game == "riichi" else "mahjong_final"
    page = desk.post("create", data=filled(desk, game=game, plan=other))
    assert page.context["form"].errors["plan"] == ["This does not fit the game. Choose one of these."]
    asked = {"riichi": "mahjong_final", "darts": "double_elimination"}.get(game)
    assert asked is None or asked in made
    if game == "darts":
        assert Tournament.objects.filter(system="random_swiss", options__elimination=2).count() == 1


def test_a_game_says_its_half_points_as_people_write_them() -> None:
    game = Game("", "monrad", "fide_swiss", win=1050, draw=150)
    assert game.points_said == "win 10½, draw 1½, loss 0, bye 10½"
