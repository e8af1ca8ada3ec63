"""The log searched, in words, as a page and as files; played again; snapshots and redo at the desk."""

import datetime
import io
import json
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from tests.desk.pages import Desk, text
from tests.factories import (
    add_player,
    enter_all,
    make_event,
    make_table_event,
    make_user,
    pair,
    play_tables,
    publish,
    table,
)
from tests.tournaments.steps import given, newest, played, published, take_back
from tournaments.corrections.services import by_hand, past_rounds
from tournaments.corrections.services.by_hand import Move
from tournaments.events.services import events
from tournaments.history.log import Wanted, search
from tournaments.history.sentences import details, sentence
from tournaments.models import (
    Action,
    LogEntry,
    Player,
    SnapshotReason,
    Tournament,
)
from tournaments.players.services import attendance, bulk, players
from tournaments.results.services import penalties, results, scores
from tournaments.rounds.services import rounds
from tournaments.rounds.services.playing import mark_playing


def actions(event: Tournament, **wanted: Any) -> list[str]:
    return [line.action for line in search(event, Wanted(**wanted))]


@pytest.fixture
def event() -> Tournament:
    return make_event(field=4)


def test_how_long_club_mates_are_kept_apart_is_said_in_words(event: Tournament) -> None:
    said = []
    for rounds_ in (1000, 2, 0):
        events.update_event(**given(event), clubs_apart_rounds=rounds_)
        said.append(sentence(event.log_entries.latest("id")).split("club mates kept apart ")[1])
    assert said == [
        "No → In all rounds",
        "In all rounds → In the first 2 rounds",
        "In the first 2 rounds → No",
    ]


def test_the_log_is_searched_by_words_player_table_round_action_who_and_time() -> None:
    event = make_event(field=4, owner=make_user("maja"))
    ann = add_player(event, "Ann")
    add_player(event, "Anna")
    players.edit_player(**given(event), player=ann, name="Ann Berg")
    enter_all(publish(event))
    at = LogEntry.objects.get(action="round_paired").at
    assert actions(event, player=5) == ["results_entered", "player_changed", "player_added"]
    assert actions(event, player=6) == ["results_entered", "player_added"]
    assert actions(event, table=2) == ["results_entered"]
    assert actions(event, round=1) == ["results_entered", "round_published", "round_paired"]
    assert actions(event, action="player_added", text="anna") == ["player_added"]
    assert len(actions(event, who="MAJA")) == 7 and actions(event, who="helper") == []
    assert actions(event, since=at)[-1] == "round_paired"
    assert actions(event, until=at)[0] == "player_changed"
    assert actions(event, since=timezone.now() + datetime.timedelta(days=1)) == []


def test_every_kind_of_line_has_a_sentence_and_names_before_and_after(event: Tournament) -> None:
    ann = add_player(event, "Ann")
    players.edit_player(**given(event), player=ann, rating=1500)
    attendance.withdraw(**given(event), player=ann)
    events.update_event(**given(event), venue="Hall")
    round_ = publish(event)
    results.enter_result(**given(event), match=table(round_, 1), result="1-0")
    results.enter_result(**given(event), match=table(round_, 1), result="1/2-1/2")
    events.set_staff(**given(event), user=make_user("helper"), role="arbiter")
    told = {line.action: sentence(line) for line in LogEntry.objects.filter(tournament=event).order_by("pk")}
    assert told["player_changed"] == "Ann: rating – → 1500"
    assert told["player_withdrawn"] == "Ann: withdrawn after round – → 0"
    assert told["event_changed"] == "venue – → Hall"
    assert told["result_entered"].endswith("table 1 1-0 → ½-½") and " – " in told["result_entered"]
    assert told["round_published"] == "Round 1: Draft → Published"
    assert told["round_paired"] == "Round 1 is paired: 2 tables, 0 byes"
    assert told["staff_changed"] == "helper: role – → Arbiter or judge"
    for action in Action:
        line = LogEntry(tournament=event, action=action, subject="Ann – Ben", round_number=1)
        assert sentence(line).strip() and "%(" not in sentence(line)


def test_the_page_of_the_log_finds_pages_and_gives_files(desk: Desk, event: Tournament) -> None:
    for name in ("=SUM(A1)", "Ben"):
        add_player(event, name)
    shown = text(desk.get("log", query="?q=Ben"))
    assert "Ben is registered as number 6" in shown and "SUM" not in shown
    bad = text(desk.get("log", query="?player=x&since=never"))
    assert "Enter a whole number" in bad and "Enter a valid date/time" in bad
    sheet = desk.get("log_csv").content.decode().splitlines()
    assert sheet[0].startswith("id,at,who,action,round,about,sentence")
    assert any("'=SUM(A1)" in line for line in sheet)
    data = json.loads(desk.get("log_json", query="?action=player_added").content)
    assert [row["about"] for row in data] == ["Ben", "=SUM(A1)"]


def test_penalties_are_told_in_sentences_and_the_page_of_undo_says_that_they_stay(
    desk: Desk, event: Tournament
) -> None:
    publish(event)
    who = event.players.get(number=2)
    given_ = penalties.give(
        **given(event), player=who, kind="warning", infraction="Rude words", round_number=1, table=2
    )
    told = "Player 2: Warning, table 2 (Rude words)"
    assert sentence(event.log_entries.latest("id")) == told
    penalties.revoke(**given(event), penalty=given_, note="it was another")
    assert sentence(event.log_entries.latest("id")) == told
    page = text(desk.get("undo"))
    assert "Penalties are not undone here." in page and f"Penalty given: {told}" in page
    past_rounds.adjust(**given(event), player=who, points=-50, number=None)
    page = text(desk.get("undo"))
    assert "Penalties are not undone here." not in page
    assert "Bonus or penalty in points Player 2: bonus or penalty" in page
    assert "Undo: Bonus or penalty in points · Player 2" in desk.get("log").content.decode()


def test_a_penalty_at_a_table_of_four_is_told_as_the_points_of_one_player() -> None:
    event = make_table_event(field=4)
    match = table(play_tables(event), 1)
    who = match.seats.get(position=2).player
    scores.set_penalty(**given(event), match=match, player=who, points=-2000, note="chombo")
    line = event.log_entries.latest("id")
    assert sentence(line) == f"{who.name}, table 1: penalty 0.0 → −20.0"


def test_scorekeepers_read_the_log_without_penalties(event: Tournament) -> None:
    penalties.give(
        **given(event), player=event.players.get(number=1), kind="warning", infraction="Rude words"
    )
    helper = make_user()
    events.set_staff(**given(event), user=helper, role="scorekeeper")
    assert "Rude words" in text(Desk(event.owner, event).get("log"))
    assert "Rude words" not in text(Desk(helper, event).get("log"))
    assert "Rude words" not in text(Desk(helper, event).get("event"))
    assert "Rude words" not in Desk(helper, event).get("log_json").content.decode()


def test_the_log_is_checked_from_the_desk_and_from_the_command_line() -> None:
    event = played(1, field=4, slug="club")
    out = io.StringIO()
    call_command("replay", "club", stdout=out)
    found = json.loads(out.getvalue())
    assert (found["same"], found["steps"], found["differences"]) == (True, 4, {})
    desk = Desk(event.owner, event)
    assert "The log matches the event (4 steps)." in desk.press("check_log")
    Player.objects.filter(tournament=event, number=2).update(rating=1)
    with pytest.raises(SystemExit) as ended:
        call_command("replay", "club", stdout=out)
    assert ended.value.code == 3
    assert "players 2" in desk.press("check_log")
    with pytest.raises(SystemExit) as ended:
        call_command("replay", "nowhere", stderr=out)
    assert ended.value.code == 2


def test_snapshots_at_the_desk_are_kept_compared_and_restored_only_with_a_reason(
    desk: Desk, event: Tournament
) -> None:
    assert "The restore point is created." in desk.press("snapshots", data={"note": "before lunch"})
    kept = newest(event, SnapshotReason.BY_HAND)
    assert "Nothing is different" in text(desk.get("snapshot", kept.pk))
    enter_all(publish(event))
    page = desk.get("snapshot", kept.pk)
    assert "2 results would be lost" in text(page) and "Player 1" in text(page)
    version = str(page.context["found"].version)
    refusal = desk.post("snapshot", kept.pk, data={"version": version, "note": ""})
    assert "Give a reason for restoring" in text(refusal) and event.rounds.count() == 1
    assert "is restored" in desk.press("snapshot", kept.pk, data={"version": version, "note": "wrong hall"})
    assert event.rounds.count() == 0
    stored, told = LogEntry.objects.latest("pk").subject, text(desk.get("undo"))
    assert stored not in told and stored[-5:] in told
    assert json.loads(desk.get("snapshot_document", kept.pk).content)["format"] == "pairwright-event/1"


def test_redo_at_the_desk_and_lines_that_lead_to_their_part_of_the_log(desk: Desk, event: Tournament) -> None:
    pair(event)
    assert f"{desk.url('log')}?round=1" in desk.get("round", 1).content.decode()
    assert f"{desk.url('log')}?player=2" in desk.get("player", 2).content.decode()
    rounds.publish(**given(event), round_=event.rounds.get())
    assert f"{desk.url('log')}?round=1" in desk.get("round", 1).content.decode()
    enter_all(event.rounds.get())
    rounds.complete(**given(event), round_=event.rounds.get())
    assert f"{desk.url('log')}?round=1" in desk.get("round", 1).content.decode()
    add_player(event, "Ann")
    desk.press("undo", data={"step": str(desk.get("undo").context["back"].line.pk)})
    again = desk.get("undo").context["again"]
    assert "Redone." in desk.press("redo", data={"step": str(again.line.pk)})
    assert event.players.filter(name="Ann").exists()
    desk.press("redo", data={"step": str(again.line.pk)})
    assert event.players.filter(name="Ann").count() == 1


def test_changes_by_hand_and_tables_that_play_are_told_with_their_tables() -> None:
    event, round_ = published(field=4)
    one, other = (table(round_, n).seats.get(position=0).player for n in (1, 2))
    move = Move("swap", one.number, other.number)
    by_hand.apply(**given(event), round_=round_, move=move, note="wanted")
    mark_playing(**given(event), round_=round_, tables=[2, 1])
    last, before = LogEntry.objects.order_by("-pk")[:2]
    assert sentence(last) == "Tables 1, 2 are playing"
    assert sentence(before).startswith("Players swapped: ") and sentence(before).endswith("(tables 1, 2)")
    assert one.name in sentence(before) and other.name in sentence(before)


def test_a_step_for_many_tables_is_found_by_everybody_who_sits_there() -> None:
    event, round_ = published(field=12)
    four = [m.table for m in round_.matches.order_by("table")][:4]
    mark_playing(**given(event), round_=round_, tables=four)
    results.enter_results(**given(event), round_=round_, results=dict.fromkeys(four, "1-0"))
    there = set(Player.objects.filter(seats__match__table__in=four).values_list("number", flat=True))
    assert len(there) == 8
    for player in event.players.all():
        found = ["results_entered", "tables_playing"] if player.number in there else []
        assert actions(event, player=player.number) == found
    somebody = event.players.get(number=min(there))
    players.edit_player(**given(event), player=somebody, name="Åse Møller")
    for words in ("åse", "Åse Møller", "moller åse", f"Player {somebody.number}"):
        assert "results_entered" in actions(event, text=words), words
    assert "player_changed" in actions(event, text="ase moller")
    assert actions(event, text="Åse Nobody") == []
    take_back(event, 2)
    assert actions(event, player=somebody.number)[:2] == ["step_undone", "step_undone"]


def test_older_lines_without_players_are_found_by_who_sits_at_their_tables() -> None:
    event, round_ = published(field=12)
    mark_playing(**given(event), round_=round_, tables=[1, 5])
    results.enter_results(**given(event), round_=round_, results={1: "1-0", 5: "0-1"})
    for line in LogEntry.objects.filter(tournament=event):
        after = line.after or {}
        after.pop("players", None)
        for row in after.get("results", ()):
            del row["players"]
        LogEntry.objects.filter(pk=line.pk).update(after=after)
    for number in range(1, 7):
        for seat in table(round_, number).seats.select_related("player"):
            found = ["results_entered", "tables_playing"] if number in (1, 5) else []
            assert actions(event, player=seat.player.number) == found
            if found:
                assert actions(event, text=seat.player.name) == found


def test_a_step_for_many_is_found_by_everybody_who_is_named_and_told_with_scores() -> None:
    event = make_table_event(field=8)
    assert play_tables(event).matches.count() == 2
    bulk.add_players(**given(event), players=[{"name": "Ann"}, {"name": "Bo"}])
    assert actions(event, player=3) == ["results_entered"]
    assert actions(event, player=9) == actions(event, text="ann") == ["players_imported"]
    assert actions(event, player=1, table=9) == []
    line = LogEntry.objects.get(action="results_entered")
    assert details(line)[0] == "table 1 – → 42,300 · 31,200 · 28,000 · 18,500"
    assert len(details(line)) == 2


def test_a_long_list_of_tables_is_found_to_its_last_table_and_player() -> None:
    """The words of a line end after 400 characters: table 120 is not among them."""
    event = make_event(field=240)
    enter_all(publish(event))
    assert not LogEntry.objects.get(action="results_entered").subject.endswith("120")
    assert actions(event, table=120) == ["results_entered"]
    assert actions(event, table=121) == []
    last = table(event.rounds.get(), 120).seats.get(position=1).player
    assert actions(event, player=last.number) == ["results_entered"]
