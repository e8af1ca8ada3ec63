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

/** The button of the own page: the server drops the cookie with its answer; if none comes, the next page asks. */
export function forget() {
  ask(() => localStorage.removeItem(PERSON));
  ask(() => localStorage.setItem(KEY, "unwanted"));
}

/** Somebody else, or nobody, is remembered now: only the server can drop the cookie; offline, the next page asks.
 * The request ends with its page: an answer that comes late would drop the cookie of a page opened since. */
export async function settle() {
  const way = document.querySelector("li[data-my-page] a"); // a hall screen has none
  if (!way || !isUnwanted()) return;
  const answer = await fetch(way.href, { method: "DELETE" }).catch(() => null);
  if (answer?.ok && isUnwanted()) drop();
}

if (scope?.startsWith("me:")) isHere();
else if (document.querySelector("[data-no-own-page]")) drop();
