// @ts-check
// Where what a player says waits until the server has it: in this browser, or in memory where nothing can be stored.

import { Stored } from "./stored.js";

/**
 * An answer: `about` is the question, `path` where it goes below the own page, `key` what makes the server do it once.
 * `where` and `told` are the words of its card, `why` those of a refusal.
 * @typedef {{
 *   id: string, scope: string, about: string, key: string, path: string, fields: [string, FormDataEntryValue][],
 *   where?: string, told?: string, why?: string, state: "waiting" | "refused", at: number,
 * }} Entry
 */

/** The answers of one event that are on this phone, by name; those it cannot store live as long as the page. */
export class Store {
  /** @param {string} name */
  constructor(name) {
    /** @type {Stored<Entry>} */
    this.stored = new Stored(name);
    /** @type {Record<string, Entry>} */
    this.memory = {};
  }

  all() {
    return { ...this.stored.all(), ...this.memory };
  }

  /**
   * @param {string} id
   * @returns {Entry | undefined}
   */
  get(id) {
    return this.all()[id];
  }

  /** @param {Entry} entry */
  put(entry) {
    delete this.memory[entry.id];
    if (!this.stored.put(entry.id, entry)) this.memory[entry.id] = entry;
  }

  /** @param {string} id */
  drop(id) {
    delete this.memory[id];
    this.stored.drop(id);
  }
}
