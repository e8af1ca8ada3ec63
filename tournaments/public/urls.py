"""Public addresses. Those of an event are answered alike for everybody who may see it."""

from django.urls import include, path

from tournaments.brackets import public as brackets
from tournaments.events import public as events
from tournaments.hall import public as hall
from tournaments.lab import public as lab
from tournaments.outlook import public as outlook
from tournaments.people import public as people
from tournaments.phones.public import at_table, me, my_page, recognise, table_code
from tournaments.players import public as players
from tournaments.public import site
from tournaments.queue import public as queue
from tournaments.registration import public as registration
from tournaments.rounds import public as rounds
from tournaments.schedules import public as schedules
from tournaments.series import public as series
from tournaments.standings import public as standings

app_name = "public"

of_an_event = [
    path("", events.event, name="event"),
    path("find/", players.find, name="find"),
    path("players/", players.players, name="players"),
    path("players/<int:number>/", players.player, name="player"),
    path("players/<int:number>/card/", players.card, name="card"),
    path("players/<int:number>/race/", outlook.need, name="need"),
    path("me/", my_page.my_page, name="my_page"),
    path("me/ask/", recognise.recognise, name="recognise"),
    path("me/<slug:key>/", me.me, name="me"),
    path("me/<slug:key>/result/", me.result, name="me_result"),
    path("me/<slug:key>/data/", me.data, name="me_data"),
    path("check-in/", players.check_in, name="check_in"),
    path("check-in.svg", players.qr, name="check_in_qr"),
    path("code/", table_code.table_code, name="table_code"),
    path("table/<slug:code>/", at_table.at_table, name="at_table"),
    path("table/<slug:code>/result/", at_table.result, name="at_table_result"),
    path("pairings/", rounds.pairings, name="pairings"),
    path("rounds/<int:number>/", rounds.round_page, name="round"),
    path("rounds/<int:number>/tables/<int:table>/", rounds.why, name="why"),
    path("lots/", players.lots, name="lots"),
    path("standings/", standings.standings, name="standings"),
    path("standings/<int:number>/", standings.tiebreaks, name="tiebreaks"),
    path("race/", outlook.outlook, name="outlook"),
    path("sign-up/", registration.sign_up, name="sign_up"),
    path("entry/<slug:key>/", registration.entry, name="entry"),
    path("queue/", queue.queue, name="queue"),
    path("queue/screen/", queue.screen, name="queue_screen"),
    path("bracket/", brackets.bracket, name="bracket"),
    path("bracket/print/", brackets.sheets, name="bracket_print"),
    path("bracket.svg", brackets.file, name="bracket_svg"),
    path("cross/", standings.cross_table, name="cross"),
    path("fixtures/", schedules.all_fixtures, name="fixtures"),
    path("fixtures/<int:number>/", schedules.own_fixtures, name="own_fixtures"),
    path("schedule/", schedules.by_table, name="schedule"),
    path("schedule/names/", schedules.by_name, name="schedule_names"),
    path("schedule/pictures/", schedules.quality, name="schedule_quality"),
    path("schedule/<int:number>/", schedules.mine, name="my_schedule"),
    path("screen/", hall.screen, name="screen"),
    path("screen/<str:key>/", hall.named_screen, name="named_screen"),
    path("qr.svg", hall.qr, name="qr"),
    path("manifest.webmanifest", hall.manifest, name="manifest"),
]
of_a_series = [
    path("", series.series, name="series"),
    path("ranking/", series.ranking, name="series_ranking"),
    path("players/<int:number>/", series.player, name="series_player"),
]
urlpatterns = [
    path("", site.home, name="home"),
    path("language/<slug:code>/", site.language, name="language"),
    path("about/", site.about, name="about"),
    path("about/rights/", site.rights, name="rights"),
    path("for/<slug:name>/", site.kind, name="kind"),
    path("rounds/", lab.rounds, name="rounds"),
    path("now/", site.now, name="now"),
    path("robots.txt", site.robots, name="robots"),
    path("style/", site.style, name="style"),
    path("join/<slug:key>/", people.invitation, name="invitation"),
    path("e/<slug:slug>/", include(of_an_event)),
    path("s/", series.index, name="series_list"),
    path("s/<slug:slug>/", include(of_a_series)),
]
