// @ts-check
// What the rows of a list say of themselves: saved, waiting, refused, or that another desk was faster. Then both
// results stand there until somebody has chosen one.

import { part } from "../part.js";
import { Rows } from "./rows.js";

/**
 * @import { Detail } from "./queue.js"
 */

/**
 * A result is a text, "" where there is none. Whoever extends this gives `show(row, result)`, `label(result)` (the
 * result in words) and `enter(row, result, how)`.
 */
export class RowStates extends Rows {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    this.text = JSON.parse(part(document, "#entry-texts").textContent);
    this.said = part(root, "[data-said]");
    /** @type {Map<HTMLElement, Detail>} what was wanted where another desk was faster */
    this.wishes = new Map();
  }

  /**
   * @abstract
   * @param {HTMLElement} _row
   * @param {string} _result
   */
  show(_row, _result) {}

  /**
   * @abstract
   * @param {string} result
   * @returns {string}
   */
  label(result) {
    return result;
  }

  /**
   * @abstract
   * @param {HTMLElement} _row
   * @param {string} _result
   * @param {{ seen?: string, more?: Record<string, string> }} [_how]
   */
  enter(_row, _result, _how) {}

  /**
   * @param {HTMLElement} row
   * @param {string} state
   * @param {string} [words]
   */
  state(row, state, words) {
    row.dataset.state = state;
    part(row, "[data-state-text]").textContent = words ?? this.text[state] ?? "";
  }

  /** @param {string} words */
  say(words) {
    this.said.textContent = words;
  }

  /**
   * A result that was keyed twice is no longer what it was.
   * @param {HTMLElement} row
   */
  unmark(row) {
    row.querySelector("[data-keyed-twice]")?.remove();
  }

  /**
   * @param {HTMLElement} row
   * @param {Detail} detail
   */
  conflict(row, { current = "", wanted = "", more, message = "" }) {
    this.show(row, current);
    this.wishes.set(row, { wanted, more });
    const box = part(row, ".entry__conflict");
    box.hidden = false;
    part(box, "[data-mine]").textContent = `${this.text.mine} ${this.label(wanted)}`;
    part(box, "[data-theirs]").textContent = `${this.text.theirs} ${this.label(current)}`;
    this.say(message);
  }

  /**
   * A button of a conflict: one of the two results is taken. Returns whether it was one.
   * @param {HTMLElement} row
   * @param {Element} button
   */
  decide(row, button) {
    if (button.matches("[data-mine]")) {
      const { wanted = "", more } = this.wishes.get(row) ?? {};
      this.enter(row, wanted, { more });
    } else if (button.matches("[data-theirs]")) {
      this.settle(row);
      this.next(row);
    } else return false;
    return true;
  }

  /** @param {HTMLElement} row */
  settle(row) {
    part(row, ".entry__conflict").hidden = true;
    this.wishes.delete(row);
    this.state(row, "", "");
  }

  /**
   * @param {HTMLElement} row
   * @param {Detail} detail
   */
  refuse(row, { current, message }) {
    if (current !== undefined) this.show(row, current);
    this.say(message || this.text.refused);
  }
}
