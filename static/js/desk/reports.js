// What players have reported of their tables: shown where it belongs, accepted or refused without leaving the page.

import { listMissing } from "./missing.js";

export class Reports {
  /** `desk` is the page with the rows; it gives `label` and `token`, and is asked to look for news after a decision. */
  constructor(desk) {
    this.desk = desk;
    this.form = document.getElementById("report-form");
    desk.list.addEventListener("click", (event) => this.pressed(event));
  }

  box(row) {
    return row.querySelector("[data-report]");
  }

  /** `reports` are those that are not decided, by table. */
  show(reports) {
    for (const row of this.desk.rows) {
      const report = reports[row.dataset.table];
      if (report) this.fill(row, report);
      this.hide(row, !report);
    }
    this.count();
  }

  /** Of two there are `options`, the results to choose from; of four the scores are a `text`. */
  fill(row, { pk, text, told, disputed, options }) {
    const box = this.box(row);
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

  hide(row, hidden = true) {
    this.box(row).hidden = hidden;
  }

  count() {
    const open = this.desk.rows.filter((row) => !this.box(row).hidden);
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
