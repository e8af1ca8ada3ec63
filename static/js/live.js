// Keeps the parts of a page that carry `data-live` up to date.
//
//   <div id="live" data-live hx-get="/e/spring/" hx-trigger="live" hx-select="#live" hx-swap="outerMorph"
//        data-etag='W/"..."'>
//
// Every five seconds (with jitter, so that a hall of phones does not knock at the same moment) the element is sent
// the event `live`; htmx then asks the server. The last ETag goes along, so an unchanged page costs an empty 304 and
// touches nothing here; a page that is gone says so. While the page is hidden, only one that has news to say in its
// title (news.js) asks, once a minute; coming back asks at once. Where an answer takes long, many are asking: the next
// question waits longer, so that a hall does not ask a slow server ever more.

const EVERY = 5000;
const JITTER = 1500;
const SLOWEST = 60000;
const SHARE = 10;
const HELD = 1200;
const etags = new WeakMap();
let pressed = -Infinity;
let failures = 0;
let asked = 0;
let took = 0;
let timer = 0;

const parts = () => document.querySelectorAll("[data-live]");

const hasNews = () => document.querySelector("[data-news]") !== null;

function pause() {
  if (document.hidden) return SLOWEST;
  const wait = Math.min(Math.max(EVERY * 2 ** Math.min(failures, 4), took * SHARE), SLOWEST);
  return wait + (Math.random() * 2 - 1) * JITTER;
}

/** Words somebody is typing must not be swept away: the part is brought up to date when they are done. */
function isTypedIn(part) {
  const box = document.activeElement;
  return (
    part.contains(box) &&
    box.matches("input:not([type=checkbox], [type=radio]), textarea") &&
    box.value !== box.defaultValue
  );
}

/** Nothing moves away under a finger: news wait until the press is over. */
const isHeld = () => performance.now() - pressed < HELD;

function askLater() {
  clearTimeout(timer);
  timer = setTimeout(ask, HELD);
}

function ask() {
  clearTimeout(timer);
  if (document.hidden && !hasNews()) return;
  if (isHeld()) return askLater();
  for (const part of parts()) if (!isTypedIn(part)) part.dispatchEvent(new CustomEvent("live"));
  timer = setTimeout(ask, pause());
}

function isLive(element) {
  return element instanceof Element && element.hasAttribute("data-live");
}

document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  if (!isLive(ctx.sourceElement)) return;
  asked = performance.now();
  const etag = etags.get(ctx.sourceElement) ?? ctx.sourceElement.dataset.etag;
  if (etag) ctx.request.headers["If-None-Match"] = etag;
});

document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  if (!isLive(ctx.sourceElement)) return;
  const { status, headers } = ctx.response;
  took = performance.now() - asked;
  document.documentElement.classList.remove("is-offline");
  failures = 0;
  document.documentElement.classList.toggle("is-gone", status === 404);
  if (status >= 400) {
    // An error page must not replace what the reader has; the next request may succeed again.
    failures += 1;
    event.preventDefault();
  } else if (status === 200 && isHeld()) {
    event.preventDefault();
    askLater();
  } else if (status === 200 && headers.get("ETag")) {
    etags.set(ctx.sourceElement, headers.get("ETag"));
  }
});

document.addEventListener("htmx:error", (event) => {
  if (!isLive(event.detail.ctx?.sourceElement)) return;
  failures += 1;
  document.documentElement.classList.add("is-offline");
});

document.addEventListener(
  "pointerdown",
  ({ target }) => {
    if (target instanceof Element && target.closest("[data-live]")) pressed = performance.now();
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
  pressed = -Infinity;
  for (const part of parts()) etags.set(part, "");
  ask();
});
timer = setTimeout(ask, pause());
