"""The addresses of series at the desk, below desk/series/."""

from django.urls import path

from tournaments.series.desk import players as series_players, series

urlpatterns = [
    path("", series.index, name="series_list"),
    path("new/", series.create, name="series_new"),
    path("<slug:slug>/", series.overview, name="series"),
    path("<slug:slug>/next/", series.begin_next, name="series_next"),
    path("<slug:slug>/out/", series.take_out, name="series_take_out"),
    path("<slug:slug>/settings/", series.settings, name="series_settings"),
    path("<slug:slug>/settings/delete/", series.delete, name="series_delete"),
    path("<slug:slug>/players/", series_players.players, name="series_players"),
    path("<slug:slug>/players/merge/", series_players.merge, name="series_merge"),
    path("<slug:slug>/players/<int:number>/", series_players.person, name="series_player"),
    path("<slug:slug>/log/", series.log, name="series_log"),
    path("<slug:slug>/undo/", series.undo_step, name="series_undo"),
]
