"""`manage.py repair` as outsiders call it: what it answers, exit codes, one clear line for bad input."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from pairing.engine import pair
from pairing.formats import document
from pairing.model.schema import DocumentError, schema
from pairing.model.types import Bye, ByeKind, Match, Round, RoundStatus, Snapshot
from pairing.repair.report import SCHEMA, round_to_repair
from tests.pairing.calls import answer, refusal
from tests.pairing.events import event
from tests.pairing.places import DOCS
from tests.pairing.playing import as_round, played, with_round

GAMES = ["A beats E", "B beats F", "C beats G", "D beats H"]


def with_round_two(snapshot: Snapshot, *tables: tuple[int, int], byes: tuple[Bye, ...] = ()) -> Snapshot:
    matches = tuple(Match(number, both) for number, both in enumerate(tables, start=1))
    return with_round(snapshot, Round(2, RoundStatus.PAIRED, matches, byes))


def written(path: Path, snapshot: Snapshot) -> str:
    path.write_text(json.dumps(document.dump(snapshot)), encoding="utf-8")
    return str(path)


@pytest.fixture
def file(tmp_path: Path) -> str:
    snapshot = event(GAMES, system="monrad", players="A B C D E F G H")
    return written(tmp_path / "event.json", with_round_two(snapshot, (1, 2), (3, 4), (5, 6), (7, 8)))


def repairs_of(*words: str, code: int = 0) -> Any:
    data = answer("repair", *words, code=code)
    Draft202012Validator(dict(schema(SCHEMA))).validate(data)
    return data


def test_players_who_are_gone_and_tables_that_stay_are_named(file: str) -> None:
    best = repairs_of(file, "--gone", "2,4", "--most", "2")["repairs"]
    assert len(best) == 2
    assert {tuple(sorted(m["seats"])) for m in best[0]["plan"]["matches"]} == {(1, 3), (5, 6), (7, 8)}
    assert best[0]["broken"] == [1, 2]
    stays = repairs_of(file, "--gone", "2,4", "--frozen", "1, 2")["repairs"][0]
    assert stays["broken"] == [] and len(stays["plan"]["notes"]) == 2


def test_the_bye_of_a_round_that_was_asked_for_stays_one(tmp_path: Path) -> None:
    snapshot = event(GAMES, system="monrad", players="A B C D E F G H")
    half = with_round_two(snapshot, (1, 2), (3, 4), (5, 6), byes=(Bye(7, ByeKind.HALF), Bye(8)))
    best = repairs_of(written(tmp_path / "half.json", half))["repairs"][0]
    assert {(b["player"], b["kind"]) for b in best["plan"]["byes"]} == {(7, "half"), (8, "full")}
    assert best["byes_changed"] == []


def test_waiting_in_a_bracket_is_no_bye_that_was_asked_for() -> None:
    """In double elimination whoever waits has a bye worth nothing; nobody has asked for it."""
    snapshot = event(players="A B C D E F", system="double_elimination")
    snapshot = played(snapshot, rounds=2)
    last = as_round(pair(snapshot))
    assert any(b.kind is ByeKind.ZERO for b in last.byes)
    before, _ = round_to_repair(with_round(snapshot, last))
    assert before.bye_requests == ()


def test_where_nothing_can_be_repaired_the_exit_code_says_so(tmp_path: Path) -> None:
    snapshot = event(
        ["A beats D", "B beats C"], system="bracket", players="A B C D", options={"after_round": 0}
    )
    path = written(tmp_path / "bracket.json", with_round_two(snapshot, (1, 2)))
    assert repairs_of(path)["repairs"][0]["broken"] == []
    text = (
        Path(path).read_text().replace('"seats": [1, 4], "result": "1-0"', '"seats": [1, 4], "result": "0-1"')
    )
    Path(path).write_text(text)
    assert repairs_of(path)["repairs"][0]["plan"]["matches"][0]["seats"] in ([2, 4], [4, 2])
    data = repairs_of(path, "--frozen", "1", code=3)
    assert data["repairs"] == [] and "table 1, which is being played" in data["impossible"]["because"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--frozen", "x"], "--frozen: x: write whole numbers, such as 1,4"),
        (["--frozen", "77"], "frozen: the round has no table 77."),
        (["--gone", "-1"], "--gone"),
        (["--gone", "99"], "--gone: 99 is not in the event or not in the round"),
        (["--most", "0"], "Tables to change: 0 is not possible; choose a whole number from 1 to 20."),
        (["--most", "many"], "--most"),
    ],
)
def test_bad_input_is_one_line_that_names_it(file: str, words: list[str], said: str) -> None:
    assert said in refusal("repair", file, *words)


def test_a_round_that_is_over_or_not_there_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "done.json", event(GAMES, system="monrad", players="A B C D E F G H"))
    assert "rounds: to be repaired, the last round must be paired" in refusal("repair", path)
    with pytest.raises(DocumentError):
        round_to_repair(event(players="A B"))


def test_the_example_in_the_description_is_an_answer() -> None:
    text = (DOCS / "event-format.md").read_text(encoding="utf-8")
    example = text.split("### Repairs")[1].split("```json\n")[1].split("```")[0]
    Draft202012Validator(dict(schema(SCHEMA))).validate(json.loads(example))
