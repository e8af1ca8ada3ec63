// The second pass over the results of a round: the same pages and keys as for entering, but what was entered first is
// not shown, and where the two differ a question stops the work until it is answered or put off.

import { wholeLists } from "./whole-lists.js";
import { ResultsDesk } from "./results.js";
import { ScoresDesk } from "./scores.js";

// Results that players report are a matter of the first pass.
const NO_REPORTS = { look() {}, show() {}, hide() {}, count() {} };

const verifying = (Base) =>
  class extends Base {
    reportsHere() {
      return NO_REPORTS;
    }

    prepare() {
      super.prepare();
      this.before = Number(this.root.dataset.before);
      this.questions = [];
      this.dialog = document.getElementById("verify-differs");
      this.dialog.addEventListener("keydown", (event) => this.answerByKey(event));
      this.dialog.querySelector("[data-keep]").addEventListener("click", () => this.answer("current"));
      this.dialog.querySelector("[data-take]").addEventListener("click", () => this.answer("wanted"));
      this.dialog.addEventListener("close", () => this.afterQuestion());
    }

    /** Nothing can be cleared here: without a result there is nothing to compare. */
    enter(row, result, how) {
      if (result) super.enter(row, result, how);
    }

    told(table, state, detail = {}) {
      const row = this.byTable.get(table);
      if (state === "saved" && row && detail.current) this.show(row, detail.current);
      super.told(table, state, detail);
    }

    // --- where the two differ -------------------------------------------------------------------------------------
    conflict(row, detail) {
      this.show(row, "");
      this.wishes.set(row, detail);
      row.querySelector(".entry__conflict").hidden = false;
      this.say(detail.message);
      if (this.dialog.open) this.questions.push(row);
      else this.ask(row);
    }

    decide(row, button) {
      if (!button.matches("[data-ask]")) return false;
      this.ask(row);
      return true;
    }

    ask(row) {
      const { current, wanted, who } = this.wishes.get(row);
      const put = (part, words) => (this.dialog.querySelector(part).textContent = words);
      this.dialog.dataset.for = row.dataset.table;
      put("[data-title]", `${this.text.table} ${row.dataset.table}: ${row.dataset.names}`);
      put("[data-first]", this.label(current));
      put("[data-second]", this.label(wanted));
      put("[data-who]", who ?? "");
      this.dialog.showModal();
    }

    /** Other keys than those of the results: whoever types on without looking up must not answer by accident. */
    answerByKey(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "k") this.answer("current");
      else if (event.key === "n") this.answer("wanted");
      else return;
      event.preventDefault();
    }

    answer(which) {
      const row = this.byTable.get(Number(this.dialog.dataset.for));
      const wish = row && this.wishes.get(row);
      if (!wish) return;
      this.dialog.close();
      this.enter(row, wish[which], { seen: wish.current, more: { settle: "1" } });
    }

    /** The next question, if one has come up meanwhile. */
    afterQuestion() {
      const next = this.questions.shift();
      if (!next) return;
      if (this.wishes.has(next)) this.ask(next);
      else this.afterQuestion();
    }

    recount() {
      super.recount();
      const verified = this.before + this.rows.length - this.open().length;
      for (const part of document.querySelectorAll("[data-verified-count]")) part.textContent = verified;
      for (const bar of document.querySelectorAll("progress[data-verified]")) bar.value = verified;
    }
  };

class VerifyResults extends verifying(ResultsDesk) {}

class VerifyScores extends verifying(ScoresDesk) {
  prepare() {
    super.prepare();
    // What a penalty is for was said in the first pass.
    for (const form of this.forms.values()) form.lacksReason = () => false;
  }
}

const root = document.querySelector("[data-desk-verify]");
if (root) {
  await wholeLists();
  new ("four" in root.dataset ? VerifyScores : VerifyResults)(root);
}
