// Tables of four: how scores are typed, whether they add up, and what they are worth. Nothing here touches the page.
// The server reads and scores by the same rules (tournaments/forms/scores.py, pairing/model/scoring/mahjong.py).

export const SEATS = [0, 1, 2, 3];
const STICK = 1000;
const STEP = 100;
const RAW_PER_HUNDREDTH = 10;
const MOST = 1000000;

/** As typed on any keyboard: full-width digits, any dash for a minus, no spaces. */
function tidy(text) {
  return text
    .normalize("NFKC")
    .replace(/[‐-―−ー]/g, "-")
    .replace(/\s/g, "");
}

/**
 * A raw score: null if nothing is typed, NaN if it is none. Up to three digits are hundreds (423, 80), a point or
 * comma stands after the thousands (42.3, 42,300), four digits and more are the points themselves (42300).
 */
export function readRaw(text) {
  const typed = tidy(text);
  if (!typed) return null;
  const [, sign, whole, mark, part = ""] = typed.match(/^([+-]?)(\d{1,7})(?:([.,])(\d{1,3}))?$/) ?? [];
  if (whole === undefined || (mark && whole.length > 3)) return NaN;
  let value = Number(whole);
  if (mark) value = value * 1000 + Number(part.padEnd(3, "0"));
  else if (whole.length <= 3) value *= STEP;
  if (value % STEP || value > MOST) return NaN;
  return sign === "-" ? 0 - value : value;
}

/**
 * A raw score as it stands in a box: `readRaw` reads the same score again, so what is below a thousand gets its
 * point.
 */
export function boxText(value) {
  if (value === 0 || Math.abs(value) >= 1000) return String(value);
  return `${value < 0 ? "-" : ""}0.${Math.abs(value) / STEP}`;
}

/** A penalty in hundredths of a point: without a sign it is taken off (20 is -20). 0 if nothing is typed. */
export function readPenalty(text) {
  const [, sign, whole, part = ""] = tidy(text).match(/^([+-]?)(\d{1,4})(?:[.,](\d{1,2}))?$/) ?? [];
  if (whole === undefined) return tidy(text) ? NaN : 0;
  const value = Number(whole) * 100 + Number(part.padEnd(2, "0"));
  return sign === "+" ? value : 0 - value;
}

/** Riichi sticks left on the table; 0 if nothing is typed. */
export function readSticks(text) {
  const typed = tidy(text);
  return /^\d{0,3}$/.test(typed) ? Number(typed) : NaN;
}

/**
 * Whether the scores typed so far (null: not yet) add up. `kind` is "empty", "unreadable", "open" (some are missing;
 * `left` is what is left for them), "fits", "much" or "few" (by `difference`). `sticks` of "few" is how many sticks
 * left on the table would explain it, if any.
 */
export function check({ start }, raw, sticks) {
  if (raw.some(Number.isNaN) || Number.isNaN(sticks)) return { kind: "unreadable" };
  if (raw.every((value) => value === null)) return { kind: "empty" };
  const left = 4 * start - sticks * STICK - raw.reduce((sum, value) => sum + value, 0);
  if (raw.includes(null)) return { kind: "open", left };
  if (left === 0) return { kind: "fits" };
  if (left < 0) return { kind: "much", difference: -left };
  return { kind: "few", difference: left, sticks: left % STICK ? 0 : sticks + left / STICK };
}

/** The one seat without a score and the score that is left for it; null while more are missing. */
export function suggestion(scoring, raw, sticks) {
  const state = check(scoring, raw, sticks);
  const isLast = state.kind === "open" && raw.filter((value) => value === null).length === 1;
  return isLast && state.left % STEP === 0 ? { seat: raw.indexOf(null), score: state.left } : null;
}

/** Points (hundredths, with penalties) and places in seat order; those who share a place have the same. */
export function scoreTable(scoring, raw, penalties, sticks) {
  const order = [...SEATS].sort((a, b) => raw[b] - raw[a] || a - b);
  const left = scoring.leftover === "winner" ? (sticks * STICK) / RAW_PER_HUNDREDTH : 0;
  const worth = [scoring.uma_first + scoring.oka + left, scoring.uma_second, scoring.uma_third, scoring.uma_fourth];
  const points = raw.map((value, seat) => (value - scoring.return_points) / RAW_PER_HUNDREDTH + penalties[seat]);
  const places = [0, 0, 0, 0];
  for (let first = 0; first < 4;) {
    let last = first + 1;
    while (scoring.ties === "share" && last < 4 && raw[order[last]] === raw[order[first]]) last += 1;
    const total = worth.slice(first, last).reduce((sum, value) => sum + value, 0);
    const each = Math.floor(total / (last - first));
    const rest = total - each * (last - first);
    order.slice(first, last).forEach((seat, at) => {
      points[seat] += each + (at < rest ? 1 : 0);
      places[seat] = first + 1;
    });
    first = last;
  }
  return { points, places };
}

/** A table as one text, the same for the same scores: `42300,31200,28000,18500;0,0,-2000,0;0`. */
export function toText(raw, penalties, sticks) {
  return [raw.join(","), penalties.join(","), sticks].join(";");
}

export function fromText(text) {
  const [raw, penalties, sticks] = text.split(";");
  return { raw: raw.split(",").map(Number), penalties: penalties.split(",").map(Number), sticks: Number(sticks) };
}

export function showRaw(value, language) {
  return new Intl.NumberFormat(language, { useGrouping: "always" }).format(value).replace("-", "−");
}

/** Final points or a penalty with its sign, with one decimal at least. */
export function showPoints(hundredths, language) {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 2, signDisplay: "exceptZero" };
  return new Intl.NumberFormat(language, digits).format(hundredths / 100).replace("-", "−");
}
