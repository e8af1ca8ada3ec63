// A round is out: the title of the page says so, "(!) Round 4: table 7", until the page is looked at, and the phone
// shakes once where a tap has allowed it. What the page shows is the part that carries `data-news`.

const title = document.title;
let known = said();
let unread = "";

function said() {
  return document.querySelector("[data-news]")?.dataset.news ?? "";
}

function looked() {
  if (document.hidden || !unread) return;
  unread = "";
  document.title = title;
}

// Only then: htmx gives the page its old title with every answer.
document.addEventListener("htmx:finally:swap", () => {
  const news = said();
  if (news && news !== known) {
    known = news;
    unread = `(!) ${news}`;
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(200);
  }
  if (unread) document.title = unread;
});
// A first look is enough: a tap, a key, or the page coming back into sight.
for (const how of ["pointerdown", "keydown"]) document.addEventListener(how, looked);
document.addEventListener("visibilitychange", () => setTimeout(looked, 2000));
