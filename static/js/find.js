// Find my name: narrows the list while one types. Without this script the form asks the server.
// Names are folded on the server (`data-key`), what is typed is folded here, by the same tables.

import { folded } from "./fold.js";
import { wantRest } from "./rest.js";

const form = document.querySelector(".find");
const input = form.querySelector("input");
const status = document.getElementById("found");
const hint = status.dataset.hint;

const words = (text) => text.replace(/[,-]/g, " ").split(/\s+/).filter(Boolean);
const isAscii = (text) => [...text].every((sign) => sign.codePointAt(0) < 128);
const fits = (part, word) => word.startsWith(part) || (!isAscii(part) && word.includes(part));

function matches(wanted, row) {
  if (wanted.length === 1 && /^\d+$/.test(wanted[0])) return row.dataset.player === String(Number(wanted[0]));
  const name = words(row.dataset.key);
  return wanted.every((part) => name.some((word) => fits(part, word)));
}

function narrow() {
  const wanted = words(folded(input.value));
  if (wanted.length > 0) wantRest();
  let shown = 0;
  for (const row of document.querySelectorAll("[data-people] > li")) {
    row.hidden = wanted.length > 0 && !matches(wanted, row);
    shown += row.hidden ? 0 : 1;
  }
  status.textContent = wanted.length > 0 && shown === 0 ? status.dataset.none : hint;
}

input.addEventListener("input", narrow);
form.addEventListener("submit", (event) => {
  const shown = document.querySelectorAll("[data-people] > li:not([hidden]) a");
  event.preventDefault(); // the list below is the answer already
  if (shown.length === 1) shown[0].click();
});
document.addEventListener("htmx:after:swap", narrow);
narrow(); // the browser may have kept what was typed
input.focus({ preventScroll: true });
