// The way to the own page, once it has been opened on this phone: the server knows it by a cookie that no script can
// read. Kept here is only whether there is one, for every page of the event (you.js).

const { event, number, scope } = document.body.dataset;
const KEY = `pairwright:own:${event}`;
const PERSON = `pairwright:${event}`;

function ask(action) {
  try {
    return action() ?? null;
  } catch {
    return null; // storage is off
  }
}

const drop = () => ask(() => localStorage.removeItem(KEY));
const isUnwanted = () => ask(() => localStorage.getItem(KEY)) === "unwanted";

/** On the own page itself: it is the way from now on, until its code is replaced. */
function isHere() {
  ask(() => localStorage.setItem(PERSON, number));
  ask(() => localStorage.setItem(KEY, "opened"));
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (ctx.response.status === 404) drop(); // the server has dropped the cookie with this answer
  });
}

/** The button of the own page: the server drops the cookie with its answer. */
export function forget() {
  ask(() => localStorage.removeItem(PERSON));
  drop();
}

/** Somebody else, or nobody, is remembered now: only the server can drop the cookie; offline, the next page asks. */
export async function settle() {
  const way = document.querySelector("li[data-my-page] a"); // a hall screen has none
  if (!way || !isUnwanted()) return;
  const answer = await fetch(way.href, { method: "DELETE", keepalive: true }).catch(() => null);
  if (answer?.ok && isUnwanted()) drop();
}

if (scope?.startsWith("me:")) isHere();
else if (document.querySelector("[data-no-own-page]")) drop();
