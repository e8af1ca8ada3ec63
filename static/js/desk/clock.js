// Keys of the round's clock, where nothing is being typed: the button that stands for a key is pressed.

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return;
  if (event.target.closest?.("input, textarea, select, dialog")) return;
  const button = document.querySelector(`[data-clock-key="${CSS.escape(event.key)}"]`);
  if (!button) return;
  event.preventDefault();
  button.click();
});
