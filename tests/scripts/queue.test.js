import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { SaveQueue } from "../../static/js/desk/queue.js";
import { closeBrowser, newBrowser, newServer, pass, settle } from "./fakes.js";

const KEY = "results";
let calls;
let post;
let storage;
let told;

beforeEach(() => {
  storage = newBrowser();
  ({ calls, post } = newServer());
  told = [];
});
afterEach(closeBrowser);

const opened = (user = "1") =>
  new SaveQueue({
    storageKey: KEY,
    user,
    post,
    on: (table, state, detail) => told.push([table, state, detail]),
  });

const wish = (result, seen = "") => ({ match: "m", result, seen });
const stored = () => JSON.parse(storage.getItem(KEY) ?? "{}");
const tables = () => calls.map(({ sent: [table] }) => table);
const lastOf = (table) => told.findLast(([of]) => of === table);

async function reply(call, answer) {
  call.reply(answer);
  await settle();
}

test("four are sent at once, the next as soon as one is saved", async () => {
  const queue = opened();
  for (const table of [3, 1, 4, 2, 5]) queue.add(table, wish("1-0"));
  assert.deepEqual(tables(), [3, 1, 4, 2]);
  await reply(calls[0], { kind: "saved", body: {} });
  assert.deepEqual(tables(), [3, 1, 4, 2, 5]);
  assert.deepEqual(lastOf(3), [3, "saved", { result: "1-0" }]);
});

test("what is not saved stays in the storage, what is saved goes", async () => {
  const queue = opened();
  queue.add(7, wish("1-0"));
  queue.add(8, wish("0-1"));
  await reply(calls[0], { kind: "saved" });
  await reply(calls[1], { kind: "waiting" });
  assert.deepEqual(Object.keys(stored()), ["8"]);
  assert.equal(queue.replaced(8), "");
  assert.equal(queue.replaced(7), undefined);
});

test("without a network all wait together, and one rest ends for all", async () => {
  const queue = opened();
  queue.add(1, wish("1-0"));
  queue.add(2, wish("0-1"));
  for (const call of calls.slice()) await reply(call, { kind: "waiting" });
  assert.deepEqual(
    told.filter(([, state]) => state === "waiting").map(([table]) => table),
    [1, 2],
  );
  queue.add(3, wish("1-0")); // is kept, and waits with them
  await pass(999);
  assert.equal(calls.length, 2);
  await pass(1);
  assert.deepEqual(tables(), [1, 2, 1, 2, 3]);
});

test("once the server has answered, the next rest is a short one again", async () => {
  const queue = opened();
  queue.add(1, wish("1-0"));
  await reply(calls[0], { kind: "waiting" });
  await pass(1000);
  await reply(calls[1], { kind: "saved" });
  queue.add(2, wish("0-1"));
  await reply(calls[2], { kind: "waiting" });
  await pass(1000);
  assert.deepEqual(tables(), [1, 1, 2, 2]);
});

test("who corrects an unconfirmed result has seen what was there before and the earlier wish", async () => {
  const queue = opened();
  queue.add(1, wish("1-0", "0-1"));
  queue.add(1, wish("1/2-1/2", "1-0"));
  queue.add(1, wish("1-0", "1/2-1/2"));
  assert.equal(calls.length, 1);
  assert.deepEqual(stored()[1].seen, ["0-1", "1-0", "1/2-1/2"]);
  // The first has arrived: from now on the server holds that and nothing else.
  await reply(calls[0], { kind: "saved" });
  assert.deepEqual(lastOf(1), [1, "saving", { result: "1-0" }]);
  const [table, { result, seen }] = calls[1].sent;
  assert.deepEqual([table, result, seen], [1, "1-0", ["1-0"]]);
  await reply(calls[1], { kind: "saved" });
  assert.equal(queue.size, 0);
});

test("another desk was faster: nothing is sent again, and both results are told", async () => {
  const queue = opened();
  queue.add(1, { ...wish("1-0"), more: { note: "n" } });
  await reply(calls[0], { kind: "conflict", body: { current: "0-1", message: "Ann entered 0-1." } });
  assert.deepEqual(lastOf(1), [
    1,
    "conflict",
    { current: "0-1", message: "Ann entered 0-1.", wanted: "1-0", more: { note: "n" } },
  ]);
  await pass(60_000);
  assert.equal(calls.length, 1);
  assert.deepEqual(stored(), {});
});

test("what is refused without a word of what stands there is shown as it was before", async () => {
  const queue = opened();
  queue.add(1, wish("1-0", "0-1"));
  queue.add(1, wish("0-0", "1-0"));
  await reply(calls[0], { kind: "refused", body: { message: "" } });
  const [, state, { current, wanted }] = lastOf(1);
  assert.deepEqual([state, current, wanted], ["refused", "0-1", "0-0"]);
  assert.equal(queue.has(1), false);
});

test("whoever is signed out keeps the entry until the right one is back", async () => {
  const queue = opened();
  queue.add(1, wish("1-0"));
  await reply(calls[0], { kind: "signed-out", body: { message: "someone else" } });
  assert.deepEqual(lastOf(1), [1, "signed-out", { message: "someone else" }]);
  assert.deepEqual(Object.keys(stored()), ["1"]);
  queue.retryNow();
  await reply(calls[1], { kind: "saved" });
  assert.equal(queue.size, 0);
});

test("a later visit sends what fits the page and tells what does not", () => {
  const earlier = opened();
  earlier.add(1, { ...wish("1-0"), match: "old", words: "Table 1, Ann – Bo: 1–0" });
  earlier.add(2, wish("0-1"));
  opened("2").add(3, wish("1-0")); // somebody else at the same computer
  calls.length = 0;
  const queue = opened();
  const { sent, left } = queue.restore((_table, match) => match === "m");
  assert.deepEqual(sent, [[2, "0-1"]]);
  assert.deepEqual(tables(), [2]);
  assert.deepEqual(
    left.map(({ table, isOurs, words }) => [table, isOurs, words]),
    [
      [1, true, "Table 1, Ann – Bo: 1–0"],
      [3, false, undefined],
    ],
  );
  assert.deepEqual(Object.keys(stored()), ["1", "2", "3"]);
  queue.forget(1);
  assert.deepEqual(Object.keys(stored()), ["2", "3"]);
});

test("what has been entered since is newer than what an earlier visit left", () => {
  opened().add(1, wish("0-1"));
  const queue = opened();
  queue.add(1, wish("1-0"));
  assert.deepEqual(
    queue.restore(() => true),
    { sent: [], left: [] },
  );
  assert.equal(stored()[1].result, "1-0");
});

test("where nothing can be stored it says so, and sends all the same", async () => {
  const queue = opened();
  storage.isFull = true;
  queue.add(1, wish("1-0"));
  assert.equal(queue.isStored, false);
  assert.deepEqual(tables(), [1]);
  storage.isFull = false;
  await reply(calls[0], { kind: "waiting" });
  queue.add(1, wish("0-1", "1-0"));
  assert.equal(queue.isStored, true);
});

test("who waits for the last one goes on when nothing waits any more", async () => {
  const queue = opened();
  await queue.settled();
  let isSettled = false;
  queue.add(1, wish("1-0"));
  queue.add(2, wish("1-0"));
  queue.settled().then(() => (isSettled = true));
  await reply(calls[0], { kind: "saved" });
  await pass(1);
  assert.equal(isSettled, false);
  await reply(calls[1], { kind: "conflict", body: {} });
  await pass(1);
  assert.equal(isSettled, true);
});
