// A page of a round on which nothing is entered any more, or not yet: whatever is stored for it was not saved.

import { Left } from "./left.js";
import { SaveQueue } from "./queue.js";

const place = document.querySelector("[data-left]");
if (place) {
  const { address, user } = place.dataset;
  const queue = new SaveQueue({ storageKey: `pairwright:results:${address}`, user });
  new Left(place, (table) => queue.forget(table)).tell(queue.restore(() => false).left);
}
