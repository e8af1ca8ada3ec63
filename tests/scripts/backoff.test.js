import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { Backoff } from "../../static/js/backoff.js";
import { closeBrowser, newBrowser, pass } from "./fakes.js";

let attempts;
let backoff;

beforeEach(() => {
  newBrowser();
  attempts = 0;
  backoff = new Backoff(() => (attempts += 1));
});
afterEach(closeBrowser);

test("rests are twice as long each time, up to a quarter of a minute", async () => {
  for (const seconds of [1, 2, 4, 8, 15, 15]) {
    backoff.rest();
    attempts = 0;
    await pass(seconds * 1000 - 1);
    assert.deepEqual([attempts, backoff.isResting], [0, true], `${seconds} s`);
    await pass(1);
    assert.deepEqual([attempts, backoff.isResting], [1, false], `${seconds} s`);
  }
});

test("a rest that has begun is neither begun again nor made longer", async () => {
  backoff.rest();
  backoff.rest();
  await pass(1000);
  assert.equal(attempts, 1);
  await pass(60_000);
  assert.equal(attempts, 1);
  backoff.rest();
  await pass(2000);
  assert.equal(attempts, 2);
});

test("after an answer the next rest is short", async () => {
  backoff.rest();
  await pass(1000);
  backoff.reset();
  backoff.rest();
  await pass(1000);
  assert.equal(attempts, 2);
});

test("what is tried at once is not tried again at the end of the rest", async () => {
  backoff.rest();
  backoff.retryNow();
  assert.equal(attempts, 1);
  await pass(60_000);
  assert.equal(attempts, 1);
  backoff.rest();
  await pass(1000);
  assert.equal(attempts, 2);
});
