"""The addresses of the organiser's desk."""

from __future__ import annotations

from django.urls import include, path
from django.views.generic import RedirectView

from tournaments.brackets.desk import bracket
from tournaments.corrections.desk import by_hand, impact, repairs
from tournaments.desk import manual, places, printing
from tournaments.events.desk import bin as bins
from tournaments.events.desk import events, phases
from tournaments.files import desk as files
from tournaments.hall.desk import messages as hall_messages
from tournaments.hall.desk import prints as hall_prints
from tournaments.hall.desk import screens, table_numbers
from tournaments.history import desk as history
from tournaments.outlook import desk as outlook
from tournaments.people import desk as people
from tournaments.phones import desk as phones
from tournaments.players.desk import attendance, check_in, codes, imports, numbers, players
from tournaments.players.desk import prints as player_prints
from tournaments.queue import desk as queue
from tournaments.results.desk import penalties, results, scores, table, verification
from tournaments.rounds.desk import appointments, clock, outstanding, prints, rounds
from tournaments.schedules.desk import prints as schedule_prints
from tournaments.schedules.desk import schedule
from tournaments.series.desk import players as series_players
from tournaments.series.desk import series
from tournaments.series.desk import urls as series_urls
from tournaments.standings.desk import prints as standing_prints
from tournaments.standings.desk import prizes, standings

app_name = "desk"

urlpatterns = [
    path("", events.events, name="events"),
    path("new/", events.create, name="create"),
    path("import/", files.import_event, name="import_event"),
    path("manual/<path:name>/", manual.manual, name="manual"),
    path("series/", include(series_urls.urlpatterns)),
    # Two words before the address of an event, so that no event can have been called that.
    path("events/hand-over/", files.open_, name="open_pack"),
    path("events/bin/", bins.bin_page, name="bin"),
    path("events/bin/<slug:slug>/restore/", bins.restore, name="restore_event"),
    path("events/bin/<slug:slug>/delete/", bins.purge, name="purge_event"),
    path("<slug:slug>/", events.event, name="event"),
    path("<slug:slug>/top/", places.top, name="top"),
    # What pages asked for that were opened before a release.
    path("<slug:slug>/phones/tab/", RedirectView.as_view(pattern_name="desk:top")),
    path("<slug:slug>/find/", places.find, name="find"),
    path("<slug:slug>/paper/", printing.print_, name="print"),
    path("<slug:slug>/paper/together/", printing.together, name="print_together"),
    path("<slug:slug>/settings/", events.settings, name="settings"),
    path("<slug:slug>/settings/staff/", people.staff, name="staff"),
    path("<slug:slug>/settings/staff/invite/", people.invite, name="invite"),
    path(
        "<slug:slug>/settings/staff/invite/<int:pk>/revoke/",
        people.revoke_invitation,
        name="revoke_invitation",
    ),
    path("<slug:slug>/settings/staff/owner/", people.hand_over, name="hand_over"),
    path("<slug:slug>/rights/", people.rights, name="rights"),
    path("<slug:slug>/penalties/", penalties.penalties, name="penalties"),
    path("<slug:slug>/penalties/list.csv", penalties.penalties_csv, name="penalties_csv"),
    path("<slug:slug>/penalties/<int:pk>/revoke/", penalties.revoke, name="revoke_penalty"),
    path("<slug:slug>/series/", series.of_event, name="event_series"),
    path("<slug:slug>/phases/", phases.phases, name="phases"),
    path("<slug:slug>/phases/next/", phases.begin_next, name="next_phase"),
    path("<slug:slug>/settings/delete/", bins.delete, name="delete"),
    path("<slug:slug>/settings/files/", files.files, name="files"),
    path("<slug:slug>/settings/follow/", files.follow, name="follow"),
    path("<slug:slug>/settings/follow/end/", files.end_following, name="end_following"),
    path("<slug:slug>/settings/document/", events.document, name="document"),
    path("<slug:slug>/settings/fide-report/", files.fide_report, name="fide_report"),
    path("<slug:slug>/settings/copy/", files.copy, name="copy"),
    path("<slug:slug>/settings/hand-over/", files.make, name="make_pack"),
    path("<slug:slug>/archive/", events.archive, name="archive"),
    path("<slug:slug>/finish/", events.finish, name="finish"),
    path("<slug:slug>/reopen/", events.reopen, name="reopen"),
    path("<slug:slug>/players/", players.players, name="players"),
    path("<slug:slug>/players/import/", imports.import_, name="import"),
    path("<slug:slug>/players/check-in/", check_in.check_in, name="check_in"),
    path("<slug:slug>/players/numbers/", numbers.numbers, name="numbers"),
    path("<slug:slug>/players/pairs/", attendance.pairs, name="pairs"),
    path("<slug:slug>/players/pairs/allow/", attendance.allow_pair, name="allow_pair"),
    path("<slug:slug>/players/<int:number>/", players.player, name="player"),
    path("<slug:slug>/players/<int:number>/link/", series_players.link, name="link_player"),
    path("<slug:slug>/players/<int:number>/remove/", players.remove, name="remove_player"),
    path("<slug:slug>/players/<int:number>/withdraw/", attendance.withdraw, name="withdraw"),
    path("<slug:slug>/players/<int:number>/return/", attendance.return_, name="return"),
    path("<slug:slug>/players/<int:number>/bye/", attendance.bye, name="bye"),
    path("<slug:slug>/players/<int:number>/bye/cancel/", attendance.cancel_bye, name="cancel_bye"),
    path("<slug:slug>/players/<int:number>/code/", codes.player_code, name="player_code"),
    path("<slug:slug>/settings/codes/", codes.table_codes, name="table_codes"),
    path("<slug:slug>/phones/", phones.reports, name="reports"),
    path("<slug:slug>/queue/", queue.queue_page, name="queue"),
    path("<slug:slug>/queue/act/", queue.act, name="queue_act"),
    path("<slug:slug>/requests/", phones.requests, name="requests"),
    path("<slug:slug>/requests/<int:pk>/", phones.request_, name="request"),
    path("<slug:slug>/calls/", phones.calls, name="calls"),
    path("<slug:slug>/calls/<int:pk>/", phones.call, name="call"),
    path("<slug:slug>/pair/", rounds.pair, name="pair"),
    path("<slug:slug>/jobs/<int:pk>/", rounds.job, name="job"),
    path("<slug:slug>/rounds/<int:number>/", rounds.round_, name="round"),
    path("<slug:slug>/rounds/<int:number>/list.<str:kind>", rounds.pairings_file, name="pairings_file"),
    path("<slug:slug>/rounds/<int:number>/publish/", rounds.publish, name="publish"),
    path("<slug:slug>/rounds/<int:number>/take-back/", rounds.take_back, name="take_back"),
    path("<slug:slug>/rounds/<int:number>/start/", rounds.start, name="start"),
    path("<slug:slug>/rounds/<int:number>/complete/", rounds.complete, name="complete"),
    path("<slug:slug>/rounds/<int:number>/reopen/", rounds.reopen, name="reopen_round"),
    path("<slug:slug>/rounds/<int:number>/discard/", rounds.discard, name="discard"),
    path("<slug:slug>/rounds/<int:number>/result/", results.result, name="result"),
    path("<slug:slug>/rounds/<int:number>/scores/", scores.scores, name="scores"),
    path("<slug:slug>/rounds/<int:number>/claim/", phones.report, name="report"),
    path("<slug:slug>/rounds/<int:number>/results/", results.state, name="results_state"),
    path("<slug:slug>/rounds/<int:number>/verify/", verification.verify, name="verify"),
    path("<slug:slug>/rounds/<int:number>/verify/table/", verification.verify_table, name="verify_table"),
    path("<slug:slug>/rounds/<int:number>/verify/state/", verification.verify_state, name="verify_state"),
    path("<slug:slug>/rounds/<int:number>/tables/<int:table>/", table.table, name="table"),
    path("<slug:slug>/rounds/<int:number>/outstanding/", outstanding.outstanding, name="outstanding"),
    path("<slug:slug>/rounds/<int:number>/outstanding/asked/", outstanding.asked, name="asked"),
    path("<slug:slug>/tables/", table_numbers.tables, name="hall_tables"),
    path("<slug:slug>/message/", hall_messages.message, name="message"),
    path("<slug:slug>/message/clear/", hall_messages.clear, name="clear_message"),
    path("<slug:slug>/screens/", screens.screens, name="screens"),
    path("<slug:slug>/screens/<int:pk>/", screens.screen, name="screen"),
    path("<slug:slug>/screens/<int:pk>/show/", screens.show_on_screen, name="show_on_screen"),
    path("<slug:slug>/screens/<int:pk>/delete/", screens.delete_screen, name="delete_screen"),
    path("<slug:slug>/rounds/<int:number>/clock/", clock.clock, name="clock"),
    path("<slug:slug>/rounds/<int:number>/clock/change/", clock.change_clock, name="change_clock"),
    path("<slug:slug>/rounds/<int:number>/tables/<int:table>/extra/", clock.extra_time, name="extra_time"),
    path("<slug:slug>/rounds/<int:number>/tables/<int:table>/date/", appointments.arrange, name="arrange"),
    path("<slug:slug>/rounds/<int:number>/repair/", repairs.repair, name="repair"),
    path("<slug:slug>/rounds/<int:number>/playing/", repairs.playing_tables, name="playing"),
    path("<slug:slug>/rounds/<int:number>/by-hand/", by_hand.by_hand, name="by_hand"),
    path("<slug:slug>/impact/", impact.impact, name="impact"),
    path("<slug:slug>/impact/<str:kind>/", impact.edit, name="impact_of"),
    path("<slug:slug>/schedule/", schedule.schedule, name="schedule"),
    path("<slug:slug>/schedule/plan/", schedule.plan, name="plan_schedule"),
    path("<slug:slug>/schedule/search/", schedule.search, name="search_schedule"),
    path("<slug:slug>/schedule/clear/", schedule.clear, name="clear_schedule"),
    path("<slug:slug>/schedule/<int:pk>/stop/", schedule.stop, name="stop_schedule"),
    path("<slug:slug>/schedule/<int:pk>/keep/", schedule.keep, name="keep_schedule"),
    path("<slug:slug>/schedule/<int:pk>/drop/", schedule.drop, name="drop_schedule"),
    path("<slug:slug>/undo/", history.undo, name="undo"),
    path("<slug:slug>/undo/again/", history.redo, name="redo"),
    path("<slug:slug>/log/", history.log, name="log"),
    path("<slug:slug>/log/list.csv", history.log_csv, name="log_csv"),
    path("<slug:slug>/log/list.json", history.log_json, name="log_json"),
    path("<slug:slug>/log/check/", history.check_log, name="check_log"),
    path("<slug:slug>/snapshots/", history.snapshots, name="snapshots"),
    path("<slug:slug>/snapshots/<int:key>/", history.snapshot, name="snapshot"),
    path("<slug:slug>/snapshots/<int:key>/document/", history.document, name="snapshot_document"),
    path("<slug:slug>/bracket/", bracket.bracket, name="bracket"),
    path("<slug:slug>/standings/", standings.standings, name="standings"),
    path("<slug:slug>/standings/list.<str:kind>", standings.standings_file, name="standings_file"),
    path("<slug:slug>/standings/prizes/", prizes.prizes, name="prizes"),
    path("<slug:slug>/standings/prizes/show/", prizes.show, name="show_prizes"),
    path("<slug:slug>/standings/prizes/<int:place>/", prizes.change, name="prize"),
    path("<slug:slug>/standings/prizes/<int:place>/move/", prizes.move, name="move_prize"),
    path("<slug:slug>/standings/prizes/<int:place>/remove/", prizes.remove, name="remove_prize"),
    path("<slug:slug>/race/", outlook.outlook, name="outlook"),
    *prints.sheets,
    *outstanding.sheets,
    *hall_prints.sheets,
    *player_prints.sheets,
    *schedule_prints.sheets,
    *standing_prints.sheets,
]
