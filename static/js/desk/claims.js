// Scores that players entered at their tables: shown where they belong, accepted or refused without leaving the page.

import { listMissing } from "./missing.js";

export class Claims {
  /** `desk` is the page with the rows; it gives `label` and `token`, and is asked to look for news after a decision. */
  constructor(desk) {
    this.desk = desk;
    desk.list.addEventListener("submit", (event) => this.submitted(event));
  }

  box(row) {
    return row.querySelector("[data-claim]");
  }

  /** `claims` are those that are not decided, by table. */
  show(claims) {
    for (const row of this.desk.rows) {
      const claim = claims[row.dataset.table];
      if (claim) this.fill(row, claim);
      this.hide(row, !claim);
    }
    this.count();
  }

  fill(row, claim) {
    const box = this.box(row);
    box.querySelector("[name=claim]").value = claim.pk;
    box.querySelector("[data-claim-scores]").textContent = this.desk.label(claim.text);
    box.querySelector("[data-claim-told]").textContent = claim.told;
    box.classList.toggle("claim--disputed", claim.disputed);
  }

  hide(row, hidden = true) {
    this.box(row).hidden = hidden;
  }

  count() {
    const open = this.desk.rows.filter((row) => !this.box(row).hidden);
    const part = this.desk.root.querySelector("[data-claims]");
    part.hidden = open.length === 0;
    listMissing(part.querySelector("[data-claim-list]"), open);
  }

  async submitted(event) {
    const form = event.target.closest("[data-claim]");
    if (!form) return;
    event.preventDefault();
    const row = this.desk.rowOf(form);
    const body = new URLSearchParams({
      claim: form.elements.namedItem("claim").value,
      do: event.submitter.value,
      as: this.desk.queue.user,
    });
    await this.answered(row, await this.send(form.action, body));
  }

  /** Show what was wrong, or that this row waits for nothing any more. */
  async answered(row, said) {
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
  async send(url, body) {
    try {
      const response = await fetch(url, {
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
