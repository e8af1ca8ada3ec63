// The hall screen: rows sized so that a page fills the screen exactly, pages that turn by themselves, keys to stop them.
// `?every=15` in the address sets the seconds a page stays.

const SECONDS = Math.min(Math.max(Number(new URLSearchParams(location.search).get("every")) || 10, 3), 600);
// A part of a bracket fills a page by itself.
const MOST_ROWS = { names: 15, tables: 9, fours: 5, standings: 15, bracket: 1 };
const FEWEST_ROWS = { names: 8, tables: 4, fours: 3, standings: 8, bracket: 1 };
const output = document.querySelector("[data-page]");
const stop = document.querySelector("[data-stop]");
let page = 0;
let pages = 1;
let shownRound = "";
let isStopped = false;
let timer = 0;

const board = () => document.querySelector("[data-board]");

function kind(element) {
  return Object.keys(MOST_ROWS).find((name) => element.classList.contains(`board--${name}`));
}

// Few players get big rows, many get pages of as many rows as can still be read from afar.
function lay() {
  const element = board();
  const list = element.querySelector(".board__rows");
  if (!list) {
    pages = 1;
    return turnTo(0);
  }
  element.classList.add("is-laid");
  const columns = Number(getComputedStyle(element).getPropertyValue("--cols"));
  const wanted = Math.ceil(list.children.length / columns);
  const rows = Math.min(Math.max(wanted, FEWEST_ROWS[kind(element)]), MOST_ROWS[kind(element)]);
  // Whole pixels: a fraction too much would push the last row of each column onto the next.
  element.style.setProperty("--row", `${Math.floor(element.clientHeight / rows)}px`);
  list.style.height = `${Math.floor(element.clientHeight / rows) * rows}px`;
  pages = Math.max(Math.ceil(list.children.length / (rows * columns)), 1);
  for (const name of list.querySelectorAll("bdi")) {
    name.classList.remove("is-long");
    if (name.scrollWidth > name.clientWidth) name.classList.add("is-long");
  }
  if (element.dataset.round !== shownRound) page = 0;
  shownRound = element.dataset.round;
  turnTo(Math.min(page, pages - 1));
}

function turnTo(number) {
  page = ((number % pages) + pages) % pages;
  const list = board().querySelector(".board__rows");
  if (list) {
    const step = list.clientWidth + parseFloat(getComputedStyle(list).columnGap);
    list.style.transform = `translateX(${-page * step}px)`;
  }
  output.textContent = pages > 1 ? `${page + 1} / ${pages}` : "";
}

function go() {
  clearInterval(timer);
  if (!isStopped) timer = setInterval(() => turnTo(page + 1), SECONDS * 1000);
}

function turn(by) {
  turnTo(page + by);
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
