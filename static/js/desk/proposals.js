// Proposals to change a round, beside its rows: the ways of a repair, or what a swap would do. The rows that would
// change say so themselves, the old name struck through and the new one after it, for the proposal that is open, under
// the pointer or the cursor. Escape takes it away. A narrow window goes to the page the proposals are taken from.

import { rowsIn } from "../part.js";
import { clearBeside, isWide, showBeside } from "./beside.js";
import { wholeLists } from "./whole-lists.js";

const OPENS = "#repair?";
const panel = document.querySelector("[data-beside]");
const closer = document.querySelector("template[data-beside-close]");
let shown = null; // the proposal the rows show
const undo = []; // what puts the rows back

/* --- the rows --- */

function put(node, where, before = null) {
  where.insertBefore(node, before);
  undo.push(() => node.remove());
}

function mark(node, name) {
  node.classList.add(name);
  undo.push(() => node.classList.remove(name));
}

/** A copy of what the proposal says, as something that is put in. */
function coming(source) {
  const ins = document.createElement("ins");
  ins.className = "seat__comes";
  ins.append(...source.cloneNode(true).childNodes);
  return ins;
}

function replaced(seat, by) {
  const name = seat.querySelector("bdi");
  mark(seat, "is-replaced");
  if (by) put(coming(by), name.parentNode, name.nextSibling);
}

/** A table that is not there yet, in its place among the others. */
function newTable(number, seats) {
  const list = document.querySelector('[data-rows="tables"]');
  const row = document.createElement("li");
  row.className = "proposed-row is-proposed";
  const table = document.createElement("b");
  table.className = "num";
  table.textContent = number;
  row.append(table, ...seats.map(coming));
  const rows = rowsIn(list);
  const after = rows.find((other) => Number(other.id.replace("table-", "")) > Number(number));
  put(row, (after ?? rows.at(-1) ?? row).parentNode ?? list, after ?? null);
}

function markTable(line) {
  const number = line.dataset.diffTable;
  const row = document.getElementById(`table-${number}`);
  const [old, next] = [".diff__old", ".diff__new"].map((part) => [...line.querySelectorAll(`${part} [data-seat]`)]);
  if (!row) return newTable(number, next);
  mark(row, "is-proposed");
  for (const [at, seat] of old.entries()) {
    const here = row.querySelector(`[data-player="${seat.dataset.seat}"]`);
    if (here && seat.dataset.seat !== next[at]?.dataset.seat) replaced(here, next[at]);
  }
}

function markBye(line) {
  const list = document.querySelector('[data-rows="byes"]');
  const here = list?.querySelector(`[data-player="${line.dataset.diffBye}"]`);
  const next = line.querySelector(".diff__new [data-bye]");
  if (here) replaced(here, next?.querySelector("[data-kind]"));
  else if (list && next) {
    const row = document.createElement("li");
    row.className = "line";
    row.append(coming(next));
    put(row, list);
  }
}

function showInRows(way) {
  if (way === shown) return;
  for (const back of undo.splice(0).reverse()) back();
  shown = way;
  for (const other of panel.querySelectorAll("[data-way]")) other.classList.toggle("way--shown", other === way);
  for (const line of way?.querySelectorAll("[data-diff-table]") ?? []) markTable(line);
  for (const line of way?.querySelectorAll("[data-diff-bye]") ?? []) markBye(line);
  document.querySelector(".is-proposed")?.scrollIntoView({ block: "nearest" });
}

/* --- beside them --- */

/** Show the proposals of the page at `address`; their own page where there is no room for them. */
export async function showProposals(address, first = "[data-way] button") {
  if (!panel || !isWide()) return window.location.assign(address);
  await wholeLists();
  const beside = await showBeside(address, "[data-beside-part]");
  if (beside === false) return window.location.assign(address);
  if (!beside) return null;
  const ways = [...panel.querySelectorAll("[data-way]")];
  (ways[0] ?? panel).append(closer.content.cloneNode(true));
  showInRows(ways[0] ?? null);
  (panel.querySelector(first) ?? panel.querySelector("select, button"))?.focus();
  return null;
}

/** Take the proposals away; whether there were any. */
export function leaveProposals() {
  const isThere = Boolean(panel?.querySelector("[data-beside-part]"));
  if (isThere) {
    showInRows(null);
    clearBeside();
  }
  return isThere;
}

function leave() {
  if (!leaveProposals()) return;
  document.dispatchEvent(new Event("proposals:left"));
  document
    .querySelector(".entry--current :is(fieldset, input:not([type='hidden'])), [data-entries] [tabindex='0']")
    ?.focus();
}

/** Under a pointer that moves: what scrolls past below one that rests does not count. */
function pointedAt({ target, type, movementX, movementY }) {
  if (type === "pointermove" && !movementX && !movementY) return;
  const way = target instanceof Element ? target.closest("[data-way]") : null;
  if (way) showInRows(way);
}

/** A link to proposals: beside the rows if they are here, else on the page of the rows. */
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[data-proposals], [data-proposals] a") : null;
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!link || !isPlain || !isWide()) return;
  event.preventDefault();
  link.closest(".menu")?.removeAttribute("open");
  if (panel?.dataset.repair === new URL(link.href).pathname) showProposals(link.href);
  else window.location.assign(`${new URL("..", link.href)}${OPENS}${new URL(link.href).search.slice(1)}`);
});

if (panel) {
  panel.addEventListener("focusin", pointedAt);
  panel.addEventListener("pointermove", pointedAt);
  panel.addEventListener(
    "toggle",
    ({ target }) => target.open && target.matches("[data-way]") && showInRows(target),
    true,
  );
  panel.addEventListener("click", ({ target }) => target.closest("[data-leave]") && leave());
  panel.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "get") return;
    event.preventDefault();
    showProposals(`${form.action}?${new URLSearchParams(new FormData(form))}`);
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && !document.querySelector("dialog[open]")) leave();
  });
  if (location.hash.startsWith(OPENS)) {
    const asked = location.hash.slice(OPENS.length);
    history.replaceState(history.state, "", location.pathname + location.search);
    showProposals(`${panel.dataset.repair}?${asked}`);
  }
}
