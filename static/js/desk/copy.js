// Buttons that copy what stands in a field. Without the clipboard (or this script) the field can be selected.

for (const button of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  const text = button.querySelector("[data-copy-text]");
  button.addEventListener("click", async () => {
    const field = document.querySelector(button.dataset.copy);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      text.textContent = button.dataset.done;
    } catch {
      field.focus(); // selected: the keys for copying work
    }
  });
}
