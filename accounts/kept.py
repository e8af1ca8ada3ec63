"""Keep what was typed in a form after the sign-in had expired, in the session of this browser, and show it again.

Nothing is sent again automatically: the form is shown as it was typed, and the person saves it (`Restored`). A small
form on a page about something else is not filled again; its text is quoted there. Only text is kept, and the names of
files, for an hour and for a few pages. It stays in the session that the browser keeps while signing in, and is shown
only to the account that typed it: every form names the account it was shown to (`templatetags.form_token`).
"""

import time
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit, urlunsplit

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

View = TypeVar("View", bound=Callable[..., HttpResponse])

KEPT = "typed_while_signed_out"
# The field that names the account a form was shown to; the script that saves results sends it, too.
ACCOUNT = "as"
# Longer than the text of any form of the desk; a list of players pasted by hand is the longest.
MOST_CHARACTERS = 300_000
MOST_PAGES = 4
KEPT_SECONDS = 60 * 60
NEVER_KEPT = ("csrfmiddlewaretoken", "password", "password_again", ACCOUNT)


class Restored(QueryDict):
    """What somebody typed before their sign-in ran out: shown in the form again, and stored only when they send it."""


def restoring(view: View) -> View:
    """Marks a page whose form is filled by `typed`: what is sent to it is kept."""
    view.restores_typed = True  # type: ignore[attr-defined]
    return view


def quoting(*names: str) -> Callable[[View], View]:
    """Marks what a small form of another page is sent to: one comes back to that page, where these boxes are quoted."""

    def mark(view: View) -> View:
        view.quotes_typed = names  # type: ignore[attr-defined]
        return view

    return mark


def is_of_another(request: HttpRequest) -> bool:
    """Whether what is sent was typed by another account than the one signed in now."""
    account = str(request.user.pk)
    return request.user.is_authenticated and request.POST.get(ACCOUNT, account) != account


def keep(request: HttpRequest) -> bool:
    """Keep what was sent to this page. False: the page does not fill its form again, or it was too much, or it is not
    known who typed it.
    """
    if request.method != "POST" or not _mark(request, "restores_typed"):
        return False
    sent = request.POST.copy()
    for name in NEVER_KEPT:
        sent.pop(name, None)
    text, files = sent.urlencode(), [str(getattr(file, "name", ""))[:100] for file in request.FILES.values()]
    if not (text or files) or len(text) > MOST_CHARACTERS:
        return False
    return _store(request, request.path, typed=text, files=files)


def typed(request: HttpRequest) -> QueryDict | None:
    """What the form of this page is filled with: what was sent, or what was kept of it; None for a fresh form."""
    if request.method == "POST":
        return request.POST or None
    kept = _take(request, "typed")
    if kept is None:
        return None
    text = _("Nothing was saved: you were signed out. Your entries are here again. Check them, then save.")
    messages.warning(request, text)
    if files := kept["files"]:
        text = _("Files are not kept. Choose them again: %(files)s")
        messages.warning(request, text % {"files": ", ".join(files)})
    return Restored(kept["typed"])


def shown_first(request: HttpRequest) -> QueryDict | None:
    """The same for a page that shows what would happen before it is done: what was kept is looked at like a link."""
    data = typed(request)
    return QueryDict(data.urlencode()) if isinstance(data, Restored) else data


def typed_before(request: HttpRequest) -> dict[str, Any]:
    """The same for a form that is not to be checked before it is sent: what it starts from."""
    data = typed(request)
    return data.dict() if isinstance(data, Restored) else {}


def quote(request: HttpRequest) -> None:
    """Say what was typed in the small boxes of this page when the sign-in had run out."""
    if kept := _take(request, "quoted"):
        text = _("Nothing was saved: you were signed out. You had typed: “%(text)s”")
        messages.warning(request, text % {"text": kept["quoted"]})


def to_sign_in(request: HttpRequest, otherwise: str) -> HttpResponse:
    """Signing in, and back to this page with what was sent to it; from a mere button to `otherwise`."""
    if request.method in ("GET", "HEAD"):
        return redirect_to_login(request.get_full_path())
    is_kept, back = keep(request), request.get_full_path()
    if not is_kept:
        back = _page_of_boxes(request) or otherwise
        is_kept = _keep_to_quote(request, back)
    if is_kept:
        messages.warning(request, _("Your sign-in has expired. Your entries are kept: sign in to continue."))
    else:
        text = _("Your sign-in has expired, so nothing was changed. Sign in and try again.")
        messages.warning(request, text)
    return redirect_to_login(back)


def _page_of_boxes(request: HttpRequest) -> str:
    """The page that a small form stands on, with its query; "" for other forms, and where it is not known."""
    page = request.headers.get("Referer", "")
    if _mark(request, "quotes_typed") is None or not url_has_allowed_host_and_scheme(
        page, request.get_host()
    ):
        return ""
    return urlunsplit(urlsplit(page)._replace(scheme="", netloc="", fragment=""))


def _keep_to_quote(request: HttpRequest, page: str) -> bool:
    """Keep what was typed in the boxes of a small form; False if nothing was."""
    boxes = [request.POST.get(name, "").strip() for name in _mark(request, "quotes_typed") or ()]
    text = " · ".join(filter(None, boxes))
    return 0 < len(text) <= MOST_CHARACTERS and _store(request, urlsplit(page).path, quoted=text)


def _mark(request: HttpRequest, name: str) -> Any:
    match = request.resolver_match
    return match and getattr(match.func, name, None)


def _store(request: HttpRequest, path: str, **what: Any) -> bool:
    account = request.POST.get(ACCOUNT)
    if not account:
        return False
    others = [item for item in request.session.get(KEPT, []) if item["path"] != path]
    kept = {"path": path, "account": account, "until": int(time.time()) + KEPT_SECONDS, **what}
    request.session[KEPT] = [*others, kept][-MOST_PAGES:]
    return True


def _take(request: HttpRequest, what: str) -> dict[str, Any] | None:
    """What was kept for this page and this account, which then is kept no longer."""
    everything: list[dict[str, Any]] = request.session.get(KEPT, [])
    here = (request.path, str(request.user.pk))
    mine = [item for item in everything if what in item and (item["path"], item.get("account")) == here]
    if not mine:
        return None
    request.session[KEPT] = [item for item in everything if item not in mine]
    return mine[-1] if mine[-1]["until"] > time.time() else None
