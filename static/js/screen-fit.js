// Makes text as large as it fits: the name of the event in its line, a message on the whole screen.

const SLACK = 1; // browsers round

const isCut = (box) => box.scrollWidth > box.clientWidth + SLACK || box.scrollHeight > box.clientHeight + SLACK;

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
