import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { HELD, Pace } from "../../static/js/live-pace.js";
import { closeBrowser, newBrowser, pass } from "./fakes.js";

const MIDDLE = 0.5; // no jitter
let pace;

beforeEach(() => {
  newBrowser();
  pace = new Pace();
});
afterEach(closeBrowser);

test("a page asks every five seconds, give or take one and a half, a hidden one once a minute", () => {
  assert.deepEqual(
    [0, MIDDLE, 1].map((chance) => pace.rest(false, chance)),
    [3500, 5000, 6500],
  );
  assert.equal(pace.rest(true, 0), 60_000);
});

test("without a good answer it asks less and less, and as before after the first one", () => {
  const rests = [];
  for (const fail of [() => pace.failed(), () => pace.answered(10, false)].flatMap((how) => [how, how, how])) {
    fail();
    rests.push(pace.rest(false, MIDDLE));
  }
  assert.deepEqual(rests, [10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
  pace.answered(10, true);
  assert.equal(pace.rest(false, MIDDLE), 5000);
});

test("a server that takes long is busy with questions for a tenth of the time at most", () => {
  pace.answered(1200, true);
  assert.equal(pace.rest(false, MIDDLE), 12_000);
  pace.answered(30_000, true);
  assert.equal(pace.rest(false, MIDDLE), 60_000);
});

test("a finger holds the page until a moment after it, unless it has pressed for news", async () => {
  assert.equal(pace.isHeld, false);
  pace.press();
  await pass(HELD - 1);
  assert.equal(pace.isHeld, true);
  await pass(1);
  assert.equal(pace.isHeld, false);
  pace.press();
  pace.release();
  assert.equal(pace.isHeld, false);
});
