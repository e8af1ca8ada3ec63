// Results of matches of two at keyboard speed. Without this script every button is an ordinary form button and works
// as well.

import { EntryDesk } from "./entry.js";
import { isFirstOfTwo, resultOf } from "./keys.js";

export class ResultsDesk extends EntryDesk {
  prepare() {
    this.before = ""; // the first of two keys
    this.hasMoved = false; // a result has just moved the cursor on: Enter after it is a habit, no further step
    this.listenToMenu();
  }

  target(row) {
    return row.querySelector("fieldset");
  }

  /** One stop for Tab. */
  focus(row) {
    if (this.stop) this.stop.tabIndex = -1;
    this.stop = this.target(row);
    this.stop.tabIndex = 0;
    super.focus(row);
  }

  label(result) {
    return this.text.results[result] || this.short(result) || this.text.cleared;
  }

  /** Games that are not offered, such as 3-1, as they are. */
  short(result) {
    const [plain, games] = result.split(" ");
    return this.text.short[result] ?? games?.replaceAll("-", "–") ?? this.text.plain[plain] ?? "";
  }

  // --- keys, clicks -------------------------------------------------------------------------------------------
  listenToMenu() {
    this.menu = document.getElementById("entry-menu");
    this.menu?.addEventListener("click", (event) => {
      const choice = event.target.closest("button[data-choice]");
      const row = this.byTable.get(Number(this.menu.dataset.for));
      if (!choice || !row) return;
      this.menu.returnValue = "chosen";
      this.menu.close("chosen");
      this.enter(row, choice.dataset.choice);
    });
    this.menu?.addEventListener("close", () => {
      const row = this.byTable.get(Number(this.menu.dataset.for));
      if (row && this.menu.returnValue !== "chosen") this.focus(row);
      this.menu.returnValue = "";
    });
  }

  key(event) {
    const row = this.rowOf(event.target);
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest(".entry__conflict")) return;
    if (this.before && event.key === "Backspace") {
      event.preventDefault();
      return void this.disarm(row);
    }
    const result = resultOf(event, this.text.keys, this.before);
    const hasMoved = this.hasMoved;
    this.hasMoved = false;
    if (result !== undefined) {
      this.enter(row, result);
      this.hasMoved = true;
    } else if (event.key === "Enter" && hasMoved) this.confirms = true;
    else if (event.key === "ArrowDown") this.step(row, 1);
    else if (event.key === "ArrowUp") this.step(row, -1);
    else if (event.key === "Home") this.focus(this.rows[0]);
    else if (event.key === "End") this.focus(this.rows[this.rows.length - 1]);
    else if (event.key === "Enter" && event.target === this.target(row)) this.next(row);
    else if (isFirstOfTwo(event, this.text.keys)) this.arm(row, event.key.toLowerCase());
    else if (event.key === "m") this.openMenu(row);
    else if (event.key === "Escape" && this.before) this.disarm(row);
    else return;
    event.preventDefault();
  }

  click(event) {
    const row = this.rowOf(event.target);
    const button = event.target.closest("button, a");
    if (!row || !button) return;
    if (button.matches("[data-more]")) this.openMenu(row);
    else if (button.matches("[data-choice]")) {
      const again = button.getAttribute("aria-pressed") === "true";
      this.enter(row, again ? "" : button.dataset.choice);
    } else if (!this.decide(row, button)) return;
    event.preventDefault();
  }

  openMenu(row) {
    if (!this.menu) return;
    this.menu.dataset.for = row.dataset.table;
    this.menu.querySelector("[data-menu-title]").textContent = row.dataset.names;
    for (const choice of this.menu.querySelectorAll("[data-choice]")) {
      choice.setAttribute("aria-pressed", String(choice.dataset.choice === row.dataset.result));
    }
    this.menu.showModal();
  }

  arm(row, key) {
    this.before = key;
    this.tableSign(row).dataset.before = key;
    this.say(key === "f" ? this.text.forfeit : `${key}–`);
  }

  tableSign(row) {
    return row.querySelector(".entry__table");
  }

  disarm(row) {
    this.before = "";
    delete this.tableSign(row).dataset.before;
  }

  marked(row) {
    if (row !== this.current && this.current) this.disarm(this.current);
    super.marked(row);
  }

  // --- entering -----------------------------------------------------------------------------------------------
  enter(row, result, how) {
    this.disarm(row);
    super.enter(row, result, how);
  }

  show(row, result) {
    row.dataset.result = result;
    for (const button of row.querySelectorAll("button[data-choice]")) {
      button.setAttribute("aria-pressed", String(button.dataset.choice === result));
    }
    const rare = row.querySelector("[data-rare]");
    const isCommon = Boolean(row.querySelector(`button[data-choice="${CSS.escape(result)}"]`));
    const isRare = result && !isCommon;
    rare.textContent = isRare ? this.short(result) : "";
    row.querySelector("[data-rare-kind]").textContent = isRare ? (this.text.kind[result] ?? "") : "";
    if (result) this.reports.hide(row); // what is entered at the desk counts
    this.count();
  }
}

const root = document.querySelector("[data-desk-results]");
if (root) new ResultsDesk(root);
