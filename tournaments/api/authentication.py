"""Tokens in the Authorization header, as `Token pw_...` or `Bearer pw_...`; or the session of somebody signed in."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from knox.auth import TokenAuthentication
from rest_framework.authentication import get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.models import ApiToken, User

SCHEMES = (b"token", b"bearer")


class HeaderToken(TokenAuthentication):
    """knox keeps only a digest of the token; here both usual words are understood and nonsense is a plain 401."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        words = get_authorization_header(request).split()
        if not words or words[0].lower() not in SCHEMES:
            return None
        if len(words) != 2 or not words[1].isascii() or b"\x00" in words[1]:
            raise AuthenticationFailed(_("Invalid token."))
        user, token = self.authenticate_credentials(words[1])
        return user, token

    def authenticate_header(self, request: Any) -> str:
        return "Token"
