"""API tokens: create, list, revoke. Only a digest is stored, so a token is shown once, to its creator."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import QuerySet

from accounts.models import ApiToken, User

MAX_TOKENS = 50


class TooManyTokens(Exception):
    """The user has MAX_TOKENS already; one has to be revoked first."""


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """The tokens of a user, newest first."""
    rows: QuerySet[ApiToken] = ApiToken.objects.filter(user=user).order_by("-created")
    return rows


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
