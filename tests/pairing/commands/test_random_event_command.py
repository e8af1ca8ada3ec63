"""`manage.py random_event`: what is asked for is in the event, and `recheck` finds every round as the rules have it."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pairing.formats import document
from pairing.model.types import FOUR, ByeKind
from pairing.simulation.random_event import Wish, random_event
from pairing.systems import SYSTEMS, seats_of
from tests.pairing.calls import answer, refusal, run

SWISS = ("monrad", "random_swiss", "wcsc", "dutch", "tiered", "mahjong_swiss")
COMING_AND_GOING = ("--late", "2", "--withdrawn", "2", "--byes", "5", "--forfeits", "10")


def asked(system: str, players: int, rounds: int, seed: int, *more: str) -> list[str]:
    given = {"system": system, "players": players, "rounds": rounds, "seed": seed}
    return [
        "random_event",
        *(word for name, value in given.items() for word in (f"--{name}", str(value))),
        *more,
    ]


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_plays_an_event_that_is_the_same_for_the_same_seed(system: str, tmp_path: Path) -> None:
    more = COMING_AND_GOING if system in SWISS else ()
    data = answer(*asked(system, 16, 3, 5, *more))
    assert answer(*asked(system, 16, 3, 5, *more)) == data != answer(*asked(system, 16, 3, 6, *more))
    event = document.load(data)
    assert (event.system, len(event.rounds)) == (system, 3)
    assert sum(not one.house for one in event.entrants) == 16
    if more:
        assert sum(one.joined_round > 1 for one in event.entrants) == 2
        assert sum((one.left_after_round or 3) < 3 for one in event.entrants) == 2
    if seats_of(system) == FOUR:
        assert all(match.scores for round_ in event.rounds for match in round_.matches)


@pytest.mark.parametrize(
    ("players", "rounds", "seed", "more"),
    [
        (6, 3, 1, ()),
        (21, 7, 5, ("--accelerated", *COMING_AND_GOING)),
        (41, 7, 2, ("--accelerated", *COMING_AND_GOING)),
    ],
)
def test_a_report_of_a_dutch_event_is_found_correct(
    players: int, rounds: int, seed: int, more: tuple[str, ...], tmp_path: Path
) -> None:
    """FIDE Handbook C.04.A, A.4 and A.5: the checker agrees with the generator."""
    done = run(*asked("dutch", players, rounds, seed, *more, "--format", "trf"))
    path = tmp_path / "event.trf"
    path.write_bytes(done.stdout)
    found = answer("recheck", str(path))
    assert found == {"same": True, "rounds": [{"round": n, "same": True} for n in range(1, rounds + 1)]}


def test_results_are_those_that_ratings_make_one_expect() -> None:
    """FIDE Rating Regulations 8.1.2, the table of expected scores."""
    event = random_event(Wish("dutch", 400, 9, 1, draws=33, forfeits=10, byes=3))
    rating = {one.id: one.rating or 0 for one in event.entrants}
    matches = [match for round_ in event.rounds for match in round_.matches]
    seen = Counter(match.result for match in matches)
    forfeits = seen["+--"] + seen["--+"]
    assert 0.07 < forfeits / len(matches) < 0.13
    apart = [
        m
        for m in matches
        if abs(rating[m.seats[0]] - rating[m.seats[1]]) > 400 and m.result in ("1-0", "0-1")
    ]
    upsets = sum((rating[m.seats[0]] > rating[m.seats[1]]) == (m.result == "0-1") for m in apart)
    assert upsets / len(apart) < 0.09  # 8.1.2: beyond 391 points 0.92 of the points are expected
    assert 0.2 < seen["1/2-1/2"] / len(matches) < 0.33
    kinds = {bye.kind for round_ in event.rounds for bye in round_.byes}
    assert {ByeKind.HALF, ByeKind.ZERO} <= kinds


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (asked("chess", 8, 3, 1), "--system"),
        (asked("dutch", 1, 3, 1), "from 2 to"),
        (asked("dutch", 8, 3, 1, "--draws", "101"), "from 0 to 100"),
        (asked("dutch", 8, 3, 1, "--late", "5", "--withdrawn", "4"), "more than there are players"),
        (asked("dutch", 8, 1, 1, "--late", "1"), "two rounds or more"),
        (asked("monrad", 8, 3, 1, "--accelerated"), "acceleration"),
        (asked("mahjong_swiss", 8, 2, 1, "--format", "trf"), "matches of two only"),
    ],
)  # fmt: skip
def test_a_wrong_call_is_one_clear_line(words: list[str], said: Any) -> None:
    assert said in refusal(*words)


def test_rounds_that_cannot_be_paired_are_no_event() -> None:
    done = run(*asked("dutch", 4, 9, 1))
    assert (done.returncode, done.stdout) == (3, b"")
    assert done.stderr.count(b"\n") == 1


def test_the_event_of_the_readme_can_be_paired_and_repaired(tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    file.write_text(run(*asked("dutch", 8, 2, 1, "--planned", "3")).stdout.decode())
    plan = answer("pair", str(file))
    assert (plan["round"], len(plan["matches"])) == (3, 4)
    said = " ".join(sentence for match in plan["matches"] for sentence in match["why"])
    assert "1 Player 1" in said  # the name beside the number
    file.write_text(run(*asked("dutch", 8, 2, 1, "--planned", "3", "--open-round")).stdout.decode())
    assert answer("repair", str(file), "--gone", "1")["round"] == 2
    assert "--planned" in refusal(*asked("dutch", 8, 2, 1, "--planned", "1"))
    file.write_text(run(*asked("dutch", 8, 2, 1)).stdout.decode())
    assert refusal("pair", str(file)).endswith("Plan more rounds to continue.")  # without (Settings)


@pytest.mark.parametrize("command", ["pair", "standings", "random_event", "simulate", "seating"])
def test_help_lists_what_can_be_named_before_the_options(command: str) -> None:
    text = " ".join(run(command, "--help").stdout.decode().split())
    ours = text[: text.index("options:")]
    assert "3: no legal pairing exists" in ours and f"example: manage.py {command} " in ours
    assert ("round_robin, mahjong_schedule" in ours) == (command != "seating")
    assert ("BH, FB, AOB" in ours) == (command in ("standings", "simulate"))


@pytest.mark.parametrize("system", ["monrad", "bracket", "round_robin"])
def test_a_hall_with_few_tables_has_its_moments_and_every_call_comes_out_again(
    system: str, tmp_path: Path
) -> None:
    more = COMING_AND_GOING if system == "monrad" else ()
    data = answer(*asked(system, 16, 3, 5, *more, "--tables", "3"))
    plain = answer(*asked(system, 16, 3, 5, *more))
    assert {**data, "moments": [], "started_at": ""} == {**plain, "moments": [], "started_at": ""}
    path = tmp_path / "event.json"
    path.write_text(json.dumps(data))
    checked = answer("recheck", str(path))["queue"]
    played = sum(len(round_["matches"]) for round_ in data["rounds"])
    assert sum(len(moment.get("calls", ())) for moment in data["moments"]) == played
    assert checked["same"] and not any("late" in call or "unsure" in call for call in checked["calls"])


def test_the_queue_of_an_open_round_can_be_decided(tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    path.write_text(json.dumps(answer(*asked("monrad", 16, 3, 5, "--tables", "3", "--open-round"))))
    assert {call["table"] for call in answer("decide", str(path))["calls"]} == {1, 2, 3}
    assert "--tables" in refusal(*asked("mahjong_swiss", 16, 3, 5, "--tables", "3"))
