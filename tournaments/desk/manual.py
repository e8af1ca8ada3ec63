"""The manual: the documents for organisers, and what they lead to. Everybody may read them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.web.documents import document

# As they are offered beside each page.
CHAPTERS = ("event-day", "hall", "queue", "registration", "league", "seating", "roles", "glossary")


@never_cache
@require_safe
def manual(request: HttpRequest, name: str) -> HttpResponse:
    """One document, and the way to the others."""
    language = get_language() or "en"
    shown = document(name, language)
    if shown is None:
        raise Http404
    chapters = [document(chapter, language) for chapter in CHAPTERS]
    return render(request, "desk/manual.html", {"document": shown, "chapters": chapters})
