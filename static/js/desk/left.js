// Results entered on this computer that were never saved and no longer fit: the round has been completed or paired
// again since, or somebody else is signed in. They are told until somebody has read it; nothing of it is sent.

export class Left {
  /** `part` is that of the page that tells; `forget(table)` takes one out of the storage. */
  constructor(part, forget) {
    this.part = part;
    this.tables = [];
    part.querySelector("[data-left-close]").addEventListener("click", () => {
      for (const table of this.tables) forget(table);
      part.hidden = true;
    });
  }

  /** `left`: each with `table`, `result`, `isOurs` and, since it is stored, `words`. */
  tell(left) {
    this.tables = left.map(({ table }) => table);
    this.part.hidden = left.length === 0;
    this.part.querySelector("[data-left-list]").replaceChildren(
      ...left.map(({ words, table, result }) => {
        const line = document.createElement("li");
        line.textContent = words ?? `${table}: ${result}`;
        return line;
      }),
    );
    this.part.querySelector("[data-left-changed]").hidden = !left.some(({ isOurs }) => isOurs);
    this.part.querySelector("[data-left-other]").hidden = left.every(({ isOurs }) => isOurs);
  }
}
