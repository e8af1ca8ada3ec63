// The rows of a long list that a public page did not send at first: asked for when a reader comes near them, searches
// or prints. From then on the page is asked for with all its rows whenever it changes.
//
// A print waits for nothing that comes later: it is laid out as soon as `beforeprint` returns, whoever asked for it
// (keys, the menu, a phone). So there the rows are fetched while the page stands still.

const NEAR = "1500px";
const live = document.getElementById("live");
const rest = () => live?.querySelector("[data-rest] a");

export function wantRest() {
  const link = rest();
  const { pathname, search } = link ? new URL(link.href) : {};
  if (!link || live.getAttribute("hx-get").endsWith(search)) return;
  live.setAttribute("hx-get", pathname + search);
  document.dispatchEvent(new Event("pairwright:news"));
}

/** Where the rows do not come, the paper says how many of how many it has, as the page does. */
function fetchForPrint() {
  const link = rest();
  if (!link) return;
  const request = new XMLHttpRequest();
  try {
    request.open("GET", link.href, false);
    request.send();
  } catch {
    return;
  }
  const whole = request.status === 200 && new DOMParser().parseFromString(request.responseText, "text/html");
  const rows = whole && whole.getElementById("live");
  if (!rows) return;
  const { pathname, search } = new URL(link.href);
  live.setAttribute("hx-get", pathname + search);
  live.replaceChildren(...rows.childNodes);
  globalThis.htmx?.process(live);
}

const near = new IntersectionObserver((seen) => seen.some((entry) => entry.isIntersecting) && wantRest(), {
  rootMargin: NEAR,
});

if (rest()) {
  near.observe(rest());
  window.addEventListener("beforeprint", fetchForPrint);
  document.addEventListener("keydown", ({ key, ctrlKey, metaKey }) => {
    if ((ctrlKey || metaKey) && ["a", "f"].includes(key)) wantRest();
  });
  if (location.hash && !document.getElementById(location.hash.slice(1))) wantRest();
}
