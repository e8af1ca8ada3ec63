// What waits on this phone to be sent although its page is closed: said on the page of the event, with the way to the
// page that sends it (outbox.js). Only that page has the key or the code that proves who answers.

import { Store } from "./outbox-store.js";

const place = document.querySelector("[data-unsent]");
const store = new Store(`pairwright:answers:${document.body.dataset.event}`);

function show() {
  const entries = Object.values(store.all()).filter((entry) => entry.state === "waiting");
  place.hidden = entries.length === 0;
  place.querySelector("[data-unsent-told]").textContent = entries
    .map(({ where, told }) => [where, told].filter(Boolean).join(": "))
    .join("; ");
  for (const way of place.querySelectorAll("[data-unsent-from]")) {
    way.hidden = !entries.some((entry) => entry.scope.startsWith(`${way.dataset.unsentFrom}:`));
  }
}

window.addEventListener("storage", show);
window.addEventListener("pageshow", show);
show();
