// Tells beside the boxes of one table of four what the scores are worth, whether the sum fits, what would make it fit.

import { fromText, SEATS, showPoints, showRaw } from "../mahjong.js";

const language = document.documentElement.lang;

export class ScoreWords {
  /** `text`: the words of the page. */
  constructor(form, text) {
    this.form = form;
    this.text = text;
  }

  /** `told` is the table of points, null while the scores are not right; `offered` is the score that would be left. */
  tell({ state, penalties, told, offered }) {
    for (const seat of SEATS) this.tellWorth(seat, told, penalties[seat]);
    this.tellSum(state, penalties, offered);
    this.tellPenalties(penalties);
  }

  tellWorth(seat, told, penalty) {
    const cell = this.form.querySelector(`[data-worth="${seat}"]`);
    cell.replaceChildren();
    if (!told) return;
    const points = document.createElement("b");
    points.textContent = showPoints(told.points[seat], language);
    const more = document.createElement("small");
    const isTied = told.places.filter((other) => other === told.places[seat]).length > 1;
    more.textContent = this.text.places[told.places[seat] - 1] + (isTied ? ` ${this.text.tied}` : "");
    if (penalty) more.append(` (${showPoints(penalty, language)})`);
    cell.append(points, " ", more);
  }

  tellSum(state, penalties, offered) {
    const sum = this.form.querySelector("[data-sum]");
    const kind = state.kind === "fits" && penalties.some(Number.isNaN) ? "penalty" : state.kind;
    const amount = state.difference ?? state.left;
    sum.dataset.kind = kind;
    // What the server has said of this sum stands there until something is changed.
    if (this.form.querySelector("[data-said]")) sum.textContent = "";
    else
      sum.textContent = this.text[`sum-${kind}`].replace("%s", amount === undefined ? "" : showRaw(amount, language));
    const fill = this.form.querySelector("[data-fill]");
    fill.hidden = !offered;
    fill.textContent = offered ? this.text.take.replace("%s", showRaw(offered.score, language)) : "";
    const sticks = this.form.querySelector("[data-sticks]");
    sticks.hidden = !state.sticks;
    sticks.dataset.sticks = state.sticks ?? 0;
    sticks.textContent = state.sticks ? this.sticksText(state.sticks) : "";
  }

  sticksText(sticks) {
    return (sticks === 1 ? this.text["stick-one"] : this.text["stick-many"]).replace("%s", sticks);
  }

  tellPenalties(penalties) {
    const given = penalties.filter((penalty) => penalty && !Number.isNaN(penalty));
    const sum = given.map((penalty) => showPoints(penalty, language)).join(" ");
    this.form.querySelector("[data-penalty-sum]").textContent = sum;
  }

  /** A result in words. */
  label(result) {
    if (!result) return this.text.cleared;
    const { raw, penalties, sticks } = fromText(result);
    const each = raw.map((score, seat) => {
      const penalty = penalties[seat] ? ` (${showPoints(penalties[seat], language)})` : "";
      return showRaw(score, language) + penalty;
    });
    return each.join(" · ") + (sticks ? `, ${this.sticksText(sticks)}` : "");
  }
}
