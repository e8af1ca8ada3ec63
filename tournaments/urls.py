"""Addresses of events: public pages at the root, the organiser's desk under `desk/`, studies under `lab/`."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("lab/", include("tournaments.lab.desk.urls")),
    path("desk/", include("tournaments.desk.urls")),
    path("", include("tournaments.public.urls")),
]
