// The hall screen: pages that turn by themselves, and say so. How rows become pages: screen-pages.js; keys and what
// hides: screen-tools.js. The desk says how long a page stays; so does `?every=15` in the address. While the clock of
// the round runs several boards stand on the page and take turns; the clock comes again between those of the others.

import { now } from "./clock.js";
import { fitAll } from "./screen-fit.js";
import { pagesOf, rows, show } from "./screen-pages.js";
import { choose, size, step } from "./screen-size.js";
import { answer } from "./screen-tools.js";

const asked = Number(new URLSearchParams(location.search).get("every"));
const SECONDS = 10;
const CLOCK_AFTER = 3; // pages
const output = document.querySelector("[data-page]");
const range = document.querySelector("[data-range]");
const turns = document.querySelector("[data-turns]");
const left = document.querySelector("[data-left]");
const bar = document.querySelector("[data-bar]");
const stop = document.querySelector("[data-stop]");
let stops = []; // what is shown one after the other: a page of a board
let at = 0;
let shownBoards = "";
let isStopped = false;
let timer = 0;
let due = 0; // when the page turns, by performance.now()

const boards = () => [...document.querySelectorAll("[data-board]")].filter((board) => !isOver(board));
// Nobody looks for a table any more: by the server's time, as the page is kept longer.
const isOver = (board) => Boolean(board.dataset.until) && now() >= Number(board.dataset.until);

function lay() {
  document.querySelector("[data-shown-size]").textContent = size();
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
  const { board, page, pages } = stops[at];
  reveal(board);
  show(stops[at]);
  const words = output.dataset.words.replace("{page}", page + 1).replace("{pages}", pages);
  output.textContent = pages > 1 ? words : "";
  range.textContent = pages > 1 ? between(rows(board)) : "";
  turns.hidden = stops.length < 2;
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
  const ends = [start(label(first), label(first - 1)), start(label(last), label(last + 1))];
  return [...new Set(ends)].join(" – ");
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
  for (const running of bar.getAnimations()) running.cancel();
  if (!isStopped) {
    const stays = seconds() * 1000;
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
  left.textContent = isStopped ? left.dataset.stopped : left.dataset.words.replace("{seconds}", seconds);
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

/** Other names are other pages: from the first, so that nobody is missed. */
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
