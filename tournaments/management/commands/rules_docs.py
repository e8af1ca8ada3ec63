"""`manage.py rules_docs`: write `docs/rules/` from the registries, so that every page matches the program."""

from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from pairing.model import errors, reasons
from pairing.model.options import OptionSpec, describe
from pairing.queue.reasons import FIRST
from pairing.systems import SYSTEMS
from pairing.systems.base import System
from pairing.tiebreaks import PRESETS, TIEBREAKS, Tiebreak
from tournaments.corrections.selectors.repairs_pending import (
    REPAIRED,  # which loads the sentences of repairs as well
)
from tournaments.sandbox.packs import NOT_A_PACK

HEAD = "<!-- Written by `manage.py rules_docs` from the registries in `pairing`; changes by hand are lost. -->\n\n"
UNITS = {
    "points": "points",
    "ratio": "a share, 0 to 1",
    "count": "a number",
    "rating": "a rating",
    "order": "minus a place: the first has -1",
}
# Most are for matches of two; the page does not say so.
TABLES = {(2,): "", (4,): " For tables of four.", (2, 4): " For matches of two and for tables of four."}


class Command(BaseCommand):
    help = "Write docs/rules/ from the registered systems, options and tie-breaks."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing; fail when a page is out of date"
        )

    def handle(self, *args: object, check: bool, **options: object) -> None:
        folder = Path(settings.BASE_DIR) / "docs" / "rules"
        for name, text in pages().items():
            path = folder / name
            if path.is_file() and path.read_text(encoding="utf-8") == text:
                continue
            if check:
                raise CommandError(f"docs/rules/{name} is out of date: run `make docs`")
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            self.stdout.write(f"docs/rules/{name} written")


def pages() -> dict[str, str]:
    """Every page by its file name."""
    return {
        "README.md": HEAD + _index(),
        "tiebreaks.md": HEAD + _tiebreaks(),
        "reasons.md": HEAD + _reasons(),
        **{f"{slug}.md": HEAD + _system(system) for slug, system in SYSTEMS.items()},
    }


def _index() -> str:
    lines = [
        "# Rules",
        "",
        "The choices for an event, as the program declares them.",
        "",
        "## Pairing systems",
        "",
    ]
    lines += [f"- [{s.name}]({slug}.md) (`{slug}`): {s.summary}" for slug, s in SYSTEMS.items()]
    lines += [
        "",
        "## Tie-breaks",
        "",
        f"- [All {len(TIEBREAKS)} tie-breaks and the named orders](tiebreaks.md)",
        "",
        "## Tables",
        "",
        "- [Table queue](queue.md): which match is called next to which table",
        "",
        "## For programs",
        "",
        "- [Codes of reasons and refusals](reasons.md)",
    ]
    return "\n".join(lines) + "\n"


def _system(system: System) -> str:
    lines = [f"# {system.name}", "", system.summary, ""]
    lines += [
        f"Name in documents: `{system.slug}`. At a table: {system.seats}. Version of the rules: {system.version}."
    ]
    if system.default_tiebreaks:
        lines += [
            "",
            "Default tie-breaks: " + ", ".join(f"`{code}`" for code in system.default_tiebreaks) + ".",
        ]
    specs = describe(system.options)
    lines += _options("## Options of the event", [s for s in specs if not s.per_round])
    lines += _options("## Options of one round", [s for s in specs if s.per_round])
    return "\n".join(lines) + "\n"


def _options(heading: str, specs: list[OptionSpec]) -> list[str]:
    lines = ["", heading, ""] if specs else []
    for spec in specs:
        lines.append(
            f"- **{spec.label}** `{spec.name}` ({_allowed(spec)}; default `{_default(spec)}`): {spec.help}"
        )
        lines += [f"  - `{word}`: {meaning}" for word, meaning in (spec.choices or {}).items()]
    return lines


def _allowed(spec: OptionSpec) -> str:
    return "one of the words below" if spec.choices else spec.allowed


def _default(spec: OptionSpec) -> object:
    if spec.default is None:
        return spec.none
    return str(spec.default).lower() if isinstance(spec.default, bool) else spec.default


def _reasons() -> str:
    lines = [
        "# Codes of reasons and refusals",
        "",
        "Programs read the codes (`reasons` in documents, `code` over the API), which do not change. The sentences",
        "are for people and may be reworded.",
    ]
    # Registered by who uses them, so only where that was imported.
    assert {REPAIRED, FIRST} <= reasons.TEXTS.keys() and NOT_A_PACK in errors.TEXTS
    for heading, texts in (("Reasons", reasons.TEXTS), ("Refusals", errors.TEXTS)):
        lines += ["", f"## {heading}", ""]
        lines += [f"- `{code}`: {text}" for code, text in sorted(texts.items())]
    return "\n".join(lines) + "\n"


def _tiebreaks() -> str:
    lines = [
        "# Tie-breaks",
        "",
        "A tie-break order (`tiebreaks` of a document) is a list of these codes. The first is compared first. Points",
        "come before all of them unless the list has `points` elsewhere. Write parameters as",
        '`BH:cut=1:policy=fide2024`, as an object, `{"name": "omw", "floor": 0.25}`, or as FIDE does: `BH/C1`,',
        "`BH/M1`, `DE/P` (forfeits count as matches), `AOB/F` (fore), `ARO/U1400` (what unrated players count as).",
        "Higher is always better.",
        "",
        "## Named orders",
        "",
    ]
    for preset in PRESETS.values():
        chain = ", ".join(f"`{code}`" for code in preset.chain) or "no tie-breaks"
        lines.append(f"- **{preset.label}** `{preset.slug}`: {chain}. {preset.help}{TABLES[preset.seats]}")
    lines += ["", "## Codes"]
    for tiebreak in TIEBREAKS.values():
        lines += _tiebreak(tiebreak)
    return "\n".join(lines) + "\n"


def _tiebreak(tiebreak: Tiebreak) -> list[str]:
    lines = ["", f"### `{tiebreak.code}`: {tiebreak.name}", "", tiebreak.help, ""]
    lines.append(f"Shown as {UNITS[tiebreak.unit]}. Source: {tiebreak.source}.{TABLES[tiebreak.seats]}")
    specs = list(describe(tiebreak.options))
    return lines + (_options("Parameters:", specs) if specs else [])
