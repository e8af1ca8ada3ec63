"""The studies of what the paper leaves open: their figures, what they say of them, and their pages."""

import csv
import json
import re
from io import StringIO
from itertools import accumulate, combinations
from math import hypot
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from pairing.simulation import Arithmetic, Configuration, OrderSummary, Summary, chains, run_chunk, summary
from pairing.simulation.reference.tournament import play, standings
from pairing.simulation.summary import Estimate
from research import questions
from research.fields import spread
from research.open_questions import STUDIES
from research.questions import (
    AGREEMENT,
    LENIENT,
    TIES,
    WRONG,
    Cell,
    Compared,
    Measure,
    Proven,
    Ranked,
    Reached,
    difference,
    figure,
    sentence,
)
from tests.pairing.places import DOCS

pytestmark = pytest.mark.usefixtures("kernels_compiled")

PAGES = DOCS / "studies"
SIMULATED = sorted(STUDIES)
NUMBER = re.compile(r"(-?\d+\.\d+) ± (\d+\.\d+)")


def test_inversions_by_lot_are_those_of_every_way_to_break_the_ties() -> None:
    """A pair the chain leaves equal is wrong in half of all ways to draw lots; the others are as they are."""
    one, runs = Configuration(Arithmetic(13), 4, chains(["opponent_median"]), cut=3, draw=0.2), 10
    for order, chain in zip(summary(one, run_chunk(one, 9, 0, runs)).orders, one.orders, strict=True):
        wrong = 0.0
        for index in range(runs):
            players, sizes = standings(play(one, 9, index), chain)
            group = [sum(end <= place for end in accumulate(sizes)) for place in range(13)]
            for ahead, behind in combinations(range(13), 2):
                equal = group[ahead] == group[behind]
                wrong += 0.5 if equal else players[ahead] > players[behind]
        assert order.measures["inversions_by_lot"].mean == pytest.approx(wrong / runs)


def test_fields_of_every_size_have_the_odds_of_the_paper_at_the_ends() -> None:
    for players in (2, 16, 256):
        strengths = spread(players).strengths()
        assert (len(set(strengths)), strengths[0], strengths[-1]) == (players, 67_000, 4_000)
    assert spread(64).strengths() == tuple(odds * 1000 for odds in range(67, 3, -1))


def order_of(
    inversions: float, error: float, ties: float = 0, gaps: tuple[tuple[float, float], ...] = ()
) -> OrderSummary:
    def estimate(mean: float, error: float) -> Estimate:
        return Estimate(mean, 0, error, 0, 0)

    found = {
        "inversions": estimate(inversions, error),
        "inversions_by_lot": estimate(inversions + ties / 2, error),
        "ties": estimate(ties, 0),
        "kendall_by_lot": estimate(0.4, 0.1),
    }
    apart = tuple(estimate(mean, error) for mean, error in gaps)
    by_lot = tuple(estimate(mean - 2, error) for mean, error in gaps)
    return OrderSummary((), found, (), apart, (), by_lot)


def apart(*orders: OrderSummary) -> list[Summary]:
    """Every order in a case of its own."""
    return [Summary(100, 1, (order,), {}) for order in orders]


def cells(count: int, measure: Measure = LENIENT) -> tuple[Cell, ...]:
    return tuple(Cell("ABCD"[k], k, 0, measure) for k in range(count))


TWO = Compared("Test", *cells(2))
BETTER = Proven("A is better.", ((cells(2)[0], cells(2)[1]),))
HUNDRED = order_of(100, 3)
VALUES = apart(*(order_of(value, 1) for value in (47, 52.9, 53, 60)))
# What was found, what is claimed, and what is said. The error of a difference of two means of error 3 and 4 is 5.
SAID: dict[str, tuple[list[Summary], Any, str]] = {
    "a difference is one from three standard errors on": (
        apart(HUNDRED, order_of(84.9, 4)), TWO,
        "Test: with A there are 15.10 ± 5.00 more pairs in the wrong order than with B.",
    ),
    "in the other direction too": (
        apart(HUNDRED, order_of(115.1, 4)), TWO,
        "Test: with A there are 15.10 ± 5.00 fewer pairs in the wrong order than with B.",
    ),
    "and is none below": (
        apart(HUNDRED, order_of(85.1, 4)), TWO,
        "Test: no difference could be measured between A and B (pairs in the wrong order: 14.90 ± 5.00).",
    ),
    "the best is named with those that may be as good": (
        apart(order_of(20, 1), order_of(10, 1), order_of(13, 1), order_of(40, 1)), Ranked("Test", cells(4)),
        "Test: best is B (10.00 ± 1.00). No difference to it could be measured for C. "
        "Measurably worse: A (10.00 more) and D (30.00 more).",
    ),
    "a sentence stands where the figures bear it": (apart(order_of(10, 1), order_of(20, 1)), BETTER, "A is better."),
    "and not where they are too near": (
        apart(order_of(10, 1), order_of(13, 1)), BETTER, "Not shown by so few tournaments: A is better.",
    ),
    "or the other way round": (
        apart(order_of(10, 1), order_of(0, 1)), BETTER, "Not shown by so few tournaments: A is better.",
    ),
    "a value is reached where it surely is": (VALUES, Reached("50:", 50, cells(4)), "50: C (53.00 ± 1.00)."),
    "a value that is not reached": (
        VALUES, Reached("70:", 70, cells(4)), "70: no number of rounds that was tried; D: 60.00 ± 1.00.",
    ),
    "a value of another measure": (
        VALUES, Reached("tau:", 0.9, cells(1, AGREEMENT)),
        "tau: no number of rounds that was tried; A: 0.4000 ± 0.1000.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", SAID)
def test_what_is_said_of_the_figures(case: str) -> None:
    found, claim, text = SAID[case]
    assert sentence(found, claim) == text


def test_orders_of_the_same_tournaments_are_compared_tournament_by_tournament() -> None:
    orders = (order_of(10, 5, 4, gaps=((0, 0), (1, 0.1))), order_of(9, 5, 8, gaps=((-1, 0.1), (0, 0))))
    found = [Summary(100, 1, orders, {})]
    one, other = (Cell(name, 0, k, LENIENT) for k, name in enumerate("AB"))
    assert difference(found, one, other) == questions.Figure(1, 0.1)
    one, other = (Cell(name, 0, k, WRONG) for k, name in enumerate("AB"))
    assert difference(found, one, other) == questions.Figure(-1, 0.1)


def test_who_is_called_the_best_of_the_five_is_held_against_each_of_the_others() -> None:
    called = [claim for study in STUDIES.values() for claim in study.claims if isinstance(claim, Proven)]
    called = [claim for claim in called if "best of the five" in claim.text]
    assert len(called) == 2
    for claim in called:
        best = claim.pairs[0][0].order
        for case in {one.case for one, _other in claim.pairs}:
            others = {other.order for one, other in claim.pairs if (one.case, one.order) == (case, best)}
            # Order 0 is the points alone, which is none of the five.
            assert others - {0} == {1, 2, 3, 4, 5} - {best}


def test_the_tables_of_a_study_are_there_as_csv() -> None:
    study = STUDIES["chains"]
    found = questions.play(study, share=0.0005)
    head, *rows = csv.reader(questions.as_csv(study, found).splitlines())
    assert head[:4] == ["table", "order", "inversions, by lot", "inversions, by lot (se)"] and len(rows) == 13
    solkoff = found[0].orders[1].measures["inversions_by_lot"]
    assert [float(value) for value in rows[1][2:4]] == [solkoff.mean, solkoff.error]


@pytest.mark.parametrize("name", SIMULATED)
def test_a_study_names_cells_that_there_are(name: str) -> None:
    study = STUDIES[name]
    assert study.name == name and study.claims and study.tables
    for row in (row for table in study.tables for row in table.rows):
        assert len({len(table.headings) for table in study.tables}) == 1
        for cell in row.cells:
            assert 0 <= cell.order < len(study.cases[cell.case].configuration.orders)


@pytest.mark.sweep
@pytest.mark.parametrize("name", SIMULATED)
def test_the_page_of_a_study_fits_other_tournaments(name: str) -> None:
    """Other random numbers, far fewer tournaments: every figure of the page has to be within five standard errors."""
    study, page = STUDIES[name], (PAGES / f"{name}.md").read_text(encoding="utf-8")
    found = questions.play(study, seed=77, share=0.05 if name == "size" else 0.02)
    fresh = questions.as_text(study, found, 77, markdown=True)
    printed, made = (text[text.index("\n## " + study.tables[0].title) :] for text in (page, fresh))
    assert NUMBER.sub("", printed) == NUMBER.sub("", made)
    figures = [cell for table in study.tables for row in table.rows for cell in row.cells]
    shown = NUMBER.findall(printed)
    assert len(shown) == len(figures)
    for cell, (mean, error) in zip(figures, shown, strict=True):
        now, last_digit = figure(found, cell), 10.0**-cell.measure.decimals
        gap = abs(now.mean * cell.measure.factor - float(mean))
        assert gap <= 5 * hypot(now.error * cell.measure.factor, float(error) + last_digit) + last_digit, cell


@pytest.mark.parametrize("name", SIMULATED)
def test_the_answer_on_a_page_is_borne_out_by_its_figures(name: str) -> None:
    study, page = STUDIES[name], (PAGES / f"{name}.md").read_text(encoding="utf-8")
    assert "Not shown" not in page
    answer = page.split("## Answer", 1)[1].split("\n## ", 1)[0]
    lines = [line[2:] for line in answer.splitlines() if line.startswith("- ")]
    assert len(lines) == len(study.claims)
    figures = [cell for table in study.tables for row in table.rows for cell in row.cells]
    tables = page[page.index("\n## " + study.tables[0].title) :]
    printed = dict(
        zip(((c.case, c.order, c.measure.heading) for c in figures), NUMBER.findall(tables), strict=True)
    )
    assert f"# {study.title}" in page and study.question in page and study.setting in page
    for claim, line in zip(study.claims, lines, strict=True):
        if isinstance(claim, Proven):
            assert line == claim.text
            for less, more in claim.pairs:
                low, high = (float(printed[c.case, c.order, c.measure.heading][0]) for c in (less, more))
                assert low < high, claim.text
        else:
            assert line.startswith(claim.lead)


def command(*arguments: str) -> str:
    out = StringIO()
    call_command("study", *arguments, stdout=out, stderr=out)
    return out.getvalue()


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """All studies but two are left out, and those have few tournaments."""
    from tournaments.management.commands import study

    plain = questions.play
    monkeypatch.setattr(study, "STUDIES", {name: STUDIES[name] for name in ("chains", "floors")})
    monkeypatch.setattr(
        questions, "play", lambda study, seed, share, workers: plain(study, seed, 0.001, workers)
    )


@pytest.mark.usefixtures("few")
def test_the_command_prints_a_study_and_writes_all_pages(tmp_path: Path) -> None:
    assert "100 tournaments, seed 3" in command("chains", "--seed", "3")
    data = json.loads(command("floors", "--json", "--workers", "2"))
    assert data["study"] == "floors" and len(data["answer"]) == len(STUDIES["floors"].claims)
    assert [case["summary"]["runs"] for case in data["cases"]] == [100] * 5
    command("all", "--quick", "--into", str(tmp_path))
    assert {path.name for path in tmp_path.iterdir()} == {
        "README.md",
        "chains.md",
        "floors.md",
        "tiebreaks.md",
    }
    assert (tmp_path / "floors.md").read_text().startswith(questions.HEAD)
    assert "Ours / paper" in (tmp_path / "tiebreaks.md").read_text()


def test_the_list_of_studies_is_the_one_the_command_writes() -> None:
    assert (PAGES / "README.md").read_text(encoding="utf-8") == questions.index(STUDIES.values())


def test_a_question_takes_no_document() -> None:
    for name in ("chains", "all"):
        with pytest.raises(SystemExit) as caught:
            command(name, "spec.json")
        assert caught.value.code == 2


def test_ties_are_a_figure_of_their_own() -> None:
    assert figure(apart(order_of(10, 1, ties=8)), Cell("A", 0, 0, TIES)).mean == 8
