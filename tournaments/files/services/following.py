"""An event that follows another program: it takes the FIDE report that is exported after each round.

What a report would change is shown before it is taken; taking it is one step. Players are known again
(`same_players`), so they keep number and code. Until somebody takes the event over, `steps.changing` refuses what
reports say.
"""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from pairing.formats import document
from pairing.formats.trf import Report
from pairing.model.errors import PairingError
from pairing.model.reasons import Reason
from pairing.model.types import RoundStatus, Snapshot
from tournaments import snapshots
from tournaments.files.refusals import refuse
from tournaments.files.services.documents import check_size
from tournaments.files.services.event_files import read_report
from tournaments.files.services.foreseen import changes
from tournaments.files.services.report_state import Otherwise, in_our_numbers, state_after
from tournaments.history.wording import people_of
from tournaments.models import Action, Player, Tournament
from tournaments.names.namesakes import names_of_entrants
from tournaments.reading import consistent_read
from tournaments.sandbox import work
from tournaments.sandbox.sandbox import FILES
from tournaments.steps import log, state
from tournaments.steps.apply_delta import write
from tournaments.steps.changes import Unchanged, changing
from tournaments.steps.delta import State, difference
from tournaments.steps.fields import clean_line
from tournaments.steps.refusals import ServiceError

PROGRAM_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Taking:
    """What taking a report changes in the event as it was at `version`: in sentences, and from one state to another.

    `otherwise` are the rounds that automatic pairing would have paired otherwise, and why; None: that takes too long
    here.
    """

    version: int
    program: str
    report: Report
    now: State
    wanted: State
    changes: list[str]
    otherwise: Otherwise | None

    @property
    def names(self) -> dict[int, str]:
        """Of the players, by number."""
        return names_of_entrants(self.report.snapshot.entrants)


def foresee(*, tournament: Tournament, content: str | bytes, program: str = "") -> Taking:
    """What taking a report would change; nothing is written. `program` is whose reports they are; it is said once.

    Errors: `another_event`, `cannot_follow`, `missing` (program), and those of `read_report`.
    """
    read = read_report(content)
    with consistent_read():
        tournament.refresh_from_db()
        if not tournament.follows and (tournament.rounds.exists() or tournament.series_id is not None):
            raise refuse.cannot_follow()
        name = clean_line(
            program or tournament.follows, field="program", length=PROGRAM_LENGTH, required=True
        )
        now, before = state.whole(tournament), snapshots.load(tournament, drafts=True, persons=True)
        report = in_our_numbers(tournament, before, read)
        _refuse_another(before, report.snapshot)
        check_size(report.snapshot)
    otherwise = _otherwise(report.snapshot)
    wanted = state_after(tournament, now, report, name, otherwise)
    delta = difference(now, wanted)
    words = changes(delta, people_of(tournament, delta))
    return Taking(tournament.version, name, report, now, wanted, words, otherwise)


def take(
    *,
    tournament: Tournament,
    actor: User | None,
    content: str | bytes,
    filename: str = "",
    program: str = "",
    seen_version: int | None = None,
) -> Taking:
    """Make the event what the report says. The same report again changes nothing.

    Errors: those of `foresee`; `event_changed`, where it is another than that of `seen_version`; `event_finished`.
    """
    taking = foresee(tournament=tournament, content=content, program=program)
    seen = taking.version if seen_version is None else seen_version
    with changing(tournament, touches=state.SECTIONS, seen_version=seen, followed_too=True):
        if not difference(taking.now, taking.wanted):
            raise Unchanged
        _write(tournament, taking)
        there = taking.report.snapshot
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.FILE_TAKEN,
            round_number=len(there.rounds) or None,
            subject=clean_line(filename, field="file", length=log.SUBJECT_LENGTH) or taking.program,
            after={"players": len(there.entrants), "rounds": len(there.rounds), "program": taking.program},
        )
    return taking


def take_over(*, tournament: Tournament, actor: User | None) -> Tournament:
    """From now on the event is changed here, and takes no reports. Players may report again, as is usual."""
    with changing(tournament, touches=("settings",), followed_too=True):
        if not tournament.follows:
            raise Unchanged
        program, tournament.follows = tournament.follows, ""
        tournament.players_report = tournament.players_check_in = True
        tournament.save(update_fields=["follows", "players_report", "players_check_in"])
        log.write(tournament=tournament, actor=actor, action=Action.TAKEN_OVER, subject=program)
    return tournament


def _refuse_another(before: Snapshot, report: Snapshot) -> None:
    """Errors: `another_event`."""
    there = {entrant.id for entrant in before.entrants if entrant.left_after_round is None}
    first, other = _first_tables(before), _first_tables(report)
    found = there & {entrant.id for entrant in report.entrants}
    if 2 * len(found) < len(there) or (first and other and 2 * len(first & other) < len(first)):
        raise refuse.another_event()


def _first_tables(snapshot: Snapshot) -> set[frozenset[int]]:
    """Who met in round 1, once it is over."""
    rounds = snapshot.rounds[:1]
    over = (round_ for round_ in rounds if round_.status is RoundStatus.COMPLETED)
    return {frozenset(match.seats) for round_ in over for match in round_.matches}


def _otherwise(snapshot: Snapshot) -> Otherwise | None:
    """The rounds that the engine would have paired otherwise; None where that takes too long here, or where the answer
    (whoever has read a stranger's file may say what the stranger wants) is no reason that can be said.
    """
    try:
        found = [
            (int(one["round"]), one["why"]) for one in FILES.run(work.otherwise, document.dump(snapshot))
        ]
        reasons = [(number, [Reason.from_json(one) for one in why]) for number, why in found]
        return [{"round": n, "why": [one.to_json() for one in why if one.text()]} for n, why in reasons]
    except (ServiceError, PairingError, LookupError, TypeError, ValueError, AttributeError):
        return None


def _write(tournament: Tournament, taking: Taking) -> None:
    """Newcomers first: they get their keys here."""
    there, wanted = taking.now["players"], taking.wanted["players"]
    new = {number: row for number, row in wanted.items() if number not in there}
    Player.objects.bulk_create([Player(tournament=tournament, **row) for row in new.values()], batch_size=500)
    stays = {number: row for number, row in wanted.items() if number in there}
    write(tournament, difference(taking.now, {**taking.wanted, "players": stays}))
