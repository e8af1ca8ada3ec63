"""Events that draw every round from a secret of its own: what is drawn, what is stored, what leaves the house."""

import json
import re
from hashlib import sha256
from typing import Any

import pytest

from pairing.engine.drawn_lots import lots_of_round
from pairing.engine.recheck import recheck
from pairing.formats import document
from pairing.model.lots import DrawnLot
from tests.factories import (
    enter_all,
    import_event,
    make_event,
    make_table_event,
    make_user,
    pair,
    play_round,
    play_rounds,
    publish,
    refused,
)
from tests.tournaments.ahead import shogi
from tests.tournaments.steps import drafted, fresh, played
from tournaments import snapshots
from tournaments.events.services import events
from tournaments.files.services.documents import export_event
from tournaments.history import undo
from tournaments.models import LogEntry, Round, RoundInput, RoundState, Tournament
from tournaments.players.selectors.lots import follow_from_one, seed_rows
from tournaments.rounds.services import rounds

MASTER = "only the event knows this"


def seed(number: int, master: str = MASTER) -> str:
    """`printf '%s' 'MASTER|NUMBER' | sha256sum | cut -c1-32`"""
    return sha256(f"{master}|{number}".encode()).hexdigest()[:32]


def secret_event(**settings: Any) -> Tournament:
    chosen = {"field": 9, "draw_seed": MASTER, "secret_seeds": True, "system": "random_swiss", **settings}
    return make_event(**chosen)


def seeds_of(event: Tournament) -> list[str]:
    return list(event.rounds.order_by("number").values_list("seed", flat=True))


@pytest.fixture
def event() -> Tournament:
    return secret_event()


def test_every_round_is_drawn_from_its_own_seed_and_its_document_knows_no_other(event: Tournament) -> None:
    publish(event, after=2)
    assert seeds_of(event) == [seed(1), seed(2), seed(3)]
    snapshot = snapshots.load(event)
    assert snapshot.draw_seed == seed(4)
    for number in (1, 2, 3):
        drawn = [one for one in lots_of_round(snapshot, number) if isinstance(one, DrawnLot)]
        assert drawn and all(one.text.startswith(f"{seed(number)}|") for one in drawn)
    assert all(check.same for check in recheck(snapshot))
    first, second, *_ = RoundInput.objects.filter(round__tournament=event).order_by("round__number")
    assert (first.document["draw_seed"], second.document["draw_seed"]) == (seed(1), seed(2))
    assert [r["seed"] for r in second.document["rounds"]] == [seed(1)]


def test_a_schedule_and_a_round_robin_are_drawn_once_also_when_the_event_is_opened_again() -> None:
    event = played(2, make_table_event, field=16, draw_seed=MASTER, secret_seeds=True)
    assert seeds_of(event) == [seed(1), seed(1)]
    assert all(check.same for check in recheck(snapshots.load(event)))
    # All rounds of a round robin have the seed of the first: the numbers are known, and nobody meets twice.
    event = secret_event(field=6, system="round_robin", options={"order": "lots"}, rounds_planned=5)
    play_rounds(event, 2)
    events.finish_event(tournament=event, actor=event.owner)
    events.reopen_event(tournament=event, actor=event.owner)
    event.refresh_from_db()
    play_rounds(event, 3)
    assert set(seeds_of(event)) == {seed(1)}
    assert [row.seed for row in seed_rows(event)] == [seed(1)] * 5
    met = [frozenset(m.seats) for r in snapshots.load(event).rounds for m in r.matches]
    assert len(met) == len(set(met)) == 15


def test_the_same_draw_comes_again_and_a_publication_taken_back_keeps_its_seed(event: Tournament) -> None:
    one = pair(event)
    tables = list(one.seats.order_by("match__table", "position").values_list("player_id", flat=True))
    rounds.discard_draft(tournament=event, actor=event.owner, round_=one)
    other = pair(event)
    assert tables == list(
        other.seats.order_by("match__table", "position").values_list("player_id", flat=True)
    )
    rounds.publish(tournament=event, actor=event.owner, round_=other)
    undo.undo_last_step(tournament=event, actor=event.owner)
    draft = Round.objects.get(tournament=event)
    assert (draft.state, draft.seed) == (RoundState.DRAFT, seed(1))
    enter_all(rounds.publish(tournament=event, actor=event.owner, round_=draft))
    assert snapshots.load(event).rounds[0].seed == seed(1)


@pytest.mark.parametrize("finished", [False, True])
def test_an_export_can_be_checked_and_tells_nothing_of_the_rounds_to_come(
    event: Tournament, finished: bool
) -> None:
    play_rounds(event, 3)
    pair(event)
    assert export_event(event, drafts=True)["rounds"][3].keys() == {"number", "status", "matches", "byes"}
    for number in (4, 5):
        assert seed(number) not in json.dumps(export_event(event, drafts=True))
    rounds.discard_draft(tournament=event, actor=event.owner, round_=event.rounds.get(number=4))
    if finished:
        events.finish_event(tournament=event, actor=event.owner)
    for drafts in (False, True):
        data = export_event(event, drafts=drafts)
        assert [r["seed"] for r in data["rounds"]] == [seed(1), seed(2), seed(3)]
        assert MASTER not in json.dumps(data)
        assert ("draw_seed" in data) == finished
        # An outsider's document has no draw seed at all.
        outside = {name: value for name, value in data.items() if name != "draw_seed"}
        assert all(check.same for check in recheck(document.load(outside)))


def test_an_export_goes_out_and_in_with_the_seeds_that_have_been_shown(event: Tournament) -> None:
    play_rounds(event, 2)
    data = export_event(event)
    copy = import_event(document_data=data, owner=event.owner)
    assert seeds_of(copy) == [seed(1), seed(2)]
    assert {**export_event(copy), "draw_seed": ""} == {**data, "draw_seed": ""}
    assert all(check.same for check in recheck(snapshots.load(copy)))
    play_round(copy)
    # Nobody can have known what the copy goes on with.
    assert seeds_of(copy) == [seed(1), seed(2), copy.draw_seed]
    assert copy.draw_seed not in (MASTER, seed(3))
    assert all(check.same for check in recheck(snapshots.load(copy)))


def test_a_document_that_tells_the_seed_of_the_next_round_goes_in_as_before(event: Tournament) -> None:
    """As documents of secret events were written until their seeds were kept."""
    play_rounds(event, 2)
    told = {**export_event(event), "draw_seed": seed(3)}
    copy = import_event(document_data=told, owner=event.owner)
    play_round(copy)
    assert seeds_of(copy) == [seed(1), seed(2), seed(3)]


def test_the_seed_all_rounds_are_drawn_with_stays_in_the_document() -> None:
    """It was shown with the first round, so pairing the document gives the rounds to come as the desk does."""
    event = secret_event(field=6, system="round_robin", options={"order": "lots"}, rounds_planned=5)
    assert "draw_seed" not in export_event(event)
    play_round(event)
    assert export_event(event)["draw_seed"] == seed(1)


def test_a_round_paired_ahead_is_left_out_with_its_seed() -> None:
    event = played(2, shogi, rounds_planned=6, draw_seed=MASTER, secret_seeds=True)
    publish(event)
    publish(event)
    assert event.rounds.filter(state=RoundState.PUBLISHED).count() == 2
    data = export_event(event)
    assert [r["seed"] for r in data["rounds"]] == [seed(1), seed(2), seed(3)]
    assert data["draw_seed"] == seed(4)  # shown: pairing the document gives round 4 again


def test_an_event_without_secrets_is_as_it_was_also_when_it_is_opened_again() -> None:
    event = played(2, field=8, draw_seed="open")
    assert seeds_of(event) == ["open", "open"]
    data = export_event(event)
    assert data["draw_seed"] == "open"
    assert not any("seed" in r for r in data["rounds"])
    events.finish_event(tournament=event, actor=event.owner)
    events.reopen_event(tournament=event, actor=event.owner)
    assert fresh(event).draw_seed == "open"


def test_a_seed_that_was_to_be_seen_is_no_secret() -> None:
    event = make_event(field=4, draw_seed="seen by the staff")
    events.update_event(tournament=event, actor=event.owner, secret_seeds=True, draw_seed="seen by the staff")
    assert event.secret_seeds and event.draw_seed != "seen by the staff"
    other = make_event(field=4, draw_seed="seen by the staff")
    events.update_event(tournament=other, actor=other.owner, secret_seeds=True)
    assert other.draw_seed not in ("seen by the staff", event.draw_seed)
    third = make_event(field=4, draw_seed="seen by the staff")
    events.update_event(tournament=third, actor=third.owner, secret_seeds=True, draw_seed=MASTER)
    assert third.draw_seed.startswith(f"{MASTER}-")


@pytest.mark.parametrize("word", ["2026", "lucky"])
def test_a_typed_word_is_not_found_from_the_hashes(word: str) -> None:
    """Whoever tries words gets no hash of the next round, neither of a new event nor of one that changed its seed."""
    owner = make_user()
    chosen: dict[str, Any] = {
        "name": "A",
        "system": "random_swiss",
        "rounds_planned": 3,
        "secret_seeds": True,
    }
    event = events.create_event(owner=owner, draw_seed=word, **chosen)
    made = event.draw_seed
    events.update_event(tournament=event, actor=owner, draw_seed=word)
    for master in (made, event.draw_seed):
        assert re.fullmatch(f"{word}-[0-9a-f]{{32}}", master)
    assert made != event.draw_seed
    assert seed_rows(event)[0].hash == sha256(seed(1, event.draw_seed).encode()).hexdigest()
    with refused("too_long", limit=87):
        events.update_event(tournament=event, actor=owner, draw_seed=88 * "x")


def test_an_event_opened_again_has_another_secret() -> None:
    """The old one has been shown: whoever has seen it could compute the draw of the rounds to come."""
    event = secret_event(rounds_planned=9)
    play_rounds(event, 2)
    events.finish_event(tournament=event, actor=event.owner)
    events.reopen_event(tournament=event, actor=event.owner)
    event.refresh_from_db()
    assert event.draw_seed != MASTER and snapshots.load(event).draw_seed == seed(3, event.draw_seed)
    play_round(event)
    assert seeds_of(event) == [seed(1), seed(2), seed(3, event.draw_seed)]
    assert all(check.same for check in recheck(snapshots.load(event)))
    assert not follow_from_one(event)
    [line] = LogEntry.objects.filter(tournament=event, action="event_reopened")
    assert event.draw_seed not in json.dumps([line.before, line.after])


def test_the_log_does_not_tell_and_it_is_settled_with_the_first_pairing(event: Tournament) -> None:
    events.update_event(tournament=event, actor=event.owner, draw_seed="another secret")
    logged = json.dumps(list(LogEntry.objects.filter(tournament=event).values_list("before", "after")))
    assert MASTER not in logged and "another secret" not in logged
    assert sha256(MASTER.encode()).hexdigest() in logged
    pair(event)
    for change in ({"secret_seeds": False}, {"draw_seed": "another"}):
        with refused("fixed_after_pairing"):
            events.update_event(tournament=event, actor=event.owner, **change)
    event.refresh_from_db()
    assert event.secret_seeds and event.draw_seed.startswith("another secret-")
    plain, _ = drafted(field=4)
    with refused("fixed_after_pairing"):
        events.update_event(tournament=plain, actor=plain.owner, secret_seeds=True)
