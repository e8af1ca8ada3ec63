// How large the names of a hall screen are: as the desk or the address says, until a key on the screen itself says
// otherwise. That is kept for this screen and this browser; a new word of the desk wins.

// Hundredths of the screen's height. Nothing that names somebody is smaller than 3.
const SIZES = { S: 3.1, M: 3.6, L: 4.3, XL: 6 };
const LOWEST = 16; // pixels, for a look at it on a phone
const ORDER = Object.keys(SIZES);
const KEPT = `screen-size:${location.pathname}`;

const told = () => document.querySelector("[data-board]").dataset.size;

function own() {
  try {
    const [desk, chosen] = (localStorage.getItem(KEPT) ?? "").split(" ");
    return desk === told() && chosen in SIZES ? chosen : "";
  } catch {
    return ""; // a browser that keeps nothing
  }
}

export const size = () => own() || told();

/** The least height of a name in pixels. */
export const nameHeight = (of = size()) => Math.max((SIZES[of] * innerHeight) / 100, LOWEST);

/** The size at this place in their order, from 0; beyond the ends the one at the end. */
export function choose(place) {
  const chosen = ORDER[Math.min(Math.max(place, 0), ORDER.length - 1)];
  try {
    localStorage.setItem(KEPT, `${told()} ${chosen}`);
  } catch {
    // then it stays as the desk says
  }
}

export const step = (by) => choose(ORDER.indexOf(size()) + by);
