"""What time it is here: the clocks of phones and projectors are often wrong by minutes."""

from __future__ import annotations

import time

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@require_safe
@never_cache
def now(request: HttpRequest) -> JsonResponse:
    """The time of the server in milliseconds since 1970, asked for by every page with a clock. No query."""
    return JsonResponse({"now": time.time_ns() // 1_000_000})
