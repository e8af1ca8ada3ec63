// Results that players of matches of two have reported: shown at their tables, accepted or refused without leaving
// the page.

import { Claims } from "./claims.js";

export class Reports extends Claims {
  constructor(desk) {
    super(desk);
    this.form = document.getElementById("report-form");
    desk.list.addEventListener("click", (event) => this.pressed(event));
  }

  fill(row, { pk, told, disputed, options }) {
    const box = this.box(row);
    box.querySelector("[data-claim-told]").textContent = told;
    box.classList.toggle("claim--disputed", disputed);
    box.querySelector("[data-claim-sign]").hidden = !disputed;
    box.querySelector("[data-claim-refuse]").value = `reject:${pk}`;
    const known = box.querySelector("[data-claim-options]");
    known.replaceChildren(...options.map((option) => this.button(option)));
  }

  button({ pk, text }) {
    const button = document.createElement("button");
    button.className = "button";
    button.name = "do";
    button.value = `accept:${pk}`;
    button.setAttribute("form", this.form.id);
    button.dataset.report = "";
    button.textContent = this.desk.text.accept.replace("%s", text);
    return button;
  }

  /** Of the server only what was wrong comes back; the result itself comes with the next look for news. */
  async pressed(event) {
    const button = event.target.closest("[data-report]");
    if (!button) return;
    event.preventDefault();
    const row = this.desk.rowOf(button);
    await this.answered(row, await this.send(this.form.action, new URLSearchParams({ do: button.value })));
  }
}
