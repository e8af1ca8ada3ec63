"""Events in all their states, and every page that shows one: the desk's, the players', the hall's, on paper.

A scene is made by services and says who looks at it, and at which addresses.
"""

from collections.abc import Callable
from typing import Any

from accounts.models import User
from tests.browser.around import Scene, few_tables, followed, of, rarely_opened, signing_up
from tests.desk.four import RAW, match_at, play, riichi as swiss_of_four, seats
from tests.factories import (
    FOUR_SCORES,
    add_player,
    enter_all,
    make_event,
    make_table_event,
    pair,
    play_round,
    play_rounds,
    play_tables,
    publish,
    refused,
    table,
)
from tests.league import make_league, make_season, put_in, someone
from tests.public.browser.phones import LONG_NAME
from tests.public.four import PAGES_OF_FOUR, championship, riichi, seated
from tests.public.pages import READ
from tests.tournaments.ahead import enter, mixed, shogi
from tournaments.events.services import events, phases
from tournaments.events.services.prizes import set_prizes, show_prizes
from tournaments.hall.services import calls, screens
from tournaments.history import restore_points, undo
from tournaments.lab import jobs
from tournaments.lab.services import simulation_work, simulations
from tournaments.models import Match, Player, Tournament
from tournaments.people.services import invitations
from tournaments.phones.services import reports
from tournaments.players.selectors.table_codes import path_of
from tournaments.players.services import attendance, requests
from tournaments.results.services import penalties, results
from tournaments.rounds.services import clocks, rounds
from tournaments.schedules.jobs import plan_schedule
from tournaments.series.services import identities

NAMES = ("Søren Ågård", "Łukasz Żak", "羽生 善治", "محمد بن سلمان", "דוד בן-גוריון", "Pat O'Brien", LONG_NAME)


def own_page(player: Player, page: str = "") -> str:
    return f"/e/{player.tournament.slug}/me/{player.key}/{page}"


def completed(event: Tournament) -> None:
    round_ = publish(event)
    enter_all(round_)
    rounds.complete(tournament=event, actor=event.owner, round_=round_)


def a_round_being_played() -> Scene:
    event = make_event(field=12, rounds_planned=3)
    by: dict[str, Any] = {"tournament": event, "actor": event.owner}
    invitations.create(**by, role="arbiter", label="Ida")
    publish(event)
    first = event.players.get(number=1)
    for kind in ("caution", "match_loss"):
        penalties.give(**by, player=first, kind=kind, infraction="Late", round_number=1)
    stuck = make_event(owner=event.owner, field=2, rounds_planned=2, slug="stuck")
    play_round(stuck)
    with refused(impossible=True):
        pair(stuck)
    own = (
        "",
        "settings/",
        "settings/files/",
        "settings/delete/",
        "finish/",
        "settings/staff/",
        "rights/",
        "penalties/",
        "undo/",
    )
    people = ("", "1/", "2/", "2/forget/", "check-in/", "pairs/", "import/")
    play_ = (
        "paper/",
        "rounds/1/",
        "rounds/1/tables/1/",
        "print/1/tables/",
        "print/1/names/",
        "print/1/slips/",
    )
    mine = of(event, *own, *play_, *(f"players/{page}" for page in people))
    return event.owner, [
        "/desk/",
        "/desk/new/",
        "/desk/import/",
        "/desk/stuck/",
        *("/desk/manual/roles/", "/desk/manual/hall/"),
        *mine,
    ]


def a_round_being_verified() -> Scene:
    event = make_event(field=12)
    enter_all(publish(event))
    return event.owner, of(event, "rounds/1/verify/", "rounds/1/verify/?table=1&second=0-1")


def history_and_a_draft() -> Scene:
    """A round played, a correction, something undone; a snapshot from before all that; the next round drafted."""
    event = make_event(field=12, rounds_planned=3)
    by: dict[str, Any] = {"tournament": event, "actor": event.owner}
    round_ = publish(event)
    kept = restore_points.keep_by_hand(**by, note="before the first result")
    enter_all(round_)
    rounds.complete(**by, round_=round_)
    results.correct_result(**by, match=table(round_, 2), result="0-1", note="read upside down")
    undo.undo_last_step(**by)
    pair(event)
    log = [
        "log/",
        "log/?q=Player&player=3",
        "log/?player=x",
        "undo/",
        "snapshots/",
        f"snapshots/{kept.pk}/",
        "undo/again/",
    ]
    played = ("rounds/1/", "rounds/1/tables/1/?result=0-1", "standings/", "print/standings/", "print/cross/")
    set_prizes(**by, prizes=[{"name": "A cup for the best of all " * 3, "places": 3}])
    show_prizes(**by, visible=True)
    won = ("standings/prizes/", "standings/prizes/1/")
    return event.owner, [*of(event, "rounds/2/", *log, *played, *won), *of(event, "standings/", root="e")]


def repairs() -> Scene:
    """Round 2 published, then a result of round 1 corrected."""
    event = make_event(field=12, rounds_planned=3)
    completed(event)
    publish(event)
    match = Match.objects.get(round__tournament=event, round__number=1, table=2)
    results.correct_result(tournament=event, actor=event.owner, match=match, result="0-1")
    hands = ("by-hand/", "by-hand/?kind=swap&first=1&second=4", "tables/1/")
    past = ("", "scoring/", "tiebreaks/?tiebreaks=list_order", "rating/?player=3&rating=2400")
    return event.owner, [
        *of(event, "", "rounds/2/", "rounds/2/repair/", "rounds/2/repair/?out=3&name=Zoe"),
        *of(event, *(f"rounds/2/{page}" for page in hands), *(f"impact/{page}" for page in past)),
        *of(event, "rounds/1/tables/1/?result=0-1"),
    ]


def four_being_played() -> Scene:
    """Round 1 completed, 2 being played; somebody has left, and scores from a phone wait."""
    event = swiss_of_four(11, system="mahjong_schedule", slug="four", rounds_planned=3)
    play(event, publish(event))
    attendance.withdraw(tournament=event, actor=event.owner, player=event.players.get(number=3))
    publish(event)
    somebody = next(seat.player for seat in seats(event, 1, 2) if not seat.player.house)
    reports.report_scores(tournament=event, player=somebody, match=match_at(event, 1, 2), raw=RAW)
    typed = "raw_0=31.2&raw_1=42.3&raw_3=185&sticks=0"
    at_table = [f"rounds/1/tables/1/?{typed}&{rest}" for rest in ("raw_2=28000&penalty_0=20", "raw_2=28x")]
    own = ("", "settings/", "players/", "players/3/", "players/12/", "rounds/1/", "rounds/2/", "log/")
    paper = ("print/2/tables/", "print/2/names/", "print/2/slips/")
    return event.owner, of(event, *own, *paper, "rounds/1/tables/1/", *at_table)


def four_before_and_after() -> Scene:
    before = swiss_of_four(8, slug="before", system="mahjong_schedule")
    draft = swiss_of_four(11, slug="draft", owner=before.owner)
    play(draft, publish(draft))
    pair(draft)
    options = {"qualifying": "swiss", "qualifying_rounds": 1, "final_rounds": 2, "cut": "8"}
    final = swiss_of_four(
        12, slug="final", system="mahjong_final", rounds_planned=3, options=options, owner=before.owner
    )
    for _round in range(3):
        play(final, publish(final))
    ended = of(final, "standings/", "print/standings/")
    return before.owner, [*of(before, "players/numbers/"), *of(draft, "rounds/2/"), *ended]


def schedule() -> Scene:
    """Twenty-two players and two of the house, one of six rounds played; two plans stand beside each other."""
    event = make_table_event(
        field=22, rounds_planned=6, slug="riichi", visibility="public", options={"rounds_per_day": 3}
    )
    play_tables(event)
    plan_schedule(tournament=event, actor=event.owner)
    paper = ("print/cards/", "print/schedule/tables/", "print/schedule/names/")
    public = (f"schedule/{page}" for page in ("", "names/", "pictures/", "3/"))
    return event.owner, [*of(event, "schedule/", *paper), *of(event, *public, root="e")]


def paired_ahead() -> Scene:
    """Round 2 being played and 3 published; beside it an event with a draft, and one before its last round."""
    event = shogi(field=12, rounds_planned=7, slug="two")
    play_round(event, mixed)
    enter(event, publish(event), 1, "1-0")
    publish(event)
    draft = shogi(field=12, rounds_planned=7, slug="draft-ahead", owner=event.owner)
    publish(draft)
    pair(draft)
    last = shogi(field=12, rounds_planned=2, slug="last", owner=event.owner)
    publish(last)
    return event.owner, [
        *of(event, "", "rounds/2/", "rounds/3/"),
        *of(event, "", "rounds/3/", "players/1/", "find/", root="e"),
        *of(draft, "", "rounds/2/"),
        *of(last, "rounds/1/"),
    ]


def lab() -> Scene:
    """A study; simulations of which nobody has begun, by rounds and systems, by tie-breaks; and the forms for both."""
    event = make_event(field=12, rounds_planned=3)
    names = [f"Team {n}" for n in range(1, 13)]
    study = {
        "format": "pairwright-study/1", "players": names, "rounds": 5, "strongest_first": names,
        "algorithms": [{"name": "V B U E", "system": "wcsc"}, {"name": "Monrad", "system": "monrad"}],
    }  # fmt: skip
    chains = [["solkoff"], ["omw"], ["opponent_median", "BH:cut=1"]]
    systems = [{"name": "random_swiss"}, {"name": "monrad"}]
    several = [
        {"rounds": rounds, "system": system, "chains": chains[:1]}
        for system in systems
        for rounds in (3, 4, 5)
    ]
    asked = [
        simulation_of(event, *configurations)
        for configurations in ([{"rounds": 3, "chains": chains}], several, [{"rounds": 4, "chains": chains}])
    ]
    for simulation in asked[1:]:
        simulation_work.play_all(simulation.pk)
    found = [f"what-if/{simulation.key}/" for simulation in asked]
    own = ["studies/", f"studies/{jobs.study(actor=event.owner, document=study).pk}/"]
    return event.owner, [f"/lab/{page}" for page in (*own, f"what-if/?event={event.slug}", *found)]


def simulation_of(event: Tournament, *configurations: dict[str, Any]) -> Any:
    field = {"model": "arithmetic", "players": 16}
    document = {
        "configurations": [{"field": field, "cut": 4, **each} for each in configurations],
        "runs": 60,
        "seed": 1,
    }
    return simulations.request(actor=event.owner, document=document, tournament=event)


def hall() -> Scene:
    """A clock that runs, a table with more time, a screen with long words."""
    event = make_event(field=12, slug="spring", round_minutes=50)
    round_ = publish(event)
    match = table(round_, 2)
    by: dict[str, Any] = {"tournament": event, "actor": None}
    clocks.start(**by, round_=round_)
    clocks.extend_table(**by, match=match, minutes=7, why="a judge came late " * 8)
    words: dict[str, Any] = {"name": "Left of the door " * 3, "message": "Lunch " * 40}
    screen = screens.create_screen(**by, mode="message", **words)
    key = event.players.filter(seats__match=match)[0].key
    round_one = [f"rounds/1/{page}" for page in ("", "outstanding/", "clock/", "tables/2/")]
    paper = "poster wall player-cards table-cards place-cards players 1/outstanding".split()
    pool = few_tables(event.owner)
    own_page = f"me/{pool.players.get(number=7).key}/"
    public = ("", f"me/{key}/", "pairings/", f"screen/{screen.key}/", "screen/?show=timer")
    return event.owner, [
        *of(pool, "", "queue/", "bracket/"),
        *of(pool, "queue/", "queue/screen/", own_page, root="e"),
        *of(event, "queue/", "", *round_one, "screens/", "tables/", *(f"print/{page}/" for page in paper)),
        *of(event, *public, root="e"),
        "/about/",
        "/rounds/?players=48",
        "/about/rights/",
    ]


def league() -> Scene:
    """A league whose third season has a long name in it, a season nobody sees, and seasons of two phases."""
    series = make_league(description="Every Wednesday.")
    put_in(series, make_season(series.owner, 3, [[("Ann", LONG_NAME)]], more=["Zoe"], slug="third"), 3)
    Tournament.objects.filter(season=2).update(visibility="private")
    at_the_cut, bracket = two_phases("cut", series.owner, 3), two_phases("cup", series.owner, 5)
    people = [someone(series, name).pk for name in ("Ann", LONG_NAME, "Zoe")]
    gone = someone(series, "Dee").pk  # has played in no season together with the last of them
    merging = [f"players/merge/?person={one}&person={people[2]}" for one in (people[0], gone)]
    identities.rename(series=series, identity=someone(series, "Cy"), name="Cyrus", actor=series.owner)
    pages = ("", "players/", f"players/{people[0]}/", *merging, "log/", "settings/", "next/")
    return series.owner, [
        *("/s/", "/s/league/", "/s/league/ranking/", "/s/league/ranking/?q=ann"),
        *(f"/s/league/players/{person}/" for person in people),
        *("/desk/series/", "/desk/series/new/", *(f"/desk/series/league/{page}" for page in pages)),
        *of(at_the_cut, "", "phases/"),
        *of(at_the_cut, "bracket/", root="e"),
        *of(bracket, "", "phases/", "bracket/", "bracket/?game=3", "players/", "players/1/"),
        *of(bracket, "", "bracket/", "standings/", "standings/7/", "rounds/4/tables/1/", root="e"),
        *of(bracket, "screen/?show=bracket", root="e"),
        *of(Tournament.objects.get(slug="third"), "series/", "players/1/"),
    ]


def two_phases(slug: str, owner: User, rounds_played: int) -> Tournament:
    event = make_event(field=12, slug=slug, owner=owner)
    plan = [
        {"system": {"name": "tiered", "options": {"elimination": 3}}, "rounds": 3, "cut": None},
        {"system": {"name": "bracket", "options": {"third_place": True}}, "rounds": 3, "cut": {"rank": 8}},
    ]
    phases.set_phases(tournament=event, actor=event.owner, phases=plan)
    play_rounds(event, rounds_played)
    return event


def public_pages() -> Scene:
    event = make_event(name="Spring Open", slug="spring", field=3)
    for name in NAMES:
        add_player(event, name)
    play_rounds(event, 2)
    results.enter_result(tournament=event, actor=event.owner, match=table(publish(event)), result="1-0")
    make_event(slug="empty", name="Empty")
    over = make_event(field=4, slug="over", name="Over", rounds_planned=1)
    play_round(over)
    Player.objects.filter(tournament=over).update(name=LONG_NAME)
    events.finish_event(tournament=over, actor=over.owner)
    whole = [page for page in READ if not page.endswith("card/")]  # the card is a part of the event page
    of_phone = ("code/", "code/?wrong=1", "check-in/", "standings/3/?with=1", "standings/1/?with=nobody")
    others = [
        "/",
        "/?q=spring",
        "/?q=nothing",
        "/e/empty/",
        "/e/empty/screen/",
        "/e/over/",
        "/e/over/players/1/",
    ]
    return None, [*others, *of(event, *whole, *of_phone, root="e"), own_page(over.players.get(number=1))]


def public_pages_of_four() -> Scene:
    """Everybody has a name that fills a phone; results in every state."""
    event = riichi(field=9)
    event.players.filter(house=False).update(name=LONG_NAME)
    people = [player for player in seated(event, 3, 2) if not player.house]
    match = table(event.rounds.get(number=3), 2)
    reports.report_scores(tournament=event, player=people[0], match=match, raw=FOUR_SCORES)
    counted = next(player for player in seated(event, 3) if not player.house)
    still_open = next(player for player in seated(event, 3, 3) if not player.house)
    final = championship()
    final.players.update(name=LONG_NAME)
    return None, [
        *of(event, *(name for name in PAGES_OF_FOUR if not name.endswith("card/")), root="e"),
        *(own_page(player) for player in (counted, *people[:2])),
        *(own_page(player, "result/") for player in (people[1], still_open)),
        *of(final, "standings/", "standings/9/", "players/1/", "cross/", "screen/?show=standings", root="e"),
    ]


def phones() -> Scene:
    """A result reported, counted, disputed, not yet there; a judge called and on the way; somebody wants to go home."""
    event = make_event(field=12, slug="spring", name="Spring Open")
    round_ = publish(event)
    Player.objects.filter(tournament=event, number=2).update(name=LONG_NAME)
    tables = {number: [seat.player for seat in match_at(event, number).seats.order_by("position")] for number in
              range(1, 7)}  # fmt: skip
    for number, outcomes in ((1, ["win"]), (2, ["win", "loss"]), (3, ["win", "win"])):
        for player, outcome in zip(tables[number], outcomes, strict=False):
            reports.report_result(
                tournament=event, player=player, match=table(round_, number), outcome=outcome
            )
    for number in (4, 5):
        call = calls.call_judge(
            tournament=event, round_number=1, table=number, player=tables[number][0], note="clock stopped"
        )
    calls.take(tournament=event, actor=event.owner, call=call)
    for player, kind in zip(tables[4], ("skip", "withdraw"), strict=True):
        requests.ask(tournament=event, player=player, kind=kind, note="w" * 200)
    before = make_event(field=4, slug="before", require_check_in=True)
    four = make_table_event(field=8, slug="riichi")
    publish(four)
    desk = ("phones/", "requests/", "calls/", "", "settings/codes/", "players/1/code/", "rounds/1/")
    return event.owner, [
        *of(event, *desk),
        *(own_page(player) for pair_ in tables.values() for player in pair_),
        *(own_page(before.players.get(number=1)), "/e/before/check-in/"),
        *(path_of(event, 1), path_of(four, 1)),
    ]


SCENES: dict[str, Callable[[], Scene]] = {
    scene.__name__: scene
    for scene in (
        a_round_being_played, a_round_being_verified, history_and_a_draft, repairs, four_being_played,
        four_before_and_after, schedule, paired_ahead, lab, hall, league, rarely_opened, public_pages,
        public_pages_of_four, phones, followed, signing_up,
    )
}  # fmt: skip
