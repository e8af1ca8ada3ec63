import assert from "node:assert/strict";
import { test } from "node:test";

import { fewestColumns } from "../../static/js/screen-columns.js";
import { between, inTurn, stay } from "../../static/js/screen-turns.js";

/** The pages of a board, as "tables 1", "tables 2". */
function pagesOf(show, pages) {
  const board = { dataset: { show } };
  return Array.from({ length: pages }, (_, page) => ({ board, page }));
}
const turns = (...boards) => inTurn(boards).map(({ board, page }) => `${board.dataset.show} ${page + 1}`);

test("the clock comes again after every third page of a board, and after its last", () => {
  // After the names comes the clock, with which it begins again.
  assert.equal(
    turns(pagesOf("timer", 1), pagesOf("tables", 4), pagesOf("names", 2)).join(", "),
    "timer 1, tables 1, tables 2, tables 3, timer 1, tables 4, timer 1, names 1, names 2",
  );
  assert.deepEqual(turns(pagesOf("tables", 2), pagesOf("timer", 1)), ["tables 1", "tables 2", "timer 1"]);
});

test("a clock alone stays, and without one the pages are in their order", () => {
  assert.deepEqual(turns(pagesOf("timer", 1)), ["timer 1"]);
  assert.deepEqual(turns(pagesOf("tables", 2), pagesOf("names", 1)), ["tables 1", "tables 2", "names 1"]);
});

test("a page stays as long as the address asks, else as the desk says, between three seconds and ten minutes", () => {
  assert.equal(stay(15, "20"), 15);
  assert.equal(stay(0, "20"), 20);
  assert.equal(stay(NaN, undefined), 10);
  assert.equal(stay(1, "20"), 3);
  assert.equal(stay(0, "9999"), 600);
});

test("a page says as much of its first and last name as tells them from those beside", () => {
  const names = ["Adams", "Adler", "Hall", "Hamm", "Hansen", "Zak"];
  const on = (from, to) => between(names, (index) => index >= from && index <= to);
  assert.equal(on(0, 1), "A");
  assert.equal(on(2, 3), "H – Ham");
  assert.equal(on(3, 5), "Ham – Z");
  assert.equal(on(5, 5), "Z");
  assert.equal(
    between(["9", "10", "", "11"], (index) => index > 0),
    "10 – 11",
  );
  assert.equal(
    between(["", ""], () => true),
    "",
  );
});

/** Rows of every page and column, by their place in the list. */
function laid(spans, most, lines) {
  const { cells, ...rest } = fewestColumns(spans, most, lines);
  for (const [index, { page, column, line, span }] of cells.entries()) {
    assert.equal(span, spans[index]);
    assert.ok(line + span <= lines || line === 0, "no row is cut in the middle of a column");
    const before = cells[index - 1];
    const place = (cell) => (cell.page * rest.columns + cell.column) * 1000 + cell.line;
    assert.ok(!before || place(before) + before.span <= place(cells[index]), "none stands on another");
    assert.ok(column < rest.columns && page < rest.pages);
  }
  return rest;
}

test("what fits one column has one, and columns are no longer than they need to be", () => {
  assert.deepEqual(laid([1, 1, 1], 3, 10), { columns: 1, lines: 3, pages: 1 });
  assert.deepEqual(laid(Array(12).fill(1), 3, 10), { columns: 2, lines: 6, pages: 1 });
  assert.deepEqual(laid(Array(18).fill(1), 2, 10), { columns: 2, lines: 9, pages: 1 });
  // Two of these do not share a column of three lines, so there must be four.
  assert.deepEqual(laid([2, 2, 2], 2, 4), { columns: 2, lines: 4, pages: 1 });
});

test("what does not fit one page fills all columns of each", () => {
  assert.deepEqual(laid(Array(25).fill(1), 2, 5), { columns: 2, lines: 5, pages: 3 });
  assert.deepEqual(laid([9, 1], 1, 5), { columns: 1, lines: 5, pages: 2 }); // higher than the screen
});
