// Scores of tables of four at keyboard speed. Without this script every table is an ordinary form; the server checks
// and keeps what was typed.

import { EntryDesk } from "./entry.js";
import { wholeLists } from "./whole-lists.js";
import { ScoreForm } from "./score-form.js";

export class ScoresDesk extends EntryDesk {
  prepare() {
    // What stood at a table when somebody began to type there: what they decided on.
    this.seen = new Map();
    this.forms = new Map(
      this.rows.map((row) => [row, new ScoreForm(row.querySelector(".four"), () => this.touched(row))]),
    );
    this.list.addEventListener("submit", (event) => this.submitted(event));
    window.addEventListener("beforeunload", (event) => {
      if (this.rows.some((row) => this.isUnsaved(row))) event.preventDefault();
    });
  }

  form(row) {
    return this.forms.get(row);
  }

  target(row) {
    return this.form(row).start;
  }

  label(result) {
    return this.form(this.rows[0]).label(result);
  }

  isUnsaved(row) {
    return this.seen.has(row) && this.form(row).result !== row.dataset.result;
  }

  touched(row) {
    if (!this.seen.has(row)) this.seen.set(row, row.dataset.result);
    if (row.dataset.state !== "conflict") this.state(row, "");
  }

  // --- keys, clicks -------------------------------------------------------------------------------------------
  key(event) {
    const row = this.rowOf(event.target);
    if (!row || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (!event.target.matches("input") || !event.target.closest(".four")) return;
    if (event.key === "Enter") this.go(row, event.target);
    else if (event.key === "Escape") this.revert(row);
    else if (!event.target.matches("[data-number]")) return;
    else if (event.key === "ArrowDown") this.stepIn(row, event.target, 1);
    else if (event.key === "ArrowUp") this.stepIn(row, event.target, -1);
    else if (event.key === "g" || event.key === "/") this.askWhere(event);
    else return;
    event.preventDefault();
  }

  stepIn(row, box, by) {
    const next = this.rows[this.rows.indexOf(row) + by];
    if (!next) return;
    const same = this.form(next).box(box.name);
    (same.checkVisibility() ? same : this.target(next)).focus({ preventScroll: true });
    this.bringIntoSight(next);
  }

  /** Enter: take the suggestion, go to what is missing, or save and go to the next open table. */
  go(row, box) {
    const form = this.form(row);
    const { kind, offered } = form;
    const isBeside = !form.boxes().includes(box);
    if (offered && box === form.boxes()[offered.seat]) form.fill();
    else if (kind === "open" || (kind === "empty" && isBeside)) form.nextEmpty(box).focus();
    else this.save(row);
  }

  click(event) {
    const row = this.rowOf(event.target);
    const button = event.target.closest("button");
    if (row && button && this.decide(row, button)) event.preventDefault();
  }

  revert(row) {
    this.settle(row);
    this.show(row, row.dataset.result);
    this.focus(row);
  }

  // --- entering -----------------------------------------------------------------------------------------------
  submitted(event) {
    const row = this.rowOf(event.target);
    if (!row || !event.target.matches(".four")) return;
    event.preventDefault();
    this.save(row);
  }

  save(row) {
    const form = this.form(row);
    const { result, note } = form;
    if (result === undefined) {
      this.say(row.querySelector("[data-sum]").textContent);
      form.wrongBox?.focus();
    } else if (result && form.lacksReason(this.seen.get(row) ?? row.dataset.result)) {
      form.askReason();
      this.state(row, "", this.text["no-reason"]);
      this.say(this.text["no-reason"]);
    } else this.enter(row, result, { seen: this.seen.get(row), more: note ? { note } : {} });
  }

  show(row, result) {
    row.dataset.result = result;
    this.seen.delete(row);
    this.form(row).show(result);
    if (result) this.reports.hide(row); // what is entered at the desk counts
    this.count();
  }

  /** Refused: nothing is shown as entered that is not, and what was typed stays in the boxes. */
  refuse(row, detail) {
    super.refuse(row, detail);
    if (!detail.wanted || detail.current === undefined) return;
    const form = this.form(row);
    this.seen.set(row, detail.current);
    form.put(detail.wanted);
    form.box("note").value = detail.more?.note ?? "";
    form.update();
  }

  /** Another desk or a phone was faster: shown at once, unless somebody is just typing here. */
  hear(row, result) {
    if (!this.isUnsaved(row)) {
      super.hear(row, result);
      return;
    }
    row.dataset.result = result;
    this.state(row, "other", this.text["other-typed"].replace("%s", this.label(result)));
  }
}

const root = document.querySelector("[data-desk-scores]");
if (root) {
  await wholeLists();
  new ScoresDesk(root);
}
