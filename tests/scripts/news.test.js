import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { News } from "../../static/js/desk/news.js";
import { closeBrowser, newBrowser, pass } from "./fakes.js";

/** A page with three tables; 3 is on its way from here. */
function newDesk() {
  const told = [];
  const rows = [
    [1, ""],
    [2, "1-0"],
    [3, ""],
  ].map(([table, result]) => [table, { dataset: { table: String(table), result } }]);
  return {
    told,
    root: { dataset: { version: "5", pairing: "p", stateUrl: "/results/" } },
    byTable: new Map(rows),
    isOurs: (row) => row.dataset.table === "3",
    hear(row, result) {
      row.dataset.result = result;
      told.push(`${row.dataset.table} ${result}`);
    },
    hearMore: ({ claims }) => told.push(...(claims ?? [])),
    movedOn: () => told.push("moved on"),
    count: () => told.push("counted"),
  };
}

const told = (results, rest = {}) => ({ version: "6", open: true, pairing: "p", results, ...rest });
let desk;
let news;

beforeEach(() => {
  newBrowser();
  desk = newDesk();
  news = new News(desk);
});
afterEach(closeBrowser);

test("only what is new here and not ours is heard", () => {
  news.receive(told({ 1: "0-1", 2: "1-0", 3: "1-0", 99: "1-0" }), performance.now());
  assert.deepEqual(desk.told, ["1 0-1", "counted"]);
  assert.equal(news.version, "6");
});

test("what was read before a table was saved here takes nothing back, and is asked for again", async () => {
  const asked = performance.now();
  await pass(1);
  news.saved(2);
  news.receive(told({ 1: "0-1", 2: "" }), asked);
  assert.deepEqual(desk.told, ["1 0-1", "counted"]);
  assert.equal(news.version, "5");
  await pass(1);
  news.receive(told({ 2: "0-1" }), performance.now());
  assert.deepEqual(desk.told.slice(2), ["2 0-1", "counted"]);
  assert.equal(news.version, "6");
});

test("of a round that was completed or paired anew nothing is heard but that", () => {
  for (const rest of [{ open: false }, { pairing: "q" }, { pairing: null }]) {
    desk.told.length = 0;
    news.receive(told({ 1: "0-1" }, rest), performance.now());
    assert.deepEqual(desk.told, ["moved on"]);
  }
});
