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

/** The head says how many results of its round the server is known to have: it need not wait for its own next look. */
export function tellHead(root, rows, queue) {
  const head = document.querySelector(`.top [data-entered-of="${root.dataset.round}"]`);
  if (!head) return;
  const entered = rows.filter((row) => queue.replaced(Number(row.dataset.table)) ?? row.dataset.result).length;
  head.querySelector("progress").value = entered;
  head.querySelector("[data-entered-words]").textContent = head.dataset.words.replace("%s", entered);
}

/** `isStored`: whether what waits is in the browser's storage too. */
export function tellStuck(stuck, rows, text, isStored) {
  const waiting = rows.filter((row) => ["waiting", "signed-out"].includes(row.dataset.state)).length;
  stuck.hidden = waiting === 0;
  stuck.querySelector("[data-stuck-text]").textContent =
    waiting === 1 ? text["stuck-one"] : text["stuck-many"].replace("%s", waiting);
  stuck.querySelector("[data-unstored]").hidden = isStored;
  const signedOut = rows.some((row) => row.dataset.state === "signed-out");
  stuck.querySelector("[data-sign-in]").hidden = !signedOut;
}
