"""Paper to print: a sheet is a function that gathers what stands on it and a template, laid out by print.css for A4."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeVar

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils import timezone

from pairing.model.types import FOUR, TWO
from tournaments.desk.base import DeskRequest, for_staff
from tournaments.models import Tournament
from tournaments.snapshots import seats_at_table

Gather = Callable[..., dict[str, Any]]
T = TypeVar("T")
# What the name of a template ends with, where each kind of tables has its own.
LAID_OUT = {TWO: "", FOUR: "_four"}


class Sheets(list[URLPattern]):
    """The addresses of the sheets of a module, for `desk/urls.py`."""

    def sheet(
        self, address: str, name: str, template: str, *, by_kind: bool = False
    ) -> Callable[[Gather], Gather]:
        """A sheet under `print/<address>` of the event, for whoever may open the desk."""

        def register(gather: Gather) -> Gather:
            @for_staff
            @wraps(gather)
            def view(request: DeskRequest, tournament: Tournament, *args: Any, **words: Any) -> HttpResponse:
                context = {
                    "event": tournament,
                    "printed": timezone.now(),
                    **gather(request, tournament, *args, **words),
                }
                kind = LAID_OUT[seats_at_table(tournament)] if by_kind else ""
                return render(request, f"print/{template}{kind}.html", context)

            self.append(path(f"<slug:slug>/print/{address}", view, name=name))
            return gather

        return register


def stacked(rows: Sequence[T], each: int) -> list[list[T | None]]:
    """So many on a sheet that is cut: the stacks laid on each other, the rows are in their order."""
    pages = -(-len(rows) // each)
    return [
        [rows[at] if (at := page + place * pages) < len(rows) else None for place in range(each)]
        for page in range(pages)
    ]
