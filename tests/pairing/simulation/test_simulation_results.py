"""Tallies, summaries, workers, the way through the engine, and the published tables beside ours."""

import json
from dataclasses import replace
from io import StringIO
from statistics import mean, stdev
from typing import Any

import pytest
from django.core.management import call_command

from pairing.model.errors import PairingError
from pairing.simulation import Arithmetic, Configuration, Tally, chains, is_fast, run_chunk, summary
from pairing.simulation.reference.engine_path import play_through_engine
from pairing.simulation.reference.measures import EVENT_MEASURES, ORDER_MEASURES
from pairing.simulation.reference.tournament import measures, play
from research.correlation import kendall, spearman
from research.paper import APPENDIX, MODELS, TABLES
from tests.pairing.places import DOCS
from tests.pairing.simulation.test_simulation import faults
from tests.pairing.tiebreaks.test_tiebreaks import study_appendix, vector

PARTS = {
    "spearman": 10**6,
    "best_wins_by_lot": 10**6,
    "best_in_cut_by_lot": 1000,
    "all_best_in_cut_by_lot": 10**6,
    "spearman_by_lot": 10**6,
    "inversions_by_lot": 2,
    "cut_inversions_by_lot": 60,
}
SMALL = Configuration(Arithmetic(13), 4, chains(["solkoff"], ["omw", "wins"]), cut=3, draw=0.2, dropout=0.05)


def test_a_summary_says_mean_deviation_and_error_of_the_single_tournaments() -> None:
    runs = 50
    found = summary(SMALL, run_chunk(SMALL, 9, 0, runs))
    single = [measures(SMALL, play(SMALL, 9, index)) for index in range(runs)]
    for k, order in enumerate(found.orders):
        for i, name in enumerate(ORDER_MEASURES):
            values = [m.orders[k][i] / PARTS.get(name, 1) for m in single]
            assert order.measures[name].mean == pytest.approx(mean(values))
            assert order.measures[name].deviation == pytest.approx(stdev(values))
            assert order.measures[name].error == pytest.approx(stdev(values) / runs**0.5)
        gap = [m.orders[k][0] - m.orders[1][0] for m in single]
        assert order.gaps[1].mean == pytest.approx(mean(gap))
        assert order.gaps[1].deviation == pytest.approx(stdev(gap), abs=1e-9)
        assert sum(order.bins) == runs
    for i, name in enumerate(EVENT_MEASURES):
        assert found.events[name].mean == pytest.approx(mean(m.event[i] for m in single))
    assert [order.chain for order in found.orders] == [(), ("solkoff",), ("omw", "wins")]


def test_rank_correlations_are_those_of_the_places() -> None:
    one = Configuration(Arithmetic(13), 4, chains(["solkoff"]), cut=3)
    event = play(one, 3, 3)
    from pairing.simulation.reference.tournament import standings

    order, _ = standings(event, one.chains[0])
    place = [order.index(player) for player in range(13)]
    found = summary(one, run_chunk(one, 3, 3, 1)).orders[1].measures
    assert found["kendall"].mean == pytest.approx(kendall(range(13), place))
    assert found["spearman"].mean == pytest.approx(spearman(range(13), place), abs=1e-6)


def test_a_share_near_0_has_an_interval_that_stays_in_bounds() -> None:
    found = summary(SMALL, run_chunk(SMALL, 9, 0, 20)).orders[0].measures["all_best_in_cut"]
    assert 0 <= found.low <= found.mean <= found.high <= 1 and found.high > 0.1


def test_a_tally_of_an_earlier_version_can_be_merged() -> None:
    new = run_chunk(SMALL, 1, 0, 30)
    cut = [tuple(row[:9] for row in table) for table in (new.sums, new.squares)]
    merged = replace(new, sums=cut[0], squares=cut[1], products_by_lot=(), bins_by_lot=()).merge(new)
    assert merged.runs == 60 and [len(row) for row in merged.sums] == [9, 9, 9]
    first = summary(SMALL, merged).orders[0]
    assert "best_wins_by_lot" not in first.measures and first.gaps_by_lot == ()
    assert Tally.from_data({k: v for k, v in new.to_data().items() if "by_lot" not in k}).bins_by_lot == ()


def test_tallies_survive_json() -> None:
    tally = run_chunk(SMALL, 1, 0, 30)
    assert Tally.from_data(json.loads(json.dumps(tally.to_data()))) == tally
    found = tally.to_data()
    wrong: tuple[Any, ...] = ({}, [], None, {**found, "runs": "many"}, {**found, "sums": [[1.5]]})
    for bad in wrong:
        with pytest.raises(PairingError):
            Tally.from_data(bad)


@pytest.mark.parametrize("system", ["monrad", "wcsc", "tiered", "round_robin", "random_swiss"])
def test_other_systems_go_through_the_engine(system: str) -> None:
    options = {"elimination": 4} if system == "random_swiss" else {}
    configuration = Configuration(
        Arithmetic(10), 4, chains(["solkoff"]), system=system, options=options, cut=2, draw=0.1
    )
    assert not is_fast(configuration)
    event = play_through_engine(configuration, 6, 1)
    assert len(event.rounds) == 4 and event == play_through_engine(configuration, 6, 1)
    assert faults(event) == [] or system == "tiered"
    tally = run_chunk(configuration, 6, 0, 3)
    assert tally == run_chunk(configuration, 6, 0, 1).merge(run_chunk(configuration, 6, 1, 2))
    assert tally.events[0] == 3 * 4 * 5


def test_an_event_that_cannot_go_on_ends() -> None:
    bracket = Configuration(Arithmetic(8), 7, system="bracket", cut=2)
    assert len(play_through_engine(bracket, 1, 1).rounds) == 3
    assert run_chunk(bracket, 1, 0, 2).events[0] == 2 * 7


def test_a_tie_break_without_a_kernel_goes_the_plain_way() -> None:
    slow = Configuration(Arithmetic(12), 4, chains(["solkoff"], ["BH:cut=1"]), cut=2)
    fast = Configuration(Arithmetic(12), 4, chains(["solkoff"]), cut=2)
    assert not is_fast(slow) and is_fast(fast)
    one, other = run_chunk(slow, 2, 0, 10), run_chunk(fast, 2, 0, 10)
    assert one.sums[:2] == other.sums and one.events == other.events


def test_the_list_of_the_second_model_is_that_of_the_appendix() -> None:
    assert tuple(entrant.rating for entrant in study_appendix().entrants) == APPENDIX
    assert len(vector("study_appendix")["players"]) == MODELS["A-2"].field.players == 64


def test_the_numbers_of_the_print_are_copied_right() -> None:
    # A difference is printed too: it has to be that of the printed means, but for the rounding of three numbers.
    for table in TABLES[3:]:
        base = table.rows["T-Swis"]
        for numbers in table.rows.values():
            for of, difference in ((0, 1), (2, 3)):
                if numbers[difference] is not None:
                    assert numbers[of] - base[of] == pytest.approx(numbers[difference], abs=0.016)
    assert [table.number for table in TABLES] == [4, 5, 6, 8, 9, 10]


def study(*arguments: str) -> str:
    out = StringIO()
    call_command("study", "tiebreaks", *arguments, stdout=out, stderr=out)
    return out.getvalue()


def test_the_document_is_what_the_command_prints() -> None:
    text = (DOCS / "studies" / "tiebreaks.md").read_text(encoding="utf-8")
    assert text.split("\n---\n\n", 1)[1].rstrip() == study("--markdown").rstrip()


def test_the_command_prints_text_and_json() -> None:
    text = study("--quick", "--workers", "2")
    assert "Table 10: B" in text and "10,000 tournaments" in text
    data = json.loads(study("--quick", "--json", "--seed", "7"))
    assert data["seed"] == 7 and data["runs"] == 10_000 and len(data["cells"]) == 111


@pytest.mark.parametrize("arguments", [["--workers", "0"], ["--seed", "-1"], ["--seed", "x"], ["spec.json"]])
def test_the_command_refuses_what_it_cannot_use(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        study(*arguments)
    assert caught.value.code == 2
