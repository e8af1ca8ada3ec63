// What is around the pages of a hall screen: keys and their buttons, which hide while nobody touches anything; light
// and dark, the whole screen, a projector that stays awake; and since when there is no connection.

import { now } from "./clock.js";

const IDLE = 4000;
const root = document.documentElement;
const tools = document.querySelector("[data-tools]");
const keys = document.querySelector("#keys");
const since = document.querySelector("[data-since]");
let idle = 0;
let seen = 0; // when the server last answered; before it has: when this page came

function toggleFull() {
  if (document.fullscreenElement) document.exitFullscreen();
  else root.requestFullscreen?.();
}

function toggleTheme() {
  const isDark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
}

function toggleKeys() {
  if (keys.open) keys.close();
  else keys.showModal();
}

const ours = { f: toggleFull, d: toggleTheme, "?": toggleKeys };

/** Calls what belongs to a key, or to the button that stands for it. */
export function answer(acts) {
  const all = { ...ours, ...acts };
  document.addEventListener("keydown", (event) => {
    const act = all[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const isButton = event.target.closest?.("button, a") && (event.key === " " || event.key === "Enter");
    if (!act || isButton || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
  document.addEventListener("click", (event) => all[event.target.closest("[data-key]")?.dataset.key]?.());
}

/** Somebody is there: the tools show, until nothing has moved for some seconds. */
function wake() {
  root.classList.remove("is-idle");
  clearTimeout(idle);
  idle = setTimeout(rest, IDLE);
}

function rest() {
  if (keys.open || tools.querySelector(":focus-visible")) return wake();
  if (tools.contains(document.activeElement)) document.activeElement.blur(); // keys go to the screen again
  root.classList.add("is-idle");
}

function sayNoConnection() {
  const { timeZone, words } = since.dataset;
  const time = new Date(seen || now()).toLocaleTimeString(root.lang, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  });
  since.textContent = words.replace("{time}", time);
}

// A projector must not go to sleep; where the browser refuses, nothing is lost.
async function stayAwake() {
  if (!document.hidden) await navigator.wakeLock?.request("screen").catch(() => {});
}

for (const touched of ["pointermove", "pointerdown", "keydown", "focusin"]) document.addEventListener(touched, wake);
document.addEventListener("htmx:after:request", () => (seen = now()));
document.addEventListener("htmx:error", sayNoConnection);
document.addEventListener("visibilitychange", stayAwake);
root.classList.add("js");
seen = now();
wake();
stayAwake();
