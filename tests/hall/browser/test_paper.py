"""Every paper as Chromium prints it: the right sizes, so many pages and none blank, everybody on it, nothing cut."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.windows import OpenWindow
from tests.factories import make_event, make_table_event, play_round, play_tables, publish
from tests.hall.browser.test_hall_pages import LONG
from tournaments.models import Player, Tournament

pytestmark = pytest.mark.skipif(not shutil.which("pdftotext"), reason="needs poppler-utils")
A4, A4_WIDE, A3 = (595, 842), (842, 595), (842, 1191)
# Of a sheet: what is wider or higher than the box it was given.
CUT = """() => [...document.querySelectorAll(
    '.slip, .hall-card, .plan-card, .poster, .wall__grid th, .wall__grid td, .list')]
  .filter((box) => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1)
  .map((box) => box.className + ': ' + box.textContent.slice(0, 60))"""

# Of each sheet its slips in the order of reading: round and table.
ORDER = """() => [...document.querySelectorAll('.sheet')].map((sheet) =>
  [...sheet.querySelectorAll('.slip')].map((slip) => [
    Number(/Round (\\d)/.exec(slip.textContent)[1]),
    Number(slip.querySelector('.slip__table b').textContent)]))"""


class Printer:
    def __init__(self, page: Page, folder: Path) -> None:
        self.page, self.folder = page, folder

    def prints(self, address: str) -> tuple[list[str], tuple[int, int]]:
        """The text of each page, and the size of the paper; nothing is cut, no page is blank."""
        self.page.emulate_media(media="print")
        answer = self.page.goto(f"/desk/{address}")
        assert answer is not None and answer.status == 200, address
        assert self.page.evaluate(CUT) == [], address
        file = self.folder / "paper.pdf"
        self.page.pdf(path=file, prefer_css_page_size=True, print_background=True)
        info = subprocess.run(["pdfinfo", file], capture_output=True, text=True, check=True).stdout
        facts = dict(line.split(":", 1) for line in info.splitlines())
        width, _x, height, *_unit = facts["Page size"].split()
        text = subprocess.run(["pdftotext", "-layout", file, "-"], capture_output=True, text=True, check=True)
        pages = text.stdout.split("\f")[:-1]
        assert all(page.strip() for page in pages), f"{address}: a blank page"
        return pages, (round(float(width)), round(float(height)))


def people(event: Tournament, count: int) -> None:
    names = [*LONG, *(f"Player{n:03}" for n in range(count - len(LONG)))]
    Player.objects.bulk_create(
        Player(tournament=event, number=n, name=name, club="Evening Club") for n, name in enumerate(names, 1)
    )


def squeezed(text: str) -> str:
    """Without white space and marks of direction: long names are broken over lines."""
    return "".join(
        letter for letter in text if not letter.isspace() and letter not in "\u2066\u2067\u2068\u2069\u202c"
    )


@pytest.mark.sweep
def test_paper_for_three_hundred_at_tables_of_two(window: OpenWindow, tmp_path: Path) -> None:
    event = make_event(slug="big", name="Copenhagen Spring Open 2026", rounds_planned=7)
    people(event, 300)
    play_round(event)
    publish(event)
    printer = Printer(window(event.owner), tmp_path)
    names = [name for name in event.players.values_list("name", flat=True) if name.isascii()]
    for address, size, at_most in (
        ("big/print/2/tables/", A4, 5),
        ("big/print/2/names/", A4, 7),
        ("big/print/standings/", A4, 13),
        ("big/print/player-cards/", A4, 38),
        ("big/print/wall/", A4_WIDE, 13),
    ):
        pages, found = printer.prints(address)
        assert found == size, address
        assert len(pages) <= at_most, address
        text = squeezed("".join(pages))
        assert [name for name in names if squeezed(name) not in text and len(name) < 12] == [], address
    assert len(printer.prints("big/print/2/slips/")[0]) == 38  # 150 slips, four to a page
    assert len(printer.prints("big/print/1/slips/?to=2")[0]) == 75
    tables, size = printer.prints("big/print/table-cards/")
    assert (len(tables), size) == (38, A4)  # one for a late entry
    for query, size in (("", A4), ("?size=a3", A3)):
        pages, found = printer.prints(f"big/print/poster/{query}")
        assert (len(pages), found) == (1, size)
        assert "/e/big/" in pages[0]


def test_a_pile_of_slips_of_two_rounds_is_cut_once_and_every_kind_of_paper_has_its_size(
    window: OpenWindow, tmp_path: Path
) -> None:
    """Six tables in each of two rounds: three sheets. The four stacks on each other are round 1, then round 2."""
    event = make_event(slug="club")
    people(event, 12)
    play_round(event)
    publish(event)
    printer = Printer(window(event.owner), tmp_path)
    pages, _size = printer.prints("club/print/1/slips/?to=2")
    order = printer.page.evaluate(ORDER)
    assert len(pages) == len(order) == 3
    stacked = [tuple(sheet[place]) for place in range(4) for sheet in order]
    assert stacked == [(number, table) for number in (1, 2) for table in range(1, 7)]
    for address, size in (("2/names/", A4), ("wall/", A4_WIDE), ("poster/?size=a3", A3)):
        pages, found = printer.prints(f"club/print/{address}")
        assert (len(pages), found) == (1, size), address


@pytest.mark.sweep
def test_paper_for_tables_of_four(window: OpenWindow, tmp_path: Path) -> None:
    event = make_table_event(slug="riichi", field=0, rounds_planned=4)
    people(event, 48)
    play_tables(event)
    publish(event)
    printer = Printer(window(event.owner), tmp_path)
    for address, size, count in (
        ("riichi/print/2/tables/", A4, 1),
        ("riichi/print/2/slips/", A4, 3),
        ("riichi/print/1/slips/?to=2", A4, 6),
        ("riichi/print/wall/", A4_WIDE, 2),
        ("riichi/print/player-cards/", A4, 6),
        ("riichi/print/table-cards/", A4, 4),
        ("riichi/print/2/outstanding/", A4, 2),
    ):
        pages, found = printer.prints(address)
        assert (found, len(pages)) == (size, count), address
