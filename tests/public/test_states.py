"""What a player's own page shows of each state: a sign and the words of it."""

import re

import pytest
from django.test import Client

from tests.factories import make_event, play_round, publish
from tests.tournaments.seated import FirstTable
from tournaments.events.services import events
from tournaments.models import Player
from tournaments.phones.services import reports
from tournaments.results.services import results

pytestmark = pytest.mark.django_db

# The sign and the words, as shared/wording.md has them.
SHOWN = {
    "waiting": ("hourglass", "Waiting for {other}"),
    "asked": ("circle-help", "{other} has reported the result. Is that right?"),
    "disputed": ("triangle-alert", "Your reports differ"),
    "counted": ("circle-check", "You won"),
    "bye": ("coffee", "Bye"),
    "next": ("hourglass", "Round 2 has not been published yet."),
    "over": ("trophy", "Place 1 of 4"),
}


def reported(hall: FirstTable, *outcomes: str) -> None:
    for player, outcome in zip(hall.players, outcomes, strict=False):
        reports.report_result(tournament=hall.event, player=player, match=hall.match, outcome=outcome)


def reader_in(state: str) -> tuple[Player, str]:
    """Somebody in this state, and the name of the one at the same table."""
    if state in ("bye", "next", "over"):
        event = make_event(
            field=3 if state == "bye" else 4, slug="spring", rounds_planned=1 if state == "over" else 3
        )
        round_ = publish(event) if state == "bye" else None
        if round_ is not None:
            return round_.byes.get().player, ""
        play_round(event)
        if state == "over":
            events.finish_event(tournament=event, actor=event.owner)
        match = event.rounds.get().matches.get(table=1)
        return match.seats.get(position=0).player, ""
    hall = FirstTable(make_event(field=6, slug="spring"))
    first, second = hall.players
    if state == "counted":
        results.enter_result(tournament=hall.event, actor=hall.event.owner, match=hall.match, result="1-0")
    else:
        reported(hall, *{"waiting": ("win",), "asked": ("win",), "disputed": ("win", "win")}[state])
    return (second, first.name) if state == "asked" else (first, second.name)


@pytest.mark.parametrize("state", SHOWN)
def test_every_state_has_a_sign_and_a_word(client: Client, state: str) -> None:
    reader, other = reader_in(state)
    sign, said = SHOWN[state]
    page = client.get(f"/e/spring/me/{reader.key}/").content.decode().split('"outerMorph"', 1)[1]
    around = re.split(r"</h2>|</p>|</section>", page)
    part = next(text for text in around if f"#{sign}" in text or f"sprite.svg#{sign}" in text)
    words = " ".join(re.sub(r"<[^>]+>", " ", page[page.index(part) :]).split())
    assert words.find(said.format(other=other)) in range(160), (part, words[:200])


def test_what_waits_on_the_phone_and_a_lost_network_have_a_sign_and_a_word(client: Client) -> None:
    hall = FirstTable(make_event(field=6, slug="spring"))
    page = client.get(f"/e/spring/me/{hall.players[0].key}/").content.decode()
    offline = page[page.index('class="offline') :].split("</p>")[0]
    assert "#triangle-alert" in offline
    assert (
        "No connection. You are seeing the last known version; it updates when you are back online."
        in " ".join(offline.split())
    )
    waiting = page[page.index('data-when="waiting"') :].split("</span>")[0]
    assert "#hourglass" in waiting and "Waiting on this phone" in waiting
