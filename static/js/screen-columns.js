// @ts-check
// How rows of different heights fill the columns of a screen, and how many pages that takes. A row's height is a
// number of lines, its `span`.

/**
 * @typedef {{ page: number, column: number, line: number, span: number }} Cell
 * @typedef {{ cells: Cell[], columns: number, lines: number, pages: number }} Filling
 */

/**
 * No more columns than everybody needs, and all of the same length.
 * @param {number[]} spans
 * @param {number} most how many columns fit beside each other
 * @param {number} lines how many fit below each other
 * @returns {Filling}
 */
export function fewestColumns(spans, most, lines) {
  const needed = spans.reduce((sum, span) => sum + span, 0);
  for (let columns = 1; columns <= most; columns += 1)
    for (let length = Math.ceil(needed / columns); length <= lines; length += 1) {
      const found = filled(spans, columns, length);
      if (found.pages === 1) return found;
    }
  return filled(spans, most, lines);
}

/**
 * @param {number[]} spans
 * @param {number} columns
 * @param {number} lines
 * @returns {Filling}
 */
function filled(spans, columns, lines) {
  let [column, next] = [0, 0];
  const cells = spans.map((span) => {
    if (next && next + span > lines) [column, next] = [column + 1, 0];
    const cell = { page: Math.floor(column / columns), column: column % columns, line: next, span };
    next += span;
    return cell;
  });
  return { cells, columns, lines, pages: Math.floor(column / columns) + 1 };
}
