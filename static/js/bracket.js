// A bracket that does not fit the screen starts at the round of now. Without this script it starts at its first round;
// the games in words below show the round of now either way.

const KEPT = 24; // pixels of what lies before that round stay in view, so that one sees there is more

const scroll = document.querySelector(".bracket-scroll");
const now = scroll?.querySelector("[data-now]");
if (now) {
  const left = now.getBoundingClientRect().left - scroll.getBoundingClientRect().left;
  scroll.scrollLeft += left - KEPT;
}
