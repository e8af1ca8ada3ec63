// Whether a key is typed, and which result it stands for. What is typed for which result is said by the page: `keys` is
// the result by the keys pressed one after the other ("1", "f 1").

const SHIFTED = { Digit1: "f 1", Digit2: "f 2" };

/** The result, "" to clear, undefined for any other key. `before` is the first of two keys, such as f, or "". */
export function resultOf({ key, code, shiftKey }, keys, before) {
  if (key === "Backspace" || key === "Delete") return "";
  const typed = key.toLowerCase();
  if (before && `${before} ${typed}` in keys) return keys[`${before} ${typed}`];
  // First what the key says ("=" is Shift+0 on some keyboards), only then where it lies.
  if (typed in keys) return keys[typed];
  return shiftKey ? keys[SHIFTED[code]] : undefined;
}

/** Whether a key is the first of two. */
export const isFirstOfTwo = ({ key }, keys) => Object.keys(keys).some((way) => way.startsWith(`${key.toLowerCase()} `));

/** Whether a key pressed here is a letter of something that is typed. */
export const typedIn = (target) => target.closest?.("input, textarea, select, [contenteditable]");
