"""API tokens: create, list, revoke. Only a digest is stored, so a token is shown once, to its creator."""

from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from knox.crypto import hash_token

from accounts.models import ApiToken, User

MAX_TOKENS = 50
# How exactly the last use of a token is known.
USES_NOTED_EVERY = timedelta(minutes=5)

SELDOM_ASKED = (
    "name", "created", "user__password", "user__email", "user__first_name", "user__last_name", "user__last_login",
    "user__date_joined",
)  # fmt: skip


class TooManyTokens(Exception):
    """The user has MAX_TOKENS already; one has to be revoked first."""


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """The tokens of a user, newest first."""
    rows: QuerySet[ApiToken] = ApiToken.objects.filter(user=user).order_by("-created")
    return rows


def find_token(text: str) -> ApiToken | None:
    """The token with this text, with its user, if it is good now; one that has expired goes. Its use is noted. What
    requests seldom ask of either is read when they do.
    """
    now = timezone.now()
    rows = ApiToken.objects.filter(digest=hash_token(text)).select_related("user")
    row: ApiToken | None = rows.defer(*SELDOM_ASKED).order_by().first()
    if row is None or not row.user.is_active:
        return None
    if row.expiry and row.expiry < now:
        row.delete()
        return None
    if row.last_used is None or row.last_used < now - USES_NOTED_EVERY:
        used = ApiToken.objects.filter(digest=row.digest)
        # After the read that this request is; a database that cannot be written to does not refuse it.
        transaction.on_commit(lambda: used.update(last_used=now), robust=True)
    return row


def create_token(*, user: User, name: str, expiry: timedelta | None) -> str:
    """Make a token and return its text: nobody can read it again. Errors: TooManyTokens."""
    if tokens_of(user).count() >= MAX_TOKENS:
        raise TooManyTokens
    _row, text = ApiToken.objects.create(user=user, expiry=expiry, name=name)
    return str(text)


def revoke_token(*, user: User, digest: str) -> bool:
    """Make a token of this user worthless; False if there is no such token."""
    deleted, _by_model = ApiToken.objects.filter(user=user, digest=digest).delete()
    return bool(deleted)


def revoke_all_tokens(user: User) -> int:
    """Make all tokens of a user worthless: whoever knew the old password may have made some. How many there were."""
    deleted, _by_model = ApiToken.objects.filter(user=user).delete()
    return int(deleted)
