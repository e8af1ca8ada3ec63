"""Take the pictures of the README from a running demo: python -m devtools.pictures http://localhost:8000 PASSWORD

Run it in the project's environment after `make run`, whenever the pages look different.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
EVENT = "harbour-open"
PLAYER = 3  # somebody whose name needs a good font


def take(address: str, password: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
            ],
        )
        _desk(_page(browser, address, 1280, 800), password)
        _phone(_page(browser, address, 360, 640))
        _hall(_page(browser, address, 1280, 720))
        browser.close()


def _page(browser: Browser, address: str, width: int, height: int) -> Page:
    context = browser.new_context(
        base_url=address, viewport={"width": width, "height": height}, locale="en-GB"
    )
    return context.new_page()


def _desk(page: Page, password: str) -> None:
    page.goto("/accounts/login/?next=/desk/")
    page.get_by_label("Username").fill("organiser")
    page.get_by_label("Password").fill(password)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/desk/")
    page.goto(f"/desk/{EVENT}/rounds/4/")
    page.wait_for_timeout(500)
    page.screenshot(path=IMAGES / "desk-results.png")


def _phone(page: Page) -> None:
    page.goto(f"/e/{EVENT}/players/{PLAYER}/")
    page.screenshot(path=IMAGES / "phone-my-table.png")
    table = page.get_by_role("link", name="Why this opponent?")
    table.first.click()
    page.wait_for_load_state()
    page.screenshot(path=IMAGES / "phone-why.png")


def _hall(page: Page) -> None:
    page.goto(f"/e/{EVENT}/screen/")
    page.wait_for_timeout(1000)
    page.screenshot(path=IMAGES / "hall-screen.png")


if __name__ == "__main__":
    take(*sys.argv[1:3])
