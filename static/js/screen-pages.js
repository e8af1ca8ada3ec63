// Lays the rows of a board out in pages that fill a hall screen. A name keeps its size: a long one takes more
// lines. What fits one page may be larger than its size says.

import { fewestColumns } from "./screen-columns.js";
import { nameHeight, size } from "./screen-size.js";

// The narrowest column, in heights of a name.
const WIDTHS = { names: 19, tables: 16, fours: 18, standings: 19.5 };
const BRIEF = 13.5; // where a list of these leaves out what stands beside the name: two columns of XL, three of S
const SAVING = ["S", "XL"]; // who chooses these wants few pages, or has many
const WHOLE = ".board--fours, .board--names:not(:has(.board__other))"; // the seat or the next table is no detail
const LISTED = 12; // where the opponent stands below the name
const TABLE_FROM = 900; // pixels
const GROWTH = [1.5, 1.35, 1.2, 1.1];
const SHRINKING = [0.8, 0.65, 0.52]; // where a single name is higher than the screen; XL then has the names of S
const STRETCH = 1.35; // how much higher a row may be than it needs to be

/**
 * @param {HTMLElement} board
 * @returns {HTMLElement[]}
 */
export const rows = (board) => [...board.querySelectorAll(".board__rows > :not(.board__heads)")];
export const heads = (board) => [...board.querySelectorAll(".board__heads")];

/** The pages of a board, laid out; it has to be seen to be measured. */
export function pagesOf(board) {
  const all = rows(board);
  if (!all.length) return [{ board, page: 0, pages: 1, cells: [] }];
  board.classList.add("is-laid");
  for (const copy of heads(board).slice(1)) copy.remove();
  const { cells, pages } = fewestPages(board, all);
  return Array.from({ length: pages }, (_, page) => ({ board, page, pages, cells }));
}

/** With opponents and tie-breaks, or without: as the desk says, else without where a size saves pages by that. */
function fewestPages(board, all) {
  const { details } = board.dataset;
  const whole = largest(board, all, details === "no");
  if (details || whole.pages === 1 || !SAVING.includes(size())) return whole;
  const brief = largest(board, all, true);
  return brief.pages < whole.pages ? brief : largest(board, all, false);
}

function largest(board, all, isBrief) {
  board.classList.toggle("is-brief", isBrief && !board.matches(WHOLE));
  let found = lay(board, all, 1);
  for (const part of SHRINKING) if (!found.fits) found = lay(board, all, part);
  if (found.pages > 1 || !found.fits) return found;
  for (const growth of GROWTH) {
    const larger = lay(board, all, growth);
    if (larger.fits && larger.pages === 1) return larger;
  }
  return lay(board, all, 1);
}

/** Where each row stands with names of this size; smaller than S they never are. */
function lay(board, all, growth) {
  const name = Math.max(nameHeight() * growth, nameHeight("S"));
  const most = columnsOf(board, name);
  const { head, heights } = measured(board, all, most);
  const room = board.clientHeight - head;
  // The tracks of the grid: whole pixels, or a fraction too much would cut the last row.
  const track = Math.max(Math.floor(name / 16), 1);
  const lines = Math.floor(room / track);
  const spans = heights.map((height) => Math.min(Math.ceil(height / track), lines));
  const found = { ...fewestColumns(spans, most, lines), fits: Math.max(...heights) <= room };
  const high = Math.floor(Math.min(room / found.lines, found.pages > 1 ? Infinity : track * STRETCH));
  board.style.setProperty("--cols", found.columns);
  board.style.setProperty("--rows", `${head ? `${head}px ` : ""}repeat(${found.lines}, ${high}px)`);
  return found;
}

/** How many columns of such names fit; where not even one does, a row has less beside the name. */
function columnsOf(board, name) {
  const kind = Object.keys(WIDTHS).find((each) => board.classList.contains(`board--${each}`)) ?? "names";
  const width = board.classList.contains("is-brief") ? BRIEF : WIDTHS[kind];
  const isNarrow = board.clientWidth < width * name || innerWidth < TABLE_FROM;
  const column = (isNarrow && kind === "names" ? LISTED : width) * name;
  board.classList.toggle("is-narrow", isNarrow);
  board.style.setProperty("--name", `${name}px`);
  board.style.setProperty("--column", `${column * STRETCH}px`);
  const gap = (parseFloat(getComputedStyle(board).getPropertyValue("--gap")) * innerWidth) / 100;
  return Math.max(Math.floor((board.clientWidth + gap) / (column + gap)), 1);
}

/** How high each row would like to be in the narrowest columns. */
function measured(board, all, columns) {
  board.style.setProperty("--cols", columns);
  board.classList.add("is-measured");
  for (const row of all) {
    row.hidden = false;
    row.style.gridArea = "";
  }
  const heights = all.map((row) => row.getBoundingClientRect().height);
  const head = Math.ceil(heads(board)[0]?.getBoundingClientRect().height ?? 0);
  board.classList.remove("is-measured");
  return { head, heights };
}

/** Show the rows of a page, and no others; the headings of the list stand over each of its columns. */
export function show({ board, page, cells }) {
  const all = rows(board);
  const [head, ...copies] = heads(board);
  for (const copy of copies) copy.remove();
  const below = head ? 2 : 1;
  cells.forEach(({ page: on, column, line, span }, index) => {
    const row = all[index];
    row.hidden = on !== page;
    row.style.gridArea = `${line + below} / ${column + 1} / span ${span} / auto`;
    if (!head || row.hidden || line) return;
    const top = column ? head.cloneNode(true) : head;
    if (column) top.setAttribute("aria-hidden", "true");
    top.style.gridArea = `1 / ${column + 1}`;
    row.before(top);
  });
}
