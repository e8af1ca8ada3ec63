"""Whether a page should offer the outlook, and why it says nothing now."""

from django import template

from tournaments.outlook.selectors.outlook import has_outlook, why_none

register = template.Library()
register.filter("has_outlook", has_outlook)
register.filter("why_no_outlook", why_none)
