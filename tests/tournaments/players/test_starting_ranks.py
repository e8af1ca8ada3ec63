"""Starting ranks: fixed with round 1 by the system's own order, added to by late entries, gone with round 1.

Source of the cases under FIDE's rules: C.04.2, 2.2 to 2.4, as rules/dutch.md decides them.
"""

from __future__ import annotations

from typing import Any

from tests.factories import add_player, make_event, make_table_event, pair, play_round
from tests.tournaments.steps import given, take_back
from tournaments.files.services.documents import export_event, export_report
from tournaments.files.services.event_files import import_file
from tournaments.models import Tournament
from tournaments.players.services.players import edit_player
from tournaments.rounds.services.rounds import discard_draft

RATINGS = {"Ann": 1900, "Ben": 2100, "Cid": 2000, "Dee": 1800}


def rated(**settings: Any) -> Tournament:
    event = make_event(rounds_planned=9, **settings)
    for name, rating in RATINGS.items():
        add_player(event, name, rating=rating)
    return event


def dutch() -> Tournament:
    return rated(system="dutch", options={}, tiebreaks=["BH"])


def ranks(event: Tournament) -> dict[str, int | None]:
    return dict(event.players.filter(house=False).order_by("pk").values_list("name", "starting_rank"))


BY_RATING = {"Ann": 3, "Ben": 1, "Cid": 2, "Dee": 4}


def test_they_come_with_round_1_and_go_with_it() -> None:
    event = dutch()
    assert set(ranks(event).values()) == {None}
    draft = pair(event)
    assert ranks(event) == BY_RATING
    take_back(event)
    assert set(ranks(event).values()) == {None}
    draft = pair(event)
    discard_draft(**given(event), round_=draft)
    assert set(ranks(event).values()) == {None}


def test_under_fide_s_rules_a_late_entry_is_inserted_until_round_4_is_paired_and_appended_afterwards() -> (
    None
):
    event = dutch()
    play_round(event)
    add_player(event, "Eve", rating=2050)
    inserted = {"Ann": 4, "Ben": 1, "Cid": 3, "Dee": 5, "Eve": 2}
    assert ranks(event) == inserted
    take_back(event)
    assert ranks(event) == BY_RATING
    add_player(event, "Eve", rating=2050)
    for _round in range(3):
        play_round(event)
    add_player(event, "Fay", rating=2400)
    assert ranks(event) == {**inserted, "Fay": 6}


def test_wrong_data_moves_numbers_until_round_4_is_paired_and_never_after() -> None:
    event = dutch()
    add_player(event, "Eve", rating=1000)
    play_round(event)
    edit_player(**given(event), player=event.players.get(name="Eve"), rating=2500)
    play_round(event)
    moved = {"Ann": 4, "Ben": 2, "Cid": 3, "Dee": 5, "Eve": 1}
    assert ranks(event) == moved
    for _round in range(2):
        play_round(event)
    edit_player(**given(event), player=event.players.get(name="Eve"), rating=1000)
    pair(event)
    assert ranks(event) == moved


def test_elsewhere_late_entries_are_appended_and_the_order_is_the_system_s_own() -> None:
    event = rated(system="monrad", options={"order": "registration"})
    play_round(event)
    assert ranks(event) == {"Ann": 1, "Ben": 2, "Cid": 3, "Dee": 4}
    add_player(event, "Eve", rating=2400)
    assert ranks(event) == {"Ann": 1, "Ben": 2, "Cid": 3, "Dee": 4, "Eve": 5}


def test_house_players_have_none() -> None:
    event = make_table_event(field=7)
    play = pair(event)
    assert play.number == 1
    assert sorted(ranks(event).values()) == [*range(1, 8)]
    assert not event.players.filter(house=True, starting_rank__isnull=False).exists()


def test_an_event_that_began_without_them_goes_on_without_them() -> None:
    event = dutch()
    play_round(event)
    event.players.update(starting_rank=None)
    add_player(event, "Eve")
    play_round(event)
    assert set(ranks(event).values()) == {None}


def test_documents_and_reports_say_them() -> None:
    event = dutch()
    for name in ("Eve", "Gus", "Hal", "Ida"):
        add_player(event, name)
    for _round in range(4):
        play_round(event)
    add_player(event, "Fay", rating=2400)
    wanted = {**BY_RATING, "Eve": 5, "Gus": 6, "Hal": 7, "Ida": 8, "Fay": 9}
    assert {row["name"]: row["starting_rank"] for row in export_event(event)["players"]} == wanted
    lines = [line for line in export_report(event).splitlines() if line.startswith("001")]
    assert {line[14:47].strip(): int(line[4:8]) for line in lines} == wanted
    again = import_file(content=export_report(event), filename="x.trf", owner=event.owner).event
    assert ranks(again) == wanted
