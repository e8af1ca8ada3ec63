"""Every paper as Chromium prints it: the right sizes, so many pages and none blank, everybody on it, nothing cut."""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.windows import OpenWindow
from tests.desk.pages import Desk
from tests.factories import make_event, make_table_event, play_tables, publish
from tests.tournaments.hall.browser.test_hall_pages import LONG
from tournaments.desk import urls
from tournaments.models import Player, Tournament
from tournaments.schedules.desk import prints as schedules
from tournaments.schedules.selectors.schedules import plans_ahead

pytestmark = pytest.mark.skipif(not shutil.which("pdftotext"), reason="needs poppler-utils")
SIZES = {"A4": (596, 843), "Letter": (612, 792), "A3": (842, 1191)}
# Of a sheet: what is wider or higher than the box it was given.
CUT = """() => [...document.querySelectorAll(
    '.sheet, .sheet__cards, .slip, .hall-card, .place-card, .plan-card, .poster, .list,' +
    ':is(.list, .wall__grid) :is(th, td)')]
  .filter((box) => box.scrollWidth > box.clientWidth + 1
    || !box.matches('th, td') && box.scrollHeight > box.clientHeight + 1)  // a cell grows with what it holds
  .map((box) => box.className + ': ' + box.textContent.slice(0, 60))"""

# Words that stand in several lines, except those of the East.
BROKEN = r"""() => {
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT), broken = [];
  while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/[\p{L}\p{N}]+/gu)) {
    const range = document.createRange();
    range.setStart(texts.currentNode, word.index);
    range.setEnd(texts.currentNode, word.index + word[0].length);
    const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
    if (lines.size > 1 && !/[\u3040-\u9fff]/.test(word[0])) broken.push(word[0]);
  }
  return broken;
}"""

# Of each sheet its slips in the order of reading: round and table.
ORDER = """() => [...document.querySelectorAll('.sheet')].map((sheet) =>
  [...sheet.querySelectorAll('.slip:not(.slip--empty)')].map((slip) => [
    Number(/Round (\\d)/.exec(slip.textContent)[1]),
    Number(slip.querySelector('.slip__table b').textContent)]))"""


class Printer:
    def __init__(self, page: Page, folder: Path) -> None:
        self.page, self.folder = page, folder

    def prints(self, address: str, *, paper: str = "A4", wide: bool = False) -> list[str]:
        """The text of each page; nothing is cut, no page is blank, the paper is that of the printer and upright."""
        self.page.emulate_media(media="print")
        size = SIZES[paper][::-1] if wide else SIZES[paper]
        self.page.set_viewport_size({"width": size[0] * 4 // 3, "height": size[1] * 4 // 3})
        answer = self.page.goto(address)
        assert answer is not None and answer.status == 200, address
        self.page.evaluate("document.fonts.ready")
        file = self.folder / "paper.pdf"
        printer = "A4" if paper == "A3" else paper  # a poster asks for its paper itself
        self.page.pdf(path=file, format=printer, prefer_css_page_size=True, print_background=True)
        info = subprocess.run(["pdfinfo", file], capture_output=True, text=True, check=True).stdout
        facts = dict(line.split(":", 1) for line in info.splitlines())
        width, _x, height, *_unit = facts["Page size"].split()
        assert (round(float(width)), round(float(height))) == size, address
        text = subprocess.run(["pdftotext", "-layout", file, "-"], capture_output=True, text=True, check=True)
        pages = text.stdout.split("\f")[:-1]
        assert all(page.strip() for page in pages), f"{address}: a blank page"
        assert self.page.evaluate(CUT) == [], address
        assert self.page.evaluate(BROKEN) == [], address
        return pages


def people(event: Tournament, count: int) -> None:
    names = [*LONG, *(f"Player{n:03}" for n in range(count - len(LONG)))]
    Player.objects.bulk_create(
        Player(tournament=event, number=n, name=name, club="Evening Club", rating=2500 - n, title="FM")
        for n, name in enumerate(names, 1)
    )


def squeezed(text: str) -> str:
    """Without white space and marks of direction: long names are broken over lines."""
    return "".join(
        letter for letter in text if not letter.isspace() and letter not in "\u2066\u2067\u2068\u2069\u202c"
    )


def big_event() -> Tournament:
    """300 players, some of them with names as long as names get, in round 2."""
    event = make_event(slug="big", name="Copenhagen Spring Open 2026", rounds_planned=7)
    people(event, 300)
    publish(event, after=1)
    return event


def test_150_tables_are_on_three_pages_and_300_names_on_five_of_a4_and_of_letter(
    window: OpenWindow, tmp_path: Path
) -> None:
    event = big_event()
    printer = Printer(window(event.owner), tmp_path)
    names = [name for name in event.players.values_list("name", flat=True) if name.isascii()]
    for paper in ("A4", "Letter"):
        for address, count in (("tables", 3), ("names", 5)):
            pages = printer.prints(f"/desk/big/print/2/{address}/", paper=paper)
            assert len(pages) == count, (paper, address)
            text = squeezed("".join(pages))
            assert [name for name in names if squeezed(name) not in text and len(name) < 12] == [], address


@pytest.mark.sweep
def test_paper_for_three_hundred_at_tables_of_two(window: OpenWindow, tmp_path: Path) -> None:
    printer = Printer(window(big_event().owner), tmp_path)
    for address, count in (
        ("standings/", 5), ("player-cards/", 38), ("2/slips/", 19), ("1/slips/?to=2", 38), ("2/outstanding/", 3),
        ("table-cards/", 38),  # one for a late entry
        ("place-cards/", 38), ("place-cards/?each=2", 150),
    ):  # fmt: skip
        assert len(printer.prints(f"/desk/big/print/{address}")) == count, address
    assert len(printer.prints("/desk/big/print/wall/", wide=True)) == 13


def test_a_pile_of_slips_of_two_rounds_is_cut_once(window: OpenWindow, tmp_path: Path) -> None:
    """Six tables in each of two rounds: two sheets. The eight stacks on each other are round 1, then round 2."""
    event = make_event(slug="club")
    people(event, 12)
    publish(event, after=1)
    printer = Printer(window(event.owner), tmp_path)
    pages = printer.prints("/desk/club/print/1/slips/?to=2")
    order = printer.page.evaluate(ORDER)
    assert len(pages) == len(order) == 2
    stacked = [tuple(sheet[place]) for place in range(8) for sheet in order if place < len(sheet)]
    assert stacked == [(number, table) for number in (1, 2) for table in range(1, 7)]
    poster = printer.prints("/desk/club/print/poster/?size=a3", paper="A3")
    assert len(poster) == 1 and "/e/club/" in poster[0]


def every_print(event: Tournament) -> dict[str, str]:
    """The address of every print of the desk by its name, of round 2; those of a schedule where there is one."""
    patterns = [one for one in urls.urlpatterns if "/print/" in str(one.pattern)]
    planned = {one.name for one in schedules.sheets}
    return {
        one.name: reverse(
            f"desk:{one.name}", args=[event.slug, *([2] if "number" in one.pattern.converters else [])]
        )
        for one in patterns
        if plans_ahead(event) or one.name not in planned
    }


def of_two() -> Tournament:
    event = make_event(slug="club", name="Wednesday club", rounds_planned=3)
    people(event, 12)
    publish(event, after=1)
    return event


def of_four() -> Tournament:
    event = make_table_event(slug="riichi", name="Riichi evening", field=0, rounds_planned=4)
    people(event, 48)
    play_tables(event)
    publish(event)
    return event


WIDE = ("/wall/", "/cross/", "/schedule/names/")


def says_what_it_is(printer: Printer, event: Tournament, paper: str, printed: str) -> None:
    """Each page of each print: the event, when it was printed, the page; and the round, where it is of one."""
    shown = Desk(event.owner, event).get("print", query="?round=2").context["groups"]
    sheets = {paper.document.page: count for _group, papers in shown for paper, count in papers}
    for name, address in every_print(event).items():
        pages = printer.prints(address, paper=paper, wide=address.endswith(WIDE))
        assert len(pages) == sheets.get(name, 1), address
        for number, text in enumerate(pages, start=1):
            found = " ".join(text.split())
            assert event.name in found and re.search(printed, found), (address, number)
            assert f"{number}/{len(pages)}" in squeezed(text), (address, number)
            assert "/print/2/" not in address or re.search(r"(?i)(round|runde) 2|2 *回戦", found), address


def test_every_page_of_every_print_says_event_round_time_and_page_and_a_press_prints_those_that_are_ticked(
    window: OpenWindow, tmp_path: Path
) -> None:
    event = of_two()
    printer = Printer(window(event.owner), tmp_path)
    says_what_it_is(printer, event, "A4", r"Printed \d+ \w+ \d{4}, \d\d:\d\d")
    page = printer.page
    page.add_init_script("window.print = () => { document.title = 'printed ' + document.title }")
    page.goto("/desk/club/paper/")
    page.get_by_label("Pairings by name", exact=True).uncheck()
    page.get_by_label("Cross table", exact=True).check()
    page.goto("/desk/club/paper/?round=1")
    press = page.get_by_role("button", name="Print round 1")
    expect(press).to_contain_text("3 sheets")
    press.click()
    expect(page).to_have_title(re.compile("printed"))
    together = printer.prints(page.url.removesuffix("#now"))
    assert [bool(re.search(words, " ".join(together))) for words in ("by table", "your name")] == [
        True,
        False,
    ]
    assert len(together) == 3 and "Table 6" in " ".join(together[1].split()) and "Line" in together[2]


@pytest.mark.sweep
@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize(("locale", "printed"), [("da", "Udskrevet .*[0-9]"), ("ja", "印刷.*[0-9]")])
@pytest.mark.parametrize("make", [of_two, of_four])
def test_paper_in_other_languages(
    window: OpenWindow, tmp_path: Path, make: Callable[[], Tournament], locale: str, printed: str, paper: str
) -> None:
    event = make()
    says_what_it_is(Printer(window(event.owner, locale=locale), tmp_path), event, paper, printed)
