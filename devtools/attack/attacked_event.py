"""The content of an instance before an attack: a public event in its second round, and its owner."""

from __future__ import annotations

from typing import Any

from django.test import Client

from accounts.models import User
from tournaments.events.services import events
from tournaments.models import Round, Tournament
from tournaments.players.services import players
from tournaments.results.services import results
from tournaments.rounds.services import rounds

SLUG, OWNER, PASSWORD, MAIL = "attacked", "attacked", "not one of the guesses", "attacked@example.org"
PLAYERS = 60


def make() -> None:
    owner = User.objects.create_user(OWNER, password=PASSWORD, email=MAIL)
    event = begun(owner, SLUG, PLAYERS, system="monrad")
    play_first_round(event)
    publish(event)


def signed_in() -> dict[str, str]:
    """The headers of requests by the owner, forms included."""
    browser = Client()
    browser.force_login(User.objects.get(username=OWNER))
    token = "a" * 32
    session = browser.cookies["sessionid"].value
    return {"Cookie": f"sessionid={session}; csrftoken={token}", "X-CSRFToken": token}


def begun(owner: User, slug: str, field: int, **settings: Any) -> Tournament:
    """A public event whose first round is being played."""
    event = events.create_event(
        owner=owner, name=f"Event {slug}", slug=slug, visibility="public", rounds_planned=5, **settings
    )
    for number in range(1, field + 1):
        players.add_player(tournament=event, actor=owner, name=f"Player {number}", rating=1000 + number)
    publish(event)
    return event


def publish(event: Tournament) -> Round:
    return rounds.publish(tournament=event, actor=event.owner, round_=pair(event))


def pair(event: Tournament) -> Round:
    return rounds.pair_next_round(tournament=event, actor=event.owner)


def play_first_round(event: Tournament) -> None:
    """The first seat wins everywhere."""
    first = event.rounds.get(number=1)
    wanted = {match.table: "1-0" for match in first.matches.all()}
    results.enter_results(tournament=event, actor=event.owner, round_=first, results=wanted)
    rounds.complete(tournament=event, actor=event.owner, round_=first)
