// @ts-check
// The queue by keys: the number of a table picks it, W the next that waits; then one key is one press of a button there
// (`data-key`). A number of two digits is typed within a moment.

import { typedIn } from "./keys.js";

const PAUSE = 700;
let typed = "";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @returns {HTMLElement | null} */
const picked = () => document.querySelector("[data-queue] [aria-current=true]");

/** @param {Element | null} row */
function pick(row) {
  if (row === null) return;
  picked()?.removeAttribute("aria-current");
  row.setAttribute("aria-current", "true");
  row.scrollIntoView({ block: "nearest" });
}

/** @param {string} digit */
function pickTable(digit) {
  clearTimeout(timer);
  typed += digit;
  timer = setTimeout(() => (typed = ""), PAUSE);
  pick(document.querySelector(`[data-table="${typed}"]`) ?? document.querySelector(`[data-table="${digit}"]`));
}

function pickNext() {
  const rows = [...document.querySelectorAll("[data-waiting]")];
  const at = rows.findIndex((row) => row === picked());
  pick(rows[at + 1] ?? rows[0] ?? null);
}

/**
 * The button of the row that a key presses: one that is in sight.
 * @param {HTMLElement | null} row
 * @param {string} key
 * @returns {HTMLElement | undefined}
 */
function buttonOf(row, key) {
  /** @type {NodeListOf<HTMLElement> | undefined} */
  const buttons = row?.querySelectorAll(`[data-key="${CSS.escape(key)}"]`);
  return [...(buttons ?? [])].find((button) => button.checkVisibility());
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || typedIn(target)) return;
  if (event.key === "Enter" && target.closest("button, a, summary")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const button = buttonOf(picked(), key) ?? (key === "c" ? buttonOf(document.body, key) : undefined);
  if (button) button.click();
  else if (/^\d$/.test(key)) pickTable(key);
  else if (key === "w") pickNext();
  else return;
  event.preventDefault();
}

if (document.querySelector("[data-queue]")) document.addEventListener("keydown", onKey);
