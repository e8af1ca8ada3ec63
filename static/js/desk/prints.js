// The documents to print, over the page one is on: the key "p", and whatever carries data-print. They are taken from
// the page that shows the same by itself, preset to the round in view; each has a key of its own.

import { typedIn } from "./keys.js";
import { showLarge } from "./prints-large.js";

const KEYS = "123456789abcdefghijklmno";
const TICKED = "pairwright.prints";
const dialog = document.querySelector("#prints");
const part = dialog.querySelector("[data-prints-here]");

const links = () => [...document.querySelectorAll("[data-prints] .documents a")].filter((a) => a.checkVisibility());

function label() {
  for (const [at, link] of links().entries()) {
    const key = document.createElement("kbd");
    key.textContent = KEYS[at];
    link.append(key);
    link.setAttribute("aria-keyshortcuts", KEYS[at]);
  }
}

/** The document that is asked for; else the button that prints the round, so that "p" and Enter print it. */
function focusFirst() {
  const whole = document.querySelector("[data-ticked] button:enabled");
  (document.querySelector("[data-prints] [data-first]") ?? whole ?? links()[0])?.focus();
}

async function show(address) {
  const answer = await fetch(address, { redirect: "manual" });
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  part.replaceChildren(page.querySelector("[data-prints]"));
  if (!dialog.open) dialog.showModal();
  label();
  remembered();
}

/** Without an answer the page itself is tried: it says what is wrong. */
function open(address) {
  show(address).then(focusFirst, () => window.location.assign(address));
}

dialog.addEventListener("close", () => part.replaceChildren());
dialog.addEventListener("click", ({ target }) => {
  if (target === dialog) dialog.close();
});
/** What is ticked is what the next round is printed with, so this browser remembers it; the button says the sheets. */
function sum() {
  for (const form of document.querySelectorAll("[data-ticked]")) {
    const ticked = [...form.querySelectorAll("[data-sheets]:checked")];
    const sheets = ticked.reduce((all, { dataset }) => all + Number(dataset.sheets), 0);
    const said = form.querySelector("[data-sheets-sum]");
    said.textContent = (sheets === 1 ? said.dataset.one : said.dataset.many).replace("{count}", sheets);
    form.querySelector("button").disabled = ticked.length === 0;
  }
}

function remembered() {
  const kept = localStorage.getItem(TICKED)?.split(" ");
  for (const box of document.querySelectorAll("[data-ticked] [data-sheets]")) {
    if (kept) box.checked = kept.includes(box.value);
  }
  sum();
  large(document.querySelector("[data-ticked] :is(:checked, a)"));
}

const large = (within) => within && showLarge(within.closest(".document").querySelector("a").href);

document.addEventListener("focusin", ({ target }) => large(target.closest?.(".document")));
document.addEventListener("change", ({ target }) => {
  if (target.matches("[data-sheets]")) {
    const ticked = [...target.form.querySelectorAll("[data-sheets]:checked")].map(({ value }) => value);
    localStorage.setItem(TICKED, ticked.join(" "));
    sum();
  } else if (target.matches("[data-print-round]")) target.form.requestSubmit();
});
dialog.addEventListener("submit", (event) => {
  if (event.target.matches("[data-ticked]")) return;
  event.preventDefault();
  open(`${event.target.action}?${new URLSearchParams(new FormData(event.target))}`);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-print]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || document.querySelector("main [data-prints]")) return;
  event.preventDefault();
  open(link.href);
});

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  // In a box for scores "p" is another key: there it is Shift and p.
  if (typedIn(event.target) && !(event.key === "P" && event.target.matches("[data-number]"))) return;
  const shown = links();
  const at = shown.indexOf(document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (shown.length === 0) {
    if (event.key.toLowerCase() !== "p" || document.querySelector("dialog[open]")) return;
    open(document.querySelector("main [data-print], .rail [data-print]").href);
  } else if (step && at >= 0) shown[(at + step + shown.length) % shown.length].focus();
  else if (event.key === "p" && !dialog.open) focusFirst();
  else if (event.key.length === 1 && shown[KEYS.indexOf(event.key)]) shown[KEYS.indexOf(event.key)].click();
  else return;
  event.preventDefault();
});

if (document.querySelector("main [data-prints]")) {
  label();
  remembered();
}
