// Names the zone of an event's times to whoever is in another one: what has `data-zone` is otherwise on paper only.

const now = new Date();
const here = now.toLocaleString("sv");
const marked = [...document.querySelectorAll("[data-zone]")].map((element) => element.dataset.zone);
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);

function isOther(timeZone) {
  try {
    return now.toLocaleString("sv", { timeZone }) !== here;
  } catch {
    return true; // a zone this browser does not know
  }
}

for (const zone of new Set(marked))
  if (isOther(zone)) sheet.insertRule(`[data-zone="${CSS.escape(zone)}"] { display: revert; }`);
