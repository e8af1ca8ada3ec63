"""One page, loaded once and looked at in windows of several sizes: nothing sideways, nothing that axe finds.

For another colour scheme a page is loaded again: axe takes some colours for those of the scheme before.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

# What a finger presses on a page for phones and is too low for it.
SMALL = """() => [...document.querySelectorAll('main button, main summary, main select')]
  .filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 43).map((e) => e.outerHTML.slice(0, 200))"""


@dataclass(frozen=True)
class Look:
    width: int
    height: int
    axe: bool = True


PHONE, DESK, WIDE = Look(360, 740), Look(1280, 800), Look(1920, 1080, axe=False)


def faults(page: Page, looks: Iterable[Look] = (PHONE, DESK, WIDE), *, fingers: bool = False) -> list[object]:
    """What is wrong with the page that is open, in the order of the windows."""
    found: list[object] = []
    for look in looks:
        page.set_viewport_size({"width": look.width, "height": look.height})
        if page.evaluate("document.documentElement.scrollWidth > window.innerWidth"):
            found.append((page.url, look, "wider than the window"))
        if look.axe:
            found += [
                (page.url, look, fault["id"], fault["nodes"][0]["html"][:200])
                for fault in Axe().run(page).response["violations"]
            ]
        if fingers and look.width <= PHONE.width:  # in a wide window the desk is for a pointer
            found += [(page.url, look, "too low for a finger", small) for small in page.evaluate(SMALL)]
    return found
