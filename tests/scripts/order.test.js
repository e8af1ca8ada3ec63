import assert from "node:assert/strict";
import { test } from "node:test";

import { firstRow, nextOpen, searched, staysAfter } from "../../static/js/desk/order.js";

const row = (table, result, names) => ({ dataset: { table: String(table), result, names } });
const ROWS = [
  row(1, "1-0", "Ann – Søren Ågård"),
  row(2, "", "Łukasz Żak – Bo"),
  row(4, "", "Cy – Ann"),
  row(12, "0-1", "羽生 善治 – Dee"),
];
const [first, second, third, last] = ROWS;

test("the cursor begins where the address leads, else at the first open table", () => {
  const begun = (known) => firstRow(ROWS, { isAsked: false, asked: null, isWhole: true, ...known });
  assert.equal(begun({}), second);
  assert.equal(begun({ isWhole: false }), second);
  assert.equal(begun({ isAsked: true, asked: last }), last);
  assert.equal(begun({ isAsked: true }), second); // nothing of that name
  assert.equal(begun({ isAsked: true, isWhole: false }), undefined); // it may still come
});

test("where all have a result it begins at the first, once all are here", () => {
  const done = [first, last];
  assert.equal(firstRow(done, { isAsked: false, asked: null, isWhole: true }), first);
  assert.equal(firstRow(done, { isAsked: false, asked: null, isWhole: false }), undefined);
});

test("after a result comes the next open table, at the end the first of those left out", () => {
  assert.equal(nextOpen(ROWS, first), second);
  assert.equal(nextOpen(ROWS, second), third);
  assert.equal(nextOpen(ROWS, third), second);
  assert.equal(nextOpen(ROWS, last), second);
  assert.equal(nextOpen([first, second], second), undefined); // it is the only one
});

test("a number is that of a table, words are those of a name without accents", () => {
  assert.equal(searched(ROWS, " 12 ", null), last);
  assert.equal(searched(ROWS, "3", null), undefined);
  assert.equal(searched(ROWS, "soren ag", null), first);
  assert.equal(searched(ROWS, "aagaard", null), first); // as it is written out
  assert.equal(searched(ROWS, "ZAK", null), second);
  assert.equal(searched(ROWS, "善治", null), last);
  assert.equal(searched(ROWS, "nobody", null), undefined);
  assert.equal(searched(ROWS, "  ", null), undefined);
});

test("asked again, the next of this name is found, and after the last the first again", () => {
  assert.equal(searched(ROWS, "ann", null), first);
  assert.equal(searched(ROWS, "ann", first), third);
  assert.equal(searched(ROWS, "ann", third), first);
  assert.equal(searched(ROWS, "dee", last), last); // nobody else is called that
});

test("the cursor stays after what is no new result, or where Enter would complete the round by habit", () => {
  const entered = { result: "1-0", seen: "", isLast: false, confirms: false };
  assert.equal(staysAfter(entered), false);
  assert.equal(staysAfter({ ...entered, isLast: true }), false);
  assert.equal(staysAfter({ ...entered, result: "" }), true);
  assert.equal(staysAfter({ ...entered, seen: "0-1" }), false);
  assert.equal(staysAfter({ ...entered, isLast: true, seen: "0-1" }), true);
  assert.equal(staysAfter({ ...entered, isLast: true, confirms: true }), true);
});
