// The rows of a long list that a public page did not send at first: asked for when a reader comes near them, searches
// or prints. From then on the page is asked for with all its rows whenever it changes.

const NEAR = "1500px";
const live = document.getElementById("live");
const rest = () => live?.querySelector("[data-rest] a");

export function wantRest() {
  const link = rest();
  const address = link && new URL(link.href).search;
  if (!link || live.getAttribute("hx-get").endsWith(address)) return;
  live.setAttribute("hx-get", new URL(link.href).pathname + address);
  document.dispatchEvent(new Event("pairwright:news"));
}

const near = new IntersectionObserver((seen) => seen.some((entry) => entry.isIntersecting) && wantRest(), {
  rootMargin: NEAR,
});

if (rest()) {
  near.observe(rest());
  window.addEventListener("beforeprint", wantRest);
  document.addEventListener("keydown", ({ key, ctrlKey, metaKey }) => {
    if ((ctrlKey || metaKey) && ["a", "f", "p"].includes(key)) wantRest();
  });
  if (location.hash && !document.getElementById(location.hash.slice(1))) wantRest();
}
