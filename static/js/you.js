// Remembers on this phone who its reader is, per event, and shows that player first and marked everywhere.
// Nothing leaves the phone: the number is kept in localStorage. The address of the own page is as good as a signature:
// no script keeps it. Once that page has been opened here, the server knows the way to it by a cookie; kept here is only
// that it does, until "Not you?" or another player is chosen.

const root = document.documentElement;
const slug = document.body.dataset.event;
const KEY = `pairwright:${slug}`;
const OWN_PAGE = `pairwright:own:${slug}`;
const HEIGHT = `pairwright:card:${slug}`;
// As high as the card of somebody who plays now.
const USUAL_HEIGHT = "18.5rem";
const [OPENED, UNWANTED] = ["opened", "unwanted"];
const mark = new CSSStyleSheet();
const shown = new WeakMap();
document.adoptedStyleSheets.push(mark);
root.classList.add("js");
document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });

/** What a storage says; null where it is off: the page works as for anybody. */
function ask(action) {
  try {
    return action() ?? null;
  } catch {
    return null;
  }
}

export function read() {
  const number = ask(() => localStorage.getItem(KEY));
  if (number === null || /^\d+$/.test(number)) return number;
  write(null); // once the own page's address, by mistake
  return null;
}

function write(number) {
  ask(() => (number === null ? localStorage.removeItem(KEY) : localStorage.setItem(KEY, number)));
}

// A rule instead of a class: it survives every update of the page.
function markRows(number) {
  mark.replaceSync(
    number !== null
      ? `[data-player="${number}"]:not(section) {
           background: var(--you) !important;
           box-shadow: inset 4px 0 var(--you-edge);
         }
         tr[data-player="${number}"] .name {
           background: inherit;
         }
         svg [data-player="${number}"] rect {
           fill: var(--you) !important;
           stroke: var(--you-edge) !important;
           stroke-width: 2.5;
         }`
      : "",
  );
}

async function showCard(number) {
  const card = document.getElementById("you");
  if (!card) return;
  if (number === null) {
    card.hidden = true;
    shown.delete(card);
    card.replaceChildren();
    return;
  }
  keepPlace(card);
  try {
    const answer = await fetch(card.dataset.card.replace("/0/", `/${number}/`));
    if (answer.status === 404) remember(null);
    else if (answer.ok) fill(card, await answer.text());
  } finally {
    card.hidden = !shown.has(card);
  }
}

/** The card comes later than the page: it has its place at once, as high as it was last, so that nothing moves. */
function keepPlace(card) {
  if (shown.has(card)) return;
  card.style.minHeight = ask(() => localStorage.getItem(HEIGHT)) ?? USUAL_HEIGHT;
  card.hidden = false;
}

const links = (card) => [...card.querySelectorAll("a[href], button, summary")];

/** Only what is new is put in, and the reader who stood on a link of the card stands there still. */
function fill(card, html) {
  if (shown.get(card) === html) return;
  const at = links(card).indexOf(document.activeElement);
  card.innerHTML = html;
  shown.set(card, html);
  card.style.minHeight = "";
  card.hidden = false;
  ask(() => localStorage.setItem(HEIGHT, `${card.offsetHeight}px`));
  if (at >= 0) links(card)[at]?.focus({ preventScroll: true });
}

function labelButtons(number) {
  for (const button of document.querySelectorAll("[data-remember]")) {
    const isMe = button.dataset.remember === number;
    button.disabled = isMe;
    if (isMe) button.querySelector("span").textContent = button.dataset.remembered;
  }
}

const tab = document.querySelector("li[data-my-page]");
const ofMyPage = () => ask(() => localStorage.getItem(OWN_PAGE));

function setMyPage(state) {
  ask(() => (state === null ? localStorage.removeItem(OWN_PAGE) : localStorage.setItem(OWN_PAGE, state)));
}

function showMyPage() {
  if (ofMyPage() !== OPENED) return;
  for (const way of document.querySelectorAll('a[href$="#this-phone"]')) way.href = tab.dataset.myPage;
  for (const way of document.querySelectorAll("[data-my-page][hidden]")) way.hidden = false;
}

/** Whoever is remembered now is somebody else than the own page is of, or nobody: its address goes. */
function remember(number) {
  if (number !== read()) forgetMyPage();
  write(number);
  show();
}

function forgetMyPage() {
  if (ofMyPage() === null) return;
  setMyPage(UNWANTED);
  for (const way of document.querySelectorAll("[data-my-page]")) way.hidden = true;
  dropCookie();
}

/** Only the server can; without a network the next page asks again. */
async function dropCookie() {
  try {
    const answer = await fetch(tab.dataset.myPage, { method: "DELETE", keepalive: true });
    if (answer.ok && ofMyPage() === UNWANTED) setMyPage(null);
  } catch {
    // see above
  }
}

/** On the own page, before the server is asked to forget it. */
export function forgetMe() {
  write(null);
  setMyPage(null);
}

/** What this page says of the own page: that it is this one, or that the server knows none. */
function learn() {
  const { number, scope } = document.body.dataset;
  if (scope?.startsWith("me:")) {
    write(number);
    setMyPage(OPENED);
    // Its code was replaced: the server has dropped the cookie with this answer.
    document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
      if (ctx.response.status === 404) setMyPage(null);
    });
  } else if (document.querySelector("[data-no-own-page]")) setMyPage(null);
  else if (tab && ofMyPage() === UNWANTED) dropCookie();
}

function show() {
  const number = read();
  showMyPage();
  markRows(number);
  labelButtons(number);
  showCard(number)
    .then(showMyPage)
    .catch(() => {}); // no connection: the next update tries again
}

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-me], [data-remember], [data-forget]");
  if (!target) return;
  // Whose phone this is has been shown by the own page: to look somebody up changes nothing.
  if (target.dataset.me && ofMyPage() !== OPENED) write(target.dataset.me);
  else if (target.dataset.remember) remember(target.dataset.remember);
  else if ("forget" in target.dataset) remember(null);
});
document.addEventListener("htmx:after:swap", (event) => {
  if (event.detail.ctx.target?.id === "live") show();
});
window.addEventListener("pageshow", show); // also when coming back by the back button
learn();
if (document.getElementById("you") && read() !== null) keepPlace(document.getElementById("you"));
if (ask(() => localStorage.getItem(`pairwright:answers:${slug}`))) import("./unsent.js");
