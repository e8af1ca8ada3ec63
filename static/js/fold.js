// Names as people type them: without accents, in any case. The tables and both functions are those of
// tournaments/steps/names.py; a test compares them.

const PLAIN = {
  ø: "o",
  æ: "ae",
  œ: "oe",
  ß: "ss",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ς: "σ",
  "’": "'",
};
const WRITTEN_OUT = { å: "aa", ø: "oe", ö: "oe", ä: "ae", ü: "ue" };

const replaced = (text, table) => text.replace(/./gu, (letter) => table[letter] ?? letter);

/** `Søren Ågård` and `soren agard` are the same; other scripts stay as they are. */
export function folded(text) {
  const plain = replaced(text.normalize("NFKD").toLowerCase(), PLAIN).replace(/[\u0300-\u036f]/g, "");
  return plain.normalize("NFC").split(/\s+/).filter(Boolean).join(" ");
}

/** What is searched: the folded name, and behind it the name with letters written out where that differs. */
export function searchKey(text) {
  const plain = folded(text);
  const writtenOut = folded(replaced(text.normalize("NFC").toLowerCase(), WRITTEN_OUT));
  return writtenOut === plain ? plain : `${plain} ${writtenOut}`;
}
