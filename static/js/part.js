// @ts-check
// Parts of a page: one that is always there, and is of this kind; the rows of a list.

/**
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => T} [kind]
 * @returns {T}
 */
export function part(root, selector, kind = /** @type {any} */ (HTMLElement)) {
  const found = root.querySelector(selector);
  if (found instanceof kind) return found;
  throw new TypeError(`${selector} is missing`);
}

/**
 * The rows of a list, or of the lists that a long one is made of.
 * @param {Element} list
 * @returns {HTMLElement[]}
 */
export function rowsIn(list) {
  const rows = list.matches("ol") ? list.children : list.querySelectorAll(":scope > ol > li");
  return /** @type {HTMLElement[]} */ ([...rows]);
}
