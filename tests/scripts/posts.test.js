import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { posting } from "../../static/js/desk/saving.js";
import { post } from "../../static/js/outbox-post.js";
import { closeBrowser, newBrowser, pass } from "./fakes.js";

const JSON_TYPE = { "Content-Type": "application/json" };
const ours = (status, body) => new Response(JSON.stringify(body), { status, headers: JSON_TYPE });
const page = (status) => new Response("<html>", { status, headers: { "Content-Type": "text/html" } });
/** As a browser shows it that was told not to follow. */
const elsewhere = () =>
  Object.defineProperties(new Response(null), {
    type: { value: "opaqueredirect" },
    status: { value: 0 },
    ok: { value: false },
  });

beforeEach(newBrowser);
afterEach(closeBrowser);

const answering = (answer) => mock.method(globalThis, "fetch", async () => answer());

function noNetwork() {
  throw new TypeError("Failed to fetch");
}

const report = (stop = new AbortController()) =>
  post("/e/spring/me/k/report/", { fields: [["outcome", "win"]], key: "abc" }, stop);

test("a report: what the server says becomes of it", async () => {
  const outcomes = [
    [() => ours(200, { state: "mine" }), { kind: "sent", state: "mine" }],
    [() => ours(409, { message: "Too late." }), { kind: "refused", message: "Too late." }],
    [() => page(404), { kind: "refused", message: undefined }],
    // The sign-in page of a hall's network, and a server that is busy or away.
    ...[() => page(200), elsewhere, () => page(502), () => ours(429, {}), noNetwork].map((answer) => [
      answer,
      { kind: "waiting" },
    ]),
  ];
  for (const [answer, wanted] of outcomes) {
    answering(answer);
    assert.deepEqual(await report(), wanted, String(answer));
  }
});

test("a report carries its key, and is given up when the server does not answer", async () => {
  const stop = new AbortController();
  const never = mock.method(
    globalThis,
    "fetch",
    (_address, { signal }) => new Promise((_, no) => signal.addEventListener("abort", () => no(signal.reason))),
  );
  const outcome = report(stop);
  const [address, { body }] = never.mock.calls[0].arguments;
  assert.deepEqual([address, String(body)], ["/e/spring/me/k/report/", "outcome=win&key=abc"]);
  await pass(9999);
  assert.equal(stop.signal.aborted, false);
  await pass(1);
  assert.deepEqual(await outcome, { kind: "waiting" });
});

const save = () =>
  posting({ url: "/result/", user: "4", token: () => "t" })(7, {
    match: "m",
    result: "1-0",
    seen: ["", "0-1"],
    more: { note: "n" },
  });

test("a result of the desk: what the server says becomes of it", async () => {
  const another = { code: "another_account", message: "someone else" };
  const outcomes = [
    [() => ours(200, { version: 2 }), { kind: "saved", body: { version: 2 } }],
    [() => ours(409, { current: "0-1" }), { kind: "conflict", body: { current: "0-1" } }],
    [() => ours(422, { message: "no" }), { kind: "refused", body: { message: "no" } }],
    [() => page(404), { kind: "refused", body: { message: "" } }],
    [() => ours(403, { message: "no right" }), { kind: "refused", body: { message: "no right" } }],
    [() => ours(409, another), { kind: "signed-out", body: another }],
    ...[elsewhere, () => page(401), () => page(403)].map((answer) => [answer, { kind: "signed-out" }]),
    ...[() => page(500), () => page(429), noNetwork].map((answer) => [answer, { kind: "waiting" }]),
  ];
  for (const [answer, wanted] of outcomes) {
    answering(answer);
    assert.deepEqual(await save(), wanted, String(answer));
  }
});

test("a result says who enters it, and everything that the server may hold already", async () => {
  const sent = answering(() => ours(200, {}));
  await save();
  const [address, { body, headers }] = sent.mock.calls[0].arguments;
  assert.equal(address, "/result/");
  assert.equal(headers["X-CSRFToken"], "t");
  assert.equal(String(body), "table=7&match=m&result=1-0&as=4&seen=&seen=0-1&note=n");
});
