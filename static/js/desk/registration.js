// @ts-check
// The table of entries by keys: arrows move, X ticks, E and P press a button of the panel. The filled button counts
// what is ticked.

import { typedIn } from "./keys.js";

/** @returns {HTMLElement[]} */
const rows = () => [...document.querySelectorAll("[data-entry]")].map((row) => /** @type {HTMLElement} */ (row));
const current = () => rows().find((row) => row.getAttribute("aria-current") === "true");

function count() {
  const ticked = document.querySelectorAll("[name=entries]:checked").length;
  const place = document.querySelector("[data-ticked-count]");
  if (place) place.textContent = ticked ? `(${ticked})` : "";
}

/** @param {number} by */
function move(by) {
  const all = rows();
  const at = all.findIndex((row) => row === current());
  all[at + by]?.querySelector("a")?.click();
}

function tick() {
  /** @type {HTMLInputElement | null | undefined} */
  const box = current()?.querySelector("[name=entries]");
  if (!box) return;
  box.checked = !box.checked;
  count();
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || typedIn(target)) return;
  /** @type {HTMLElement | null} */
  const button = document.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (event.key === "ArrowDown") move(1);
  else if (event.key === "ArrowUp") move(-1);
  else if (event.key.toLowerCase() === "x") tick();
  else if (button) button.click();
  else return;
  event.preventDefault();
}

if (document.querySelector(".registration")) {
  document.addEventListener("keydown", onKey);
  document.addEventListener("change", count);
  count();
}
