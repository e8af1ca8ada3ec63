// @ts-check
// The bracket at the desk at keyboard speed: arrows move through the picture, two digits enter a result, Enter accepts
// what phones report. Without this script matches are links, and the panel of the one somebody is at has plain buttons.

import { part } from "../part.js";
import { isFirstOfTwo, resultOf, typedIn } from "./keys.js";
import { Left } from "./left.js";
import { PictureCursor } from "./picture-cursor.js";
import { beside, nextOpen } from "./picture.js";
import { SaveQueue } from "./queue.js";
import { posting, watch } from "./saving.js";
import { tokenOf } from "./token.js";

/**
 * @import { Answer, Detail, Kind, Wish } from "./queue.js"
 */

class BracketDesk extends PictureCursor {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    this.user = root.dataset.user ?? "";
    /** @type {{ player: string, name: string, at: number } | null} who is to be swapped */
    this.marked = null;
    this.queue = new SaveQueue({
      storageKey: `pairwright:bracket:${root.dataset.url}`,
      user: this.user,
      post: (key, wish) => this.post(key, wish),
      on: (key, state, detail) => this.told(key, state, detail ?? {}),
    });
    watch(this.queue);
    const { left } = this.queue.restore((key, match) => this.byKey(key)?.dataset.match === match);
    new Left(part(root, "[data-left]"), (/** @type {number} */ key) => this.queue.forget(key)).tell(left);
    for (const hidden of document.querySelectorAll("main [data-with-js]")) hidden.removeAttribute("hidden");
    this.listen();
    this.dress();
    if (document.activeElement === document.body) this.current()?.focus({ preventScroll: true });
  }

  // --- listening ----------------------------------------------------------------------------------------------
  listen() {
    document.addEventListener("keydown", (event) => this.key(event));
    this.root.addEventListener("click", (event) => this.click(event));
    this.root.addEventListener("focusin", ({ target }) => {
      const box = target instanceof Element ? target.closest("[data-game]") : null;
      if (box instanceof HTMLElement) this.goTo(box);
    });
    this.root.addEventListener("submit", (event) => this.submitted(event));
    document.querySelector("[data-go]")?.addEventListener("submit", (event) => this.search(event));
    part(this.root, "[data-retry]").addEventListener("click", () => this.queue.retryNow());
    document.addEventListener("htmx:config:request", (event) => {
      const { ctx } = /** @type {CustomEvent} */ (event).detail;
      if (ctx.sourceElement?.id === "bracket-now") ctx.request.action = this.address(true);
    });
    document.addEventListener("htmx:after:swap", () => this.dress());
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const isElsewhere = event.target instanceof Element && event.target.closest("dialog, summary, .top, .rail");
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isElsewhere) return;
    if (typedIn(event.target)) return;
    const box = this.current();
    if (!box || !this.pressed(box, event)) return;
    event.preventDefault();
  }

  /**
   * What a key does at a match; whether it did something.
   * @param {HTMLElement} box
   * @param {KeyboardEvent} event
   */
  pressed(box, event) {
    const isOnButton = event.target instanceof Element && event.target.closest("button, a:not([data-game])");
    const next = beside(this.boxes(), box, event.key);
    const keys = this.text.keys[box.dataset.round ?? ""] ?? {};
    const result = box.dataset.match ? resultOf(event, keys, this.before) : undefined;
    if (next) this.focus(next);
    else if (result !== undefined) this.enter(box, result);
    else if (event.key === "Enter" && !isOnButton) this.accept(box);
    else if (event.key === "Escape") this.disarm();
    else if (event.key === "g" || event.key === "/") this.askWhere();
    else if (event.key === "s") this.swap(box);
    else if (event.key === "m") this.openAll();
    else if (isFirstOfTwo(event, keys)) this.arm(box, event.key.toLowerCase());
    else return false;
    return true;
  }

  /** What the server has drawn, with what only this window knows. */
  dress() {
    for (const box of this.boxes()) {
      const isHere = box === this.current();
      box.tabIndex = isHere ? 0 : -1; // one stop for Tab; arrows move inside
      if (this.queue.has(Number(box.dataset.match))) box.dataset.state = "saving";
    }
    const box = this.current();
    if (box && document.activeElement === document.body) box.focus({ preventScroll: true });
  }

  // --- entering -----------------------------------------------------------------------------------------------
  /**
   * @param {HTMLElement} box
   * @param {string} result
   */
  enter(box, result) {
    this.disarm();
    const { match = "", game = "", correct, result: seen = "", names, table } = box.dataset;
    if (correct) {
      if (result && result !== seen) location.assign(`${correct}?${new URLSearchParams({ result, game })}`);
      return;
    }
    if (!("open" in box.dataset)) return;
    box.dataset.result = result;
    const words = `${this.text.table} ${table}, ${names}: ${this.text.results[result] ?? result}`;
    this.queue.add(Number(match), { match, result, seen, words });
    const next = result && !seen ? nextOpen(this.boxes(), box) : null;
    this.focus(next ?? box);
  }

  /**
   * One attempt to save a result, at the address of its round.
   * @param {number} key
   * @param {Wish} wish
   * @returns {Promise<Answer>}
   */
  async post(key, wish) {
    const { url = "", table } = this.byKey(key)?.dataset ?? {};
    if (!table) return { kind: "refused", body: { message: this.text.refused } };
    return posting({ url, user: this.user, token: () => tokenOf(this.root) })(Number(table), wish);
  }

  /**
   * @param {number} key
   * @param {Kind | "saving"} state
   * @param {Detail} detail
   */
  told(key, state, detail) {
    const box = this.byKey(key);
    if (box) box.dataset.state = state;
    const words = detail.message ?? this.text[state] ?? "";
    this.say(words);
    const refused = part(this.root, "[data-refused]");
    const isWrong = state === "conflict" || state === "refused";
    refused.hidden = !isWrong;
    refused.textContent = isWrong ? `${box?.dataset.names ?? ""}: ${words}` : "";
    const stuck = part(this.root, "[data-stuck]");
    stuck.hidden = state !== "waiting" && state !== "signed-out";
    part(stuck, "[data-stuck-text]").textContent = words;
    part(stuck, "[data-sign-in]").hidden = state !== "signed-out";
    if (isWrong && box) box.dataset.result = detail.current ?? "";
    if (state === "saved" || isWrong) this.refresh();
  }

  refresh() {
    part(this.root, "#bracket-now").dataset.since = "";
    document.dispatchEvent(new Event("pairwright:news"));
  }

  /**
   * Buttons of the panel are saved as keys are; others are what they are without a script.
   * @param {SubmitEvent} event
   */
  submitted(event) {
    const button = event.submitter;
    const box = this.current();
    if (!(button instanceof HTMLButtonElement) || !box || !("choice" in button.dataset)) return;
    event.preventDefault();
    this.enter(box, button.dataset.choice ?? "");
  }

  /**
   * What phones report, where it is agreed on; else the next open match.
   * @param {HTMLElement} box
   */
  async accept(box) {
    const { accept, reportUrl = "" } = box.dataset;
    const next = nextOpen(this.boxes(), box);
    if (!accept) return void (next && this.focus(next));
    const body = new URLSearchParams({ do: `accept:${accept}`, as: this.user });
    const headers = { Accept: "application/json", "X-CSRFToken": tokenOf(this.root) };
    try {
      const answer = await fetch(reportUrl, { method: "POST", redirect: "manual", headers, body });
      const said = answer.ok ? "" : ((await answer.json()).message ?? this.text.refused);
      const refused = part(this.root, "[data-refused]");
      refused.hidden = !said;
      refused.textContent = said;
      if (!said && next) this.focus(next);
    } catch {
      this.say(this.text["no-answer"]);
    }
    this.refresh();
  }

  // --- all results, seeds ---------------------------------------------------------------------------------------
  openAll() {
    const all = this.root.querySelector("[data-rare]");
    if (!(all instanceof HTMLDetailsElement)) return;
    all.open = true;
    all.querySelector("button")?.focus();
  }

  /**
   * The first press marks a player of this match (again: the other one), the next at another match asks what swapping
   * them with who sits there in the same place would change.
   * @param {HTMLElement} box
   */
  swap(box) {
    const form = this.root.querySelector('[data-testid="swap"]');
    const players = /** @type {HTMLElement[]} */ ([...box.querySelectorAll("[data-player]")]);
    if (!(form instanceof HTMLFormElement) || !players.length) return;
    const marked = this.root.querySelector("[data-marked]");
    if (this.marked && marked !== box) {
      const { player = "" } = players[this.marked.at]?.dataset ?? {};
      const { game = "" } = box.dataset;
      const asked = { kind: "swap", first: this.marked.player, second: player, game };
      return location.assign(`${form.action}?${new URLSearchParams(asked)}`);
    }
    const at = box.dataset.marked === "0" ? 1 : 0;
    box.dataset.marked = String(at);
    const { player = "" } = players[at]?.dataset ?? {};
    this.marked = { player, name: players[at]?.textContent?.trim() ?? "", at };
    this.say(this.text.swap.replace("%s", this.marked.name));
  }
}

const root = document.querySelector("[data-desk-bracket]");
if (root instanceof HTMLElement) new BracketDesk(root);
