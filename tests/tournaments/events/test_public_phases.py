"""Events of several phases as players read them: rounds under their phase, the cut in the standings, why one is out."""

import re
from copy import deepcopy
from typing import Any

import pytest
from django.test import Client

from tests.factories import enter_all, make_event, play_round, play_rounds, publish
from tests.kept import kept
from tests.public.pages import read, text_of
from tournaments.events.services import phases
from tournaments.models import Match, Tournament
from tournaments.players.services import attendance
from tournaments.results.services import results
from tournaments.rounds.services import rounds
from tournaments.web import unchanged

pytestmark = pytest.mark.django_db


def phase(system: str, rounds: int | None = None, cut: dict[str, Any] | None = None, **options: Any) -> Any:
    return {"system": {"name": system, "options": options}, "rounds": rounds, "cut": cut}


def better_wins(match: Match) -> str:
    """Whoever was registered first wins, so the list is the order of strength."""
    first, second = (seat.player.number for seat in match.seats.order_by("position"))
    return "1-0" if first < second else "0-1"


def event_of(*items: Any, field: int = 8, slug: str = "open") -> Tournament:
    event = make_event(field=field, name="Open", slug=slug)
    return phases.set_phases(tournament=event, actor=event.owner, phases=list(items))


def played(count: int, *items: Any, **facts: Any) -> Tournament:
    event = event_of(*items, **facts)
    for _ in range(count):
        play_round(event, better_wins)
    return event


# Everybody meets everybody once, so after seven rounds the points of eight players are 7, 6, ... 0.
LEAGUE = (phase("round_robin", 7), phase("bracket", None, {"rank": 4}))


def rows(client: Client, address: str) -> list[str]:
    """The standings as a screen reader goes through them: headings of groups in capitals, and names."""
    page = client.get(address).content.decode()
    body = page[page.index("<tbody>") : page.index("</table>")]
    found = []
    for row in re.findall(r"<tr.*?</tr>", body, flags=re.DOTALL):
        words = " ".join(re.sub(r"<[^>]+>", " ", row).split())
        name = re.search(r"Player \d+", words)
        found.append(name[0] if name else words.upper())
    return found


def names(*numbers: int) -> list[str]:
    return [f"Player {n}" for n in numbers]


at_the_cut = kept(lambda: played(7, *LEAGUE, slug="league"))


@pytest.fixture
def league(at_the_cut: Tournament) -> Tournament:
    """All rounds of the first phase played, nothing paired of the second."""
    return deepcopy(at_the_cut)


CUT = "Cut: The first 4 of the standings advance."
MADE = [*names(1, 2, 3, 4), CUT.upper(), *names(5, 6, 7, 8)]
OUT = "Not in phase 2: place 5 after round 7. The first 4 of the standings advance."


def of_league(client: Client, page: str) -> str:
    return read(client, f"/e/league/{page}")


def test_before_the_cut_it_is_told_as_it_stands(client: Client) -> None:
    played(2, *LEAGUE)
    assert "CUT RIGHT NOW: THE FIRST 4 OF THE STANDINGS ADVANCE." in rows(client, "/e/open/standings/")
    assert "right now: place" in text_of(client, "/e/open/players/5/")


def test_at_the_cut_everybody_reads_the_place_and_the_rule_that_decided(
    client: Client, league: Tournament
) -> None:
    assert rows(client, "/e/league/standings/?after=7") == MADE
    assert f"{CUT} All results are in. The pairings of round 8 will appear" in of_league(client, "")
    assert CUT in of_league(client, "screen/?show=standings")
    assert "In phase 2: place 4 after round 7." in of_league(client, "players/4/")
    see_that_five_is_out(client, league)


def see_that_five_is_out(client: Client, league: Tournament) -> None:
    """On the card, the public page and the own page, once each."""
    for page in ("players/5/card/", "players/5/", f"me/{league.players.get(number=5).key}/"):
        words = of_league(client, page)
        assert words.count(OUT) == 1 and "Eliminated" not in words


def test_behind_the_cut_standings_say_who_is_still_in_and_who_was_out_when(
    client: Client, league: Tournament
) -> None:
    play_round(league, better_wins)
    semifinals = [
        *names(1, 2),
        "ELIMINATED AFTER ROUND 8",
        *names(3, 4),
        "ELIMINATED AFTER ROUND 7",
        *names(5, 6, 7, 8),
    ]
    assert rows(client, "/e/league/standings/") == ["STILL IN", *semifinals]
    assert rows(client, "/e/league/standings/?after=7") == MADE
    see_that_five_is_out(client, league)
    page = of_league(client, "")
    assert "Phase 1: Round robin Round 1 Round 2" in page
    assert "Phase 2: Bracket Round 8" in page
    # How many rounds a bracket takes shows when it is played.
    assert "Round 8 of" not in page
    assert "Phase 2: Bracket" in of_league(client, "rounds/8/").partition("Phase 1:")[0]
    page = of_league(client, "screen/?show=standings")
    assert "Still in" in page
    assert "Eliminated after round 7" in page
    round_ = publish(league)
    assert "Phase 2: Bracket · Round 9" in of_league(client, "screen/?show=tables")
    enter_all(round_, better_wins)
    rounds.complete(tournament=league, actor=league.owner, round_=round_)
    unchanged.forget()
    over = ["WINNER", *names(1), "ELIMINATED AFTER ROUND 9", *names(2), *semifinals[2:]]
    assert rows(client, "/e/league/standings/") == over
    assert rows(client, "/e/league/standings/?after=8") == ["STILL IN", *semifinals]
    assert "All results of the last round are in." in of_league(client, "")
    assert "has not been published yet" not in of_league(client, "players/1/")
    # Who has lost in the bracket is not out by a cut.
    words = of_league(client, "players/4/")
    assert words.count("Eliminated: no more rounds.") == 1 and "In phase 2: place 4 after round 7." in words


def test_who_plays_for_the_third_place_is_neither_in_nor_out_and_places_of_one_round_stand_together(
    client: Client,
) -> None:
    event = played(4, phase("round_robin", 3), phase("bracket", None, {"rank": 4}, third_place=True), field=4)
    groups = [row for row in rows(client, "/e/open/standings/") if not row.startswith("Player")]
    assert groups == ["STILL IN", "STILL PLAYING FOR PLACE 3"]
    play_round(event, better_wins)
    unchanged.forget()
    assert rows(client, "/e/open/standings/") == [
        "WINNER",
        *names(1),
        "ELIMINATED AFTER ROUND 5",
        *names(2, 3, 4),
    ]
    assert text_of(client, "/e/open/screen/?show=standings").count("Eliminated after round 5") == 1


def test_a_cut_by_losses_after_a_cut_by_losses(client: Client) -> None:
    played(2, phase("monrad", 2), phase("monrad", 1, {"losses": 1}), phase("bracket", None, {"losses": 0}))
    # Of eight, two have won both rounds and two have lost both.
    after_two = rows(client, "/e/open/standings/")
    assert after_two.index("CUT: ALL PLAYERS WITH AT MOST 1 LOSS ADVANCE.") == 6
    play_round(Tournament.objects.get(slug="open"), better_wins)
    groups = rows(client, "/e/open/standings/")
    # One of six has won all three.
    assert groups[0] == "STILL IN"
    assert groups[2] == "CUT: ALL PLAYERS WITHOUT A LOSS ADVANCE."
    assert groups.index("ELIMINATED AFTER ROUND 2") == 8
    assert len(groups) == 8 + 3


def test_before_the_first_result_nobody_is_in_or_out(client: Client) -> None:
    event = event_of(*LEAGUE)
    publish(event)
    assert "phase 2" not in text_of(client, "/e/open/players/5/")
    assert len(rows(client, "/e/open/standings/")) == 8


def test_who_has_withdrawn_stands_above_the_line_but_does_not_count(
    client: Client, league: Tournament
) -> None:
    gone = league.players.get(number=2)
    attendance.withdraw(tournament=league, actor=league.owner, player=gone)
    assert rows(client, "/e/league/standings/").index(CUT.upper()) == 5
    assert "phase 2" not in of_league(client, "players/2/")
    assert "In phase 2: place 4 after round 7." in of_league(client, "players/5/")


def test_those_who_go_on_are_marked_one_by_one_where_they_do_not_stand_together(client: Client) -> None:
    scoring = {"win": 100, "draw": 25, "loss": 0, "bye": 100}
    event = make_event(field=4, name="Open", slug="open", scoring=scoring)
    phases.set_phases(
        tournament=event, actor=event.owner, phases=[phase("monrad", 2), phase("monrad", 1, {"losses": 0})]
    )
    play_round(event, lambda match: "1-0" if match.table == 1 else "1/2-1/2")
    first = Match.objects.get(round__tournament=event, round__number=1, table=1).seats.get(position=0).player

    def against_the_first(match: Match) -> str:
        seated = [seat.player for seat in match.seats.order_by("position")]
        return ("0-1" if seated[0] == first else "1-0") if first in seated else "1/2-1/2"

    play_round(event, against_the_first)
    # A win and a loss (1) stand between a draw and a win (1.25) and two draws (0.5), but only these have no loss.
    page = client.get("/e/open/standings/").content.decode()
    marked = [
        ">advances</span>" in row for row in re.findall(r"<tr data-player.*?</tr>", page, flags=re.DOTALL)
    ]
    assert marked == [True, False, True, False]
    assert "Cut: All players without a loss advance." in text_of(client, "/e/open/standings/")


def test_a_correction_moves_the_line_as_long_as_nobody_plays_behind_it(
    client: Client, league: Tournament
) -> None:
    # Player 5 beats 4 after all, so the two change points and places.
    match = next(
        m
        for m in Match.objects.filter(round__tournament=league)
        if {s.player.number for s in m.seats.all()} == {4, 5}
    )
    other = "0-1" if match.result == "1-0" else "1-0"
    results.correct_result(tournament=league, actor=league.owner, match=match, result=other)
    assert rows(client, "/e/league/standings/")[:5] == [*names(1, 2, 3, 5), CUT.upper()]


def test_events_of_one_system_say_nothing_of_phases(client: Client) -> None:
    event = make_event(field=6, name="Open", slug="open")
    play_rounds(event, 2)
    for address in ("", "standings/", "players/1/", "rounds/2/", "screen/?show=standings"):
        page = text_of(client, f"/e/open/{address}")
        assert "Phase" not in page
        assert "Still in" not in page


def test_a_plain_bracket_has_its_groups_too(client: Client) -> None:
    event = make_event(field=4, name="Open", slug="open", system="bracket", rounds_planned=2)
    play_round(event, better_wins)
    groups = [row for row in rows(client, "/e/open/standings/") if not row.startswith("Player")]
    assert groups == ["STILL IN", "ELIMINATED AFTER ROUND 1"]
