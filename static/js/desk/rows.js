// The rows of a list of tables, and the cursor that stands on one of them.

import { folded, searchKey } from "../fold.js";

/** Whoever extends this gives `target(row)`: what the cursor stands on. */
export class Rows {
  constructor(root) {
    this.root = root;
    this.list = root.querySelector("[data-entries]");
    this.takeRows();
  }

  takeRows() {
    this.rows = [...this.list.children];
    this.byTable = new Map(this.rows.map((row) => [Number(row.dataset.table), row]));
  }

  // --- what is where ------------------------------------------------------------------------------------------
  tableOf(row) {
    return Number(row.dataset.table);
  }

  open() {
    return this.rows.filter((row) => !row.dataset.result);
  }

  rowOf(node) {
    return node instanceof Element ? node.closest("[data-table]") : null;
  }

  // --- the cursor ---------------------------------------------------------------------------------------------
  /** Where the row to begin at is still on its way (`isWhole`), no key may go to another. */
  begin() {
    const named = location.hash && document.getElementById(location.hash.slice(1));
    if (named && this.root.contains(named) && !this.rowOf(named)) {
      named.focus(); // what somebody was led to
      this.hasBegun = true;
      return;
    }
    const asked = location.hash ? this.rowOf(named) : this.open()[0];
    const row = asked || (this.isWhole && (this.open()[0] || this.rows[0]));
    if (!row) return;
    this.focus(row);
    this.hasBegun = true;
  }

  focus(row) {
    this.target(row).focus({ preventScroll: true });
    this.bringIntoSight(row);
  }

  bringIntoSight(row) {
    const box = row.getBoundingClientRect();
    const margin = 140;
    if (box.top < margin || box.bottom > window.innerHeight - margin) {
      row.scrollIntoView({ block: "center", behavior: "auto" });
    }
  }

  step(row, by) {
    const next = this.rows[this.rows.indexOf(row) + by];
    if (next) this.focus(next);
  }

  next(row) {
    const at = this.rows.indexOf(row);
    const following = [...this.rows.slice(at + 1), ...this.rows.slice(0, at)];
    const goal = following.find((other) => !other.dataset.result);
    if (goal) this.focus(goal);
    else if (this.isWhole) this.root.querySelector("[data-when-complete]")?.focus();
    else this.rest();
  }

  /** No row has the cursor; when the others are here, it begins again. */
  rest() {
    document.activeElement.blur();
    this.marked(null);
    this.hasBegun = false;
  }

  askWhere(event) {
    const box = this.root.querySelector("[data-go] input");
    if (!box) return;
    event.preventDefault();
    box.focus();
    box.select();
  }

  jump(event) {
    const link = event.target.closest("a[data-jump]");
    const row = link && this.byTable.get(Number(link.dataset.jump));
    if (!row) return;
    event.preventDefault();
    this.focus(row);
  }

  goTo(words) {
    const wanted = folded(words);
    if (!wanted) return false;
    const at = this.rows.indexOf(this.rowOf(document.activeElement));
    const rest = [...this.rows.slice(at + 1), ...this.rows.slice(0, at + 1)];
    const row = /^\d+$/.test(wanted)
      ? this.byTable.get(Number(wanted))
      : rest.find((other) => searchKey(other.dataset.names).includes(wanted));
    if (row) this.focus(row);
    return Boolean(row);
  }

  marked(row) {
    if (row === this.current) return;
    this.current?.classList.remove("entry--current");
    row?.classList.add("entry--current");
    this.current = row;
  }
}
