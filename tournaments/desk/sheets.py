"""Paper to print: a sheet is a function that gathers what stands on it and a template, laid out by print.css for A4."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import wraps
from typing import TypeVar

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import URLPattern, path
from django.utils import timezone

from pairing.model.types import FOUR, TWO
from tournaments import audience
from tournaments.desk.base import DeskRequest, for_staff
from tournaments.models import Tournament
from tournaments.snapshots import seats_at_table
from tournaments.web.contexts import Shown, context_of

Gather = Callable[..., Shown]
T = TypeVar("T")
# What the name of a template ends with, where each kind of tables has its own.
LAID_OUT = {TWO: "", FOUR: "_four"}


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet as it is declared. What it gathers has a `fit` (a list) or all its `sheets`; else it is one. Its
    `audience` are those who see it in the hall.
    """

    gather: Gather
    template: str
    by_kind: bool
    audience: Callable[[], AbstractContextManager[None]]

    def count(self, request: HttpRequest, tournament: Tournament, *args: object) -> int:
        """How many sheets of paper it is now. Errors: Http404 where there is nothing to print."""
        with self.audience():
            found = context_of(self.gather(request, tournament, *args))
        return found["fit"].sheets if "fit" in found else len(found.get("sheets", "1"))

    def drawn(
        self, request: HttpRequest, tournament: Tournament, *args: object, alone: bool, **words: object
    ) -> str:
        """The page of the sheet; or only what is printed, to stand on a page with others."""
        with self.audience():
            return self._drawn(request, tournament, *args, alone=alone, **words)

    def _drawn(
        self, request: HttpRequest, tournament: Tournament, *args: object, alone: bool, **words: object
    ) -> str:
        context = {
            "event": tournament,
            "printed": timezone.now(),
            "skeleton": f"print/{'_page' if alone else '_part'}.html",
            **context_of(self.gather(request, tournament, *args, **words)),
        }
        kind = LAID_OUT[seats_at_table(tournament)] if self.by_kind else ""
        return render_to_string(f"{self.template}{kind}.html", context, request)


# Every sheet by the name of its address.
SHEETS: dict[str, Sheet] = {}


class Sheets(list[URLPattern]):
    """The addresses of the sheets of a module, for `desk/urls.py`."""

    def sheet(
        self, address: str, name: str, template: str, *, by_kind: bool = False, for_staff_only: bool = False
    ) -> Callable[[Gather], Gather]:
        """A sheet under `print/<address>` of the event, for whoever may open the desk; it is to hang in the hall unless
        it is for the staff only.
        """
        readers = audience.staff if for_staff_only else audience.public

        def register(gather: Gather) -> Gather:
            sheet = SHEETS[name] = Sheet(gather, template, by_kind, readers)

            @for_staff
            @wraps(gather)
            def view(
                request: DeskRequest, tournament: Tournament, *args: object, **words: object
            ) -> HttpResponse:
                return HttpResponse(sheet.drawn(request, tournament, *args, alone=True, **words))

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
