"""Public addresses. Those of an event are answered alike for everybody who may see it."""

from __future__ import annotations

from django.urls import include, path

from tournaments.public import (
    at_table,
    bracket,
    check_in,
    clock,
    events,
    invitations,
    lots,
    me,
    my_page,
    outlook,
    recognise,
    rounds,
    schedule,
    screens,
    series,
    site,
    standings,
    table_code,
)

app_name = "public"

of_an_event = [
    path("", events.event, name="event"),
    path("find/", events.find, name="find"),
    path("players/", events.players, name="players"),
    path("players/<int:number>/", events.player, name="player"),
    path("players/<int:number>/card/", events.card, name="card"),
    path("players/<int:number>/race/", outlook.need, name="need"),
    path("me/", my_page.my_page, name="my_page"),
    path("me/ask/", recognise.recognise, name="recognise"),
    path("me/<slug:key>/", me.me, name="me"),
    path("me/<slug:key>/result/", me.result, name="me_result"),
    path("check-in/", check_in.check_in, name="check_in"),
    path("check-in.svg", check_in.qr, name="check_in_qr"),
    path("code/", table_code.table_code, name="table_code"),
    path("table/<slug:code>/", at_table.at_table, name="at_table"),
    path("table/<slug:code>/result/", at_table.result, name="at_table_result"),
    path("pairings/", rounds.pairings, name="pairings"),
    path("rounds/<int:number>/", rounds.round_page, name="round"),
    path("rounds/<int:number>/tables/<int:table>/", rounds.why, name="why"),
    path("lots/", lots.lots, name="lots"),
    path("standings/", standings.standings, name="standings"),
    path("standings/<int:number>/", standings.tiebreaks, name="tiebreaks"),
    path("race/", outlook.outlook, name="outlook"),
    path("bracket/", bracket.bracket, name="bracket"),
    path("bracket/print/", bracket.sheets, name="bracket_print"),
    path("bracket.svg", bracket.file, name="bracket_svg"),
    path("cross/", standings.cross_table, name="cross"),
    path("schedule/", schedule.by_table, name="schedule"),
    path("schedule/names/", schedule.by_name, name="schedule_names"),
    path("schedule/pictures/", schedule.quality, name="schedule_quality"),
    path("schedule/<int:number>/", schedule.mine, name="my_schedule"),
    path("screen/", screens.screen, name="screen"),
    path("screen/<str:key>/", screens.named_screen, name="named_screen"),
    path("qr.svg", screens.qr, name="qr"),
    path("manifest.webmanifest", screens.manifest, name="manifest"),
]
of_a_series = [
    path("", series.series, name="series"),
    path("ranking/", series.ranking, name="series_ranking"),
    path("players/<int:number>/", series.player, name="series_player"),
]
urlpatterns = [
    path("", site.home, name="home"),
    path("language/<slug:code>/", site.language, name="language"),
    path("about/rights/", site.rights, name="rights"),
    path("now/", clock.now, name="now"),
    path("robots.txt", site.robots, name="robots"),
    path("style/", site.style, name="style"),
    path("join/<slug:key>/", invitations.invitation, name="invitation"),
    path("e/<slug:slug>/", include(of_an_event)),
    path("s/", series.index, name="series_list"),
    path("s/<slug:slug>/", include(of_a_series)),
]
