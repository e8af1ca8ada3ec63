"""The published evaluation of the shogi championship's algorithms, and studies of one's own."""

import json
from io import StringIO
from itertools import combinations, permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import call_command

from pairing.model.errors import Impossible, PairingError
from research import spec
from research.correlation import kendall, pearson, spearman
from research.published import (
    ALGORITHMS,
    STRENGTH,
    TEAMS,
    printed_correlations,
    printed_ranks,
)
from research.study import evaluate
from tests.pairing.places import DOCS, SHARED
from tests.sweep import sweep_too

PRINT = SHARED / "seeds" / "002_c9d521626eca4931.txt"
# ---- the published tables ----------------------------------------------------------------------------------------


def print_lines(first_word: str) -> list[list[str]]:
    """The lines of the print whose first word has this beginning, and numbers after it."""
    if not PRINT.is_file():
        pytest.skip(f"the source document {PRINT.name} is not beside this folder")
    lines = [line.split() for line in PRINT.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if len(line) > 9 and line[0].startswith(first_word) and "." not in line[0]]


def test_table_2_1_is_copied_as_printed() -> None:
    lines = [line for team in TEAMS for line in print_lines(team) if line[0] == team and len(line) == 14]
    assert len(lines) == 24
    assert [[int(word) for word in line[2:]] for line in lines] == [
        list(row) for row in zip(*printed_ranks(), strict=True)
    ]


def test_table_3_1_is_copied_as_printed() -> None:
    lines = [line for word in ("swiss", "m-swiss", "tb") for line in print_lines(word) if len(line) == 11]
    copied = [[v for name in "abc" for v in row[name]] for row in printed_correlations(shifted=False) if row]
    assert [[float(word) for word in line[1:10]] for line in lines] == copied


def test_the_three_examples_hold_the_same_teams() -> None:
    assert all(sorted(order) == sorted(TEAMS) for order in STRENGTH.values())
    assert len({tuple(sorted(a.options.items())) for a in ALGORITHMS}) == 12


# ---- measures ----------------------------------------------------------------------------------------------------


MEASURED: list[tuple[Any, list[int], list[int], Any]] = [
    *((measure, [1, 2, 3, 4], [1, 2, 3, 4], 1) for measure in (pearson, spearman, kendall)),
    *((measure, [1, 2, 3, 4], [4, 3, 2, 1], -1) for measure in (pearson, spearman, kendall)),
    *((measure, [1, 2, 3], [7, 7, 7], None) for measure in (pearson, spearman, kendall)),
    *((measure, [1], [1], None) for measure in (pearson, spearman, kendall)),
    # Two pairs of ten differ.
    (kendall, [1, 2, 3, 4, 5], [2, 1, 4, 3, 5], pytest.approx((8 - 2) / 10)),
    # One tie in each list: four of six pairs differ in both, three of them the same way.
    (kendall, [1, 1, 2, 3], [1, 2, 3, 3], pytest.approx(4 / 5)),
    # Pearson looks at the ranks as they are.
    (pearson, [1, 2, 3, 4, 5], [1, 2, 3, 4, 7], pytest.approx(14 / (10 * 21.2) ** 0.5)),
    (spearman, [1, 2, 3, 4, 5], [1, 2, 3, 4, 7], 1),
]


@pytest.mark.parametrize(("measure", "one", "other", "expected"), MEASURED)
def test_measures_of_two_orders(measure: Any, one: list[int], other: list[int], expected: Any) -> None:
    assert measure(one, other) == expected


def test_spearman_is_the_formula_with_squared_differences() -> None:
    for order in permutations(range(1, 6)):
        squares = sum((a - b) ** 2 for a, b in enumerate(order, 1))
        assert spearman([1, 2, 3, 4, 5], order) == pytest.approx(1 - 6 * squares / (5 * 24))


# ---- studies of one's own ----------------------------------------------------------------------------------------

NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]


def study(**changes: Any) -> dict[str, Any]:
    data = {
        "format": "pairwright-study/1",
        "players": NAMES,
        "rounds": 3,
        "strongest_first": ["Flo", "Ann", "Bo", "Cy", "Di", "Ed"],
        "algorithms": [{"name": "variable", "options": {"order": "V"}}, {"system": "monrad"}],
    }
    data |= changes
    return {key: value for key, value in data.items() if value is not None}


def test_any_algorithm_and_field_gives_ranks_and_agreement() -> None:
    loaded = spec.load(study(top=2))
    result = spec.dump(loaded, *evaluate(loaded))
    assert [row["name"] for row in result["algorithms"]] == ["variable", "monrad"]
    for row in result["algorithms"]:
        assert sorted(row["ranks"]) == [1, 2, 3, 4, 5, 6]
        assert [part["best"] for part in row["agreement"]] == [6, 3, 2]
        assert set(row["agreement"][0]) == {"best", "pearson", "spearman", "kendall"}


def results(*lines: str) -> list[dict[str, Any]]:
    """ "Ann Bo 1-0" and so on."""
    return [{"players": line.split()[:2], "result": line.split()[2]} for line in lines]


KNOWN = results("Ann Bo 1-0", "Ann Cy 1-0", "Di Bo 1/2-1/2")


def table(missing: str) -> dict[tuple[int, int], str]:
    return dict(spec.load(study(strongest_first=None, results=KNOWN, missing=missing)).table.results)


def test_missing_matches_as_draws() -> None:
    """Example d of the source."""
    found = table("draw")
    assert len(found) == 15
    assert (found[1, 2], found[1, 3], found[2, 4]) == ("1-0", "1-0", "1/2-1/2")
    assert sum(result == "1/2-1/2" for result in found.values()) == 13


def test_missing_matches_as_wins_of_the_higher_score() -> None:
    """Example e: Ann has 2 points, Bo and Di half a point, the others none; equal points are a draw."""
    found = table("higher_score")
    points = {1: 4, 2: 1, 3: 0, 4: 1, 5: 0, 6: 0}
    for a, b in combinations(points, 2):
        lead = points[a] - points[b]
        assert found[a, b] == ("1-0" if lead > 0 else "0-1" if lead < 0 else "1/2-1/2")


@pytest.mark.parametrize(
    ("changes", "where", "said"),
    [
        ({"format": "pairwright-study/9"}, "format", "pairwright-study/1"),
        ({"players": ["Ann", "Ann"]}, "players", "twice"),
        ({"players": ["Ann"]}, "players", "at least 2"),
        ({"rounds": 6}, "rounds", "no more than 5"),
        ({"rounds": "many"}, "rounds", "whole number"),
        ({"top": 9}, "top", "only 6"),
        ({"strongest_first": None}, "document", "strongest_first or results"),
        ({"results": KNOWN}, "document", "strongest_first or results"),
        ({"strongest_first": NAMES[1:]}, "strongest_first", "every player once"),
        ({"missing": "draw"}, "missing", "belongs to results"),
        ({"strongest_first": None, "results": KNOWN}, "results", "Ann and Di"),
        (
            {"strongest_first": None, "results": results("Ann Zed 1-0")},
            "results[0].players",
            "Zed is not one of the players",
        ),
        (
            {"strongest_first": None, "results": results("Bo Bo 1-0")},
            "results[0].players",
            "no one plays against themselves",
        ),
        (
            {"strongest_first": None, "results": results("Ann Bo 1-0", "Bo Ann 1-0")},
            "results[1].players",
            "twice",
        ),
        ({"strongest_first": None, "results": results("Ann Bo 2-0")}, "results[0].result", '"1-0"'),
        ({"algorithms": []}, "algorithms", "at least 1"),
        ({"algorithms": [{"system": "guesswork"}]}, "algorithms[0]", "Choose from: monrad"),
        ({"algorithms": [{"options": {"order": "Z"}}]}, "algorithms[0]", "allowed: F, V"),
        ({"algorithms": [{"options": {"colour": 1}}]}, "algorithms[0]", "colour"),
        ({"tiebreaks": ["luck"]}, "tiebreaks", "luck"),
        ({"surprise": 1}, "document", "surprise"),
    ],
)
def test_a_bad_study_is_refused_by_place(changes: dict[str, Any], where: str, said: str) -> None:
    with pytest.raises(PairingError) as caught:
        spec.load(study(**changes))
    assert str(caught.value).startswith(where)
    assert said in str(caught.value)


# ---- the command -------------------------------------------------------------------------------------------------


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("study", "wcsc", *arguments, stdout=out, stderr=out)
    return out.getvalue()


def test_the_command_prints_both_tables_beside_the_print() -> None:
    text = run()
    assert "288 of 288 as printed" in text
    assert "33 of 33 as printed" in text


@pytest.mark.parametrize("search", ["paper", *sweep_too("exact")])
def test_the_command_prints_json(search: str) -> None:
    data = json.loads(run("--json", "--search", search))
    assert [row["ranks"] for row in data["examples"]["a"]["algorithms"]] == data["printed"]["table_2_1"]
    assert set(data["examples"]) == set("abc")


def test_the_command_follows_a_study_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "study.json"
    file.write_text(json.dumps(study()), encoding="utf-8")
    assert json.loads(run(str(file), "--json"))["round_robin"] == [2, 3, 4, 5, 6, 1]
    assert "Agreement with the round robin" in run(str(file))


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("{", 2, "not JSON"),
        (json.dumps(study(rounds=0)), 2, "rounds: 0 is too small"),
        (json.dumps(study(players=NAMES[:2], strongest_first=NAMES[:2], rounds=2)), 2, "no more than 1"),
    ],
)
def test_the_command_refuses_in_one_line(tmp_path: Path, text: str, code: int, said: str) -> None:
    file = tmp_path / "study.json"
    file.write_text(text, encoding="utf-8")
    out = StringIO()
    with pytest.raises(SystemExit) as caught:
        call_command("study", "wcsc", str(file), stderr=out)
    assert caught.value.code == code
    assert said in out.getvalue()
    assert len(out.getvalue().strip().splitlines()) == 1


def test_an_algorithm_that_runs_out_of_pairings_says_so() -> None:
    """Six players, five rounds: a pairing system that looks one round ahead may paint itself into a corner."""
    for seed in range(200):
        loaded = spec.load(study(rounds=5, strongest_first=Random(seed).sample(NAMES, 6)))
        try:
            evaluate(loaded)
        except Impossible as impossible:
            assert "cannot be paired" in str(impossible)
            return
    pytest.fail("every study came to its end")


def test_the_example_in_the_description_is_a_study() -> None:
    text = (DOCS / "studies" / "wcsc.md").read_text(encoding="utf-8")
    example_text = text[text.index("```json") + 7 :]
    assert len(evaluate(spec.load(json.loads(example_text[: example_text.index("```")])))[1]) == 2
