// A page of a round on which nothing is entered any more, or not yet: whatever is stored for it was not saved.

import { Left } from "./left.js";
import { SaveQueue } from "./queue.js";

const part = document.querySelector("[data-left]");
if (part) {
  const { address, user } = part.dataset;
  const queue = new SaveQueue({ storageKey: `pairwright:results:${address}`, user });
  new Left(part, (table) => queue.forget(table)).tell(queue.restore(() => false).left);
}
