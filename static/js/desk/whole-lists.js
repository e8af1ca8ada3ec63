// The rows of a long list that a page of the desk did not send at first. They are fetched as soon as the page stands,
// for find, jump, keys and counts work on all of them: whoever needs that waits for `wholeLists()`.
//
// Thousands of rows are read and put in place a little at a time: in one go, nothing else would happen meanwhile.

import { rowsIn } from "../part.js";

const AGAIN_MS = 3000;
const TRIES = 3;
const [AT_ONCE, LETTERS] = [50, 50_000];
let all;

export function wholeLists() {
  all ??= fetchRest();
  return all;
}

async function fetchRest() {
  const marks = [...document.querySelectorAll("[data-rest]")];
  if (marks.length === 0) return;
  const page = await pageWithAll(marks[0].querySelector("a").href);
  for (const mark of page ? marks : []) {
    const [here, whole] = [listOf(document, mark), listOf(page, mark)];
    if (!whole) continue;
    await add(here, whole);
    globalThis.htmx?.process(here);
    mark.remove();
  }
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: "center" });
}

const listOf = (page, mark) => page.querySelector(`[data-rows="${mark.dataset.rest}"]`);

/** Null where it does not come: then what is here works, and the link below the list stays. */
async function pageWithAll(address) {
  for (let tried = 0; tried < TRIES; tried += 1) {
    try {
      const answer = await fetch(address, { redirect: "manual" });
      if (answer.ok) return await read(answer);
    } catch {
      // as if it had not answered
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  return null;
}

/** As it comes in. */
async function read(answer) {
  const page = document.implementation.createHTMLDocument();
  const parts = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  page.open();
  for (let part = await parts.read(); !part.done; part = await parts.read()) {
    for (let at = 0; at < part.value.length; at += LETTERS) {
      page.write(part.value.slice(at, at + LETTERS));
      await pause();
    }
  }
  page.close();
  return page;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 0));

/** A new part of a list that has parts, so that what happens in one lays out and paints no other; else the list. */
function placeIn(list) {
  const first = list.querySelector(":scope > ol");
  return first ? list.appendChild(first.cloneNode()) : list;
}

/** Rows with something in them that is pressed or typed stay as they are; else the list is that of one moment. */
async function add(here, whole) {
  const isKept = here.matches("[data-entries]") || here.contains(document.activeElement);
  if (here.matches("table")) {
    while (here.tBodies.length > 0) here.tBodies[0].remove();
    here.append(...whole.tBodies);
  } else if (isKept) {
    const isNew = (row, at) => (row.id ? !document.getElementById(row.id) : at >= here.childElementCount);
    const rows = rowsIn(whole).filter(isNew);
    while (rows.length > 0) {
      placeIn(here).append(...rows.splice(0, AT_ONCE));
      await pause();
    }
  } else here.replaceChildren(...whole.children);
}
