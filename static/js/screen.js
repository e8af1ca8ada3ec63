// The hall screen: rows laid out in pages that fill the screen, as many columns as the names need, pages that turn by
// themselves, keys to stop them. The desk says how long a page stays; so does `?every=15` in the address. While the
// clock of the round runs several boards stand on the page and take turns; the clock comes again between the pages of
// the others.

import { now } from "./clock.js";
import { fitAll, fitRow } from "./screen-fit.js";

const asked = Number(new URLSearchParams(location.search).get("every"));
const SECONDS = 10;
const CLOCK_AFTER = 3; // pages
// In hundredths of the shorter side of the screen: the lowest row that can be read from the back, the narrowest column.
// A part of a bracket fills a page by itself.
const SIZES = {
  names: { row: 5.2, column: 44, fewest: 8 },
  tables: { row: 8.6, column: 75, fewest: 4 },
  fours: { row: 15.5, column: 52, fewest: 3 },
  standings: { row: 5.2, column: 75, fewest: 8 },
  bracket: { row: Infinity, column: Infinity, fewest: 1 },
};
const [LOWEST_ROW, NARROWEST] = [30, 280]; // pixels, for a look at it on a phone
const output = document.querySelector("[data-page]");
const range = document.querySelector("[data-range]");
const stop = document.querySelector("[data-stop]");
let stops = []; // what is shown one after the other: a page of a board
let at = 0;
let shownBoards = "";
let isStopped = false;
let timer = 0;

const boards = () => [...document.querySelectorAll("[data-board]")].filter((board) => !isOver(board));
const rows = (board) => [...board.querySelectorAll(".board__rows > li:not(.board__heads)")];
const heads = (board) => [...board.querySelectorAll(".board__heads")];
// Nobody looks for a table any more: by the server's time, as the page is kept longer.
const isOver = (board) => Boolean(board.dataset.until) && now() >= Number(board.dataset.until);

function sizes(element) {
  const name = Object.keys(SIZES).find((kind) => element.classList.contains(`board--${kind}`));
  return SIZES[name] ?? SIZES.names;
}

/** How many columns and rows a page has: no more columns than everybody needs, few rows are bigger rows. */
function grid(element, count) {
  const { row, column, fewest } = sizes(element);
  if (!Number.isFinite(row)) return { columns: 1, lines: 1, headed: 0 };
  const unit = Math.min(innerWidth, innerHeight) / 100;
  const gap = 2.5 * unit;
  const headed = heads(element).length ? 1 : 0;
  const most = Math.max(Math.floor(element.clientHeight / Math.max(row * unit, LOWEST_ROW)) - headed, 1);
  const widest = Math.max(Math.floor((element.clientWidth + gap) / (Math.max(column * unit, NARROWEST) + gap)), 1);
  const columns = Math.min(widest, Math.max(Math.ceil(count / most), 1));
  return { columns, lines: Math.min(Math.max(Math.ceil(count / columns), fewest), most), headed };
}

function lay() {
  fitAll();
  stops = inTurn(boards().map(pagesOf));
  const found = boards()
    .map((board) => `${board.dataset.show}:${board.dataset.round}`)
    .join();
  if (found !== shownBoards) at = 0;
  shownBoards = found;
  turnTo(Math.min(at, stops.length - 1));
}

/** The pages of a board, laid out; it has to be seen to be measured. */
function pagesOf(board) {
  reveal(board);
  const count = rows(board).length;
  if (!count) return [{ board, page: 0, pages: 1, onPage: 1 }];
  board.classList.add("is-laid");
  const { columns, lines, headed } = grid(board, count);
  board.style.setProperty("--cols", columns);
  board.style.setProperty("--lines", lines + headed);
  // Whole pixels: a fraction too much would cut the last row.
  board.style.setProperty("--row", `${Math.floor(board.clientHeight / (lines + headed))}px`);
  const onPage = columns * lines;
  const pages = Math.ceil(count / onPage);
  return Array.from({ length: pages }, (_, page) => ({ board, page, pages, onPage, lines }));
}

/** All pages one after the other; the clock, if it is not alone, after every few of the others. */
function inTurn(pagesOfBoards) {
  const all = pagesOfBoards.flat();
  const clock = all.find((stop) => stop.board.dataset.show === "timer");
  const others = all.filter((stop) => stop !== clock);
  if (!clock || !others.length) return all;
  const isFirst = all[0] === clock;
  const woven = others.flatMap((stop, index) => {
    const isLast = index + 1 === others.length || others[index + 1].board !== stop.board;
    return isLast || (stop.page + 1) % CLOCK_AFTER === 0 ? [stop, clock] : [stop];
  });
  return isFirst ? [clock, ...woven.slice(0, -1)] : woven;
}

/** Show a board and what stands above it, and no other. */
function reveal(board) {
  for (const other of document.querySelectorAll("[data-board]")) other.hidden = other !== board;
  for (const head of document.querySelectorAll("[data-head]"))
    head.hidden = !head.dataset.head.split(" ").includes(board.dataset.show);
}

/** Show one page: its rows, and no others. */
function turnTo(number) {
  at = ((number % stops.length) + stops.length) % stops.length;
  const { board, page, pages, onPage, lines } = stops[at];
  reveal(board);
  const all = rows(board);
  all.forEach((row, index) => (row.hidden = Math.floor(index / onPage) !== page));
  const seen = all.filter((row) => !row.hidden);
  headColumns(board, seen, lines);
  seen.forEach(fitRow);
  output.textContent = pages > 1 ? `${page + 1} / ${pages}` : "";
  range.textContent = pages > 1 ? between(all) : "";
}

/** The headings of a list stand over each of its columns. */
function headColumns(board, seen, lines) {
  const [head, ...copies] = heads(board);
  if (!head) return;
  for (const copy of copies) copy.remove();
  seen
    .filter((_, index) => index % lines === 0)
    .forEach((row, column) => {
      row.before(column ? head.cloneNode(true) : head);
    });
}

/**
 * "A – Ham": as much of the first and the last name as tells them from those of the pages beside; numbers as they
 * are.
 */
function between(all) {
  const label = (index) => all[index]?.dataset.label ?? "";
  const seen = all.map((row, index) => index).filter((index) => !all[index].hidden && label(index));
  if (!seen.length) return "";
  const [first, last] = [seen[0], seen[seen.length - 1]];
  return `${start(label(first), label(first - 1))} – ${start(label(last), label(last + 1))}`;
}

function start(name, other) {
  if (/^\d+$/.test(name)) return name;
  const [letters, others] = [[...name], [...other.toLowerCase()]];
  const same = letters.findIndex((letter, index) => letter.toLowerCase() !== others[index]);
  return (same < 0 ? name : letters.slice(0, same + 1).join("")).trim();
}

function seconds() {
  return Math.min(Math.max(asked || Number(stops[at].board.dataset.every) || SECONDS, 3), 600);
}

function go() {
  clearTimeout(timer);
  if (isStopped) return;
  timer = setTimeout(() => {
    if (stops.some((stop) => isOver(stop.board))) lay();
    else turnTo(at + 1);
    go();
  }, seconds() * 1000);
}

function turn(by) {
  turnTo(at + by);
  go(); // a page turned by hand stays its full time
}

function toggleStop() {
  isStopped = !isStopped;
  stop.setAttribute("aria-pressed", String(isStopped));
  const use = stop.querySelector("use");
  use.setAttribute("href", use.getAttribute("href").replace(/#.*/, isStopped ? "#play" : "#pause"));
  go();
}

function toggleFull() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.();
}

function toggleTheme() {
  const root = document.documentElement;
  const isDark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
}

const KEYS = {
  " ": toggleStop,
  ArrowRight: () => turn(1),
  PageDown: () => turn(1),
  ArrowLeft: () => turn(-1),
  PageUp: () => turn(-1),
  f: toggleFull,
  d: toggleTheme,
};

document.addEventListener("keydown", (event) => {
  const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  const isButton = event.target.closest?.("button, a") && (event.key === " " || event.key === "Enter");
  if (!act || isButton || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  act();
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.turn) turn(Number(button.dataset.turn));
  else if ("stop" in button.dataset) toggleStop();
  else if ("full" in button.dataset) toggleFull();
  else if ("themeSwitch" in button.dataset) toggleTheme();
});

// A projector must not go to sleep; where the browser refuses, nothing is lost.
async function stayAwake() {
  if (!document.hidden) await navigator.wakeLock?.request("screen").catch(() => {});
}

document.addEventListener("htmx:after:swap", lay);
document.addEventListener("visibilitychange", stayAwake);
window.addEventListener("resize", lay);
document.documentElement.classList.add("js");
lay();
go();
stayAwake();
