// What a page for entering results tells of all its tables: how many are missing, which, and what is not saved yet.

import { listMissing } from "./missing.js";

/** `open` are those of `rows` that have no result. */
export function tellMissing(root, rows, open) {
  for (const part of root.querySelectorAll("[data-missing-count]")) part.textContent = open.length;
  for (const bar of root.querySelectorAll("progress[data-entered]")) {
    bar.value = rows.length - open.length;
  }
  listMissing(root.querySelector("[data-missing-list]"), open);
  root.querySelector("[data-when-complete]")?.classList.toggle("primary", open.length === 0);
  for (const node of root.querySelectorAll("[data-if-untouched]")) {
    if (open.length < rows.length) node.hidden = true;
  }
  for (const node of root.querySelectorAll("[data-if-missing]")) node.hidden = open.length === 0;
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
export function tellStuck(root, rows, text, isStored) {
  const stuck = root.querySelector("[data-stuck]");
  const waiting = rows.filter((row) => ["waiting", "signed-out"].includes(row.dataset.state)).length;
  stuck.hidden = waiting === 0;
  stuck.querySelector("[data-stuck-text]").textContent =
    waiting === 1 ? text["stuck-one"] : text["stuck-many"].replace("%s", waiting);
  stuck.querySelector("[data-unstored]").hidden = isStored;
  const signedOut = rows.some((row) => row.dataset.state === "signed-out");
  stuck.querySelector("[data-sign-in]").hidden = !signedOut;
}
