// The table of prizes: the arrow keys go from prize to prize, with Alt they move it, `n` begins a new one, and its dots
// drag it. A move presses the button of its row, which needs no script.

const rows = () => [...document.querySelectorAll("[data-prize]")];
const rowOf = (node) => (node instanceof Element ? node.closest("[data-prize]") : null);
let dragged = null;

function moveTo(row, place) {
  const button = row.querySelector("button[name=to]:enabled");
  button.value = place;
  button.form.requestSubmit(button);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.target.matches("input, select, textarea")) return;
  const row = rowOf(event.target);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "n" && !event.altKey) document.querySelector("#prize [name=name]").focus();
  else if (step && row && event.altKey) row.querySelector(step > 0 ? "[data-down]" : "[data-up]").click();
  else if (step) (rows()[row ? rows().indexOf(row) + step : 0] ?? row)?.querySelector("a").focus();
  else return;
  event.preventDefault();
});

document.addEventListener("pointerdown", (event) => {
  const handle = event.target instanceof Element ? event.target.closest("[data-handle]") : null;
  if (!handle || event.button !== 0) return;
  event.preventDefault();
  dragged = rowOf(handle);
  dragged.classList.add("is-dragged");
  handle.setPointerCapture(event.pointerId);
});

document.addEventListener("pointermove", ({ clientY }) => {
  if (!dragged) return;
  const before = rows().find((row) => {
    const box = row.getBoundingClientRect();
    return row !== dragged && clientY < box.top + box.height / 2;
  });
  dragged.parentElement.insertBefore(dragged, before ?? null);
});

document.addEventListener("pointerup", () => {
  if (!dragged) return;
  const place = rows().indexOf(dragged) + 1;
  dragged.classList.remove("is-dragged");
  if (place !== Number(dragged.dataset.prize)) moveTo(dragged, place);
  dragged = null;
});
