// Saves results one by one and never loses one: what the server has not confirmed stays in this queue (and in the
// browser's storage, so that a reload, a crash or signing in again keeps it) and is sent again until it is confirmed or
// refused. What no longer fits the page it comes back to is not sent, and told: `restore`.

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15000;
const AT_ONCE = 4;

export class SaveQueue {
  /**
   * @param {object} setup url, storageKey, user (who is signed in: nobody's entry is saved in another name), token()
   *   for the CSRF header, and on(table, state, detail), which is told of every change: "saving", "saved", "waiting"
   *   (no network), "signed-out", "conflict", "refused".
   */
  constructor({ url, storageKey, user, token, on }) {
    this.url = url;
    this.user = user;
    this.isStored = true;
    this.storageKey = storageKey;
    this.token = token;
    this.on = on;
    this.wanted = new Map(); // table -> {result, match, seen: [...], more, words, user}: the newest wish only
    this.sending = new Set();
    this.waiters = [];
    this.wait = FIRST_WAIT;
    this.timer = null;
    window.addEventListener("online", () => this.retryNow());
    // Back from the window where somebody has signed in again.
    window.addEventListener("focus", () => this.size && this.retryNow());
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

  /** What a table has on the server until its wish is saved; undefined where nothing waits. */
  replaced(table) {
    return this.wanted.get(table)?.seen[0];
  }

  stored() {
    try {
      return JSON.parse(localStorage.getItem(this.storageKey)) ?? {};
    } catch {
      return {};
    }
  }

  /**
   * Wishes of an earlier visit that never reached the server. `stillThere` says whether their match exists yet; those
   * that are gone, and those of somebody else, stay in the storage until `forget` and are given back as `left`.
   */
  restore(stillThere) {
    const [sent, left] = [[], []];
    for (const [table, wish] of Object.entries(this.stored()).map(([key, value]) => [Number(key), value])) {
      if (this.has(table)) continue; // this visit's
      const isOurs = wish.user === undefined || wish.user === this.user;
      if (isOurs && stillThere(table, wish.match)) {
        this.wanted.set(table, wish);
        sent.push([table, wish.result]);
      } else left.push({ table, ...wish, isOurs });
    }
    if (this.size) this.pump();
    return { sent, left };
  }

  /** Somebody has read that this one was not saved. */
  forget(table) {
    this.keep(table);
  }

  /**
   * `seen` is what the person had before their eyes when they decided. While an earlier wish is unconfirmed, the
   * server may hold what it held before that wish, or the wish itself (if only the answer was lost): both are ours.
   * `more` are further fields to send; `words` tell it if it can no longer be sent.
   */
  add(table, { match, result, seen, more = {}, words }) {
    const earlier = this.wanted.get(table);
    const known = earlier ? [...earlier.seen, earlier.result] : [seen];
    this.wanted.set(table, { result, match, seen: [...new Set(known)], more, words, user: this.user });
    this.keep(table);
    this.on(table, "saving");
    this.pump();
  }

  drop(table) {
    this.wanted.delete(table);
    this.keep(table);
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

  /** Only this table: another tab may have stored its own. */
  keep(table) {
    const stored = { ...this.stored() };
    if (this.wanted.has(table)) stored[table] = this.wanted.get(table);
    else delete stored[table];
    try {
      if (Object.keys(stored).length) localStorage.setItem(this.storageKey, JSON.stringify(stored));
      else localStorage.removeItem(this.storageKey);
      this.isStored = true;
    } catch {
      this.isStored = false; // a private window, or storage is full: the queue in memory still works
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
      this.on(table, answer.kind, answer.body ?? {});
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
          ["as", this.user],
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
    const body = isJson ? await response.json() : { message: "" };
    // The token is no longer valid, or somebody else has signed in here. What was entered is kept until the right
    // person is back.
    if (mustSignIn || (response.status === 403 && !isJson)) return { kind: "signed-out" };
    if (body.code === "another_account") return { kind: "signed-out", body };
    if (response.ok) return { kind: "saved", body };
    return { kind: response.status === 409 ? "conflict" : "refused", body };
  }
}
