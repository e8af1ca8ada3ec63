"""The bracket of an event: as a picture with its games in words, as a file, and on sheets of paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import Http404

from tournaments.brackets.selectors.brackets import Bracket
from tournaments.brackets.selectors.pictures import Picture, pages_of, picture_of
from tournaments.models import Tournament
from tournaments.public.pages import Minute, public_page
from tournaments.public.shared import Overview, find_bracket, overview


@dataclass(frozen=True, slots=True)
class BracketPage:
    """A bracket with its picture, or why there is none."""

    bracket: Bracket | None
    why_none: str = ""
    p: Picture | None = None
    tab: str = "bracket"


@dataclass(frozen=True, slots=True)
class BracketSheets:
    """The same on paper."""

    bracket: Bracket | None
    why_none: str
    pages: Sequence[Picture]
    printed: datetime


@public_page("brackets/public/bracket.html")
def bracket(event: Tournament, query: dict[str, str]) -> tuple[Overview, BracketPage]:
    """The whole bracket; before it begins the one of now."""
    found, why_none = find_bracket(event)
    return overview(event), BracketPage(found, why_none, picture_of(found) if found else None)


@public_page("brackets/public/bracket_file.html", kind="image/svg+xml")
def file(event: Tournament, query: dict[str, str]) -> BracketPage:
    """The picture alone, to be kept or shown elsewhere."""
    found, _why = find_bracket(event)
    if found is None:
        raise Http404("no bracket yet")
    return BracketPage(found, p=picture_of(found))


@public_page("brackets/public/bracket_print.html", knows=Minute.of)
def sheets(event: Tournament, query: dict[str, str], *, known: Minute) -> BracketSheets:
    """On paper: what does not fit one sheet comes on several."""
    found, why_none = find_bracket(event)
    return BracketSheets(found, why_none, pages_of(found) if found else (), known)
