"""`standings --why A B`: two players compared on the command line, values worked out by hand."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from pairing.engine.places import compare
from pairing.formats import document
from pairing.formats.comparison import comparison_as_text, comparison_to_json, find_player
from pairing.model.errors import PairingError
from pairing.model.schema import schema
from pairing.model.types import Entrant, Snapshot
from pairing.tiebreaks import parse_chain
from tests.pairing.calls import answer, refusal, run
from tests.pairing.events import event
from tests.pairing.mahjong_events import FINALS, QUALIFYING, SEMIS, final, mahjong

# A won both; B and C have a point each. B met A (2) and C (1); C met B (1) and had a bye.
EVENT = event(
    ["A beats B", "C has a bye"], ["B beats C", "A has a bye"], tiebreaks=parse_chain(["solkoff", "wins"])
)


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "event.json"
    path.write_text(json.dumps(document.dump(EVENT)))
    return str(path)


def test_two_players_are_compared_link_by_link(file: str) -> None:
    data = answer("standings", file, "--why", "C", "2")
    Draft202012Validator(dict(schema(document.STANDINGS))).validate(data)
    assert data["after_round"] == 2
    assert [(line["rank"], line["player"]) for line in data["standings"]] == [(3, 3), (2, 2)]
    found = data["comparison"]
    assert (found["by"], found["tiebreak"], found["ahead"]) == ("tiebreak", "solkoff", 2)
    assert [(link["tiebreak"], link["status"]) for link in found["links"]] == [
        ("points", "tied"), ("solkoff", "decides"), ("wins", "unused"),
    ]  # fmt: skip
    assert found["links"][1]["values"] == [
        {"player": 3, "value": 1.0, "combine": "sum", "terms": [
            {"round": 2, "opponent": 2, "value": 1.0, "counted": True},
        ]},
        {"player": 2, "value": 3.0, "combine": "sum", "terms": [
            {"round": 1, "opponent": 1, "value": 2.0, "counted": True},
            {"round": 2, "opponent": 3, "value": 1.0, "counted": True},
        ]},
    ]  # fmt: skip
    bye = found["links"][0]["values"][0]["terms"][0]
    assert bye == {
        "round": 1,
        "opponent": None,
        "value": 1.0,
        "counted": True,
        "note": "bye",
        "reason": "tb_bye",
    }


def test_the_lines_of_both_are_those_of_the_whole_standings(file: str) -> None:
    whole = {line["player"]: line for line in answer("standings", file)["standings"]}
    assert answer("standings", file, "--why", "1", "3")["standings"] == [whole[1], whole[3]]
    earlier = answer("standings", file, "--why", "1", "3", "--after-round", "1", "--tiebreak", "list_order")
    assert [link["tiebreak"] for link in earlier["comparison"]["links"]] == ["points", "list_order"]
    assert earlier["after_round"] == 1


def test_the_same_as_lines_to_read(file: str) -> None:
    text = run("standings", file, "--why", "B", "C", "--text").stdout.decode()
    assert text == TEXT


TEXT = """\
After round 2: B: place 2, C: place 3.
B is ahead by solkoff.

points (tied)
  B: 1
    0  round 1, A
    1  round 2, C
  C: 1
    1  round 1, bye
    0  round 2, B

solkoff (decides)
  B: 3
    2  round 1, A
    1  round 2, C
  C: 1
    1  round 2, B

wins (not needed)
  B: 1
    0  round 1, A
    1  round 2, C
  C: 0
    0  round 1, bye
    0  round 2, B
"""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--why", "A", "Z"), "--why: there is no player Z; give a number of the list, or a whole name"),
        (("--why", "9", "A"), "--why: there is no player 9"),
        (("--why", "A", "1"), "player: choose two different players"),
        (("--why", "A"), "expected 2 arguments"),
        (("--why", "A", "B", "--after-round", "3"), "choose 0 to 2"),
        (("--text",), "--text: give --why A B, too"),
    ],
)
def test_what_cannot_be_compared_is_refused_in_one_line(file: str, words: tuple[str, ...], said: str) -> None:
    assert said in refusal("standings", file, *words)


def test_several_files_answer_a_line_each(file: str) -> None:
    done = run("standings", file, file, "--why", "A", "Z")
    assert [list(json.loads(line)) for line in done.stdout.splitlines()] == [["error"], ["error"]]


def people(*names: str) -> Snapshot:
    return Snapshot(tuple(Entrant(i, name) for i, name in enumerate(names, start=1)))


def test_a_player_is_found_by_number_or_by_a_name_as_it_is_typed() -> None:
    snapshot = people("Søren Ågård", "Bo", "bo", "3")
    assert find_player(snapshot, "soren  AGARD", "--why") == 1
    assert find_player(snapshot, "3", "--why") == 3, "a number is a number of the list first"
    with pytest.raises(PairingError, match="Bo is the name of several; give a number: 2, 3"):
        find_player(snapshot, "Bo", "--why")
    with pytest.raises(PairingError, match="no player Ågård"):
        find_player(snapshot, "Ågård", "--why")
    house = mahjong(["A 42300 B 31200 C 28000 House 18500"])
    with pytest.raises(PairingError, match="no player 4"):
        find_player(house, "4", "--why")


def lines(snapshot: Snapshot, first: int, second: int) -> list[str]:
    text = comparison_as_text(compare(snapshot, first, second), snapshot, len(snapshot.rounds))
    return text.splitlines()


def test_lines_to_read_of_a_shared_place_and_of_values_of_every_unit() -> None:
    """B drew A, whose rating is 1500: a performance of 1500. D is the weaker half of the draw with C, unrated."""
    about = {"A": {"rating": 1500}, "B": {"rating": 1400}}
    snapshot = event(
        ["A draws B", "C draws D"], about=about, tiebreaks=parse_chain(["omw", "list_order", "rating"])
    )
    text = lines(snapshot, 3, 4)
    assert text[1] == "C is ahead by list_order."
    assert "rating (not needed)" in text and "  D: no value" in text
    # The share of a draw is a half.
    assert "    0.5000  round 1, D" in text and "  C: 0.5000 (mean)" in text
    assert "  D: 4" in text, "the place in the list, not its negative"
    shared = event(["A draws B"], tiebreaks=parse_chain(["SB"]))
    assert lines(shared, 1, 2)[1] == "They share the place: tied on every tie-break."


def test_a_cut_value_is_in_brackets_and_a_name_stays_on_its_line() -> None:
    # Points: A 2, B 1, C 0; the median of A leaves out both opponents.
    snapshot = event(
        ["A beats B", "C is absent"], ["A beats C", "B has a bye"], tiebreaks=parse_chain(["median"])
    )
    renamed = Snapshot(
        (Entrant(1, "A\x1b[31m\nB"), Entrant(2, ""), Entrant(3, "C")),
        snapshot.rounds,
        tiebreaks=snapshot.tiebreaks,
    )
    text = lines(renamed, 1, 2)
    assert text[0] == "After round 2: A[31m B: place 1, no. 2: place 2."
    assert any(line.startswith("    [1]  round 1, no. 2") for line in text)


def test_a_final_decides_whatever_the_points() -> None:
    snapshot = final(QUALIFYING, SEMIS, FINALS)
    ids = {e.name: e.id for e in snapshot.entrants}
    text = lines(snapshot, ids["A3"], ids["A2"])
    assert text[1].startswith("A2 is ahead, whatever the points: in a group that comes first")
    data: dict[str, Any] = comparison_to_json(compare(snapshot, ids["A3"], ids["A2"]), 3)
    Draft202012Validator(dict(schema(document.STANDINGS))).validate(data)
    assert (data["comparison"]["by"], data["comparison"]["ahead"]) == ("group", ids["A2"])
    assert "tiebreak" not in data["comparison"]
    assert [line["group"] for line in data["standings"]] == [1, 0]
    left = final(QUALIFYING, SEMIS, about={"B3": {"left_after_round": 2}})
    assert lines(left, ids["B3"], ids["B4"])[1].startswith(
        "B4 is ahead, whatever the points: players who have withdr"
    )
