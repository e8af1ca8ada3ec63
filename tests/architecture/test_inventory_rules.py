"""The inventory's own rules, on small listings and a small site: what is red, what is refused, what leads where."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_GET
from django.views.generic import RedirectView

from devtools.inventory import addresses, compare
from devtools.inventory.compare import Gone, InventoryError
from devtools.inventory.follow import misled
from devtools.inventory.queries import parameters

ROOT = Path(__file__).resolve().parents[2]


def nothing(request: HttpRequest, **given: object) -> HttpResponse:
    return HttpResponse()


urlpatterns = [
    path("new/<slug:slug>/<int:number>/", nothing, name="new"),
    path("right/<slug:slug>/<int:number>/", RedirectView.as_view(pattern_name="new", query_string=True)),
    path("forgets/<slug:slug>/<int:number>/", RedirectView.as_view(pattern_name="new")),
    path("elsewhere/<slug:slug>/<int:number>/", RedirectView.as_view(url="/new/x/1/", query_string=True)),
    path("there/<slug:slug>/<int:number>/", nothing),
]
NEW = "/new/<slug>/<int>/"

BEFORE = {"words": {"result 1-0": "", "result 0-1": "", "result =": ""}}
AFTER = {"words": {"result 1-0": "", "result 0-1": "", "result draw": ""}}
GONE = [Gone("words", "result =", "", "said by a word")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    compare.write(tmp_path, BEFORE)
    return tmp_path


def test_what_is_written_is_read_again(folder: Path) -> None:
    assert compare.read(folder) == BEFORE
    assert compare.write(folder, BEFORE) == []


PAGE = {"addresses": {"page /a/": "", "page /a/ ?by": "", "page /ab/ ?by": ""}}
NOTED = {"words": {**BEFORE["words"], "result 1-0": "White"}}
# What was listed, what is there now, what is given up, and what has vanished.
VANISHED: dict[str, tuple[compare.Listing, compare.Listing, list[Gone], list[str]]] = {
    "a line that is not given up": (BEFORE, AFTER, [], ["words: result ="]),
    "a line that is given up": (BEFORE, AFTER, GONE, []),
    "all lines but that": (BEFORE, {}, GONE, ["words: result 1-0", "words: result 0-1"]),
    "an address takes its parameters along": (
        PAGE, {}, [Gone("addresses", "page /a/", "", "why")], ["addresses: page /ab/ ?by"],
    ),
    "a line given up in another section": (
        BEFORE, AFTER, [Gone("options", "result =", "", "why")], ["words: result ="],
    ),
    "a note may change": (BEFORE, NOTED, [], []),
}  # fmt: skip


@pytest.mark.parametrize("case", VANISHED)
def test_what_has_vanished(case: str) -> None:
    before, now, gone, expected = VANISHED[case]
    assert compare.vanished(before, now, gone) == expected


@pytest.mark.parametrize(
    ("before", "now", "new"),
    [(BEFORE, AFTER, ["words: result draw"]), (AFTER, AFTER, []), (BEFORE, NOTED, ["words: result 1-0"])],
)
def test_what_is_new_or_has_another_note_is_to_be_listed(
    before: compare.Listing, now: compare.Listing, new: list[str]
) -> None:
    assert compare.not_yet_listed(before, now) == new


def test_what_is_given_up_has_to_be_gone_from_the_program_and_from_the_listing() -> None:
    assert compare.still_there(BEFORE, GONE) == ["words: result ="]
    assert compare.left_over(BEFORE, AFTER, GONE) == ["words: result ="]
    assert compare.still_there(AFTER, GONE) == compare.left_over(AFTER, AFTER, GONE) == []


def test_writing_again_refuses_to_drop_a_line(folder: Path) -> None:
    with pytest.raises(InventoryError, match="result =") as refused:
        compare.write(folder, AFTER)
    assert "gone.txt" in str(refused.value)
    assert compare.COMMAND in str(refused.value)
    assert compare.read(folder) == BEFORE


def test_writing_again_drops_what_is_given_up(folder: Path) -> None:
    (folder / "gone.txt").write_text("# a comment\n\nwords: result =  # said by a word\n")
    assert compare.write(folder, AFTER) == ["words.txt"]
    assert compare.read(folder) == AFTER
    with pytest.raises(InventoryError, match="still there"):
        compare.write(folder, {"words": {**AFTER["words"], "result =": ""}})


def test_a_section_may_go_only_with_all_its_lines(folder: Path) -> None:
    with pytest.raises(InventoryError, match="3 listed"):
        compare.write(folder, {})
    (folder / "gone.txt").write_text("".join(f"words: {line}  # no\n" for line in BEFORE["words"]))
    assert compare.write(folder, {}) == ["words.txt"]
    assert compare.read(folder) == {}


def test_a_long_list_of_losses_is_cut() -> None:
    assert "and 7 more" in compare.what_vanished([f"words: {n}" for n in range(57)])


@pytest.mark.parametrize("line", ["words: result =", "result =  # why", "words:   # why", "words: x  #  "])
def test_the_list_of_what_is_gone_says_which_line_is_wrong(line: str, tmp_path: Path) -> None:
    (tmp_path / "gone.txt").write_text(f"# head\n{line}\n")
    with pytest.raises(InventoryError, match=r"gone\.txt, line 2"):
        compare.read_gone(tmp_path)


def test_an_address_that_is_gone_names_where_it_leads(tmp_path: Path) -> None:
    (tmp_path / "gone.txt").write_text("addresses: page /old/<slug>/ -> /new/<slug>/  # shorter\n")
    expected = Gone("addresses", "page /old/<slug>/", "/new/<slug>/", "shorter")
    assert compare.read_gone(tmp_path) == [expected]


@pytest.mark.urls(__name__)
def test_a_redirect_is_listed_as_moved_and_not_as_a_page() -> None:
    lines = compare.listed(addresses.lines())
    assert f"page {NEW}" in lines
    assert "moved /right/<slug>/<int>/" in lines
    assert "page /right/<slug>/<int>/" not in lines


@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("right", NEW, ""),
        ("forgets", NEW, "leads to /new/sample/7/, not to /new/sample/7/?kept=1"),
        ("elsewhere", NEW, "leads to /new/x/1/?kept=1, not to"),
        ("there", NEW, "answers 200, no redirect"),
        ("nowhere", NEW, "answers 404, no redirect"),
        ("right", "/newer/<slug>/<int>/", "/newer/<slug>/<int>/ is no address of now"),
    ],
)
def test_an_address_that_is_gone_is_really_asked_for(old: str, new: str, wrong: str) -> None:
    gone = Gone("addresses", f"page /{old}/<slug>/<int>/", new, "shorter")
    told = misled(gone, compare.listed(addresses.lines()))
    assert wrong in told
    assert bool(told) == bool(wrong)


def handed_on(request: HttpRequest) -> str:
    return request.GET.get("handed_on", "")


@require_GET
def reading(request: HttpRequest) -> HttpResponse:
    data = request.POST or request.GET
    names = {"from_table": "x", "too": "y"}
    found = [data.get("plain"), request.GET["by_key"], "asked" in request.GET, handed_on(request)]
    return HttpResponse(str(found + [request.GET.get(name) for name, _to in names.items()]))


def guessing(request: HttpRequest) -> HttpResponse:
    return HttpResponse(request.GET[str(request.path)])


def test_query_parameters_are_read_from_the_source_of_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("devtools.inventory.queries.OURS", ("tests", "test_inventory_rules"))
    expected = {"plain", "by_key", "asked", "handed_on", "from_table", "too"}
    assert parameters(reading) == expected
    with pytest.raises(ValueError, match="cannot be told"):
        parameters(guessing)


def test_the_command_takes_no_arguments() -> None:
    words = [sys.executable, "-m", "devtools.inventory", "--force"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "inventory: '--force' is not understood: it takes no arguments\n"
