"""Rows of words as text: in columns for a terminal, as a table for a page of docs/."""

from collections.abc import Sequence


def as_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]


def as_markdown(rows: Sequence[Sequence[str]], labels: int = 1) -> list[str]:
    """The first row is the head; what stands right of so many columns of labels is numbers."""
    head, *body = [f"| {' | '.join(row)} |" for row in rows]
    return [head, "|" + "---|" * labels + "---:|" * (len(rows[0]) - labels), *body]
