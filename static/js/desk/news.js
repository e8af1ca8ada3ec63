// What other desks and phones have entered in the meantime: the server is asked for it again and again.

const POLL_MS = 4000;

export class News {
  /**
   * `desk` is the page with the rows: `isOurs(row)` says that it knows better itself, and it is told by
   * `hear(row, result)`, `hearMore(news)`, `movedOn()` and `count()`.
   */
  constructor(desk) {
    this.desk = desk;
    this.page = desk.root.dataset;
    this.version = this.page.version;
    this.savedAt = new Map();
  }

  begin() {
    setInterval(() => this.look(), POLL_MS);
  }

  /** The server has just got the result of this table from here. */
  saved(table) {
    this.savedAt.set(table, performance.now());
  }

  async look() {
    if (document.hidden) return;
    const asked = performance.now();
    try {
      const response = await fetch(`${this.page.stateUrl}?since=${this.version}`, {
        headers: { Accept: "application/json" },
        redirect: "manual",
        signal: AbortSignal.timeout(8000),
      });
      if (response.status === 404) this.desk.movedOn();
      if (response.status !== 200) return;
      this.receive(await response.json(), asked);
    } catch {
      // The queue tells when the network is gone; looking again later is enough here.
    }
  }

  /** What was read before a table was saved here is old news of it: that table is looked at again next time. */
  receive(news, asked) {
    const isOld = (table) => (this.savedAt.get(table) ?? 0) >= asked;
    if (![...this.savedAt.keys()].some(isOld)) this.version = news.version;
    if (!news.open || String(news.pairing ?? "") !== this.page.pairing) {
      this.desk.movedOn();
      return;
    }
    this.desk.hearMore(news);
    for (const [table, result] of Object.entries(news.results)) {
      const row = this.desk.byTable.get(Number(table));
      if (!row || this.desk.isOurs(row) || isOld(Number(table)) || row.dataset.result === result) continue;
      this.desk.hear(row, result);
    }
    this.desk.count();
  }
}
