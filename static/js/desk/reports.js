// What players have reported of their tables: shown where it belongs, accepted or refused without leaving the page.

import { listMissing } from "./missing.js";

export class Reports {
  /** `desk` is the page with the rows; it gives `label` and `token`, and is asked to look for news after a decision. */
  constructor(desk) {
    this.desk = desk;
    this.form = document.getElementById("report-form");
    this.look();
    desk.list.addEventListener("click", (event) => this.pressed(event));
  }

  /** Once, and when the other rows are here: after each key it would look through thousands of them. */
  look() {
    const boxes = this.desk.list.querySelectorAll("[data-report]");
    this.boxes = new Map(Array.from(boxes, (box) => [this.desk.rowOf(box), box]));
  }

  /** A row that had no report gets the place for one. */
  made(row) {
    const { table } = row.dataset;
    const box = this.desk.root.querySelector("[data-report-template]").content.firstElementChild.cloneNode(true);
    for (const part of [box, ...box.querySelectorAll("[data-testid]")]) part.dataset.testid += table;
    box.setAttribute("aria-labelledby", box.getAttribute("aria-labelledby") + table);
    row.querySelector(".entry__conflict").before(box);
    this.boxes.set(row, box);
    return box;
  }

  /** `reports` are those that are not decided, by table. */
  show(reports) {
    for (const box of this.boxes.values()) box.hidden = true;
    for (const [table, report] of Object.entries(reports)) {
      const row = this.desk.byTable.get(Number(table));
      if (row) this.fill(row, report);
    }
    this.count();
  }

  /** Of two there are `options`, the results to choose from; of four the scores are a `text`. */
  fill(row, { pk, text, told, disputed, options }) {
    const box = this.boxes.get(row) ?? this.made(row);
    box.hidden = false;
    box.classList.toggle("report--disputed", disputed);
    box.querySelector("[data-report-sign]").hidden = !disputed;
    box.querySelector("[data-report-told]").textContent = told;
    if (text) box.querySelector("[data-report-text]").textContent = this.desk.label(text);
    for (const button of box.querySelectorAll("[data-report-do]")) button.value = `${button.dataset.reportDo}:${pk}`;
    box.querySelector("[data-report-options]")?.replaceChildren(...options.map((option) => this.button(option)));
  }

  button({ pk, text }) {
    const button = document.createElement("button");
    button.className = "button";
    button.name = "do";
    button.value = `accept:${pk}`;
    button.setAttribute("form", this.form.id);
    button.dataset.reportDo = "accept";
    button.textContent = this.desk.text.accept.replace("%s", text);
    return button;
  }

  hide(row) {
    const box = this.boxes.get(row);
    if (box) box.hidden = true;
  }

  count() {
    const open = this.desk.rows.filter((row) => this.boxes.get(row)?.hidden === false);
    const part = this.desk.root.querySelector("[data-reports]");
    part.hidden = open.length === 0;
    listMissing(part.querySelector("[data-report-list]"), open);
  }

  /** Of the server only what was wrong comes back: then that is shown, else this row waits for nothing any more. */
  async pressed(event) {
    const button = event.target.closest("[data-report-do]");
    if (!button) return;
    event.preventDefault();
    const row = this.desk.rowOf(button);
    const said = await this.send(new URLSearchParams({ do: button.value, as: this.desk.queue.user }));
    if (said) {
      this.desk.state(row, "refused", said);
      this.desk.say(said);
    } else {
      this.hide(row);
      this.count();
      this.desk.target(row).focus();
    }
    await this.desk.news.look();
  }

  /** What was wrong, "" when all went well. */
  async send(body) {
    try {
      const response = await fetch(this.form.action, {
        method: "POST",
        redirect: "manual",
        headers: { Accept: "application/json", "X-CSRFToken": this.desk.token() },
        body,
        signal: AbortSignal.timeout(10000),
      });
      if (response.ok) return "";
      const isJson = (response.headers.get("Content-Type") || "").includes("json");
      return (isJson && (await response.json()).message) || this.desk.text.refused;
    } catch {
      return this.desk.text["no-answer"];
    }
  }
}
