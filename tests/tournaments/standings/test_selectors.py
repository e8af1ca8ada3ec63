"""What can be seen of an event: standings, sheets, histories, search; always with the same few queries."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import (
    add_player,
    import_event,
    make_event,
    make_user,
    pair,
    play_round,
    publish,
    table,
)
from tests.forgetting import forget_all
from tests.tournaments.steps import drafted, played, published
from tournaments import snapshots
from tournaments.events.selectors import events
from tournaments.events.selectors.unplayed import missing_tables
from tournaments.events.services.events import finish_event
from tournaments.files.services.documents import export_event
from tournaments.history import log
from tournaments.models import Round, Tournament
from tournaments.players.selectors import players
from tournaments.players.services import attendance
from tournaments.players.services.players import remove_player
from tournaments.results.services import results
from tournaments.rounds.selectors import rounds
from tournaments.rounds.services.rounds import pair_next_round, publish as publish_round
from tournaments.standings.selectors.columns import columns_of
from tournaments.standings.selectors.standings import cross_table, impact_of, standings
from tournaments.steps import names
from tournaments.templatetags.pairwright import standings_title


def fixed_event() -> Tournament:
    """Four players, two rounds, worked out by hand: 1 beat 2 and 3, 4 drew 3 and beat 2."""
    document = {
        "format": "pairwright-event/1",
        "name": "By hand",
        "system": {"name": "monrad"},
        "rounds_planned": 3,
        "tiebreaks": ["solkoff", "wins"],
        "draw_seed": "x",
        "players": [{"id": n, "name": name} for n, name in enumerate(("Ann", "Bo", "Cy", "Dee"), 1)],
        "rounds": [
            {
                "number": 1,
                "status": "completed",
                "matches": [
                    {"table": 1, "seats": [1, 2], "result": "1-0"},
                    {"table": 2, "seats": [3, 4], "result": "1/2-1/2"},
                ],
            },
            {
                "number": 2,
                "status": "completed",
                "matches": [
                    {"table": 1, "seats": [3, 1], "result": "0-1"},
                    {"table": 2, "seats": [4, 2], "result": "1-0"},
                ],
            },
        ],
    }
    return import_event(document_data=document, owner=make_user())


def test_standings_are_those_worked_out_by_hand_also_those_of_earlier_rounds_and_as_a_cross_table() -> None:
    # Cy met Dee and Ann (3/2 + 2), Dee met Cy and Bo (1/2 + 0).
    event = fixed_event()
    shown = standings(event)
    assert (shown.after_round, shown.is_complete, shown.columns) == (2, True, ("solkoff", "wins"))
    assert [
        (line.rank, line.name, line.points, [c.shown for c in line.tiebreaks]) for line in shown.lines
    ] == [
        (1, "Ann", 200, ["0.5", "2"]),
        (2, "Dee", 150, ["0.5", "1"]),
        (3, "Cy", 50, ["3.5", "0"]),
        (4, "Bo", 0, ["3.5", "0"]),
    ]
    first = standings(event, 1).lines[0]
    assert (first.rank, first.name) == (1, "Ann")
    event.tiebreaks = ["BH", {"name": "BH", "policy": "uschess"}, "wins"]
    assert [column.short for column in columns_of(event)] == ["BH 1", "BH 2", "Wins"]
    assert {line.points for line in standings(event, 0).lines} == {0}
    for number in (3, -1):
        with pytest.raises(Round.DoesNotExist):
            standings(event, number)
    lines = cross_table(event)
    assert [line.line.name for line in lines] == ["Ann", "Dee", "Cy", "Bo"]
    ann = [(s.opponent, s.seat, s.points) for s in lines[0].sheets if s is not None]
    assert ann == [(2, 0, 100), (3, 1, 100)]


def test_standings_of_a_round_being_played_count_what_is_in_so_far_and_a_draft_never_counts() -> None:
    event, round_ = published(field=4)
    results.enter_result(tournament=event, actor=event.owner, match=table(round_), result="1-0")
    assert standings(event).after_round == 0
    live = standings(event, 1)
    assert not live.is_complete
    assert sorted((line.points for line in live.lines), reverse=True) == [100, 0, 0, 0]
    event = played(1, field=4)
    pair(event)
    assert standings(event).after_round == 1
    with pytest.raises(Round.DoesNotExist):
        standings(event, 2)


def test_standings_are_computed_once_for_each_version_of_the_event() -> None:
    event = make_event(field=8)
    round_ = play_round(event)
    first = standings(event)
    with CaptureQueriesContext(connection) as queries:
        assert standings(event) == first
    assert len(queries) == 0
    results.correct_result(tournament=event, actor=event.owner, match=table(round_), result="0-1")
    assert standings(event) != first


def test_a_round_sheet_shows_names_points_before_results_and_reasons_and_what_is_missing() -> None:
    event = fixed_event()
    sheet = rounds.round_sheet(event, 2)
    assert [(t.table, [s.name for s in t.seats], t.result) for t in sheet.tables] == [
        (1, ["Cy", "Ann"], "0-1"),
        (2, ["Dee", "Bo"], "1-0"),
    ]
    assert [[s.points_before for s in t.seats] for t in sheet.tables] == [[50, 100], [50, 0]]
    assert [[s.points for s in t.seats] for t in sheet.tables] == [[0, 100], [100, 0]]
    assert sheet.missing == ()
    event, round_ = published(field=7)
    results.enter_result(tournament=event, actor=event.owner, match=table(round_, 2), result="1-0")
    sheet = rounds.round_sheet(event, 1)
    assert sheet.missing == (1, 3)
    assert missing_tables(round_) == [1, 3]
    (bye,) = sheet.byes
    assert (bye.kind, bye.points, bye.points_before) == ("full", 100, 0)
    assert set(sheet.names) == set(range(1, 8))


def test_a_players_history_has_tables_opponents_byes_and_absences_but_no_draft() -> None:
    event = played(1, field=6, rounds_planned=3)
    late = add_player(event, "Late")
    attendance.request_bye(tournament=event, actor=event.owner, player=late, round_number=2, kind="half")
    publish(event, after=1)
    history = players.player_history(event, late)
    assert [(row.number, row.bye, row.points) for row in history][:2] == [(1, "absent", 0), (2, "half", 50)]
    one = event.players.get(number=1)
    first = players.player_history(event, one)[0]
    match = event.rounds.get(number=1).matches.get(seats__player=one)
    other = match.seats.exclude(player=one).get()
    assert (first.table, first.result) == (match.table, "1-0")
    assert [(o.number, o.name, o.position) for o in first.opponents] == [
        (other.player.number, other.player.name, other.position)
    ]
    event, _ = drafted(field=4)
    one = event.players.get(number=1)
    assert players.player_history(event, one) == []
    assert len(players.player_history(event, one, drafts=True)) == 1


FOUND: dict[str, list[str]] = {
    "soren": ["Søren Ågård"],
    "SØREN aag": ["Søren Ågård"],
    "agard s": ["Søren Ågård"],
    "muller": ["Hans Müller"],
    "Müller, Hans": ["Hans Müller"],
    "strasse": ["Anna Straße"],
    "太郎": ["山田太郎"],
    "山": ["山田太郎"],
    "lukasz": ["Łukasz Żak"],
    "nguyen an": ["Nguyễn Văn Ánh"],
    "oren": [],
    "": [],
    "  ": [],
    "2": ["Hans Müller"],
    "999": [],
    "9" * 40: [],
    "%": [],
    "o'neill smi": ["Bo O'Neill-Smith"],
}


def test_a_name_is_found_without_accents_and_in_any_case() -> None:
    event = make_event()
    names_here = (
        "Søren Ågård", "Hans Müller", "Anna Straße", "山田太郎", "Łukasz Żak", "Nguyễn Văn Ánh", "Bo O'Neill-Smith",
    )  # fmt: skip
    for name in names_here:
        add_player(event, name)
    assert {query: [f.name for f in players.find_players(event, query)] for query in FOUND} == FOUND
    # Different Japanese sounds are different letters.
    assert names.folded("かとう") != names.folded("がとう")


READS: dict[str, Callable[[Tournament], Any]] = {
    "snapshot": snapshots.load,
    "standings": standings,
    "cross_table": cross_table,
    "round_sheet": lambda event: rounds.round_sheet(event, 3),
    "player_history": lambda event: players.player_history(event, event.players.get(number=1)),
    "find_players": lambda event: players.find_players(event, "player"),
    "missing_tables": lambda event: missing_tables(event.rounds.get(number=3)),
    "impact_of": lambda event: impact_of(event, table(event.rounds.get(number=1)), "0-1"),
    "log": lambda event: [str(line) for line in log.entries(event)[:50]],
    "events_listed": lambda event: list(events.events_listed()),
    "export": export_event,
}


# In the order in which they happen.
WRITES: dict[str, Callable[[Tournament], Any]] = {
    "add_player": lambda event: add_player(event, "One more"),
    "late_player_removed": lambda event: remove_player(
        tournament=event, actor=None, player=event.players.get(name="One more")
    ),
    "check_in": lambda event: attendance.set_checked_in(tournament=event, actor=None, players=None),
    "pair": lambda event: pair_next_round(tournament=event, actor=None),
    "publish": lambda event: publish_round(tournament=event, actor=None, round_=event.rounds.get(number=4)),
    "enter_result": lambda event: results.enter_result(
        tournament=event, actor=None, match=table(event.rounds.get(number=4)), result="0-1"
    ),
}


@pytest.mark.parametrize("asked", [READS, WRITES], ids=["reads", "writes"])
def test_each_costs_the_same_queries_at_8_and_16_players(
    asked: dict[str, Callable[[Tournament], Any]],
) -> None:
    counts: dict[str, list[int]] = {name: [] for name in asked}
    for size in (8, 16):
        played_here = played(3, field=size - 1, rounds_planned=5)
        for name, ask in asked.items():
            forget_all()
            event = Tournament.objects.get(pk=played_here.pk)
            with CaptureQueriesContext(connection) as queries:
                ask(event)
            counts[name].append(len(queries))
    assert {name: found for name, found in counts.items() if found[0] != found[1]} == {}
    assert asked is WRITES or max(found[0] for found in counts.values()) <= 15


def test_standings_are_called_final_only_after_the_last_round() -> None:
    event = fixed_event()
    assert standings_title(event, 0) == "Standings"
    finish_event(tournament=event, actor=event.owner)
    assert [standings_title(event, after) for after in (1, 2)] == [
        "Standings after round 1",
        "Final standings",
    ]
