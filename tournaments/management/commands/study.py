"""`manage.py study NAME`: `wcsc` and `tiebreaks` recompute published evaluations beside the print, the others answer
questions the print leaves open; `all` writes their pages in docs/studies/ again.

`wcsc` also takes a study of one's own.
"""

import json
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pairing.model.errors import PairingError
from pairing.model.schema import DocumentError, parse_json
from pairing.simulation import refuse_without_lab
from research import hall, paper, published, questions, report, spec
from research.open_questions import STUDIES
from research.paper_report import as_text
from research.study import evaluate
from tournaments.commandline import MOST_WORKERS, PlainCommand, read_bytes, whole

LINE = "\n---\n\n"
PAGES = Path(__file__).parents[3] / "docs" / "studies"


class Command(PlainCommand):
    help = "Recompute published studies of pairings and tie-breaks, or one of your own; changes nothing."
    example = "wcsc"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "study",
            choices=["wcsc", "tiebreaks", "queue", *STUDIES, "all"],
            help="the study to make; all: write the pages of all simulated ones again",
        )
        parser.add_argument(
            "spec",
            nargs="?",
            metavar="SPEC",
            help="a study document of your own (JSON, or - for standard input); without it the published tables",
        )
        parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
        parser.add_argument(
            "--search",
            choices=["paper", "exact"],
            default="paper",
            help="search of the published algorithms (a study document says its own)",
        )
        parser.add_argument("--quick", action="store_true", help="simulate a tenth of the events")
        parser.add_argument(
            "--workers", type=whole(1, MOST_WORKERS), default=1, help="simulate on this many threads"
        )
        parser.add_argument(
            "--seed", type=whole(0, (1 << 64) - 1), default=paper.SEED, help="of the random numbers"
        )
        parser.add_argument("--csv", action="store_true", help="print the tables of a simulated study as CSV")
        parser.add_argument("--markdown", action="store_true", help="print it as in docs/studies/")
        parser.add_argument(
            "--into", type=Path, metavar="FOLDER", help="all: where to write, instead of docs/studies/"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["csv"] and options["study"] not in STUDIES:
            self.refuse("--csv", DocumentError("STUDY", f"choose from {', '.join(STUDIES)}"))
        if options["study"] != "wcsc":
            if options["spec"]:
                self.refuse(options["study"], DocumentError("SPEC", "this study takes no document"))
            if options["study"] == "queue":
                self.stdout.write(in_halls(options))
            else:
                self.simulate(options)
            return
        try:
            text = own(options["spec"], options["json"]) if options["spec"] else known(options)
        except PairingError as error:
            self.refuse(options["spec"], error)
        self.stdout.write(text)

    def simulate(self, options: dict[str, Any]) -> None:
        """A study of simulated tournaments, or all of them into their pages."""
        name = options["study"]
        try:
            refuse_without_lab()
        except PairingError as error:
            self.refuse(name, error)
        if name == "tiebreaks":
            self.stdout.write(tie_breaks(options))
            return
        if name != "all":
            self.stdout.write(answered(options))
            return
        folder = options["into"] or PAGES
        for page, text in pages(options):
            folder.mkdir(parents=True, exist_ok=True)
            (folder / page).write_text(text, encoding="utf-8")
            self.stdout.write(f"{page} written")


def in_halls(options: dict[str, Any]) -> str:
    """How long events take in halls with few tables, by the order of call."""
    events = hall.EVENTS // 10 if options["quick"] else hall.EVENTS
    cells = hall.simulated(events)
    return json.dumps([asdict(cell) for cell in cells]) if options["json"] else hall.as_text(cells, events)


def tie_breaks(options: dict[str, Any]) -> str:
    """Tables 4 to 6 and 8 to 10 of the tie-break study."""
    runs, seed = paper.QUICK if options["quick"] else paper.RUNS, options["seed"]
    cells = paper.compare(paper.recompute(seed, runs, options["workers"]))
    if options["json"]:
        data = {"source": paper.SOURCE, "runs": runs, "seed": seed, "cells": [asdict(c) for c in cells]}
        return json.dumps(data)
    return as_text(cells, runs, seed, markdown=options["markdown"])


def answered(options: dict[str, Any]) -> str:
    """One of the open questions."""
    study, seed, workers, began = (
        STUDIES[options["study"]],
        options["seed"],
        options["workers"],
        time.monotonic(),
    )
    found = questions.play(study, seed, 0.1 if options["quick"] else 1, workers)
    if options["json"]:
        return json.dumps(questions.to_data(study, found, seed))
    if options["csv"]:
        return questions.as_csv(study, found)
    if options["markdown"]:
        return questions.document(study, found, seed, time.monotonic() - began, workers)
    return questions.as_text(study, found, seed)


def pages(options: dict[str, object]) -> Iterator[tuple[str, str]]:
    """Every page of a simulated study by its file name, and the list of all. What stands above the line of
    tiebreaks.md is written by hand, so it is taken from there.
    """
    own_words = (PAGES / "tiebreaks.md").read_text(encoding="utf-8")
    as_page = options | {"markdown": True, "json": False, "csv": False}
    yield "tiebreaks.md", own_words.split(LINE)[0] + LINE + tie_breaks(as_page)
    for name in STUDIES:
        yield f"{name}.md", answered(as_page | {"study": name})
    yield "README.md", questions.index(STUDIES.values())


def own(name: str, as_json: bool) -> str:
    """The study in a file. Errors: PairingError."""
    study = spec.load(parse_json(read_bytes(name)))
    right, outcomes = evaluate(study)
    if as_json:
        return json.dumps(spec.dump(study, right, outcomes))
    return report.as_text(study, right, outcomes)


def known(options: dict[str, Any]) -> str:
    """Tables 2-1 and 3-1."""
    if not options["json"]:
        return report.published_as_text(options["search"])
    data: dict[str, Any] = {"source": published.SOURCE, "search": options["search"], "examples": {}}
    for name in published.STRENGTH:
        study = published.example(name, options["search"])
        data["examples"][name] = spec.dump(study, *evaluate(study))
    data["printed"] = {
        "table_2_1": published.printed_ranks(),
        "table_3_1": published.printed_correlations(),
    }
    return json.dumps(data)
