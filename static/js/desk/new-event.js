// The picture of a new event: a column for each round, split by score, loss or table, then the cut and the bracket.

const SVG = "http://www.w3.org/2000/svg";
const [HEIGHT, TOP, GAP, MOST] = [104, 22, 2, 16];
const form = document.querySelector("#event-form");
const whole = (name, none) => parseInt(form.elements[name]?.value, 10) || none;

function drawn(name, attributes, text = "") {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

/** The shares of the field with 0, 1, 2, … wins (or losses) before round `round`, if matches are even. */
function shares(round) {
  let row = [1];
  for (let i = 1; i < round; i += 1) row = [...row, 0].map((part, at) => (part + (row[at - 1] ?? 0)) / 2);
  return row;
}

/** Players still in before each round of an elimination after `losses`, as shares by losses. */
const stillIn = (round, losses) => shares(round).slice(0, losses);

/** So many tables, as boxes; the column with most of them fills the height. */
const tables = (count) => Math.max(1, Math.min(Math.ceil(count), MOST));

/** The columns of the event: parts of the height, from the top, and what is written above. */
function columns(facts) {
  const players = whole("players_expected", 16);
  const rounds = Math.min(whole("rounds_planned", 1), 20);
  const { system, seats, cut } = facts.dataset;
  const losses = whole("options_elimination", 0);
  const numbers = Array.from({ length: rounds }, (_, i) => i + 1);
  if (system === "bracket") return numbers.map((n) => ({ head: n, boxes: tables(players / 2 ** n) }));
  if (seats === "4") {
    const final = system === "mahjong_final" ? whole("options_final_rounds", 2) : 0;
    const best = whole("options_cut", 8);
    return numbers.map((n) => {
      const inFinal = n > rounds - final;
      const seated = inFinal ? (n === rounds ? 4 : best) : players;
      return { head: n, boxes: tables(seated / 4), before: n === rounds - final + 1 ? best : 0 };
    });
  }
  const even = ["round_robin", "double_elimination"].includes(system);
  const swiss = numbers.map((n) => ({
    head: n,
    parts: losses ? stillIn(n, losses) : even ? [1] : shares(n),
  }));
  const later = [];
  for (let left = Number(cut) || 0; left > 1; left /= 2) {
    later.push({ boxes: tables(left / 2), before: left === Number(cut) ? left : 0 });
  }
  return [...swiss, ...later];
}

function draw() {
  const facts = document.querySelector("#event-facts");
  const picture = document.querySelector("#event-picture");
  if (!facts || !picture) return;
  const all = columns(facts);
  const step = 400 / Math.max(all.length, 6);
  const most = Math.max(4, ...all.map(({ boxes }) => boxes ?? 0));
  picture.replaceChildren(
    ...all.flatMap(({ head, parts, boxes, before }, at) => {
      const x = at * step + (before ? step * 0.1 : 0);
      const width = step * 0.78;
      const marks = [];
      let y = TOP;
      for (const part of parts ?? Array(boxes).fill(1 / most)) {
        const height = part * HEIGHT;
        const size = Math.max(0.5, height - GAP);
        marks.push(drawn("rect", { x, y, width, height: size, rx: 1.5, class: boxes ? "box" : "part" }));
        y += height;
      }
      if (head) marks.push(drawn("text", { x: x + width / 2, y: 14, "text-anchor": "middle" }, head));
      if (before) {
        const line = x - step * 0.16;
        marks.push(drawn("line", { x1: line, x2: line, y1: TOP - 4, y2: TOP + HEIGHT + 4 }));
        const text = facts.dataset.top.replace("%n", before);
        const anchor = head ? "end" : "start";
        marks.push(drawn("text", { x: head ? line - 3 : line + 3, y: 138, "text-anchor": anchor, class: "cut" }, text));
      }
      return marks;
    }),
  );
}

form.addEventListener("input", ({ target }) => {
  if (target.name === "rounds_planned") form.elements.rounds_typed.value = target.value;
  draw();
});
form.addEventListener("click", ({ target }) => {
  if (target.id === "suggest") form.elements.rounds_typed.value = "";
});
document.addEventListener("htmx:after:swap", draw);
draw();
