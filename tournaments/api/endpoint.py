"""An operation is declared once: what it takes, what it gives. Behaviour and OpenAPI both follow from that.

    @endpoint("list_players", "The players in registration order.", query=PlayerQuery, gives=PlayerOut, paged=True)
    def get(self, request, query):
        return roster(self.event)

The handler gets the checked body as `data` and the checked query as `query`, besides the parts of the path, and
returns a plain object, which `gives` turns into JSON; or a Response, which is passed on.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import Strict
from tournaments.api.idempotency import HEADER, once
from tournaments.api.refusals import refuse

PAGE_SIZE = 100
LARGEST_PAGE = 1000


class Nothing(Strict):
    """No body, or an empty object; and no query parameters."""


class PageQuery(Strict):
    page = serializers.IntegerField(min_value=1, max_value=10**6, default=1, help_text="Page number, from 1.")
    page_size = serializers.IntegerField(
        min_value=1, max_value=LARGEST_PAGE, default=PAGE_SIZE, help_text="Rows per page."
    )


@dataclass(frozen=True, slots=True)
class endpoint:
    """What is declared of a handler; the handler keeps it as `operation`, and tests walk over these.

    `keyed`: Idempotency-Key is obeyed (left out: for every POST); `own_transaction`: it must not run inside one, as it
    computes or waits for a file to be read; `also`: other answers it may give itself, by status.
    """

    name: str
    summary: str
    _: KW_ONLY
    takes: type[Strict] | None = None
    query: type[Strict] = Nothing
    gives: Any = None
    many: bool = False
    paged: bool = False
    status: int = 200
    keyed: bool | None = None
    own_transaction: bool = False
    also: Mapping[int, Any] = field(default_factory=dict)
    description: str = ""

    def __call__(self, handler: Callable[..., Any]) -> Callable[..., Response]:
        operation = replace(
            self,
            query=PageQuery if self.paged and self.query is Nothing else self.query,
            keyed=handler.__name__ == "post" if self.keyed is None else self.keyed,
        )

        @wraps(handler)
        def run(view: Any, request: Request, *args: object, slug: str = "", **path: object) -> Response:
            query = checked(operation.query, request.query_params.dict())
            given = {} if operation.query is Nothing else {"query": query}
            if operation.takes or handler.__name__ in ("post", "put", "patch"):
                data = checked(operation.takes or Nothing, request.data, partial=handler.__name__ == "patch")
                given |= {"data": data} if operation.takes else {}

            def work() -> Response:
                with view.if_match(request):
                    return _answer(view, request, operation, handler(view, request, **path, **given), query)

            if operation.keyed:
                return once(request, work, in_one_transaction=not operation.own_transaction)
            return work()

        run.operation = operation  # type: ignore[attr-defined]
        return _documented(operation)(run)


def checked(serializer: type[Strict], data: object, *, partial: bool = False) -> dict[str, Any]:
    """The validated data. Errors: ValidationError, which names every field at fault."""
    bound = serializer(data=data, partial=partial)
    bound.is_valid(raise_exception=True)
    return dict(bound.validated_data)


def _answer(view: Any, request: Request, operation: endpoint, found: Any, query: dict[str, Any]) -> Response:
    if isinstance(found, Response):
        return found
    if operation.gives is None:
        return Response(status=204)
    shape = operation.gives
    if operation.paged:
        return Response(_page(view, request, shape, found, query))
    shown = shape(found, many=operation.many, context=view.context())
    return Response(shown.data, status=operation.status)


def _page(
    view: Any, request: Request, shape: Any, rows: QuerySet[Any] | list[Any], query: dict[str, Any]
) -> dict[str, Any]:
    number, size = query["page"], query["page_size"]
    count = rows.count() if isinstance(rows, QuerySet) else len(rows)
    last = max(1, -(-count // size))
    if number > last:
        raise refuse.no_such_page(last=last)
    shown: Iterable[object] = rows[(number - 1) * size : number * size]
    return {
        "count": count,
        "next": _link(request, number + 1) if number < last else None,
        "previous": _link(request, number - 1) if number > 1 else None,
        "results": shape(shown, many=True, context=view.context()).data,
    }


def _link(request: Request, page: int) -> str:
    asked = {**request.query_params.dict(), "page": page}
    return request.build_absolute_uri(f"{request.path}?{urlencode(asked)}")


_pages: dict[Any, type[serializers.Serializer[Any]]] = {}


def page_of(shape: Any) -> type[serializers.Serializer[Any]]:
    """The shape of a page of `shape`, for the documentation."""
    if shape not in _pages:
        _pages[shape] = type(
            f"{shape.__name__}PageSerializer",
            (serializers.Serializer,),
            {
                "__doc__": "One page of a list.",
                "count": serializers.IntegerField(help_text="Rows on all pages."),
                "next": serializers.URLField(allow_null=True),
                "previous": serializers.URLField(allow_null=True),
                "results": shape(many=True),
            },
        )
    return _pages[shape]


IDEMPOTENCY = OpenApiParameter(
    HEADER,
    {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]+$"},
    OpenApiParameter.HEADER,
    description="Any text of your own. The same request sent again with the same key does its work only once.",
)


def _documented(operation: endpoint) -> Callable[[Callable[..., Response]], Callable[..., Response]]:
    parameters: list[Any] = [] if operation.query is Nothing else [operation.query]
    if operation.keyed:
        parameters.append(IDEMPOTENCY)
    shape = page_of(operation.gives) if operation.paged else operation.gives
    if operation.many:
        shape = shape(many=True)
    answer: dict[int, Any] = {204: None}
    if shape is not None:
        answer = {operation.status: OpenApiResponse(shape, description=operation.summary)}
    return extend_schema(
        operation_id=operation.name,
        summary=operation.summary,
        description=operation.description or operation.summary,
        parameters=parameters,
        request=operation.takes,
        responses={**answer, **operation.also},
    )
