"""What every page of a public demo says of itself."""

from django import template
from django.conf import settings

from accounts.demo import MINUTES

register = template.Library()


@register.simple_tag
def public_demo() -> int:
    """After how many minutes it starts anew; 0 on every other site."""
    return MINUTES if settings.PUBLIC_DEMO else 0
