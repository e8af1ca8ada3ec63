"""What was typed in a form while the sign-in had run out: kept in the session of this browser, and there again.

Nothing is ever sent again by itself: the form is shown as it was typed, and the person saves it (`Restored`). Kept is
text only, of files their names, for an hour and for a few pages. It stays in the session that the browser carries
through signing in, and is shown only by a page that the person signed in may open. So a page that has the same address
for everybody and shows one's own facts, such as the profile, keeps nothing: somebody else may sign in next.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

View = TypeVar("View", bound=Callable[..., HttpResponse])

KEPT = "typed_while_signed_out"
# Longer than the text of any form of the desk; a list of players pasted by hand is the longest.
MOST_CHARACTERS = 300_000
MOST_PAGES = 4
KEPT_SECONDS = 60 * 60
NEVER_KEPT = ("csrfmiddlewaretoken", "password")


class Restored(QueryDict):
    """What somebody typed before their sign-in ran out: shown in the form again, and stored only when they send it."""


def restoring(view: View) -> View:
    """Marks a page whose form is filled by `typed`: only for such pages is anything kept."""
    view.restores_typed = True  # type: ignore[attr-defined]
    return view


def keep(request: HttpRequest) -> bool:
    """Keep what was sent to this page. False: the page does not fill its form again, or it was too much."""
    match = request.resolver_match
    if request.method != "POST" or match is None or not getattr(match.func, "restores_typed", False):
        return False
    sent = request.POST.copy()
    for name in NEVER_KEPT:
        sent.pop(name, None)
    text, files = sent.urlencode(), [str(getattr(file, "name", ""))[:100] for file in request.FILES.values()]
    if not (text or files) or len(text) > MOST_CHARACTERS:
        return False
    others = [item for item in request.session.get(KEPT, []) if item["path"] != request.path]
    kept = {"path": request.path, "typed": text, "files": files, "until": int(time.time()) + KEPT_SECONDS}
    request.session[KEPT] = [*others, kept][-MOST_PAGES:]
    return True


def typed(request: HttpRequest) -> QueryDict | None:
    """What the form of this page is filled with: what was sent, or what was kept of it; None for a fresh form."""
    if request.method == "POST":
        return request.POST or None
    everything: list[dict[str, Any]] = request.session.get(KEPT, [])
    mine = [item for item in everything if item["path"] == request.path]
    if not mine:
        return None
    request.session[KEPT] = [item for item in everything if item["path"] != request.path]
    if mine[-1]["until"] < time.time():
        return None
    text = _("Nothing was saved: you were signed out. Your entries are here again. Check them, then save.")
    messages.warning(request, text)
    if files := mine[-1].get("files"):
        text = _("A file cannot be put back, so choose it again: %(files)s")
        messages.warning(request, text % {"files": ", ".join(files)})
    return Restored(mine[-1]["typed"])


def shown_first(request: HttpRequest) -> QueryDict | None:
    """The same for a page that shows what would happen before it is done: what was kept is looked at like a link."""
    data = typed(request)
    return QueryDict(data.urlencode()) if isinstance(data, Restored) else data


def to_sign_in(request: HttpRequest, otherwise: str) -> HttpResponse:
    """Signing in, and back to this page with what was sent to it; from a mere button to `otherwise`."""
    if request.method in ("GET", "HEAD"):
        return redirect_to_login(request.get_full_path())
    if keep(request):
        messages.warning(request, _("Your sign-in has expired. Your entries are kept: sign in to continue."))
        return redirect_to_login(request.get_full_path())
    messages.warning(request, _("Your sign-in has expired, so nothing was changed. Sign in and try again."))
    return redirect_to_login(otherwise)
