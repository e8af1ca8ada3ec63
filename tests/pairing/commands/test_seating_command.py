"""`manage.py seating` as outsiders call it."""

import pytest
from jsonschema_rs import Draft202012Validator

from pairing.model.schema import schema
from tests.pairing.calls import answer, refusal, run
from tests.pairing.verify_seating import problems, recount, together


def test_seating_prints_the_promised_document() -> None:
    data = answer("seating", "--players", "24", "--rounds", "6", "--rounds-per-day", "3", "--seed", "5")
    Draft202012Validator(dict(schema("pairwright-seating-1"))).validate(data)
    assert list(data) == ["rounds", "quality", "proven_optimal"]
    assert problems(data["rounds"], 24, 6) == []
    assert data["quality"] == recount(data["rounds"], 3)
    assert (data["quality"]["max_meetings"], data["quality"]["most_opponents"]) == (1, 18)


def test_forbidden_pairs_and_byes_keep_the_document() -> None:
    data = answer("seating", *"--players 30 --rounds 6 --byes --forbid 3,7 --forbid 4,9".split())
    Draft202012Validator(dict(schema("pairwright-seating-1"))).validate(data)
    assert list(data) == ["rounds", "quality", "proven_optimal"]
    assert problems(data["rounds"], 30, 6) == []
    assert together(data["rounds"], [(3, 7), (4, 9)]) == []


def test_what_forbidden_pairs_make_impossible_ends_with_three() -> None:
    done = run("seating", *"--players 8 --rounds 2 --forbid 1,2 --forbid 2,3 --forbid 3,1".split())
    text = done.stderr.decode()
    assert (done.returncode, done.stdout, text.count("\n")) == (3, b"", 1)
    assert text.startswith("seating: 1, 2, 3 are kept apart")


def test_a_search_of_no_seconds_is_allowed() -> None:
    data = answer("seating", "--players", "24", "--rounds", "11", "--seconds", "0")
    assert problems(data["rounds"], 24, 11) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--players 30 --rounds 4", "add 2 house players and ask for 32"),
        ("--players 3 --rounds 4", "players: 3 is not possible here; choose 4 to 400"),
        ("--players 16 --rounds 0", "rounds: 0 is not possible here"),
        ("--players 16 --rounds 4 --rounds-per-day 0", "rounds per day: 0 is not possible here"),
        ("--players 16 --rounds 4 --seconds -1", "--seconds: -1 is not possible here; choose 0 to 3600"),
        ("--players 16 --rounds 4 --seconds nan", "--seconds: nan is not possible here"),
        ("--players sixteen --rounds 4", "--players"),
        ("--players 16 --rounds 4 --seed x", "--seed"),
        ("--players 16 --rounds 4 --forbid 3", "--forbid: 3 is not two numbers such as 3,7"),
        ("--players 16 --rounds 4 --forbid 3,x", "--forbid: 3,x is not two numbers"),
        (
            "--players 16 --rounds 4 --forbid 3,3",
            "pairs kept apart: 3,3 is not a pair of two different players",
        ),
        ("--players 16 --rounds 4 --forbid 3,17", "pairs kept apart: 3,17: there is no player 17"),
        ("--players 16", "--rounds"),
        ("--rounds 4", "--players"),
        ("--players 16 --rounds 4 --colour red", "--colour"),
    ],
)
def test_bad_input_is_refused_in_one_line(words: str, said: str) -> None:
    text = refusal("seating", *words.split())
    assert said in text and text.startswith("seating: ")
