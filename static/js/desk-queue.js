// Saves results one by one and never loses one: what the server has not confirmed stays in this queue (and in the
// browser's storage, so that a reload or a crash keeps it) and is sent again until it is confirmed or refused.

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15000;
const AT_ONCE = 4;

export class SaveQueue {
  /**
   * @param {object} setup url, storageKey, token() for the CSRF header, and on(table, state, detail), which is told
   *   of every change: "saving", "saved", "waiting" (no network), "signed-out", "conflict", "refused".
   */
  constructor({ url, storageKey, token, on }) {
    this.url = url;
    this.storageKey = storageKey;
    this.token = token;
    this.on = on;
    this.wanted = new Map(); // table -> {result, match, seen: [...], more}: the newest wish only
    this.sending = new Set();
    this.waiters = [];
    this.wait = FIRST_WAIT;
    this.timer = null;
    window.addEventListener("online", () => this.retryNow());
    window.addEventListener("beforeunload", (event) => {
      if (this.size) event.preventDefault();
    });
  }

  get size() {
    return this.wanted.size;
  }

  has(table) {
    return this.wanted.has(table);
  }

  /** Wishes of an earlier visit that never reached the server; `stillThere` says whether their match exists yet. */
  restore(stillThere) {
    let stored = {};
    try {
      stored = JSON.parse(localStorage.getItem(this.storageKey) || "{}");
    } catch {
      stored = {};
    }
    for (const [table, wish] of Object.entries(stored)) {
      if (stillThere(Number(table), wish.match)) this.wanted.set(Number(table), wish);
    }
    this.keep();
    const tables = [...this.wanted.keys()];
    if (tables.length) this.pump();
    return tables.map((table) => [table, this.wanted.get(table).result]);
  }

  /**
   * `seen` is what the person had before their eyes when they decided. While an earlier wish is unconfirmed, the
   * server may hold what it held before that wish, or the wish itself (if only the answer was lost): both are ours.
   * `more` are further fields to send.
   */
  add(table, match, result, seen, more = {}) {
    const earlier = this.wanted.get(table);
    const known = earlier ? [...earlier.seen, earlier.result] : [seen];
    this.wanted.set(table, { result, match, seen: [...new Set(known)], more });
    this.keep();
    this.on(table, "saving");
    this.pump();
  }

  drop(table) {
    this.wanted.delete(table);
    this.keep();
    if (!this.size) for (const resolve of this.waiters.splice(0)) setTimeout(resolve, 0);
  }

  /** Resolves when nothing waits to be saved any more. */
  settled() {
    return this.size ? new Promise((resolve) => this.waiters.push(resolve)) : Promise.resolve();
  }

  retryNow() {
    clearTimeout(this.timer);
    this.timer = null;
    this.wait = FIRST_WAIT;
    this.pump();
  }

  keep() {
    try {
      if (this.size) localStorage.setItem(this.storageKey, JSON.stringify(Object.fromEntries(this.wanted)));
      else localStorage.removeItem(this.storageKey);
    } catch {
      // No storage (private window): the queue in memory still works.
    }
  }

  pump() {
    if (this.timer) return;
    for (const table of this.wanted.keys()) {
      if (this.sending.size >= AT_ONCE) return;
      if (!this.sending.has(table)) this.send(table);
    }
  }

  async send(table) {
    const wish = this.wanted.get(table);
    this.sending.add(table);
    const answer = await this.post(table, wish);
    this.sending.delete(table);
    const newer = this.wanted.get(table);
    const isNewest = newer === wish;
    if (answer.kind === "saved") {
      this.wait = FIRST_WAIT;
      if (isNewest) this.drop(table);
      else if (newer) newer.seen = [wish.result];
      this.on(table, isNewest ? "saved" : "saving", { ...answer.body, result: wish.result });
    } else if (answer.kind === "conflict" || answer.kind === "refused") {
      this.drop(table);
      // Without word of what stands there now, what stood there before: never show as entered what is not.
      const { result: wanted, more } = newer || wish;
      this.on(table, answer.kind, { current: wish.seen[0], ...answer.body, wanted, more });
    } else {
      this.on(table, answer.kind, {});
      this.rest();
      return;
    }
    this.pump();
  }

  rest() {
    if (this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.pump();
    }, this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  async post(table, { result, match, seen, more = {} }) {
    try {
      const response = await fetch(this.url, {
        method: "POST",
        credentials: "same-origin",
        redirect: "manual",
        headers: { Accept: "application/json", "X-CSRFToken": this.token() },
        body: new URLSearchParams([
          ["table", table],
          ["match", match],
          ["result", result],
          ...seen.map((value) => ["seen", value]),
          ...Object.entries(more),
        ]),
        signal: AbortSignal.timeout(10000),
      });
      return await this.read(response);
    } catch {
      return { kind: "waiting" };
    }
  }

  async read(response) {
    const mustSignIn = response.type === "opaqueredirect" || response.status === 401;
    if (response.status >= 500 || response.status === 429) return { kind: "waiting" };
    const isJson = (response.headers.get("Content-Type") || "").includes("json");
    // Forbidden without a word of JSON: the token is no longer valid, or somebody else has signed in here. What was
    // entered is kept until the right person is back.
    if (mustSignIn || (response.status === 403 && !isJson)) return { kind: "signed-out" };
    const body = isJson ? await response.json() : { message: "" };
    if (response.ok) return { kind: "saved", body };
    return { kind: response.status === 409 ? "conflict" : "refused", body };
  }
}
