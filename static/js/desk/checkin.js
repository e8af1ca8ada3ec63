// Check-in without leaving the list: a switch is saved at once, and what other desks did comes with the answer.

import { wholeLists } from "./whole-lists.js";

const POLL_MS = 8000;
await wholeLists();
const form = document.querySelector("[data-checkin]");
const list = form.querySelector("#checkin");
const said = form.querySelector("[data-said]");
const search = form.querySelector("[data-filter]");
const onlyAbsent = document.querySelector("[data-only-absent]");
const buttons = new Map([...list.querySelectorAll("[data-number]")].map((b) => [Number(b.dataset.number), b]));

const isHere = (button) => button.getAttribute("aria-checked") === "true";
const nameOf = (button) => button.querySelector(".checkin__name bdi").textContent;

function show(button, here) {
  button.setAttribute("aria-checked", String(here));
  button.value = `${button.dataset.number}:${here ? "off" : "on"}`;
}

function receive({ here, not_here: notHere }) {
  const present = new Set(here);
  for (const [number, button] of buttons) {
    if (!button.dataset.sending) show(button, present.has(number));
  }
  form.querySelector("[data-here]").textContent = here.length;
  form.querySelector("[data-not-here]").textContent = notHere;
}

async function ask(body) {
  const response = await fetch(window.location.pathname, {
    method: body ? "POST" : "GET",
    body,
    redirect: "manual",
    headers: { Accept: "application/json", "X-CSRFToken": form.querySelector("[name=csrfmiddlewaretoken]").value },
    signal: AbortSignal.timeout(10000),
  });
  if (response.status !== 200) throw new Error(String(response.status));
  return response.json();
}

async function toggle(button) {
  if (button.dataset.sending) return;
  const before = isHere(button);
  const body = new URLSearchParams({ player: button.value });
  button.dataset.sending = "yes";
  button.classList.remove("is-bad");
  show(button, !before);
  try {
    const answer = await ask(body);
    delete button.dataset.sending;
    receive(answer);
    said.textContent = (before ? form.dataset.textGone : form.dataset.textHere).replace("%s", nameOf(button));
  } catch {
    delete button.dataset.sending;
    show(button, before);
    button.classList.add("is-bad");
    said.textContent = form.dataset.textFailed.replace("%s", nameOf(button));
  }
}

list.addEventListener("click", (event) => {
  const button = event.target.closest("[data-number]");
  if (!button) return;
  event.preventDefault();
  toggle(button);
  // A key, not the mouse: the next thing typed is the next name, never this switch once more.
  if (event.detail === 0 && search.value) nextName();
});

// The only one left in the search is checked in at once, and never out again.
search.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !search.value.trim()) return;
  const [button, another] = [...buttons.values()].filter(({ offsetParent }) => offsetParent);
  if (!button || another) return;
  if (isHere(button)) said.textContent = form.dataset.textHere.replace("%s", nameOf(button));
  else toggle(button);
  nextName();
});

function nextName() {
  search.value = "";
  search.dispatchEvent(new Event("input"));
  search.focus();
}

// Letters go to the search, wherever one stands in the list.
list.addEventListener("keydown", (event) => {
  const isLetter = event.key.length === 1 && event.key !== " ";
  if (!isLetter || event.ctrlKey || event.metaKey || event.altKey) return;
  event.stopPropagation(); // a name may begin with a letter that is a key elsewhere: "p" prints, "t" runs the clock
  nextName();
});
onlyAbsent?.addEventListener("change", () => list.classList.toggle("checkin--only-absent", onlyAbsent.checked));
// Enter in the search box must not press the first switch by accident.
form.addEventListener("submit", (event) => {
  if (event.submitter?.name !== "all") event.preventDefault();
});
setInterval(() => {
  if (!document.hidden) ask().then(receive, () => {});
}, POLL_MS);
