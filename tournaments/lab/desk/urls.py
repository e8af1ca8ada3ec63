"""Addresses of the lab, below `lab/`."""

from django.urls import path

from tournaments.lab.desk import simulations, studies

app_name = "lab"

urlpatterns = [
    path("studies/", studies.studies, name="studies"),
    path("studies/<int:pk>/", studies.study, name="study"),
    path("studies/<int:pk>/study.json", studies.as_json, name="study_json"),
    path("studies/<int:pk>/<slug:table>.csv", studies.as_csv, name="study_csv"),
    path("what-if/", simulations.what_if, name="what_if"),
    path("what-if/<slug:key>/", simulations.simulation, name="simulation"),
    path("what-if/<slug:key>/cancel/", simulations.cancel, name="cancel_simulation"),
    path("what-if/<slug:key>/simulation.json", simulations.as_json, name="simulation_json"),
    path("what-if/<slug:key>/simulation.csv", simulations.as_csv, name="simulation_csv"),
    path("what-if/<slug:key>/events.csv", simulations.single_events, name="simulation_events"),
]
