// What is typed while an answer is on its way: the part that is drawn again knows only what was sent, so it is written
// into it again. The rows of a chain are left alone, for their names say where they stand.

const asked = new WeakMap();
const typed = new Map();

document.addEventListener("input", ({ target }) => {
  if (!target.matches("input:not([type=radio], [type=checkbox])") || target.closest("[data-chain]")) return;
  typed.set(target.id, { value: target.value, at: performance.now() });
});
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => asked.set(ctx, performance.now()));
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  for (const [id, { value, at }] of typed) {
    const box = document.getElementById(id);
    if (box && at > asked.get(ctx)) box.value = value;
  }
});
