// Keeps the reader's own row of a long list in sight: while it is off the window, a card at the edge says what it says
// and leads there. Who the reader is says you.js; without a remembered player there is no card.

import { wantRest } from "./rest.js";
import { read } from "./you.js";

const card = document.querySelector("[data-edge]");
const list = document.getElementById("live");
let row = null;
let isBelow = true;

const text = (part) => part?.textContent.replace(/\s+/g, " ").trim() ?? "";

/** A cell without what stands in it beside: extra time, by what a place is decided. */
const alone = (part) =>
  [...part.childNodes]
    .filter((child) => !child.matches?.(".extra, .by"))
    .map(text)
    .join(" ")
    .trim();

/** What the row says: its place or table, the name, the points or the table; of a pairing also the other side. */
function said(player) {
  const whole = player.closest("tr, li");
  if (whole.matches(".pairing")) {
    const names = [...whole.querySelectorAll("bdi")].map(text);
    return [alone(whole.querySelector(".pairing__table")), names.join(" – "), ""];
  }
  if (whole.matches(".game__seat")) {
    return [text(whole.closest(".game").querySelector(".game__head b")), text(whole.querySelector("bdi")), ""];
  }
  const cells = [...whole.querySelectorAll("td, .where")];
  const lead = whole.matches("tr") && whole.cells[0].matches("td") ? alone(whole.cells[0]) : "";
  // Points, rating or table; never the club, which stands with the name where it is needed.
  const end = cells.find((cell) => cell !== whole.cells?.[0] && cell.matches(".num, .where"));
  return [lead, text(whole.querySelector("bdi")), text(end)];
}

const observer = new IntersectionObserver(([entry]) => {
  card.hidden = entry.isIntersecting;
  isBelow = entry.boundingClientRect.top > 0;
  card.classList.toggle("edge--up", !isBelow);
});

function look() {
  observer.disconnect();
  const number = read();
  row = number === null ? null : list.querySelector(`tr[data-player="${number}"], [data-player="${number}"]`);
  if (!row) {
    if (number !== null) wantRest();
    card.hidden = true;
    return;
  }
  ["lead", "name", "end"].forEach((part, i) => {
    card.querySelector(`[data-edge-${part}]`).textContent = said(row)[i];
  });
  observer.observe(row);
}

if (card && list) {
  card.addEventListener("click", () => {
    row?.scrollIntoView({ block: "center" });
    row?.querySelector("a")?.focus({ preventScroll: true });
  });
  document.addEventListener("htmx:after:swap", look);
  window.addEventListener("pageshow", look);
  look();
}
