"""Addresses of REST API v1. Every one is also understood without its last slash."""

from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.urls import Resolver404, path, re_path, register_converter, resolve
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from tournaments.api import problems, registry as general, tokens, tools
from tournaments.api.tokens import Me
from tournaments.brackets import api as brackets
from tournaments.corrections.api import impact, repairs
from tournaments.events.api import bins, events, phases
from tournaments.files import api as files
from tournaments.hall import api as hall
from tournaments.history import api as history
from tournaments.lab import api as lab
from tournaments.outlook import api as outlook
from tournaments.people import api as people
from tournaments.phones.api import phones, reports
from tournaments.players.api import attendance, lots, players
from tournaments.privacy import api as privacy
from tournaments.queue import api as queue
from tournaments.registration import api as registration
from tournaments.results.api import penalties, results
from tournaments.rounds.api import appointments, clocks, rounds
from tournaments.schedules import api as schedules
from tournaments.series.api import persons as series_persons, series
from tournaments.standings.api import places, prizes, standings

app_name = "api"


class Number:
    """A positive number that fits every database."""

    regex = "[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(Number, "num")


@csrf_exempt
def elsewhere(request: HttpRequest, rest: str) -> HttpResponseBase:
    """The same address with its slash; else a problem document. (The views check CSRF themselves, for sessions.)"""
    if not request.path_info.endswith("/"):
        try:
            found = resolve(request.path_info + "/")
        except Resolver404:
            pass
        else:
            if found.func is not elsewhere:
                request.resolver_match = found
                answer: HttpResponseBase = found.func(request, *found.args, **found.kwargs)
                return answer
    problem: dict[str, object] = problems.make(404, "not_found", _("There is no such address."))
    return JsonResponse(problem, status=404, content_type=problems.CONTENT_TYPE)


EVENT = "events/<slug:slug>/"
PLAYER = f"{EVENT}players/<num:number>/"
ROUND = f"{EVENT}rounds/<num:number>/"
MATCH = f"{ROUND}matches/<num:table>/"
ME = f"{EVENT}me/<slug:key>/"

SIMULATION = "simulations/<slug:simulation>/"
SERIES = "series/<slug:slug>/"
PERSON = f"{SERIES}persons/<num:person>/"

of_series = [
    path("series/", series.AllSeries.as_view(), name="all-series"),
    path(SERIES, series.OneSeries.as_view(), name="series"),
    path(f"{SERIES}events/", series.Seasons.as_view(), name="seasons"),
    path(f"{SERIES}next-season/", series.NextSeason.as_view(), name="next-season"),
    path(f"{SERIES}events/<slug:event>/", series.OneSeason.as_view(), name="season"),
    path(
        f"{SERIES}events/<slug:event>/players/<num:number>/",
        series_persons.Link.as_view(),
        name="series-player",
    ),
    path(f"{SERIES}ranking/", series.Ranking.as_view(), name="series-ranking"),
    path(f"{SERIES}persons/", series_persons.Persons.as_view(), name="series-persons"),
    path(PERSON, series_persons.OnePerson.as_view(), name="series-person"),
    path(f"{PERSON}merge/", series_persons.Merge.as_view(), name="merge-persons"),
    path(f"{PERSON}split/", series_persons.Split.as_view(), name="split-person"),
    path(f"{SERIES}log/", series.Log.as_view(), name="series-log"),
    path(f"{SERIES}undo/", series.Undo.as_view(), name="series-undo"),
]
urlpatterns = [
    path("", general.Index.as_view(), name="index"),
    path("me/", Me.as_view(), name="me"),
    path("tokens/", tokens.Tokens.as_view(), name="tokens"),
    path("tokens/<slug:token>/", tokens.OneToken.as_view(), name="token"),
    path("bin/", bins.Bin.as_view(), name="bin"),
    path("bin/<slug:event>/", bins.OneBinned.as_view(), name="binned"),
    path("bin/<slug:event>/restore/", bins.RestoreBinned.as_view(), name="restore-event"),
    path("systems/", general.Systems.as_view(), name="systems"),
    path("systems/<str:name>/", general.OneSystem.as_view(), name="system"),
    path("scoring/", general.FourSeatScoring.as_view(), name="scoring"),
    path("tiebreaks/", general.Tiebreaks.as_view(), name="tiebreaks"),
    path("tiebreaks/<str:name>/", general.OneTiebreak.as_view(), name="tiebreak"),
    path("schemas/", general.Schemas.as_view(), name="schemas"),
    path("schemas/<slug:name>/", general.OneSchema.as_view(), name="schema"),
    path("tools/pair/", tools.PairTool.as_view(), name="tools-pair"),
    path("tools/standings/", tools.StandingsTool.as_view(), name="tools-standings"),
    path("tools/seating/", tools.SeatingTool.as_view(), name="tools-seating"),
    path("studies/", lab.Studies.as_view(), name="studies"),
    path("studies/<num:study>/", lab.OneStudy.as_view(), name="study"),
    path("simulations/", lab.Simulations.as_view(), name="simulations"),
    path(SIMULATION, lab.OneSimulation.as_view(), name="simulation"),
    path(f"{SIMULATION}cancel/", lab.CancelSimulation.as_view(), name="cancel-simulation"),
    path("events/", events.Events.as_view(), name="events"),
    path("events/import/", files.ImportEvent.as_view(), name="import-event"),
    path(EVENT, events.OneEvent.as_view(), name="event"),
    path(f"{EVENT}phases/", phases.PhasesOfEvent.as_view(), name="phases"),
    path(f"{EVENT}archived/", events.Archived.as_view(), name="archived"),
    path(f"{EVENT}finish/", events.Finish.as_view(), name="finish"),
    path(f"{EVENT}reopen/", events.Reopen.as_view(), name="reopen"),
    path(f"{EVENT}simulations/", lab.EventSimulations.as_view(), name="event-simulations"),
    path("hand-over-packs/", files.OpenPack.as_view(), name="open-pack"),
    path(f"{EVENT}hand-over-pack/", files.MakePack.as_view(), name="make-pack"),
    path(f"{EVENT}copy/", files.Copy.as_view(), name="copy"),
    path(f"{EVENT}document/", files.Document.as_view(), name="document"),
    path(f"{EVENT}follow/", files.Follow.as_view(), name="follow"),
    path(f"{EVENT}fide-report/", files.FideReport.as_view(), name="fide-report"),
    path(f"{EVENT}staff/", events.StaffList.as_view(), name="staff"),
    path(f"{EVENT}staff/<str:username>/", events.StaffMember.as_view(), name="staff-member"),
    path(f"{EVENT}owner/", people.Owner.as_view(), name="owner"),
    path(f"{EVENT}invitations/", people.Invitations.as_view(), name="invitations-of-event"),
    path(f"{EVENT}invitations/<num:invitation>/", people.OneInvitation.as_view(), name="invitation-of-event"),
    path("invitations/<slug:key>/", people.OpenedInvitation.as_view(), name="invitation"),
    path("invitations/<slug:key>/accept/", people.AcceptInvitation.as_view(), name="accept-invitation"),
    path(f"{EVENT}penalties/", penalties.Penalties.as_view(), name="penalties"),
    path(f"{EVENT}penalties/<num:penalty>/revoke/", penalties.Revoke.as_view(), name="revoke-penalty"),
    path(f"{PLAYER}forget/", privacy.Forget.as_view(), name="forget-player"),
    path(f"{EVENT}players/", players.Players.as_view(), name="players"),
    path(f"{EVENT}players/bulk/", players.Bulk.as_view(), name="players-bulk"),
    path(f"{EVENT}players/import/", players.Import.as_view(), name="import"),
    path(f"{EVENT}players/import/preview/", players.ImportPreview.as_view(), name="import-preview"),
    path(f"{EVENT}players/check-in/", attendance.CheckInAll.as_view(), name="check-in-all"),
    path(f"{EVENT}players/draw-numbers/", attendance.DrawNumbers.as_view(), name="draw-numbers"),
    path(PLAYER, players.OnePlayer.as_view(), name="player"),
    path(f"{PLAYER}coming/", schedules.Coming.as_view(), name="coming"),
    path(f"{PLAYER}history/", players.History.as_view(), name="history"),
    path(f"{PLAYER}withdraw/", attendance.Withdraw.as_view(), name="withdraw"),
    path(f"{PLAYER}return/", attendance.Return.as_view(), name="return"),
    path(f"{PLAYER}check-in/", attendance.CheckInOne.as_view(), name="check-in"),
    path(f"{PLAYER}draw-number/", attendance.DrawNumber.as_view(), name="draw-number"),
    path(f"{PLAYER}byes/<num:round_number>/", attendance.OneByeRequest.as_view(), name="bye-request"),
    path(f"{EVENT}bye-requests/", attendance.ByeRequests.as_view(), name="bye-requests"),
    path(f"{EVENT}forbidden-pairs/", attendance.ForbiddenPairs.as_view(), name="forbidden-pairs"),
    path(
        f"{EVENT}forbidden-pairs/<num:first>/<num:second>/",
        attendance.OneForbiddenPair.as_view(),
        name="forbidden-pair",
    ),
    path(f"{EVENT}schedule/", schedules.Schedule.as_view(), name="schedule"),
    path(f"{EVENT}schedule/<num:job>/stop/", schedules.Stop.as_view(), name="stop-search"),
    path(f"{EVENT}schedule/<num:job>/keep/", schedules.Keep.as_view(), name="keep-schedule"),
    path(f"{EVENT}schedule/<num:job>/drop/", schedules.Drop.as_view(), name="drop-schedule"),
    path(f"{EVENT}tables/", hall.Tables.as_view(), name="tables"),
    path(f"{EVENT}message/", hall.Message.as_view(), name="message"),
    path(f"{EVENT}screens/", hall.Screens.as_view(), name="screens"),
    path(f"{EVENT}screens/<str:key>/", hall.OneScreen.as_view(), name="screen"),
    path(f"{EVENT}rounds/", rounds.Rounds.as_view(), name="rounds"),
    path(f"{EVENT}rounds/pair/", rounds.Pair.as_view(), name="pair"),
    path(ROUND, rounds.OneRound.as_view(), name="round"),
    path(f"{ROUND}publish/", rounds.Publish.as_view(), name="publish"),
    path(f"{ROUND}take-back/", rounds.TakeBack.as_view(), name="take_back"),
    path(f"{ROUND}start/", rounds.Start.as_view(), name="start"),
    path(f"{ROUND}complete/", rounds.Complete.as_view(), name="complete"),
    path(f"{ROUND}reopen/", rounds.ReopenRound.as_view(), name="reopen-round"),
    path(f"{ROUND}verification/", results.Verification.as_view(), name="verification"),
    path(f"{MATCH}verify/", results.Verify.as_view(), name="verify"),
    path(f"{ROUND}repairs/", repairs.Repairs.as_view(), name="repairs"),
    path(f"{ROUND}by-hand/", repairs.ByHand.as_view(), name="by-hand"),
    path(f"{ROUND}playing/", repairs.Playing.as_view(), name="playing"),
    path(f"{ROUND}results/", results.Results.as_view(), name="results"),
    path(f"{ROUND}outstanding/", rounds.OutstandingTables.as_view(), name="outstanding"),
    path(f"{ROUND}clock/", clocks.RoundTime.as_view(), name="clock"),
    path(f"{ROUND}clock/start/", clocks.StartClock.as_view(), name="start-clock"),
    path(f"{ROUND}clock/pause/", clocks.PauseClock.as_view(), name="pause-clock"),
    path(f"{ROUND}clock/stop/", clocks.StopClock.as_view(), name="stop-clock"),
    path(f"{ROUND}clock/add/", clocks.AddTime.as_view(), name="add-time"),
    path(f"{MATCH}appointment/", appointments.Appointment.as_view(), name="appointment"),
    path(f"{MATCH}extra-time/", clocks.ExtraTime.as_view(), name="extra-time"),
    path(MATCH, results.OneMatch.as_view(), name="match"),
    path(f"{MATCH}result/", results.OneResult.as_view(), name="result"),
    path(f"{MATCH}correction/", results.Correction.as_view(), name="correction"),
    path(f"{MATCH}penalty/", results.TablePenalty.as_view(), name="penalty"),
    path(f"{EVENT}registration/", registration.RegistrationNow.as_view(), name="registration"),
    path(f"{EVENT}entries/", registration.Entries.as_view(), name="entries"),
    path(f"{EVENT}entries/acts/", registration.EntryActs.as_view(), name="entry-acts"),
    path(f"{EVENT}queue/", queue.Queue.as_view(), name="queue"),
    path(f"{EVENT}queue/moments/", queue.Moments.as_view(), name="queue-moments"),
    path(f"{EVENT}queue/calls/", queue.Calls.as_view(), name="queue-calls"),
    path(f"{EVENT}claims/", reports.Reports.as_view(), name="open-reports"),
    path(f"{EVENT}claims/<num:claim>/accept/", reports.Accept.as_view(), name="accept-report"),
    path(f"{EVENT}claims/<num:claim>/reject/", reports.Reject.as_view(), name="reject-report"),
    path(f"{ME}penalties/", penalties.MyPenalties.as_view(), name="own-penalties"),
    path(ME, reports.Me.as_view(), name="own-page"),
    path(f"{ME}scores/", reports.MyScores.as_view(), name="report-scores"),
    path(f"{ME}claims/<num:claim>/confirm/", reports.Confirm.as_view(), name="confirm-report"),
    path(f"{ME}claims/<num:claim>/dispute/", reports.Dispute.as_view(), name="dispute-report"),
    path(f"{ME}claims/<num:claim>/withdraw/", reports.Withdraw.as_view(), name="withdraw-report"),
    path(f"{ME}report/", phones.MyReport.as_view(), name="report-result"),
    path(f"{ME}check-in/", phones.MyCheckIn.as_view(), name="own-check-in"),
    path(f"{ME}requests/", phones.MyRequests.as_view(), name="ask-desk"),
    path(f"{ME}requests/<num:asked>/", phones.MyRequest.as_view(), name="own-request"),
    path(f"{ME}call/", phones.MyCall.as_view(), name="own-call"),
    path(f"{EVENT}requests/", phones.Requests.as_view(), name="requests"),
    path(f"{EVENT}requests/<num:asked>/grant/", phones.Grant.as_view(), name="grant-request"),
    path(f"{EVENT}requests/<num:asked>/refuse/", phones.Refuse.as_view(), name="refuse-request"),
    path(f"{EVENT}calls/", phones.Calls.as_view(), name="calls"),
    path(f"{EVENT}calls/<num:call>/take/", phones.Take.as_view(), name="take-call"),
    path(f"{EVENT}calls/<num:call>/done/", phones.Done.as_view(), name="close-call"),
    path(f"{EVENT}table-codes/", phones.TableCodes.as_view(), name="table-codes"),
    path(f"{PLAYER}own-page/", phones.OwnAddress.as_view(), name="own-address"),
    path(f"{EVENT}lots/", lots.Lots.as_view(), name="lots"),
    path(f"{EVENT}bracket/", brackets.BracketOfEvent.as_view(), name="bracket"),
    path(f"{EVENT}race/", outlook.Outlook.as_view(), name="outlook"),
    path(f"{EVENT}prizes/", prizes.Prizes.as_view(), name="prizes"),
    path(f"{EVENT}standings/", standings.Standings.as_view(), name="standings"),
    path(f"{EVENT}standings/why/", places.Why.as_view(), name="why"),
    path(f"{EVENT}standings/<num:number>/", standings.Working.as_view(), name="working"),
    path(f"{EVENT}log/", history.Log.as_view(), name="log"),
    path(f"{EVENT}log/check/", history.LogCheck.as_view(), name="log-check"),
    path(f"{EVENT}undo/", history.Undo.as_view(), name="undo"),
    path(f"{EVENT}redo/", history.Redo.as_view(), name="redo"),
    path(f"{EVENT}snapshots/", history.Snapshots.as_view(), name="snapshots"),
    path(f"{EVENT}snapshots/<num:key>/", history.Compare.as_view(), name="snapshot"),
    path(f"{EVENT}snapshots/<num:key>/restore/", history.Restore.as_view(), name="restore"),
    path(
        f"{EVENT}snapshots/<num:key>/document/", history.SnapshotDocument.as_view(), name="snapshot-document"
    ),
    path(f"{EVENT}impact/", impact.Impact.as_view(), name="impact"),
    path(f"{EVENT}jobs/", rounds.Jobs.as_view(), name="jobs"),
    path(f"{EVENT}jobs/<num:job>/", rounds.OneJob.as_view(), name="job"),
    *of_series,
    re_path(r"^(?P<rest>.*)$", elsewhere),
]
