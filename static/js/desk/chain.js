// Dragging the rows of a tie-break chain, with mouse, pen or finger. The order in the page is the order that is sent;
// keyboard and screen reader use the up and down buttons, which need no script.

import "./typed-meanwhile.js";

let dragged = null;
let others = [];
let pressed = "";

function rowOf(node) {
  return node instanceof Element ? node.closest("[data-row]") : null;
}

function place(y) {
  const list = dragged.parentElement;
  const before = others.find((row) => {
    const box = row.getBoundingClientRect();
    return y < box.top + box.height / 2;
  });
  if (before) list.insertBefore(dragged, before);
  else list.append(dragged);
}

function settle(list) {
  const rows = [...list.children];
  rows.forEach((row, at) => {
    row.querySelector('[value^="up:"]').disabled = at === 0;
    row.querySelector('[value^="down:"]').disabled = at === rows.length - 1;
  });
}

document.addEventListener("pointerdown", (event) => {
  const handle = event.target instanceof Element ? event.target.closest("[data-handle]") : null;
  if (!handle || event.button !== 0) return;
  event.preventDefault();
  dragged = rowOf(handle);
  others = [...dragged.parentElement.children].filter((row) => row !== dragged);
  dragged.classList.add("is-dragged");
  handle.setPointerCapture(event.pointerId);
});

document.addEventListener("pointermove", (event) => {
  if (dragged) place(event.clientY);
});

function drop() {
  if (!dragged) return;
  const list = dragged.parentElement;
  const chain = dragged.closest("[data-chain]");
  settle(list);
  const at = [...list.children].indexOf(dragged) + 1;
  chain.querySelector("[data-chain-live]").textContent = chain.dataset.textMoved.replace("%s", at);
  dragged.classList.remove("is-dragged");
  dragged = null;
}

document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);

// The rows are drawn again after every button: the focus stays on the one that was pressed, or goes to one near it when
// that is gone or has nothing to do any more.
document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-chain] button[name='do']") : null;
  if (button) pressed = button.id;
});

document.addEventListener("htmx:after:swap", () => {
  if (!pressed) return;
  const used = document.getElementById(pressed);
  pressed = "";
  const row = used?.closest("[data-row]") ?? document.querySelector("[data-row]:last-child");
  const near = used?.disabled === false ? used : row?.querySelector("button:not([disabled])");
  (near ?? document.getElementById("add-code"))?.focus();
});
