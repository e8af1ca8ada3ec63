"""Where the code of a table is typed by whoever has no camera, or arrived from the event's own code.

The right code leads to the page of its table. Nothing else does, and wrong ones are counted as wrong keys are.
"""

import re

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts import limits
from tournaments.models import Tournament
from tournaments.phones.public import own
from tournaments.players.selectors.own_check_in import open_for
from tournaments.players.selectors.table_codes import table_of
from tournaments.public.pages import find_event, public_page
from tournaments.public.shared import overview
from tournaments.web.contexts import Shown

# As it is printed below the picture, or the whole address of the picture.
_WRITTEN = re.compile(r"(?:^|/)([1-9][0-9]{0,8})[- ]?([a-z2-7]{10})(?:/|$)")


@require_safe
def table_code(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of the table whose code was typed, else the page that asks for one."""
    typed = request.GET.get("code", "").strip().lower()[:300]
    if not typed:
        return _asks(request, slug)
    event = find_event(request, slug)
    found = _WRITTEN.search(typed)
    code = "-".join(found.groups()) if found else ""
    if code and table_of(event, code):
        return own.back_to(reverse("public:at_table", args=[event.slug, code]))
    limits.count("wrong_keys", limits.address_of(request))
    return own.back_to(reverse("public:table_code", args=[event.slug]) + "?wrong=1")


@public_page("phones/public/table_code.html", by_query={"wrong": "1", "own": "none"})
def _asks(event: Tournament, query: dict[str, str]) -> Shown:
    return overview(event), {
        "tab": "code",
        "is_wrong": "wrong" in query,
        "has_no_own_page": "own" in query,
        "check_in_round": open_for(event),
    }
