// @ts-check
// The hall screen: pages that turn by themselves, and say so. How rows become pages: screen-pages.js; in which order
// they turn: screen-turns.js; keys and what hides: screen-tools.js. The desk says how long a page stays; so does
// `?every=15` in the address. While the clock of the round runs several boards stand on the page and take turns; the
// clock comes again between those of the others.

import { now } from "./clock.js";
import { part } from "./part.js";
import { fitAll } from "./screen-fit.js";
import { pagesOf, rows, show } from "./screen-pages.js";
import { choose, size, step } from "./screen-size.js";
import { answer } from "./screen-tools.js";
import { between, inTurn, stay } from "./screen-turns.js";

/**
 * @import { Cell } from "./screen-columns.js"
 * @typedef {{ board: HTMLElement, page: number, pages: number, cells: Cell[] }} Stop a page of a board
 */

const asked = Number(new URLSearchParams(location.search).get("every"));
const output = part(document, "[data-page]");
const range = part(document, "[data-range]");
const turns = part(document, "[data-turns]");
const left = part(document, "[data-left]");
const bar = part(document, "[data-bar]");
const stop = part(document, "[data-stop]");
/** @type {Stop[]} what is shown one after the other */
let stops = [];
let at = 0;
let shownBoards = "";
let isStopped = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let due = 0; // when the page turns, by performance.now()

/** @returns {NodeListOf<HTMLElement>} */
const allBoards = () => document.querySelectorAll("[data-board]");
const boards = () => [...allBoards()].filter((board) => !isOver(board));
/**
 * Nobody looks for a table any more: by the server's time, as the page is kept longer.
 * @param {HTMLElement} board
 */
const isOver = (board) => Boolean(board.dataset.until) && now() >= Number(board.dataset.until);

function lay() {
  part(document, "[data-shown-size]").textContent = size();
  fitAll();
  stops = inTurn(
    boards().map((board) => {
      reveal(board);
      return pagesOf(board);
    }),
  );
  const found = boards()
    .map((board) => `${board.dataset.show}:${board.dataset.round}`)
    .join();
  if (found !== shownBoards) at = 0;
  shownBoards = found;
  turnTo(Math.min(at, stops.length - 1));
}

/**
 * Show a board and what stands above it, and no other.
 * @param {HTMLElement} board
 */
function reveal(board) {
  for (const other of allBoards()) other.hidden = other !== board;
  /** @type {NodeListOf<HTMLElement>} */
  const heads = document.querySelectorAll("[data-head]");
  for (const head of heads) head.hidden = !head.dataset.head?.split(" ").includes(board.dataset.show ?? "");
}

/**
 * Show one page: its rows, and no others.
 * @param {number} number
 */
function turnTo(number) {
  at = ((number % stops.length) + stops.length) % stops.length;
  const { board, page, pages } = stops[at];
  reveal(board);
  show(stops[at]);
  const { words = "" } = output.dataset;
  output.textContent = pages > 1 ? words.replace("{page}", String(page + 1)).replace("{pages}", String(pages)) : "";
  range.textContent = pages > 1 ? named(board) : "";
  turns.hidden = stops.length < 2;
}

/** @param {HTMLElement} board */
function named(board) {
  const all = rows(board);
  return between(
    all.map((row) => row.dataset.label ?? ""),
    (index) => !all[index].hidden,
  );
}

function go() {
  clearTimeout(timer);
  for (const running of bar.getAnimations()) running.cancel();
  if (!isStopped) {
    const stays = stay(asked, stops[at].board.dataset.every) * 1000;
    due = performance.now() + stays;
    timer = setTimeout(next, stays);
    bar.animate({ transform: ["scaleX(0)", "scaleX(1)"] }, stays);
  }
  sayLeft();
}

function next() {
  if (stops.some((stop) => isOver(stop.board))) lay();
  else turnTo(at + 1);
  go();
}

function sayLeft() {
  const seconds = Math.max(Math.ceil((due - performance.now()) / 1000), 1);
  const { stopped = "", words = "" } = left.dataset;
  left.textContent = isStopped ? stopped : words.replace("{seconds}", String(seconds));
}

/** @param {number} by */
function turn(by) {
  turnTo(at + by);
  go(); // a page turned by hand stays its full time
}

function toggleStop() {
  isStopped = !isStopped;
  stop.setAttribute("aria-pressed", String(isStopped));
  const use = part(stop, "use", SVGUseElement);
  use.setAttribute("href", use.href.baseVal.replace(/#.*/, isStopped ? "#play" : "#pause"));
  go();
}

/**
 * Other names are other pages: from the first, so that nobody is missed.
 * @param {() => void} change
 */
function resized(change) {
  change();
  at = 0;
  lay();
  go();
}

answer({
  " ": toggleStop,
  ArrowRight: () => turn(1),
  PageDown: () => turn(1),
  ArrowLeft: () => turn(-1),
  PageUp: () => turn(-1),
  "+": () => resized(() => step(1)),
  "=": () => resized(() => step(1)),
  "-": () => resized(() => step(-1)),
  ...Object.fromEntries([1, 2, 3, 4].map((key, place) => [key, () => resized(() => choose(place))])),
});
document.addEventListener("htmx:after:swap", lay);
window.addEventListener("resize", lay);
document.fonts.addEventListener("loadingdone", lay);
setInterval(sayLeft, 500);
lay();
go();
