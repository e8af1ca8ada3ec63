"""Addresses of the lab, below `lab/`."""

from __future__ import annotations

from django.urls import path

from tournaments.views.lab import studies

app_name = "lab"

urlpatterns = [
    path("studies/", studies.studies, name="studies"),
    path("studies/<int:pk>/", studies.study, name="study"),
    path("studies/<int:pk>/study.json", studies.as_json, name="study_json"),
]
