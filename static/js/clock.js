// Clocks of rounds. Every element with `data-clock` and `data-ends` (milliseconds since 1970, by the server's clock)
// shows what is left, or how far over time it is. The clock of this machine may be wrong, or be set while the page is
// open: the server is asked what time it is, and from then on only counted.

const ASKED_EVERY = 60_000;
const TRIES = 3;
let ahead = null; // the server's time minus performance.now()
let wall = 0; // Date.now() minus performance.now() when the server was asked
let isAsking = false;

const faces = () => document.querySelectorAll("[data-clock]");
const drift = () => Date.now() - performance.now();

/** Now by the server's clock, in milliseconds; before it has answered, by ours. */
export function now() {
  return ahead === null ? Date.now() : performance.now() + ahead;
}

// Of a few answers the quickest says the time best: it can be wrong by half of what it took.
async function ask() {
  const address = document.querySelector("[data-clock]")?.dataset.now;
  if (!address || isAsking || document.hidden) return;
  isAsking = true;
  let best = Infinity;
  try {
    for (let i = 0; i < TRIES; i += 1) {
      const sent = performance.now();
      const answer = await fetch(address, { cache: "no-store" });
      const took = performance.now() - sent;
      if (!answer.ok) break;
      const { now: theirs } = await answer.json();
      if (took < best) {
        best = took;
        ahead = theirs - (sent + took / 2);
      }
    }
    wall = drift();
  } catch {
    // no network: the clock goes on from what was known
  }
  isAsking = false;
  show();
}

/** "49:07", "1:05:00"; over time "+3:12". Rounded up, so that 0:00 comes when the time is over. */
export function written(milliseconds) {
  const total = Math.ceil(milliseconds / 1000);
  const seconds = Math.abs(total);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value) => String(value).padStart(2, "0");
  return (total < 0 ? "+" : "") + (h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`);
}

function set(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

function show() {
  const moment = now();
  for (const face of faces()) {
    if (!face.dataset.ends) continue;
    const left = Number(face.dataset.ends) - moment;
    const isOver = Math.ceil(left / 1000) < 0;
    face.classList.toggle("is-over", isOver);
    face.classList.toggle("is-near", !isOver && left < 300_000);
    const time = written(left);
    face.classList.toggle("has-hours", time.split(":").length > 2);
    set(face.querySelector("[data-clock-time]"), time);
    set(face.querySelector("[data-clock-word]"), isOver ? face.dataset.overWord : face.dataset.leftWord);
  }
}

function tick() {
  if (!faces().length) return;
  // Somebody set this machine's clock, or it slept: what was counted may be wrong.
  if (ahead === null || Math.abs(drift() - wall) > 1500) ask();
  show();
}

setInterval(tick, 250);
setInterval(ask, ASKED_EVERY);
document.addEventListener("htmx:after:swap", show);
document.addEventListener("visibilitychange", ask);
window.addEventListener("online", ask);
window.addEventListener("pageshow", ask);
tick();
