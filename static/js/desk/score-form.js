// The form of one table of four under the keys: what is pressed and typed, and that everything shown follows it.

import { boxText, check, readPenalty, readRaw, scoreTable, SEATS } from "../mahjong.js";
import { ScoreBoxes } from "./score-boxes.js";
import { ScoreWords } from "./score-words.js";

const json = (id) => JSON.parse(document.getElementById(id).textContent);

export class ScoreForm extends ScoreBoxes {
  /** `onTouch` is told when somebody has changed something. */
  constructor(form, onTouch = () => {}) {
    super(form, json("scoring"));
    this.onTouch = onTouch;
    this.words = new ScoreWords(form, json("entry-texts"));
    form.addEventListener("input", (event) => event.target.matches("[data-number]") && this.touch());
    form.addEventListener("focusin", (event) => event.target.matches("[data-number]") && event.target.select());
    form.addEventListener("focusout", (event) => this.left(event.target));
    form.addEventListener("click", (event) => this.click(event));
    form.addEventListener("keydown", (event) => this.key(event));
    for (const hidden of form.querySelectorAll("[data-with-js]")) hidden.hidden = false;
    this.update();
  }

  // --- keys, clicks, typing -----------------------------------------------------------------------------------
  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (!event.target.matches("[data-number]")) return;
    const { seat } = event.target.dataset;
    if (event.key === "=") this.fill();
    else if (event.key === "c" && seat) this.chombo(Number(seat));
    else if (event.key === "p") this.openPenalties(Number(seat ?? 0));
    else if (event.key === "s") this.box("sticks").focus();
    else return;
    event.preventDefault();
  }

  click(event) {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.matches("[data-chombo]")) this.chombo(Number(button.dataset.chombo));
    else if (button.matches("[data-sticks]")) this.leave(Number(button.dataset.sticks));
    else if (button.matches("[data-fill]")) this.fill();
    else if (button.matches("[data-sign]")) this.turn(this.boxes()[Number(button.dataset.sign)]);
    else return;
    event.preventDefault();
  }

  touch() {
    for (const error of this.form.querySelectorAll("[data-said]")) error.remove();
    this.onTouch();
    this.update();
  }

  /** What was read stands in the box when it is left: 423 becomes 42300. */
  left(box) {
    if (!box.matches("[name^=raw_]")) return;
    const score = readRaw(box.value);
    if (!Number.isNaN(score)) box.value = score === null ? "" : boxText(score);
  }

  fill() {
    const { offered } = this;
    if (!offered) return;
    const box = this.boxes()[offered.seat];
    box.value = boxText(offered.score);
    this.touch();
    box.focus();
    box.select();
  }

  leave(sticks) {
    this.box("sticks").value = String(sticks);
    this.touch();
    this.start.focus();
  }

  /** Telephone keyboards for numbers have no minus. */
  turn(box) {
    box.value = box.value.startsWith("-") ? box.value.slice(1) : `-${box.value}`;
    box.focus();
    this.touch();
  }

  /** Takes the declared amount off, or gives it back when it had just been taken. */
  chombo(seat) {
    const box = this.boxes("penalty")[seat];
    box.value = readPenalty(box.value) === this.scoring.chombo ? "" : String(this.scoring.chombo / 100);
    this.form.querySelector("[data-penalties]").open = true;
    this.touch();
  }

  openPenalties(seat) {
    this.form.querySelector("[data-penalties]").open = true;
    this.boxes("penalty")[seat].focus();
  }

  askReason() {
    this.form.querySelector("[data-penalties]").open = true;
    this.box("note").focus();
  }

  // --- showing ------------------------------------------------------------------------------------------------
  show(result) {
    this.put(result);
    this.box("note").value = "";
    this.update();
  }

  update() {
    const { raw, penalties, sticks } = this.read();
    const state = check(this.scoring, raw, sticks);
    const isRight = state.kind === "fits" && !penalties.some(Number.isNaN);
    const told = isRight ? scoreTable(this.scoring, raw, penalties, sticks) : null;
    const { offered } = this;
    for (const seat of SEATS) {
      const box = this.box(`raw_${seat}`);
      box.placeholder = offered?.seat === seat ? boxText(offered.score) : "";
      if (Number.isNaN(raw[seat])) box.setAttribute("aria-invalid", "true");
      else box.removeAttribute("aria-invalid");
    }
    this.words.tell({ state, penalties, told, offered });
  }

  /** A result in words. */
  label(result) {
    return this.words.label(result);
  }
}

for (const form of document.querySelectorAll("[data-score-form]")) new ScoreForm(form);
