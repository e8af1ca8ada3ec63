"""The recomputed tables of the paper as text, for a terminal and for docs/studies/tiebreaks.md."""

from collections.abc import Sequence

from research.paper import RUNS, SOURCE, TABLES, Cell, Printed
from research.report import as_columns, as_markdown

NAMES = {
    "T-Swis": "points only",
    "MD": "median",
    "MDb": "opponents' median",
    "SB": "Sonneborn-Berger",
}
MODELS = {
    "A-1": "odds 4, 5, ..., 67",
    "A-2": "the odds of the appendix",
    "B": "the stronger always wins",
}


def as_text(cells: Sequence[Cell], runs: int, seed: int, *, markdown: bool = False) -> str:
    """Ours / paper (z) for every number of tables 4 to 6 and 8 to 10."""
    fitting = sum(cell.fits for cell in cells)
    lines = [
        "" if markdown else SOURCE + "\n",
        f"{runs:,} tournaments of each model (the paper: {RUNS:,} for each table), seed {seed}. Ours / paper, and",
        "how many standard errors of both lie between them.",
        f"{fitting} of {len(cells)} numbers agree within four standard errors and the rounding of the paper;",
        f"the largest distance is {max(abs(cell.z) for cell in cells):.1f} standard errors.",
    ]
    for table in TABLES:
        title = f"Table {table.number}: {table.model}, {MODELS[table.model]}"
        lines += ["", f"## {title}" if markdown else title, ""]
        rows = _rows(table, [cell for cell in cells if cell.table == table.number])
        lines += as_markdown(rows) if markdown else as_columns(rows)
    return "\n".join(lines).lstrip("\n") + "\n"


def _rows(table: Printed, cells: Sequence[Cell]) -> list[list[str]]:
    rows = [["", *(heading for heading, _, _ in table.columns)]]
    for order in table.rows:
        found = {cell.column: cell for cell in cells if cell.order == order}
        shown = [_shown(found[heading]) if heading in found else "" for heading, _, _ in table.columns]
        rows.append([NAMES.get(order, order), *shown])
    return rows


def _shown(cell: Cell) -> str:
    mark = "" if cell.fits else " !"
    return f"{cell.ours:.2f} / {cell.printed:.2f} ({cell.z:+.1f}){mark}"
