// The frame of the desk: how dense the pages are, the rest of the rail on a phone, the keys of a page; what is found
// with Ctrl-K is in find-or-do.js.

import "./find-or-do.js";
import { typedIn } from "./keys.js";

const YEAR = 365 * 24 * 3600;

for (const part of document.querySelectorAll(".top [data-with-js], .rail [data-with-js]")) part.hidden = false;

/* --- how dense --- */

const { dataset } = document.documentElement;

function showDensity() {
  for (const choice of document.querySelectorAll("[name=density]")) {
    choice.checked = choice.value === (dataset.density ?? "");
  }
}
document.addEventListener("change", ({ target }) => {
  if (target.name !== "density" || !target.closest("[data-densities]")) return;
  if (target.value) dataset.density = target.value;
  else delete dataset.density;
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `density=${target.value}; path=/; max-age=${target.value ? YEAR : 0}; samesite=lax${secure}`;
});
showDensity();

/* --- the head keeps itself up to date: what the script has shown in it stays shown --- */

document.addEventListener("htmx:after:swap", () => {
  for (const part of document.querySelectorAll(".top [data-with-js]")) part.hidden = false;
  showDensity();
});

/* --- the rail on a phone --- */

const rail = document.querySelector("[data-rail]");
const more = rail?.querySelector("[data-rail-more]");
rail?.classList.add("rail--folded");
more?.addEventListener("click", () => {
  more.setAttribute("aria-expanded", String(rail.classList.toggle("is-open")));
});

/* --- the page one is on is in sight among the pages beside it --- */

document.querySelector(".beside-pages [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });

/* --- menus that lie over the page close by Escape and by a click beside them --- */

const menus = ".top__menu[open], .menu[open]";
document.addEventListener("click", ({ target }) => {
  for (const menu of document.querySelectorAll(menus)) if (!menu.contains(target)) menu.open = false;
});
document.addEventListener("keydown", ({ key }) => {
  const menu = key === "Escape" && document.querySelector(menus);
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

/* --- the keys of the page: "?" --- */

const keys = document.querySelector("#keys");

function showKeys() {
  if (keys.open) return;
  const listed = keys.querySelector("[data-keys]");
  const ofPage = document.querySelector("main [data-page-keys]");
  if (ofPage && listed.childElementCount === 1) listed.append(ofPage.cloneNode(true));
  keys.showModal();
}
document.addEventListener("keydown", (event) => {
  if (event.key !== "?" || typedIn(event.target)) return;
  event.preventDefault();
  showKeys();
});
document.addEventListener("click", ({ target }) => {
  if (target.closest?.("[data-show-keys]")) showKeys();
  else if (target === keys || target.closest?.("[data-close]")) target.closest("dialog").close();
});
