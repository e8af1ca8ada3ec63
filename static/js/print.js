// The print button of the paper pages; without a script the browser's own menu prints as well.
const button = document.querySelector("[data-print-now]");
if (button) {
  button.hidden = false;
  button.focus(); // "p", the key of the document, Enter
  button.addEventListener("click", () => window.print());
  // What was ticked at the desk is to be printed, not looked at.
  if (window.location.hash === "#now") document.fonts.ready.then(() => window.print());
}
