"""What an edit of the past would change is what it then does change; nothing is written before it is confirmed.

Expected values come from making the edit and reading the event anew, and from `recheck` of its document.
"""

import re
from random import Random
from typing import Any

import pytest
from django.template.loader import render_to_string

from pairing.engine.recheck import recheck
from pairing.formats import document
from tests.factories import (
    add_player,
    make_event,
    make_table_event,
    pair,
    play_round,
    play_rounds,
    play_tables,
    refused,
)
from tests.sweep import seeds
from tests.tournaments.steps import all_refused, played, published
from tournaments import snapshots
from tournaments.corrections.selectors.edit_sentences import about
from tournaments.corrections.selectors.impact import Consequences, consequences
from tournaments.corrections.services import edits
from tournaments.events.services import phases
from tournaments.history import undo
from tournaments.history.sentences import sentence
from tournaments.models import Action, Bye, ByeKind, LogEntry, Match, Player, Round, Seat, Tournament
from tournaments.players.services import attendance
from tournaments.standings.selectors.standings import Line, standings


def read(event: Tournament, kind: str, **given: Any) -> Any:
    return edits.read(event, kind, given)


def make(event: Tournament, kind: str, note: str = "found later", **given: Any) -> Consequences:
    return edits.make(tournament=event, actor=event.owner, edit=read(event, kind, **given), note=note)


def as_foreseen(event: Tournament, kind: str, **given: Any) -> Consequences:
    """An edit that was made: what it changed is what was foreseen."""
    before = lines(event)
    found = make(event, kind, **given)
    assert told(found) == seen(before, lines(event))
    return found


def lines(event: Tournament) -> dict[int, Line]:
    """The standings with every result so far, read anew."""
    event.refresh_from_db()
    last = event.rounds.exclude(state="draft").count()
    return {line.number: line for line in standings(event, last).lines}


def told(found: Consequences) -> dict[int, tuple[Any, ...]]:
    return {
        p.number: (
            p.rank_before,
            p.rank_after,
            p.points_before,
            p.points_after,
            *sorted(map(str, p.tiebreaks)),
        )
        for p in found.players
    }


def seen(before: dict[int, Line], after: dict[int, Line]) -> dict[int, tuple[Any, ...]]:
    """The same, from two readings of the standings."""
    changed = {}
    for number in before.keys() | after.keys():
        one, other = before.get(number), after.get(number)
        cells = []
        if one and other:
            for a, b in zip(one.tiebreaks, other.tiebreaks, strict=True):
                if a.value != b.value:
                    cells.append(f"TiebreakChange(label={a.label!r}, before={a.shown!r}, after={b.shown!r})")
        facts = tuple(getattr(x, f, None) for f in ("rank", "points") for x in (one, other))
        if facts[0] != facts[1] or facts[2] != facts[3] or cells:
            changed[number] = (*facts, *sorted(cells))
    return changed


def rechecked(event: Tournament) -> dict[int, Any]:
    """Every round paired again from the document that anybody can download."""
    data = document.dump(snapshots.load(event, drafts=True))
    return {check.number: check for check in recheck(document.load(data))}


def random_results(seed: int) -> Any:
    rng = Random(seed)
    return lambda match: rng.choice(["1-0", "1-0", "0-1", "1/2-1/2"])


@pytest.fixture
def event() -> Tournament:
    return played(2, field=8)


@pytest.mark.parametrize("seed", seeds(2, 20))
def test_a_corrected_result_changes_exactly_what_was_foreseen(seed: int) -> None:
    event = make_event(field=11, rounds_planned=5, tiebreaks=["solkoff", "omw", "wins"], draw_seed=f"s{seed}")
    for at in range(3):
        play_round(event, random_results(10 * seed + at))
    pair(event)
    match = Match.objects.get(round__tournament=event, round__number=1, table=2)
    other = "0-1" if match.result != "0-1" else "1-0"
    found = as_foreseen(event, "result", round=1, table=2, result=other)
    assert told(found)
    checks = rechecked(event)
    assert [r.number for r in found.later] == [2, 3, 4]
    for later in found.later:
        check = checks[later.number]
        assert {frozenset(s) for s in later.now} == {frozenset(s) for s in check.only_planned}
        assert {frozenset(s) for s in later.stands} == {frozenset(s) for s in check.only_played}
        assert (later.bye_now, later.bye_stands) == (check.byes_planned, check.byes_played)
        assert later.differs_anyway == 0
        assert later.same + len(later.stands) == 5


def test_looking_writes_nothing_and_the_log_keeps_the_reason_and_the_numbers(event: Tournament) -> None:
    event.refresh_from_db()
    version, log = event.version, LogEntry.objects.count()
    consequences(event, read(event, "result", round=1, table=1, result="0-1"))
    event.refresh_from_db()
    assert (event.version, LogEntry.objects.count()) == (version, log)
    assert Match.objects.get(round__tournament=event, round__number=1, table=1).result == "1-0"
    found = make(event, "result", note="slips mixed up", round=1, table=1, result="0-1")
    line = LogEntry.objects.filter(tournament=event).latest("id")
    assert (line.action, line.note) == (Action.RESULT_CORRECTED, "slips mixed up")
    assert (line.before["result"], line.after["result"]) == ("1-0", "0-1")
    assert line.after["impact"]["ranks"] == sum(p.moves for p in found.players) > 0
    assert [r["number"] for r in line.after["impact"]["rounds"]] == [2]
    with refused("bad_round"):
        read(event, "leaving", player=3, after_round=1)


def test_the_preview_of_an_edit_says_whom_and_what_it_is_about() -> None:
    """In the sentences of an undo: what the step is called, who it is about, what was and what will be."""
    event = played(2, field=7)
    seats = Match.objects.get(round__tournament=event, round__number=1, table=1).seats.order_by("position")
    who = " – ".join(seat.player.name for seat in seats)
    bye = Bye.objects.get(round__tournament=event, round__number=1)
    rested, rating = bye.player, event.players.get(number=3).rating
    said: dict[tuple[Any, ...], str] = {
        ("result", "round", 1, "table", 1, "result", "0-1"): f"Round 1, table 1 ({who}): 1-0 → 0-1",
        ("bye", "round", 1, "player", rested.number, "bye", "zero"): (
            f"{rested.name}, round 1: {ByeKind(bye.kind).label} → {ByeKind.ZERO.label}"
        ),
        ("leaving", "player", 3, "after_round", 2): "Player 3: withdrawn after round – → 2",
        ("rating", "player", 3, "rating", 1500): f"Player 3: rating {rating} → 1500",
        ("adjustment", "player", 3, "points", -50, "round", 2): (
            "Player 3: bonus or penalty 0 → -½, from round 2 on"
        ),
    }
    for (kind, *given), expected in said.items():
        edit = read(event, str(kind), **dict(zip(given[::2], given[1::2], strict=True)))
        assert about(event, edit) == [expected], kind


def test_another_kind_of_bye() -> None:
    event = played(2, field=7, tiebreaks=["solkoff", "wins"])
    bye = Bye.objects.get(round__tournament=event, round__number=1)
    before = lines(event)
    found = as_foreseen(event, "bye", round=1, player=bye.player.number, bye="zero")
    assert Bye.objects.get(pk=bye.pk).points == 0
    assert {p.number: p.points_after for p in found.players}[bye.player.number] == (
        before[bye.player.number].points - 100
    )
    all_refused(
        no_bye=lambda: make(event, "bye", round=2, player=bye.player.number, bye="half"),
        bad_kind=lambda: make(event, "bye", round=1, player=bye.player.number, bye="double"),
    )


def test_a_penalty_in_points_counts_from_its_round_takes_the_place_of_another_and_is_undone() -> None:
    """FIDE handbook C.04.A, record 299: points from a round on, a bonus or below 0 a penalty."""
    event = played(2, field=8, tiebreaks=["solkoff"])
    before = lines(event)
    as_foreseen(event, "adjustment", player=3, points=-50, round=2)
    assert lines(event)[3].points == before[3].points - 50
    line = LogEntry.objects.latest("id")
    assert (line.round_number, line.note) == (2, "found later")
    assert "bonus or penalty 0 → -0.5" in sentence(line)
    after_round = {line.number: line.points for line in standings(event, 1).lines}
    assert after_round[3] == sum(
        Seat.objects.filter(round__number=1, player__number=3).values_list("points", flat=True)
    )
    as_foreseen(event, "adjustment", player=3, points=100, round=2)
    assert lines(event)[3].points == before[3].points + 100
    undo.undo_last_step(tournament=event, actor=event.owner)
    undo.undo_last_step(tournament=event, actor=event.owner)
    assert lines(event)[3].points == before[3].points
    all_refused(
        bad_points=lambda: make(event, "adjustment", player=3, points=10_000),
        bad_round=lambda: make(event, "adjustment", player=3, points=-50, round=3),
        not_of_event=lambda: make(event, "adjustment", player=99, points=-50),
    )


def test_a_withdrawal_is_put_back_in_time_and_taken_back() -> None:
    """Player 8 went home after round 1, but was only marked as not here; it is noticed after round 3."""
    event = make_event(field=8, rounds_planned=5, require_check_in=True, tiebreaks=["solkoff"])
    Player.objects.filter(tournament=event).update(checked_in=True)
    play_round(event)
    Player.objects.filter(tournament=event, number=8).update(checked_in=False)
    play_rounds(event, 2)
    as_foreseen(event, "leaving", player=8, after_round=1)
    assert not Bye.objects.filter(player__number=8, player__tournament=event, kind="absent").exists()
    assert Player.objects.get(tournament=event, number=8).left_after_round == 1
    assert LogEntry.objects.latest("id").action == Action.PLAYER_WITHDRAWN
    with refused("bad_round"):
        make(event, "leaving", player=8, after_round=0)
    as_foreseen(event, "leaving", player=8, after_round=None)
    absent = Bye.objects.filter(player__number=8, player__tournament=event, kind="absent")
    assert sorted(absent.values_list("round__number", flat=True)) == [2, 3]


def test_another_chain_names_the_columns_and_the_places() -> None:
    event = played(3, field=8, tiebreaks=["solkoff"])
    before = lines(event)
    found = make(event, "tiebreaks", tiebreaks=["list_order"])
    after = lines(event)
    assert (found.columns_before, found.columns_after) == (("solkoff",), ("list_order",))
    moved = {p.number: (p.rank_before, p.rank_after) for p in found.players}
    assert moved == {n: (before[n].rank, after[n].rank) for n in before if before[n].rank != after[n].rank}


def test_another_scoring_gives_all_points_anew() -> None:
    event = make_event(field=7, tiebreaks=["solkoff"])
    play_round(event, lambda match: "1/2-1/2" if match.table == 1 else "1-0")
    play_round(event)
    as_foreseen(event, "scoring", scoring={"win": 300, "draw": 100, "loss": 0, "bye": 300})
    points = {n: line.points for n, line in lines(event).items()}
    stored: dict[int, int] = {}
    for model in (Seat, Bye):
        rows = model._default_manager.filter(round__tournament=event)
        for number, given in rows.values_list("player__number", "points"):
            stored[number] = stored.get(number, 0) + given
    assert stored == points


def test_a_player_who_never_played_is_removed() -> None:
    event = played(1, field=8)
    late = add_player(event, "Late")
    found = make(event, "removal", player=late.number)
    assert [(p.number, p.rank_after) for p in found.players] == [(late.number, None)]
    assert found.later[0].is_same
    assert not Player.objects.filter(pk=late.pk).exists()
    with refused("player_was_paired"):
        read(event, "removal", player=1)


def test_the_line_of_a_cut_names_who_crosses_it() -> None:
    event = make_event(field=8)
    phases.set_phases(
        tournament=event,
        actor=event.owner,
        phases=[
            {"system": {"name": "monrad"}, "rounds": 2},
            {"cut": {"rank": 4}, "system": {"name": "bracket"}},
        ],
    )
    play_rounds(event, 2)
    before = {n for n, line in lines(event).items() if line.rank <= 4}
    (cut,) = consequences(event, read(event, "result", round=2, table=2, result="0-1")).cuts
    assert (cut.phase, cut.after_round, cut.made) == (2, 2, False)
    make(event, "result", round=2, table=2, result="0-1")
    order = [line.number for line in standings(event).lines]
    assert set(order[:4]) == (before | set(cut.into)) - set(cut.out)
    assert cut.moves


def test_tables_of_four_scores_and_penalties() -> None:
    event = make_table_event(field=8, system="mahjong_swiss", tiebreaks=["firsts", "best_game"])
    first = play_tables(event)
    play_tables(event)
    before = lines(event)
    raw = (18_500, 28_000, 31_200, 42_300)
    found = make(event, "scores", round=1, table=1, scores=raw, penalties=[0, 0, -2000, 0])
    assert told(found) == seen(before, lines(event))
    stored = Seat.objects.filter(round=first, match__table=1).order_by("position")
    assert [(s.raw, s.penalty) for s in stored] == list(zip(raw, (0, 0, -2000, 0), strict=True))
    checks = rechecked(event)
    (later,) = found.later
    assert {frozenset(s) for s in later.stands} == {frozenset(s) for s in checks[2].only_played}


def test_what_is_not_over_is_not_edited() -> None:
    event, _ = published(field=8)
    all_refused(
        wrong_state=lambda: read(event, "result", round=1, table=1, result="1-0"),
        no_such_table=lambda: read(event, "result", round=1, table=9, result="1-0"),
        missing=lambda: read(event, "result", round=1, result="1-0"),
        bad_kind=lambda: read(event, "weather"),
        not_of_event=lambda: read(event, "rating", player=99, rating=1),
        wrong_seats=lambda: read(event, "scores", round=1, table=1, scores=[1, 2, 3, 4]),
    )


def test_a_result_of_a_withdrawn_player_counts_as_before(event: Tournament) -> None:
    gone = Player.objects.get(tournament=event, number=2)
    attendance.withdraw(tournament=event, actor=None, player=gone)
    play_round(event)
    assert Round.objects.filter(tournament=event).count() == 3
    as_foreseen(event, "result", round=2, table=1, result="1/2-1/2")


def test_tie_breaks_that_change_are_headed_as_their_columns_are() -> None:
    event = played(2, field=8, tiebreaks=["BH", {"name": "BH", "policy": "uschess"}])
    found = consequences(event, read(event, "result", round=1, table=1, result="0-1"))
    page = render_to_string("corrections/desk/_impact.html", {"event": event, "found": found, "seats": 2})
    cells = page.partition('data-testid="tiebreak-changes"')[2]
    assert {"BH 1", "BH 2"} == set(re.findall(r"BH \d", cells))
