"""Events of several phases as players read them: rounds under their phase, the cut in the standings, why one is out."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.factories import make_event, play_round, play_rounds, publish
from tests.public.pages import text_of
from tournaments.models import Match, Tournament
from tournaments.services import attendance, phases, results

pytestmark = pytest.mark.django_db


def phase(system: str, rounds: int | None = None, cut: dict[str, Any] | None = None, **options: Any) -> Any:
    return {"system": {"name": system, "options": options}, "rounds": rounds, "cut": cut}


def better_wins(match: Match) -> str:
    """Whoever was registered first wins, so the list is the order of strength."""
    first, second = (seat.player.number for seat in match.seats.order_by("position"))
    return "1-0" if first < second else "0-1"


def event_of(*items: Any, field: int = 8) -> Tournament:
    event = make_event(field=field, name="Open", slug="open")
    return phases.set_phases(tournament=event, actor=event.owner, phases=list(items))


def played(count: int, *items: Any, field: int = 8) -> Tournament:
    event = event_of(*items, field=field)
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


def test_rounds_are_headed_by_their_phase(client: Client) -> None:
    played(8, *LEAGUE)
    page = text_of(client, "/e/open/")
    assert "Phase 1: Round robin Round 1 Round 2" in page
    assert "Phase 2: Bracket Round 8" in page
    # How many rounds a bracket takes shows when it is played.
    assert "Round 8 of" not in page
    assert "Phase 2: Bracket" in text_of(client, "/e/open/rounds/8/").partition("Phase 1:")[0]


def test_the_cut_is_a_line_of_the_standings_as_it_stands_and_then_as_it_was(client: Client) -> None:
    event = played(6, *LEAGUE)
    assert "CUT AS IT STANDS: THE FIRST 4 OF THE STANDINGS GO ON." in rows(client, "/e/open/standings/")
    play_round(event, better_wins)
    made = [*names(1, 2, 3, 4), "CUT: THE FIRST 4 OF THE STANDINGS GO ON.", *names(5, 6, 7, 8)]
    assert rows(client, "/e/open/standings/?after=7") == made
    play_rounds(event, 1)
    assert rows(client, "/e/open/standings/?after=7") == made


def test_standings_say_who_is_still_in_and_who_was_out_when(client: Client) -> None:
    event = played(8, *LEAGUE)
    semifinals = [*names(1, 2), "OUT AFTER ROUND 8", *names(3, 4), "OUT AFTER ROUND 7", *names(5, 6, 7, 8)]
    assert rows(client, "/e/open/standings/") == ["STILL IN", *semifinals]
    play_round(event, better_wins)
    over = ["WINNER", *names(1), "OUT AFTER ROUND 9", *names(2), *semifinals[2:]]
    assert rows(client, "/e/open/standings/") == over
    assert rows(client, "/e/open/standings/?after=8") == ["STILL IN", *semifinals]


def test_who_plays_for_the_third_place_is_neither_in_nor_out(client: Client) -> None:
    played(8, LEAGUE[0], phase("bracket", None, {"rank": 4}, third_place=True))
    groups = [row for row in rows(client, "/e/open/standings/") if not row.startswith("Player")]
    assert groups == ["STILL IN", "STILL PLAYING FOR PLACE 3", "OUT AFTER ROUND 7"]


def test_places_fought_for_in_one_round_stand_under_one_heading(client: Client) -> None:
    played(9, LEAGUE[0], phase("bracket", None, {"rank": 4}, third_place=True))
    places = [
        "WINNER",
        *names(1),
        "OUT AFTER ROUND 9",
        *names(2, 3, 4),
        "OUT AFTER ROUND 7",
        *names(5, 6, 7, 8),
    ]
    assert rows(client, "/e/open/standings/") == places
    assert text_of(client, "/e/open/screen/?show=standings").count("Out after round 9") == 1


def test_a_cut_by_losses_after_a_cut_by_losses(client: Client) -> None:
    played(2, phase("monrad", 2), phase("monrad", 1, {"losses": 1}), phase("bracket", None, {"losses": 0}))
    # Of eight, two have won both rounds and two have lost both.
    after_two = rows(client, "/e/open/standings/")
    assert after_two.index("CUT: EVERYBODY WITH AT MOST 1 LOSS GOES ON.") == 6
    play_round(Tournament.objects.get(), better_wins)
    groups = rows(client, "/e/open/standings/")
    # One of six has won all three.
    assert groups[0] == "STILL IN"
    assert groups[2] == "CUT: EVERYBODY WITHOUT A LOSS GOES ON."
    assert groups.index("OUT AFTER ROUND 2") == 8
    assert len(groups) == 8 + 3


def test_a_player_reads_the_place_and_the_rule_that_decided(client: Client) -> None:
    event = played(6, *LEAGUE)
    assert "as it stands: place" in text_of(client, "/e/open/players/5/")
    play_round(event, better_wins)
    out = "Not in phase 2: place 5 after round 7. The first 4 of the standings go on."
    assert out in text_of(client, "/e/open/players/5/")
    assert "In phase 2: place 4 after round 7." in text_of(client, "/e/open/players/4/")
    play_round(event, better_wins)
    assert out in text_of(client, "/e/open/players/5/")
    key = event.players.get(number=5).key
    assert out in text_of(client, f"/e/open/me/{key}/")


def test_the_card_of_who_was_cut_says_so_once(client: Client) -> None:
    event = played(7, *LEAGUE)
    out = "Not in phase 2: place 5 after round 7. The first 4 of the standings go on."
    key = event.players.get(number=5).key
    pages = ("players/5/card/", "players/5/", f"me/{key}/")
    for _ in range(2):  # when the cut is made, and while others play on
        for page in pages:
            words = text_of(client, f"/e/open/{page}")
            assert words.count(out) == 1 and "Eliminated" not in words
        play_round(event, better_wins)
    # Who has lost in the bracket is not out by a cut.
    words = text_of(client, "/e/open/players/4/")
    assert words.count("Eliminated: no more games.") == 1 and "In phase 2: place 4 after round 7." in words


def test_before_the_first_result_nobody_is_in_or_out(client: Client) -> None:
    event = event_of(*LEAGUE)
    publish(event)
    assert "phase 2" not in text_of(client, "/e/open/players/5/")
    assert len(rows(client, "/e/open/standings/")) == 8


def test_who_has_withdrawn_stands_above_the_line_but_does_not_count(client: Client) -> None:
    event = played(7, *LEAGUE)
    gone = event.players.get(number=2)
    attendance.withdraw(tournament=event, actor=event.owner, player=gone)
    line = rows(client, "/e/open/standings/").index("CUT: THE FIRST 4 OF THE STANDINGS GO ON.")
    assert line == 5
    assert "phase 2" not in text_of(client, "/e/open/players/2/")
    assert "In phase 2: place 4 after round 7." in text_of(client, "/e/open/players/5/")


def test_those_who_go_on_are_marked_one_by_one_where_they_do_not_stand_together(client: Client) -> None:
    scoring = {"win": 100, "draw": 25, "loss": 0, "bye": 100}
    event = make_event(field=4, name="Open", slug="open", scoring=scoring)
    phases.set_phases(
        tournament=event, actor=event.owner, phases=[phase("monrad", 2), phase("monrad", 1, {"losses": 0})]
    )
    play_round(event, lambda match: "1-0" if match.table == 1 else "1/2-1/2")
    first = Match.objects.get(round__number=1, table=1).seats.get(position=0).player

    def against_the_first(match: Match) -> str:
        seated = [seat.player for seat in match.seats.order_by("position")]
        return ("0-1" if seated[0] == first else "1-0") if first in seated else "1/2-1/2"

    play_round(event, against_the_first)
    # A win and a loss (1) stand between a draw and a win (1.25) and two draws (0.5), but only these have no loss.
    page = client.get("/e/open/standings/").content.decode()
    marked = ["goes on" in row for row in re.findall(r"<tr data-player.*?</tr>", page, flags=re.DOTALL)]
    assert marked == [True, False, True, False]
    assert "Cut: Everybody without a loss goes on." in text_of(client, "/e/open/standings/")


def test_the_hall_screen_shows_the_phase_the_groups_and_the_cut(client: Client) -> None:
    event = played(7, *LEAGUE)
    assert "Cut: The first 4 of the standings go on." in text_of(client, "/e/open/screen/?show=standings")
    play_round(event, better_wins)
    page = text_of(client, "/e/open/screen/?show=standings")
    assert "Still in" in page
    assert "Out after round 7" in page
    publish(event)
    assert "Phase 2: Bracket · Round 9" in text_of(client, "/e/open/screen/?show=tables")


def test_a_correction_moves_the_line_as_long_as_nobody_plays_behind_it(client: Client) -> None:
    event = played(7, *LEAGUE)
    # Player 5 beats 4 after all, so the two change points and places.
    match = next(
        m
        for m in Match.objects.filter(round__tournament=event)
        if {s.player.number for s in m.seats.all()} == {4, 5}
    )
    other = "0-1" if match.result == "1-0" else "1-0"
    results.correct_result(tournament=event, actor=event.owner, match=match, result=other)
    found = rows(client, "/e/open/standings/")
    assert found[:5] == [*names(1, 2, 3, 5), "CUT: THE FIRST 4 OF THE STANDINGS GO ON."]


def test_the_event_page_says_who_goes_on_and_what_comes_next(client: Client) -> None:
    event = played(7, *LEAGUE)
    page = text_of(client, "/e/open/")
    assert (
        "Cut: The first 4 of the standings go on. All results are in. The pairings of round 8 come next"
        in page
    )
    for _ in range(2):
        play_round(event, better_wins)
    assert "All results of the last round are in." in text_of(client, "/e/open/")
    assert "has not been published yet" not in text_of(client, "/e/open/players/1/")


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
    assert groups == ["STILL IN", "OUT AFTER ROUND 1"]
