import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { Store } from "../../static/js/outbox-store.js";
import { CATCH_UP, Outbox, UNSEEN } from "../../static/js/outbox.js";
import { closeBrowser, newBrowser, newServer, pass } from "./fakes.js";

let calls;
let post;
let told;

beforeEach(() => {
  newBrowser();
  ({ calls, post } = newServer());
  told = [];
});
afterEach(closeBrowser);

const opened = ({ scope = "me:1", maySend = true } = {}) =>
  new Outbox({
    scope,
    maySend,
    store: new Store("spring"),
    post,
    on: (state, { about }) => told.push(`${about} ${state}`),
  });

const answer = (about) => ({ about, path: "report/", fields: [["outcome", "win"]], told: "You won" });

async function reply(outcome, call = calls.at(-1)) {
  call.reply(outcome);
  await pass(UNSEEN);
}

const shown = (outbox) => outbox.toShow().map(({ about, state }) => `${about} ${state}`);

test("answers are sent one after the other, in the order in which they were given", async () => {
  const outbox = opened();
  outbox.add(answer("z"));
  await pass(1);
  outbox.add(answer("b"));
  await pass(1);
  outbox.add(answer("a"));
  await pass(1);
  outbox.add({ ...answer("b"), told: "You lost" }); // given anew: the last one now
  assert.equal(calls.length, 1);
  for (let sent = 0; sent < 3; sent += 1) await reply({ kind: "sent", state: "mine" });
  assert.deepEqual(
    calls.map(({ sent: [entry] }) => entry.about),
    ["z", "a", "b"],
  );
  assert.equal(outbox.sent.get("me:1/z").became, "mine");
});

test("without an answer it waits, and the same key is sent again after a rest", async () => {
  const outbox = opened();
  outbox.add(answer("7"));
  for (const rest of [1000, 2000, 4000]) {
    await reply({ kind: "waiting" });
    const before = calls.length;
    await pass(rest - 1);
    assert.equal(calls.length, before);
    await pass(1);
    assert.equal(calls.length, before + 1);
  }
  assert.equal(new Set(calls.map(({ sent: [entry] }) => entry.key)).size, 1);
  await reply({ kind: "waiting" });
  outbox.retryNow(); // the network is back
  assert.equal(calls.length, 5);
  await reply({ kind: "sent", state: "counted" });
  assert.deepEqual(outbox.waiting(), []);
  assert.equal(told.at(-1), "7 sent");
});

test("once the server has answered, the next rest is a short one again", async () => {
  const outbox = opened();
  outbox.add(answer("7"));
  outbox.add(answer("8"));
  await reply({ kind: "waiting" });
  await pass(1000);
  await reply({ kind: "sent", state: "mine" });
  await reply({ kind: "waiting" });
  await pass(1000);
  assert.equal(calls.length, 4);
});

test("an answer that is given anew takes the place of the one on its way", async () => {
  const outbox = opened();
  outbox.add(answer("7"));
  await pass(1);
  outbox.add({ ...answer("7"), told: "You lost" });
  await reply({ kind: "refused", message: "no" });
  assert.deepEqual(told, []); // of the first nobody wants to know any more
  assert.equal(calls[1].sent[0].told, "You lost");
  assert.notEqual(calls[0].sent[0].key, calls[1].sent[0].key);
});

test("what is refused is not sent again until somebody asks for it", async () => {
  const outbox = opened();
  outbox.add(answer("7"));
  await reply({ kind: "refused", message: "Table 1 already has a result." });
  await pass(60_000);
  assert.equal(calls.length, 1);
  const [refused] = outbox.toShow();
  assert.deepEqual(shown(outbox), ["7 refused"]);
  assert.deepEqual([refused.state, refused.why], ["refused", "Table 1 already has a result."]);
  outbox.again(refused);
  assert.equal(calls[1].sent[0].key, calls[0].sent[0].key);
});

test("what is taken back while it is sent is stopped, and the next one goes", async () => {
  const outbox = opened();
  outbox.add(answer("7"));
  await pass(1);
  outbox.add(answer("8"));
  const [entry, stop] = calls[0].sent;
  outbox.drop(entry);
  assert.equal(stop.signal.aborted, true);
  await reply({ kind: "waiting" });
  assert.deepEqual(told, []);
  await pass(1000);
  assert.equal(calls[1].sent[0].about, "8");
});

test("a page that proves nobody sends nothing, and one sends only what its own people said", async () => {
  opened({ maySend: false }).add(answer("7"));
  await pass(60_000);
  assert.equal(calls.length, 0);
  const other = opened({ scope: "me:2" });
  other.retryNow();
  await pass(1);
  assert.equal(calls.length, 0);
  assert.deepEqual(other.toShow(), []);
  opened().retryNow();
  assert.equal(calls.length, 1);
});

test("an answer is shown as waiting only when it has waited for a while", async () => {
  const outbox = opened();
  outbox.add(answer("7"));
  await pass(UNSEEN - 1);
  assert.deepEqual(shown(outbox), []);
  await pass(1);
  assert.deepEqual(shown(outbox), ["7 waiting"]);
});

test("a question is not asked again before the page shows its answer", async () => {
  const outbox = opened();
  outbox.add(answer("7"));
  assert.deepEqual([...outbox.answered()], ["7"]);
  const before = performance.now();
  calls[0].reply({ kind: "sent", state: "mine" });
  await pass(UNSEEN);
  outbox.pageShows(before); // asked for before it had arrived
  assert.deepEqual([...outbox.answered()], ["7"]);
  await pass(1);
  outbox.pageShows(performance.now());
  assert.deepEqual([...outbox.answered()], []);
});

test("sent is said where a card has said waiting before, else only when the page is late", async () => {
  const slow = opened();
  slow.add(answer("7"));
  await pass(UNSEEN);
  await reply({ kind: "sent", state: "mine" });
  assert.deepEqual(shown(slow), ["7 sent"]);
  const quick = opened();
  quick.store.put({ ...answer("8"), id: "me:1/8", scope: "me:1", key: "k", state: "waiting", at: Date.now() });
  quick.arrived(quick.store.get("me:1/8"), "mine");
  assert.deepEqual(shown(quick), []);
  await pass(CATCH_UP);
  assert.deepEqual(shown(quick), ["8 sent"]);
});
