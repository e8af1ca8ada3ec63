// @ts-check
// Keeps the parts of a page that carry `data-live` up to date.
//
//   <div id="live" data-live hx-get="/e/spring/" hx-trigger="live" hx-select="#live" hx-swap="outerMorph"
//        data-etag='W/"..."'>
//
// Every few seconds (live-pace.js) the element is sent the event `live`; htmx then asks the server. The last ETag goes
// along, so an unchanged page costs an empty 304 and touches nothing here; a page that is gone says so. While the page
// is hidden, only one that has news to say in its title (news.js) asks; coming back asks at once.

import { HELD, Pace } from "./live-pace.js";

/**
 * What htmx tells of a request.
 * @typedef {{
 *   sourceElement?: unknown, request: { headers: Record<string, string> },
 *   response: { status: number, headers: Headers },
 * }} Request
 */

const root = document.documentElement;
const pace = new Pace();
/** @type {WeakMap<HTMLElement, string>} */
const etags = new WeakMap();
let asked = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @returns {NodeListOf<HTMLElement>} */
const parts = () => document.querySelectorAll("[data-live]");

const hasNews = () => document.querySelector("[data-news]") !== null;

const BOXES = "input:not([type=checkbox], [type=radio]), textarea";

/**
 * Words somebody is typing must not be swept away: the part is brought up to date when they are done.
 * @param {Element} live
 */
function isTypedIn(live) {
  const box = /** @type {HTMLInputElement | null} */ (document.activeElement);
  return box !== null && live.contains(box) && box.matches(BOXES) && box.value !== box.defaultValue;
}

function askLater() {
  clearTimeout(timer);
  timer = setTimeout(ask, HELD);
}

function ask() {
  clearTimeout(timer);
  if (document.hidden && !hasNews()) return;
  if (pace.isHeld) return askLater();
  for (const live of parts()) if (!isTypedIn(live)) live.dispatchEvent(new CustomEvent("live"));
  timer = setTimeout(ask, pace.rest(document.hidden));
}

/**
 * What htmx tells, and of which part; nothing where it is about something else.
 * @param {Event} event
 * @returns {{ live?: HTMLElement, ctx: Request }}
 */
function about(event) {
  const { ctx } = /** @type {CustomEvent<{ ctx: Request }>} */ (event).detail;
  const element = ctx?.sourceElement;
  return { live: element instanceof HTMLElement && "live" in element.dataset ? element : undefined, ctx };
}

document.addEventListener("htmx:config:request", (event) => {
  const { live, ctx } = about(event);
  if (!live) return;
  asked = performance.now();
  const etag = etags.get(live) ?? live.dataset.etag;
  if (etag) ctx.request.headers["If-None-Match"] = etag;
});

document.addEventListener("htmx:after:request", (event) => {
  const { live, ctx } = about(event);
  if (!live) return;
  const { status, headers } = ctx.response;
  const isGood = status < 400;
  pace.answered(performance.now() - asked, isGood);
  root.classList.remove("is-offline");
  root.classList.toggle("is-gone", status === 404);
  const etag = headers.get("ETag");
  // An error page must not replace what the reader has; the next request may succeed again.
  if (!isGood) event.preventDefault();
  else if (status === 200 && pace.isHeld) {
    event.preventDefault();
    askLater();
  } else if (status === 200 && etag) etags.set(live, etag);
});

document.addEventListener("htmx:error", (event) => {
  if (!about(event).live) return;
  pace.failed();
  root.classList.add("is-offline");
});

document.addEventListener(
  "pointerdown",
  ({ target }) => {
    if (target instanceof Element && target.closest("[data-live]")) pace.press();
  },
  true,
);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) ask();
});
window.addEventListener("online", ask);
// Whoever pressed for it wants to see it. Asked without an ETag: whether a page has changed the server answers from
// what it knew up to a second ago (web/unchanged.py), so from before this.
document.addEventListener("pairwright:news", () => {
  pace.release();
  for (const live of parts()) etags.set(live, "");
  ask();
});
timer = setTimeout(ask, pace.rest(document.hidden));
