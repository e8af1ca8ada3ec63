// Makes text smaller until nothing of it is cut: a long name in its row, a message on the whole screen.

const STEPS = [1, 0.85, 0.7, 0.6, 0.5, 0.42, 0.35, 0.3];
const SLACK = 1; // browsers round

const isCut = (box) => box.scrollWidth > box.clientWidth + SLACK || box.scrollHeight > box.clientHeight + SLACK;

/** Every name of a row, first on one line, then on several smaller ones. */
export function fitRow(row) {
  const names = [...row.querySelectorAll("bdi")];
  for (const name of names) {
    name.classList.remove("is-long");
    name.style.fontSize = "";
  }
  for (const step of STEPS) {
    const long = names.filter((name) => isCut(name) || (name.classList.contains("is-long") && isCut(row)));
    if (!long.length) return;
    for (const name of long) {
      name.classList.add("is-long");
      name.style.fontSize = `${step}em`;
    }
  }
}

/** What carries `data-fit` gets the largest text that fits; "tall" may grow beyond the size of its style. */
export function fitAll() {
  for (const element of document.querySelectorAll("[data-fit]")) {
    element.style.fontSize = "";
    const tall = element.dataset.fit === "tall";
    let size = parseFloat(getComputedStyle(element).fontSize);
    if (tall) size = element.clientHeight;
    for (; size > 10; size *= 0.93) {
      element.style.fontSize = `${size}px`;
      if (!isCut(element)) break;
    }
  }
}
