// @ts-check
// Where the cursor goes in the picture of a bracket. A match says in its data which one it is, its table and result.

import { folded, searchKey } from "../fold.js";

/**
 * @typedef {{ left: number, top: number, width: number, height: number }} Rect
 * @typedef {{ dataset: { [name: string]: string | undefined }, getBoundingClientRect: () => Rect }} Match
 */

/** @param {Match} match */
const middle = (match) => {
  const { left, top, height } = match.getBoundingClientRect();
  return { x: left, y: top + height / 2 };
};

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/**
 * The match an arrow leads to: in the same round up or down, else the nearest of the round beside it.
 * @template {Match} M
 * @param {M[]} matches
 * @param {M} from
 * @param {string} key
 * @returns {M | undefined}
 */
export function beside(matches, from, key) {
  const way = WAYS[key];
  if (!way) return undefined;
  const [dx, dy] = way;
  const here = middle(from);
  const places = matches.filter((other) => other !== from).map((match) => ({ match, ...middle(match) }));
  if (dy) {
    const column = places.filter(({ x, y }) => Math.abs(x - here.x) < 2 && (y - here.y) * dy > 0);
    return column.sort((a, b) => (a.y - b.y) * dy)[0]?.match;
  }
  const rounds = places.filter(({ x }) => (x - here.x) * dx > 2).sort((a, b) => (a.x - b.x) * dx);
  const next = rounds.filter(({ x }) => Math.abs(x - (rounds[0]?.x ?? 0)) < 2);
  return next.sort((a, b) => Math.abs(a.y - here.y) - Math.abs(b.y - here.y))[0]?.match;
}

/** @param {Match} match */
const isMissing = ({ dataset }) => "open" in dataset && !dataset.result;

/**
 * The next match without a result: behind this one in the picture, else from its beginning.
 * @template {Match} M
 * @param {M[]} matches
 * @param {M} from
 * @returns {M | undefined}
 */
export function nextOpen(matches, from) {
  const game = (/** @type {Match} */ match) => Number(match.dataset.game);
  const open = matches.filter((match) => match !== from && isMissing(match)).sort((a, b) => game(a) - game(b));
  return open.find((match) => game(match) > game(from)) ?? open[0];
}

/**
 * The open match at this table, or with somebody of this name; else the latest one.
 * @template {Match} M
 * @param {M[]} matches
 * @param {string} words
 * @returns {M | undefined}
 */
export function foundAmong(matches, words) {
  const wanted = folded(words);
  if (!wanted) return undefined;
  const isTable = /^\d+$/.test(wanted);
  const some = matches.filter(({ dataset }) =>
    isTable ? Number(dataset.table) === Number(wanted) : searchKey(dataset.names ?? "").includes(wanted),
  );
  return some.find(isMissing) ?? some.at(-1);
}
