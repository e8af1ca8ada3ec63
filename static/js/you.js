// Remembers on this phone who its reader is, per event, and shows that player first and marked everywhere.
// Nothing leaves the phone: the number is kept in localStorage. So is whether the own page has been opened here; its
// address is in no script's hands (own-page.js).

const root = document.documentElement;
const slug = document.body.dataset.event;
const KEY = `pairwright:${slug}`;
const OWN_PAGE = `pairwright:own:${slug}`;
const mark = new CSSStyleSheet();
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

function labelButtons(number) {
  for (const button of document.querySelectorAll("[data-remember]")) {
    const isMe = button.dataset.remember === number;
    button.disabled = isMe;
    if (isMe) button.querySelector("span").textContent = button.dataset.remembered;
  }
}

const ofMyPage = () => ask(() => localStorage.getItem(OWN_PAGE));

export function showMyPage() {
  const mine = document.querySelector("li[data-my-page] a"); // a hall screen has none
  if (!mine || ofMyPage() !== "opened") return;
  for (const way of document.querySelectorAll('a[href$="#this-phone"]')) way.href = mine.href;
  for (const way of document.querySelectorAll("[data-my-page][hidden]")) way.hidden = false;
}

/** Whoever is remembered now is somebody else than the own page is of, or nobody: the way to it goes. */
export function remember(number) {
  if (number !== read() && ofMyPage() !== null) forgetMyPage();
  write(number);
  show();
}

function forgetMyPage() {
  ask(() => localStorage.setItem(OWN_PAGE, "unwanted"));
  for (const way of document.querySelectorAll("[data-my-page]")) way.hidden = true;
  import("./own-page.js").then(({ settle }) => settle()).catch(() => {}); // the next page tries again
}

function show() {
  const number = read();
  showMyPage();
  markRows(number);
  labelButtons(number);
  document.dispatchEvent(new Event("pairwright:you"));
}

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-me], [data-remember], [data-forget]");
  if (!target) return;
  // Whose phone this is has been shown by the own page: to look somebody up changes nothing.
  if (target.dataset.me && ofMyPage() !== "opened") write(target.dataset.me);
  else if (target.dataset.remember) remember(target.dataset.remember);
  else if ("forget" in target.dataset) remember(null);
});
document.addEventListener("htmx:after:swap", (event) => {
  if (event.detail.ctx.target?.id === "live") show();
});
window.addEventListener("pageshow", show); // also when coming back by the back button
if (ofMyPage() === "unwanted") forgetMyPage();
