// Keys of the round's clock, where nothing is being typed: the button that stands for a key is pressed. The clock in
// the page comes before that in the head.

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return;
  if (event.target.closest?.("input, textarea, select, dialog")) return;
  const wanted = `[data-clock-key="${CSS.escape(event.key)}"]`;
  const button = document.querySelector(`main ${wanted}`) ?? document.querySelector(wanted);
  if (!button) return;
  event.preventDefault();
  button.click();
});
