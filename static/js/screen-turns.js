// @ts-check
// In which order a hall screen shows its pages, how long each stays, and which names it says a page holds.

const SECONDS = 10;
const [SHORTEST, LONGEST] = [3, 600];
const CLOCK_AFTER = 3; // pages

/**
 * A page of a board.
 * @typedef {{ board: { dataset: { [name: string]: string | undefined } }, page: number }} Page
 */

/**
 * All pages one after the other; the clock, if it is not alone, after every few of the others.
 * @template {Page} P
 * @param {P[][]} pagesOfBoards
 * @returns {P[]}
 */
export function inTurn(pagesOfBoards) {
  const all = pagesOfBoards.flat();
  const clock = all.find(({ board }) => board.dataset.show === "timer");
  const others = all.filter((page) => page !== clock);
  if (!clock || !others.length) return all;
  const isFirst = all[0] === clock;
  const woven = others.flatMap((page, index) => {
    const isLast = index + 1 === others.length || others[index + 1].board !== page.board;
    return isLast || (page.page + 1) % CLOCK_AFTER === 0 ? [page, clock] : [page];
  });
  return isFirst ? [clock, ...woven.slice(0, -1)] : woven;
}

/**
 * How many seconds a page stays: as the address asks, else as the desk says.
 * @param {number} asked
 * @param {string | undefined} told
 */
export const stay = (asked, told) => Math.min(Math.max(asked || Number(told) || SECONDS, SHORTEST), LONGEST);

/**
 * "A – Ham": as much of the first and the last name as tells them from those of the pages beside; numbers as they
 * are.
 * @param {string[]} labels of all rows, "" where a row has none
 * @param {(index: number) => boolean} isShown
 */
export function between(labels, isShown) {
  const shown = labels.map((_label, index) => index).filter((index) => isShown(index) && labels[index]);
  if (!shown.length) return "";
  const [first, last] = [shown[0], shown[shown.length - 1]];
  const ends = [start(labels[first], labels[first - 1]), start(labels[last], labels[last + 1])];
  return [...new Set(ends)].join(" – ");
}

/**
 * @param {string} name
 * @param {string} [other]
 */
function start(name, other = "") {
  if (/^\d+$/.test(name)) return name;
  const [letters, others] = [[...name], [...other.toLowerCase()]];
  const same = letters.findIndex((letter, index) => letter.toLowerCase() !== others[index]);
  return (same < 0 ? name : letters.slice(0, same + 1).join("")).trim();
}
