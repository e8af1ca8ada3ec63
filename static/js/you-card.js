// The card of the reader (you.js) on the page of an event: where that player is now. It comes later than the page,
// which is the same for everybody, and has its place at once, as high as it was last, so that nothing moves.

import { read, remember, showMyPage } from "./you.js";

const HEIGHT = "pairwright:card-height";
const USUAL_HEIGHT = "18.5rem"; // of somebody who plays now
const card = document.getElementById("you");
let shown = "";

function lastHeight() {
  try {
    return localStorage.getItem(HEIGHT) ?? USUAL_HEIGHT;
  } catch {
    return USUAL_HEIGHT; // storage is off
  }
}

function keepPlace() {
  card.style.minHeight = lastHeight();
  card.hidden = false;
}

function clear() {
  card.hidden = true;
  card.replaceChildren();
  shown = "";
}

async function show() {
  const number = read();
  if (number === null) return clear();
  if (!shown) keepPlace();
  try {
    const answer = await fetch(card.dataset.card.replace("/0/", `/${number}/`));
    if (answer.status === 404) remember(null);
    else if (answer.ok) fill(await answer.text());
  } catch {
    // no connection: the next update tries again
  }
  card.hidden = !shown;
}

const links = () => [...card.querySelectorAll("a[href], button, summary")];

/** Only what is new is put in, and the reader who stood on a link of the card stands there still. */
function fill(html) {
  if (shown === html) return;
  const at = links().indexOf(document.activeElement);
  card.innerHTML = html;
  shown = html;
  showMyPage();
  card.style.minHeight = "";
  card.hidden = false;
  try {
    localStorage.setItem(HEIGHT, `${card.offsetHeight}px`);
  } catch {
    // storage is off
  }
  if (at >= 0) links()[at]?.focus({ preventScroll: true });
}

document.addEventListener("pairwright:you", show);
if (read() !== null) keepPlace();
