"""The bracket of an event: as a picture with its games in words, as a file, and on sheets of paper."""

from __future__ import annotations

from datetime import UTC, datetime

from django.http import Http404

from tournaments.brackets.selectors.pictures import pages_of, picture_of
from tournaments.models import Tournament
from tournaments.public.pages import public_page
from tournaments.public.shared import find_bracket, overview
from tournaments.web.contexts import Context, Shown


@public_page("brackets/public/bracket.html")
def bracket(event: Tournament, query: dict[str, str]) -> Shown:
    """The whole bracket; before it begins the one of now."""
    found, why_none = find_bracket(event)
    return overview(event), {
        "tab": "bracket",
        "bracket": found,
        "why_none": why_none,
        "p": picture_of(found) if found else None,
    }


@public_page("brackets/public/bracket_file.html", kind="image/svg+xml")
def file(event: Tournament, query: dict[str, str]) -> Context:
    """The picture alone, to be kept or shown elsewhere."""
    found, _why = find_bracket(event)
    if found is None:
        raise Http404("no bracket yet")
    return {"bracket": found, "p": picture_of(found)}


class Minute(datetime):
    """When a sheet is printed: the page is another one with each minute."""

    @property
    def stamp(self) -> str:
        return f"{self:%Y%m%d%H%M}"


@public_page("brackets/public/bracket_print.html", knows=lambda _event: Minute.now(UTC))
def sheets(event: Tournament, query: dict[str, str], *, known: Minute) -> Context:
    """On paper: what does not fit one sheet comes on several."""
    found, why_none = find_bracket(event)
    pages = pages_of(found) if found else ()
    return {"bracket": found, "why_none": why_none, "pages": pages, "printed": known}
