"""Events, of tables of two and of four: made, changed, finished, deleted; what may change once a round is paired."""

import dataclasses
import datetime
from typing import Any

from pairing.model.scoring.mahjong import EMA, PRESETS
from tests.factories import (
    FOUR_SCORES,
    make_event,
    make_table_event,
    make_user,
    pair,
    play_tables,
    publish,
    refused,
    table,
)
from tests.tournaments.steps import all_refused, drafted, played
from tournaments.events.services import bin as bins, events
from tournaments.events.services.rules import hundredths, scoring_of_document
from tournaments.files.services.documents import export_event
from tournaments.models import Action, LogEntry, Player, Role, ScoreClaim, Seat, Status, Tournament
from tournaments.phones.services import reports
from tournaments.rights import role_of
from tournaments.standings.selectors.standings import standings


def test_an_event_starts_with_the_usual_settings_of_its_system_and_a_seed_and_address_of_its_own() -> None:
    owner = make_user()
    event = events.create_event(
        owner=owner, name="  Onsdags\u0061\u030aben ", system="monrad", rounds_planned=5
    )
    assert (event.name, event.slug, event.status) == ("Onsdagsåben", "onsdagsaben", Status.SETUP)
    assert event.draw_seed and event.tiebreaks and event.options["order"] == "redraw"
    assert role_of(owner, event) is Role.OWNER
    assert LogEntry.objects.get(tournament=event).action == Action.EVENT_CREATED
    made = [
        events.create_event(owner=owner, name="Club", system="monrad", rounds_planned=1) for _ in range(3)
    ]
    assert len({e.slug for e in made}) == len({e.draw_seed for e in made}) == 3
    with refused("slug_taken", field="slug"):
        make_event(slug=event.slug)


def test_a_new_event_is_in_the_zone_of_the_last_one_of_its_organiser() -> None:
    owner = make_user()
    assert make_event(owner=owner).time_zone == ""
    assert make_event(owner=owner, time_zone="america/new york").time_zone == "America/New_York"
    event = make_event(owner=owner)
    assert (event.time_zone, make_event().time_zone) == ("America/New_York", "")
    assert events.update_event(tournament=event, actor=owner, time_zone="").time_zone == ""


def test_every_name_gives_an_address() -> None:
    for name in ("山田杯", "new", "!!!", "ñ" * 120):
        slug = make_event(name=name).slug
        assert slug and slug != "new" and slug.isascii()


BAD_SETTINGS: list[tuple[dict[str, Any], str]] = [
    ({"name": ""}, "name"),
    ({"name": "x" * 121}, "name"),
    ({"system": "chess"}, "system"),
    ({"rounds_planned": 0}, "rounds_planned"),
    ({"rounds_planned": 201}, "rounds_planned"),
    ({"rounds_planned": None}, "rounds_planned"),
    ({"rounds_planned": "many"}, "rounds_planned"),
    ({"options": {"order": "alphabetical"}}, "options.order"),
    ({"options": {"speed": 1}}, "options.speed"),
    ({"options": {"allow_rematches": True}}, "options.allow_rematches"),
    ({"scoring": {"win": 1.5}}, "scoring.win"),
    ({"scoring": {"victory": 100}}, "scoring.victory"),
    ({"scoring": {"win": 0}}, "scoring.win"),
    ({"scoring": {"win": -1}}, "scoring.win"),
    ({"tiebreaks": ["luck"]}, "tiebreaks"),
    ({"tiebreaks": [{"name": "omw", "floor": 7}]}, "tiebreaks"),
    ({"visibility": "secret"}, "visibility"),
    ({"starts_on": "tomorrow"}, "starts_on"),
    ({"time_zone": "Copenhagen time"}, "time_zone"),
    ({"start_time": "10:00"}, "starts_on"),
    ({"starts_on": "2026-11-21", "start_time": "25:00"}, "start_time"),
    ({"starts_on": "2026-11-21", "round_starts": [None] * 201}, "round_starts"),
    ({"starts_on": "2026-11-21", "round_starts": [{"day": 1, "time": "soon"}]}, "round_starts"),
    (
        {"starts_on": "2026-11-21", "round_starts": [{"day": 1, "time": "9:00"}, {"day": 1, "time": "9:00"}]},
        "round_starts",
    ),
    ({"slug": "Not A Slug"}, "slug"),
    ({"slug": "new"}, "slug"),
    ({"earlier_meetings": [{"season": 1, "players": [1, 1]}]}, "earlier_meetings"),
    ({"earlier_meetings": "none"}, "earlier_meetings"),
    ({"description": "x" * 4001}, "description"),
    ({"draw_seed": "a\x00b"}, "draw_seed"),
    ({"clubs_apart_rounds": -1}, "clubs_apart_rounds"),
    ({"clubs_apart_rounds": 1001}, "clubs_apart_rounds"),
    ({"clubs_apart_rounds": "all"}, "clubs_apart_rounds"),
    ({"prize": 100}, "prize"),
]


def test_bad_settings_name_their_field_and_make_nothing() -> None:
    owner = make_user()
    for settings, field in BAD_SETTINGS:
        with refused(field=field):
            make_event(owner=owner, **settings)
        assert not Tournament.objects.exists()


def test_before_the_first_pairing_everything_may_change() -> None:
    event = make_event(field=4)
    events.update_event(
        tournament=event,
        actor=event.owner,
        name="New name",
        rounds_planned=7,
        options={"order": "rating"},
        scoring={"win": 300, "draw": 100},
        tiebreaks=["wins"],
        draw_seed="other",
        starts_on="2026-11-20",
        description="First line\n\nSecond   line",
    )
    event = Tournament.objects.get(pk=event.pk)
    assert (event.name, event.rounds_planned, event.draw_seed) == ("New name", 7, "other")
    assert (event.scoring, event.tiebreaks) == ({"win": 300, "draw": 100}, ["wins"])
    assert (event.options["order"], event.starts_on) == ("rating", datetime.date(2026, 11, 20))
    assert event.description == "First line\n\nSecond line"
    line = LogEntry.objects.get(action=Action.EVENT_CHANGED)
    assert (line.before["name"], line.after["name"]) == ("Wednesday club", "New name")


def test_after_the_first_pairing_the_rules_are_fixed_and_harmless_settings_not() -> None:
    event, _ = drafted(field=4)
    before = Tournament.objects.values().get(pk=event.pk)
    changes: list[dict[str, Any]] = [
        {"options": {"order": "rating"}},
        {"draw_seed": "other"},
        {"season": 3},
        {"earlier_meetings": [{"season": 1, "players": [1, 2]}]},
        {"slug": "elsewhere"},
    ]
    for wrong in changes:
        with refused("fixed_after_pairing", field=next(iter(wrong))):
            events.update_event(tournament=event, actor=event.owner, confirmed=True, **wrong)
    assert Tournament.objects.values().get(pk=event.pk) == before
    events.update_event(
        tournament=event,
        actor=event.owner,
        name="Renamed",
        venue="Town hall",
        visibility="private",
        rounds_planned=9,
        require_check_in=True,
    )
    assert Tournament.objects.get(pk=event.pk).venue == "Town hall"


def test_tie_breaks_change_late_only_if_confirmed_and_rounds_do_not_get_fewer() -> None:
    event = played(1, field=4)
    with refused("confirm_tiebreaks"):
        events.update_event(tournament=event, actor=event.owner, tiebreaks=["wins"])
    events.update_event(tournament=event, actor=event.owner, tiebreaks=["wins"], confirmed=True)
    line = LogEntry.objects.get(action=Action.EVENT_CHANGED)
    assert (line.subject, line.after) == ("tiebreaks", {"tiebreaks": ["wins"]})
    pair(event)
    with refused("too_few_rounds"):
        events.update_event(tournament=event, actor=event.owner, rounds_planned=1)


def test_a_change_made_from_an_old_page_or_to_a_deleted_event_is_refused() -> None:
    event = make_event()
    seen = event.version
    events.update_event(tournament=event, actor=event.owner, venue="Hall 1")
    with refused("event_changed"):
        events.update_event(tournament=event, actor=event.owner, venue="Hall 2", seen_version=seen)
    assert Tournament.objects.get(pk=event.pk).venue == "Hall 1"
    Tournament.objects.filter(pk=event.pk).delete()
    with refused("event_gone"):
        events.update_event(tournament=event, actor=None, venue="Hall")


def test_an_event_nobody_has_played_is_neither_finished_nor_reopened() -> None:
    given: dict[str, Any] = {"tournament": make_event(field=6), "actor": None}
    all_refused(
        not_running=lambda: events.finish_event(**given),
        not_finished=lambda: events.reopen_event(**given),
    )


def test_points_are_read_exactly_and_refused_where_they_are_no_hundredths() -> None:
    for given, points in (
        (1, 100),
        ("0.5", 50),
        ("0,5", 50),
        (0.25, 25),
        ("3", 300),
        ("", None),
        (None, None),
    ):
        assert hundredths(given, "scoring.win") == points
    values: tuple[Any, ...] = ("half", "1/2", 0.333, -1, "1e9", "nan", True, "1.005", [])
    for wrong in values:
        with refused(field="scoring.win"):
            hundredths(wrong, "scoring.win")


# --- tables of four

CHAIN = ["firsts", "seconds", "thirds", "best_game", "raw_points", "draw_number"]


def seats(event: Tournament) -> list[Any]:
    rows = Seat.objects.filter(round__tournament=event)
    rows = rows.order_by("round__number", "match__table", "position")
    return list(rows.values_list("player__number", "raw", "penalty", "points", "place"))


def change(event: Tournament, **changes: Any) -> Tournament:
    return events.update_event(tournament=event, actor=event.owner, **changes)


def test_what_is_left_out_of_a_scoring_is_as_usual_and_it_is_read_as_the_document_has_it() -> None:
    event = make_table_event(scoring={"uma_first": 2000, "uma_fourth": -2000})
    assert event.scoring == dataclasses.asdict(EMA) | {"uma_first": 2000, "uma_fourth": -2000}
    stored = scoring_of_document({"preset": "oka_30_10", "uma": [30, 10, -10, -30], "chombo": -12.5})
    assert stored == dataclasses.asdict(PRESETS["oka_30_10"]) | {"chombo": -1250}
    with refused(field="scoring.preset"):
        scoring_of_document({"preset": "wrong"})
    with refused(field="tiebreaks"):
        make_table_event(tiebreaks=["solkoff"])
    with refused("bad_tiebreak"):
        make_event(tiebreaks=["firsts"])


BAD_SCORINGS = [
    ({"win": 100}, "scoring.win"),
    ({"start": 25_050}, "scoring.start"),
    ({"oka": "20"}, "scoring.oka"),
    ({"oka": 0.5}, "scoring.oka"),
    ({"uma_second": 10**9}, "scoring.uma[1]"),
    ({"ties": "toss a coin"}, "scoring.ties"),
]


def test_a_bad_scoring_names_its_field_and_makes_nothing() -> None:
    for scoring, field in BAD_SCORINGS:
        with refused(field=field):
            make_table_event(scoring=scoring)
        assert not Tournament.objects.exists()


def test_before_the_first_round_an_event_changes_between_two_and_four_seats() -> None:
    event = make_event(field=8, scoring={"win": 300, "draw": 100})
    change(event, system="mahjong_swiss")
    assert (event.scoring, event.tiebreaks) == (dataclasses.asdict(EMA), CHAIN)
    change(event, scoring={"start": 25_000})
    assert event.scoring["start"] == 25_000
    change(event, system="mahjong_schedule")
    assert event.scoring["start"] == 25_000
    change(event, system="monrad")
    assert event.scoring == {}
    assert "solkoff" in event.tiebreaks
    pair(event)
    with refused("fixed_after_pairing"):
        change(event, system="mahjong_swiss")


def test_every_player_has_a_key_and_an_event_is_deleted_with_its_house_players_and_reports() -> None:
    event = make_table_event(field=30)
    keys = [player.key for player in Player.objects.filter(tournament=event)]
    assert len(set(keys)) == 30
    assert {len(key) for key in keys} == {16}
    assert "key" not in str(export_event(event))
    event = make_table_event(field=7)
    match = table(publish(event), 2)
    player = match.seats.filter(player__house=False).first().player
    reports.report_scores(tournament=event, player=player, match=match, raw=FOUR_SCORES)
    bins.delete_event(tournament=event, actor=event.owner, confirm_slug=event.slug)
    bins.delete_for_good(tournament=event, confirm_slug=event.slug)
    assert (Player.objects.count(), ScoreClaim.objects.count()) == (30, 0)


def test_the_cut_does_not_move_to_where_rounds_are_paired() -> None:
    event = played(
        1,
        make_table_event,
        system="mahjong_final",
        options={"cut": "4", "final_rounds": 1},
        rounds_planned=3,
        field=8,
    )
    change(event, rounds_planned=4)
    change(event, rounds_planned=3)
    play_tables(event)
    with refused("cut_fixed"):
        change(event, rounds_planned=2)
    play_tables(event)
    with refused("cut_fixed"):
        change(event, rounds_planned=4)
    assert [line.group for line in standings(event).lines] == [0] * 4 + [1] * 4
