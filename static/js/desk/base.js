// Small helps on every page of the desk. Each works on what carries its data attribute; nothing depends on them.

import { folded, searchKey } from "../fold.js";
import "./unsaved.js";
import { wholeLists } from "./whole-lists.js";

/** A second click must not send the form twice. The browser's "back" brings the button back to life. */
for (const button of document.querySelectorAll("[data-once]")) {
  button.form?.addEventListener("submit", (event) => {
    if (event.submitter !== button) return;
    setTimeout(() => button.setAttribute("disabled", ""), 0);
  });
}
window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  for (const button of document.querySelectorAll("[data-once]")) button.removeAttribute("disabled");
});

/** Search as you type: hides rows without the words; Enter goes to what can be done in the first one left. */
for (const box of document.querySelectorAll("[data-filter-box]")) {
  box.hidden = false;
  box.querySelector("[autofocus]")?.focus();
}
wholeLists();
for (const input of document.querySelectorAll("[data-filter]")) filter(input);

async function filter(input) {
  await wholeLists();
  const list = document.querySelector(input.dataset.filter);
  const rows = [...list.querySelectorAll("[data-filter-row]")].map((row) => [row, searchKey(row.textContent)]);
  input.addEventListener("input", () => {
    const words = folded(input.value).split(" ").filter(Boolean);
    for (const [row, text] of rows) row.hidden = !words.every((word) => text.includes(word));
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      input.value = "";
      input.dispatchEvent(new Event("input"));
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (!input.value.trim()) return;
    rows
      .find(([row]) => row.offsetParent)?.[0]
      .querySelector("a, button, input:not([type=hidden])")
      ?.focus();
  });
}

/** An error summary is read out and reached first; else a form that is what the page is for, in its first field. */
const first = document.querySelector(
  "[data-focus-first] :is(input:not([type=hidden], [type=checkbox]), textarea, select)",
);
const wrong = document.querySelector("[data-focus], [aria-invalid=true]");
(wrong ?? (matchMedia("(pointer: fine)").matches ? first : null))?.focus();
for (const part of document.querySelectorAll("details[data-opens]"))
  part.addEventListener("toggle", () => part.open && part.querySelector("form :is(input:not([type=hidden]))")?.focus());

/** Pages that wait for work done elsewhere. */
const waiting = document.querySelector("[data-reload]");
if (waiting) setTimeout(() => window.location.reload(), Number(waiting.dataset.reload));
