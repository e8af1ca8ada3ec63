"""What people do with the pages: they read labels and press buttons; none of this looks into the database."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

KEYS = {
    "1-0": "1", "0-1": "2", "1/2-1/2": "=", "0-0": "b", "+--": "f1", "--+": "f0", "---": "fb",
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
        self.page.get_by_text("All settings").click()
        self.page.get_by_role("combobox", name="Elimination").select_option(str(elimination))
        self.page.get_by_role("spinbutton", name="Rounds").fill(str(rounds))
        self.page.get_by_test_id("save-event").click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text(
            "Import players"
        )  # the next thing to do
        self.slug = self.page.url.split("/desk/")[1].split("/")[0]

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

    def find_me(self, slug: str, typed: str, listed: str, name: str) -> None:
        """Tap the name as the list from A to Z has it; the player's own page has it as it was typed."""
        self.page.goto(f"/e/{slug}/find/")
        self.page.get_by_role("searchbox").fill(typed)
        self.page.get_by_role("link", name=listed).first.click()
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(name)
