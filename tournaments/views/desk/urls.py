"""The addresses of the organiser's desk."""

from __future__ import annotations

from django.urls import path

from tournaments.views.desk import (
    attendance,
    checkin,
    claims,
    events,
    history,
    imports,
    numbers,
    players,
    prints,
    results,
    rounds,
    scores,
    tables,
)

app_name = "desk"

urlpatterns = [
    path("", events.events, name="events"),
    path("new/", events.create, name="create"),
    path("<slug:slug>/", events.event, name="event"),
    path("<slug:slug>/settings/", events.settings, name="settings"),
    path("<slug:slug>/settings/staff/", events.staff, name="staff"),
    path("<slug:slug>/settings/delete/", events.delete, name="delete"),
    path("<slug:slug>/settings/document/", events.document, name="document"),
    path("<slug:slug>/finish/", events.finish, name="finish"),
    path("<slug:slug>/reopen/", events.reopen, name="reopen"),
    path("<slug:slug>/players/", players.players, name="players"),
    path("<slug:slug>/players/import/", imports.import_, name="import"),
    path("<slug:slug>/players/check-in/", checkin.check_in, name="check_in"),
    path("<slug:slug>/players/numbers/", numbers.numbers, name="numbers"),
    path("<slug:slug>/players/pairs/", attendance.pairs, name="pairs"),
    path("<slug:slug>/players/pairs/allow/", attendance.allow_pair, name="allow_pair"),
    path("<slug:slug>/players/<int:number>/", players.player, name="player"),
    path("<slug:slug>/players/<int:number>/remove/", players.remove, name="remove_player"),
    path("<slug:slug>/players/<int:number>/withdraw/", attendance.withdraw, name="withdraw"),
    path("<slug:slug>/players/<int:number>/return/", attendance.return_, name="return"),
    path("<slug:slug>/players/<int:number>/bye/", attendance.bye, name="bye"),
    path("<slug:slug>/players/<int:number>/bye/cancel/", attendance.cancel_bye, name="cancel_bye"),
    path("<slug:slug>/pair/", rounds.pair, name="pair"),
    path("<slug:slug>/jobs/<int:pk>/", rounds.job, name="job"),
    path("<slug:slug>/rounds/<int:number>/", rounds.round_, name="round"),
    path("<slug:slug>/rounds/<int:number>/publish/", rounds.publish, name="publish"),
    path("<slug:slug>/rounds/<int:number>/start/", rounds.start, name="start"),
    path("<slug:slug>/rounds/<int:number>/complete/", rounds.complete, name="complete"),
    path("<slug:slug>/rounds/<int:number>/reopen/", rounds.reopen, name="reopen_round"),
    path("<slug:slug>/rounds/<int:number>/discard/", rounds.discard, name="discard"),
    path("<slug:slug>/rounds/<int:number>/result/", results.result, name="result"),
    path("<slug:slug>/rounds/<int:number>/scores/", scores.scores, name="scores"),
    path("<slug:slug>/rounds/<int:number>/claim/", claims.claim, name="claim"),
    path("<slug:slug>/rounds/<int:number>/results/", results.state, name="results_state"),
    path("<slug:slug>/rounds/<int:number>/tables/<int:table>/", tables.table, name="table"),
    path("<slug:slug>/undo/", history.undo, name="undo"),
    path("<slug:slug>/log/", history.log, name="log"),
    path("<slug:slug>/standings/", history.standings, name="standings"),
    path("<slug:slug>/print/<int:number>/tables/", prints.tables, name="print_tables"),
    path("<slug:slug>/print/<int:number>/names/", prints.names, name="print_names"),
    path("<slug:slug>/print/<int:number>/slips/", prints.slips, name="print_slips"),
    path("<slug:slug>/print/standings/", prints.standings, name="print_standings"),
]
