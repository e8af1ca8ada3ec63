// @ts-check
// The cursor in the picture of a bracket: which match somebody is at, its panel, the first of two keys, what is looked
// for. What is entered there: bracket.js. Where arrows lead: picture.js.

import { part } from "../part.js";
import { foundAmong } from "./picture.js";

const WAIT = 150;

export class PictureCursor {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.text = JSON.parse(part(document, "#entry-texts").textContent ?? "{}");
    this.before = ""; // the first of two keys
    this.timer = 0;
  }

  // --- what is where ------------------------------------------------------------------------------------------
  /** @returns {HTMLElement[]} */
  boxes() {
    const all = [...this.root.querySelectorAll("[data-game]")];
    return /** @type {HTMLElement[]} */ (all.filter((box) => box.checkVisibility()));
  }

  /** @returns {HTMLElement | null} */
  current() {
    return this.root.querySelector("[data-game][aria-current]");
  }

  /**
   * A match by its key in the queue, that of its row in the database.
   * @param {number} key
   * @returns {HTMLElement | null}
   */
  byKey(key) {
    return this.root.querySelector(`[data-match="${key}"]`);
  }

  // --- moving ------------------------------------------------------------------------------------------------
  /** The page as it is looked at; `isNews`: nothing comes back while it is as it was. */
  address(isNews = false) {
    const asked = new URLSearchParams(location.search);
    asked.set("game", this.current()?.dataset.game ?? "");
    if (isNews) asked.set("since", part(this.root, "#bracket-now").dataset.since ?? "");
    return `${this.root.dataset.url}?${asked}`;
  }

  /** @param {MouseEvent} event */
  click(event) {
    const target = event.target instanceof Element ? event.target : null;
    const box = target?.closest("[data-game]");
    if (!(box instanceof HTMLElement) || event.button !== 0 || event.shiftKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.focus(box);
  }

  /** @param {HTMLElement} box */
  focus(box) {
    box.focus({ preventScroll: true });
    box.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.goTo(box);
  }

  /**
   * The cursor stands on another match: its panel comes once the cursor rests.
   * @param {HTMLElement} box
   */
  goTo(box) {
    if (box === this.current()) return;
    this.disarm();
    this.current()?.removeAttribute("aria-current");
    box.setAttribute("aria-current", "true");
    history.replaceState(history.state, "", `${this.address()}`);
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.showPanel(box), WAIT);
  }

  /** @param {HTMLElement} box */
  async showPanel(box) {
    try {
      const answer = await fetch(this.address(), { headers: { "HX-Request": "true" }, redirect: "manual" });
      if (!answer.ok || box !== this.current()) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const panel = page.querySelector("[data-panel]");
      if (!panel || box !== this.current()) return;
      this.root.querySelector("[data-panel]")?.remove();
      box.after(panel);
    } catch {
      // No network: the panel of the match before stays, and the keys work all the same.
    }
  }

  // --- two keys -----------------------------------------------------------------------------------------------
  /**
   * @param {HTMLElement} box
   * @param {string} key
   */
  arm(box, key) {
    this.before = key;
    box.dataset.before = key;
    this.say(key === "f" ? this.text.forfeit : `${key}–`);
  }

  disarm() {
    this.before = "";
    for (const box of this.root.querySelectorAll("[data-before]")) box.removeAttribute("data-before");
  }

  /** @param {string} words */
  say(words) {
    part(this.root, "[data-said]").textContent = words;
  }

  // --- finding ---------------------------------------------------------------------------------------------------
  askWhere() {
    const box = part(document, "[data-go] input", HTMLInputElement);
    box.focus();
    box.select();
  }

  /**
   * In the picture if it is there; else the server looks through the whole bracket.
   * @param {Event} event
   */
  search(event) {
    event.preventDefault();
    const box = part(document, "[data-go] input", HTMLInputElement);
    const goal = foundAmong(this.boxes(), box.value);
    if (!goal) return location.assign(`${this.root.dataset.url}?${new URLSearchParams({ where: box.value })}`);
    box.value = "";
    this.focus(goal);
  }
}
