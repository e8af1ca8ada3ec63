// A draft has a cursor from the first moment. Two players are marked, by a click, the key "m" or by dragging one onto
// the other; what swapping them would change stands beside the rows, where it is confirmed. Escape takes the marks off.

import { leaveProposals, showProposals } from "./proposals.js";
import { wholeLists } from "./whole-lists.js";

await wholeLists();
const list = document.querySelector("[data-swap]");
const players = [...(list?.querySelectorAll("[data-player]") ?? [])];
const marked = () => players.filter((player) => player.classList.contains("is-marked"));

for (const player of players) {
  player.tabIndex = player === players[0] ? 0 : -1; // one stop for Tab; arrows move inside
  player.role = "button";
  player.draggable = true;
  player.setAttribute("aria-pressed", "false");
}

function set(player, isOn) {
  player.classList.toggle("is-marked", isOn);
  player.setAttribute("aria-pressed", String(isOn));
}

function unmark() {
  for (const player of marked()) set(player, false);
  leaveProposals();
}

function swap(one, other) {
  unmark();
  set(one, true);
  set(other, true);
  const asked = new URLSearchParams({ kind: "swap", first: one.dataset.player, second: other.dataset.player });
  showProposals(`${list.dataset.swap}?${asked}`, "input:not([type=hidden]), button");
}

function mark(player) {
  const [one, other] = marked();
  if (one === player && !other) return set(player, false);
  if (one && !other) return swap(one, player);
  unmark();
  set(player, true);
}

/** The player in the same seat of another row, or in the other seat of this one. */
function neighbour(player, key) {
  const at = players.indexOf(player);
  const seats = player.closest("[data-table]").querySelectorAll("[data-player]").length;
  const by = { ArrowDown: seats, ArrowUp: -seats, ArrowRight: 1, ArrowLeft: -1 }[key];
  return by && players[at + by];
}

/** Beside the counts: only the tables with a float, or with a rule relaxed; pressed again, all. */
const filters = [...document.querySelectorAll("[data-show-only]")];
for (const button of filters) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const isOn = button.getAttribute("aria-pressed") === "false";
    for (const other of filters) other.setAttribute("aria-pressed", String(isOn && other === button));
    document.querySelector("[data-entries]").dataset.only = isOn ? button.dataset.showOnly : "";
  });
}

list?.addEventListener("click", ({ target }) => {
  const player = target.closest("[data-player]");
  if (player) mark(player);
});
/** The player under the cursor; where nothing has it, the one it would come back to. */
function current({ target }) {
  return target === document.body ? players.find((player) => player.tabIndex === 0) : target.closest("[data-player]");
}

if (players.length > 0 && document.activeElement === document.body && !location.hash) players[0].focus();
document.addEventListener("keydown", (event) => {
  const player = list && current(event);
  if (!player || event.ctrlKey || event.metaKey || event.altKey) return;
  const next = neighbour(player, event.key);
  if (next) {
    player.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  } else if (["m", "Enter", " "].includes(event.key)) mark(player);
  else return;
  event.preventDefault();
});
document.addEventListener("proposals:left", unmark);
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && marked().length > 0) unmark();
});
list?.addEventListener("dragstart", (event) => {
  const player = event.target.closest("[data-player]");
  if (!player) return;
  unmark();
  set(player, true);
  event.dataTransfer.setData("text/plain", player.dataset.player);
});
list?.addEventListener("dragover", (event) => {
  if (event.target.closest("[data-player]")) event.preventDefault();
});
list?.addEventListener("drop", (event) => {
  const player = event.target.closest("[data-player]");
  const [one] = marked();
  if (!player || !one || one === player) return;
  event.preventDefault();
  swap(one, player);
});
