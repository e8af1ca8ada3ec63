// The personal page: sends every form once, keeps what a player says of the own table until the server has it
// (outbox-page.js), and adds up four scores while one types. Without this script every form is an ordinary form, and
// the server adds up.

import { check, readRaw, readSticks, scoreTable, SEATS, showPoints, showRaw, suggestion } from "./mahjong.js";
import { OutboxPage } from "./outbox-page.js";
import { forget } from "./own-page.js";

// --- a button is pressed once ---
const sent = new Set();
const outbox = new OutboxPage(document.body.dataset);
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (sent.has(form)) event.preventDefault();
  if (event.defaultPrevented) return;
  if (form.matches("[data-answer]")) {
    event.preventDefault();
    outbox.submit(form, event.submitter);
    return;
  }
  sent.add(form);
  if (event.submitter?.matches("[data-forget-page]")) forget();
  // Only after the browser has read which button it was.
  setTimeout(() => form.querySelectorAll("button").forEach((button) => (button.disabled = true)));
});
window.addEventListener("pageshow", () => {
  sent.clear();
  for (const button of document.querySelectorAll("form button[disabled]")) button.disabled = false;
});

// --- four scores ---
const language = document.documentElement.lang;
const say = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

class Scores {
  constructor(form) {
    this.form = form;
    this.text = form.dataset;
    this.scoring = JSON.parse(document.getElementById("scoring").textContent);
    this.boxes = SEATS.map((seat) => form.elements.namedItem(`raw_${seat}`));
    this.worth = [...form.querySelectorAll("[data-worth]")];
    this.sticks = form.elements.namedItem("sticks");
    this.verdict = form.querySelector("[data-sum]");
    this.help = form.querySelector("[data-help]");
    // Digits only: where that leaves out the minus, there is a button for it.
    for (const box of this.boxes) box.inputMode = "numeric";
    for (const sign of form.querySelectorAll("[data-minus]")) sign.hidden = false;
    form.addEventListener("input", () => this.add());
    form.addEventListener("click", (event) => this.click(event));
    form.addEventListener("submit", (event) => this.submit(event));
    this.add();
  }

  read() {
    return [this.boxes.map((box) => readRaw(box.value)), readSticks(this.sticks.value)];
  }

  click(event) {
    const button = event.target.closest("button");
    if (button?.matches("[data-minus]")) {
      const box = this.boxes[Number(button.dataset.minus)];
      box.value = box.value.startsWith("-") ? box.value.slice(1) : `-${box.value}`;
      box.focus();
    } else if (button === this.help && button) {
      const [raw, sticks] = this.read();
      const rest = suggestion(this.scoring, raw, sticks);
      if (rest) this.boxes[rest.seat].value = String(rest.score);
      else this.sticks.value = String(check(this.scoring, raw, sticks).sticks);
    } else return;
    this.add();
  }

  /** Says how far the scores add up, and what they are worth when they do. */
  add() {
    const [raw, sticks] = this.read();
    const state = check(this.scoring, raw, sticks);
    this.boxes.forEach((box, seat) => {
      if (Number.isNaN(raw[seat])) box.setAttribute("aria-invalid", "true");
      else box.removeAttribute("aria-invalid");
    });
    const [look, text] = this.judge(state);
    this.verdict.className = `scores-form__sum scores-form__sum--${look}`;
    this.verdict.textContent = text;
    this.offer(raw, sticks, state);
    this.form.dataset.told = raw.map((value) => showRaw(value ?? 0, language)).join(" · ");
    const scored = state.kind === "fits" ? scoreTable(this.scoring, raw, [0, 0, 0, 0], sticks) : null;
    this.worth.forEach((cell, seat) => {
      cell.textContent = scored
        ? say(this.text[`place${scored.places[seat]}`], { points: showPoints(scored.points[seat], language) })
        : "";
    });
    return state.kind === "fits";
  }

  judge({ kind, left, difference }) {
    const figures = { left: showRaw(left ?? 0, language), difference: showRaw(difference ?? 0, language) };
    const [look, text] = {
      unreadable: ["bad", this.text.unreadable],
      empty: ["open", ""],
      open: ["open", this.text.left],
      fits: ["ok", this.text.fits],
      much: ["bad", this.text.much],
      few: ["bad", this.text.few],
    }[kind];
    return [look, say(text, figures)];
  }

  /** One tap for what is left for the last seat, or for sticks that explain what is missing. */
  offer(raw, sticks, state) {
    const rest = suggestion(this.scoring, raw, sticks);
    const isSticks = state.kind === "few" && state.sticks > 0 && state.sticks < 100;
    this.help.hidden = !rest && !isSticks;
    if (rest) {
      const name = this.boxes[rest.seat].dataset.name;
      this.help.textContent = say(this.text.rest, { name, score: showRaw(rest.score, language) });
    } else if (isSticks) this.help.textContent = say(this.text.sticksLeft, { n: state.sticks });
  }

  submit(event) {
    if (this.add()) return;
    event.preventDefault();
    const [raw] = this.read();
    const wrong = raw.findIndex((value) => value === null || Number.isNaN(value));
    // A wrong sum is of no box: what it says stands beside the button, and stays in sight.
    if (wrong >= 0) this.boxes[wrong].focus();
    else this.verdict.scrollIntoView({ block: "center" });
    if (!this.verdict.textContent) this.verdict.textContent = this.text.unreadable;
  }
}

// The form may come with an update of the page, when a round is out.
const added = new WeakSet();
function addUp() {
  for (const form of document.querySelectorAll("[data-scores]")) {
    if (added.has(form)) continue;
    added.add(form);
    new Scores(form);
  }
}
document.addEventListener("htmx:after:swap", addUp);
addUp();
