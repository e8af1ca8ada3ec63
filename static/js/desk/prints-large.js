// The sheet that is picked among the documents to print, large beside them: the page of the sheet itself, in a tree of
// its own with the style sheets of paper, as wide as the column.

const WIDTH = 794; // of a sheet of A4 in pixels
const PAUSE = 250; // who passes by with Tab asks for nothing
let asked = "";

const text = async (address) => (await fetch(address)).text();

function styleOf(rules) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  return sheet;
}

/** Show the sheet of this address, unless another one is picked before it has come. */
export async function showLarge(address) {
  const box = document.querySelector("[data-sheet-large]");
  if (!box?.checkVisibility() || (asked === address && box.shadowRoot)) return;
  asked = address;
  const isWanted = () => asked === address && box.isConnected;
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  if (!isWanted()) return;
  const page = new DOMParser().parseFromString(await text(address), "text/html");
  const links = [...page.querySelectorAll('link[rel="stylesheet"]')];
  const styles = (await Promise.all(links.map(({ href }) => text(href)))).map(styleOf);
  const sheet = page.querySelector(".paper");
  if (!sheet || !isWanted()) return;
  sheet.removeAttribute("tabindex");
  for (const part of sheet.querySelectorAll(".screen-only, .sheet ~ .sheet, tr:nth-child(n + 90)")) part.remove();
  const wide = sheet.matches(".paper--wide");
  const width = wide ? WIDTH * Math.SQRT2 : WIDTH;
  const size = `.paper.paper { margin: 0; width: ${width}px; max-width: none; zoom: ${box.clientWidth / width} }`;
  const root = box.shadowRoot ?? box.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [...styles, styleOf(size)];
  root.replaceChildren(sheet);
  box.classList.toggle("documents__large--wide", wide);
}
