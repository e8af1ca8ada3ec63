"""Public pages of the registration: signing up, and the own page of an entry.

Nobody keeps these pages. A form has a token of its own (`tokens`); the key of an entry is proof enough for its page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from tournaments.models import Entry, Tournament
from tournaments.public.pages import find_event, frame_of
from tournaments.public.shared import Tab, overview
from tournaments.registration import tokens
from tournaments.registration.forms import EntryForm
from tournaments.registration.selectors.overview import (
    Fullness,
    entry_by_key,
    fullness,
    money_text,
    own_entry,
    public_list,
)
from tournaments.registration.selectors.places import has_registration, registration_of
from tournaments.registration.services import entries
from tournaments.registration.services.mails import send_own_link
from tournaments.steps.refusals import ServiceError
from tournaments.web.contexts import Part, context_of
from tournaments.web.missing import missing

METHODS = ["GET", "HEAD", "POST"]


@dataclass(frozen=True, slots=True)
class SignUpPage:
    """Facts, how full it is, and the form while there is one."""

    fullness: Fullness
    fee: str
    form: EntryForm | None
    refused: str = ""
    entered: list[tuple[str, list[str]]] = field(default_factory=list)
    tab: str = "sign_up"


@csrf_exempt
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # it knows views of one argument only
@require_http_methods(METHODS)
def sign_up(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of the registration: open, full and closed alike."""
    event = find_event(request, slug)
    if not has_registration(event):
        raise Http404
    entries.move_on(event)
    if request.method == "POST":
        return _answer(request, event, EntryForm(request.POST, event, registration_of(event)))
    form = EntryForm(None, event, registration_of(event))
    form.initial["token"] = tokens.new_token(event)
    return _sign_up_page(request, event, form)


def _answer(request: HttpRequest, event: Tournament, form: EntryForm) -> HttpResponse:
    """To the own page of the new entry, or the form again with what is wrong."""
    refused = ""
    if form.is_valid():
        try:
            entry = _signed_up(request, event, form)
        except ServiceError as error:
            refused = "" if error.field in form.fields else str(error)
            form.refuse(error)
        else:
            return _private(HttpResponseRedirect(_home(entry)))
    return _sign_up_page(request, event, form, refused, status=400)


def _signed_up(request: HttpRequest, event: Tournament, form: EntryForm) -> Entry:
    data = form.cleaned_data
    key = tokens.key_from(event, data["token"], data["website"])
    tokens.count_entry(request, event)
    entry = entries.sign_up(tournament=event, actor=None, key=key, **form.given())
    address = request.build_absolute_uri(_home(entry))
    send_own_link(event, entry, f"{address}?proof={tokens.proof_of(entry)}")
    return entry


def _sign_up_page(
    request: HttpRequest, event: Tournament, form: EntryForm, refused: str = "", status: int = 200
) -> HttpResponse:
    now = fullness(event)
    fee = money_text(now.registration, now.registration.fee) if now.registration.fee else ""
    shown = SignUpPage(now, fee, form if now.is_open else None, refused, public_list(event, now.registration))
    return _page(request, event, "registration/public/sign_up.html", shown, status=status)


def _home(entry: Entry) -> str:
    return reverse("public:entry", args=[entry.tournament.slug, entry.key])


@csrf_exempt
@require_http_methods(METHODS)
def entry(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The own page of an entry, and what is pressed on it."""
    event = find_event(request, slug)
    found = entry_by_key(event, key)
    if found is None:
        raise missing(slug)
    entries.move_on(event)
    found.refresh_from_db()
    if request.method == "POST":
        return _pressed(request, event, found)
    return _entry_page(request, event, found, request.GET)


def _pressed(request: HttpRequest, event: Tournament, found: Entry) -> HttpResponse:
    form = _form(event, found, request.POST) if request.POST.get("do") == "change" else None
    if form is not None and not form.is_valid():
        return _entry_page(request, event, found, {"change": "1"}, form, status=400)
    try:
        _act(event, found, request.POST, form)
    except ServiceError as error:
        if form is not None:
            form.refuse(error)
        return _entry_page(request, event, found, request.GET, form, str(error), status=409)
    return _private(HttpResponseRedirect(_home(found)))


def _act(event: Tournament, found: Entry, data: QueryDict, form: EntryForm | None) -> None:
    given: Mapping[str, Any] = {"tournament": event, "entry": found}
    do = str(data.get("do", ""))
    deeds: dict[str, Callable[[], object]] = {
        "withdraw": lambda: entries.withdraw(actor=None, **given),
        "take": lambda: entries.answer_offer(take=True, **given),
        "stay": lambda: entries.answer_offer(take=False, **given),
    }
    if form is not None:
        entries.change(actor=None, **given, **form.given())
    elif do == "confirm" and tokens.is_proof(found, str(data.get("proof", ""))):
        entries.confirm_address(**given)
    elif do in deeds:
        deeds[do]()


def _form(event: Tournament, found: Entry, data: QueryDict | None) -> EntryForm:
    """All fields; of who is asked to correct some, only these."""
    return EntryForm(data, event, event.registration, found, only=found.to_correct)


def _entry_page(
    request: HttpRequest,
    event: Tournament,
    found: Entry,
    query: Mapping[str, str],
    form: EntryForm | None = None,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    found.refresh_from_db()
    own = own_entry(event, found)
    if form is None and own.may_change and (found.to_correct or query.get("change")):
        form = _form(event, found, None)
    proof = query.get("proof", "")
    more = {
        "own": own,
        "form": form,
        "refused": refused,
        "home": _home(found),
        "fee": money_text(own.registration, found.amount),
        "proof": proof if tokens.is_proof(found, proof) and own.must_confirm else "",
    }
    return _page(request, event, "registration/public/entry.html", Tab("entry"), status=status, **more)


def _page(
    request: HttpRequest, event: Tournament, template: str, part: Part, *, status: int, **more: object
) -> HttpResponse:
    context = {**frame_of(request, event, {}), **context_of((overview(event), part, more)), "is_still": True}
    return _private(HttpResponse(render_to_string(template, context), status=status))


def _private(answer: HttpResponse) -> HttpResponse:
    answer["Cache-Control"] = "private, no-store"
    answer["Referrer-Policy"] = "no-referrer"
    answer["X-Robots-Tag"] = "noindex, nofollow"
    return answer
