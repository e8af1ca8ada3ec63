"""`manage.py simulate` as outsiders call it: published figures, exact cases, refusals before anything is played."""

import csv
import json
import os
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from jsonschema_rs import Draft202012Validator

from pairing.engine.standings import rank
from pairing.model.schema import DocumentError, schema
from pairing.model.types import Scoring
from pairing.simulation import Arithmetic, Configuration, chains
from pairing.simulation.reference.tournament import play
from research import simulation

pytestmark = pytest.mark.usefixtures("kernels_compiled")

ROOT = next(folder for folder in Path(__file__).parents if (folder / "manage.py").exists())
VECTORS = sorted((ROOT / "tests" / "vectors" / "simulation").glob("*.json"))
ERRORS, ROUNDING = 4, 0.005  # standard errors of both sides, and what the print may be rounded by

SMALL = {
    "format": "pairwright-simulation/1", "players": 8, "rounds": 3, "runs": 40, "seed": 7,
    "strength": {"model": "arithmetic", "first": 4, "step": 1}, "outcome": {"model": "odds", "draw": 0.2},
    "pairing": "random_swiss", "cut": 2, "chains": [["solkoff"], [{"name": "omw", "floor": 0.25}, "BH:cut=1"]],
}  # fmt: skip


@pytest.fixture
def simulate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """The command on a document: what it prints."""

    def run(document: dict[str, Any], *words: str) -> str:
        path = tmp_path / "spec.json"
        path.write_text(json.dumps(document))
        call_command("simulate", str(path), *words)
        return capsys.readouterr().out

    return run


def of_two(weaker: int, stronger: int, **changes: Any) -> dict[str, Any]:
    """A single match, played often."""
    field = {"players": 2, "rounds": 1, "cut": 1, "strength": {"model": "list", "values": [weaker, stronger]}}
    return {**SMALL, **field, "runs": 4000, "chains": [["solkoff"]], "outcome": {"model": "odds"}, **changes}


def check(found: dict[str, Any], runs: int, table: dict[str, Any], printed_runs: int) -> int:
    """One row of a printed table beside ours; how many numbers that were."""
    compared = 0
    for measure, numbers in table.items():
        ours = found[measure]
        for name, printed in numbers.items():
            spread = ours["sd"] if name == "mean" else ours["sd"] / sqrt(2)
            error = spread * sqrt(1 / runs + 1 / printed_runs)
            assert abs(ours[name] - printed) <= ERRORS * error + ROUNDING, (measure, name)
            compared += 1
        assert ours["se"] == pytest.approx(ours["sd"] / sqrt(runs))
    return compared


@pytest.mark.parametrize("runs", [2000, pytest.param(100_000, marks=pytest.mark.sweep)])
@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_the_printed_tables_come_out_within_their_standard_errors(
    simulate: Any, path: Path, runs: int
) -> None:
    vector = json.loads(path.read_text(encoding="utf-8"))
    found = json.loads(simulate({**vector["spec"], "runs": runs}))
    Draft202012Validator(dict(schema(simulation.ANSWER))).validate(found)
    assert (found["runs"], found["seed"]) == (runs, vector["spec"]["seed"])
    expected = vector["expected"]
    rows = [(found["baseline"], expected["baseline"])]
    rows += zip(found["chains"], expected["chains"], strict=True)
    compared = 0
    for ours, printed in rows:
        assert ours.get("chain") == printed.pop("chain", None)
        for table in printed.values():
            compared += check(ours, runs, table, vector["runs_of_the_source"])
    assert compared == 2 + 5 * 2 + 5 * 5


def test_workers_and_their_number_change_nothing(simulate: Any) -> None:
    threads = {**SMALL, "runs": 12_000, "chains": [["solkoff", "wins"], ["median"]]}
    for document in (threads, SMALL):  # SMALL has a tie-break without a kernel: that is played by processes
        alone = simulate(document)
        assert simulate(document, "--workers", "2") == alone == simulate(document, "--workers=1")
    assert simulate({**threads, "seed": 8}) != simulate(threads)


def test_options_of_the_system_count(simulate: Any) -> None:
    by_rating = {**SMALL, "pairing": "monrad", "options": {"order": "rating"}, "runs": 3}
    assert simulate(by_rating) != simulate({**by_rating, "options": {}})


@pytest.mark.parametrize(
    ("document", "share"),
    [
        (of_two(1, 3), 1 / 4),
        (of_two(1, 3, outcome={"model": "odds", "draw": 0.5}), 1 / 8),
        (of_two(1, 3, outcome={"model": "deterministic"}), 0),
        (of_two(1100, 1500, outcome={"model": "elo"}), 1 / 11),
        (of_two(-200, 200, outcome={"model": "elo"}), 1 / 11),
        (of_two(1, 3, strength={"model": "arithmetic", "first": 1, "step": 2}), 1 / 4),
        (of_two(1, 3, outcome={"model": "odds", "draw": 1}), 0),
    ],
)
def test_the_weaker_of_two_comes_first_as_often_as_the_model_says(
    simulate: Any, document: dict[str, Any], share: float
) -> None:
    found = json.loads(simulate(document))["baseline"]
    for name in ("inversions", "cut_inversions"):
        error = sqrt(share * (1 - share) / document["runs"])
        assert abs(found[name]["mean"] - share) <= ERRORS * error
        assert found[name]["se"] == pytest.approx(error, rel=0.1, abs=1e-12)


def test_who_is_left_equal_is_counted_in_pairs(simulate: Any) -> None:
    # Everybody leaves after the first round: two winners, two losers, and nobody of them is told apart by wins.
    field = {"players": 4, "rounds": 3, "dropout": 1, "outcome": {"model": "deterministic"}}
    found = json.loads(simulate({**SMALL, **field, "chains": [["wins"]]}))
    assert found["chains"][0]["ties"] == {"mean": 2.0, "sd": 0.0, "se": 0.0}
    # Nothing but draws: all four are equal.
    field = {"players": 4, "rounds": 3, "outcome": {"model": "odds", "draw": 1}}
    found = json.loads(simulate({**SMALL, **field, "chains": [["solkoff"]]}))
    assert found["chains"][0]["ties"] == {"mean": 6.0, "sd": 0.0, "se": 0.0}
    assert found["chains"][0]["inversions"] == {"mean": 0.0, "sd": 0.0, "se": 0.0}
    # A lot puts every second of the six pairs in the wrong order; four of them have one of the two in the cut.
    assert found["chains"][0]["inversions_by_lot"] == {"mean": 3.0, "sd": 0.0, "se": 0.0}
    assert found["baseline"]["cut_inversions_by_lot"] == {"mean": 2.0, "sd": 0.0, "se": 0.0}


def test_a_list_of_sizes_gives_a_list_of_answers_and_points_and_sums_count(
    simulate: Any, tmp_path: Path
) -> None:
    summed = [{"sum": [["solkoff", 1], ["sonneborn_berger", 0.5]]}]
    document = {**SMALL, "scoring": {"win": 3, "draw": 1, "bye": 3}, "chains": [summed, ["BH:cut=1"]]}
    path = tmp_path / "rows.csv"
    found = json.loads(simulate({**document, "players": [8, 5]}, "--rows", str(path)))
    for players, one in zip((8, 5), found, strict=True):
        Draft202012Validator(dict(schema(simulation.ANSWER))).validate(one)
        assert one == {"players": players, **json.loads(simulate({**document, "players": players}))}
    assert found[0]["chains"][0]["chain"] == summed
    usual = json.loads(simulate({**document, "scoring": {}}))
    assert usual["baseline"] != found[0]["baseline"]
    rows = list(csv.DictReader(path.read_text().splitlines()))
    assert len(rows) == 2 * 40 * 3
    mine = [row for row in rows if row["players"] == "8" and row["tiebreaks"] == "BH:cut=1"]
    for name in ("inversions", "inversions_by_lot", "cut_inversions_by_lot", "ties"):
        mean = sum(float(row[name]) for row in mine) / 40
        assert mean == pytest.approx(found[0]["chains"][1][name]["mean"]), name


def test_a_weighted_sum_is_what_it_says() -> None:
    """By the values of the single tie-breaks, added by hand, in an event with draws and byes."""
    chain = chains(["solkoff"], ["BH:cut=1"], ["wins"])
    summed = chains([{"sum": [["solkoff", 1], ["BH:cut=1", 0.5], ["wins", -2]]}])[0]
    event = play(Configuration(Arithmetic(9), 4, draw=0.4, cut=2, scoring=Scoring(300, 100, 0, 300)), 5, 1)
    single = [
        {line.player: line.tiebreaks[0].value for line in rank(replace(event, tiebreaks=c))} for c in chain
    ]
    for line in rank(replace(event, tiebreaks=summed)):
        solkoff, cut, wins = (values[line.player] for values in single)
        assert line.tiebreaks[0].value == Fraction(2 * solkoff + cut, 200) - 2 * wins


def test_a_normal_field_is_one_list_for_all_seeds_of_the_runs() -> None:
    normal = {"model": "normal", "mean": 1500, "sd": 300, "rounded": True}
    one, other, third = (
        simulation.load({**SMALL, "seed": seed, "strength": strength}).configurations[0].strengths
        for seed, strength in ((1, normal), (2, normal), (1, {**normal, "seed": 5}))
    )
    assert one == other != third and all(isinstance(value, int) for value in one)


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"format": "pairwright-event/1"}, 'format: "pairwright-event/1" is not possible here; it must be "pairwright-sim'),
    ({"players": -4}, "players: -4 is too small; choose 2 to 1024"),
    ({"players": 7.5}, "players: 7.5 is not possible here; it must be a whole number"),
    ({"players": 7, "rounds": 8}, "rounds: give a whole number from 1 to 7"),
    ({"runs": 10_000_000}, "runs: 10000000 is too large; choose 2 to 1000000"),
    ({"runs": 1}, "runs: 1 is too small"),
    ({"players": 1000, "rounds": 20, "runs": 1_000_000, "chains": [["wins"]]}, "leaves 50000 runs"),
    ({"players": 64, "rounds": 5, "runs": 1_000_000, "pairing": "monrad", "chains": [["wins"]]}, "156250 runs"),
    ({"players": 64, "rounds": 5, "runs": 1_000_000, "pairing": "tiered"}, "runs: 64 players, 5 rounds and 1"),
    ({"seed": -1}, "seed: -1 is too small"),
    ({"cut": 9}, "cut: give a whole number from 1 to 8"),
    ({"strength": {"model": "weibull"}}, 'strength.model: "weibull" is not possible here; choose from "arithmetic"'),
    ({"strength": {"model": "arithmetic", "first": 4}}, 'strength: "step" is missing'),
    ({"strength": {"model": "list", "values": [3, 2, 1]}}, "strength.values: 3 strengths; give one for each of 8"),
    ({"strength": {"model": "list", "values": [0] * 8}}, "strength.values: give a whole number from 1 to"),
    ({"strength": {"model": "list", "values": [1] * 8, "mean": 3}}, 'strength: unknown: "mean"; choose from model'),
    ({"strength": {"model": "normal", "mean": 9, "sd": 0}}, "strength.sd: 0 is too small"),
    ({"strength": {"model": "normal", "mean": 9, "sd": 2, "rounded": False}}, "strength.rounded: false"),
    ({"outcome": {"model": "coin"}}, 'outcome.model: "coin" is not possible here; choose from "odds", "deterministic"'),
    ({"outcome": {"model": "odds", "draw": 1.01}}, "outcome.draw: 1.01 is too large; choose 0 to 1"),
    ({"dropout": -0.05}, "dropout: -0.05 is too small; choose 0 to 1"),
    ({"pairing": "nope"}, "pairing: nope is not known; allowed are monrad, monrad_rank, random_swiss"),
    ({"pairing": "mahjong_swiss"}, "pairing: mahjong_swiss is not known"),
    ({"options": {"nope": 1}}, "options: Option “nope” is not possible here. Choose from: elimination"),
    ({"chains": [["solkoff"], ["sos"]]}, "chains[1]: sos is not possible here; choose from solkoff, omw"),
    ({"chains": [["firsts"]]}, "chains[0]: firsts: not for 2 at a table"),
    ({"chains": [[{"name": "omw", "floor": 3}]]}, "chains[0]: omw: Option “floor”: 3 is not possible"),
    ({"chains": [["solkoff"]] * 13}, "chains: too many items; at most 12 are allowed"),
    ({"chains": [[]]}, "chains[0]: too few items"),
    ({"chains": [[{"sum": [["solkoff", 0]]}]]}, "chains[0]: sum: a weight is a number from -1000 to 1000"),
    ({"chains": [[{"sum": [["head_to_head", 1]]}]]}, "chains[0]: sum: head_to_head depends on who is tied"),
    ({"chains": [[{"sum": [["sos", 1]]}]]}, "chains[0]: sos is not possible here; choose from solkoff, omw"),
    ({"players": [8, 1]}, "players[1]: 1 is too small; choose 2 to 1024"),
    ({"players": [8, 2]}, "rounds: give a whole number from 1 to 1"),
    ({"scoring": {"win": 0}}, "scoring.win: 0 is too small; choose 0.01 to 10"),
    ({"nope": 1}, 'unknown: "nope"; choose from format, players'),
]  # fmt: skip


@pytest.mark.parametrize(("change", "words"), REFUSED, ids=lambda value: str(value)[:60])
def test_a_wrong_document_is_refused_with_the_place_and_what_is_allowed(
    change: dict[str, Any], words: str
) -> None:
    with pytest.raises(DocumentError) as caught:
        simulation.load({**SMALL, **change})
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "name", ["runs", "seed", "strength", "outcome", "pairing", "cut", "chains", "format"]
)
def test_what_is_missing_is_named(name: str) -> None:
    with pytest.raises(DocumentError, match=f'"{name}" is missing'):
        simulation.load({key: value for key, value in SMALL.items() if key != name})


@pytest.mark.parametrize(
    ("words", "stdin", "refusal"),
    [
        (["-"], json.dumps({**SMALL, "chains": [["sos"]]}), "-: chains[0]: sos is not possible here; choose from"),
        (["nowhere.json"], "", "nowhere.json: cannot be read: No such file"),
        (["-", "--workers", "0"], "", "simulate: argument --workers: give a whole number from 1 to 64"),
    ],
)  # fmt: skip
def test_a_refusal_is_one_line_before_anything_is_loaded_that_compiles(
    words: list[str], stdin: str, refusal: str
) -> None:
    code = (
        "import atexit, sys, manage; sys.argv = ['manage.py', 'simulate', *sys.argv[1:]];"
        "slow = {'numba', 'numpy', 'config.settings', 'django.db.models'};"
        "atexit.register(lambda: print(sorted(slow & set(sys.modules)))); manage.main()"
    )
    clean = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    command = [sys.executable, "-c", code, *words]
    done = subprocess.run(
        command, input=stdin, capture_output=True, text=True, check=False, cwd=ROOT, env=clean
    )
    assert (done.returncode, done.stdout) == (2, "[]\n")
    assert done.stderr.startswith(refusal) and done.stderr.count("\n") == 1
