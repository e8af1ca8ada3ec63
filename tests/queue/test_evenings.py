"""Whole evenings: what always holds of them, and that every call comes out again from the document."""

import json
from dataclasses import replace
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from pairing.formats import document
from pairing.model.moments import Moment
from pairing.model.schema import schema
from pairing.model.types import RoundStatus, Snapshot
from pairing.queue.choice import choose
from pairing.queue.moments import known_at, state_at
from pairing.queue.replay import checks_to_json, recheck_calls
from tests.pairing.calls import answer
from tests.queue.evening import Evening
from tests.sweep import sweep_rows

HALLS = [("knock_out", 8, 2), ("knock_out", 13, 3), ("double", 8, 3), ("robin", 7, 3), ("swiss", 12, 4)]
EVENINGS = [
    *((kind, size, tables, 1) for kind, size, tables in HALLS),
    *sweep_rows(*((kind, size, tables, seed) for kind, size, tables in HALLS for seed in range(2, 22))),
]


@pytest.fixture(scope="module")
def double() -> Snapshot:
    return Evening("double", 8, 3, 1).play()


@pytest.mark.parametrize(("kind", "size", "tables", "seed"), EVENINGS)
def test_an_evening_is_played_to_its_end_and_every_call_comes_out_again(
    kind: str, size: int, tables: int, seed: int
) -> None:
    snapshot = Evening(kind, size, tables, seed).play()
    assert all(match.result for round_ in snapshot.rounds for match in round_.matches)
    read = document.load(json.loads(json.dumps(document.dump(snapshot))))
    assert read == snapshot
    checks = recheck_calls(read)
    assert len(checks) > size // 2
    assert [check for check in checks if not check.same or check.late] == []


@pytest.mark.parametrize(("kind", "size", "tables", "seed"), EVENINGS)
def test_at_no_moment_somebody_sits_twice_or_a_table_is_free_for_a_ready_match(
    kind: str, size: int, tables: int, seed: int
) -> None:
    snapshot = Evening(kind, size, tables, seed).play()
    moments = snapshot.moments
    for k in range(3, len(moments) + 1):
        state = state_at(snapshot, moments, k)
        there = [match for match in state.matches if match.state in ("called", "playing")]
        seated = [player for match in there for player in match.players]
        assert len(seated) == len(set(seated))
        assert len({match.table for match in there}) == len(there)
        if k < len(moments) and moments[k].at > moments[k - 1].at:
            assert choose(state) == (), moments[k - 1]


@pytest.mark.parametrize("kind", ["knock_out", "robin", "swiss"])
def test_a_moment_of_a_document_is_the_document_cut_there(kind: str) -> None:
    snapshot = Evening(kind, 8, 3, 3).play()
    moments = snapshot.moments
    for k in range(0, len(moments), 5):
        cut = known_at(snapshot, moments, k)
        assert state_at(snapshot, moments, k) == state_at(cut, moments[:k])


def test_a_document_that_is_still_open_is_read_only_where_it_says_so(double: Snapshot) -> None:
    k = next(
        at for at, moment in enumerate(double.moments) if moment.verb == "ended" and moment.value[0] == 2
    )
    cut = replace(known_at(double, double.moments, k), moments=double.moments[:k])
    rounds = tuple(r for r in cut.rounds if r.matches)
    cut = replace(cut, rounds=rounds)
    data = document.dump(cut)
    assert data["open_from"] == 1
    assert document.load(data) == cut
    data |= {"system": {"name": "monrad"}, "moments": []}
    assert len(document.load(data).rounds) == len(rounds)
    del data["open_from"]
    with pytest.raises(document.DocumentError, match="only the last round may be other than completed"):
        document.load(data)


def test_an_event_without_moments_is_written_as_before(double: Snapshot) -> None:
    plain = document.dump(replace(double, moments=(), started_at=None))
    assert not {"moments", "started_at", "open_from"} & plain.keys()
    assert {round_.status for round_ in double.rounds} == {RoundStatus.COMPLETED}


def other_calls(snapshot: Snapshot, number: int, calls: list[dict[str, Any]]) -> Snapshot:
    """The event with other calls in one of its decisions, and no more moments after it."""
    at = next(at for at, m in enumerate(snapshot.moments) if m.verb == "decision" and m.value == number)
    moment = Moment(snapshot.moments[at].at, "decision", {"decision": number, "calls": calls})
    return replace(snapshot, moments=(*snapshot.moments[:at], moment))


@pytest.mark.parametrize(
    ("calls", "code"),
    [
        ([(1, 1), (2, 2)], "queue_fewer"),
        ([(1, 1), (2, 2), (4, 3)], "queue_not_ready"),
        ([(1, 2), (2, 1), (3, 3)], "queue_other_tables"),
        ([(1, 1), (2, 2), (3, 9)], "queue_not_ready"),
    ],
)
def test_calls_that_are_not_those_of_the_rule_are_worse_in_a_first_thing(
    calls: list[tuple[int, int]], code: str
) -> None:
    evening = Evening("knock_out", 8, 3, 1, quiet=True)
    evening.say(hold=[1, 4])
    evening.say(open_tables=[9])
    evening.say(keep=9, match=[1, 4])
    evening.say(decision=1, calls=[{"match": [1, number], "table": table} for number, table in calls])
    [check] = recheck_calls(replace(evening.snapshot, moments=tuple(evening.moments)))
    assert not check.same
    assert [reason.code for reason in check.why] == [code]


def test_recheck_tells_the_calls_that_differ_and_those_of_the_desk(tmp_path: Any) -> None:
    evening = Evening("knock_out", 8, 2, 1, quiet=True)
    evening.say(desk_call={"match": [1, 4], "table": 2}, because="a train")
    evening.clock = 60
    evening.say(decision=1, calls=[{"match": [1, 2], "table": 1}])
    snapshot = replace(evening.snapshot, moments=tuple(evening.moments))
    path = tmp_path / "event.json"
    path.write_text(json.dumps(document.dump(snapshot)), encoding="utf-8")
    data = answer("recheck", str(path))
    Draft202012Validator(dict(schema("pairwright-recheck-1"))).validate(data)
    desk, decision = data["queue"]["calls"]
    assert (data["queue"]["same"], desk["desk"], desk["same"]) == (False, True, True)
    assert decision["only_planned"] == [{"match": [1, 1], "table": 1}]
    assert (decision["reasons"], decision["late"]) == (["queue_order"], 60)
    assert checks_to_json(recheck_calls(snapshot))["same"] is False


def test_decide_reads_an_event_with_moments(tmp_path: Any, double: Snapshot) -> None:
    evening = Evening("knock_out", 8, 3, 1, quiet=True)
    path = tmp_path / "event.json"
    path.write_text(json.dumps(document.dump(replace(evening.snapshot, moments=tuple(evening.moments)))))
    data = answer("decide", str(path))
    assert [(call["match"], call["table"]) for call in data["calls"]] == [
        ([1, 1], 1),
        ([1, 2], 2),
        ([1, 3], 3),
    ]
    assert {reason for call in data["calls"] for reason in call["reasons"]} == {"queue_order"}


@pytest.mark.parametrize(("kind", "is_hidden"), [("knock_out", True), ("swiss", False)])
def test_a_replay_is_unsure_only_where_a_correction_hides_who_was_to_meet(kind: str, is_hidden: bool) -> None:
    """A result of the bracket that was known then decided who met; one that came later did not, nor one of a Swiss
    round that was published by then.
    """
    snapshot = Evening(kind, 8, 2, 1, quiet=True).play()
    third = [moment for moment in snapshot.moments if moment.verb == "ended"][2]
    correct = Moment(snapshot.moments[-1].at, "correct", {"correct": third.value})
    checks = recheck_calls(replace(snapshot, moments=(*snapshot.moments, correct)))
    decided = [moment for moment in snapshot.moments if moment.verb == "decision"]
    known = [snapshot.moments.index(moment) > snapshot.moments.index(third) for moment in decided]
    assert {True, False} == set(known)
    assert [check.is_unsure for check in checks] == [is_hidden and later for later in known]
