// @ts-check
// Where the cursor of a list of tables goes next. A row says in its data which table it is, who sits there, and the
// result, "" where there is none.

import { folded, searchKey } from "../fold.js";

/**
 * @typedef {{ dataset: { [name: string]: string | undefined } }} Row
 */

/** @param {Row} row */
export const isOpen = (row) => !row.dataset.result;

/** @param {Row} row */
export const tableOf = (row) => Number(row.dataset.table);

/**
 * All rows but this one: those behind it first, then from the top.
 * @template {Row} R
 * @param {R[]} rows
 * @param {R | null} from
 */
function others(rows, from) {
  const at = from ? rows.indexOf(from) : -1;
  return [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0))];
}

/**
 * The row to begin at: what the address asks for, else the first that is open, else the first. While rows are still
 * on their way it may be among those, and there is none yet.
 * @template {Row} R
 * @param {R[]} rows
 * @param {{ isAsked: boolean, asked: R | null, isWhole: boolean }} known
 * @returns {R | undefined}
 */
export function firstRow(rows, { isAsked, asked, isWhole }) {
  if (asked) return asked;
  if (isAsked && !isWhole) return undefined;
  return rows.find(isOpen) ?? (isWhole ? rows[0] : undefined);
}

/**
 * @template {Row} R
 * @param {R[]} rows
 * @param {R} from
 * @returns {R | undefined}
 */
export const nextOpen = (rows, from) => others(rows, from).find(isOpen);

/**
 * The table of this number, or the next at which somebody of this name sits.
 * @template {Row} R
 * @param {R[]} rows
 * @param {string} words
 * @param {R | null} from
 * @returns {R | undefined}
 */
export function searched(rows, words, from) {
  const wanted = folded(words);
  if (!wanted) return undefined;
  if (/^\d+$/.test(wanted)) return rows.find((row) => tableOf(row) === Number(wanted));
  const all = from ? [...others(rows, from), from] : rows;
  return all.find((row) => searchKey(row.dataset.names ?? "").includes(wanted));
}

/**
 * Whether the cursor stays where a result has just been entered: who corrects, or presses Enter after each result, is
 * not to complete the round by one Enter too many.
 * @param {{ result: string, seen: string, isLast: boolean, confirms: boolean }} entered
 */
export const staysAfter = ({ result, seen, isLast, confirms }) => !result || (isLast && (Boolean(seen) || confirms));
