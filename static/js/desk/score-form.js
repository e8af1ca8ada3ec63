// The form of one table of four: reads what is typed, checks the sum, shows what the scores are worth.

import {
  boxText,
  check,
  fromText,
  readPenalty,
  readRaw,
  readSticks,
  scoreTable,
  SEATS,
  showPoints,
  showRaw,
  suggestion,
  toText,
} from "../mahjong.js";

const language = document.documentElement.lang;
const EMPTY = { raw: [null, null, null, null], penalties: [0, 0, 0, 0], sticks: 0 };
const json = (id) => JSON.parse(document.getElementById(id).textContent);

export class ScoreForm {
  /** `onTouch` is told when somebody has changed something. */
  constructor(form, onTouch = () => {}) {
    this.form = form;
    this.onTouch = onTouch;
    this.text = json("entry-texts");
    this.scoring = json("scoring");
    form.addEventListener("input", (event) => event.target.matches("[data-number]") && this.touch());
    form.addEventListener("focusin", (event) => event.target.matches("[data-number]") && event.target.select());
    form.addEventListener("focusout", (event) => this.left(event.target));
    form.addEventListener("click", (event) => this.click(event));
    form.addEventListener("keydown", (event) => this.key(event));
    for (const hidden of form.querySelectorAll("[data-with-js]")) hidden.hidden = false;
    this.update();
  }

  // --- what is typed ------------------------------------------------------------------------------------------
  box(name) {
    return this.form.querySelector(`[name="${name}"]`);
  }

  boxes(kind = "raw") {
    return SEATS.map((seat) => this.box(`${kind}_${seat}`));
  }

  read() {
    return {
      raw: this.boxes().map((box) => readRaw(box.value)),
      penalties: this.boxes("penalty").map((box) => readPenalty(box.value)),
      sticks: readSticks(this.box("sticks").value),
    };
  }

  get note() {
    return this.box("note").value.trim();
  }

  get kind() {
    const { raw, sticks } = this.read();
    return check(this.scoring, raw, sticks).kind;
  }

  get offered() {
    const { raw, sticks } = this.read();
    return suggestion(this.scoring, raw, sticks);
  }

  /** What is typed as a result; undefined while it is none. */
  get result() {
    const { raw, penalties, sticks } = this.read();
    const { kind } = check(this.scoring, raw, sticks);
    if (kind === "empty") return "";
    return kind === "fits" && !penalties.some(Number.isNaN) ? toText(raw, penalties, sticks) : undefined;
  }

  /** The first empty score, else the first of all. */
  get start() {
    return this.boxes().find((box) => !box.value) ?? this.box("raw_0");
  }

  nextEmpty(box) {
    const boxes = this.boxes();
    const at = boxes.indexOf(box);
    return [...boxes.slice(at + 1), ...boxes.slice(0, at + 1)].find((other) => !other.value) ?? box;
  }

  /** A box that cannot be read; in a wrong sum no box is wronger than the others. */
  get wrongBox() {
    const { raw, penalties, sticks } = this.read();
    const boxes = [...this.boxes(), this.box("sticks"), ...this.boxes("penalty")];
    return boxes[[...raw, sticks, ...penalties].findIndex((value) => Number.isNaN(value))];
  }

  /** A penalty given anew that is no chombo needs a word about it; `before` is the result it was given on. */
  lacksReason(before) {
    if (this.note) return false;
    const given = before ? fromText(before).penalties : EMPTY.penalties;
    return this.read().penalties.some(
      (penalty, seat) => penalty && penalty !== given[seat] && penalty !== this.scoring.chombo,
    );
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

  put(result) {
    const { raw, penalties, sticks } = result ? fromText(result) : EMPTY;
    for (const seat of SEATS) {
      this.box(`raw_${seat}`).value = raw[seat] === null ? "" : boxText(raw[seat]);
      this.box(`penalty_${seat}`).value = penalties[seat] ? String(penalties[seat] / 100) : "";
    }
    this.box("sticks").value = String(sticks);
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
      this.tellWorth(seat, told, penalties[seat]);
    }
    this.tellSum(state, penalties, offered);
    const given = penalties.filter((penalty) => penalty && !Number.isNaN(penalty));
    const sum = given.map((penalty) => showPoints(penalty, language)).join(" ");
    this.form.querySelector("[data-penalty-sum]").textContent = sum;
  }

  tellWorth(seat, told, penalty) {
    const place = this.form.querySelector(`[data-worth="${seat}"]`);
    place.replaceChildren();
    if (!told) return;
    const points = document.createElement("b");
    points.textContent = showPoints(told.points[seat], language);
    const more = document.createElement("small");
    const isTied = told.places.filter((other) => other === told.places[seat]).length > 1;
    more.textContent = this.text.places[told.places[seat] - 1] + (isTied ? ` ${this.text.tied}` : "");
    if (penalty) more.append(` (${showPoints(penalty, language)})`);
    place.append(points, " ", more);
  }

  tellSum(state, penalties, offered) {
    const sum = this.form.querySelector("[data-sum]");
    const kind = state.kind === "fits" && penalties.some(Number.isNaN) ? "penalty" : state.kind;
    const amount = state.difference ?? state.left;
    sum.dataset.kind = kind;
    // What the server has said of this sum stands there until something is changed.
    if (this.form.querySelector("[data-said]")) sum.textContent = "";
    else
      sum.textContent = this.text[`sum-${kind}`].replace("%s", amount === undefined ? "" : showRaw(amount, language));
    const fill = this.form.querySelector("[data-fill]");
    fill.hidden = !offered;
    fill.textContent = offered ? this.text.take.replace("%s", showRaw(offered.score, language)) : "";
    const sticks = this.form.querySelector("[data-sticks]");
    sticks.hidden = !state.sticks;
    sticks.dataset.sticks = state.sticks ?? 0;
    sticks.textContent = state.sticks ? this.sticksText(state.sticks) : "";
  }

  sticksText(sticks) {
    return (sticks === 1 ? this.text["stick-one"] : this.text["stick-many"]).replace("%s", sticks);
  }

  /** A result in words. */
  label(result) {
    if (!result) return this.text.cleared;
    const { raw, penalties, sticks } = fromText(result);
    const each = raw.map((score, seat) => {
      const penalty = penalties[seat] ? ` (${showPoints(penalties[seat], language)})` : "";
      return showRaw(score, language) + penalty;
    });
    return each.join(" · ") + (sticks ? `, ${this.sticksText(sticks)}` : "");
  }
}

for (const form of document.querySelectorAll("[data-score-form]")) new ScoreForm(form);
