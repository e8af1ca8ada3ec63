// @ts-check
// How a result gets to the server, and when the queue of those that wait (queue.js) is to try again.

/**
 * @import { Answer, Body, SaveQueue, Wish } from "./queue.js"
 */

const PATIENCE = 10000;

/**
 * One attempt to save a result at `url`. `user` is who is signed in, `token` gives what the server wants with it.
 * @param {{ url: string, user: string, token: () => string }} setup
 * @returns {(table: number, wish: Wish) => Promise<Answer>}
 */
export const posting =
  ({ url, user, token }) =>
  async (table, { result, match, seen, more = {} }) => {
    try {
      const response = await fetch(url, {
        method: "POST",
        credentials: "same-origin",
        redirect: "manual",
        headers: { Accept: "application/json", "X-CSRFToken": token() },
        body: new URLSearchParams([
          ["table", String(table)],
          ["match", match],
          ["result", result],
          ["as", user],
          ...seen.map((value) => ["seen", value]),
          ...Object.entries(more),
        ]),
        signal: AbortSignal.timeout(PATIENCE),
      });
      return await read(response);
    } catch {
      return { kind: "waiting" };
    }
  };

/**
 * @param {Response} response
 * @returns {Promise<Answer>}
 */
async function read(response) {
  const mustSignIn = response.type === "opaqueredirect" || response.status === 401;
  if (response.status >= 500 || response.status === 429) return { kind: "waiting" };
  const isJson = (response.headers.get("Content-Type") || "").includes("json");
  /** @type {Body} */
  const body = isJson ? await response.json() : { message: "" };
  // The token is no longer valid, or somebody else has signed in here. What was entered is kept until the right
  // person is back.
  if (mustSignIn || (response.status === 403 && !isJson)) return { kind: "signed-out" };
  if (body.code === "another_account") return { kind: "signed-out", body };
  if (response.ok) return { kind: "saved", body };
  return { kind: response.status === 409 ? "conflict" : "refused", body };
}

/**
 * Again when the network is back, or somebody is back from the window where they have signed in again; and nobody
 * leaves the page unasked while something waits.
 * @param {SaveQueue} queue
 */
export function watch(queue) {
  window.addEventListener("online", () => queue.retryNow());
  window.addEventListener("focus", () => queue.size && queue.retryNow());
  window.addEventListener("beforeunload", (event) => {
    if (queue.size) event.preventDefault();
  });
}
