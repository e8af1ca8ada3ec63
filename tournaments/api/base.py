"""What all views share: who is asking, what they may see, and whether they have the answer already."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar

from django.http import HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import get_language
from rest_framework.authentication import SessionAuthentication
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.permissions import SAFE_METHODS, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.confirm import is_fresh
from accounts.models import User
from tournaments import audience
from tournaments.api import problems
from tournaments.api.authentication import HeaderToken
from tournaments.api.parsers import MAX_BYTES, StrictJSON
from tournaments.api.refusals import refuse
from tournaments.api.schema import ApiSchema
from tournaments.events.selectors.events import event_by_slug, visible_rounds
from tournaments.models import Player, Round, Tournament
from tournaments.moments import enter_zone
from tournaments.players.selectors.players import house_players, roster
from tournaments.rights import (
    Right,
    can_manage,
    can_see_drafts,
    can_view,
    having,
    may,
    role_of,
)
from tournaments.rounds.selectors.rounds import RoundSheet, round_sheet
from tournaments.series.selectors.series import has_people_linked
from tournaments.snapshots import is_of_four
from tournaments.steps.changes import only_from
from tournaments.steps.refusals import ServiceError
from tournaments.web.unchanged import event_tag, is_match

VARY = ("Authorization", "Cookie", "Accept-Language")


class AlwaysJSON(BaseContentNegotiation):
    """There is one representation; a browser that asks for HTML gets it too."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        wanted = (request.content_type or "").split(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == wanted), None)

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        return renderers[0], renderers[0].media_type


class ApiView(APIView):
    """A view of the API. `tag` is its chapter in the documentation; `keep` is said to caches about answers to GET."""

    authentication_classes = [HeaderToken, SessionAuthentication]
    permission_classes = [IsAuthenticatedOrReadOnly]
    parser_classes = [StrictJSON]
    renderer_classes = [JSONRenderer]
    content_negotiation_class = AlwaysJSON
    metadata_class = None
    http_method_names = ["get", "head", "post", "put", "patch", "delete"]
    schema = ApiSchema()

    tag: ClassVar[str] = "General"
    keep: ClassVar[str] = "private, no-store"
    max_bytes: ClassVar[int] = MAX_BYTES
    # Methods that give an event or an account away: from a browser only after the password was typed just now.
    asks_password: ClassVar[tuple[str, ...]] = ()
    etag: str | None = None
    rate: tuple[int, int, int] | None = (
        None  # of the throttle that leaves least: limit, requests left, seconds
    )
    names: Mapping[int, str] = {}  # of the players whom reasons in the answer may mention

    def dispatch(self, request: Any, *args: object, **kwargs: object) -> Any:
        """OPTIONS asks what may be asked, which is the same for everybody."""
        if request.method == "OPTIONS":
            return HttpResponse(status=204, headers={"Allow": ", ".join([*self.allowed_methods, "OPTIONS"])})
        return super().dispatch(request, *args, **kwargs)

    @contextmanager
    def if_match(self, request: Request) -> Iterator[None]:
        """The work of a handler, which If-Match may forbid. Errors: `not_current` where nothing has an ETag."""
        if request.method not in SAFE_METHODS and request.headers.get("If-Match", "*") != "*":
            raise refuse.not_current()
        yield

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        method = (request.method or "").lower()
        if method not in self.http_method_names or not hasattr(self, method):
            # Before anything else: no sign-in, and nothing one has already, makes this request right.
            self.http_method_not_allowed(request, *args, **kwargs)
        super().initial(request, *args, **kwargs)
        self._refuse_old_password(request)
        if "HTTP_TRANSFER_ENCODING" in request.META and "CONTENT_LENGTH" not in request.META:
            # WSGI cannot read such a body; taking it for an empty one would be worse than refusing it.
            raise refuse.length_required()

    def _refuse_old_password(self, request: Request) -> None:
        """Else a desk left open would give away over the API what its pages ask the password for."""
        by_session = isinstance(request.successful_authenticator, SessionAuthentication)
        if request.method in self.asks_password and by_session and not is_fresh(request._request):
            raise refuse.password_needed()

    @property
    def actor(self) -> User:
        """Whoever has signed in: permissions have refused strangers before a handler that asks for them runs."""
        assert isinstance(self.request.user, User)
        return self.request.user

    def get_exception_handler(self) -> Callable[[Exception, dict[str, Any]], Response | None]:
        return problems.handle

    def finalize_response(self, request: Any, response: Any, *args: object, **kwargs: object) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        fine = request.method in SAFE_METHODS and response.status_code in (200, 304)
        response.headers.setdefault("Cache-Control", self.caching() if fine else "private, no-store")
        if fine and self.etag:
            response.headers["ETag"] = self.etag
        for name, value in zip(("Limit", "Remaining", "Reset"), self.rate or (), strict=False):
            response.headers[f"RateLimit-{name}"] = str(value)
        patch_vary_headers(response, VARY)
        return response

    def caching(self) -> str:
        return self.keep

    def context(self) -> dict[str, Any]:
        """What serializers may need to know: who asks, whether of the staff, names for numbers, and whether
        players may be shown as persons of a series.
        """
        return {
            "request": self.request,
            "names": self.names,
            "staff": False,
            "contacts": False,
            "people": False,
        }

    def shown(self, shape: Any, value: Any, *, status: int = 200, where: str = "") -> Response:
        """`value` in the shape it has outside; `where` is the address of something new."""
        headers = {"Location": where} if where else None
        return Response(shape(value, context=self.context()).data, status=status, headers=headers)


class PersonalView(ApiView):
    """Only for somebody who has signed in."""

    permission_classes = [IsAuthenticated]


class EventView(ApiView):
    """A view below one event, which is loaded, with the rights checked, before the handler runs.

    Who may not see the event gets the same 404 as for one that does not exist. `reads` and `writes` are the
    predicates of tournaments.rights. Answers to GET carry the event's version as ETag unless `versioned` is off.
    """

    reads: ClassVar[object] = can_view
    writes: ClassVar[object] = can_manage
    deletes: ClassVar[object] = None  # like writes, unless said otherwise
    versioned: ClassVar[bool] = True
    event: Tournament

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.event = enter_zone(event_by_slug(kwargs["slug"], request.user))
        safe = request.method in SAFE_METHODS
        if not self._rule(request.method or "")(request.user, self.event):
            self.permission_denied(request)
        if self.sees_drafts:
            audience.let_staff_in()
        if safe and self.versioned:
            self.etag = self._etag(request)
            if knows(request.headers.get("If-None-Match", ""), self.etag):
                raise problems.NotModified

    @classmethod
    def _rule(cls, method: str) -> Any:
        if method in SAFE_METHODS:
            return cls.reads
        return cls.deletes if method == "DELETE" and cls.deletes else cls.writes

    @property
    def sees_drafts(self) -> bool:
        return bool(can_see_drafts(self.request.user, self.event))

    def context(self) -> dict[str, Any]:
        staff = self.sees_drafts
        return {
            **super().context(),
            "staff": staff,
            "contacts": staff and may(self.request.user, self.event, Right.MANAGE_PLAYERS),
            "people": staff or has_people_linked(self.event),
            "is_of_four": is_of_four(self.event),
        }

    @contextmanager
    def if_match(self, request: Request) -> Iterator[None]:
        """Any ETag of the event will do, wherever it was read, as long as the event is as it was then. Errors:
        `not_current`.
        """
        wanted = request.headers.get("If-Match", "*")
        if request.method in SAFE_METHODS or wanted == "*":
            yield
            return
        current = self._etag(request).partition("-")[0]
        if not any(tag.partition("-")[0] == current for tag in parse_etags(wanted)):
            raise refuse.not_current()
        try:
            with only_from(self.event):
                yield
        except ServiceError as error:
            if error.code == "event_changed":
                raise refuse.not_current() from error
            raise

    def _etag(self, request: Request) -> str:
        role = role_of(request.user, self.event)
        version = self.event.public_version if role is None else self.event.version
        return event_tag(self.event.pk, version, role, get_language(), request.get_full_path())

    def caching(self) -> str:
        if not self.versioned:
            return "private, no-store"
        # May be kept, must be asked for again each time: the question costs one row.
        open_to_all = type(self).reads is can_view and self.event.is_open
        return (
            "public, no-cache"
            if open_to_all and not self.request.user.is_authenticated
            else "private, no-cache"
        )


def knows(header: str, etag: str) -> bool:
    return header == "*" or is_match(header, etag)


class PlayerView(EventView):
    """A view below one event that knows its players by number."""

    tag = "Players"
    writes = having(Right.MANAGE_PLAYERS)

    def player(self, number: int) -> Player:
        people = roster(self.event) | house_players(self.event, drafts=self.sees_drafts)
        return people.get(number=number)


class RoundView(EventView):
    """A view below one event that knows its rounds by number; drafts exist for the staff only."""

    tag = "Rounds"
    writes = having(Right.PAIR)

    def round(self, number: int) -> Round:
        return visible_rounds(self.event, self.request.user).get(number=number)

    def sheet(self, number: int, table: int | None = None) -> RoundSheet:
        found = round_sheet(self.event, number, table=table, drafts=self.sees_drafts, ratings=True)
        self.names = found.names
        return found
