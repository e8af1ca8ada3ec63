// @ts-check
// One attempt to get an answer of a player to the server, and what became of it: "sent" with a state, "refused" with a
// message, or still "waiting".

/**
 * @import { Entry } from "./outbox-store.js"
 * @typedef {{ kind: "waiting" } | { kind: "sent", state: string } | { kind: "refused", message?: string }} Outcome
 */

const PATIENCE = 10000;

/**
 * Only an answer of ours counts as one: the sign-in page of a hall's network says 200, or sends somewhere else.
 * @param {Response} response
 * @returns {Promise<Outcome>}
 */
async function read(response) {
  if (response.type === "opaqueredirect" || response.status >= 500 || response.status === 429)
    return { kind: "waiting" };
  const isJson = (response.headers.get("Content-Type") || "").includes("json");
  const { state, message } = isJson ? await response.json() : {};
  if (response.ok) return state === undefined ? { kind: "waiting" } : { kind: "sent", state };
  return { kind: "refused", message };
}

/**
 * @param {string} address
 * @param {Pick<Entry, "fields" | "key">} entry
 * @param {AbortController} stop ends the attempt early; it is ended by itself when the server does not answer
 * @returns {Promise<Outcome>}
 */
export async function post(address, { fields, key }, stop) {
  const timeout = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const response = await fetch(address, {
      method: "POST",
      redirect: "manual",
      headers: { Accept: "application/json" },
      body: new URLSearchParams(/** @type {[string, string][]} */ ([...fields, ["key", key]])),
      signal: stop.signal,
    });
    return await read(response);
  } catch {
    return { kind: "waiting" };
  } finally {
    clearTimeout(timeout);
  }
}
