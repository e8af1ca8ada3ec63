"""The description of the API (OpenAPI), as it is served."""

from functools import cache
from threading import Lock
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request

_making = Lock()


class Description(SpectacularAPIView):
    """In the language of the request, or in the one that `lang` names."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        renderer = request.accepted_renderer
        with _making:
            text = _text(renderer.format, _language(request))
        name = f"{settings.SPECTACULAR_SETTINGS['TITLE']}.{renderer.format}"
        headers = {"Content-Disposition": f'inline; filename="{name}"'}
        return HttpResponse(text, content_type=renderer.media_type, headers=headers)


def _language(request: Request) -> str:
    """One that there is: each is kept."""
    named = request.GET.get("lang") or translation.get_language() or ""
    return named if named in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


@cache
def _text(form: str, language: str) -> str | bytes:
    """Half a second's work and half a megabyte that depend on nothing else, so they are made once in a process."""
    renderer = next(kind for kind in Description.renderer_classes if kind.format == form)
    with translation.override(language):
        described = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
        return renderer().render(described, renderer_context={})
