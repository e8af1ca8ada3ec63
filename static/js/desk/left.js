// Results entered on this computer that were never saved and no longer fit: the round has been completed or paired
// again since, or somebody else is signed in. They are told until somebody has read it; nothing of it is sent.

export class Left {
  /** `place` is the part of the page that tells; `forget(table)` takes one out of the storage. */
  constructor(place, forget) {
    this.place = place;
    this.tables = [];
    place.querySelector("[data-left-close]").addEventListener("click", () => {
      for (const table of this.tables) forget(table);
      place.hidden = true;
    });
  }

  /** `left`: each with `table`, `result`, `isOurs` and, since it is stored, `words`. */
  tell(left) {
    this.tables = left.map(({ table }) => table);
    this.place.hidden = left.length === 0;
    this.place.querySelector("[data-left-list]").replaceChildren(
      ...left.map(({ words, table, result }) => {
        const line = document.createElement("li");
        line.textContent = words ?? `${table}: ${result}`;
        return line;
      }),
    );
    this.place.querySelector("[data-left-changed]").hidden = !left.some(({ isOurs }) => isOurs);
    this.place.querySelector("[data-left-other]").hidden = left.every(({ isOurs }) => isOurs);
  }
}
