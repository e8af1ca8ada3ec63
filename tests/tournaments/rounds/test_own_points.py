"""Points that a system makes itself, where rounds and floats are shown: McMahon scores."""

from django.test import Client

from tests.factories import add_player, make_event, pair, play_round
from tournaments.desk.review import review_of
from tournaments.models import Tournament
from tournaments.rounds.selectors.rounds import round_sheet
from tournaments.whereabouts.selectors.whereabouts import floats


def go_event(*ranks: str) -> Tournament:
    event = make_event(system="mcmahon", options={"order": "fold"})
    for at, rank in enumerate(ranks):
        add_player(event, f"Player {at}", title=rank)
    return event


def test_a_round_shows_the_mcmahon_scores_before_it() -> None:
    event = go_event("1d", "1d", "20k", "20k")
    sheet = round_sheet(event, pair(event).number, drafts=True)
    assert [{seat.points_before for seat in row.seats} for row in sheet.tables] == [{2000}, {0}]


def test_nobody_floats_in_a_keizer_event() -> None:
    event = make_event(system="keizer", field=4)
    play_round(event)
    draft = round_sheet(event, pair(event).number, drafts=True)
    assert len({seat.points_before for row in draft.tables for seat in row.seats}) == 4
    assert review_of(draft, {}).floats == 0
    assert floats(event) == {}


def test_a_score_is_explained_where_the_tie_breaks_are(client: Client) -> None:
    event = go_event("1d", "2k")
    play_round(event)
    page = client.get(f"/e/{event.slug}/standings/1/").content.decode()
    assert "starting score by rank" in page


def test_whoever_is_drawn_up_or_down_has_floated() -> None:
    event = go_event("1d", "2k")
    play_round(event)
    assert floats(event) == {1: {1: "down"}, 2: {1: "up"}}
