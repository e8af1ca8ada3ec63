"""A study as text: tables for a terminal."""

from collections.abc import Iterable, Sequence

from research.published import SOURCE, example, printed_correlations, printed_ranks
from research.study import MEASURES, Outcome, Study, evaluate

Row = Sequence[object]


def as_text(study: Study, right: tuple[int, ...], outcomes: tuple[Outcome, ...]) -> str:
    """Final ranks and agreement of a study."""
    names = [found.algorithm.name for found in outcomes]
    ranks: list[Row] = [["player", "round robin", *(f"({at})" for at in range(1, len(names) + 1))]]
    for at, player in enumerate(study.names):
        ranks.append([player, right[at], *(found.ranks[at] for found in outcomes)])
    agreement: list[Row] = [["", "of the best", *MEASURES]]
    for number, found in enumerate(outcomes, 1):
        for best, values in found.agreement.items():
            agreement.append([f"({number}) {found.algorithm.name}", best, *map(_number, values.values())])
    return f"Final ranks\n{_table(ranks)}\n\nAgreement with the round robin\n{_table(agreement)}\n"


def published_as_text(search: str) -> str:
    """Tables 2-1 and 3-1 recomputed, beside the print."""
    outcomes = {name: evaluate(example(name, search)) for name in "abc"}
    right, first = outcomes["a"]
    study, printed = example("a"), printed_ranks()
    rows: list[Row] = [["team", "RR", *(f"({at})" for at in range(1, len(first) + 1))]]
    equal = 0
    for at, team in enumerate(study.names):
        cells = [f"{found.ranks[at]}/{column[at]}" for found, column in zip(first, printed, strict=True)]
        equal += sum(found.ranks[at] == column[at] for found, column in zip(first, printed, strict=True))
        rows.append([team, right[at], *cells])
    names = [f"({at}) {found.algorithm.name}" for at, found in enumerate(first, 1)]
    total = len(study.names) * len(first)
    return "\n".join(
        [
            SOURCE,
            "",
            f"Table 2-1, final ranks, computed by search {search}/printed: {equal} of {total} as printed.",
            _table(rows),
            "Columns: " + ", ".join(names),
            "",
            _correlations({name: found for name, (_, found) in outcomes.items()}),
            "",
        ]
    )


def _correlations(outcomes: dict[str, tuple[Outcome, ...]]) -> str:
    """Table 3-1: Pearson computed / printed, the rows of the print put right."""
    printed = printed_correlations()
    ranges = list(outcomes["a"][0].agreement)
    rows: list[Row] = [["", *(f"{name} 1-{best}" for name in outcomes for best in ranges)]]
    equal = compared = 0
    for at, known in enumerate(printed):
        cells = []
        for name, found in outcomes.items():
            values = [found[at].agreement[best]["pearson"] for best in ranges]
            prints = known[name] if known else (None,) * len(ranges)
            cells += [f"{_number(v)}/{_number(p)}" for v, p in zip(values, prints, strict=True)]
            if known:
                compared += 1
                equal += _number(values[-1]) == _number(prints[-1])
        rows.append([f"({at + 1}) {outcomes['a'][at].algorithm.name}", *cells])
    return "\n".join(
        [
            "Table 3-1, Pearson correlation with the round robin, computed/printed. In print every row carries the",
            "numbers of the next algorithm; here they are put right, so the first algorithm has none.",
            f"Columns 1-5: {equal} of {compared} as printed. The other columns do not follow even from the printed",
            "table 2-1 and are no check.",
            _table(rows),
        ]
    )


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _table(rows: Iterable[Row]) -> str:
    listed = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*listed, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if at else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in listed
    )


def as_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]


def as_markdown(rows: Sequence[Sequence[str]], labels: int = 1) -> list[str]:
    """The first row is the head; what stands right of so many columns of labels is numbers."""
    head, *body = [f"| {' | '.join(row)} |" for row in rows]
    return [head, "|" + "---|" * labels + "---:|" * (len(rows[0]) - labels), *body]
