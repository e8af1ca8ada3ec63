// What a page for entering results tells of all its tables: how many are missing, which, and what is not saved yet.

import { listMissing } from "./missing.js";

/** What is told around the rows: looked for once, not among thousands of rows after each key. */
export const partsOf = (root) => ({
  counts: root.querySelectorAll("[data-missing-count]"),
  bars: root.querySelectorAll("progress[data-entered]"),
  list: root.querySelector("[data-missing-list]"),
  whenComplete: root.querySelector("[data-when-complete]"),
  ifUntouched: root.querySelectorAll("[data-if-untouched]"),
  ifMissing: root.querySelectorAll("[data-if-missing]"),
  stuck: root.querySelector("[data-stuck]"),
});

/** `open` are those of `rows` that have no result. */
export function tellMissing(parts, rows, open) {
  for (const part of parts.counts) part.textContent = open.length;
  for (const bar of parts.bars) bar.value = rows.length - open.length;
  listMissing(parts.list, open);
  parts.whenComplete?.classList.toggle("primary", open.length === 0);
  if (open.length < rows.length) for (const node of parts.ifUntouched) node.hidden = true;
  for (const node of parts.ifMissing) node.hidden = open.length === 0;
}

/**
 * The head says how many results of its round the server is known to have: it need not wait for its own next look.
 * Of `here`, the results on this page, some wait to be saved: there it has what they replace.
 */
export function tellHead(root, here, { queue, byTable }) {
  const head = document.querySelector(`.top [data-entered-of="${root.dataset.round}"]`);
  if (!head) return;
  const isThere = (table) => Number(Boolean(queue.replaced(table)));
  const isHere = (table) => Number(Boolean(byTable.get(table)?.dataset.result));
  const entered = queue.tables.reduce((sum, table) => sum + isThere(table) - isHere(table), here);
  head.querySelector("progress").value = entered;
  head.querySelector("[data-entered-words]").textContent = head.dataset.words.replace("%s", entered);
}

/** `isStored`: whether what waits is in the browser's storage too. */
export function tellStuck(stuck, rows, text, isStored) {
  const states = rows.map((row) => row.dataset.state);
  const waiting = states.filter((state) => state === "waiting" || state === "signed-out").length;
  stuck.hidden = waiting === 0;
  stuck.querySelector("[data-stuck-text]").textContent =
    waiting === 1 ? text["stuck-one"] : text["stuck-many"].replace("%s", waiting);
  stuck.querySelector("[data-unstored]").hidden = isStored;
  stuck.querySelector("[data-sign-in]").hidden = !states.includes("signed-out");
}
