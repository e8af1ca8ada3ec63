import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { Store } from "../../static/js/outbox-store.js";
import { closeBrowser, newBrowser } from "./fakes.js";

let storage;

beforeEach(() => (storage = newBrowser()));
afterEach(closeBrowser);

test("what one tab puts there another finds, also after its own", () => {
  const [one, two] = [new Store("spring"), new Store("spring")];
  one.put({ id: "a", told: "You won" });
  two.put({ id: "b", told: "A draw" });
  assert.deepEqual(Object.keys(one.all()).sort(), ["a", "b"]);
  assert.equal(two.get("a").told, "You won");
  two.drop("a");
  assert.equal(one.get("a"), undefined);
  assert.deepEqual(new Store("autumn").all(), {});
});

test("the last one that goes leaves nothing behind", () => {
  const store = new Store("spring");
  store.put({ id: "a" });
  store.drop("a");
  assert.deepEqual([...storage.items], []);
});

test("where the browser keeps nothing an answer lives as long as the page", () => {
  const store = new Store("spring");
  storage.isFull = true;
  store.put({ id: "a", told: "You won" });
  assert.equal(store.get("a").told, "You won");
  assert.deepEqual(Object.keys(store.memory), ["a"]);
  assert.equal(new Store("spring").get("a"), undefined);
  storage.isFull = false;
  store.put({ id: "a", told: "You won" });
  assert.deepEqual(store.memory, {});
  storage.isFull = true;
  store.put({ id: "b" });
  store.drop("b");
  assert.deepEqual(Object.keys(store.all()), ["a"]);
});

test("what somebody else has written there is as good as nothing", () => {
  storage.setItem("spring", "{not json");
  const store = new Store("spring");
  assert.deepEqual(store.all(), {});
  store.put({ id: "a" });
  assert.deepEqual(Object.keys(new Store("spring").all()), ["a"]);
});
