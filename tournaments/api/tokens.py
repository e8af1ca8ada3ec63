"""Who is asking, and the tokens of an account."""

from datetime import timedelta
from typing import Any

from django.contrib.auth import authenticate
from django.utils.translation import gettext_lazy as _
from knox.settings import knox_settings
from rest_framework import serializers
from rest_framework.authentication import BasicAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.guesses import refusal_of
from accounts.models import ApiToken, User
from tournaments.api.base import ApiView, PersonalView
from tournaments.api.endpoint import endpoint
from tournaments.api.fields import Strict, Text, Whole
from tournaments.api.mirrored import Mirror
from tournaments.api.problems import Refused
from tournaments.api.refusals import refuse

MAX_DAYS = 3650


class TokenIn(Strict):
    name = Text(max_length=80, help_text="What it is for.")
    days = Whole(required=False, min_value=1, max_value=MAX_DAYS, help_text="How long it is good for.")


class TokenOut(
    Mirror, of=ApiToken, shows="id name created expiry last_used", last_used="To five minutes; null: not yet."
):
    id = serializers.CharField(source="token_key", help_text="The beginning of the token.")


class NewTokenOut(TokenOut):
    token = serializers.CharField(help_text="Shown this once; only a digest of it is stored.")


class MeOut(serializers.Serializer[object]):
    username = serializers.CharField()
    display_name = serializers.CharField(source="__str__")
    token = TokenOut(allow_null=True, help_text="The token of this request.")


class NameAndPassword(BasicAuthentication):
    """HTTP Basic, for the first token only; counted and locked like sign-in on the page."""

    def authenticate_credentials(
        self, userid: str, password: str, request: Request | None = None
    ) -> tuple[User, None]:
        plain: Any = request._request if request is not None else None
        user = authenticate(request=plain, username=userid, password=password)
        if plain is not None and (refusal := refusal_of(plain)):
            raise Refused(429, "locked_out", str(refusal), wait=refusal.seconds)
        if not isinstance(user, User):
            raise AuthenticationFailed(_("Wrong name or password."))
        return user, None


class Tokens(PersonalView):
    tag = "Tokens"
    asks_password = ("POST",)
    authentication_classes = [*ApiView.authentication_classes, NameAndPassword]

    @endpoint("list_tokens", "Your tokens.", gives=TokenOut, many=True)
    def get(self, request: Request) -> object:
        return ApiToken.objects.filter(user=request.user)

    @endpoint(
        "create_token",
        "Make a token. It is shown this once.",
        takes=TokenIn,
        gives=NewTokenOut,
        status=201,
        keyed=False,
        description="With name and password (HTTP Basic) or from a page of this site; a token cannot make another one. "
        "`Idempotency-Key` is not obeyed here: the answer is never stored.",
    )
    def post(self, request: Request, data: dict[str, Any]) -> object:
        if isinstance(request.auth, ApiToken):
            raise refuse.token_makes_no_token()
        lifetime = timedelta(days=data["days"]) if "days" in data else knox_settings.TOKEN_TTL
        row, token = ApiToken.objects.create(user=request.user, expiry=lifetime, name=data["name"])
        row.token = token
        return row


class OneToken(PersonalView):
    tag = "Tokens"

    @endpoint("revoke_token", "Revoke a token; it stops working at once.")
    def delete(self, request: Request, token: str) -> Response | None:
        ApiToken.objects.get(user=request.user, token_key=token).delete()
        return None


class Me(PersonalView):
    tag = "Tokens"

    @endpoint("me", "Who is asking, and with which token.", gives=MeOut)
    def get(self, request: Request) -> object:
        user: Any = request.user
        user.token = request.auth
        return user
