"""Planted faults: which are drawn, where each belongs, which tests are for it. The list itself is run by hand."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from devtools.faults import catalogue, copies, drawing, reports
from devtools.faults.catalogue import Fault
from devtools.faults.covering import Covering, changed_lines
from devtools.faults.planting import Gone, Place, find, plant

pytest_plugins = ["pytester"]
SOURCE = '''from __future__ import annotations

LIMIT = 3


def is_few(count: int | None) -> bool:
    """Whether count < LIMIT."""
    return count is not None and count < LIMIT


def is_many(count: int) -> bool:
    if count < 1:
        return False
    return LIMIT < count
'''
FAULT = Fault(
    id="X01",
    kind="Turned",
    origin="core/Turned",
    file="pairing/few.py",
    function="is_few",
    old=["    return count is not None and count < LIMIT"],
    new=["    return count is not None and count > LIMIT"],
)


class Turning:
    """A mutation tool with one idea: every `<` becomes `>`, every `|` becomes `&`."""

    def sites(self, source: str) -> dict[tuple[drawing.Position, drawing.Position], list[drawing.Way]]:
        found = {}
        for number, line in enumerate(source.splitlines(), 1):
            for match in re.finditer("[<|]", line):
                way = ("core/Turned", sum(map(len, source.splitlines(True)[: number - 1])) + match.start())
                found[(number, match.start()), (number, match.end())] = [way]
        return found

    def changed(self, source: str, way: drawing.Way) -> str:
        sign = {"<": ">", "|": "&"}[source[way[1]]]
        return source[: way[1]] + sign + source[way[1] + 1 :]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for package in ("pairing", "research", "tournaments", "accounts", "config"):
        (tmp_path / package).mkdir()
    for name in ("few", "fewer", "fewest"):
        (tmp_path / "pairing" / f"{name}.py").write_text(SOURCE)
    return tmp_path


def drawn(tree: Path, count: int = 5) -> list[Fault]:
    return drawing.draw_from(Turning(), "pairing", "P", root=tree, count=count)


def test_the_same_faults_are_drawn_from_the_same_tree(tree: Path) -> None:
    first = drawn(tree)
    assert first == drawn(tree)
    assert [fault.id for fault in first] == ["P01", "P02", "P03", "P04", "P05"]


def test_a_file_gives_two_faults_at_most(tree: Path) -> None:
    # Three files, three places in each that matter.
    files = [fault.file for fault in drawn(tree, count=25)]
    assert sorted(files) == 2 * ["pairing/few.py"] + 2 * ["pairing/fewer.py"] + 2 * ["pairing/fewest.py"]


def test_type_annotations_are_not_drawn(tree: Path) -> None:
    (tree / "pairing" / "few.py").write_text(
        "def f(a: int | None) -> int | None:\n    b: int | str = a | 1\n    return b\n"
    )
    sites = drawing.sites_of(Turning(), tree / "pairing" / "few.py", tree)
    assert [site.start for site in sites] == [(2, 21)]


def test_a_change_that_is_no_python_or_changes_nothing_is_no_fault() -> None:
    assert drawing.is_fault("a = 1 < 2\n", "a = 1 > 2\n")
    assert not drawing.is_fault("a = 1 < 2\n", "a = (1 < 2)\n")
    assert not drawing.is_fault("a = 1 < 2\n", "a = 1 < < 2\n")


def test_a_fault_is_kept_with_as_many_lines_as_make_it_unique() -> None:
    source = "def a():\n    x = 1\n    return x < 2\n\n\ndef b():\n    x = 2\n    return x < 2\n"
    fault = drawing.fault_of("pairing/a.py", "core/Turned_Lt", source, source[:-6] + "x > 2\n")
    assert (fault.kind, fault.function) == ("Turned", "b")
    assert fault.old == ["    x = 2", "    return x < 2"]
    assert fault.new == ["    x = 2", "    return x > 2"]


def test_a_lost_decorator_does_not_take_the_empty_lines_with_it() -> None:
    source = "x = 1\n\n\n@one\ndef b():\n    return x\n"
    fault = drawing.fault_of(
        "pairing/a.py", "core/RemoveDecorator", source, "x = 1\ndef b():\n    return x\n"
    )
    assert (fault.old, fault.new, fault.function) == (["@one"], [], "b")


def test_planting_changes_one_place_and_nothing_else(tree: Path) -> None:
    place = find(FAULT, tree)
    assert place == Place(tree / "pairing" / "few.py", 8, 8)
    assert plant(FAULT, place) == SOURCE.replace("and count < LIMIT", "and count > LIMIT")


def test_a_fault_is_found_again_where_its_code_has_moved_to(tree: Path) -> None:
    for path in (tree / "pairing").iterdir():
        path.unlink()
    moved = "class Count:\n" + "".join(
        f"    {line}" if line.strip() else line for line in SOURCE.splitlines(True)[5:]
    )
    (tree / "tournaments" / "counts.py").write_text(moved)
    place = find(FAULT, tree)
    assert (place.path.name, place.first) == ("counts.py", 4)
    assert plant(FAULT, place) == moved.replace("and count < LIMIT", "and count > LIMIT")


def test_of_two_places_that_read_the_same_the_function_decides(tree: Path) -> None:
    twice = SOURCE.replace("return LIMIT < count", "return count is not None and count < LIMIT")
    for path in (tree / "pairing").iterdir():
        path.write_text(twice if path.name == "few.py" else "")
    assert find(FAULT, tree).first == 8


@pytest.mark.parametrize(
    ("left", "now", "said"),
    [
        ("few fewer fewest", "count <= LIMIT", r"X01: its code is gone from pairing/few\.py \(is_few\)"),
        (
            "fewer fewest",
            "count < LIMIT",
            r"more than one place now: pairing/fewer\.py:8, pairing/fewest\.py:8",
        ),
    ],
)
def test_a_fault_whose_code_is_gone_or_has_doubled_says_so(
    tree: Path, left: str, now: str, said: str
) -> None:
    (tree / "pairing" / "few.py").unlink()
    for name in left.split():
        (tree / "pairing" / f"{name}.py").write_text(SOURCE.replace("count < LIMIT", now))
    with pytest.raises(Gone, match=said):
        find(FAULT, tree)


def test_an_id_that_is_not_in_the_list_is_refused() -> None:
    with pytest.raises(SystemExit, match="ID: there is no fault X02;"):
        catalogue.chosen([FAULT], ["X01", "X02"])


def test_the_list_has_sixty_faults_each_of_which_is_python_that_differs() -> None:
    faults = catalogue.load()
    assert [fault.id for fault in faults] == [
        *(f"P{n:02}" for n in range(1, 26)),
        *(f"T{n:02}" for n in range(1, 26)),
        *(f"H{n:02}" for n in range(1, 11)),
    ]
    assert all(fault.old != fault.new and fault.old and fault.kind for fault in faults)


class Noted(Covering):
    """What a run with contexts would have noted of `pairing/few.py`; the test 9 did not pass."""

    def __init__(self, contexts: dict[int, list[str]]) -> None:
        names = {context.partition("|")[0] for found in contexts.values() for context in found if context}
        self.seconds = {name: float(name[-1]) for name in names if name[-1] != "9"}
        self._lines = {"pairing/few.py": contexts}


IMPORTED = Fault("X02", "", "", "pairing/few.py", "", ["LIMIT = 3"], ["LIMIT = 4"])
# Which tests were noted at which lines, the fault, and the tests that are for it: `a 1` is test_1 of test_a.
FOR_IT: dict[str, tuple[dict[int, str], Fault, str]] = {
    "only those that execute the line, the cheapest module first": (
        {8: "a2 a3 b1 d9", 14: "c0"}, FAULT, "b1 a2 a3",
    ),
    "what a module makes once is for all its tests, and what each makes for those that do": (
        {8: "a1|setup b3|setup b4|setup", 14: "a2 b5"}, FAULT, "a1 a2 b3 b4",
    ),
    "a line that runs when the module is imported takes the tests of its functions": (
        {3: "a1", 8: "b2"}, IMPORTED, "b2",
    ),
    "a function that is called while its module is imported takes all tests of the module": (
        {8: "- a1", 14: "b2"}, FAULT, "a1 b2",
    ),
}  # fmt: skip


def contexts(words: str) -> list[str]:
    """As coverage notes them; `-` is what runs outside of all tests."""
    return ["" if word == "-" else f"tests/test_{word[0]}.py::test_{word[1:]}" for word in words.split()]


@pytest.mark.parametrize("case", FOR_IT)
def test_the_tests_that_are_for_a_fault(case: str, tree: Path) -> None:
    noted, fault, expected = FOR_IT[case]
    covering = Noted({line: contexts(words) for line, words in noted.items()})
    assert covering.tests(fault, find(fault, tree), tree) == contexts(expected)


def test_a_line_that_goes_is_a_changed_line() -> None:
    fault = Fault("X03", "", "", "a.py", "b", ["@one", "@two", "def b():"], ["@one", "def b():"])
    assert changed_lines(fault, Place(Path("a.py"), 5, 7)) == [6]


def test_a_run_that_does_not_end_or_begin_counts_as_found(tmp_path: Path) -> None:
    none = tmp_path / "none"
    assert copies.judged(None, none, "", 9.0).how == "does not end"
    assert not copies.judged(0, none, "", 1.0).by
    assert copies.judged(4, none, "NameError: inner", 1.0).how == "cannot be started: NameError: inner"
    with pytest.raises(KeyboardInterrupt):
        copies.judged(-9, none, "", 1.0)


TESTS = """
import pytest
def test_passes(): pass
@pytest.mark.parametrize("word", ["a b", "é"])
def test_fails(word): assert not word
def test_idle(): pytest.skip("why")
"""


def test_the_report_of_a_run_names_its_tests_as_pytest_does(pytester: pytest.Pytester) -> None:
    pytester.mkpydir("folder").joinpath("test_it.py").write_text(TESTS)
    report = pytester.path / "report.xml"
    pytester.runpytest_inprocess("-p", "no:django", "-p", "no:playwright", *reports.words(report))
    of, ends = "folder/test_it.py::test_", [(name, end) for name, end, _seconds in reports.read(report)]
    fails = [(f"{of}fails[{word}]", "failed") for word in ("a b", "\\xe9")]
    assert ends == [(f"{of}passes", "passed"), *fails, (f"{of}idle", "skipped")]
    for code in (1, 2):
        assert copies.judged(code, report, "", 2.0) == copies.Ran(f"{of}fails[a b]", "", 2.0)


def test_what_a_planted_file_becomes_is_still_python(tree: Path) -> None:
    for fault in drawn(tree):
        ast.parse(plant(fault, find(fault, tree)))
