// Find or do, with Ctrl-K: players, tables, pages, what is done at the desk (tournaments/desk/deeds.py), and what can
// be pressed on this very page.

import { folded, searchKey } from "../fold.js";

const SHOWN = 12;

const dialog = document.querySelector("#find");
const words = dialog.querySelector("input");
const list = dialog.querySelector("ul");
const none = dialog.querySelector("[data-find-none]");
const failed = dialog.querySelector("[data-find-failed]");
let entries = null;
let people = [];
let deedsOfPeople = [];
let here = [];
let current = 0;

/** The address of one number: that is the last 0 in it. */
const at = (address, number) => address.replace(/^(.*[/=])0(?=[/#]|$)/, `$1${number}`);

async function load() {
  const headers = { Accept: "application/json" };
  const answer = await fetch(dialog.dataset.findUrl, { headers, redirect: "manual" });
  if (!answer.ok) throw new Error(String(answer.status));
  const { players, pages, deeds, player_deeds, player_url, table_url, tables } = await answer.json();
  const entry = (title, about, url, key) => ({ title, about, url, key });
  people = players.map(([number, name, club, rating, table, whose]) => {
    const about = [club, rating].filter(Boolean).join(" · ");
    const url = player_url ? at(player_url, number) : table && at(table_url, table);
    return { ...entry(name, about, url, `${number} ${searchKey(`${name} ${club}`)}`), table, number, whose };
  });
  deedsOfPeople = player_deeds.map(([title, also, url, whose]) => ({
    ...entry(title, "", url, searchKey(`${title} ${also}`)),
    whose,
  }));
  entries = [
    ...pages.map(([title, url]) => entry(title, "", url, searchKey(title))),
    ...deeds.map(([title, also, url]) => entry(title, "", url, searchKey(`${title} ${also}`))),
    ...people,
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

/** "withdraw ann": the words that begin a deed, and whom the others name. A letter or two is only a name. */
function* ofPeople(wanted) {
  for (const deed of deedsOfPeople) {
    const isOfDeed = (word) => (word.length > 2 || word.codePointAt(0) > 127) && ` ${deed.key}`.includes(` ${word}`);
    const names = wanted.filter((word) => !isOfDeed(word));
    if (names.length === wanted.length) continue;
    for (const person of people) {
      if (deed.whose && deed.whose !== person.whose) continue;
      const fits = rank(person, names);
      if (fits < 0) continue;
      const done = { ...person, title: `${deed.title}: ${person.title}`, url: at(deed.url, person.number) };
      yield [fits + 2 * (wanted.length - names.length), done];
    }
  }
}

function found() {
  const wanted = folded(words.value).split(" ").filter(Boolean);
  const all = [...entries, ...here].map((entry) => [rank(entry, wanted), entry]).filter(([fits]) => fits >= 0);
  const ranked = [...all, ...ofPeople(wanted)];
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
  for (const [order, item] of rows.entries()) item.setAttribute("aria-selected", String(order === current));
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
  else if (target === dialog) dialog.close();
});
document.addEventListener("keydown", (event) => {
  if (event.key?.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  open();
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
