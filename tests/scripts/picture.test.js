import assert from "node:assert/strict";
import { test } from "node:test";

import { beside, foundAmong, nextOpen } from "../../static/js/desk/picture.js";

// Two rounds of four and two, and a final: each match in the middle of the two that lead to it.
const at = (game, x, y, more = {}) => ({
  dataset: {
    game: String(game),
    table: String(game),
    open: "",
    result: "",
    names: `Ann ${game} – Søren Ågård`,
    ...more,
  },
  getBoundingClientRect: () => ({ left: x, top: y, width: 150, height: 40 }),
});
const MATCHES = [
  ...[1, 2, 3, 4].map((game, nth) => at(game, 0, 50 * nth)),
  at(5, 170, 25),
  at(6, 170, 125),
  { ...at(7, 340, 75), dataset: { game: "7", names: "" } },
];
const [first, second, third, , fifth, sixth, final] = MATCHES;

test("arrows stay in the round, or go to the nearest match of the round beside it", () => {
  const to = (from, key) => beside(MATCHES, from, key)?.dataset.game;
  assert.equal(to(first, "ArrowDown"), "2");
  assert.equal(to(first, "ArrowUp"), undefined);
  assert.equal(to(first, "ArrowLeft"), undefined);
  assert.equal(to(second, "ArrowRight"), "5");
  assert.equal(to(third, "ArrowRight"), "6");
  assert.equal(to(final, "ArrowLeft"), "5"); // both are as near: the upper one
  assert.equal(to(sixth, "ArrowUp"), "5");
  assert.equal(to(sixth, "2"), undefined);
});

test("after a result comes the next match without one, at the end the first that was left out", () => {
  const done = { ...fifth, dataset: { ...fifth.dataset, result: "1-0" } };
  const matches = [first, done, sixth, final];
  assert.equal(nextOpen(matches, first), sixth);
  assert.equal(nextOpen(matches, sixth), first);
  assert.equal(nextOpen([done, final], done), undefined);
});

test("a match is found by its table or by a name, the one without a result before others", () => {
  const done = { ...first, dataset: { ...first.dataset, table: "6", result: "1-0" } };
  assert.equal(foundAmong([done, sixth], "6"), sixth);
  assert.equal(foundAmong([done], "6"), done);
  assert.equal(foundAmong(MATCHES, "soren")?.dataset.game, "1");
  assert.equal(foundAmong(MATCHES, "nobody"), undefined);
  assert.equal(foundAmong(MATCHES, " "), undefined);
});
