// Which result a key stands for.

const PLAIN = { 1: "1-0", 2: "0-1", 0: "0-0", "=": "1/2-1/2", d: "1/2-1/2", D: "1/2-1/2" };
const FORFEIT = { 1: "+--", 2: "--+", 0: "---" };
const SHIFTED = { Digit1: "+--", Digit2: "--+", Digit0: "---" };

/** The result, "" to clear, undefined for any other key. `forfeit` is true after the key f. */
export function resultOf({ key, code, shiftKey }, forfeit) {
  if (key === "Backspace" || key === "Delete") return "";
  if (forfeit && key in FORFEIT) return FORFEIT[key];
  // First what the key says ("=" is Shift+0 on some keyboards), only then where it lies.
  if (key in PLAIN) return PLAIN[key];
  return shiftKey ? SHIFTED[code] : undefined;
}
