// @ts-check
// The rows of a list of tables, and the cursor that stands on one of them. Where it goes next: order.js.

import { part, rowsIn } from "../part.js";
import { firstRow, isOpen, nextOpen, searched, tableOf } from "./order.js";

const MARGIN = 140; // pixels that a row has above and below it

/** Whoever extends this gives `target(row)`: what the cursor stands on. */
export class Rows {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.list = part(root, "[data-entries]");
    /** @type {HTMLElement | null} */
    this.current = null;
    this.isWhole = false; // whether all rows are here
    this.hasBegun = false;
    /** @type {HTMLElement[]} */
    this.rows = [];
    /** @type {Map<number, HTMLElement>} */
    this.byTable = new Map();
    this.takeRows();
  }

  takeRows() {
    this.rows = rowsIn(this.list);
    this.byTable = new Map(this.rows.map((row) => [tableOf(row), row]));
  }

  // --- what is where ------------------------------------------------------------------------------------------
  /**
   * @abstract
   * @param {HTMLElement} row
   * @returns {HTMLElement}
   */
  target(row) {
    return row;
  }

  /** @param {HTMLElement} row */
  tableOf(row) {
    return tableOf(row);
  }

  open() {
    return this.rows.filter(isOpen);
  }

  /**
   * @param {EventTarget | null} node
   * @returns {HTMLElement | null}
   */
  rowOf(node) {
    return node instanceof Element ? node.closest("[data-table]") : null;
  }

  // --- the cursor ---------------------------------------------------------------------------------------------
  /** Where the row to begin at is still on its way (`isWhole`), no key may go to another. */
  begin() {
    const isAsked = Boolean(location.hash);
    const named = document.getElementById(location.hash.slice(1));
    if (named && this.root.contains(named) && !this.rowOf(named)) {
      named.focus(); // what somebody was led to
      this.hasBegun = true;
      return;
    }
    const row = firstRow(this.rows, { isAsked, asked: this.rowOf(named), isWhole: this.isWhole });
    if (!row) return;
    this.focus(row);
    this.hasBegun = true;
  }

  /** @param {HTMLElement} row */
  focus(row) {
    this.target(row).focus({ preventScroll: true });
    this.bringIntoSight(row);
  }

  /** @param {HTMLElement} row */
  bringIntoSight(row) {
    const box = row.getBoundingClientRect();
    if (box.top < MARGIN || box.bottom > window.innerHeight - MARGIN) {
      row.scrollIntoView({ block: "center", behavior: "auto" });
    }
  }

  /**
   * @param {HTMLElement} row
   * @param {number} by
   */
  step(row, by) {
    const next = this.rows[this.rows.indexOf(row) + by];
    if (next) this.focus(next);
  }

  /** @param {HTMLElement} row */
  next(row) {
    const goal = nextOpen(this.rows, row);
    if (goal) this.focus(goal);
    else if (this.isWhole) this.whenComplete()?.focus();
    else this.rest();
  }

  /** @returns {HTMLElement | null} */
  whenComplete() {
    return this.root.querySelector("[data-when-complete]");
  }

  /** No row has the cursor; when the others are here, it begins again. */
  rest() {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    this.marked(null);
    this.hasBegun = false;
  }

  /** @param {Event} event */
  askWhere(event) {
    const box = this.root.querySelector("[data-go] input");
    if (!(box instanceof HTMLInputElement)) return;
    event.preventDefault();
    box.focus();
    box.select();
  }

  /** @param {Event} event */
  jump(event) {
    const link = event.target instanceof Element && event.target.closest("a[data-jump]");
    const row = link instanceof HTMLElement && this.byTable.get(Number(link.dataset.jump));
    if (!row) return;
    event.preventDefault();
    this.focus(row);
  }

  /** @param {string} words */
  goTo(words) {
    const row = searched(this.rows, words, this.rowOf(document.activeElement));
    if (row) this.focus(row);
    return Boolean(row);
  }

  /** @param {HTMLElement | null} row */
  marked(row) {
    if (row === this.current) return;
    this.current?.classList.remove("entry--current");
    row?.classList.add("entry--current");
    this.current = row;
  }
}
