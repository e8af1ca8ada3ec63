// The cards of answers a phone has not got rid of yet. Where one stands, the question it answers is hidden.

export class OutboxCards {
  constructor(list) {
    this.list = list;
    this.template = document.getElementById("outbox-card");
    this.hidden = new CSSStyleSheet();
    document.adoptedStyleSheets.push(this.hidden);
  }

  /** `unstored`: those that live as long as the page, by id. Returns whether there was anything new to show. */
  show(entries, unstored, isPressed) {
    const told = JSON.stringify(entries);
    if (told === this.told) return false;
    this.told = told;
    this.list.replaceChildren(...entries.map((entry) => this.cardOf(entry, entry.id in unstored)));
    if (entries.length && isPressed) this.list.scrollIntoView({ block: "nearest" });
    const about = entries.filter(({ state }) => state !== "refused").map((entry) => CSS.escape(entry.about));
    this.hidden.replaceSync(about.map((match) => `[data-about="${match}"] { display: none !important; }`).join("\n"));
    return true;
  }

  cardOf({ id, state, became, where, told, why }, isUnstored) {
    const card = this.template.content.cloneNode(true).firstElementChild;
    const words = [
      state,
      became && `sent-${became}`,
      isUnstored && state === "waiting" && "unstored",
      state === "refused" && !why && "gone",
    ];
    for (const part of card.querySelectorAll("[data-when]")) {
      part.hidden = !part.dataset.when.split(" ").some((word) => words.includes(word));
    }
    card.dataset.entry = id;
    card.dataset.testid = `outbox-${state}`;
    card.classList.add(`outbox--${state}`);
    card.querySelector("[data-where]").textContent = where ?? "";
    card.querySelector("[data-told]").textContent = told ?? "";
    card.querySelector("[data-why]").textContent = why ?? "";
    return card;
  }
}
