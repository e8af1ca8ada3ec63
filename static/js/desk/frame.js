// The frame of the desk: finding with Ctrl-K, how dense the pages are, and the rest of the rail on a phone.

import { folded, searchKey } from "../fold.js";
import { typedIn } from "./keys.js";

const SHOWN = 12;
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
  document.cookie = `density=${target.value}; path=/; max-age=${target.value ? YEAR : 0}; samesite=lax`;
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

/* --- find or do --- */

const dialog = document.querySelector("#find");
const words = dialog.querySelector("input");
const list = dialog.querySelector("ul");
const none = dialog.querySelector("[data-find-none]");
const failed = dialog.querySelector("[data-find-failed]");
let entries = null;
let here = [];
let current = 0;

async function load() {
  const headers = { Accept: "application/json" };
  const answer = await fetch(dialog.dataset.findUrl, { headers, redirect: "manual" });
  if (!answer.ok) throw new Error(String(answer.status));
  const { players, pages, player_url, table_url, tables } = await answer.json();
  const at = (address, number) => address.replace(/\/0\/$/, `/${number}/`);
  const entry = (title, about, url, key) => ({ title, about, url, key });
  entries = [
    ...pages.map(([title, url]) => entry(title, "", url, searchKey(title))),
    ...players.map(([number, name, club, rating, table]) => {
      const about = [club, rating].filter(Boolean).join(" · ");
      const url = player_url ? at(player_url, number) : table && at(table_url, table);
      return { ...entry(name, about, url, `${number} ${searchKey(`${name} ${club}`)}`), table };
    }),
    ...tables.map((table) => entry(`# ${table}`, "", at(table_url, table), `${table}`)),
  ];
}

/** What can be done on this very page: its buttons in sight, and the links that look like buttons. */
function onThisPage() {
  const parts = document.querySelectorAll("main :is(.actions, .title) :is(a.button, button:not([disabled]))");
  const seen = [...parts].filter((part) => part.checkVisibility());
  return seen.map((part) => {
    const title = part.textContent.trim().replace(/\s+/g, " ");
    return { title, about: "", press: part, key: searchKey(title) };
  });
}

/** Where every word begins a word comes before where it only occurs. */
function rank({ key }, wanted) {
  let sum = 0;
  for (const word of wanted) {
    const at = ` ${key}`.indexOf(` ${word}`);
    if (at === -1 && !key.includes(word)) return -1;
    sum += at === 0 ? 3 : at > 0 ? 2 : 1;
  }
  return sum;
}

function found() {
  const wanted = folded(words.value).split(" ").filter(Boolean);
  const ranked = [...entries, ...here].map((entry) => [rank(entry, wanted), entry]).filter(([fits]) => fits >= 0);
  return ranked.toSorted((one, other) => other[0] - one[0]).slice(0, SHOWN);
}

function show() {
  if (!entries) return;
  current = 0;
  const rows = found();
  none.hidden = rows.length > 0;
  list.replaceChildren(...rows.map(([, entry], index) => row(entry, index)));
  mark(0);
}

function row(entry, index) {
  const item = document.createElement("li");
  item.id = `find-${index}`;
  item.role = "option";
  item.entry = entry;
  const title = document.createElement("bdi");
  title.textContent = entry.title;
  const about = document.createElement("small");
  about.textContent = [entry.about, entry.table ? `# ${entry.table}` : ""].filter(Boolean).join(" · ");
  item.append(title, about);
  item.addEventListener("click", () => go(entry));
  return item;
}

function mark(index) {
  const rows = [...list.children];
  if (rows.length === 0) return words.removeAttribute("aria-activedescendant");
  current = (index + rows.length) % rows.length;
  for (const [place, item] of rows.entries()) item.setAttribute("aria-selected", String(place === current));
  rows[current].scrollIntoView({ block: "nearest" });
  words.setAttribute("aria-activedescendant", rows[current].id);
}

function go(entry) {
  dialog.close();
  // A button changes something: it is only brought under the hand.
  if (entry.press) entry.press.focus();
  else if (entry.url) window.location.assign(entry.url);
}

async function open() {
  if (dialog.open) return;
  dialog.showModal();
  words.select();
  failed.hidden = true;
  here = onThisPage();
  try {
    if (!entries) await load();
  } catch {
    failed.hidden = false;
    return;
  }
  show();
}

document.addEventListener("click", ({ target }) => {
  if (target.closest?.("[data-find]")) open();
  else if (target.closest?.("[data-show-keys]")) showKeys();
  else if (target === dialog || target === keys || target.closest?.("[data-close]")) target.closest("dialog").close();
});
document.addEventListener("keydown", (event) => {
  if (event.key?.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  open();
});

/* --- the keys of the page: "?" --- */

const keys = document.querySelector("#keys");

function showKeys() {
  if (keys.open) return;
  const place = keys.querySelector("[data-keys]");
  const ofPage = document.querySelector("main [data-page-keys]");
  if (ofPage && place.childElementCount === 1) place.append(ofPage.cloneNode(true));
  keys.showModal();
}
document.addEventListener("keydown", (event) => {
  if (event.key !== "?" || typedIn(event.target)) return;
  event.preventDefault();
  showKeys();
});

words.addEventListener("input", show);
words.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    mark(current + (event.key === "ArrowDown" ? 1 : -1));
  } else if (event.key === "Enter") {
    event.preventDefault();
    const entry = list.children[current]?.entry;
    if (entry) go(entry);
  }
});
