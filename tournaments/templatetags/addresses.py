"""`{% url %}`: as Django's, but an address is worked out once. Built in: every template has it.

An address follows from its name and arguments alone: the site has one set of addresses, below one prefix. A page has
some seventy, most of which stood on the page before. With `as`, too, an address that cannot be made is an error.
"""

from functools import lru_cache

from django import template
from django.urls import reverse

register = template.Library()


@register.simple_tag
@lru_cache(maxsize=10_000, typed=True)
def url(name: str, *args: object, **kwargs: object) -> str:
    return reverse(name, args=args, kwargs=kwargs)
