// What stands beside the rows of a round: the table under the cursor, or a proposal (proposals.js). It is taken from
// the page that shows the same by itself, so everything there works here too; a narrow window has those pages instead.

const WAIT = 180;
const ABOUT = "[data-about-table]";
const PROPOSAL = "[data-beside-part]";
const wide = matchMedia("(min-width: 64rem)");
const panel = document.querySelector("[data-beside]");
let timer = 0;
let wanted = "";

export const isWide = () => wide.matches;

/** Show `select` of the page at `address`; give the panel where it stands, nothing in a narrow window or too late. */
export async function showBeside(address, select) {
  clearTimeout(timer);
  if (!panel || !isWide() || wanted === address) return null;
  wanted = address;
  panel.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(address, { headers: { "HX-Request": "true" }, redirect: "manual" });
    if (wanted !== address) return null;
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    fill(...page.querySelectorAll(select));
    globalThis.htmx?.process(panel);
    return panel;
  } catch {
    wanted = ""; // no network: what was shown stays, and the next look tries again
    return false;
  } finally {
    panel.removeAttribute("aria-busy");
  }
  return null;
}

export function clearBeside() {
  wanted = "";
  if (panel) fill();
}

function fill(...parts) {
  panel.replaceChildren(...parts);
  panel.hidden = parts.length === 0;
  panel.closest(".entry-side")?.classList.toggle(
    "entry-side--decides",
    parts.some((part) => part.matches(PROPOSAL)),
  );
}

/** Rows under the cursor or the pointer are told about, once the cursor rests; not while a proposal is looked at. */
function rested({ target }) {
  const row = target instanceof Element ? target.closest("[data-table]") : null;
  const isProposal = wanted && !wanted.startsWith(panel.dataset.beside.replace(/0\/$/, ""));
  if (!row || isProposal) return;
  clearTimeout(timer);
  const address = panel.dataset.beside.replace(/\/0\/$/, `/${row.dataset.table}/`);
  timer = setTimeout(() => showBeside(address, ABOUT), WAIT);
}

if (panel) {
  const rows = document.querySelector("[data-entries]");
  rows?.addEventListener("focusin", rested);
  rows?.addEventListener("click", rested);
}
