"""Take the pictures of the README and of docs/for: python -m devtools.pictures

Makes the demo in a folder of its own, serves it, plays its events to the end, and takes pictures on the way. Run it in
the project's environment whenever the pages look different.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import Browser, Page, sync_playwright

from devtools import ROOT
from pairwright.start.run import answers

if TYPE_CHECKING:
    from tournaments.models import Round, Tournament

IMAGES = ROOT / "docs" / "images"
# Those of docs/for are shown by a running site too.
OF_KINDS = ROOT / "static" / "for"
PORT = 8399
ADDRESS = f"http://localhost:{PORT}"
DESK, PHONE, HALL = (1280, 720), (360, 640), (1280, 720)
# The page of docs/for, the game that is chosen for a new event, the event of the demo.
KINDS = {
    "chess": ("chess_fide", "harbour-open"),
    "go": ("go", "harbour-go"),
    "riichi": ("riichi", "lighthouse-riichi"),
    "shogi": ("shogi", "computer-shogi"),
    "magic": ("magic", "friday-magic"),
    "darts": ("darts", "saturday-darts"),
}
OF_README = (
    ("desk-results", (1280, 800), "/desk/harbour-open/rounds/4/"),
    ("phone-my-table", PHONE, "/e/harbour-open/players/3/"),
    ("phone-why", PHONE, "/e/harbour-open/rounds/4/tables/1/"),
    ("hall-screen", HALL, "/e/harbour-open/screen/"),
)
WHILE_PLAYED = (
    ("chess-round", DESK, "/desk/harbour-open/rounds/4/"),
    ("chess-why", PHONE, "/e/harbour-open/rounds/4/tables/1/"),
    ("go-round", DESK, "/desk/harbour-go/rounds/3/"),
    ("riichi-round", DESK, "/desk/lighthouse-riichi/rounds/3/"),
    ("shogi-round", DESK, "/desk/computer-shogi/rounds/4/"),
    ("magic-round", DESK, "/desk/friday-magic/rounds/2/"),
    ("darts-bracket", DESK, "/e/saturday-darts/bracket/"),
    ("league-bracket", DESK, "/e/lantern-3/bracket/"),
    ("league-ranking", DESK, "/s/lantern-league/ranking/"),
    ("research-rounds", DESK, "/rounds/?players=48"),
    ("research-what-if", DESK, "/lab/what-if/"),
)
AT_THE_END = (
    *(
        (f"{kind}-end", DESK, f"/e/{slug}/standings/")
        for kind, (_game, slug) in KINDS.items()
        if kind != "darts"
    ),
    ("darts-end", DESK, "/e/saturday-darts/bracket/"),
    ("league-end", DESK, "/e/lantern-3/"),
)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "DATA_DIR": folder, "LAN": "0", "PORT": str(PORT)}
        site = subprocess.Popen([sys.executable, "dev.py", "run"], cwd=ROOT, env=env)
        try:
            _wait()
            _take(Path(folder))
        finally:
            site.terminate()
            site.wait()


def _wait() -> None:
    for _second in range(120):
        time.sleep(1)
        if answers("localhost", PORT):
            return
    raise SystemExit("the site does not start")


def _take(data: Path) -> None:
    with sync_playwright() as playwright:
        arguments = [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
        ]
        camera = Camera(
            playwright.chromium.launch(executable_path=shutil.which("chromium"), args=arguments), data
        )
        for name, size, path in OF_README:
            camera.take(IMAGES / f"{name}.png", size, path)
        for kind, (game, _slug) in KINDS.items():
            camera.take(OF_KINDS / f"{kind}-new.jpg", DESK, "/desk/new/", game)
        for name, size, path in WHILE_PLAYED:
            camera.take(OF_KINDS / f"{name}.jpg", size, path)
        _play_to_the_end(data)
        for name, size, path in AT_THE_END:
            camera.take(OF_KINDS / f"{name}.jpg", size, path)
        camera.browser.close()


@dataclass(frozen=True, slots=True)
class Camera:
    """A browser, and the folder of data with the organiser's sign-in."""

    browser: Browser
    data: Path

    def take(self, file: Path, size: tuple[int, int], path: str, game: str = "") -> None:
        """A picture of a page, of *New event* with this game chosen."""
        context = self.browser.new_context(
            base_url=ADDRESS, viewport={"width": size[0], "height": size[1]}, locale="en-GB"
        )
        page = context.new_page()
        if path.startswith(("/desk/", "/lab/")):
            self._sign_in(page)
        page.goto(path)
        if game:
            page.locator(f"[name=game][value={game}]").check(force=True)
        page.wait_for_timeout(1200)
        if file.suffix == ".jpg":
            page.screenshot(path=file, type="jpeg", quality=72)
        else:
            page.screenshot(path=file)
        context.close()

    def _sign_in(self, page: Page) -> None:
        name, password = (self.data / "demo-login.txt").read_text().split()
        page.goto("/accounts/login/?next=/desk/")
        page.get_by_label("Username").fill(name)
        page.get_by_label("Password").fill(password)
        page.get_by_role("main").get_by_role("button", name="Sign in").click()
        page.wait_for_url("**/desk/")


def _play_to_the_end(data: Path) -> None:
    """In this process, on the database of the site."""
    os.environ |= {
        "DATA_DIR": str(data),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DJANGO_ALLOW_ASYNC_UNSAFE": "1",
    }
    import django

    django.setup()
    from tournaments.models import Tournament

    for slug in (*(slug for _game, slug in KINDS.values()), "lantern-3"):
        _finish(Tournament.objects.get(slug=slug))


def _finish(event: Tournament) -> None:
    from tournaments.events.services.events import finish_event
    from tournaments.rounds.services import rounds

    chance = random.Random(event.slug)
    while (round_ := _next_round(event)) is not None:
        _enter(event, round_, chance)
        rounds.complete(tournament=event, actor=event.owner, round_=round_)
    finish_event(tournament=event, actor=event.owner)


def _next_round(event: Tournament) -> Round | None:
    """The round that is open, or the next one, published; None where the event has all of them."""
    from tournaments.rounds.services import rounds
    from tournaments.steps.refusals import ServiceError

    if round_ := event.rounds.exclude(state="completed").order_by("number").first():
        return round_
    if event.rounds.count() == event.rounds_planned and not event.phases:
        return None
    try:
        round_ = rounds.pair_next_round(tournament=event, actor=event.owner)
    except ServiceError:  # the bracket is decided
        return None
    rounds.publish(tournament=event, actor=event.owner, round_=round_)
    return round_


def _enter(event: Tournament, round_: Round, chance: random.Random) -> None:
    from tournaments.management.demo.playing import by_coin, by_rating, enter

    likely = by_rating if event.players.exclude(rating=None).exists() else by_coin
    enter(event, event.owner, round_, chance, likely=likely, with_games=event.slug == "friday-magic")


if __name__ == "__main__":
    main()
