// @ts-check
// A chime when a match is called. Browsers let a page make sounds once somebody has pressed something on it.

const LENGTH = 0.45;
const NOTES = [659, 880];
/** @type {AudioContext | undefined} */
let sound;
/** @type {Set<string>} */
let known = new Set();

const calls = () =>
  new Set([...document.querySelectorAll("[data-call]")].map((call) => call.getAttribute("data-call") ?? ""));

function chime() {
  if (!sound) return;
  for (const [at, note] of NOTES.entries()) {
    const start = sound.currentTime + (at * LENGTH) / 2;
    const tone = new OscillatorNode(sound, { frequency: note, type: "sine" });
    const volume = new GainNode(sound, { gain: 0.3 });
    volume.gain.setTargetAtTime(0, start + LENGTH / 3, LENGTH / 4);
    tone.connect(volume).connect(sound.destination);
    tone.start(start);
    tone.stop(start + LENGTH);
  }
}

function look() {
  const now = calls();
  if ([...now].some((call) => !known.has(call))) chime();
  known = now;
}

const button = document.querySelector("[data-sound]");
button?.addEventListener("click", () => {
  sound = new AudioContext();
  chime();
  const words = button.querySelector("span");
  if (words) words.textContent = button.getAttribute("data-on");
});
known = calls();
document.addEventListener("htmx:after:swap", look);
