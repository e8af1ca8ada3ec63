"""Tokens in the Authorization header, as `Token pw_...` or `Bearer pw_...`; or the session of somebody signed in."""

from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.models import ApiToken, User
from accounts.tokens import find_token

SCHEMES = (b"token", b"bearer")


class HeaderToken(BaseAuthentication):
    """Both usual words are understood, and nonsense is a plain 401."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        words = get_authorization_header(request).split()
        if not words or words[0].lower() not in SCHEMES:
            return None
        token = find_token(words[1].decode()) if len(words) == 2 and words[1].isascii() else None
        if token is None:
            raise AuthenticationFailed(_("This token is unknown, revoked or expired."))
        return token.user, token

    def authenticate_header(self, request: object) -> str:
        return "Token"
