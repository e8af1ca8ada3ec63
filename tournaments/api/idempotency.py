"""`Idempotency-Key`: the same POST sent twice does its work once and gets the same answer twice.

A client that does not know whether its request arrived (a phone in a hall with bad reception) repeats it with the
same key. The key belongs to the user. The row and the work are one transaction, so there is no moment in which one
of them exists without the other; others with the same key wait for it (PostgreSQL at the unique index, SQLite at
the write lock). Pairing computes outside transactions: there the row is written first (`status` empty: at work), and
whoever comes meanwhile is told to come back; a row whose process died may be taken over.
Only successes are kept: a refusal changed nothing, so the same key may be used for the next try.
"""

import hashlib
import json
from collections.abc import Callable
from contextlib import nullcontext
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from tournaments.api.refusals import refuse
from tournaments.models import IdempotencyKey
from tournaments.seals import BadSeal, Purpose, opened, seal

HEADER = "Idempotency-Key"
KEPT = timedelta(days=2)
ABANDONED = timedelta(minutes=5)
KEPT_HEADERS = ("Location",)


def once(request: Request, work: Callable[[], Response], *, in_one_transaction: bool = True) -> Response:
    """The answer of `work`, or the one it gave when this key was used before.

    Errors: `bad_key`, `key_reused` (422: another request had this key), `in_progress` (409).
    """
    key = request.headers.get(HEADER)
    if key is None or not isinstance(request.user, User):
        return work()
    if not (0 < len(key) <= 200 and key.isascii() and key.isprintable()):
        raise refuse.bad_key()
    with transaction.atomic() if in_one_transaction else nullcontext():
        row, first = _claim(request, request.user, key)
        if not first:
            return _again(row)
        try:
            response = work()
        except BaseException:
            if (
                not in_one_transaction
            ):  # which takes its row back itself, and may not be able to write any more
                IdempotencyKey.objects.filter(pk=row.pk).delete()
            raise
        _keep(row, response)
        return response


def digest(request: Request) -> str:
    """What tells one request from another: its method, its address and all that was sent."""
    data: object = request.data  # bytes where nobody has read them yet
    body = (
        data if isinstance(data, bytes) else json.dumps(data, sort_keys=True, separators=(",", ":")).encode()
    )
    sent = hashlib.sha256(body).hexdigest()
    return hashlib.sha256(f"{request.method} {request.path[:500]}\n{sent}".encode()).hexdigest()


def _claim(request: Request, user: User, key: str) -> tuple[IdempotencyKey, bool]:
    """The row of this key, and whether the work is ours to do."""
    now = timezone.now()
    IdempotencyKey.objects.filter(user=user, created_at__lt=now - KEPT).delete()
    # The pattern of the address, not the address: a key may be part of it.
    found = request.resolver_match
    fields = {"method": request.method or "", "path": found.route[:500] if found else ""}
    wanted = digest(request)
    try:
        with transaction.atomic():
            made = IdempotencyKey.objects.create(user=user, key=key, body_digest=wanted, **fields)
            return made, True
    except IntegrityError:
        row = IdempotencyKey.objects.filter(user=user, key=key).first()
    if row is None:
        # The first request was refused between our two looks: nothing was done, so the client may simply repeat.
        raise refuse.in_progress()
    if row.body_digest != wanted:
        raise refuse.key_reused()
    dead = IdempotencyKey.objects.filter(pk=row.pk, status=None, created_at__lt=now - ABANDONED)
    return row, bool(dead.update(created_at=now))


def _again(row: IdempotencyKey) -> Response:
    if row.status is None:
        raise refuse.in_progress()
    kept = _opened(row.response)
    headers = {**kept.get("headers", {}), "Idempotency-Replayed": "true"}
    return Response(kept.get("data"), status=row.status, headers=headers)


def _opened(sealed: str | None) -> dict[str, Any]:
    """A kept answer; {} where the SECRET_KEY that sealed it is gone."""
    try:
        found: dict[str, object] = json.loads(opened(sealed, Purpose.ANSWER)) if sealed else {}
    except BadSeal:
        return {}
    return found


def _keep(row: IdempotencyKey, response: Response) -> None:
    headers = {name: response.headers[name] for name in KEPT_HEADERS if name in response.headers}
    kept = json.dumps({"data": response.data, "headers": headers}, default=str)
    row.status, row.response = response.status_code, str(seal(kept, Purpose.ANSWER))
    row.save(update_fields=["status", "response"])
