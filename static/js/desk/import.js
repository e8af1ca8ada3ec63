// The preview of an import: the button says how many players would be added and changed by what is chosen now.

const button = document.querySelector("[data-import-words]")?.closest("button");
const choices = [...document.querySelectorAll(".decision")];
const chosen = (what) => choices.filter((choice) => choice.value === what).length;

if (button) {
  const asSent = (choice) => [...choice.options].find((option) => option.defaultSelected)?.value;
  const sent = (what) => choices.filter((choice) => asSent(choice) === what).length;
  // Lines that offer no choice stay as they were counted.
  const others = { new: button.dataset.new - sent("new"), update: button.dataset.changed - sent("update") };
  const tell = () => {
    const words = button.dataset.words.replace("%n", others.new + chosen("new"));
    button.querySelector("[data-import-words]").textContent = words.replace("%c", others.update + chosen("update"));
  };
  for (const choice of choices) choice.addEventListener("change", tell);
  tell(); // the browser may have kept what was chosen
}
