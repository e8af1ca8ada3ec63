"""The URLs of the site. Each application has its own part."""

from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularSwaggerSplitView

from config.description import Description
from config.health import healthz, problem

API_DOCS = SpectacularSwaggerSplitView.as_view(url_name="schema")

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    path("problem/", problem, name="problem"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/schema/", Description.as_view(), name="schema"),
    path("api/docs/", API_DOCS, name="api-docs"),
    path("api/v1/", include("tournaments.api.urls")),
    path("accounts/", include("accounts.urls")),
    path("", include("tournaments.urls")),
]
handler400 = "config.errors.bad_request"
handler403 = "config.errors.permission_denied"
handler404 = "config.errors.page_not_found"
handler500 = "config.errors.server_error"
