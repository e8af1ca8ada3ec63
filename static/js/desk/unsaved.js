// What is typed in a form and not saved yet (`data-unsaved`; "typed" where the server sent back what was typed):
// whoever leaves the page by a link, or by the button of another form, is asked first. A form's own button saves it.

const SENDING_MS = 1000;
const swapped = new WeakSet();
let sent = null;

function isChanged(box) {
  if (box.matches("select:not([multiple])")) {
    const first = [...box.options].findIndex((option) => option.defaultSelected);
    return box.selectedIndex !== Math.max(first, 0);
  }
  if (box.matches("[type=checkbox], [type=radio]")) return box.checked !== box.defaultChecked;
  return box.matches("input:not([type=hidden]), textarea") && box.value !== box.defaultValue;
}

const isUnsaved = (form) =>
  form !== sent && (form.dataset.unsaved === "typed" || swapped.has(form) || [...form.elements].some(isChanged));

document.addEventListener("submit", ({ target }) => {
  sent = target;
  setTimeout(() => (sent = null), SENDING_MS);
});
// A part that was drawn again by what was typed says nothing of what is stored.
document.addEventListener("htmx:after:swap", ({ target }) => {
  const form = target.closest?.("form[data-unsaved]");
  if (form) swapped.add(form);
});
window.addEventListener("beforeunload", (event) => {
  if (![...document.querySelectorAll("form[data-unsaved]")].some(isUnsaved)) return;
  event.preventDefault();
  // Who stays may press again what is to be pressed once.
  setTimeout(() => {
    for (const button of document.querySelectorAll("[data-once][disabled]")) button.removeAttribute("disabled");
  }, 0);
});
