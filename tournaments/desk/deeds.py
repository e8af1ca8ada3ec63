"""What is done at the desk, declared once for Ctrl-K: what a deed is called, who may, when, and where it is done.

Nothing is done from there: the box leads to the button or the form, which says what it does.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from tournaments.desk.documents import papers
from tournaments.events.selectors.endings import winner
from tournaments.events.selectors.phases import is_open_ended
from tournaments.models import Round, RoundState, Status, Tournament
from tournaments.rights import Right

DRAFT, PUBLISHED, PLAYED, COMPLETED = RoundState
OPEN = (PUBLISHED, PLAYED)
IN, OUT = "in", "out"
Text = str | Promise


@dataclass(frozen=True, slots=True)
class Deed:
    """`page` is the name of an address, `part` the button or field there; `also` are other words people type for it.

    A deed of a round is there in these `states` of it, one of a player while the player is `whose` (in or out; "":
    both), another one where the event has that `status` ("": always).
    """

    title: Text
    page: str
    right: Right
    part: str = ""
    also: Text = ""
    states: tuple[RoundState, ...] = ()
    whose: str = ""
    status: str = ""
    query: str = ""


_OF_A_ROUND = (
    Deed(_("Publish round %(number)s"), "round", Right.PUBLISH, "publish", states=(DRAFT,)),
    Deed(_("Pair round %(number)s again"), "round", Right.PAIR, "pair-again", states=(DRAFT,)),
    Deed(_("Discard the draft of round %(number)s"), "round", Right.PAIR, "discard", states=(DRAFT,)),
    Deed(_("Enter results of round %(number)s"), "round", Right.ENTER_RESULTS, states=OPEN),
    Deed(
        _("Take the pairings of round %(number)s back"),
        "round",
        Right.PUBLISH,
        "take-back",
        also=pgettext_lazy("words to find it by", "withdraw hide"),
        states=(PUBLISHED,),
    ),
    Deed(_("Start round %(number)s"), "round", Right.ENTER_RESULTS, "start", states=(PUBLISHED,)),
    Deed(_("Complete round %(number)s"), "round", Right.PAIR, "complete", states=OPEN),
    Deed(
        _("Repair round %(number)s"),
        "repair",
        Right.REPAIR,
        also=pgettext_lazy("words to find it by", "no-show late"),
        states=(DRAFT, *OPEN),
    ),
    Deed(
        _("Change round %(number)s by hand"),
        "by_hand",
        Right.REPAIR,
        also=pgettext_lazy("words to find it by", "swap move players table"),
        states=(DRAFT, *OPEN),
    ),
    Deed(_("Verify round %(number)s"), "verify", Right.VERIFY_RESULTS, states=(*OPEN, COMPLETED)),
    Deed(_("Reopen round %(number)s"), "round", Right.PAIR, "reopen", states=(COMPLETED,)),
)
_PAIR = Deed(
    _("Pair round %(number)s"),
    "event",
    Right.PAIR,
    "next-step",
    also=pgettext_lazy("words to find it by", "draw"),
)
_OF_THE_EVENT = (
    Deed(_("Redo"), "redo", Right.UNDO),
    Deed(
        _("Add a player"),
        "players",
        Right.MANAGE_PLAYERS,
        "add",
        also=pgettext_lazy("words to find it by", "register new late"),
    ),
    Deed(
        _("Give a penalty"),
        "penalties",
        Right.PENALTIES,
        also=pgettext_lazy("words to find it by", "warning caution"),
    ),
    Deed(
        _("Correct the past"),
        "impact",
        Right.CORRECT_RESULTS,
        also=pgettext_lazy("words to find it by", "change result"),
    ),
    Deed(
        _("Create a restore point"),
        "snapshots",
        Right.SNAPSHOTS,
        also=pgettext_lazy("words to find it by", "backup"),
    ),
    Deed(_("Invite staff"), "staff", Right.STAFF, also=pgettext_lazy("words to find it by", "role helper")),
    Deed(
        _("Copy event"), "copy", Right.SETTINGS, also=pgettext_lazy("words to find it by", "duplicate again")
    ),
    Deed(
        _("Download the event document"),
        "files",
        Right.SETTINGS,
        also=pgettext_lazy("words to find it by", "export save backup archive"),
    ),
    Deed(
        _("Download the FIDE report"),
        "files",
        Right.SETTINGS,
        also=pgettext_lazy("words to find it by", "TRF rating export"),
    ),
    Deed(
        _("Download standings and pairings"),
        "files",
        Right.SETTINGS,
        also=pgettext_lazy("words to find it by", "export CSV Excel"),
    ),
    Deed(
        _("Follow another program"),
        "follow",
        Right.SETTINGS,
        also=pgettext_lazy("words to find it by", "TRF Swiss-Manager Sharly Vega report take over"),
    ),
    Deed(
        _("Hand-over pack"),
        "make_pack",
        Right.STAFF,
        also=pgettext_lazy("words to find it by", "export move another installation"),
    ),
    Deed(
        _("Finish the event"),
        "settings",
        Right.SETTINGS,
        "part-end",
        also=pgettext_lazy("words to find it by", "end close"),
        status=Status.RUNNING,
    ),
    Deed(_("Reopen the event"), "settings", Right.SETTINGS, "part-end", status=Status.FINISHED),
    Deed(
        _("Delete the event"), "delete", Right.DELETE, also=pgettext_lazy("words to find it by", "remove bin")
    ),
)
_OF_A_PLAYER = (
    Deed(
        _("Withdraw"),
        "player",
        Right.REQUESTS,
        "withdraw",
        also=pgettext_lazy("words to find it by", "leave go home"),
        whose=IN,
    ),
    Deed(
        pgettext_lazy("to the event", "Return"),
        "player",
        Right.REQUESTS,
        "return",
        also=pgettext_lazy("words to find it by", "come back"),
        whose=OUT,
    ),
    Deed(
        _("Request a bye"),
        "player",
        Right.REQUESTS,
        "id_round_number",
        also=pgettext_lazy("words to find it by", "sit out absent"),
        whose=IN,
    ),
    Deed(
        _("Give a penalty"),
        "penalties",
        Right.PENALTIES,
        also=pgettext_lazy("words to find it by", "penalty warning"),
        query="?player=0",
    ),
    Deed(
        _("Show code"),
        "player_code",
        Right.MANAGE_PLAYERS,
        also=pgettext_lazy("words to find it by", "card QR"),
        whose=IN,
    ),
)


@dataclass(frozen=True, slots=True)
class DeedHit:
    """A deed as the box finds it."""

    title: str
    url: str
    also: str = ""
    whose: str = ""


def deeds_here(
    tournament: Tournament, rounds: Sequence[Round], rights: dict[str, bool], at_work: int
) -> list[DeedHit]:
    """What somebody with these rights can do now; `at_work` is the number of the round whose paper is printed."""
    found = [
        _found(deed, tournament, one.number)
        for one in rounds
        for deed in _OF_A_ROUND
        if one.state in deed.states and rights[deed.right] and _is_worked_on(one, rounds)
    ]
    if rights[_PAIR.right] and _is_another_round_to_pair(tournament, rounds):
        found.append(_found(_PAIR, tournament, len(rounds) + 1))
    found += [
        _found(deed, tournament)
        for deed in _OF_THE_EVENT
        if rights[deed.right] and deed.status in ("", tournament.status)
    ]
    return [*found, *_prints(tournament, rounds, rights, at_work)]


def deeds_of_players(tournament: Tournament, rights: dict[str, bool]) -> list[DeedHit]:
    """What can be done about a player; the address has 0 in the place of the number."""
    deeds = () if tournament.follows else _OF_A_PLAYER
    return [_found(deed, tournament, 0) for deed in deeds if rights[deed.right]]


def _is_worked_on(round_: Round, rounds: Sequence[Round]) -> bool:
    """Only the last of the rounds that are over is still worked on."""
    return round_.state != COMPLETED or round_ is rounds[-1]


def _is_another_round_to_pair(tournament: Tournament, rounds: Sequence[Round]) -> bool:
    """Whether a round can come after these: one at a time is a draft, and planned rounds come to an end."""
    if tournament.status == Status.FINISHED or any(one.state == DRAFT for one in rounds):
        return False
    return (len(rounds) < tournament.rounds_planned or is_open_ended(tournament)) and not winner(tournament)


def _prints(
    tournament: Tournament, rounds: Sequence[Round], rights: dict[str, bool], at_work: int
) -> Iterator[DeedHit]:
    in_view = next((one for one in rounds if one.number == at_work), None)
    for group in papers(tournament, rights, in_view):
        for paper in group.papers:
            yield DeedHit(str(_("Print: %(document)s")) % {"document": paper.document.title}, paper.url)


def _found(deed: Deed, tournament: Tournament, number: int | None = None) -> DeedHit:
    takes_number = number is not None and not deed.query and deed.page != "event"
    args = [tournament.slug, number] if takes_number else [tournament.slug]
    url = reverse(f"desk:{deed.page}", args=args) + deed.query + (f"#{deed.part}" if deed.part else "")
    title = str(deed.title)
    return DeedHit(
        title % {"number": number} if "%(number)s" in title else title, url, str(deed.also), deed.whose
    )
