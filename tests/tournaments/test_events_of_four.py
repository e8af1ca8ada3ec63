"""Settings of an event of tables of four, and what travels with its document."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from pairing import document
from pairing.scoring.mahjong import EMA, PRESETS
from tests.factories import (
    FOUR_SCORES,
    add_player,
    make_event,
    make_table_event,
    make_user,
    pair,
    play_tables,
    publish,
    refused,
    table,
)
from tournaments import snapshots
from tournaments.models import Player, ScoreClaim, Seat, Tournament
from tournaments.selectors.rounds import round_sheet
from tournaments.selectors.standings import standings
from tournaments.services import attendance, claims, events, scores
from tournaments.services.documents import export_event, import_event
from tournaments.services.draw_numbers import draw_all
from tournaments.services.errors import ServiceError
from tournaments.services.rules import scoring_of_document

pytestmark = pytest.mark.django_db
CHAIN = ["firsts", "seconds", "thirds", "best_game", "raw_points", "draw_number"]


def seats(event: Tournament) -> list[Any]:
    rows = Seat.objects.filter(round__tournament=event)
    rows = rows.order_by("round__number", "match__table", "position")
    return list(rows.values_list("player__number", "raw", "penalty", "points", "place"))


def change(event: Tournament, **changes: Any) -> Tournament:
    return events.update_event(tournament=event, actor=event.owner, **changes)


@pytest.mark.parametrize("system", ["mahjong_schedule", "mahjong_swiss", "mahjong_final"])
def test_an_event_starts_with_the_usual_scoring_and_chain(system: str) -> None:
    event = make_table_event(system=system)
    assert event.scoring == dataclasses.asdict(EMA)
    assert event.tiebreaks == CHAIN
    assert snapshots.mahjong_of(event) == EMA


def test_what_is_left_out_of_a_scoring_is_as_usual() -> None:
    event = make_table_event(scoring={"uma_first": 2000, "uma_fourth": -2000})
    assert event.scoring == dataclasses.asdict(EMA) | {"uma_first": 2000, "uma_fourth": -2000}


@pytest.mark.parametrize(
    ("scoring", "field"),
    [
        ({"win": 100}, "scoring.win"),
        ({"start": 25_050}, "scoring.start"),
        ({"oka": "20"}, "scoring.oka"),
        ({"oka": 0.5}, "scoring.oka"),
        ({"uma_second": 10**9}, "scoring.uma[1]"),
        ({"ties": "toss a coin"}, "scoring.ties"),
    ],
)
def test_a_bad_scoring_names_its_field_and_makes_nothing(scoring: dict[str, Any], field: str) -> None:
    with pytest.raises(ServiceError) as refusal:
        make_table_event(scoring=scoring)
    assert refusal.value.field == field
    assert not Tournament.objects.exists()


def test_a_scoring_is_read_as_the_document_has_it() -> None:
    stored = scoring_of_document({"preset": "oka_30_10", "uma": [30, 10, -10, -30], "chombo": -12.5})
    assert stored == dataclasses.asdict(PRESETS["oka_30_10"]) | {"chombo": -1250}
    with pytest.raises(ServiceError) as refusal:
        scoring_of_document({"preset": "wrong"})
    assert refusal.value.field == "scoring.preset"


def test_a_chain_for_tables_of_two_is_refused() -> None:
    with pytest.raises(ServiceError) as refusal:
        make_table_event(tiebreaks=["solkoff"])
    assert refusal.value.field == "tiebreaks"
    with refused("bad_tiebreak"):
        make_event(tiebreaks=["firsts"])


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


def test_a_whole_event_travels_as_a_document() -> None:
    event = make_table_event(field=10, rounds_planned=3, system="mahjong_schedule")
    draw_all(tournament=event, actor=event.owner)
    play_tables(event)
    add_player(event, "Late")
    second = publish(event)
    scores.enter_scores(
        tournament=event,
        actor=event.owner,
        match=table(second),
        raw=(41_300, 31_200, 28_000, 18_500),
        penalties=(0, 0, -1250, 0),
    )
    exported = export_event(event)
    copy = import_event(document_data=exported, owner=make_user())
    assert export_event(copy) == exported
    assert snapshots.load(copy) == snapshots.load(event)
    assert seats(copy) == seats(event)
    assert standings(copy).lines == standings(event).lines
    assert (copy.schedule, copy.schedule_searched) == (Tournament.objects.get(pk=event.pk).schedule, True)


def test_a_bye_is_worth_nothing_at_tables_of_four() -> None:
    event = make_table_event(field=9)
    player = event.players.get(number=9)
    attendance.request_bye(tournament=event, actor=None, player=player, round_number=1, kind="full")
    round_ = play_tables(event)
    (bye,) = round_sheet(event, round_.number).byes
    assert (bye.kind, bye.points) == ("full", 0)
    (line,) = [line for line in standings(event).lines if line.number == bye.number]
    assert line.points == 0
    document.load(export_event(event))


def test_every_player_has_a_key_of_their_own() -> None:
    event = make_table_event(field=30)
    keys = list(Player.objects.filter(tournament=event).values_list("key", flat=True))
    assert len(set(keys)) == 30
    assert {len(key) for key in keys} == {16}
    assert "key" not in str(export_event(event))


def test_an_event_is_read_in_the_same_number_of_queries_whatever_its_size(
    django_assert_num_queries: Any,
) -> None:
    needed = set()
    for field in (8, 32):
        event = make_table_event(field=field)
        play_tables(event)
        event.refresh_from_db()
        with django_assert_num_queries(6):
            snapshot = snapshots.load(event)
        assert snapshot.rounds[0].matches[0].scores == FOUR_SCORES
        with CaptureQueriesContext(connection) as queries:
            round_sheet(event, 1)
        needed.add(len(queries))
    assert len(needed) == 1


def test_the_cut_does_not_move_to_where_rounds_are_paired() -> None:
    event = make_table_event(
        system="mahjong_final", options={"cut": "4", "final_rounds": 1}, rounds_planned=3, field=8
    )
    play_tables(event)
    change(event, rounds_planned=4)
    change(event, rounds_planned=3)
    play_tables(event)
    with refused("cut_fixed"):
        change(event, rounds_planned=2)
    play_tables(event)
    with refused("cut_fixed"):
        change(event, rounds_planned=4)
    assert [line.group for line in standings(event).lines] == [0] * 4 + [1] * 4


def test_an_event_is_deleted_with_its_house_players_and_claims() -> None:
    event = make_table_event(field=7)
    match = table(publish(event), 2)
    player = match.seats.filter(player__house=False).first().player
    claims.claim_scores(tournament=event, player=player, match=match, raw=FOUR_SCORES)
    events.delete_event(tournament=event, actor=event.owner, confirm_slug=event.slug)
    assert not Player.objects.exists() and not ScoreClaim.objects.exists()
