"""Results: entered, overwritten, cleared, entered in bulk, corrected; penalties and warnings."""

from typing import Any

import pytest

from tests.factories import (
    make_event,
    make_table_event,
    make_user,
    pair,
    play_rounds,
    publish,
    refused,
    state_of,
    table,
)
from tests.tournaments.steps import all_refused, played, published
from tournaments.events.services import events
from tournaments.history.undo import undo_last_step
from tournaments.models import Action, LogEntry, Match, Penalty, Player, RoundState, Seat, Tournament
from tournaments.results.selectors import penalties as selectors
from tournaments.results.services import penalties, results
from tournaments.rounds.services import rounds
from tournaments.standings.selectors.standings import standings
from tournaments.steps.changes import changing
from tournaments.steps.refusals import ServiceError


def points(match: Match) -> list[int | None]:
    return list(Seat.objects.filter(match=match).order_by("position").values_list("points", flat=True))


def outcomes(match: Match) -> list[str]:
    return list(Seat.objects.filter(match=match).order_by("position").values_list("outcome", flat=True))


def enter(event: Tournament, match: Match, result: str, **options: Any) -> Match:
    return results.enter_result(tournament=event, actor=event.owner, match=match, result=result, **options)


@pytest.fixture
def event() -> Tournament:
    return make_event(field=4)


@pytest.fixture
def match(event: Tournament) -> Match:
    return table(publish(event))


# The usual scoring: win 1, draw 1/2, loss 0 (rules/monrad.md); a forfeit loss gives nothing.
RESULTS = [
    ("1-0", [100, 0], ["win", "loss"]),
    ("0-1", [0, 100], ["loss", "win"]),
    ("1/2-1/2", [50, 50], ["draw", "draw"]),
    ("0-0", [0, 0], ["loss", "loss"]),
    ("+--", [100, 0], ["forfeit_win", "forfeit_loss"]),
    ("--+", [0, 100], ["forfeit_loss", "forfeit_win"]),
    ("---", [0, 0], ["forfeit_loss", "forfeit_loss"]),
]


def test_every_result_gives_its_points(match: Match, event: Tournament) -> None:
    for result, given, what in RESULTS:
        enter(event, match, result)
        assert (points(match), outcomes(match)) == (given, what)


def test_points_follow_the_scoring_of_the_event() -> None:
    event = make_event(field=4, scoring={"win": 300, "draw": 100, "loss": 0, "forfeit_loss": 0})
    match = table(publish(event))
    enter(event, match, "1/2-1/2")
    assert points(match) == [100, 100]
    enter(event, match, "0-1")
    assert points(match) == [0, 300]


def test_the_first_result_starts_the_round_and_is_logged_with_names(event: Tournament) -> None:
    round_ = publish(event)
    match = table(round_)
    keeper = make_user("keeper")
    results.enter_result(tournament=event, actor=keeper, match=match, result="1-0")
    assert state_of(round_) is RoundState.IN_PROGRESS
    stored = Match.objects.get(pk=match.pk)
    assert (stored.entered_by, stored.entered_at is not None) == (keeper, True)
    line = LogEntry.objects.get(action=Action.RESULT_ENTERED)
    names = [s.player.name for s in match.seats.order_by("position")]
    assert line.subject == " – ".join(names)
    assert (line.before["result"], line.after["result"], line.round_number) == (None, "1-0", 1)


def test_a_result_can_be_overwritten_and_cleared_while_the_round_is_open(
    match: Match, event: Tournament
) -> None:
    enter(event, match, "1-0")
    version = event.version
    enter(event, match, "1-0")
    assert Tournament.objects.get(pk=event.pk).version == version
    assert LogEntry.objects.filter(action=Action.RESULT_ENTERED).count() == 1
    enter(event, match, "1-0", games=[2, 1])
    enter(event, match, "0-1")
    assert Match.objects.filter(pk=match.pk, games__isnull=True).exists()
    results.clear_result(tournament=event, actor=event.owner, match=match)
    stored = Match.objects.get(pk=match.pk)
    assert (stored.result, stored.entered_at, points(match), outcomes(match)) == (
        None,
        None,
        [None, None],
        ["", ""],
    )
    enter(event, match, "1-0", seen=None)
    with refused("result_changed", current="1-0"):
        enter(event, match, "0-1", seen=None)
    assert Match.objects.get(pk=match.pk).result == "1-0"
    enter(event, match, "0-1", seen="1-0")
    assert Match.objects.get(pk=match.pk).result == "0-1"


def test_an_unknown_result_names_the_known_ones_and_changes_nothing(event: Tournament, match: Match) -> None:
    version = event.version
    wrong: tuple[Any, ...] = ("2-0", "", "1 - 0", "½", None, 1, "1-0 ", ["1-0"], "x" * 9999)
    for result in wrong:
        with pytest.raises(ServiceError, match="1/2-1/2") as refusal:
            enter(event, match, result)
        assert (refusal.value.code, refusal.value.field) == ("bad_result", "result")
    assert Tournament.objects.get(pk=event.pk).version == version
    assert Match.objects.get(pk=match.pk).result is None


def test_games_have_to_fit_the_result_and_are_stored(event: Tournament, match: Match) -> None:
    wrong: list[tuple[str, Any]] = [
        ("1-0", [1, 2]), ("1-0", [1, 1]), ("1/2-1/2", [2, 1]), ("1-0", [2]), ("1-0", [2, 1, 0, 0]),
        ("1-0", [2, -1]),
        ("1-0", [2.5, 1]), ("1-0", "21"), ("1-0", [True, False]), ("1-0", [100, 0]),
        ("+--", [2, 0]), ("0-0", [1, 1]),
    ]  # fmt: skip
    for result, games in wrong:
        with refused("bad_games"):
            enter(event, match, result, games=games)
    for result, games in (("1-0", [2, 1]), ("0-1", [0, 2, 1]), ("1/2-1/2", [1, 1, 1])):
        enter(event, match, result, games=games)
        assert Match.objects.get(pk=match.pk).games == games


def test_a_table_of_another_event_is_refused_and_an_open_round_not_corrected_but_entered() -> None:
    event, other = make_event(field=4), make_event(field=4)
    round_ = publish(event)
    match = table(publish(other))
    with refused("not_of_event"):
        enter(event, match, "1-0")
    assert Match.objects.get(pk=match.pk).result is None
    with refused("wrong_state"):
        results.correct_result(tournament=event, actor=event.owner, match=table(round_), result="1-0")


def test_many_results_are_entered_together_or_not_at_all() -> None:
    event, round_ = published(field=8)

    def bulk(wanted: dict[int, Any]) -> int:
        return results.enter_results(tournament=event, actor=event.owner, round_=round_, results=wanted)

    for wanted, field in (({1: "1-0", 9: "1-0"}, "table"), ({1: "1-0", 2: "9-0"}, "result")):
        with refused(field=field):
            bulk(wanted)
        assert not Match.objects.filter(result__isnull=False).exists()
    assert bulk({1: "1-0", 2: "0-1", 3: "1/2-1/2", 4: "---"}) == 4
    assert bulk({1: "1-0", 2: "1-0"}) == 1
    assert points(table(round_, 2)) == [100, 0]
    assert LogEntry.objects.filter(action=Action.RESULTS_ENTERED).count() == 2


def test_a_correction_says_who_changes_place_and_which_rounds_were_paired_on_it() -> None:
    event = make_event(field=4, rounds_planned=3)
    first, _second = play_rounds(event, 2)
    before = {line.number: (line.rank, line.points) for line in standings(event).lines}
    match = table(first)
    impact = results.correct_result(
        tournament=event, actor=event.owner, match=match, result="0-1", note="slips were mixed up"
    )
    after = {line.number: (line.rank, line.points) for line in standings(event).lines}
    assert impact.later_rounds == (2,)
    assert (impact.result_before, impact.result_after) == ("1-0", "0-1")
    changed = {number for number in before if before[number] != after[number]}
    assert {c.number for c in impact.changes} == changed
    assert {(c.number, c.rank_after, c.points_after) for c in impact.changes} == {
        (number, *after[number]) for number in changed
    }
    seats = [s.player.number for s in match.seats.order_by("position")]
    assert after[seats[0]][1] == before[seats[0]][1] - 100
    assert after[seats[1]][1] == before[seats[1]][1] + 100
    line = LogEntry.objects.get(action=Action.RESULT_CORRECTED)
    assert (line.before["result"], line.after["result"], line.note) == ("1-0", "0-1", "slips were mixed up")
    assert state_of(first) is RoundState.COMPLETED


# --- penalties


@pytest.fixture
def running() -> Tournament:
    return published(field=8)[0]


def player(running: Tournament, number: int = 1) -> Player:
    return Player.objects.get(tournament=running, number=number)


def give(running: Tournament, number: int = 1, kind: str = "caution", **more: Any) -> Penalty:
    given = {"infraction": "Phone rang", **more}
    return penalties.give(
        tournament=running, actor=running.owner, player=player(running, number), kind=kind, **given
    )


def test_a_penalty_says_who_what_where_and_by_whom(running: Tournament) -> None:
    judge = make_user("judge")
    given: dict[str, Any] = {"tournament": running, "actor": judge, "player": player(running)}
    one = penalties.give(**given, kind="warning", infraction="  Late   to the table ", round_number=1)
    table = player(running).seats.get(round__number=1).match.table
    assert (one.kind, one.infraction, one.round_number, one.table) == (
        "warning",
        "Late to the table",
        1,
        table,
    )
    assert (one.given_by, one.given_by_name) == (judge, "judge")
    line = LogEntry.objects.get(tournament=running, action=Action.PENALTY_GIVEN)
    assert (line.user, line.round_number, line.subject) == (judge, 1, "Player 1: Late to the table")


def test_the_second_caution_is_counted_as_the_second(running: Tournament) -> None:
    give(running)
    give(running, kind="warning")
    give(running, number=2)
    second = give(running, infraction="Phone rang again")
    found = {row.penalty.pk: row.count for row in selectors.rows(running)}
    assert found[second.pk] == 2
    assert sorted(found.values()) == [1, 1, 1, 2]
    (first, other) = selectors.sums(running, selectors.rows(running))
    assert (first.player.number, first.counts, first.total) == (1, (("warning", 1), ("caution", 2)), 3)
    assert (other.player.number, other.total) == (2, 1)


def test_taking_back_needs_a_reason_and_happens_once(running: Tournament) -> None:
    one = give(running)
    with refused("missing", field="note"):
        penalties.revoke(tournament=running, actor=running.owner, penalty=one, note=" ")
    penalties.revoke(tournament=running, actor=running.owner, penalty=one, note="wrong player")
    with refused("already_revoked"):
        penalties.revoke(tournament=running, actor=running.owner, penalty=one, note="again")
    assert Penalty.objects.get().revoked_note == "wrong player"
    assert LogEntry.objects.get(action=Action.PENALTY_REVOKED).note == "wrong player"


def test_a_penalty_survives_pairing_again_and_undo(running: Tournament) -> None:
    give(running)
    assert undo_last_step(tournament=running, actor=running.owner).action != Action.PENALTY_GIVEN
    play = played(1, field=8)
    pair(play)
    one = give(play, round_number=2)
    table = one.table
    assert table is not None
    rounds.discard_draft(tournament=play, actor=play.owner, round_=play.rounds.get(number=2))
    assert Penalty.objects.latest("pk") == one
    pair(play)
    while play.rounds.exists():
        undo_last_step(tournament=play, actor=play.owner)
    kept = Penalty.objects.latest("pk")
    assert (kept.round_number, kept.table, kept.player.number) == (2, table, 1)
    assert [row.penalty for row in selectors.rows(play)] == [one]


def test_a_finished_event_still_takes_notes() -> None:
    running = played(1, field=4, rounds_planned=1)
    events.finish_event(tournament=running, actor=running.owner)
    give(running, kind="note")
    assert Penalty.objects.get().kind == "note"


BAD_PENALTIES: list[tuple[dict[str, Any], str, str]] = [
    ({"kind": "fine"}, "bad_kind", "kind"),
    ({"infraction": ""}, "missing", "infraction"),
    ({"infraction": "x" * 301}, "too_long", "infraction"),
    ({"round_number": 2}, "bad_round", "round"),
    ({"table": 0}, "bad_number", "table"),
]


def test_bad_input_is_named_and_writes_nothing(running: Tournament) -> None:
    for given, code, field in BAD_PENALTIES:
        with refused(code, field=field):
            give(running, **given)
        assert not Penalty.objects.exists()


def test_somebody_of_another_event_and_house_players_get_none(running: Tournament) -> None:
    other = make_event(field=2)
    all_refused(
        not_of_event=(
            lambda: penalties.give(
                tournament=running, actor=running.owner, player=player(other), kind="note", infraction="x"
            ),
            lambda: penalties.revoke(tournament=other, actor=other.owner, penalty=give(running), note="x"),
        ),
    )
    riichi, _ = published(make_table_event, field=7)
    house = Player.objects.get(tournament=riichi, house=True)
    with refused("house_player"):
        penalties.give(tournament=riichi, actor=riichi.owner, player=house, kind="note", infraction="x")


def test_what_is_left_to_do_is_said_and_not_done(running: Tournament) -> None:
    steps: list[tuple[str, dict[str, Any], str]] = [
        ("caution", {"round_number": 1}, ""),
        ("match_loss", {"round_number": 1}, "result"),
        ("game_loss", {"round_number": 1}, "result"),
        ("match_loss", {}, ""),
        ("disqualification", {}, "withdraw"),
    ]
    for kind, where, step in steps:
        given_now = give(running, kind=kind, **where)
        assert {row.penalty: row.next_step for row in selectors.rows(running)}[given_now] == step
    assert player(running).left_after_round is None
    assert player(running).seats.get().match.result is None


def test_the_list_is_searched_by_words_kind_player_and_round(running: Tournament) -> None:
    give(running, 1, infraction="Phone rang", round_number=1)
    give(running, 2, kind="warning", infraction="Late")
    give(running, 3, kind="note", infraction="Asked for the phone rule")

    def found(**wanted: Any) -> list[int]:
        return [row.player.number for row in selectors.search(running, **wanted)]

    assert found() == [3, 2, 1]
    assert found(words="phone") == [3, 1]
    assert found(words="player 2") == [2]
    assert found(kind="warning") == [2]
    assert found(player=3) == [3]
    assert found(round_number=1) == [1]
    assert found(words="nothing like it") == []


def test_a_player_reads_the_own_ones_without_notes_and_signs_are_for_more_than_notes(
    running: Tournament,
) -> None:
    give(running, 1, kind="note")
    kept = give(running, 1, kind="warning")
    penalties.revoke(tournament=running, actor=running.owner, penalty=give(running, 1), note="wrong")
    give(running, 2)
    assert [row.penalty for row in selectors.own(running, player(running))] == [kept]
    assert list(selectors.signs(Tournament.objects.get(pk=running.pk))) == [1, 2]


def test_a_retry_that_overlaps_its_first_attempt_is_no_conflict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have found the table empty; the first one stores while the second one waits."""
    event = make_event(field=4)
    match = table(publish(event))
    waiting = changing

    def first_attempt_comes_before(*args: Any, **named: Any) -> Any:
        monkeypatch.undo()
        enter(event, match, "1-0", seen=None)
        return waiting(*args, **named)

    monkeypatch.setattr(results, "changing", first_attempt_comes_before)
    assert enter(event, match, "1-0", seen=None).result == "1-0"
    assert LogEntry.objects.filter(tournament=event, action=Action.RESULT_ENTERED).count() == 1
