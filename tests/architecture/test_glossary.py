"""docs/glossary.md: every term once, in all three languages where users see it, and the page is linked."""

from collections import Counter
from collections.abc import Iterator

import pytest

from tests.architecture.source import ROOT

PAGE = ROOT / "docs" / "glossary.md"
SHOWN_TO_USERS = ["term", "meaning", "Danish", "Japanese", "in the code"]
IN_THE_CODE = ["term", "meaning", "in the code"]
OLD_WORDS = ["word", "say"]


def rows() -> Iterator[tuple[list[str], list[str]]]:
    """Every row with the header of its table, both as cells."""
    header: list[str] | None = None
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else None
        if cells is None or header is None:
            header = cells
        elif not set(line) <= set("|-"):
            yield header, cells


ROWS = list(rows())


def test_every_row_fills_the_columns_of_its_table() -> None:
    for header, cells in ROWS:
        assert header in (SHOWN_TO_USERS, IN_THE_CODE, OLD_WORDS)
        assert len(cells) == len(header), cells
        needed = cells[:4] if header == SHOWN_TO_USERS else cells[:2]
        assert all(needed), cells


def test_every_term_stands_once_and_no_old_word_is_one() -> None:
    terms = Counter(cells[0].casefold() for header, cells in ROWS if header != OLD_WORDS)
    assert len(terms) > 100
    assert [term for term, count in terms.items() if count > 1] == []
    old = {
        word.strip().casefold()
        for header, cells in ROWS
        if header == OLD_WORDS
        for word in cells[0].split(",")
    }
    assert old.isdisjoint(terms)


@pytest.mark.parametrize("page", ["README.md", "docs/architecture.md"])
def test_the_glossary_is_linked(page: str) -> None:
    assert "glossary.md)" in (ROOT / page).read_text(encoding="utf-8")
