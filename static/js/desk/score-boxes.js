// The boxes of one table of four: what is typed in them, and what it is as a result.

import { boxText, check, fromText, readPenalty, readRaw, readSticks, SEATS, suggestion, toText } from "../mahjong.js";

const EMPTY = { raw: [null, null, null, null], penalties: [0, 0, 0, 0], sticks: 0 };

export class ScoreBoxes {
  /** `scoring`: how the scores of this event are counted. */
  constructor(form, scoring) {
    this.form = form;
    this.scoring = scoring;
  }

  box(name) {
    return this.form.querySelector(`[name="${name}"]`);
  }

  boxes(kind = "raw") {
    return SEATS.map((seat) => this.box(`${kind}_${seat}`));
  }

  read() {
    return {
      raw: this.boxes().map((box) => readRaw(box.value)),
      penalties: this.boxes("penalty").map((box) => readPenalty(box.value)),
      sticks: readSticks(this.box("sticks").value),
    };
  }

  get note() {
    return this.box("note").value.trim();
  }

  get kind() {
    const { raw, sticks } = this.read();
    return check(this.scoring, raw, sticks).kind;
  }

  get offered() {
    const { raw, sticks } = this.read();
    return suggestion(this.scoring, raw, sticks);
  }

  /** What is typed as a result; undefined while it is none. */
  get result() {
    const { raw, penalties, sticks } = this.read();
    const { kind } = check(this.scoring, raw, sticks);
    if (kind === "empty") return "";
    return kind === "fits" && !penalties.some(Number.isNaN) ? toText(raw, penalties, sticks) : undefined;
  }

  /** The first empty score, else the first of all. */
  get start() {
    return this.boxes().find((box) => !box.value) ?? this.box("raw_0");
  }

  nextEmpty(box) {
    const boxes = this.boxes();
    const at = boxes.indexOf(box);
    return [...boxes.slice(at + 1), ...boxes.slice(0, at + 1)].find((other) => !other.value) ?? box;
  }

  /** A box that cannot be read; in a wrong sum no box is wronger than the others. */
  get wrongBox() {
    const { raw, penalties, sticks } = this.read();
    const boxes = [...this.boxes(), this.box("sticks"), ...this.boxes("penalty")];
    return boxes[[...raw, sticks, ...penalties].findIndex((value) => Number.isNaN(value))];
  }

  /** A penalty given anew that is no chombo needs a word about it; `before` is the result it was given on. */
  lacksReason(before) {
    if (this.note) return false;
    const given = before ? fromText(before).penalties : EMPTY.penalties;
    return this.read().penalties.some(
      (penalty, seat) => penalty && penalty !== given[seat] && penalty !== this.scoring.chombo,
    );
  }

  put(result) {
    const { raw, penalties, sticks } = result ? fromText(result) : EMPTY;
    for (const seat of SEATS) {
      this.box(`raw_${seat}`).value = raw[seat] === null ? "" : boxText(raw[seat]);
      this.box(`penalty_${seat}`).value = penalties[seat] ? String(penalties[seat] / 100) : "";
    }
    this.box("sticks").value = String(sticks);
  }
}
