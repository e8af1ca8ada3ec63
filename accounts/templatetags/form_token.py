"""`{% csrf_token %}` in every form: Django's, plus the account that the form was shown to (`accounts.kept`)."""

from django import template
from django.template.base import Parser, Token
from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.kept import ACCOUNT

register = template.Library()


class FormToken(CsrfTokenNode):
    def render(self, context: Context) -> SafeString:
        token, user = SafeString(super().render(context)), context.get("user")
        if user is None or not user.is_authenticated:
            return token
        return format_html('{}<input type="hidden" name="{}" value="{}">', token, ACCOUNT, user.pk)


@register.tag
def csrf_token(parser: Parser, token: Token) -> FormToken:
    return FormToken()
