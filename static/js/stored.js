// @ts-check
// What this browser keeps by name under one key of its storage, for later visits and other tabs. In a private window,
// or where the storage is full, it keeps nothing and says so.

/** @template T */
export class Stored {
  /** @param {string} key */
  constructor(key) {
    this.key = key;
  }

  /** @returns {Record<string, T>} */
  all() {
    try {
      return JSON.parse(localStorage.getItem(this.key) ?? "null") ?? {};
    } catch {
      return {};
    }
  }

  /**
   * Only this one: another tab may have stored its own.
   * @param {string | number} name
   * @param {T} entry
   * @returns {boolean} whether it is kept
   */
  put(name, entry) {
    return this.write({ ...this.all(), [name]: entry });
  }

  /** @param {string | number} name */
  drop(name) {
    const { [name]: _gone, ...rest } = this.all();
    return this.write(rest);
  }

  /** @param {Record<string, T>} entries */
  write(entries) {
    try {
      if (Object.keys(entries).length) localStorage.setItem(this.key, JSON.stringify(entries));
      else localStorage.removeItem(this.key);
      return true;
    } catch {
      return false;
    }
  }
}
