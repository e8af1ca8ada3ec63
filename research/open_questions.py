"""The questions Ito & Ahara leave open (their section 5), as studies, and one about pairing systems."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from pairing.simulation.setup.configuration import Configuration, chains
from pairing.simulation.setup.strengths import Arithmetic
from research import fields
from research.questions import (
    A_FEW,
    AGREEMENT,
    AT_CUT,
    BEST_IN_CUT,
    BEST_WINS,
    LENIENT,
    TIES,
    WRONG,
    Case,
    Cell,
    Claim,
    Compared,
    Measure,
    Proven,
    Ranked,
    Row,
    Study,
    Table,
)

LOTS = """An inversion is a pair of players of different strength in the wrong order. In the paper strength orders
the players whom the tie-breaks leave tied, so a tie-break that leaves many ties looks good: strength makes no mistake.
Columns *by strength* count like that; those *by lot* draw the rest by lot, as an organiser would have to do, and give
what all lots give on average. The answer uses these. An error that is not counted directly is given as its upper limit.
A difference is named only if it is more than three standard errors."""
FIELD = """64 players of odds 4, 5, ..., 67, five rounds of the random Swiss, top 8; a player of odds *a* beats one of
odds *b* with probability a / (a + b)."""
NAMES = {
    "solkoff": "Solkoff",
    "omw": "OMW%",
    "sonneborn_berger": "Sonneborn-Berger",
    "median": "median",
    "opponent_median": "opponents' median",
    "wins": "wins",
}
ONE_EACH = (("solkoff",), ("omw",), ("sonneborn_berger",), ("median",), ("opponent_median",))
OF_TWO = (
    ("solkoff", "sonneborn_berger"),
    ("solkoff", "opponent_median"),
    ("sonneborn_berger", "solkoff"),
    ("median", "solkoff"),
    ("opponent_median", "solkoff"),
    ("opponent_median", "sonneborn_berger"),
)
OF_THREE = (("solkoff", "sonneborn_berger", "median"),)
BASE = Configuration(Arithmetic(64), 5, chains(*ONE_EACH))


def _name(chain: Sequence[str]) -> str:
    return " + ".join(NAMES[link] for link in chain) or "points only"


def _by_order(names: Sequence[str], measure: Measure, case: int = 0) -> tuple[Cell, ...]:
    """One cell for each order of a case, the points alone first."""
    return tuple(Cell(name, case, order, measure) for order, name in enumerate(names))


FEWER_TIES = (1, 0, 3, 2, 4)  # of ONE_EACH, the fewest ties first


def _of(cells: Sequence[Cell], numbers: Sequence[int]) -> tuple[Cell, ...]:
    return tuple(cells[number] for number in numbers)


def _chains() -> Study:
    written = (*ONE_EACH, *OF_TWO, *OF_THREE)
    names = [_name(chain) for chain in ((), *written)]
    measures = (WRONG, LENIENT, TIES, *AT_CUT)
    columns = [_by_order(names, measure) for measure in measures]
    rows = tuple(Row((names[k],), tuple(column[k] for column in columns)) for k in range(len(names)))
    return Study(
        "chains",
        "Does a second tie-break help?",
        "The first tie-break compares all players on equal points, the next one only those still tied. Which tie-break "
        "orders rank a field best?",
        FIELD,
        (Case("64 x 5", replace(BASE, chains=chains(*written))),),
        (Table("Tie-break orders", ("order", *(m.heading for m in measures)), rows),),
        _claims_of_chains(*columns[:3]),
        LOTS,
    )


def _claims_of_chains(
    wrong: tuple[Cell, ...], lenient: tuple[Cell, ...], ties: tuple[Cell, ...]
) -> tuple[Claim, ...]:
    solkoff, _, berger, median, opponents = wrong[1:6]
    asked: list[Claim] = [
        Proven(
            "On its own, Solkoff is the best of the five, and each of them is better than lots.",
            tuple((solkoff, cell) for cell in wrong[2:6]) + tuple((cell, wrong[0]) for cell in wrong[1:6]),
        ),
        Proven(
            "A second tie-break helps where the first leaves many ties: after Sonneborn-Berger, the median and "
            "the opponents' median. Even Sonneborn-Berger after Solkoff helps.",
            ((wrong[8], berger), (wrong[9], median), (wrong[10], opponents), (wrong[6], solkoff)),
        ),
        Proven(
            "Counted as in the paper, where strength orders tied players, the five rank by the ties "
            "they leave, the one with the most ties first.",
            tuple((b, a) for a, b in pairwise(_of(lenient[1:6], FEWER_TIES)))
            + tuple(pairwise(_of(ties[1:6], FEWER_TIES))),
        ),
        Ranked("All orders", wrong),
        Ranked("Single tie-breaks", wrong[1:6]),
    ]
    for k, chain in enumerate(OF_TWO, start=6):
        alone = wrong[1 + ONE_EACH.index(chain[:1])]
        asked.append(Compared("A second tie-break", wrong[k], alone))
    return (*asked, Compared("A third tie-break", wrong[12], wrong[6]))


def _pivot(name: str, cases: Sequence[tuple[str, Configuration]], what: str, measure: Measure) -> Table:
    """A row for each case, a column for each order; claims call a cell by its case."""
    names = [_name(chain) for chain in ((), *ONE_EACH)]
    rows = [
        Row((label,), tuple(replace(cell, name=label) for cell in _by_order(names, measure, k)))
        for k, (label, _) in enumerate(cases)
    ]
    return Table(name, (what, *names), tuple(rows))


def _per_case(label: str, case: int) -> Ranked:
    """Which tie-break is best in a case."""
    names = [_name(chain) for chain in ((), *ONE_EACH)]
    return Ranked(label, _by_order(names, WRONG, case))


DRAWN = """ Every match is a draw with the given probability. *Of equals*: a match of equals is a draw with
that probability, and an uneven match less often, so that the expected score stays the same. A draw is half a
win."""
LEAVING = """ After each round except the last, each remaining player leaves with the given probability. Their
results stay, they count as opponents, and they stay in the standings."""


def _draws() -> Study:
    flat = [(f"{draw} % draws", replace(BASE, draw=draw / 100)) for draw in (0, 10, 20, 30, 50)]
    close = [
        (f"{draw} % draws of equals", replace(BASE, draw=draw / 100, draw_model="close")) for draw in (20, 50)
    ]
    cases = [*flat, *close]
    wrong = _pivot(WRONG.heading.capitalize(), cases, "event", WRONG)
    ties = _pivot("Ties left", cases, "event", TIES)
    solkoff = [row.cells[1] for row in wrong.rows]
    berger = [row.cells[3] for row in wrong.rows]
    asked: list[Claim] = [
        Proven(
            "If draws are equally likely in all matches, more draws make the order worse.",
            tuple(pairwise(solkoff[:5])),
        ),
        Proven(
            "If draws are more likely between close players, they make the order better.",
            ((solkoff[5], solkoff[0]), (solkoff[6], solkoff[5])),
        ),
        Proven(
            "With the first kind Solkoff stays better than Sonneborn-Berger; with the second Sonneborn-Berger is "
            "better.",
            (*zip(solkoff[:5], berger[:5], strict=True), *zip(berger[5:], solkoff[5:], strict=True)),
        ),
    ]
    asked += [Compared("Solkoff", cell, solkoff[0]) for cell in solkoff[1:]]
    asked += [_per_case(label, k) for k, (label, _) in enumerate(cases)]
    return Study(
        "draws",
        "What do draws change?",
        "Does a field come out in a better or worse order when matches can be drawn, and does another tie-break become "
        "best?",
        FIELD + DRAWN,
        tuple(Case(label, configuration) for label, configuration in cases),
        (wrong, ties),
        tuple(asked),
        LOTS,
    )


def _dropouts() -> Study:
    cases = [(f"{share} % leaving", replace(BASE, dropout=share / 100)) for share in (0, 2, 5, 10, 20)]
    wrong = _pivot(WRONG.heading.capitalize(), cases, "event", WRONG)
    ties = _pivot("Ties left", cases, "event", TIES)
    solkoff = [row.cells[1] for row in wrong.rows]
    every = [row.cells for row in wrong.rows]
    asked: list[Claim] = [
        Proven("The more players leave, the worse the order.", tuple(pairwise(solkoff))),
        Proven(
            "As soon as players leave, Sonneborn-Berger is the best of the five. A likely reason: it counts "
            "only beaten opponents, so a player who left early does not lose by having met fewer.",
            tuple((cells[3], cells[k]) for cells in every[1:] for k in (0, 1, 2, 4, 5)),
        ),
        Proven(
            "When 5 % or more leave after every round, Solkoff and the median are worse than lots.",
            tuple((cells[0], cells[k]) for cells in every[2:] for k in (1, 4)),
        ),
    ]
    asked += [Compared("Solkoff", cell, solkoff[0]) for cell in solkoff[1:]]
    asked += [_per_case(label, k) for k, (label, _) in enumerate(cases)]
    return Study(
        "dropouts",
        "What do dropouts change?",
        "Players leave before the end. How much of the order is lost, and which tie-break suffers least?",
        FIELD + LEAVING,
        tuple(Case(label, configuration) for label, configuration in cases),
        (wrong, ties),
        tuple(asked),
        LOTS,
    )


FLOORS = (("no floor", "0"), ("floor 0.25", "0.25"), ("floor 0.33", "0.33"))


def _floors() -> Study:
    shapes: tuple[tuple[str, Mapping[str, object]], ...] = (
        ("64 x 5", {}),
        ("64 x 5, 10 % leave after a round", {"dropout": 0.1}),
        ("64 x 5, the stronger always wins", {"outcome": "stronger"}),
        ("64 x 8", {"rounds": 8}),
        ("64 x 8, 10 % leave after a round", {"rounds": 8, "dropout": 0.1}),
    )
    written = chains(*([{"name": "omw", "floor": floor}] for _, floor in FLOORS))
    measures = (WRONG, LENIENT, TIES)
    cases, rows = [], []
    asked: list[Claim] = []
    for k, (label, more) in enumerate(shapes):
        changed: Mapping[str, object] = {"chains": written, **more}
        cases.append(Case(label, replace(BASE, **changed)))  # type: ignore[arg-type]
        for order, (floor, _) in enumerate(FLOORS, start=1):
            rows.append(Row((label, floor), tuple(Cell(floor, k, order, measure) for measure in measures)))
        none, quarter, third = (row.cells[0] for row in rows[-3:])
        asked += [Compared(label, quarter, none), Compared(label, third, quarter)]
    return Study(
        "floors",
        "What is the floor of OMW% good for?",
        "An opponent's share of points counts as at least the floor. Does a floor of 0, 0.25 or 0.33 order a field "
        "better?",
        FIELD + " Where stated, eight rounds, or players who leave after a round.",
        tuple(cases),
        (Table("Floors", ("event", "floor", *(m.heading for m in measures)), tuple(rows)),),
        (*_claims_of_floors(rows), *asked),
        LOTS,
    )


def _claims_of_floors(rows: Sequence[Row]) -> tuple[Claim, ...]:
    by_floor = [tuple(row.cells[0] for row in rows[at : at + 3]) for at in range(0, len(rows), 3)]
    return (
        Proven(
            "If no player leaves, it is best to have no floor: a floor hides that an opponent has few points, which "
            "is information.",
            tuple((by_floor[k][0], by_floor[k][floor]) for k in (0, 2, 3) for floor in (1, 2)),
        ),
        Proven(
            "In an event of eight rounds from which players leave, a floor of 0.25 is better than none.",
            ((by_floor[4][1], by_floor[4][0]),),
        ),
        Proven(
            "A floor of 0.33 is worse than one of 0.25 in every event tried.",
            tuple((cells[1], cells[2]) for cells in by_floor),
        ),
    )


SMALL_FIELD = """16 players of odds evenly spread from 4 to 67, five rounds, Solkoff, a cut of 4. The list of players
is in the order of strength, which the shogi family uses; the random Swiss and Monrad draw lots."""
SLOWLY = """ All except the first use the engine of
real events, which takes about a thousand times as long as the compiled simulation, so there are fewer tournaments."""


def _systems() -> Study:
    small = Configuration(fields.spread(16), 5, chains(["solkoff"], ["solkoff", "sonneborn_berger"]), cut=4)
    ways = (
        ("random Swiss", small),
        ("Monrad", replace(small, system="monrad")),
        ("shogi, first against last (B)", replace(small, system="wcsc")),
        ("shogi, top half against bottom half (A)", replace(small, system="wcsc", options={"method": "A"})),
        ("shogi, fixed order (F)", replace(small, system="wcsc", options={"order": "F"})),
        ("shogi, B a round ahead (modified Swiss)", replace(small, system="wcsc", options={"mode": "MS"})),
    )
    measures = (WRONG, TIES, BEST_WINS, BEST_IN_CUT, AGREEMENT)
    rows = tuple(
        Row((label,), tuple(Cell(label, k, 1, measure) for measure in measures))
        for k, (label, _) in enumerate(ways)
    )
    return Study(
        "systems",
        "Which pairing system orders a small field best?",
        "The same field, paired by different systems: does it matter who meets whom?",
        SMALL_FIELD,
        tuple(Case(label, way, A_FEW) for label, way in ways),
        (Table("Systems", ("system", *(m.heading for m in measures)), rows),),
        _claims_of_systems(rows),
        LOTS + SLOWLY,
    )


def _claims_of_systems(rows: Sequence[Row]) -> tuple[Claim, ...]:
    wrong, in_cut = ([row.cells[column] for row in rows] for column in (0, 3))
    fixed, ahead = 4, 5  # of the rows
    return (
        Proven(
            "Systems that know the order of strength benefit from it: the shogi family leaves fewer pairs in the wrong "
            "order than the random Swiss and Monrad.",
            tuple((wrong[a], wrong[b]) for a in (2, 3, 4) for b in (0, 1)),
        ),
        Proven(
            "With a list in the order of strength, the fixed order is the best of the family, over the whole field and "
            "at the cut.",
            tuple((wrong[fixed], wrong[k]) for k in (2, 3))
            + tuple((in_cut[k], in_cut[fixed]) for k in (2, 3)),
        ),
        Compared("Without such knowledge", wrong[1], wrong[0]),
        Compared(
            "Every round but the last paired a round ahead, on results that are assumed",
            wrong[ahead],
            wrong[2],
        ),
        Ranked("Pairs in the wrong order", tuple(wrong)),
        Ranked("How often the best one wins, in percent", tuple(row.cells[2] for row in rows)),
        Ranked("How many of the four best are among the first four", tuple(in_cut)),
    )


ALL = (_chains(), fields.size(), fields.rounds(), _draws(), _dropouts(), _floors(), _systems())
STUDIES: Mapping[str, Study] = {study.name: study for study in ALL}
