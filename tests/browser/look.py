"""One page, loaded once and looked at in windows of several sizes: nothing sideways, nothing that axe finds.

For another colour scheme a page is loaded again: axe takes some colours for those of the scheme before.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

# Everything that opens by a click is open: parts of the page, and the menus of its head.
OPEN_ALL = "for (const part of document.querySelectorAll('details')) part.open = true"
# What a finger presses on a page for phones and is too low for it.
SMALL = """() => [...document.querySelectorAll('main button, main summary, main select')]
  .filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 43).map((e) => e.outerHTML.slice(0, 200))"""
# Dialogs that do not fit, opened one after the other as their buttons do.
DIALOGS = """() => [...document.querySelectorAll('dialog:not([open])')].filter((box) => {
  box.showModal();
  const { left, right } = box.getBoundingClientRect();
  const bad = left < 0 || right > innerWidth + 1 || box.scrollWidth > box.clientWidth + 1;
  box.close();
  return bad;
}).map((box) => box.outerHTML.slice(0, 200))"""
# Words that a line ends in the middle of, though a phone has room for them. A name wraps by words; in languages that
# join words, only names are looked at.
BROKEN = r"""() => {
  const found = new Set(), range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const about = text.parentElement;  // what is one pixel wide is only read out
    if (about.closest("script, style, option, svg, .paper") || about.clientWidth === 1) continue;
    if (!about.checkVisibility()) continue;
    if (document.documentElement.lang !== "en" && !about.closest("bdi")) continue;
    for (const word of text.data.matchAll(/(?<!\S)[\p{Script=Latin}\p{M}]{2,11}[.,:;!?)]*(?!\S)/gu)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const [first, ...others] = range.getClientRects();
      if (others.some((box) => box.top >= first.bottom - 1)) {
        found.add(`${word[0]} in ${about.outerHTML.slice(0, 150)}`);
      }
    }
  }
  return [...found];
}"""
# What is reached by Tab and does not show it: no outline, and nothing else about it or its label changes.
UNSEEN = """() => {
  const shown = (e) => {
    const style = getComputedStyle(e), line = parseFloat(style.outlineWidth) > 0 && style.outlineStyle !== 'none';
    const { boxShadow, backgroundColor, borderColor, textDecoration } = style;
    return line ? 'outlined' : [boxShadow, backgroundColor, borderColor, textDecoration].join();
  };
  const about = (e) => [e, ...(e.labels ?? []), e.parentElement, e.nextElementSibling].filter(Boolean);
  const root = document.querySelector('dialog:modal') ?? document;  // nothing outside of an open dialog is reached
  const all = root.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]');
  const seen = { visibilityProperty: true };
  const tabbed = [...all].filter((e) => e.tabIndex >= 0 && !e.disabled && e.checkVisibility(seen));
  const before = new Map(tabbed.map((e) => [e, about(e).map(shown).join()]));
  const bad = tabbed.filter((e) => {
    e.focus({ preventScroll: true });
    const now = about(e).map(shown).join();
    return document.activeElement !== e || (now === before.get(e) && !now.includes('outlined'));
  });
  document.activeElement?.blur();
  return [...bad, ...document.querySelectorAll("[tabindex]:not([tabindex='0'], [tabindex='-1'])")]
    .map((e) => e.outerHTML.slice(0, 200));
}"""


@dataclass(frozen=True)
class Look:
    """A window, and the size of text its owner has chosen in the browser, in percent."""

    width: int
    height: int
    axe: bool = True
    text: int = 100


PHONE, DESK, WIDE = Look(360, 740), Look(1280, 800), Look(1920, 1080, axe=False)
NARROW, LARGE = Look(320, 640, axe=False), Look(360, 740, axe=False, text=200)


def _fits(page: Page) -> bool:
    """In width, at least once the frame after another size of window and letters is drawn."""
    for _try in range(10):
        if page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"):
            return True
        page.wait_for_timeout(50)
    return False


def faults(page: Page, looks: Iterable[Look] = (PHONE, DESK, WIDE), *, fingers: bool = False) -> list[object]:
    """What is wrong with the page that is open, in the order of the windows."""
    found: list[object] = []
    settings = page.context.new_cdp_session(page)
    for look in looks:
        page.set_viewport_size({"width": look.width, "height": look.height})
        sizes = {"standard": 16 * look.text // 100, "fixed": 13 * look.text // 100}
        settings.send("Page.setFontSizes", {"fontSizes": sizes})
        if not _fits(page):
            found.append((page.url, look, "wider than the window"))
        if look in (NARROW, LARGE):
            found += [(page.url, look, "dialog does not fit", box) for box in page.evaluate(DIALOGS)]
            found += [(page.url, look, "broken", word) for word in page.evaluate(BROKEN)]
        if look == DESK:
            found += [(page.url, look, "focus unseen", what) for what in page.evaluate(UNSEEN)]
        if look.axe:
            found += [
                (page.url, look, fault["id"], fault["nodes"][0]["html"][:200])
                for fault in Axe().run(page).response["violations"]
            ]
        if fingers and look.width <= PHONE.width:  # in a wide window the desk is for a pointer
            found += [(page.url, look, "too low for a finger", small) for small in page.evaluate(SMALL)]
    settings.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
    settings.detach()
    return found
