"""What people do with the pages: they read labels and press buttons; none of this looks into the database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

KEYS = {
    "1-0": "1", "0-1": "2", "1/2-1/2": "=", "0-0": "0", "+--": "f1", "--+": "f2", "---": "f0",
}  # fmt: skip


@dataclass
class Organiser:
    page: Page
    slug: str = ""

    def sign_in(self, username: str, password: str) -> None:
        self.page.goto("/accounts/login/?next=/desk/")
        self.page.get_by_label("Username").fill(username)
        self.page.get_by_label("Password").fill(password)
        self.page.get_by_role("main").get_by_role("button", name="Sign in").click()
        expect(self.page).to_have_url("/desk/")

    def open(self, path: str = "") -> None:
        self.page.goto(f"/desk/{self.slug}/{path}")

    def create_event(self, name: str, *, elimination: int, rounds: int) -> None:
        self.page.goto("/desk/new/")
        self.page.get_by_label("Name *").fill(name)
        self.page.get_by_role("textbox", name="Elimination").fill(str(elimination))
        self.page.get_by_role("spinbutton", name="Rounds").fill(str(rounds))
        self.page.get_by_test_id("save-event").click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text("Players")  # the next thing to do
        self.slug = self.page.url.split("/desk/")[1].split("/")[0]

    def create_shogi_event(self, name: str, *, options: dict[str, str], rounds: int) -> None:
        """An event of the shogi championship family: choosing the system brings its own options."""
        self.page.goto("/desk/new/")
        self.page.get_by_label("Name *").fill(name)
        self.page.get_by_test_id("system").select_option("wcsc")
        for label, value in options.items():
            self.page.get_by_role("combobox", name=label, exact=True).select_option(value)
        self.page.get_by_role("spinbutton", name="Rounds").fill(str(rounds))
        self.page.get_by_test_id("save-event").click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text("Players")
        self.slug = self.page.url.split("/desk/")[1].split("/")[0]

    def create_riichi_event(self, name: str, *, rounds: int, rounds_per_day: int, seed: str) -> None:
        """Qualifying rounds and a final, scored as the EMA does: its preset is put back over another one."""
        self.page.goto("/desk/new/")
        self.page.get_by_label("Name *").fill(name)
        self.page.get_by_test_id("system").select_option("mahjong_final")
        self.page.get_by_label("Rounds a day").fill(str(rounds_per_day))
        self.page.get_by_role("spinbutton", name="Rounds", exact=True).fill(str(rounds))
        for preset, first in (("25,000 with return 30,000 and oka, uma 30/10", "30"), ("EMA and WRC", "15")):
            self.page.get_by_role("button", name=preset).click()
            expect(self.page.get_by_label("Uma, first")).to_have_value(first)
        self.page.get_by_text("Draw seed").first.click()
        self.page.get_by_role("textbox", name="Draw seed").fill(seed)
        self.page.get_by_test_id("save-event").click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text("Players")
        self.slug = self.page.url.split("/desk/")[1].split("/")[0]

    def draw_numbers(self, typed: dict[str, int]) -> dict[str, int]:
        """Some draw from a bag and the desk types it, the others get theirs by lot; everybody's number."""
        self.open("players/numbers/")
        for name, number in typed.items():
            self.page.get_by_role("textbox", name=name, exact=True).fill(str(number))
        with self.page.expect_navigation():
            self.page.get_by_test_id("draw-all").click()
        self.open("players/")
        rows: list[list[str]] = self.page.locator("[data-testid=players] tbody tr").evaluate_all(
            "rows => rows.map(row => [row.querySelector('bdi').textContent, row.cells[2].textContent])"
        )
        return {name: int(number) for name, number in rows}

    def plan_schedule(self) -> None:
        self.open("schedule/")
        self.page.get_by_test_id("plan").click()
        expect(self.page.get_by_test_id("plan-state")).to_contain_text("The plan is stored.")

    def pair_ahead(self, number: int) -> None:
        """Beside the one next step of the overview, while the round before is being played."""
        self.open()
        button = self.page.get_by_test_id("pair_ahead")
        expect(button).to_have_text(f"Pair round {number} ahead")
        button.click()
        expect(self.page.get_by_test_id("draft")).to_be_visible()
        expect(self.page).to_have_url(f"/desk/{self.slug}/rounds/{number}/")

    def assumed(self) -> list[tuple[str, str]]:
        """What a draft says was assumed: the players of each table of the round before, and the result."""
        part = self.page.get_by_test_id("assumed")
        part.locator("summary").click()
        rows: list[list[str]] = part.locator("tbody tr").evaluate_all(
            "rows => rows.map(row => [row.querySelector('th').textContent, row.querySelector('b').textContent])"
        )
        return [(players, result) for players, result in rows]

    def paste_players(self, lines: list[str]) -> None:
        self.open("players/import/")
        self.page.locator("textarea").fill("\n".join(lines))
        self.page.get_by_test_id("preview").click()
        expect(self.page.get_by_test_id("count-new")).to_have_text(str(len(lines)))
        self.page.get_by_test_id("confirm").click()

    def add_player(self, name: str) -> None:
        self.open("players/")
        self.page.get_by_label("Name *").fill(name)
        self.page.get_by_label("Name *").press("Enter")
        expect(self.page.get_by_test_id("players").get_by_role("link", name=name, exact=True)).to_be_visible()

    def withdraw(self, number: int) -> None:
        self.open(f"players/{number}/")
        with self.page.expect_navigation():
            self.page.get_by_test_id("withdraw").click()
        self.open(f"players/{number}/")
        expect(self.page.get_by_test_id("return")).to_be_visible()

    def next_step(self) -> None:
        self.open()
        self.page.get_by_test_id("next-step").click()

    def pair(self, number: int) -> None:
        self.next_step()
        expect(self.page.get_by_test_id("draft")).to_be_visible()
        expect(self.page).to_have_url(f"/desk/{self.slug}/rounds/{number}/")

    def publish(self) -> None:
        self.page.get_by_test_id("publish").click()
        expect(self.page.get_by_test_id("results")).to_be_visible()

    def tables(self) -> list[tuple[str, str]]:
        """First and second player of each table on the results page, in order."""
        rows = self.page.locator(".entry")
        names: list[list[str]] = rows.evaluate_all(
            "rows => rows.map(row => [...row.querySelectorAll('.entry__player bdi')].map(p => p.textContent))"
        )
        return [(first, second) for first, second in names]

    def tables_of_four(self) -> list[tuple[str, ...]]:
        """Who sits East, South, West and North at each table of a draft; "" for a house player."""
        rows: list[list[str]] = self.page.locator("[data-testid=draft] .game").evaluate_all(
            """games => games.map(game => [...game.querySelectorAll('.game__who')].map(
                 who => who.querySelector('.badge') ? '' : who.querySelector('bdi').textContent))"""
        )
        return [tuple(row) for row in rows]

    def score_box(self, table: int, name: str) -> Locator:
        return self.page.get_by_test_id(f"entry-{table}").locator(f"[name={name}]")

    def type_scores(
        self, table: int, raw: Sequence[int], *, sticks: int = 0, chombo: int | None = None, why: str = ""
    ) -> None:
        """A table with the keyboard alone, as hundreds; the fourth score is taken from the sum."""
        keyboard = self.page.keyboard
        expect(self.score_box(table, "raw_0")).to_be_focused()
        if sticks:
            keyboard.type(f"s{sticks}")
            keyboard.press("Enter")
        for seat, score in enumerate(raw):
            if seat == chombo:
                keyboard.press("c")
            if seat < 3:
                keyboard.type(hundreds(score))
            keyboard.press("Enter")
        if why:
            self.score_box(table, "note").fill(why)
            self.score_box(table, "raw_3").focus()
        keyboard.press("Enter")

    def correct_scores(self, number: int, table: int, raw: Sequence[int], why: str) -> list[list[str]]:
        """Correct a completed table; the lines of the preview: who, rank and points, before and after."""
        self.open(f"rounds/{number}/")
        self.page.get_by_test_id(f"correct-{table}").click()
        form = self.page.get_by_test_id("result-form")
        for seat, score in enumerate(raw):
            form.locator(f"[name=raw_{seat}]").fill(hundreds(score))
        self.page.get_by_test_id("save-result").click()
        impact = self.page.get_by_test_id("impact")
        lines: list[list[str]] = (
            impact.get_by_role("region", name="Changes in the standings")
            .locator("tbody tr")
            .evaluate_all("rows => rows.map(row => [...row.cells].map(cell => cell.textContent.trim()))")
        )
        impact.get_by_label("Why").fill(why)
        return lines

    def confirm_correction(self) -> None:
        self.page.get_by_test_id("confirm-correction").click()
        expect(self.page.get_by_test_id("impact")).to_have_count(0)

    def type_results(self, results: list[str]) -> None:
        """From the first table on, without the mouse: the cursor moves by itself."""
        self.page.get_by_test_id("entry-1").locator("fieldset").focus()
        for result in results:
            for key in KEYS[result]:
                self.page.keyboard.press(key)
        expect(self.page.get_by_test_id("missing-count")).to_have_text("0")
        expect(self.page.get_by_test_id("stuck")).to_be_hidden()

    def complete(self, number: int) -> None:
        with self.page.expect_navigation():
            self.page.get_by_test_id("complete").click()
        self.open(f"rounds/{number}/")
        expect(self.page.get_by_test_id("completed")).to_be_visible()

    def correct(self, number: int, table: int, result: str, *, later: bool) -> None:
        """Correct a result of a completed round, reading first what that changes."""
        self.open(f"rounds/{number}/")
        self.page.get_by_test_id(f"correct-{table}").click()
        form = self.page.get_by_test_id("result-form")
        form.locator(f"[name=result][value='{result}']").check()
        self.page.get_by_test_id("save-result").click()
        expect(self.page.get_by_test_id("impact")).to_be_visible()
        expect(self.page.get_by_test_id("later-rounds")).to_be_visible(visible=later)
        self.page.get_by_test_id("impact").get_by_label("Why").fill("slip misread")
        self.page.get_by_test_id("confirm-correction").click()
        expect(self.page.get_by_test_id("impact")).to_have_count(0)


def hundreds(score: int) -> str:
    """A raw score as it is typed at a desk: 42300 is 423, -1200 is -012."""
    return f"{'-' if score < 0 else ''}{abs(score) // 100:03}"


@dataclass
class Visitor:
    page: Page

    def open(self, path: str) -> int:
        """Open a page; its HTTP status."""
        response = self.page.goto(path)
        assert response is not None
        return response.status

    def standings(self, slug: str) -> dict[str, str]:
        """Points as shown, by name."""
        self.page.goto(f"/e/{slug}/standings/")
        rows: list[list[Any]] = self.page.locator("tr[data-player]").evaluate_all(
            "rows => rows.map(r => [r.querySelector('bdi').textContent, r.querySelector('b').textContent.trim()])"
        )
        return dict(rows)

    def find_me(self, slug: str, typed: str, name: str) -> None:
        self.page.goto(f"/e/{slug}/find/")
        self.page.get_by_role("searchbox").fill(typed)
        self.page.get_by_role("link", name=name).first.click()
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(name)

    def rows(self) -> list[dict[str, str]]:
        """Every line of the standings of tables of four that are open, by the heads of the columns."""
        found: list[dict[str, str]] = self.page.locator("tr[data-player]").evaluate_all(
            """rows => rows.map(row => Object.fromEntries([...row.closest('table').tHead.rows[0].cells].map(
                 (head, at) => [head.textContent.trim(),
                   (row.cells[at].querySelector('bdi') ?? row.cells[at]).textContent.trim()])))"""
        )
        return found


@dataclass
class Player(Visitor):
    """Somebody at a table with a phone; `own` is the address in the code on the card."""

    own: str = ""

    def enter_scores(self, raw: Sequence[int]) -> None:
        self.open(self.own)
        self.page.get_by_role("link", name="Enter the result").click()
        for seat, score in enumerate(raw):
            self.page.fill(f"#raw_{seat}", str(score))
        expect(self.page.locator("[data-sum]")).to_have_text("The scores add up.")
        self.page.get_by_role("button", name="Send the result").click()
        expect(self.page.get_by_test_id("claim-mine")).to_be_visible()

    def confirm_scores(self, entered_by: str) -> None:
        self.open(self.own)
        expect(self.page.get_by_test_id("claim-theirs")).to_contain_text(f"{entered_by} entered the result.")
        self.page.get_by_role("button", name="Yes, that is right").click()
        expect(self.page.get_by_test_id("claim-counted")).to_be_visible()
