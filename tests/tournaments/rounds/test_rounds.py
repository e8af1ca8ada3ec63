"""A round from draft to completion and back; its tables marked as playing."""

from tests.factories import (
    enter_all,
    make_event,
    pair,
    publish,
    refused,
    state_of,
    table,
)
from tests.tournaments.steps import all_refused, drafted, fresh, played, published
from tournaments.events.selectors.events import pairing_failure
from tournaments.history import undo
from tournaments.models import (
    Action,
    LogEntry,
    Match,
    Round,
    RoundInput,
    RoundState,
    Status,
    Tournament,
)
from tournaments.results.services import results
from tournaments.rounds.services import playing, rounds


def test_pairing_stores_a_draft_with_reasons_and_everything_it_was_made_from() -> None:
    _event, round_ = drafted(field=7)
    assert (round_.number, round_.state, round_.seed, round_.system) == (1, "draft", "test", "monrad")
    assert round_.rule_version
    assert [m.table for m in round_.matches.all()] == [1, 2, 3]
    assert [list(m.seats.values_list("position", flat=True)) for m in round_.matches.all()] == [[0, 1]] * 3
    assert round_.byes.get().kind == "full"
    document = RoundInput.objects.get(round=round_).document
    assert [p["id"] for p in document["players"]] == [1, 2, 3, 4, 5, 6, 7]
    assert document["rounds"] == []
    for match in Match.objects.filter(round=round_):
        assert match.why and all("code" in reason for reason in match.why)


def test_an_impossible_round_is_explained_until_it_is_paired_otherwise() -> None:
    event = played(1, field=2)
    with refused(impossible=True, offers=["allow_rematches"]):
        pair(event)
    stored = pairing_failure(event)
    assert stored is not None
    assert stored.after["impossible"] is True
    assert "allow_rematches" in stored.after["offers"]
    assert Round.objects.count() == 1
    round_ = pair(event, overrides={"allow_rematches": True})
    assert [(r["rule"], sorted(r["players"])) for r in round_.relaxed] == [("rematch", [1, 2])]
    assert round_.options["allow_rematches"] is True
    assert "allow_rematches" not in Tournament.objects.get(pk=event.pk).options
    assert pairing_failure(event) is None


def test_publishing_starts_the_event_and_starting_the_round_is_a_step_of_its_own() -> None:
    event = make_event(field=6)
    assert event.status == Status.SETUP
    round_ = publish(event)
    assert state_of(round_) is RoundState.PUBLISHED
    assert Round.objects.get(pk=round_.pk).published_at is not None
    assert Tournament.objects.get(pk=event.pk).status == Status.RUNNING
    rounds.start(tournament=event, actor=event.owner, round_=round_)
    assert state_of(round_) is RoundState.IN_PROGRESS


def test_a_draft_is_discarded_but_not_completed_and_a_published_round_neither_discarded_nor_published_again() -> (
    None
):
    event, draft = drafted(field=6)
    with refused("wrong_state"):
        rounds.complete(tournament=event, actor=event.owner, round_=draft)
    rounds.discard_draft(tournament=event, actor=event.owner, round_=draft)
    assert not Round.objects.exists() and not Match.objects.exists()
    round_ = publish(event)
    for step in (rounds.discard_draft, rounds.publish):
        with refused("wrong_state", state="published"):
            step(tournament=event, actor=event.owner, round_=round_)
    assert round_.matches.count() == 3


def test_undo_of_many_results_entered_at_once_restores_each() -> None:
    event, round_ = published(field=6)
    results.enter_result(
        tournament=event, actor=event.owner, match=table(round_, 2), result="0-1", games=[1, 2]
    )
    enter_all(round_)
    undo.undo_last_step(tournament=event, actor=event.owner)
    assert [table(round_, n).result for n in (1, 2, 3)] == [None, "0-1", None]
    assert table(round_, 2).games == [1, 2]


def test_a_discarded_draft_comes_back_and_then_goes_with_its_pairing() -> None:
    event, draft = drafted(field=4)
    seats = {m.table: list(m.seats.values_list("player__number", flat=True)) for m in draft.matches.all()}
    made_from = RoundInput.objects.get(round=draft).document
    rounds.discard_draft(tournament=event, actor=event.owner, round_=draft)
    undo.undo_last_step(tournament=event, actor=event.owner)
    back = Round.objects.get(tournament=event)
    assert (back.state, back.seed, back.created_at) == (RoundState.DRAFT, draft.seed, draft.created_at)
    assert seats == {
        m.table: list(m.seats.values_list("player__number", flat=True)) for m in back.matches.all()
    }
    assert RoundInput.objects.get(round=back).document == made_from
    assert undo.undo_last_step(tournament=event, actor=event.owner).action == Action.ROUND_PAIRED
    assert not Round.objects.exists()


# --- tables marked as playing


def mark(event: Tournament, round_: Round, *tables: int, **options: object) -> int:
    wanted = list(tables) or None
    return playing.mark_playing(
        tournament=event,
        actor=event.owner,
        round_=round_,
        tables=wanted,
        **options,  # type: ignore[arg-type]
    )


def marked(round_: Round) -> list[int]:
    rows = Match.objects.filter(round=round_, playing_since__isnull=False)
    return sorted(rows.values_list("table", flat=True))


def test_tables_are_marked_one_by_one_or_all_at_once_and_taken_back() -> None:
    event, round_ = published(field=8)
    assert mark(event, round_, 2, 3) == 2
    assert marked(round_) == [2, 3]
    assert mark(event, round_) == 2
    assert marked(round_) == [1, 2, 3, 4]
    assert mark(event, round_, 4, playing=False) == 1
    assert marked(round_) == [1, 2, 3]
    lines = list(LogEntry.objects.filter(action=Action.TABLES_PLAYING).order_by("id"))
    assert [line.after["tables"] for line in lines] == [[2, 3], [1, 4], [4]]
    assert [line.after["playing"] for line in lines] == [True, True, False]
    since, version = round_.matches.get(table=1).playing_since, event.version
    assert mark(event, round_, 1) == 0
    assert (round_.matches.get(table=1).playing_since, fresh(event).version) == (since, version)


def test_what_cannot_be_marked_is_refused() -> None:
    _event, draft = drafted(field=4)
    other = played(1, field=4)
    for round_ in (draft, other.rounds.get()):
        with refused("wrong_state"):
            mark(round_.tournament, round_, 1)
    third, round_ = published(field=4)
    all_refused(
        no_such_table=lambda: mark(third, round_, 9),
        empty_list=lambda: playing.mark_playing(tournament=third, actor=None, round_=round_, tables=[]),
    )
    assert marked(round_) == []
